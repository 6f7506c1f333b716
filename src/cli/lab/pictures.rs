//! Pictures of walks side by side.

use std::io::Write;

use rayon::prelude::*;

use super::Results;
use crate::cli::Failure;
use crate::navigation_benchmark::{Gauge, Measurement, Problem, Walk};
use crate::record::{RecordError, RunDir};
use crate::view::{Pane, PathDrawing, SideBySide};

/// Paints the walks at the first so many problems of each set, a picture for each problem.
pub(super) fn paint(
    dir: &RunDir,
    results: &Results,
    count: usize,
    budget: u32,
) -> Result<(), Failure> {
    let each = results.findings.chunk_by(|a, b| (a.set, a.problem) == (b.set, b.problem));
    let wanted: Vec<&[Measurement]> = each.filter(|group| group[0].problem < count).collect();
    let painted = wanted.into_par_iter().map(|group| paint_one(dir, results, group, budget));
    painted.collect::<Result<(), RecordError>>().map_err(Failure::failed)
}

fn paint_one(
    dir: &RunDir,
    results: &Results,
    group: &[Measurement],
    budget: u32,
) -> Result<(), RecordError> {
    let set = &results.sets[group[0].set];
    let problem = &set.problems[group[0].problem];
    let gauge = Gauge { budget, clock: &|| 0.0 };
    let walks: Vec<Walk> = group
        .iter()
        .map(|finding| gauge.measure(problem, &results.methods[finding.method]))
        .collect();
    let panes = group.iter().zip(&walks).map(|(finding, walk)| Pane {
        name: results.names[finding.method].clone(),
        remark: remark(finding),
        way: way(problem, walk),
    });
    let title = format!("{}, {}", set.name, problem.name);
    let framebuffer = SideBySide { title, panes: panes.collect() }.paint();
    let name = format!("pictures/{}-{:04}.png", set.name, group[0].problem + 1);
    let mut new = dir.create_file(&name)?;
    let written = framebuffer.png().and_then(|bytes| new.file.write_all(&bytes));
    written.map_err(RecordError::writing(&new.path))
}

fn way<'a>(problem: &'a Problem, walk: &'a Walk) -> PathDrawing<'a> {
    let scene = &problem.ground.scene;
    PathDrawing {
        boxes: &scene.boxes,
        polygons: &scene.polygons,
        bounds: scene.bounds,
        half: scene.half,
        start: problem.start,
        goal: problem.goal,
        walk: &walk.trail,
        path: &walk.path,
    }
}

/// What came of a walk, in a line.
fn remark(finding: &Measurement) -> String {
    let ending = finding.ending.name().replace('_', " ");
    let ratio = finding.ratio().map(|ratio| format!(", {ratio:.3} × the best"));
    let noun = if finding.steps == 1 { "step" } else { "steps" };
    format!("{ending}{}, {} {noun}", ratio.unwrap_or_default(), finding.steps)
}
