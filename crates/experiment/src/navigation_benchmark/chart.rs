//! The chart of a benchmark: a panel per set of problems, a line per navigator.
//!
//! Bars show how attempts ended, dots show the length divided by the optimum, and lines show the
//! number of steps. Nothing on the chart depends on a clock.

use std::io;
use std::path::Path;

use plotters::backend::DrawingBackend;
use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use terrarium_output::drawing::plot::{self, Plot, PlotError};
use terrarium_output::drawing::style::{AXIS, CAPTION, GRID, HEADING, LABEL, TITLE, text};

use super::{ProblemSet, Summary, Verdict};

/// The file name of the chart.
pub const CHART: &str = "lab.png";

const WIDTH: u32 = 1600;
const TITLE_HEIGHT: u32 = 100;
const HEAD_HEIGHT: u32 = 60;
const LINE_HEIGHT: u32 = 28;
const FOOT_HEIGHT: u32 = 30;

/// The positions of names, bars, dots and lines, in pixels from the left.
const NAMES: i32 = 40;
const BARS: (i32, i32) = (330, 730);
const DOTS: (i32, i32) = (830, 1130);
const STEPS: (i32, i32) = (1220, 1520);

/// The parts of a bar, from left to right.
const VERDICTS: [(Verdict, &str, RGBColor); 5] = [
    (Verdict::Found, "found", RGBColor(44, 132, 92)),
    (Verdict::Unreachable, "proven unreachable", RGBColor(60, 104, 186)),
    (Verdict::Through, "through obstacles", RGBColor(150, 110, 170)),
    (Verdict::GaveUp, "gave up", RGBColor(222, 164, 44)),
    (Verdict::Failed, "failed", RGBColor(196, 62, 60)),
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
    let heights = panels.iter().map(|(_, group)| height_of(group));
    let height = TITLE_HEIGHT + heights.sum::<u32>() + FOOT_HEIGHT;
    plot::save(path, (WIDTH, height), |plot| paint(plot, &panels, names))
}

fn paint(
    plot: &Plot<'_>,
    panels: &[(&ProblemSet, &[Summary])],
    names: &[String],
) -> Result<(), PlotError> {
    let (head, mut rest) = plot.split_vertically(TITLE_HEIGHT);
    draw_title(&head)?;
    for (set, group) in panels {
        let (panel, below) = rest.split_vertically(height_of(group));
        draw_panel(&panel, set, names, group)?;
        rest = below;
    }
    Ok(())
}

fn height_of(group: &[Summary]) -> u32 {
    HEAD_HEIGHT + LINE_HEIGHT * group.len() as u32
}

type Area<B> = DrawingArea<B, Shift>;

/// Draws the title and the legend of the bars.
fn draw_title<B>(area: &Area<B>) -> Result<(), PlotError>
where
    B: DrawingBackend<ErrorType: 'static>,
{
    area.draw(&Text::new("Navigators compared", (NAMES, 28), text(&TITLE)))?;
    let mut x = NAMES;
    for (_, name, colour) in VERDICTS {
        area.draw(&Rectangle::new([(x, 70), (x + 14, 84)], colour.filled()))?;
        area.draw(&Text::new(name, (x + 20, 68), text(&LABEL)))?;
        let (width, _) = area.estimate_text_size(name, &text(&LABEL))?;
        x += i32::try_from(width)? + 54;
    }
    Ok(())
}

fn draw_panel<B>(
    area: &Area<B>,
    set: &ProblemSet,
    names: &[String],
    group: &[Summary],
) -> Result<(), PlotError>
where
    B: DrawingBackend<ErrorType: 'static>,
{
    let foot = i32::try_from(height_of(group))? - 6;
    let top = i32::try_from(HEAD_HEIGHT)? - 8;
    area.draw(&Text::new(set.name.as_str(), (NAMES, 18), text(&HEADING)))?;
    let p99s = group.iter().filter_map(|summary| summary.steps).map(|steps| steps.p99);
    let decades = Decades::up_to(p99s.fold(1.0, f64::max));
    for ((left, _), caption) in [
        (BARS, "outcomes"),
        (DOTS, "length ÷ optimum: mean, to 95th percentile"),
        (STEPS, "steps: median, to 99th percentile"),
    ] {
        area.draw(&Text::new(caption, (left, 16), text(&CAPTION)))?;
    }
    let above = text(&LABEL).pos(Pos::new(HPos::Center, VPos::Bottom));
    for (share, label) in [(0.0, "1"), (0.5, "1.25"), (1.0, "1.5")] {
        let x = along(DOTS, share);
        area.draw(&PathElement::new([(x, top), (x, foot)], GRID))?;
        area.draw(&Text::new(label, (x, top), above.clone()))?;
    }
    for (share, label) in decades.labels() {
        let x = along(STEPS, share);
        area.draw(&PathElement::new([(x, top), (x, foot)], GRID))?;
        area.draw(&Text::new(label, (x, top), above.clone()))?;
    }
    for (index, summary) in group.iter().enumerate() {
        let y = top + i32::try_from(LINE_HEIGHT)? * i32::try_from(index)? + 16;
        draw_line(area, y, &names[summary.method], summary, &decades)?;
    }
    area.draw(&PathElement::new([(NAMES, foot), (STEPS.1, foot)], AXIS))?;
    Ok(())
}

/// Draws the line of one navigator.
fn draw_line<B>(
    area: &Area<B>,
    y: i32,
    name: &str,
    summary: &Summary,
    decades: &Decades,
) -> Result<(), PlotError>
where
    B: DrawingBackend<ErrorType: 'static>,
{
    let ink = RGBColor(38, 42, 48);
    let label = text(&LABEL).pos(Pos::new(HPos::Left, VPos::Center)).color(&ink);
    area.draw(&Text::new(name.to_owned(), (NAMES, y), label))?;
    let mut before = 0;
    for (verdict, _, colour) in VERDICTS {
        let count = summary.verdicts(verdict);
        let share = |count: usize| count as f64 / summary.problems.max(1) as f64;
        let ends = [share(before), share(before + count)].map(|share| along(BARS, share));
        if count > 0 {
            let corners = [(ends[0], y - 9), (ends[1], y + 9)];
            area.draw(&Rectangle::new(corners, colour.filled()))?;
        }
        before += count;
    }
    if let Some(ratio) = summary.ratio {
        let position =
            |ratio: f64| along(DOTS, ((ratio - 1.0) / (MAX_RATIO - 1.0)).clamp(0.0, 1.0));
        let line = [(position(ratio.mean), y), (position(ratio.p95), y)];
        area.draw(&PathElement::new(line, ink.mix(0.45).stroke_width(3)))?;
        area.draw(&Circle::new((position(ratio.mean), y), 6, ink.filled()))?;
    }
    if let Some(steps) = summary.steps {
        let position = |steps: f64| along(STEPS, decades.position(steps));
        let line = [(position(steps.p50), y), (position(steps.p99), y)];
        area.draw(&PathElement::new(line, ink.mix(0.45).stroke_width(3)))?;
        area.draw(&Circle::new((position(steps.p50), y), 6, ink.filled()))?;
    }
    Ok(())
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

/// The pixel at a share of an interval.
#[expect(clippy::cast_possible_truncation, reason = "the chart is small")]
fn along((from, to): (i32, i32), share: f64) -> i32 {
    from + (f64::from(to - from) * share + 0.5).floor() as i32
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
