//! The chart of a benchmark: a panel per set of problems, a line per navigator.
//!
//! Bars show how attempts ended, dots show the length divided by the optimum, and lines show the
//! number of steps. Nothing on the chart depends on a clock.

use std::io;
use std::path::Path;

use terrarium_drawing::Rect;
use terrarium_drawing::chart::{ChartPen, Heading, legend};
use terrarium_drawing::image::{self, ImageFormat};
use terrarium_drawing::opaque;
use terrarium_output::colour::Rgb;

use super::{ProblemSet, Summary, Verdict};
use crate::charts::column::Column;

/// The file name of the chart.
pub const CHART: &str = "lab.png";

const WIDTH: u32 = 1600;
const KEY: u32 = 34;
const HEAD: u32 = 100;
const ROW: u32 = 28;

/// The greatest height of all panels, in pixels.
const MOST: u32 = 16_000;

/// The positions and widths of bars, dots and lines, in pixels from the left.
const BARS: (f32, f32) = (290.0, 400.0);
const DOTS: (f32, f32) = (790.0, 300.0);
const STEPS: (f32, f32) = (1180.0, 300.0);

/// The parts of a bar, from left to right.
const VERDICTS: [(Verdict, &str, Rgb); 5] = [
    (Verdict::Found, "found", [44, 132, 92]),
    (Verdict::Unreachable, "proven unreachable", [60, 104, 186]),
    (Verdict::Through, "through obstacles", [150, 110, 170]),
    (Verdict::GaveUp, "gave up", [222, 164, 44]),
    (Verdict::Failed, "failed", [196, 62, 60]),
];

/// The largest ratio on the scale of dots; larger ones are drawn at its edge.
const MAX_RATIO: f64 = 1.5;

/// Draws summaries into a PNG file at `path`; the file is written atomically.
/// `names` are the names of the methods.
///
/// # Errors
/// When the file cannot be written.
pub fn draw(
    path: &Path,
    sets: &[ProblemSet],
    names: &[String],
    summaries: &[Summary],
) -> io::Result<()> {
    let panels: Vec<(&ProblemSet, &[Summary])> = summaries
        .chunk_by(|a, b| a.set == b.set)
        .map(|group| (&sets[group[0].set], group))
        .collect();
    let shown = shown(&panels);
    let note = &match panels.len() - shown {
        0 => String::new(),
        more => format!("the first {shown} sets of problems; {more} more are in the table"),
    };
    let heading = Heading { title: "Navigators compared", notes: &[note] };
    let heights = panels[..shown].iter().map(|(_, group)| height_of(group));
    let size = (WIDTH, heading.height(WIDTH) + KEY + heights.sum::<u32>());
    image::save(path, ImageFormat::Png, size, |pen| {
        let body = heading.write(pen, pen.surface.bounds());
        let (key, mut rest) = body.cut_top(pen.px(22.0));
        legend(pen, key, VERDICTS.into_iter().map(|(_, name, colour)| (name, colour)));
        for (set, group) in &panels[..shown] {
            #[expect(clippy::cast_precision_loss, reason = "the chart is small")]
            let (panel, below) = rest.cut_top(height_of(group) as f32);
            draw_panel(pen, panel, set, names, group);
            rest = below;
        }
    })
}

/// The number of panels that a picture has room for.
fn shown(panels: &[(&ProblemSet, &[Summary])]) -> usize {
    let heights = panels.iter().scan(0, |sum, (_, group)| {
        *sum += height_of(group);
        Some(*sum)
    });
    heights.take_while(|&height| height < MOST).count()
}

fn height_of(group: &[Summary]) -> u32 {
    HEAD + ROW * group.len() as u32
}

