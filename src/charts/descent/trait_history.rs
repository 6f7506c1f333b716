//! The history of traits: how the values of the living are distributed over time.

use std::io;

use super::Lifetimes;
use crate::phylogeny::Taxon;

/// The number of intervals between the ticks of a history.
const INTERVALS: u64 = 240;

/// The quantiles that are shown.
pub(super) const QUANTILES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

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
    /// The quantiles 5, 25, 50, 75 and 95 % at each tick; `None` if no organism is alive.
    pub quantiles: Vec<Option<[f64; 5]>>,
}

impl TraitHistory {
    /// The history of all that a species inherits.
    #[must_use]
    pub fn of(lifetimes: &Lifetimes<'_>) -> Self {
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
                panel.quantiles.push(quantiles(&mut values.collect::<Vec<f64>>()));
            }
        });
        let title = format!("{}: traits of the living over time", lifetimes.name());
        Self { title, ticks, living: counts, panels }
    }

    /// The numbers as CSV: a row for each tick and trait with living organisms.
    pub(super) fn as_csv(&self) -> io::Result<Vec<u8>> {
        let mut table = csv::Writer::from_writer(Vec::new());
        table.write_record(["tick", "trait", "organisms", "q5", "q25", "median", "q75", "q95"])?;
        for (place, tick) in self.ticks.iter().enumerate() {
            for panel in &self.panels {
                let Some(quantiles) = panel.quantiles[place] else { continue };
                let start = [tick.to_string(), panel.name.clone(), self.living[place].to_string()];
                let values = quantiles.map(|value| value.to_string());
                table.write_record(start.into_iter().chain(values))?;
            }
        }
        table.into_inner().map_err(|error| error.into_error())
    }
}

impl TraitPanel {
    /// The lowest and the highest quantile of all ticks.
    pub(super) fn range(&self) -> Option<(f64, f64)> {
        let all = || self.quantiles.iter().flatten();
        let low = all().map(|it| it[0]).reduce(f64::min)?;
        let high = all().map(|it| it[QUANTILES.len() - 1]).reduce(f64::max)?;
        Some((low, high))
    }
}

/// The quantiles of values: the smallest value that at least this share does not exceed. Sorts the values.
fn quantiles(values: &mut [f64]) -> Option<[f64; 5]> {
    values.sort_unstable_by(f64::total_cmp);
    let last = values.len().checked_sub(1)?;
    Some(QUANTILES.map(|share| {
        let place = (share * values.len() as f64).ceil() as usize;
        values[place.saturating_sub(1).min(last)]
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values_that_the_share_does_not_exceed() {
        let mut values: Vec<f64> = (1..=100_u32).rev().map(f64::from).collect();
        assert_eq!(quantiles(&mut values), Some([5.0, 25.0, 50.0, 75.0, 95.0]));
        assert_eq!(quantiles(&mut [7.0]), Some([7.0; 5]));
        assert_eq!(quantiles(&mut [2.0, 1.0]), Some([1.0, 1.0, 1.0, 2.0, 2.0]));
        assert_eq!(quantiles(&mut []), None);
    }
}
