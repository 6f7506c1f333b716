//! Wilcoxon's signed-rank test of paired differences.

use super::{Moments, float};

/// The most differences for which the probability is exact.
pub const EXACT: usize = 200;

/// The result of Wilcoxon's signed-rank test: whether differences are symmetric around 0.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SignedRank {
    /// The number of differences other than 0.
    pub count: u64,
    /// The number of differences of 0, which are left out.
    pub zeros: u64,
    /// Whether differences have the same size; these share the mean of their ranks.
    pub has_ties: bool,
    /// The sum of the ranks of the positive differences.
    pub positive: f64,
    /// The sum of the ranks of the negative differences.
    pub negative: f64,
    /// The two-sided probability of sums as unequal as these, if differences are symmetric around 0.
    pub probability: f64,
    /// Whether that is exact: for at most [`EXACT`] differences. Otherwise it is that of the normal distribution,
    /// corrected for continuity and ties.
    pub is_exact: bool,
}

/// Tests whether differences are symmetric around 0 (Wilcoxon 1945). Values that [`Moments::accepts`] rejects are left
/// out; `None` if there are no others.
///
/// The exact probability is that of the ranks at hand, also with ties: every rank is positive or negative with equal
/// probability.
#[must_use]
pub fn signed_rank(differences: &[f64]) -> Option<SignedRank> {
    let accepted = || differences.iter().copied().filter(|&it| Moments::accepts(it));
    let zeros = accepted().filter(|&it| it == 0.0).count();
    let mut sizes: Vec<f64> = accepted().filter(|&it| it != 0.0).collect();
    if zeros + sizes.len() == 0 {
        return None;
    }
    sizes.sort_by(|one, other| one.abs().total_cmp(&other.abs()));
    let (mut doubled, mut positive) = (Vec::with_capacity(sizes.len()), 0);
    let mut of_ties = 0.0;
    for tied in sizes.chunk_by(|one, other| one.abs() == other.abs()) {
        // The mean of the first and the last rank, doubled to be whole.
        let rank = 2 * doubled.len() + 1 + tied.len();
        positive += rank * tied.iter().filter(|&&it| it > 0.0).count();
        doubled.extend(std::iter::repeat_n(rank, tied.len()));
        of_ties += cubed(tied.len()) - float(tied.len() as u64);
    }
    let total: usize = doubled.iter().sum();
    let least = positive.min(total - positive);
    let is_exact = doubled.len() <= EXACT;
    let probability = match is_exact {
        true => exactly(&doubled, least),
        false => normally(doubled.len(), of_ties, least),
    };
    Some(SignedRank {
        count: doubled.len() as u64,
        zeros: zeros as u64,
        has_ties: of_ties > 0.0,
        positive: float(positive as u64) / 2.0,
        negative: float((total - positive) as u64) / 2.0,
        probability,
        is_exact,
    })
}

/// Twice the probability of a sum of at most `least`, in which every rank counts with probability ½.
fn exactly(ranks: &[usize], least: usize) -> f64 {
    // The probability of each sum of the ranks so far.
    let mut sums = vec![0.0; least + 1];
    sums[0] = 1.0;
    for &rank in ranks {
        for sum in (0..=least).rev() {
            let with = sum.checked_sub(rank).map_or(0.0, |before| sums[before]);
            sums[sum] = (sums[sum] + with) / 2.0;
        }
    }
    (2.0 * sums.iter().sum::<f64>()).min(1.0)
}

/// The same by the normal distribution. `of_ties` is the sum of t³ − t over the groups of t ties.
fn normally(count: usize, of_ties: f64, least: usize) -> f64 {
    let n = float(count as u64);
    let mean = n * (n + 1.0) / 4.0;
    let variance = n * (n + 1.0) * (2.0 * n + 1.0) / 24.0 - of_ties / 48.0;
    let distance = (mean - float(least as u64) / 2.0 - 0.5).max(0.0);
    libm::erfc(distance / (2.0 * variance).sqrt())
}

