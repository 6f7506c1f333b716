//! The analysis of variance of a full factorial design with equal numbers of values, also in blocks.

use std::collections::BTreeMap;

use super::{f_tail, float};

/// Sums of values by the levels of factors, from which their analysis of variance is computed.
///
/// The model has the main effect of each factor and the interaction of each pair. Values may come in blocks of one
/// value at each combination of levels, such as runs with the same seed: what blocks have in common is no part of the
/// residuals. Memory grows with the pairs of levels of two factors and with the blocks, not with the number of values.
#[derive(Debug, Clone, PartialEq)]
pub struct Anova {
    /// The number of levels of each factor.
    levels: Vec<usize>,
    /// The first value, which is subtracted from all: sums of squares do not depend on it.
    first: Option<f64>,
    count: u64,
    sum: f64,
    squares: f64,
    /// The sum of the values at each level of each factor.
    of_level: Vec<Vec<f64>>,
    /// The sum of the values of each block; none without blocks.
    of_block: BTreeMap<u64, f64>,
    /// The sum of the values at each pair of levels of two factors, the first level varying slowest.
    of_pair: BTreeMap<[usize; 2], Vec<f64>>,
}

/// A line of an analysis of variance.
#[derive(Debug, Clone, PartialEq)]
pub struct Effect {
    /// The factors: one for a main effect, two for an interaction, none for blocks and for what is left.
    pub factors: Vec<usize>,
    /// Whether it is what blocks differ by.
    pub is_block: bool,
    /// The degrees of freedom.
    pub freedom: u64,
    /// The sum of squares.
    pub squares: f64,
    /// The ratio of the mean square to the residual one; `None` for what is left, and if nothing is
    /// left.
    pub f: Option<f64>,
    /// The probability of a ratio as large without this effect.
    pub p: Option<f64>,
    /// The share of the total sum of squares; `None` if all values are equal.
    pub eta_squared: Option<f64>,
}

impl Anova {
    /// An analysis of no values, for factors with these numbers of levels.
    #[must_use]
    pub fn new(levels: &[usize]) -> Self {
        let factors = 0..levels.len();
        let pairs = factors.clone().flat_map(|a| (a + 1..levels.len()).map(move |b| [a, b]));
        Self {
            levels: levels.to_vec(),
            first: None,
            count: 0,
            sum: 0.0,
            squares: 0.0,
            of_block: BTreeMap::new(),
            of_level: levels.iter().map(|&count| vec![0.0; count]).collect(),
            of_pair: pairs.map(|[a, b]| ([a, b], vec![0.0; levels[a] * levels[b]])).collect(),
        }
    }

    /// Adds a value at these levels, one of each factor.
    ///
    /// # Panics
    /// When there is no such level.
    pub fn add(&mut self, at: &[usize], value: f64) {
        assert_eq!(at.len(), self.levels.len(), "a level of each factor");
        let value = value - *self.first.get_or_insert(value);
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
        for (sums, &level) in self.of_level.iter_mut().zip(at) {
            sums[level] += value;
        }
        for (&[a, b], sums) in &mut self.of_pair {
            sums[at[a] * self.levels[b] + at[b]] += value;
        }
    }

    /// Adds a value of a block at these levels, one of each factor.
    ///
    /// # Panics
    /// When there is no such level.
    pub fn add_in_block(&mut self, at: &[usize], block: u64, value: f64) {
        self.add(at, value);
        let value = value - self.first.unwrap_or_default();
        *self.of_block.entry(block).or_default() += value;
    }

