//! The survival of species: a panel for each species that died out in any run, with a survival
//! curve for each level of the factor.

use std::io;
use std::path::{Path, PathBuf};

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use terrarium_output::drawing::image::{Area, Backend};
use terrarium_output::drawing::plot::PlotError;
use terrarium_output::drawing::scale::{even_steps, float, grouped};
use terrarium_output::drawing::style::{CAPTION, HEADING, LABEL, text};
use terrarium_studies::statistics::Step;

use super::frame::{Frame, draw_foot, pixel};
use super::{Panels, Sheet, subtitle};
use crate::summary::{Group, Response, Summary};

const PANEL_HEIGHT: u32 = 230;

/// The space at the right for the legend, in pixels.
const RIGHT: i32 = 250;

/// The height of a line of the legend.
const LINE: i32 = 24;

/// The most panels in a chart.
const MOST: usize = 16;

/// The most curves with bands of confidence in a panel.
const MOST_BANDS: usize = 4;

/// Half the height of the mark of a run that ended with the species alive.
const MARK: i32 = 6;

/// The dashes that distinguish neighbouring curves: length and gap in pixels.
const DASHES: [Option<(i32, i32)>; 3] = [None, Some((12, 6)), Some((3, 5))];

/// Writes the chart of survival by a response to `path` with the endings of its formats.
pub fn save(
    summary: &Summary,
    response: &Response,
    title: &str,
    path: &Path,
    vector: bool,
) -> io::Result<Vec<PathBuf>> {
    let groups: Vec<&Group> = response.nonempty_groups().collect();
    let died_out = |species: &&String| groups.iter().any(|group| was_lost(group, species));
    let species: Vec<&String> = summary.species.iter().filter(died_out).take(MOST).collect();
    let names = LINE as u32 * (groups.len() + summary_lines(response) + 2) as u32;
    let height = (PANEL_HEIGHT * species.len().max(1) as u32).max(names);
    let subtitle = &subtitle("share of runs in which a species is alive", response);
    Sheet { title, subtitle, height, panels: SurvivalPanels { species, groups, response } }
        .save(path, vector)
}

/// The number of names above the legend.
fn summary_lines(response: &Response) -> usize {
    response.factor.as_deref().map_or(0, |factor| factor.split(" × ").count())
}

struct SurvivalPanels<'a> {
    /// The species that have a panel.
    species: Vec<&'a String>,
    groups: Vec<&'a Group>,
    response: &'a Response,
}

impl Panels for SurvivalPanels<'_> {
    fn draw<B: Backend>(&self, panels: &Area<B>, foot: &Area<B>) -> Result<(), PlotError> {
        let Self { species, groups, response } = self;
        if species.is_empty() {
            let note = "no species died out in any run";
            panels.draw(&Text::new(note, (super::frame::LEFT, 20), text(&HEADING)))?;
            return Ok(());
        }
        let last = last_tick(groups);
        for (species, area) in species.iter().zip(panels.split_evenly((species.len(), 1))) {
            let note =
                response.log_rank(species).map(|test| format!("log-rank {}", probability(test.p)));
            draw_panel(&area, (species, &note.unwrap_or_default()), groups, last)?;
        }
        let frame = Frame::new(foot, RIGHT);
        draw_legend(panels, response, groups, frame.right + 26)?;
        let place = |tick: u64| frame.whole_x(float(tick) / float(last.max(1)));
        let ticks = even_steps((0, last), 10).into_iter();
        let labels = ticks.map(|tick| (place(tick), grouped(tick)));
        draw_foot(foot, &labels.collect::<Vec<_>>(), "ticks", frame.right)
    }
}

/// Whether a species died out in any run of a group.
fn was_lost(group: &Group, species: &str) -> bool {
    let survival = group.survival.get(species);
    survival.is_some_and(|survival| survival.curve().iter().any(|step| step.lost > 0))
}

fn last_tick(groups: &[&Group]) -> u64 {
    let curves = groups.iter().flat_map(|group| group.survival.values());
    curves.filter_map(|survival| survival.curve().last().map(|step| step.tick)).max().unwrap_or(0)
}

