//! Draws the paths of several navigators side by side.

use std::io::Write;

use rayon::prelude::*;

use super::Results;
use crate::cli::Failure;
use crate::navigation_benchmark::{Attempt, Gauge, Measurement, Problem};
use crate::record::{RecordError, RunDir};
use crate::view::{Pane, PathComparison, PathDrawing};

/// Draws the paths of the first `count` problems of each set, one picture per problem.
pub(super) fn paint(
    dir: &RunDir,
    results: &Results,
    count: usize,
    gauge: &Gauge<'_>,
) -> Result<(), Failure> {
    let groups = results.measurements.chunk_by(|a, b| (a.set, a.problem) == (b.set, b.problem));
    let drawn: Vec<&[Measurement]> = groups.filter(|group| group[0].problem < count).collect();
    let painted = drawn.into_par_iter().map(|group| paint_one(dir, results, group, gauge));
    painted.collect::<Result<(), RecordError>>().map_err(Failure::failed)
}

fn paint_one(
    dir: &RunDir,
    results: &Results,
    group: &[Measurement],
    gauge: &Gauge<'_>,
) -> Result<(), RecordError> {
    let set = &results.sets[group[0].set];
    let problem = &set.problems[group[0].problem];
    let attempts: Vec<Attempt> = group
        .iter()
        .map(|measurement| gauge.measure(problem, &results.methods[measurement.method]))
        .collect();
    let panes = group.iter().zip(&attempts).map(|(measurement, attempt)| Pane {
        name: results.names[measurement.method].clone(),
        remark: remark(measurement),
        drawing: drawing(problem, attempt),
    });
    let title = format!("{}, {}", set.name, problem.name);
    let framebuffer = PathComparison { title, panes: panes.collect() }.paint();
    let name = format!("pictures/{}-{:04}.png", set.name, group[0].problem + 1);
    let mut new = dir.create_file(&name)?;
    let written = framebuffer.png().and_then(|bytes| new.file.write_all(&bytes));
    written.map_err(RecordError::writing(&new.path))
}

fn drawing<'a>(problem: &'a Problem, attempt: &'a Attempt) -> PathDrawing<'a> {
    let scene = &problem.environment.scene;
    PathDrawing {
        boxes: &scene.boxes,
        polygons: &scene.polygons,
        ground: &[],
        bounds: scene.bounds,
        half: scene.half,
        start: problem.start,
        goal: problem.goal,
        walk: &attempt.raw_path,
        path: &attempt.path,
        links: &scene.links,
        crossings: &attempt.crossings,
    }
}

/// A one-line summary of a measurement.
fn remark(measurement: &Measurement) -> String {
    let ending = measurement.ending.name().replace('_', " ");
    let ratio = measurement.ratio().map(|ratio| format!(", {ratio:.3} × optimum"));
    let noun = if measurement.steps == 1 { "step" } else { "steps" };
    format!("{ending}{}, {} {noun}", ratio.unwrap_or_default(), measurement.steps)
}
