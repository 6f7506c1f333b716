//! The chart of a run: the population of each species over time.
//!
//! Plants outnumber carnivores a hundredfold, so each kind has its own panel and scale. A curve has
//! the colour of its species, a unique dash in its panel, and its name at its end.

mod history;

use std::io;
use std::path::Path;

use terrarium_creatures::species::Kind;
use terrarium_drawing::chart::{
    Axis, ChartPen, Curve, Frame, Heading, Scale, curves, float, grouped,
};
use terrarium_drawing::image::{self, ImageFormat};
use terrarium_drawing::{Rect, Vec2};
use terrarium_output::colour::Rgb;
use terrarium_sim::world::World;

use history::History;

use crate::palette;

/// The name of the file.
pub const CHART: &str = "population.png";

/// The width of the picture and the height of a panel, in pixels.
const WIDTH: u32 = 1600;
const PANEL: u32 = 330;

/// Curves are logarithmic where the greatest peak is so many times the least one: the lowest curve would be too close to
/// the axis on a linear scale.
const TOO_LOW: f64 = 25.0;

/// Collects the data of a chart during a run, and draws it.
#[derive(Debug, Clone)]
pub struct Chart {
    title: String,
    seed: u64,
    species: Vec<(String, Kind, Rgb)>,
    history: History,
}

impl Chart {
    /// A chart of the species of `world`; `title` is usually the name of the scenario.
    #[must_use]
    pub fn new(title: &str, world: &World) -> Self {
        let species = &world.config().species;
        let colours = palette::of(species);
        let species = species.iter().zip(colours);
        let species = species.map(|(species, colour)| (species.name.clone(), species.kind, colour));
        Self {
            title: title.to_owned(),
            seed: world.config().seed,
            species: species.collect(),
            history: History::default(),
        }
    }

    /// Adds the population of each species, in the order of the world, at a tick.
    pub fn add(&mut self, tick: u64, counts: impl Iterator<Item = u64>) {
        self.history.add(tick, counts.collect());
    }

    /// Draws the chart and writes it as PNG to `path`, atomically.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        let panels = self.panels();
        let (first, last) = self.history.span();
        let (from, to) = (grouped(first), grouped(last));
        let note = format!("organisms alive · seed {} · ticks {from} to {to}", self.seed);
        let heading = Heading { title: &self.title, notes: &[&note] };
        let height = heading.height(WIDTH) + PANEL * panels.len().max(1) as u32;
        image::save(path, ImageFormat::Png, (WIDTH, height), |pen| {
            self.draw(pen, &heading, &panels);
        })
    }

    fn draw(&self, pen: &mut ChartPen<'_>, heading: &Heading<'_>, panels: &[Panel]) {
        let (first, last) = self.history.span();
        let mut rest = heading.write(pen, pen.surface.bounds());
        let widths = panels.iter().map(|it| curves::labels_width(pen, rest, &it.curves));
        let names = widths.fold(0.0, f32::max);
        #[expect(clippy::cast_precision_loss, reason = "there are three panels")]
        let height = rest.height / panels.len().max(1) as f32;
        let ticks = Axis::ticks(first, last);
        for panel in panels {
            let (area, below) = rest.cut_top(height);
            panel.draw(pen, area, &ticks, names);
            rest = below;
        }
    }

    /// A panel for each kind of which there were organisms, in the order of the food chain.
    fn panels(&self) -> Vec<Panel> {
        let kinds = [
            (Kind::Plant, "Plants"),
            (Kind::Herbivore, "Herbivores"),
            (Kind::Carnivore, "Carnivores"),
        ];
        let panels = kinds.map(|(kind, heading)| {
            let indices = (0..self.species.len()).filter(|&index| self.species[index].1 == kind);
            Panel::new(heading, indices.filter_map(|index| self.curve(index)).collect())
        });
        panels.into_iter().filter(|panel| !panel.curves.is_empty()).collect()
    }

    /// The curve of a species up to its extinction; `None` if there never was an organism of it.
    fn curve(&self, index: usize) -> Option<Curve> {
        let (name, _, colour) = &self.species[index];
        let points: Vec<(u64, u64)> = self.history.of(index).collect();
        let living = points.iter().rposition(|&(_, count)| count > 0)?;
        let (shown, name) = match points.get(living + 1) {
            Some((tick, _)) => (living + 2, format!("{name} extinct by {}", grouped(*tick))),
            None => (living + 1, format!("{name} {}", grouped(points[living].1))),
        };
        let points = points[..shown].iter().map(|&(tick, count)| (tick, Some(float(count))));
        Some(Curve { name, colour: *colour, branch: None, points: points.collect() })
    }
}

/// The panel of one kind.
struct Panel {
    heading: String,
    counts: Axis,
    curves: Vec<Curve>,
}

impl Panel {
    fn new(kind: &str, curves: Vec<Curve>) -> Self {
        let values =
            || curves.iter().flat_map(|it| it.points.iter().filter_map(|&(_, value)| value));
        let peak =
            |it: &Curve| it.points.iter().filter_map(|&(_, value)| value).fold(0.0, f64::max);
        let highest = curves.iter().map(peak).fold(0.0, f64::max);
        let lowest = curves.iter().map(peak).fold(highest, f64::min);
        let (scale, heading) = match highest > TOO_LOW * lowest {
            true => (Scale::Log, format!("{kind}, log scale")),
            false => (Scale::Linear, kind.to_owned()),
        };
        let counts = Axis::of_values("organisms", "", scale, values());
        Self { heading, counts, curves }
    }

    /// Draws the heading, the axes and the curves, with a cross at the end of species that are extinct.
    fn draw(&self, pen: &mut ChartPen<'_>, area: Rect, ticks: &Axis, names: f32) {
        let (heading, body) = area.cut_top(pen.px(20.0));
        pen.text(&self.heading, heading, &pen.ink.heading());
        let frame = Frame::untitled(pen, body, [ticks, &self.counts], names);
        frame.axes(pen);
        curves::draw(pen, &frame, &self.curves, body.right());
        for curve in &self.curves {
            let Some((tick, 0.0)) = curve.end() else { continue };
            let (at, arm) = (frame.place(float(tick), 0.0), pen.px(4.0));
            let (colour, width) = (pen.ink.line_of(curve.colour), pen.px(1.0) * 1.6);
            for slope in [Vec2::new(arm, arm), Vec2::new(arm, -arm)] {
                pen.line(at - slope, at + slope, width, colour);
            }
        }
    }
}
