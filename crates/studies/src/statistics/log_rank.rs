//! The log-rank test: whether survival differs among groups.

use std::collections::BTreeMap;

use super::{Survival, chi_square_tail, float};

/// The result of a log-rank test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LogRank {
    /// The statistic.
    pub chi_square: f64,
    /// The degrees of freedom: one less than the groups that count.
    pub freedom: u64,
    /// The probability of a statistic at least this large if survival is equal in all groups.
    pub p: f64,
}

/// Tests whether survival differs among groups (Mantel 1966, with the hypergeometric variance). Groups
/// without anyone at risk at any loss do not count. `None` if nothing was lost, fewer than two groups
/// count, or the losses leave nothing to chance.
#[must_use]
pub fn log_rank(groups: &[&Survival]) -> Option<LogRank> {
    let (difference, variance) = differences(groups);
    let counting: Vec<usize> = (0..groups.len()).filter(|&it| variance[it][it] > 0.0).collect();
    // The differences add up to 0, so the last one follows from the others.
    let (_, kept) = counting.split_last()?;
    if kept.is_empty() {
        return None;
    }
    let matrix = kept.iter().map(|&row| kept.iter().map(|&column| variance[row][column]).collect());
    let vector: Vec<f64> = kept.iter().map(|&group| difference[group]).collect();
    let solution = solve(matrix.collect(), vector.clone())?;
    let chi_square: f64 = vector.iter().zip(&solution).map(|(a, b)| a * b).sum();
    let chi_square = chi_square.max(0.0);
    let freedom = kept.len() as u64;
    Some(LogRank { chi_square, freedom, p: chi_square_tail(chi_square, freedom) })
}

/// For each group the observed minus the expected number of losses, and their covariances.
fn differences(groups: &[&Survival]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = groups.len();
    let mut ends: BTreeMap<u64, Vec<(u64, u64)>> = BTreeMap::new();
    for (index, group) in groups.iter().enumerate() {
        for (tick, end) in group.ends() {
            ends.entry(tick).or_insert_with(|| vec![(0, 0); count])[index] = end;
        }
    }
    let mut at_risk: Vec<u64> = groups.iter().map(|group| group.count()).collect();
    let (mut difference, mut variance) = (vec![0.0; count], vec![vec![0.0; count]; count]);
    for ends in ends.values() {
        let lost: u64 = ends.iter().map(|&(lost, _)| lost).sum();
        let all = float(at_risk.iter().sum());
        if lost > 0 && all > 1.0 {
            let spread = float(lost) * (all - float(lost)) / (all - 1.0);
            for (row, &(own, _)) in ends.iter().enumerate() {
                let share = float(at_risk[row]) / all;
                difference[row] += float(own) - float(lost) * share;
                for (column, &others) in at_risk.iter().enumerate() {
                    let same = if row == column { 1.0 } else { 0.0 };
                    variance[row][column] += spread * share * (same - float(others) / all);
                }
            }
        }
        for (left, (lost, censored)) in at_risk.iter_mut().zip(ends) {
            *left -= lost + censored;
        }
    }
    (difference, variance)
}

/// Solves a system of linear equations by elimination with pivots; `None` if it is singular.
fn solve(mut matrix: Vec<Vec<f64>>, mut vector: Vec<f64>) -> Option<Vec<f64>> {
    /// A pivot smaller than this share of the largest element is rounding.
    const SINGULAR: f64 = 1e-12;
    let size = vector.len();
    let largest = matrix.iter().flatten().fold(0.0_f64, |most, element| most.max(element.abs()));
    for column in 0..size {
        let pivot = (column..size)
            .max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        if matrix[pivot][column].abs() <= SINGULAR * largest {
            return None;
        }
        matrix.swap(column, pivot);
        vector.swap(column, pivot);
        for row in column + 1..size {
            let factor = matrix[row][column] / matrix[column][column];
            let (above, below) = matrix.split_at_mut(row);
            for (element, upper) in below[0].iter_mut().zip(&above[column]).skip(column) {
                *element -= factor * upper;
            }
            vector[row] -= factor * vector[column];
        }
    }
    for row in (0..size).rev() {
        let known: f64 = (row + 1..size).map(|column| matrix[row][column] * vector[column]).sum();
        vector[row] = (vector[row] - known) / matrix[row][row];
    }
    Some(vector)
}

