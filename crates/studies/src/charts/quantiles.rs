//! How values of the living are distributed over time.

use terrarium_drawing::chart::runs;
use terrarium_output::colour::Rgb;

use crate::statistics::quantile;

/// The distribution of a value among the living organisms over time.
#[derive(Debug, Clone, PartialEq)]
pub struct Quantiles {
    /// Its colour.
    pub colour: Rgb,
    /// The ticks, in ascending order.
    pub ticks: Vec<u64>,
    /// The number of organisms that are counted at each tick.
    pub living: Vec<u64>,
    /// The quantiles of [`SHARES`](Self::SHARES) at each tick; `None` if no organism is alive.
    pub quantiles: Vec<Option<[f64; 5]>>,
}

impl Quantiles {
    /// The shares of the living that do not exceed the quantiles.
    pub const SHARES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];

    /// What a picture shows, in a line.
    pub const LEGEND: &str = "line: median, bands: 25 to 75 % and 5 to 95 % of the living; \
        grey, dashed: those alive at the first tick";

    /// The quantiles of some values, by linear interpolation (type 7) as everywhere. Sorts the values.
    #[must_use]
    pub fn of(values: &mut [f64]) -> Option<[f64; 5]> {
        values.sort_unstable_by(f64::total_cmp);
        (!values.is_empty()).then(|| Self::SHARES.map(|share| quantile(values, share)))
    }

    /// The quantiles of those that are alive at the first tick.
    #[must_use]
    pub fn founders(&self) -> Option<[f64; 5]> {
        self.quantiles.first().copied().flatten()
    }

    /// The index of the last tick up to `tick`, or else of the first one.
    #[must_use]
    pub fn index_at(&self, tick: u64) -> usize {
        self.ticks.partition_point(|&it| it <= tick).saturating_sub(1)
    }

    /// The index of the tick nearest to `tick`.
    #[must_use]
    pub fn index_near(&self, tick: u64) -> usize {
        let (before, after) = (self.index_at(tick), self.index_at(tick) + 1);
        let is_nearer = |other: &u64| other.abs_diff(tick) < self.ticks[before].abs_diff(tick);
        if self.ticks.get(after).is_some_and(is_nearer) { after } else { before }
    }

    /// The runs of adjacent ticks at which organisms are alive.
    pub fn runs(&self) -> impl Iterator<Item = Vec<(u64, [f64; 5])>> {
        runs(self.ticks.iter().copied().zip(self.quantiles.iter().copied()))
    }

    /// The lowest and the highest quantile of all ticks.
    #[must_use]
    pub fn range(&self) -> Option<(f64, f64)> {
        let all = || self.quantiles.iter().flatten();
        let low = all().map(|it| it[0]).reduce(f64::min)?;
        let high = all().map(|it| it[it.len() - 1]).reduce(f64::max)?;
        Some((low, high))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Statistics;

    #[test]
    fn quantiles_are_interpolated_as_in_summaries() {
        let mut values: Vec<f64> = (1..=101_u32).rev().map(f64::from).collect();
        assert_eq!(Quantiles::of(&mut values), Some([6.0, 26.0, 51.0, 76.0, 96.0]));
        assert_eq!(Quantiles::of(&mut [7.0]), Some([7.0; 5]));
        assert_eq!(Quantiles::of(&mut [2.0, 1.0]), Some([1.05, 1.25, 1.5, 1.75, 1.95]));
        let values = [9.5, 1.0, 4.0, 8.0, 2.0];
        assert_eq!(
            Quantiles::of(&mut values.clone()).unwrap(),
            Statistics::new(&mut values.to_vec()).unwrap().quantiles
        );
        assert_eq!(Quantiles::of(&mut []), None);
    }

    #[test]
    fn runs_end_where_no_organism_is_alive() {
        let at = |value: f64| Some([value; 5]);
        let quantiles = Quantiles {
            colour: [0; 3],
            ticks: vec![0, 10, 20, 30, 40],
            living: vec![1, 1, 0, 0, 1],
            quantiles: vec![at(1.0), at(2.0), None, None, at(3.0)],
        };
        let runs: Vec<Vec<u64>> =
            quantiles.runs().map(|run| run.into_iter().map(|(tick, _)| tick).collect()).collect();
        assert_eq!(runs, [vec![0, 10], vec![40]]);
        assert_eq!(quantiles.range(), Some((1.0, 3.0)));
        assert_eq!([0, 9, 10, 25, 99].map(|tick| quantiles.index_at(tick)), [0, 0, 1, 2, 4]);
        assert_eq!(
            [0, 4, 6, 25, 26, 99].map(|tick| quantiles.index_near(tick)),
            [0, 0, 1, 2, 3, 4]
        );
    }
}
