//! The survival of species: a panel for each species that died out in any run, with a survival
//! curve for each level of the factor.

use std::io;
use std::path::{Path, PathBuf};

use terrarium_drawing::chart::{Axis, ChartPen, Frame, float};
use terrarium_drawing::{Rect, Vec2, pale};
use terrarium_studies::statistics::Step;

use super::sheet::{self, PANEL, Sheet, below_each_other};
use super::{levels, subtitle};
use crate::summary::{Group, Response, Summary};

/// The most panels in a chart.
const MOST: usize = 16;

/// The most curves with bands of confidence in a panel.
const MOST_BANDS: usize = 4;

/// Half the height of the mark of a run that ended with the species alive, in pixels at scale 1.
const MARK: f32 = 4.0;

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
    let factors: Vec<&str> =
        response.factor.as_deref().map_or(Vec::new(), |factor| factor.split(" × ").collect());
    let lines = factors.len() + groups.len() + 1;
    let height = (PANEL * species.len().max(1) as u32).max(levels::height(lines));
    let subtitle = &subtitle("share of runs in which a species is alive", response);
    Sheet { title, subtitle, height, axis: "" }.save(path, vector, |pen, area| {
        if species.is_empty() {
            sheet::head(pen, area, "no species died out in any run", "");
            return;
        }
        let (panels, right) = area.cut_left(area.width - pen.px(levels::LEGEND));
        if !factors.is_empty() {
            let (_, legend) = right.cut_left(pen.px(14.0));
            let names: Vec<&str> = groups.iter().map(|it| it.level.short.as_str()).collect();
            levels::legend(pen, legend, &factors, &names);
        }
        let ticks = Axis::ticks(0, last_tick(&groups));
        let places = below_each_other(panels, species.len());
        for (species, area) in species.iter().zip(places) {
            let note =
                response.log_rank(species).map(|test| format!("log-rank {}", probability(test.p)));
            let body = sheet::head(pen, area, species, &note.unwrap_or_default());
            draw_panel(pen, body, species, &groups, &ticks);
        }
    })
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

fn draw_panel(pen: &mut ChartPen<'_>, area: Rect, species: &str, groups: &[&Group], ticks: &Axis) {
    let shares = Axis::new("share", "", (0.0, 1.0));
    let frame = Frame::untitled(pen, area, [ticks, &shares], 0.0);
    frame.axes(pen);
    let place = |tick: u64, share: f64| frame.place(float(tick), share);
    let survivals = || {
        let groups = groups.iter().enumerate();
        groups.filter_map(|(position, group)| Some((position, group.survival.get(species)?)))
    };
    for (position, survival) in survivals() {
        let curve = survival.curve();
        let colour = levels::colour(position, groups.len());
        if groups.len() <= MOST_BANDS {
            pen.surface.polygon(&band(&curve, place), pale(colour, 31));
        }
        let (mark, width) = (Vec2::new(0.0, pen.px(MARK)), pen.px(1.0) * 1.3);
        for tick in survival.censored().filter(|&tick| float(tick) < ticks.range.1) {
            let at = place(tick, share_at(&curve, tick));
            pen.line(at - mark, at + mark, width, colour);
        }
    }
    for (position, survival) in survivals() {
        let line = stairs(&survival.curve(), |step| place(step.tick, step.share));
        if line.len() > 1 {
            levels::line(pen, &line, 1.9, (position, groups.len()));
        }
    }
}

/// The outline of the confidence intervals of a curve, each until the next step.
fn band(curve: &[Step], place: impl Fn(u64, f64) -> Vec2) -> Vec<Vec2> {
    let ends = |step: &Step| step.interval.unwrap_or((step.share, step.share));
    let edge = |end: fn((f64, f64)) -> f64| stairs(curve, |step| place(step.tick, end(ends(step))));
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
fn stairs(curve: &[Step], place: impl Fn(&Step) -> Vec2) -> Vec<Vec2> {
    let mut line: Vec<Vec2> = Vec::new();
    for step in curve {
        let at = place(step);
        if let Some(before) = line.last()
            && before.y != at.y
        {
            line.push(Vec2::new(at.x, before.y));
        }
        line.push(at);
    }
    line
}
