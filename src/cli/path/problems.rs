//! `terrarium path --problems`: one problem per line, one answer per problem.

use std::num::NonZeroUsize;
use std::path::Path;

use super::answer_printer::AnswerPrinter;
use super::lines::Lines;
use super::path_painter::PathPainter;
use super::planner::PathPlanner;
use super::problem::Problem;
use super::region_exporter::RegionExporter;
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
        let mut problem = Problem::parse(lines.text())
            .map_err(|error| lines.diagnostic(error.column, error.problem))?;
        problem.scene.polygons.extend_from_slice(obstacles);
        let area = problem.scene.area_around(problem.start, problem.goal);
        region_exporter
            .compute(&problem.scene, area)
            .map_err(|problem| lines.diagnostic(None, problem))?;
        let space =
            planner.space_of(&problem).map_err(|problem| lines.diagnostic(None, problem))?;
        let answer = planner
            .answer(&problem.scene, &space, problem.start, problem.goal)
            .map_err(|problem| lines.diagnostic(None, problem))?;
        path_painter.paint(planner, &problem.scene, &space, (problem.start, problem.goal), &answer);
        if answer_printer.print(lines.number(), &answer, None)?.is_break() {
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