    /// The number of values.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The main effects in the order of the factors, the interactions of two factors, the blocks if there are several,
    /// and what is left: the residuals with all interactions of more factors. Factors with a single level have no
    /// effect. `None` if fewer than two values were added.
    ///
    /// The values must be equally many at all combinations of levels, and each block must have one at each.
    #[must_use]
    pub fn effects(&self) -> Option<Vec<Effect>> {
        if self.count < 2 {
            return None;
        }
        let correction = self.sum * self.sum / float(self.count);
        let total = (self.squares - correction).max(0.0);
        let varied = |factor: &usize| self.levels[*factor] > 1;
        let mut effects: Vec<Effect> = (0..self.levels.len())
            .filter(varied)
            .map(|factor| {
                let squares = self.between(&self.of_level[factor]) - correction;
                effect(vec![factor], self.levels[factor] - 1, squares)
            })
            .collect();
        for (pair, sums) in self.of_pair.iter().filter(|(pair, _)| pair.iter().all(varied)) {
            let main = pair.map(|factor| self.between(&self.of_level[factor]) - correction);
            let squares = self.between(sums) - correction - main[0] - main[1];
            let freedom = pair.map(|factor| self.levels[factor] - 1);
            effects.push(effect(pair.to_vec(), freedom[0] * freedom[1], squares));
        }
        if self.of_block.len() > 1 {
            let sums: Vec<f64> = self.of_block.values().copied().collect();
            let squares = self.between(&sums) - correction;
            effects.push(Effect { is_block: true, ..effect(Vec::new(), sums.len() - 1, squares) });
        }
        let explained: f64 = effects.iter().map(|effect| effect.squares).sum();
        let freedom: u64 = effects.iter().map(|effect| effect.freedom).sum();
        let left = Effect {
            freedom: (self.count - 1).saturating_sub(freedom),
            ..effect(Vec::new(), 0, total - explained)
        };
        test(&mut effects, &left, total);
        effects.push(Effect { eta_squared: share(left.squares, total), ..left });
        Some(effects)
    }

    /// The sum of the squares of sums of equally many values, each divided by their number.
    fn between(&self, sums: &[f64]) -> f64 {
        let squares: f64 = sums.iter().map(|sum| sum * sum).sum();
        squares * float(sums.len() as u64) / float(self.count)
    }
}

/// An effect without a test.
fn effect(factors: Vec<usize>, freedom: usize, squares: f64) -> Effect {
    // Rounding could make it negative.
    let squares = squares.max(0.0);
    let freedom = freedom as u64;
    Effect { factors, is_block: false, freedom, squares, f: None, p: None, eta_squared: None }
}

/// Compares effects with what is left.
fn test(effects: &mut [Effect], left: &Effect, total: f64) {
    // What rounding leaves of equal values is no variance.
    let has_residuals = left.freedom > 0 && left.squares > 1e-12 * total;
    for effect in effects {
        effect.eta_squared = share(effect.squares, total);
        if has_residuals {
            let mean = effect.squares / float(effect.freedom);
            let f = mean / (left.squares / float(left.freedom));
            effect.f = Some(f);
            effect.p = Some(f_tail(f, effect.freedom, left.freedom));
        }
    }
}

