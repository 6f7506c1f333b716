//! A figure of a run beside those of its shadows.

use crate::statistics::Moments;

/// A figure of a run, and how far it is from those of its neutral shadows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Comparison {
    /// The figure of the run.
    pub run: Option<f64>,
    /// The number of shadows that have the figure.
    pub shadows: u64,
    /// The mean of the shadows.
    pub mean: Option<f64>,
    /// The standard deviation of the shadows; `None` for fewer than two.
    pub sd: Option<f64>,
    /// The distance of the run from the mean, in standard deviations of the shadows; `None` if they are all equal.
    pub z: Option<f64>,
    /// The share of run and shadows whose figure is at least as far from the mean of them all as that of the run, at least
    /// 1 / (shadows + 1). If the run is as neutral as its shadows, it is up to x with a probability of at most x.
    pub p: Option<f64>,
}

impl Comparison {
    /// Compares the figure of a run with those of its shadows.
    #[must_use]
    pub fn new(run: Option<f64>, shadows: &[Option<f64>]) -> Self {
        let shadows: Vec<f64> = shadows.iter().copied().flatten().collect();
        let mut moments = Moments::default();
        shadows.iter().for_each(|&it| moments.add(it));
        let (mean, sd) = (moments.mean(), moments.sd());
        let distance = run.zip(mean).map(|(run, mean)| run - mean);
        let z = distance.zip(sd).filter(|&(_, sd)| sd > 0.0).map(|(distance, sd)| distance / sd);
        let p = run.filter(|_| !shadows.is_empty()).map(|run| extreme_share(run, &shadows));
        Self { run, shadows: shadows.len() as u64, mean, sd, z, p }
    }
}

/// The share of all figures that are at least as far from the mean of all as the first.
fn extreme_share(run: f64, shadows: &[f64]) -> f64 {
    let all = shadows.len() as f64 + 1.0;
    let sum = run + shadows.iter().sum::<f64>();
    // All distances times their number, so that equal figures of whole numbers have equal distances.
    let distance = |it: f64| (it * all - sum).abs();
    let as_far = shadows.iter().filter(|&&it| distance(it) >= distance(run)).count();
    (as_far as f64 + 1.0) / all
}
