//! Positions along an axis.

use crate::summary::Level;

/// A numeric or categorical axis.
#[derive(Debug, Clone, PartialEq)]
pub enum FactorAxis {
    /// Linear between two numbers.
    Linear(f64, f64),
    /// Logarithmic between two positive numbers.
    Log(f64, f64),
    /// Categorical, with this number of names.
    Names(usize),
}

impl FactorAxis {
    /// The axis of levels with these numeric positions.
    pub fn new(places: &[Option<f64>], is_log: bool) -> Self {
        let numbers: Option<Vec<f64>> = places.iter().copied().collect();
        let Some(numbers) = numbers.filter(|numbers| numbers.len() > 1) else {
            return Self::Names(places.len());
        };
        let least = numbers.iter().copied().fold(f64::INFINITY, f64::min);
        let greatest = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if is_log { Self::Log(least, greatest) } else { Self::Linear(least, greatest) }
    }

    /// The axis extended to these numbers: those of runs in the outermost bins of a range are beyond
    /// the middles of the bins.
    pub fn including(self, numbers: impl Iterator<Item = f64>) -> Self {
        let extended = |(from, to): (f64, f64)| {
            numbers.fold((from, to), |(from, to), number| (from.min(number), to.max(number)))
        };
        match self {
            Self::Linear(from, to) => {
                let (from, to) = extended((from, to));
                Self::Linear(from, to)
            }
            Self::Log(from, to) => {
                let (from, to) = extended((from, to));
                Self::Log(from, to)
            }
            Self::Names(count) => Self::Names(count),
        }
    }

    /// The position of a number, 0 at the beginning of the axis and 1 at its end. On a categorical
    /// axis, the position of the level with the index `position`.
    pub fn place(&self, number: Option<f64>, position: usize) -> f64 {
        let share = |from: f64, to: f64, number: f64| {
            if to > from { (number - from) / (to - from) } else { 0.5 }
        };
        match (self, number) {
            (Self::Linear(from, to), Some(number)) => share(*from, *to, number),
            (Self::Log(from, to), Some(number)) if number > 0.0 => {
                share(libm::log(*from), libm::log(*to), libm::log(number))
            }
            (Self::Names(count), _) => even(position, *count),
            _ => 0.0,
        }
    }

    /// The places of levels in ascending order, with their labels.
    pub fn labels<'a>(&self, levels: impl Iterator<Item = &'a Level>) -> Vec<(f64, String)> {
        let label = |(position, level): (usize, &Level)| {
            (self.place(level.place, position), shortened(&level.short))
        };
        let mut labels: Vec<(f64, String)> = levels.enumerate().map(label).collect();
        labels.sort_by(|(a, _), (b, _)| a.total_cmp(b));
        labels
    }
}

/// The end of a long label: the end of a path distinguishes it best.
fn shortened(label: &str) -> String {
    const MOST: usize = 18;
    let length = label.chars().count();
    if length <= MOST {
        return label.to_owned();
    }
    let end: String = label.chars().skip(length - MOST + 1).collect();
    format!("…{end}")
}

#[expect(clippy::cast_precision_loss, reason = "there are few names")]
fn even(position: usize, count: usize) -> f64 {
    (position as f64 + 0.5) / count.max(1) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_names_have_positions() {
        let linear = FactorAxis::new(&[Some(0.0), Some(10.0), Some(5.0)], false);
        assert_eq!(linear.place(Some(5.0), 0), 0.5);
        let log = FactorAxis::new(&[Some(1.0), Some(100.0)], true);
        assert!((log.place(Some(10.0), 0) - 0.5).abs() < 1e-12);
        let whole =
            FactorAxis::new(&[Some(1.0), Some(9.0)], false).including([0.0, 10.0].into_iter());
        assert_eq!((whole.place(Some(0.0), 0), whole.place(Some(10.0), 0)), (0.0, 1.0));
        let names = FactorAxis::new(&[Some(1.0), None], false);
        assert_eq!((names.place(None, 0), names.place(None, 1)), (0.25, 0.75));
        assert_eq!(FactorAxis::new(&[Some(3.0)], false).place(Some(3.0), 0), 0.5);
    }
}
