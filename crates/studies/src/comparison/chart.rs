//! The chart of a comparison: how many organisms are identical, and how the populations differ.

use std::path::Path;

use terrarium_output::RecordError;
use terrarium_run::palette::{self, Rgb};

use super::Comparison;
use crate::charts::file::{self, Format};
use crate::charts::{Axis, Chart, ChartKind, Curve, Plot, Shape, float};

/// The chart of a comparison.
pub const COMPARISON_PNG: &str = "comparison.png";

/// The size of the picture, in pixels.
const SIZE: (u32, u32) = (1400, 640);

/// The colour of all species together.
const ALL: Rgb = [120, 120, 120];

impl Comparison {
    /// What [`COMPARISON_PNG`] shows: for each species the share of identical organisms, and the difference of the
    /// populations, the second branch minus the first.
    #[must_use]
    pub fn chart(&self) -> Chart {
        let ticks = || Axis::ticks(*self.ticks.start(), *self.ticks.end());
        let plot = |name: &str, y: Axis, curves: Vec<Curve>| {
            let (x, name) = (ticks(), name.to_owned());
            Plot { name, x, y, shape: Shape::Curves(curves) }
        };
        let shares = self.curves(&|moment, species| {
            species.map_or(moment.all, |index| moment.species[index]).share()
        });
        let differences = self.curves(&|moment, species| {
            let [a, b] = species.map(|index| moment.species[index].alive)?.map(float);
            Some(b - a)
        });
        let values = differences.iter().flat_map(|it| &it.points).filter_map(|&(_, value)| value);
        let (low, high) = values
            .fold((-1.0_f64, 1.0_f64), |(low, high), value| (low.min(value), high.max(value)));
        let margin = (high - low) * 0.05;
        let of_counts = Axis::new("organisms more", "", (low - margin, high + margin));
        Chart {
            kind: ChartKind::Populations,
            title: "two branches: organisms that are identical, and how many more the second has"
                .to_owned(),
            plots: vec![
                plot("identical", Axis::new("share", "", (0.0, 1.0)), shares),
                plot("difference", of_counts, differences),
            ],
            note: None,
        }
    }

    /// A curve for all species, if it has values, and one for each.
    fn curves(&self, value: &dyn Fn(&super::Moment, Option<usize>) -> Option<f64>) -> Vec<Curve> {
        let colours = palette::of(&self.species);
        let species = self.species.iter().zip(colours).enumerate();
        let species = species.map(|(index, (it, colour))| (it.name.clone(), colour, Some(index)));
        let all = std::iter::once(("all".to_owned(), ALL, None));
        let curve = |(name, colour, species): (String, Rgb, Option<usize>)| {
            let points = self.moments.iter().map(|it| (it.tick, value(it, species))).collect();
            Curve { name, colour, branch: None, points }
        };
        let curves = all.chain(species).map(curve);
        curves.filter(|curve| curve.points.iter().any(|(_, value)| value.is_some())).collect()
    }

    pub(super) fn draw(&self, dir: &Path) -> Result<(), RecordError> {
        let path = dir.join(COMPARISON_PNG);
        file::save(&self.chart(), Format::Png, &path, SIZE).map_err(RecordError::writing(&path))
    }
}
