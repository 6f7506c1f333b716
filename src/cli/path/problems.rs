//! `terrarium path --problems`: a problem on each line, an answer to each.

use std::num::NonZeroUsize;
use std::path::Path;

use super::answer_printer::AnswerPrinter;
use super::lines::Lines;
use super::path_painter::PathPainter;
use super::problem::Problem;
use super::seeker::Seeker;
use crate::cli::Failure;

/// Answers the problems in a file one after the other, or only the one on a line.
pub(super) fn answer(
    file: &Path,
    only: Option<NonZeroUsize>,
    seeker: &Seeker,
    mut path_painter: PathPainter,
    mut answer_printer: AnswerPrinter,
) -> Result<(), Failure> {
    let mut lines = Lines::open(file)?;
    if let Some(only) = only {
        skip_to(&mut lines, only)?;
    } else if !lines.advance_to_text()? {
        path_painter.finish()?;
        return answer_printer.sum_up();
    }
    loop {
        if path_painter.is_taken() {
            let problem = "--picture draws one way, and this is another; choose with --line";
            return Err(lines.wrong(None, problem));
        }
        let problem = Problem::parse(lines.text())
            .map_err(|mistake| lines.wrong(mistake.column, mistake.problem))?;
        let sight = seeker.look_at(&problem.scene);
        let answer = seeker.seek(&sight, problem.start, problem.goal);
        path_painter.paint(seeker, &problem.scene, &sight, (problem.start, problem.goal), &answer);
        if answer_printer.tell(lines.number(), &answer, None)?.is_break() {
            return path_painter.finish();
        }
        if only.is_some() || !lines.advance_to_text()? {
            break;
        }
    }
    path_painter.finish()?;
    answer_printer.sum_up()
}

fn skip_to(lines: &mut Lines, number: NonZeroUsize) -> Result<(), Failure> {
    while lines.number() < number.get() {
        if !lines.advance()? {
            let (name, count) = (lines.name(), lines.number() - 1);
            return Err(Failure::input(format!(
                "--line {number}: {name} has {count} lines; choose one of them"
            )));
        }
    }
    if lines.text().is_empty() {
        return Err(lines.wrong(None, "this line is empty; choose another with --line"));
    }
    Ok(())
}
