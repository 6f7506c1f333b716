//! `terrarium path --problems`: one problem per line, one answer per problem.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;

use super::answer::BarrierId;
use super::answer_printer::AnswerPrinter;
use super::lines::Lines;
use super::path_painter::PathPainter;
use super::planner::PathPlanner;
use super::problem::{Problem, ProblemLine};
use super::region_exporter::RegionExporter;
use super::sequence::{Entry, Sequence};
use super::sequence_solver::SequenceSolver;
use crate::cli::{Failure, output};
use crate::geometry::{Convex, DVec2};
use crate::navigation_benchmark::Scene;

/// The problems of a file, and where the answers go.
pub(super) struct ProblemSolver<'a> {
    pub planner: &'a PathPlanner,
    /// More obstacles in each problem.
    pub obstacles: &'a [Convex],
    pub path_painter: PathPainter,
    pub region_exporter: RegionExporter,
    pub answer_printer: AnswerPrinter,
}

impl ProblemSolver<'_> {
    /// Solves the problems of a file in order, or only the one on line `only`.
    pub fn answer(mut self, file: &Path, only: Option<NonZeroUsize>) -> Result<(), Failure> {
        let mut lines = Lines::open(file)?;
        let printed = self.answer_lines(&mut lines, only)?;
        self.path_painter.finish()?;
        self.region_exporter.finish()?;
        if printed.is_break() { Ok(()) } else { self.answer_printer.print_summary() }
    }

    /// Breaks when the answers are no longer read.
    fn answer_lines(
        &mut self,
        lines: &mut Lines,
        only: Option<NonZeroUsize>,
    ) -> Result<ControlFlow<()>, Failure> {
        let mut has_line = match only {
            Some(only) => skip_to(lines, only).map(|()| true)?,
            None => lines.advance_to_text()?,
        };
        while has_line {
            if self.path_painter.has_painted() {
                let problem = "--picture draws one path, and this is a second problem; choose one \
                               with --line";
                return Err(lines.diagnostic(None, problem));
            }
            if self.region_exporter.has_regions() {
                let problem = "--regions writes the regions of one problem, and this is a second \
                               problem; choose one with --line";
                return Err(lines.diagnostic(None, problem));
            }
            let line = ProblemLine::parse(lines.text())
                .map_err(|error| lines.diagnostic(error.column, error.problem))?;
            let printed = match line {
                ProblemLine::Single(problem) => self.answer_single(problem, lines)?,
                ProblemLine::Sequence(sequence) => self.answer_sequence(&sequence, lines)?,
            };
            if printed.is_break() {
                return Ok(printed);
            }
            has_line = only.is_none() && lines.advance_to_text()?;
        }
        Ok(ControlFlow::Continue(()))
    }

    fn answer_single(
        &mut self,
        mut problem: Problem,
        lines: &Lines,
    ) -> Result<ControlFlow<()>, Failure> {
        problem.scene.polygons.extend_from_slice(self.obstacles);
        let Problem { scene, start, goal, indices, given } = &problem;
        let (start, goal) = (*start, *goal);
        let fail = |problem: String| lines.diagnostic(None, problem);
        let area = || scene.area_around(start, goal);
        self.region_exporter.compute(scene, area).map_err(fail)?;
        for note in unusable_links(scene) {
            output::note(format_args!("{}, line {}: {note}", lines.name(), lines.number()));
        }
        let space = self.planner.space_of(&problem).map_err(fail)?;
        let mut answer = self.planner.answer(&space, start, goal).map_err(fail)?;
        for barrier in answer.by.iter_mut().flatten() {
            if let BarrierId::Obstacle(key) = barrier {
                // Those of --obstacles follow all others.
                let beyond = |key: u64| given + key - indices.len() as u64;
                *key = indices.get(*key as usize).copied().unwrap_or_else(|| beyond(*key));
            }
        }
        self.path_painter.paint(self.planner, scene, &space, (start, goal), &answer);
        self.answer_printer.print(lines.number(), &answer, None)
    }

    /// Applies the changes of a sequence and answers its queries, in order.
    fn answer_sequence(
        &mut self,
        sequence: &Sequence,
        lines: &Lines,
    ) -> Result<ControlFlow<()>, Failure> {
        if let Some(problem) = self.refusal(sequence) {
            return Err(lines.diagnostic(None, problem));
        }
        let mut solver = SequenceSolver::new(self.planner, sequence);
        for (index, entry) in sequence.entries.iter().enumerate() {
            let query = match entry {
                Entry::Change(change) => {
                    solver.apply(change);
                    continue;
                }
                Entry::Query(query) => query,
            };
            let fail = |problem: String| {
                lines.diagnostic(None, format_args!("sequence[{index}]: {problem}"))
            };
            let answer = solver.answer(query).map_err(fail)?;
            if self.path_painter.is_requested() {
                solver.paint(query, &answer, &mut self.path_painter).map_err(fail)?;
            }
            if self.answer_printer.print_query(lines.number(), index, &answer)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Why a sequence cannot be answered as requested.
    fn refusal(&self, sequence: &Sequence) -> Option<String> {
        if self.region_exporter.is_requested() {
            let problem = "--regions: regions are written for a problem with \"start\" and \
                           \"goal\", and this has a \"sequence\"; leave out one of both";
            return Some(problem.to_owned());
        }
        if !self.obstacles.is_empty() {
            let problem = "--obstacles: obstacles are added to problems with \"start\" and \
                           \"goal\", and this has a \"sequence\"; give it the faces as \
                           \"polygons\"";
            return Some(problem.to_owned());
        }
        let count = sequence.query_count();
        (self.path_painter.is_requested() && count > 1).then(|| {
            format!("--picture draws one path, but \"sequence\" has {count} queries; leave one")
        })
    }
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

/// Notes the links with an end within an obstacle or outside the bounds, where no path can use them.
fn unusable_links(scene: &Scene) -> Vec<String> {
    let room = scene.bounds.map(|bounds| bounds.inflated(-scene.half));
    let is_blocked = |end: DVec2| {
        room.is_some_and(|room| room.nearest_point(end) != end)
            || scene.boxes.iter().any(|it| it.inflated(scene.half).contains_inside(end))
            || scene.polygons.iter().any(|it| it.inflated(scene.half).contains_inside(end))
    };
    let mut notes = Vec::new();
    for link in scene.links.iter() {
        for end in link.ends(false).into_iter().filter(|end| is_blocked(*end)) {
            notes.push(format!(
                "the link {:?} is never used: the mover has no room at its end [{}, {}]; move the end or the obstacle",
                link.name, end.x, end.y
            ));
        }
    }
    notes
}
