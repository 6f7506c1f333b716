//! The probability of an outcome over a recorded history, with its 95 % interval.

use std::io;
use std::path::{Path, PathBuf};

use terrarium_drawing::chart::{Axis, ChartPen, Frame, float};
use terrarium_drawing::{Colour, Rect, Vec2, pale};

use super::sheet::{self, Sheet};
use crate::tape::Tape;

const HEIGHT: u32 = 420;

const SHARE: Colour = [32, 92, 160, 255];
const JUMP: Colour = [190, 60, 40, 38];

/// Draws `tape.png` into the directory `folder`, with `vector` also as SVG and PDF, and returns the
/// paths. Existing files are replaced.
///
/// # Errors
/// When a file cannot be written.
pub fn save_tape(
    tape: &Tape,
    title: &str,
    folder: &Path,
    vector: bool,
) -> io::Result<Vec<PathBuf>> {
    let runs: u64 = tape.moments.iter().map(|moment| moment.runs).sum();
    let subtitle = &format!(
        "share of branches with the outcome, 95 % interval; red: it jumps · {runs} branches"
    );
    Sheet { title, subtitle, height: HEIGHT, axis: "" }.save(
        &folder.join("tape"),
        vector,
        |pen, area| draw(pen, area, tape),
    )
}

fn draw(pen: &mut ChartPen<'_>, area: Rect, tape: &Tape) {
    let body = sheet::head(pen, area, &tape.outcome, "");
    let ends = [tape.moments.first(), tape.moments.last()];
    let [first, last] = ends.map(|moment| moment.map_or(0, |moment| moment.tick));
    let ticks = Axis::ticks(first, last);
    let shares = Axis::new("share", "", (0.0, 1.0));
    let frame = Frame::untitled(pen, body, [&ticks, &shares], pen.px(14.0));
    for [one, other] in tape.jumps() {
        let [left, right] = [one, other].map(|moment| frame.x_of(float(moment.tick)));
        let ground = Rect { left, width: right - left, ..frame.area };
        pen.surface.fill(ground, JUMP);
    }
    frame.axes(pen);
    let width = pen.px(1.0) * 1.3;
    let mut line = Vec::new();
    for moment in &tape.moments {
        let (Some(share), Some((low, high))) = (moment.share(), moment.interval) else { continue };
        let [low, high, at] = [low, high, share].map(|it| frame.place(float(moment.tick), it));
        pen.line(low, high, width, pale(SHARE, 128));
        line.push(at);
    }
    pen.surface.polyline(&line, width, SHARE);
    let radius = pen.px(2.5);
    line.iter().for_each(|at: &Vec2| pen.surface.disc(*at, radius, SHARE));
}