fn cubed(count: usize) -> f64 {
    let count = float(count as u64);
    count * count * count
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The two-sided probability by enumerating all signs, with ranks counted one by one.
    fn enumerated(differences: &[f64]) -> f64 {
        let sizes: Vec<f64> =
            differences.iter().map(|it| it.abs()).filter(|&it| it > 0.0).collect();
        let rank = |size: f64| {
            let below = sizes.iter().filter(|&&other| other < size).count() as f64;
            let equal = sizes.iter().filter(|&&other| other == size).count() as f64;
            below + (equal + 1.0) / 2.0
        };
        let ranks: Vec<f64> = sizes.iter().map(|&size| rank(size)).collect();
        let positive = differences.iter().filter(|&&it| it > 0.0);
        let found: f64 = positive.map(|&it| rank(it)).sum();
        let middle = ranks.iter().sum::<f64>() / 2.0;
        let sums = (0..1_u32 << ranks.len()).map(|signs| {
            let chosen = ranks.iter().enumerate().filter(|(index, _)| signs >> index & 1 == 1);
            chosen.map(|(_, rank)| rank).sum::<f64>()
        });
        let as_unequal = sums.filter(|sum| (sum - middle).abs() >= (found - middle).abs()).count();
        as_unequal as f64 / f64::from(1_u32 << ranks.len())
    }

    proptest! {
        #[test]
        fn the_exact_probability_is_that_of_all_signs(
            differences in prop::collection::vec(-6_i8..=6, 1..12),
        ) {
            let differences: Vec<f64> = differences.into_iter().map(f64::from).collect();
            let found = signed_rank(&differences).unwrap();
            let expected = enumerated(&differences);
            prop_assert!((found.probability - expected).abs() < 1e-12, "{found:?}, {expected}");
            let ranks = f64::from(u32::try_from(found.count).unwrap());
            prop_assert_eq!(found.positive + found.negative, ranks * (ranks + 1.0) / 2.0);
            let reversed: Vec<f64> = differences.iter().rev().map(|it| -it).collect();
            let mirrored = signed_rank(&reversed).unwrap();
            prop_assert_eq!((mirrored.positive, mirrored.negative), (found.negative, found.positive));
            prop_assert_eq!(mirrored.probability, found.probability);
        }

        #[test]
        fn the_normal_approximation_is_near_the_exact_probability(
            differences in prop::collection::vec(-60_i8..=70, 60..EXACT),
        ) {
            let differences: Vec<f64> = differences.into_iter().map(f64::from).collect();
            let found = signed_rank(&differences).unwrap();
            let sizes = |size: u8| differences.iter().filter(|it| it.abs() == f64::from(size)).count();
            let of_ties: f64 = (1..=70).map(sizes).map(|t| cubed(t) - t as f64).sum();
            let least = (2.0 * found.positive.min(found.negative)) as usize;
            let near = normally(usize::try_from(found.count).unwrap(), of_ties, least);
            prop_assert!((near - found.probability).abs() < 0.01, "{near}, {found:?}");
        }
    }

    /// The depression scale factors of Hollander and Wolfe (1973), table 3.1: the example of `wilcox.test` in R, with
    /// V = 40 and a one-sided p of 0.01953.
    #[test]
    #[expect(clippy::approx_constant, reason = "3.14 is a measurement")]
    fn nine_patients_of_hollander_and_wolfe() {
        let first = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30];
        let second = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
        let differences: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).collect();
        let found = signed_rank(&differences).unwrap();
        assert_eq!((found.positive, found.negative, found.count), (40.0, 5.0, 9));
        assert_eq!(found.probability, 2.0 * 10.0 / 512.0);
        assert!(found.is_exact && !found.has_ties);
    }

    /// Darwin's maize, in eighths of an inch: Fisher (1935) gives a mean of 20.93, t = 2.148 with 14 degrees of
    /// freedom, and so an interval that barely excludes 0; the signed ranks give 24 and 96, p = 0.0413.
    #[test]
    fn fifteen_pairs_of_darwins_maize() {
        let differences: Vec<f64> =
            [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48].map(f64::from).to_vec();
        let found = signed_rank(&differences).unwrap();
        assert_eq!((found.positive, found.negative), (96.0, 24.0));
        assert!((found.probability - 0.0413).abs() < 5e-5, "{found:?}");
        let mut moments = Moments::default();
        differences.iter().for_each(|&it| moments.add(it));
        let (mean, sd) = (moments.mean().unwrap(), moments.sd().unwrap());
        assert!((mean - 20.93).abs() < 0.005 && (mean / (sd / 15_f64.sqrt()) - 2.148).abs() < 5e-4);
        let (low, high) = moments.interval().unwrap();
        assert!((low - 0.03).abs() < 0.005 && (high - 41.84).abs() < 0.005, "{low} {high}");
    }

    #[test]
    fn without_differences_nothing_is_improbable() {
        assert_eq!(signed_rank(&[]), None);
        assert_eq!(signed_rank(&[f64::NAN]), None);
        let found = signed_rank(&[0.0, -0.0, f64::INFINITY]).unwrap();
        assert_eq!((found.count, found.zeros, found.probability), (0, 2, 1.0));
        assert_eq!(signed_rank(&[3.0]).unwrap().probability, 1.0);
        let many = signed_rank(&vec![1.0; 3 * EXACT]).unwrap();
        assert!(!many.is_exact && many.probability < 1e-100 && many.has_ties);
    }
}