fn draw_panel(
    pen: &mut ChartPen<'_>,
    area: Rect,
    set: &ProblemSet,
    names: &[String],
    group: &[Summary],
) {
    let (heading, rest) = area.cut_top(pen.px(22.0));
    pen.text(&set.name, heading, &pen.ink.heading());
    #[expect(clippy::cast_precision_loss, reason = "the chart is small")]
    let (row, count) = (ROW as f32, group.len() as f32);
    let rest = Rect { height: pen.px(Column::HEAD) + row * count, ..rest };
    let p99s = group.iter().filter_map(|summary| summary.steps).map(|steps| steps.p99);
    let decades = Decades::up_to(p99s.fold(1.0, f64::max));
    let ratios = [(0.0, "1"), (0.5, "1.25"), (1.0, "1.5")].map(|(at, it)| (at, it.to_owned()));
    let mut column = |(left, width): (f32, f32), caption, scale: &[(f64, String)]| {
        let area = Rect { left: area.left + left, width, ..rest };
        Column::new(pen, area, caption, scale)
    };
    let columns = Columns {
        bars: column(BARS, "outcomes", &[]),
        dots: column(DOTS, "length ÷ optimum: mean, to 95th percentile", &ratios),
        steps: column(STEPS, "steps: median, to 99th percentile", &decades.labels()),
        decades,
    };
    let mut rows = columns.bars.area;
    for summary in group {
        let (line, below) = rows.cut_top(row);
        rows = below;
        let name = Rect { left: area.left, width: BARS.0 - pen.px(8.0), ..line };
        let style = pen.ink.small().coloured(pen.ink.text);
        pen.text(&names[summary.method], name, &style);
        columns.draw(pen, line, summary);
    }
    let foot = Rect::new(area.left, rows.top, STEPS.0 + STEPS.1, pen.px(1.0));
    pen.surface.fill(foot, pen.ink.edge);
}

/// The columns of a panel.
struct Columns {
    bars: Column,
    dots: Column,
    steps: Column,
    decades: Decades,
}

impl Columns {
    /// Draws the row of one navigator.
    fn draw(&self, pen: &mut ChartPen<'_>, row: Rect, summary: &Summary) {
        let mut before = 0;
        for (verdict, _, colour) in VERDICTS {
            let count = summary.verdicts(verdict);
            let share = |count: usize| count as f64 / summary.problems.max(1) as f64;
            let [left, right] = [before, before + count].map(|count| self.bars.x_of(share(count)));
            let part = Rect { left, width: right - left, ..row }.inset_rows(pen.px(3.0));
            if count > 0 {
                pen.surface.fill(part, opaque(colour));
            }
            before += count;
        }
        let y = row.centre().y;
        if let Some(ratio) = summary.ratio {
            let share = |ratio: f64| ((ratio - 1.0) / (MAX_RATIO - 1.0)).clamp(0.0, 1.0);
            let [mean, p95] = [ratio.mean, ratio.p95].map(share);
            self.dots.dot(pen, y, mean, [mean, p95]);
        }
        if let Some(steps) = summary.steps {
            let [median, p99] = [steps.p50, steps.p99].map(|it| self.decades.position(it));
            self.steps.dot(pen, y, median, [median, p99]);
        }
    }
}

/// A logarithmic scale that begins at 1, with this number of decades.
struct Decades(u32);

impl Decades {
    fn up_to(max: f64) -> Self {
        let powers = (1..=18).find(|&power| 10_f64.powi(power) >= max).unwrap_or(18);
        Self(powers.unsigned_abs())
    }

    /// The position of a number, from 0 at the left end to 1 at the right end.
    fn position(&self, number: f64) -> f64 {
        libm::log10(number.max(1.0)) / f64::from(self.0)
    }

    fn labels(&self) -> Vec<(f64, String)> {
        let every = self.0.div_ceil(4) as usize;
        let label = |power: u32| match power {
            0 => "1".to_owned(),
            1 => "10".to_owned(),
            2 => "100".to_owned(),
            power => format!("10{}", superscript(power)),
        };
        let powers = (0..=self.0).step_by(every);
        powers.map(|power| (f64::from(power) / f64::from(self.0), label(power))).collect()
    }
}

fn superscript(power: u32) -> String {
    let digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    power.to_string().bytes().map(|digit| digits[usize::from(digit - b'0')]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_within_the_scale() {
        for max in [0.0, 1.0, 7.0, 10.0, 11.0, 1e6, 3e18] {
            let decades = Decades::up_to(max);
            assert!((0.0..=1.0).contains(&decades.position(max.min(1e18))), "{max}");
            assert_eq!(decades.position(0.0), 0.0);
            assert!(decades.labels().len() <= 6);
            assert!(decades.labels().iter().all(|(share, _)| (0.0..=1.0).contains(share)));
        }
        assert_eq!(superscript(12), "¹²");
    }
}
