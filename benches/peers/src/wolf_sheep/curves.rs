//! Comparison of the population curves of two simulators, before their times are compared.

use std::fmt::Write;

use super::{Curve, Parameters};

/// How many runs are compared for each size, in the order of the sizes.
pub const RUNS: [u32; 2] = [40, 10];

/// How far two means may differ, in standard errors of the difference.
///
/// Each size compares three curves at ten steps. If two simulators run the same model, one of these 30
/// differences exceeds five standard errors, as they are estimated from ten runs each, in one of 350
/// comparisons; with 40 runs each in one of 9000. Two models that differ in a parameter are many
/// standard errors apart, as the test shows. Seeds are fixed, so what passes once passes always.
const TOLERANCE: f64 = 5.0;

/// The largest tolerance, as a share of the mean over all steps. More runs are needed beyond it.
const COARSEST: f64 = 0.5;

/// The interval at which curves are compared, in steps.
const EVERY: usize = 10;

/// What is counted in a census.
pub const COUNTED: [&str; 3] = ["sheep", "wolves", "grown patches"];

/// The curves of two simulators.
#[derive(Debug)]
pub struct Compared {
    pub table: String,
    /// Where they differ by more than the tolerance, or the runs are too few; empty if nowhere.
    pub faults: String,
    /// For all that is counted.
    pub differences: [Difference; 3],
}

/// How far two curves are apart.
#[derive(Debug, Clone, Copy, Default)]
pub struct Difference {
    /// Their means over all steps.
    pub means: [f64; 2],
    /// The largest difference at the steps that are compared, in standard errors of the difference.
    pub largest: f64,
}

impl Compared {
    /// # Errors
    /// With the table and what differs, if the curves are not the same but for chance.
    pub fn agreed(self) -> Result<Self, String> {
        if self.faults.is_empty() {
            Ok(self)
        } else {
            Err(format!("{}\n{}", self.table, self.faults))
        }
    }
}

/// Compares curves of the same model by two simulators.
pub fn compare(of: &Parameters, names: [&str; 2], curves: [&[Curve]; 2]) -> Compared {
    let [a, b] = names;
    let mut table = format!("| {} | {a} | {b} | tolerance |\n|---|---|---|---|\n", of.name);
    let (mut faults, mut differences) = (String::new(), [Difference::default(); 3]);
    for (kind, what) in COUNTED.into_iter().enumerate() {
        let difference = &mut differences[kind];
        difference.means = curves.map(|runs| mean_of_all_steps(runs, kind));
        let steps = curves[0][0].len();
        for step in (EVERY - 1..steps).step_by(EVERY) {
            let [one, other] = curves.map(|runs| Sample::new(runs, step, kind));
            let error = one.error.hypot(other.error);
            let (apart, tolerance) = ((one.mean - other.mean).abs(), TOLERANCE * error);
            let row = format!(
                "| {what} after step {} | {:.1} | {:.1} | {tolerance:.1} |",
                step + 1,
                one.mean,
                other.mean
            );
            _ = writeln!(table, "{row}");
            if apart > tolerance {
                _ = writeln!(faults, "{row} differ by more than the tolerance");
            }
            if tolerance > COARSEST * difference.means[0] {
                _ = writeln!(faults, "{row} are too few runs to tell");
            }
            if apart > 0.0 {
                difference.largest = difference.largest.max(apart / error);
            }
        }
    }
    Compared { table, faults, differences }
}

fn mean_of_all_steps(runs: &[Curve], kind: usize) -> f64 {
    let steps = runs[0].len();
    (0..steps).map(|step| Sample::new(runs, step, kind).mean).sum::<f64>() / steps as f64
}

/// The mean of some runs, and its standard error.
#[derive(Clone, Copy)]
struct Sample {
    mean: f64,
    error: f64,
}

impl Sample {
    fn new(runs: &[Curve], step: usize, kind: usize) -> Self {
        let values = || runs.iter().map(|curve| f64::from(curve[step][kind]));
        let count = runs.len() as f64;
        let mean = values().sum::<f64>() / count;
        let spread = values().map(|it| (it - mean).powi(2)).sum::<f64>() / (count - 1.0);
        Self { mean, error: (spread / count).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wolf_sheep::SIZES;
    use crate::wolf_sheep::krabmaga::Krabmaga;

    fn curves(of: Parameters, seeds: std::ops::Range<u64>) -> Vec<Curve> {
        seeds.map(|seed| Krabmaga::curve(of, seed)).collect()
    }

    #[test]
    fn a_model_agrees_with_itself_and_not_with_one_whose_grass_grows_half_as_fast() {
        let slow = Parameters { regrowth: 40, ..SIZES[0] };
        let [a, b, c] = [(SIZES[0], 1..41), (SIZES[0], 41..81), (slow, 1..41)]
            .map(|(of, seeds)| curves(of, seeds));
        compare(&SIZES[0], ["a", "b"], [&a, &b]).agreed().unwrap();
        let refused = compare(&SIZES[0], ["a", "c"], [&a, &c]).agreed().unwrap_err();
        assert!(refused.contains("differ by more than the tolerance"), "{refused}");
    }
}