fn draw_panel<B: Backend>(
    area: &Area<B>,
    (species, note): (&str, &str),
    groups: &[&Group],
    last: u64,
) -> Result<(), PlotError> {
    let frame = Frame::new(area, RIGHT);
    let numbers = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| (share, format!("{share}")));
    frame.draw(area, species, note, &numbers)?;
    let x = |tick: u64| frame.whole_x(float(tick) / float(last.max(1)));
    for (position, group) in groups.iter().enumerate() {
        let Some(survival) = group.survival.get(species) else { continue };
        let curve = survival.curve();
        let colour = colour(position, groups.len());
        if groups.len() <= MOST_BANDS {
            let band = band(&curve, x, |share| frame.y(share));
            area.draw(&Polygon::new(band, colour.mix(0.12).filled()))?;
        }
        for tick in survival.censored().filter(|&tick| tick < last) {
            let (x, y) = (x(tick), frame.y(share_at(&curve, tick)));
            area.draw(&PathElement::new([(x, y - MARK), (x, y + MARK)], colour.stroke_width(2)))?;
        }
    }
    for (position, group) in groups.iter().enumerate() {
        let Some(survival) = group.survival.get(species) else { continue };
        let line = stairs(&survival.curve(), |step| (x(step.tick), frame.y(step.share)));
        if line.len() > 1 {
            draw_line(area, line, position, groups.len())?;
        }
    }
    Ok(())
}

/// The outline of the confidence intervals of a curve, each until the next step.
fn band(curve: &[Step], x: impl Fn(u64) -> i32, y: impl Fn(f64) -> i32) -> Vec<(i32, i32)> {
    let ends = |step: &Step| step.interval.unwrap_or((step.share, step.share));
    let edge =
        |end: fn((f64, f64)) -> f64| stairs(curve, |step| (x(step.tick), y(end(ends(step)))));
    let lower = edge(|(low, _)| low);
    let upper = edge(|(_, high)| high);
    lower.into_iter().chain(upper.into_iter().rev()).collect()
}

/// The share that survives a tick.
fn share_at(curve: &[Step], tick: u64) -> f64 {
    let before = curve.iter().rev().find(|step| step.tick <= tick);
    before.map_or(1.0, |step| step.share)
}

/// A probability for a chart.
fn probability(p: f64) -> String {
    if p < 0.001 { "p < 0.001".to_owned() } else { format!("p = {p:.3}") }
}

/// The points of a step function: each share applies until the next step.
fn stairs(curve: &[Step], place: impl Fn(&Step) -> (i32, i32)) -> Vec<(i32, i32)> {
    let mut line: Vec<(i32, i32)> = Vec::new();
    for step in curve {
        let (x, y) = place(step);
        if let Some(&(_, before)) = line.last()
            && before != y
        {
            line.push((x, before));
        }
        line.push((x, y));
    }
    line
}

/// Draws a line in the style of the group with this position among `count` groups.
fn draw_line<B: Backend>(
    area: &Area<B>,
    line: Vec<(i32, i32)>,
    position: usize,
    count: usize,
) -> Result<(), PlotError> {
    let style = colour(position, count).stroke_width(3);
    match DASHES[position % DASHES.len()] {
        None => area.draw(&PathElement::new(line, style))?,
        Some((length, gap)) => {
            for dash in DashedLineSeries::new(line, length, gap, style) {
                area.draw(&dash)?;
            }
        }
    }
    Ok(())
}

fn draw_legend<B: Backend>(
    area: &Area<B>,
    response: &Response,
    groups: &[&Group],
    left: i32,
) -> Result<(), PlotError> {
    let Some(factor) = &response.factor else { return Ok(()) };
    let names: Vec<&str> = factor.split(" × ").collect();
    for (line, name) in (0..).zip(&names) {
        area.draw(&Text::new((*name).to_owned(), (left, 20 + line * LINE), text(&CAPTION)))?;
    }
    let first = 1 + i32::try_from(names.len())?;
    for ((position, group), line) in groups.iter().enumerate().zip(first..) {
        let y = line * LINE;
        draw_line(area, vec![(left, y), (left + 40, y)], position, groups.len())?;
        let beside = text(&LABEL).pos(Pos::new(HPos::Left, VPos::Center));
        area.draw(&Text::new(group.level.short.clone(), (left + 50, y), beside))?;
    }
    Ok(())
}

/// The colour of a curve, from dark blue over teal and green to orange in the order of the levels.
fn colour(position: usize, count: usize) -> RGBColor {
    const STOPS: [[f64; 3]; 4] =
        [[38.0, 42.0, 120.0], [20.0, 120.0, 130.0], [90.0, 150.0, 50.0], [215.0, 100.0, 20.0]];
    let place = share(position, count) * 3.0;
    let (below, within) = match place {
        place if place < 1.0 => (0, place),
        place if place < 2.0 => (1, place - 1.0),
        place => (2, place - 2.0),
    };
    let mix = |part: usize| {
        let mixed = STOPS[below][part] * (1.0 - within) + STOPS[below + 1][part] * within;
        u8::try_from(pixel(mixed)).unwrap_or(u8::MAX)
    };
    RGBColor(mix(0), mix(1), mix(2))
}

#[expect(clippy::cast_precision_loss, reason = "there are few curves")]
fn share(position: usize, count: usize) -> f64 {
    position as f64 / count.saturating_sub(1).max(1) as f64
}
