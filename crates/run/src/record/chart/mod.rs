//! The chart of a run: the population of each species over time.
//!
//! Plants outnumber carnivores a hundredfold, so each kind has its own panel and scale. A curve has
//! the colour of its species, a unique dash in its panel, and its name at its end.

mod history;
mod labels;
mod panel;

use std::io;
use std::path::Path;

use plotters::prelude::*;
use terrarium_creatures::species::Kind;
use terrarium_output::drawing::plot::{Plot, PlotError};
use terrarium_output::drawing::scale::{Scale, grouped};
use terrarium_output::drawing::style::{CAPTION, TITLE, text};
use terrarium_output::drawing::{plot, style};
use terrarium_sim::world::World;

use history::History;
use panel::{Curve, Panel};

use crate::palette::{self, Rgb};

/// The name of the file.
pub const CHART: &str = "population.png";

const WIDTH: u32 = 1600;
const TITLE_HEIGHT: u32 = 92;
const PANEL_HEIGHT: u32 = 330;
const FOOT_HEIGHT: u32 = 76;

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
        let height = TITLE_HEIGHT + PANEL_HEIGHT * panels.len().max(1) as u32 + FOOT_HEIGHT;
        plot::save(path, (WIDTH, height), |plot| self.draw(plot, &panels))
    }

    fn draw(&self, plot: &Plot<'_>, panels: &[Panel<'_>]) -> Result<(), PlotError> {
        let (_, height) = plot.dim_in_pixel();
        let (head, rest) = plot.split_vertically(TITLE_HEIGHT);
        let (first, last) = self.history.span();
        head.draw(&Text::new(self.title.as_str(), (panel::LEFT, 28), text(&TITLE)))?;
        let (from, to) = (grouped(first), grouped(last));
        let subtitle = format!("organisms alive · seed {} · ticks {from} to {to}", self.seed);
        head.draw(&Text::new(subtitle, (panel::LEFT, 66), text(&CAPTION)))?;

        let (panels_area, foot) = rest.split_vertically(height - TITLE_HEIGHT - FOOT_HEIGHT);
        let areas = panels_area.split_evenly((panels.len().max(1), 1));
        for (panel, area) in panels.iter().zip(&areas) {
            panel.draw(area)?;
        }
        panel::draw_ticks(&foot, (first, last))?;
        Ok(())
    }

    /// A panel for each kind of which there were organisms, in the order of the food chain.
    fn panels(&self) -> Vec<Panel<'_>> {
        let kinds = [
            (Kind::Plant, "Plants"),
            (Kind::Herbivore, "Herbivores"),
            (Kind::Carnivore, "Carnivores"),
        ];
        let panels = kinds.map(|(kind, heading)| {
            let indices = (0..self.species.len()).filter(|&index| self.species[index].1 == kind);
            let curves = indices.map(|index| self.curve(index));
            let curves: Vec<Curve<'_>> = curves.filter(|curve| curve.peak() > 0).collect();
            let peaks = curves.iter().map(Curve::peak);
            Panel { heading, span: self.history.span(), scale: Scale::new(peaks), curves }
        });
        panels.into_iter().filter(|panel| !panel.curves.is_empty()).collect()
    }

    fn curve(&self, index: usize) -> Curve<'_> {
        let (name, _, colour) = &self.species[index];
        Curve { name, colour: style::legible(*colour), points: self.history.of(index).collect() }
    }
}