/// Adjusts the probabilities of several tests of one question (Holm 1979), in their order.
#[must_use]
pub fn holm(probabilities: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..probabilities.len()).collect();
    order.sort_by(|&a, &b| probabilities[a].total_cmp(&probabilities[b]));
    let mut adjusted = vec![0.0; probabilities.len()];
    let mut least = 0.0_f64;
    for (rank, index) in order.into_iter().enumerate() {
        let left = float((probabilities.len() - rank) as u64);
        least = least.max((left * probabilities[index]).min(1.0));
        adjusted[index] = least;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn survival(lost: &[u64], censored: &[u64]) -> Survival {
        let mut survival = Survival::default();
        lost.iter().for_each(|&tick| survival.lost(tick));
        censored.iter().for_each(|&tick| survival.alive_until(tick));
        survival
    }

    /// Freireich and others 1963, as tested in the manual of R's package survival.
    #[test]
    fn a_known_trial_has_its_known_result() {
        let treated = survival(
            &[6, 6, 6, 7, 10, 13, 16, 22, 23],
            &[6, 9, 10, 11, 17, 19, 20, 25, 32, 32, 34, 35],
        );
        let placebo = [1, 1, 2, 2, 3, 4, 4, 5, 5, 8, 8, 8, 8, 11, 11, 12, 12, 15, 17, 22, 23];
        let found = log_rank(&[&treated, &survival(&placebo, &[])]).unwrap();
        assert!((found.chi_square - 16.7929).abs() < 1e-4, "{found:?}");
        assert!((found.p - 4.169e-5).abs() < 1e-8 && found.freedom == 1, "{found:?}");
    }

    #[test]
    fn what_cannot_be_compared_has_no_result() {
        let (alive, lost) = (survival(&[], &[9, 9]), survival(&[3, 4], &[]));
        assert_eq!(log_rank(&[&alive, &alive]), None);
        assert_eq!(log_rank(&[&lost]), None);
        assert_eq!(log_rank(&[&lost, &Survival::default()]), None);
        let at_once = survival(&[5, 5], &[]);
        assert_eq!(log_rank(&[&at_once, &at_once]), None, "all are lost at once");
        assert!(log_rank(&[&lost, &alive, &Survival::default()]).unwrap().freedom == 1);
    }

    #[test]
    fn probabilities_are_adjusted_in_their_order() {
        let adjusted = holm(&[0.04, 0.01, 0.03, 0.9]);
        let expected = [0.09, 0.04, 0.09, 0.9];
        assert!(adjusted.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12), "{adjusted:?}");
        assert_eq!(holm(&[]), Vec::<f64>::new());
    }

    fn group() -> impl Strategy<Value = Survival> {
        let ticks = || prop::collection::vec(1..12_u64, 1..9);
        (ticks(), ticks()).prop_map(|(lost, censored)| survival(&lost, &censored))
    }

    proptest! {
        #[test]
        fn the_order_of_groups_does_not_matter(a in group(), b in group(), c in group()) {
            let one = log_rank(&[&a, &b, &c]);
            let other = log_rank(&[&c, &a, &b]);
            prop_assert_eq!(one.is_some(), other.is_some());
            if let (Some(one), Some(other)) = (one, other) {
                prop_assert!((one.chi_square - other.chi_square).abs() < 1e-6 * (1.0 + one.chi_square));
                prop_assert!((0.0..=1.0).contains(&one.p));
            }
        }

        #[test]
        fn equal_groups_do_not_differ(group in group()) {
            if let Some(found) = log_rank(&[&group, &group]) {
                prop_assert!(found.chi_square < 1e-18 && found.p > 0.999_999);
            }
        }
    }
}
