//! Selection on a trait over all cohorts of a species.

use super::{Heritability, Selection};

/// Selection on a trait over all cohorts.
#[derive(Debug, Clone, PartialEq)]
pub struct OverCohorts {
    /// The column of the trait in the table of individuals.
    pub column: String,
    /// The mean of the first cohort.
    pub first: f64,
    /// The mean of the last cohort.
    pub last: f64,
    /// The mean differential of a cohort in standard deviations; `None` if no cohort has one.
    pub intensity: Option<f64>,
    /// The sum of the differentials.
    pub differential: f64,
    /// The sum of the responses.
    pub response: f64,
    /// The sum of the z of all cohorts, by the root of their number (Stouffer's method).
    pub z: Option<f64>,
    /// The regression of children on their parents; `None` if no parents differ.
    pub heritability: Option<Heritability>,
}

impl OverCohorts {
    /// Selection on every trait; nothing if there is no cohort.
    #[must_use]
    pub fn of(selection: &Selection) -> Vec<Self> {
        let cohorts = &selection.cohorts;
        let Some((first, last)) = cohorts.first().zip(cohorts.last()) else { return Vec::new() };
        let of_trait = |index: usize| {
            let all = || cohorts.iter().map(move |cohort| &cohort.traits[index]);
            let intensities: Vec<f64> = all().filter_map(|it| it.intensity()).collect();
            let scores: Vec<f64> = all().filter_map(|it| it.z).collect();
            let sum = |values: &[f64]| values.iter().sum::<f64>();
            let has = |values: &[f64]| !values.is_empty();
            Self {
                column: first.traits[index].column.clone(),
                first: first.traits[index].mean,
                last: last.traits[index].mean,
                intensity: has(&intensities).then(|| sum(&intensities) / intensities.len() as f64),
                differential: all().filter_map(|it| it.differential).sum(),
                response: all().filter_map(|it| it.response()).sum(),
                z: has(&scores).then(|| sum(&scores) / (scores.len() as f64).sqrt()),
                heritability: selection.heritability[index],
            }
        };
        (0..first.traits.len()).map(of_trait).collect()
    }

    /// The response by the differential: `None` without selection. It is no heritability, since the response includes what
    /// mutation changes without any selection.
    #[must_use]
    pub fn response_ratio(&self) -> Option<f64> {
        (self.differential != 0.0).then(|| self.response / self.differential)
    }
}
