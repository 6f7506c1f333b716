//! The history of traits: how the values of the living are distributed over time.

use terrarium_output::colour::Rgb;

use super::Lifetimes;
use crate::charts::{Axis, Chart, ChartKind, Plot, Quantiles, Shape};
use crate::phylogeny::Taxon;

/// The number of intervals between the ticks of a history.
const INTERVALS: u64 = 240;

/// The least room of a value, above and below.
const LEAST_ROOM: f64 = 1e-3;

/// The distribution of each trait of a species over time, and of each number of its genome.
#[derive(Debug, Clone, PartialEq)]
pub struct TraitHistory {
    /// What it shows, in a line.
    pub title: String,
    /// The ticks, in ascending order.
    pub ticks: Vec<u64>,
    /// The number of living organisms with known traits at each tick.
    pub living: Vec<u64>,
    /// The traits, then the numbers of genomes that all organisms of the species have.
    pub panels: Vec<TraitPanel>,
}

/// The distribution of one trait over time.
#[derive(Debug, Clone, PartialEq)]
pub struct TraitPanel {
    /// The name of its column in the table of individuals.
    pub name: String,
    /// The quantiles of [`Quantiles::SHARES`] at each tick; `None` if no organism is alive.
    pub quantiles: Vec<Option<[f64; 5]>>,
}

impl TraitHistory {
    /// The history of all that a species inherits.
    #[must_use]
    pub fn new(lifetimes: &Lifetimes<'_>) -> Self {
        let ticks = lifetimes.ticks(INTERVALS);
        let organisms = lifetimes.organisms;
        let all = if organisms.species().is_empty() { Vec::new() } else { organisms.heritables(0) };
        let panel = |&what| TraitPanel {
            name: organisms.column(what).to_owned(),
            quantiles: Vec::with_capacity(ticks.len()),
        };
        let mut panels: Vec<TraitPanel> = all.iter().map(panel).collect();
        let mut counts = Vec::with_capacity(ticks.len());
        lifetimes.at_each(&ticks, |_, living| {
            let taxa = living.iter().map(|&index| &organisms.taxa()[index]);
            let known: Vec<&Taxon> = taxa.filter(|taxon| taxon.traits.is_some()).collect();
            counts.push(known.len() as u64);
            for (panel, &what) in panels.iter_mut().zip(&all) {
                let values = known.iter().filter_map(|taxon| organisms.value(taxon, what));
                panel.quantiles.push(Quantiles::of(&mut values.collect::<Vec<f64>>()));
            }
        });
        let title = format!("{}: traits of the living over time", lifetimes.name());
        Self { title, ticks, living: counts, panels }
    }

    /// Whether no organism with known traits is alive at any of the ticks.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.living.iter().all(|&living| living == 0)
    }

    /// The chart in this colour: a plot for each trait above an axis of ticks.
    #[must_use]
    pub fn chart(&self, colour: Rgb, ticks: &Axis) -> Chart {
        let plot = |panel: &TraitPanel| {
            let quantiles = Quantiles {
                colour,
                ticks: self.ticks.clone(),
                living: self.living.clone(),
                quantiles: panel.quantiles.clone(),
            };
            let y = axis(&panel.name, &quantiles);
            let (name, x) = (panel.name.clone(), ticks.clone());
            Plot { name, x, y, shape: Shape::Quantiles(quantiles) }
        };
        let plots = self.panels.iter().map(plot).collect();
        Chart { kind: ChartKind::TraitHistory, title: self.title.clone(), plots, note: None }
    }
}

/// The vertical axis of a trait with the name of its column: its values with some room around them.
fn axis(column: &str, values: &Quantiles) -> Axis {
    // The room that values have at least, so that noise does not look like evolution.
    let (unit, least_room) = match column {
        "mature_radius" | "seed_spread" => ("units", LEAST_ROOM),
        "hue" => ("turns", LEAST_ROOM),
        "neurons" | "connections" => ("", 0.5),
        name if name.starts_with("points_") => ("points", LEAST_ROOM),
        _ => ("", LEAST_ROOM),
    };
    let short = ["points_", "param_"].iter().find_map(|prefix| column.strip_prefix(prefix));
    let name = short.unwrap_or(column);
    let (low, high) = values.range().unwrap_or((0.0, 1.0));
    let room = ((high - low) * 0.08).max(high.abs() * 0.02).max(least_room);
    let foot = if low >= 0.0 { (low - room).max(0.0) } else { low - room };
    Axis::new(name, unit, (foot, high + room))
}
