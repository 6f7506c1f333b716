//! The probability of an outcome over a recorded history, with its 95 % interval.

use std::io;
use std::path::{Path, PathBuf};

use plotters::prelude::*;
use terrarium_output::drawing::image::{Area, Backend};
use terrarium_output::drawing::plot::PlotError;
use terrarium_output::drawing::scale::{even_steps, float, grouped};

use super::frame::{Frame, draw_foot};
use super::{Panels, Sheet};
use crate::tape::Tape;

const HEIGHT: u32 = 420;

/// The free space at the right, in pixels.
const RIGHT: i32 = 50;

const SHARE: RGBColor = RGBColor(32, 92, 160);
const JUMP: RGBColor = RGBColor(190, 60, 40);

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
    Sheet { title, subtitle, height: HEIGHT, panels: TapePanel(tape) }
        .save(&folder.join("tape"), vector)
}

struct TapePanel<'a>(&'a Tape);

impl Panels for TapePanel<'_> {
    fn draw<B: Backend>(&self, panel: &Area<B>, foot: &Area<B>) -> Result<(), PlotError> {
        draw(self.0, panel, foot)
    }
}

fn draw<B: Backend>(tape: &Tape, panel: &Area<B>, foot: &Area<B>) -> Result<(), PlotError> {
    let frame = Frame::new(panel, RIGHT);
    let numbers = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| (share, format!("{share}")));
    frame.draw(panel, &tape.outcome, "", &numbers)?;
    let first = tape.moments.first().map_or(0, |moment| moment.tick);
    let last = tape.moments.last().map_or(1, |moment| moment.tick).max(first + 1);
    let x = |tick: u64| frame.x(float(tick - first) / float(last - first));
    for [one, other] in tape.jumps() {
        let corners = [(x(one.tick), frame.top), (x(other.tick), frame.foot)];
        panel.draw(&Rectangle::new(corners, JUMP.mix(0.15).filled()))?;
    }
    let mut line = Vec::new();
    for moment in &tape.moments {
        let (Some(share), Some((low, high))) = (moment.share(), moment.interval) else { continue };
        let (x, low, high) = (x(moment.tick), frame.y(low), frame.y(high));
        panel.draw(&PathElement::new([(x, low), (x, high)], SHARE.mix(0.5).stroke_width(2)))?;
        line.push((x, frame.y(share)));
    }
    panel.draw(&PathElement::new(line.clone(), SHARE.stroke_width(2)))?;
    for place in line {
        panel.draw(&Circle::new(place, 4, SHARE.filled()))?;
    }
    let labels = even_steps((first, last), 10).into_iter().map(|tick| (x(tick), grouped(tick)));
    draw_foot(foot, &labels.collect::<Vec<_>>(), "tick of the recording", frame.right)
}
