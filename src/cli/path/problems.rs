//! `terrarium path --problems`: one problem per line, one answer per problem.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

use super::answer_printer::AnswerPrinter;
use super::lines::Lines;
use super::path_painter::PathPainter;
use super::planner::PathPlanner;
use super::problem::{Problem, ProblemLine};
use super::region_exporter::RegionExporter;
use super::sequence::{Entry, Sequence};
use super::sequence_solver::SequenceSolver;
use crate::cli::Failure;
use crate::geometry::Convex;

/// Solves the problems of a file in order, or only the one on line `only`, with more obstacles in each.
pub(super) fn answer(
    file: &Path,
    (only, obstacles): (Option<NonZeroUsize>, &[Convex]),
    planner: &PathPlanner,
    (mut path_painter, mut region_exporter): (PathPainter, RegionExporter),
    mut answer_printer: AnswerPrinter,
) -> Result<(), Failure> {
    let mut lines = Lines::open(file)?;
    if let Some(only) = only {
        skip_to(&mut lines, only)?;
    } else if !lines.advance_to_text()? {
        path_painter.finish()?;
        region_exporter.finish()?;
        return answer_printer.print_summary();
    }
    loop {
        if path_painter.has_painted() {
            let problem = "--picture draws one path, and this is a second problem; choose one \
                           with --line";
            return Err(lines.diagnostic(None, problem));
        }
        if region_exporter.has_regions() {
            let problem = "--regions writes the regions of one problem, and this is a second \
                           problem; choose one with --line";
            return Err(lines.diagnostic(None, problem));
        }
        let line = ProblemLine::parse(lines.text())
            .map_err(|error| lines.diagnostic(error.column, error.problem))?;
        let printed = match line {
            ProblemLine::Single(mut problem) => {
                problem.scene.polygons.extend_from_slice(obstacles);
                let area = problem.scene.area_around(problem.start, problem.goal);
                region_exporter
                    .compute(&problem.scene, area)
                    .map_err(|problem| lines.diagnostic(None, problem))?;
                answer_single(&problem, &lines, planner, &mut path_painter, &mut answer_printer)
            }
            ProblemLine::Sequence(_) if region_exporter.is_requested() => {
                let problem = "--regions: regions are written for a problem with \"start\" and \
                               \"goal\", and this has a \"sequence\"; leave out one of both";
                Err(lines.diagnostic(None, problem))
            }
            ProblemLine::Sequence(_) if !obstacles.is_empty() => {
                let problem = "--obstacles: obstacles are added to problems with \"start\" and \
                               \"goal\", and this has a \"sequence\"; give it the faces as \
                               \"polygons\"";
                Err(lines.diagnostic(None, problem))
            }
            ProblemLine::Sequence(sequence) => {
                answer_sequence(&sequence, &lines, planner, &mut path_painter, &mut answer_printer)
            }
        };
        if printed?.is_break() {
            path_painter.finish()?;
            return region_exporter.finish();
        }
        if only.is_some() || !lines.advance_to_text()? {
            break;
        }
    }
    path_painter.finish()?;
    region_exporter.finish()?;
    answer_printer.print_summary()
}

fn answer_single(
    problem: &Problem,
    lines: &Lines,
    planner: &PathPlanner,
    path_painter: &mut PathPainter,
    answer_printer: &mut AnswerPrinter,
) -> Result<ControlFlow<()>, Failure> {
    let Problem { scene, start, goal } = problem;
    let fail = |problem: String| lines.diagnostic(None, problem);
    let space = planner.space_of(problem).map_err(fail)?;
    let answer = planner.answer(scene, &space, *start, *goal).map_err(fail)?;
    path_painter.paint(planner, scene, &space, (*start, *goal), &answer);
    answer_printer.print(lines.number(), &answer, None)
}

/// Applies the changes of a sequence and answers its queries, in order.
fn answer_sequence(
    sequence: &Sequence,
    lines: &Lines,
    planner: &PathPlanner,
    path_painter: &mut PathPainter,
    answer_printer: &mut AnswerPrinter,
) -> Result<ControlFlow<()>, Failure> {
    let count = sequence.query_count();
    if path_painter.is_requested() && count > 1 {
        let problem =
            format!("--picture draws one path, but \"sequence\" has {count} queries; leave one");
        return Err(lines.diagnostic(None, problem));
    }
    let mut solver = SequenceSolver::new(planner, sequence);
    for (index, entry) in sequence.entries.iter().enumerate() {
        let query = match entry {
            Entry::Change(change) => {
                solver.apply(change);
                continue;
            }
            Entry::Query(query) => query,
        };
        let fail =
            |problem: String| lines.diagnostic(None, format_args!("sequence[{index}]: {problem}"));
        let answer = solver.answer(query).map_err(fail)?;
        if path_painter.is_requested() {
            solver.paint(query, &answer, path_painter).map_err(fail)?;
        }
        if answer_printer.print_query(lines.number(), index, &answer)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
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
        return Err(lines.diagnostic(None, "this line is empty; choose another with --line"));
    }
    Ok(())
}
