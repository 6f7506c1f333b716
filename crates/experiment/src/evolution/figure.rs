//! The figures of a run, beside those of its shadows.

use serde::{Deserialize, Serialize};
use terrarium_studies::evolution::{ALL_SPECIES, Comparison, EvolutionReport, ModesReport};
use terrarium_studies::phylogeny::Phylogeny;
use terrarium_studies::statistics::Moments;

/// A figure of the evolution of a run, beside those of its shadows: a row of `evolution.csv`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EvolutionFigure {
    /// The species, or `all` for the metrics of all together.
    pub species: String,
    /// What it is: a column of the table of individuals for the change of its mean, the name of a
    /// [metric](terrarium_studies::evolution::Metric), or `generations` or `persistent`, which shadows have in common with the
    /// run.
    pub figure: String,
    /// Its value in the run.
    pub value: Option<f64>,
    /// The mean of the shadows.
    pub shadow_mean: Option<f64>,
    /// The standard deviation of the shadows.
    pub shadow_sd: Option<f64>,
    /// The distance of the run from the mean, in standard deviations of the shadows.
    pub z: Option<f64>,
    /// The share of run and shadows that are as extreme.
    pub p: Option<f64>,
}

impl EvolutionFigure {
    /// All figures of a report: species by species, and at the end those of all species, if there are several.
    pub(super) fn all(report: &EvolutionReport, organisms: &Phylogeny) -> Vec<Self> {
        let mut figures = Vec::new();
        for (species, of) in organisms.species().iter().zip(&report.species) {
            let name = &species.name;
            let changes = of.traits.iter();
            figures.extend(changes.map(|(it, compared)| Self::new(name, &it.column, compared)));
            figures.push(Self::shared(name, "generations", of.generations));
            figures.extend(Self::of_modes(name, &of.modes));
        }
        if organisms.species().len() > 1 {
            figures.extend(Self::of_modes(ALL_SPECIES, &report.all));
        }
        figures
    }

    fn of_modes(species: &str, modes: &ModesReport) -> impl Iterator<Item = Self> {
        let metrics = modes.metrics.iter();
        let metrics = metrics.map(|(metric, it)| Self::new(species, metric.name(), it));
        std::iter::once(Self::shared(species, "persistent", modes.persistent)).chain(metrics)
    }

    /// A figure that shadows have in common with the run.
    fn shared(species: &str, figure: &str, value: Option<f64>) -> Self {
        Self::new(species, figure, &Comparison::new(value, &[]))
    }

    fn new(species: &str, figure: &str, compared: &Comparison) -> Self {
        // Zero has no sign in tables.
        let [value, shadow_mean, z] =
            [compared.run, compared.mean, compared.z].map(|it| it.map(|number| number + 0.0));
        Self {
            species: species.to_owned(),
            figure: figure.to_owned(),
            value,
            shadow_mean,
            shadow_sd: compared.sd,
            z,
            p: compared.p,
        }
    }

    /// The value less the mean of the shadows.
    #[must_use]
    pub fn excess(&self) -> Option<f64> {
        let excess = self.value.zip(self.shadow_mean).map(|(value, mean)| value - mean + 0.0);
        excess.filter(|&excess| Moments::accepts(excess))
    }
}