fn share(squares: f64, total: f64) -> Option<f64> {
    (total > 0.0).then(|| (squares / total).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The growth of teeth of guinea pigs by the supplement, orange juice or ascorbic acid, and its
    /// dose (Crampton 1947; `ToothGrowth` of R).
    const TEETH: [[[f64; 10]; 3]; 2] = [
        [
            [15.2, 21.5, 17.6, 9.7, 14.5, 10.0, 8.2, 9.4, 16.5, 9.7],
            [19.7, 23.3, 23.6, 26.4, 20.0, 25.2, 25.8, 21.2, 14.5, 27.3],
            [25.5, 26.4, 22.4, 24.5, 24.8, 30.9, 26.4, 27.3, 29.4, 23.0],
        ],
        [
            [4.2, 11.5, 7.3, 5.8, 6.4, 10.0, 11.2, 11.2, 5.2, 7.0],
            [16.5, 16.5, 15.2, 17.3, 22.5, 17.3, 13.6, 14.5, 18.8, 15.5],
            [23.6, 18.5, 33.9, 25.5, 26.4, 32.5, 26.7, 21.5, 23.3, 29.5],
        ],
    ];

    fn teeth() -> Anova {
        let mut anova = Anova::new(&[2, 3]);
        for (supplement, doses) in TEETH.iter().enumerate() {
            for (dose, lengths) in doses.iter().enumerate() {
                lengths.iter().for_each(|&length| anova.add(&[supplement, dose], length));
            }
        }
        anova
    }

    /// `summary(aov(len ~ supp * factor(dose), data = ToothGrowth))` has these figures.
    #[test]
    fn the_growth_of_teeth_has_the_published_analysis() {
        let effects = teeth().effects().unwrap();
        let published = [
            (vec![0], 1, 205.35, Some((15.572, 0.000231))),
            (vec![1], 2, 2426.43, Some((92.000, 0.0))),
            (vec![0, 1], 2, 108.32, Some((4.107, 0.021860))),
            (vec![], 54, 712.11, None),
        ];
        assert_eq!(effects.len(), published.len());
        for (found, (factors, freedom, squares, test)) in effects.iter().zip(published) {
            assert_eq!((&found.factors, found.freedom), (&factors, freedom));
            assert!((found.squares - squares).abs() < 0.005, "{found:?}");
            match (test, found.f.zip(found.p)) {
                (None, None) => {}
                (Some((f, p)), Some((found_f, found_p))) => {
                    assert!((found_f - f).abs() < 5e-4, "{found:?}");
                    assert!((found_p - p).abs() < 5e-7, "{found:?}");
                }
                _ => panic!("{found:?}"),
            }
        }
        let shares: f64 = effects.iter().filter_map(|effect| effect.eta_squared).sum();
        assert!((shares - 1.0).abs() < 1e-12);
        assert!((effects[1].eta_squared.unwrap() - 2426.434 / 3452.209).abs() < 1e-4);
    }

    /// Penicillin from five blends of corn liquor by four treatments (Box, Hunter and Hunter 1978): their table 7.1
    /// has these sums of squares and ratios.
    #[test]
    fn blocks_are_no_part_of_the_residuals() {
        const YIELDS: [[f64; 4]; 5] = [
            [89.0, 88.0, 97.0, 94.0],
            [84.0, 77.0, 92.0, 79.0],
            [81.0, 87.0, 87.0, 85.0],
            [87.0, 92.0, 89.0, 84.0],
            [79.0, 81.0, 80.0, 88.0],
        ];
        let mut anova = Anova::new(&[4]);
        for (blend, yields) in (1..).zip(YIELDS) {
            for (treatment, found) in yields.into_iter().enumerate() {
                anova.add_in_block(&[treatment], blend, found);
            }
        }
        let effects = anova.effects().unwrap();
        let published = [(3, 70.0, Some(1.24)), (4, 264.0, Some(3.50)), (12, 226.0, None)];
        assert_eq!(effects.len(), published.len());
        assert!(effects[1].is_block && !effects[0].is_block && !effects[2].is_block);
        for (found, (freedom, squares, f)) in effects.iter().zip(published) {
            assert_eq!(found.freedom, freedom);
            assert!((found.squares - squares).abs() < 1e-9, "{found:?}");
            assert!((found.f.unwrap_or(0.0) - f.unwrap_or(0.0)).abs() < 0.005, "{found:?}");
        }
        assert!(
            (effects[0].p.unwrap() - 0.339).abs() < 5e-4
                && (effects[1].p.unwrap() - 0.041).abs() < 5e-4
        );
    }

    #[test]
    fn an_offset_changes_nothing() {
        let mut far = Anova::new(&[2, 3]);
        for (supplement, doses) in TEETH.iter().enumerate() {
            for (dose, lengths) in doses.iter().enumerate() {
                lengths.iter().for_each(|&it| far.add(&[supplement, dose], it + 1e9));
            }
        }
        for (one, other) in teeth().effects().unwrap().iter().zip(far.effects().unwrap()) {
            assert!((one.squares - other.squares).abs() < 1e-3, "{one:?} {other:?}");
        }
    }

    #[test]
    fn equal_values_and_saturated_models_have_no_test() {
        let mut equal = Anova::new(&[2, 2]);
        let mut single = Anova::new(&[2, 2]);
        for index in 0..4 {
            equal.add(&[index / 2, index % 2], 7.1);
            single.add(&[index / 2, index % 2], [1.0, 2.0, 4.0, 9.0][index]);
        }
        let effects = equal.effects().unwrap();
        assert!(effects.iter().all(|it| it.f.is_none() && it.eta_squared.is_none()), "{effects:?}");
        let effects = single.effects().unwrap();
        assert_eq!((effects[3].freedom, effects[3].squares), (0, 0.0));
        assert!(effects.iter().all(|it| it.f.is_none() && it.p.is_none()), "{effects:?}");
        assert_eq!(Anova::new(&[2]).effects(), None);
    }

    /// A model of three factors leaves their common interaction with the residuals.
    #[test]
    fn three_factors_have_three_interactions() {
        let mut anova = Anova::new(&[2, 3, 1, 2]);
        for index in 0..24 {
            let at = [index / 12, index / 4 % 3, 0, index / 2 % 2];
            anova.add(&at, ((index * 7) % 11) as f64);
        }
        let effects = anova.effects().unwrap();
        let factors: Vec<&[usize]> = effects.iter().map(|effect| &effect.factors[..]).collect();
        let expected: [&[usize]; 7] = [&[0], &[1], &[3], &[0, 1], &[0, 3], &[1, 3], &[]];
        assert_eq!(factors, expected);
        assert_eq!(effects.iter().map(|effect| effect.freedom).sum::<u64>(), 23);
    }
}
