//! The choice of the parameter points of an experiment.

use serde::{Deserialize, Serialize};

use super::{Factor, FactorValue, Levels, seed};

/// The choice of parameter points in the space of the factors. A point is computed from its number
/// alone, so points take no memory.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Design {
    /// A full factorial grid: all combinations of values. The last factor varies fastest.
    Grid,
    /// These points.
    List {
        /// For each point, the value of each factor, in order.
        points: Vec<Vec<FactorValue>>,
        /// The file that they are from; `None` if they are in that of the experiment.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        file: Option<PointsFile>,
    },
    /// A Latin hypercube: the range of each factor is divided into as many parts as there are
    /// points, and each part has one random point.
    Latin {
        /// The number of points.
        points: u64,
    },
    /// Random points with independent values. Adding points does not change the first ones.
    Random {
        /// The number of points.
        points: u64,
    },
}

/// The CSV file of the points of a [`Design::List`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PointsFile {
    /// Its path, as written in the experiment.
    pub path: String,
    /// The line of each point, from 1.
    pub lines: Vec<u64>,
    /// For each point, the number of equal points before it.
    pub repeats: Vec<u32>,
}

impl Design {
    /// The number of points.
    #[must_use]
    pub fn points(&self, factors: &[Factor]) -> u128 {
        match self {
            Self::Grid => factors
                .iter()
                .map(|factor| u128::from(factor.levels.count().unwrap_or(u64::MAX)))
                .fold(1, u128::saturating_mul),
            Self::List { points, .. } => points.len() as u128,
            Self::Latin { points } | Self::Random { points } => u128::from(*points),
        }
    }

    /// The values of all factors at the point `number`, from 0.
    #[must_use]
    pub fn point(&self, seed: u64, factors: &[Factor], number: u64) -> Vec<FactorValue> {
        match self {
            Self::Grid => in_grid(factors, number),
            Self::List { points, .. } => {
                { usize::try_from(number).ok().and_then(|index| points.get(index)).cloned() }
                    .unwrap_or_default()
            }
            Self::Latin { points } => {
                let value = |factor: &Factor| {
                    let part = seed::shuffled(seed, &factor.name, *points, number);
                    let within = seed::share("within", seed, &factor.name, number);
                    factor.levels.at(part_of(part, *points, within))
                };
                factors.iter().map(value).collect()
            }
            Self::Random { .. } => {
                let value = |factor: &Factor| {
                    factor.levels.at(seed::share("draw", seed, &factor.name, number))
                };
                factors.iter().map(value).collect()
            }
        }
    }

    /// The number of points before the point `number` that are equal to it. Only a file of points can
    /// have such.
    #[must_use]
    pub fn repeat(&self, number: u64) -> u32 {
        let repeats = self.file().map(|file| &file.repeats[..]).unwrap_or_default();
        usize::try_from(number).ok().and_then(|index| repeats.get(index)).copied().unwrap_or(0)
    }

    /// The file and line of the point `number`, as `points.csv:17`; `None` if it is not from a file.
    #[must_use]
    pub fn origin(&self, number: u64) -> Option<String> {
        let file = self.file()?;
        let line = file.lines.get(usize::try_from(number).ok()?)?;
        Some(format!("{}:{line}", file.path))
    }

    /// The file of the points, if they are from one.
    #[must_use]
    pub fn file(&self) -> Option<&PointsFile> {
        match self {
            Self::List { file, .. } => file.as_ref(),
            _ => None,
        }
    }

    /// The same points without the file that they are from, which determines no run.
    pub(super) fn without_file(&mut self) {
        if let Self::List { file, .. } = self {
            *file = None;
        }
    }

    /// Its name in experiment files.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Grid => "grid",
            Self::List { .. } => "list",
            Self::Latin { .. } => "latin",
            Self::Random { .. } => "random",
        }
    }
}

fn in_grid(factors: &[Factor], number: u64) -> Vec<FactorValue> {
    let mut rest = number;
    let mut point: Vec<_> = factors
        .iter()
        .rev()
        .map(|factor| {
            let Levels::List(values) = &factor.levels else { return factor.levels.at(0.0) };
            let count = values.len().max(1) as u64;
            let index = usize::try_from(rest % count).unwrap_or(0);
            rest /= count;
            values[index].clone()
        })
        .collect();
    point.reverse();
    point
}

/// The share of the whole range at the share `within` of one of `parts` equal parts.
#[expect(clippy::cast_precision_loss, reason = "there are far fewer than 2^53 points")]
fn part_of(part: u64, parts: u64, within: f64) -> f64 {
    ((part as f64 + within) / parts as f64).min(1.0 - f64::EPSILON)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{Range, Scale};

    fn list(name: &str, values: &[i64]) -> Factor {
        let values = values.iter().copied().map(FactorValue::Integer).collect();
        Factor { name: name.to_owned(), levels: Levels::List(values), base: None }
    }

    fn range(name: &str, from: f64, to: f64) -> Factor {
        let range = Range { from, to, scale: Scale::Linear, whole: false };
        Factor { name: name.to_owned(), levels: Levels::Range(range), base: None }
    }

    fn all(design: &Design, factors: &[Factor]) -> Vec<String> {
        let count = u64::try_from(design.points(factors)).unwrap();
        let text = |number| {
            let point = design.point(1, factors, number);
            point.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        (0..count).map(text).collect()
    }

    #[test]
    fn a_grid_has_all_combinations() {
        let factors = [list("a", &[1, 2]), list("b", &[5, 6, 7])];
        assert_eq!(all(&Design::Grid, &factors), ["1 5", "1 6", "1 7", "2 5", "2 6", "2 7"]);
        assert_eq!(all(&Design::Grid, &[]), [""]);
    }

    #[test]
    fn the_number_of_points_of_a_large_grid_is_exact() {
        let many: Vec<i64> = (0..1000).collect();
        let factors: Vec<_> = ["a", "b", "c"].into_iter().map(|n| list(n, &many)).collect();
        assert_eq!(Design::Grid.points(&factors), 1_000_000_000);
    }

    #[test]
    fn a_latin_hypercube_has_a_point_in_every_part_of_each_range() {
        let factors = [range("a", 0.0, 20.0), range("b", 100.0, 120.0), list("c", &[1, 2, 3, 4])];
        let design = Design::Latin { points: 20 };
        let points: Vec<_> = (0..20).map(|number| design.point(1, &factors, number)).collect();
        for (index, from) in [(0, 0.0), (1, 100.0)] {
            let parts: BTreeSet<_> = points
                .iter()
                .map(|point| (point[index].number().unwrap() - from).floor() as i64)
                .collect();
            assert!(parts.into_iter().eq(0..20));
        }
        for value in 1..=4 {
            let value = FactorValue::Integer(value);
            assert_eq!(points.iter().filter(|point| point[2] == value).count(), 5);
        }
    }

    #[test]
    fn adding_random_points_or_factors_does_not_change_the_first_points() {
        let (a, b) = (range("a", 0.0, 1.0), range("b", 0.0, 1.0));
        let few = all(&Design::Random { points: 5 }, std::slice::from_ref(&a));
        let more = all(&Design::Random { points: 9 }, &[a, b]);
        for (few, more) in few.iter().zip(&more) {
            assert!(more.starts_with(&format!("{few} ")), "{few} {more}");
        }
        assert_eq!(more.iter().collect::<BTreeSet<_>>().len(), 9);
    }
}
