//! Positions along an axis.

use crate::summary::short;

/// A numeric or categorical axis.
#[derive(Debug, Clone, PartialEq)]
pub enum Axis {
    /// Linear between two numbers.
    Linear(f64, f64),
    /// Logarithmic between two positive numbers.
    Log(f64, f64),
    /// Categorical, with this number of names.
    Names(usize),
}

impl Axis {
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
}

#[expect(clippy::cast_precision_loss, reason = "there are few names")]
fn even(position: usize, count: usize) -> f64 {
    (position as f64 + 0.5) / count.max(1) as f64
}

/// About five evenly spaced round numbers from 0 to `top`, with their labels.
pub fn round_numbers(top: f64) -> Vec<(f64, String)> {
    let rough = top / 5.0;
    let magnitude = libm::pow(10.0, libm::floor(libm::log10(rough)));
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * magnitude);
    let step = steps.into_iter().find(|&step| step >= rough * 0.999).unwrap_or(magnitude * 10.0);
    let numbers = (0..12).map(|nth| f64::from(nth) * step);
    let numbers = numbers.take_while(|&number| number <= top * 1.001);
    numbers.map(|number| (number, short(number))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_numbers_are_few_and_below_the_top() {
        let texts = |top| round_numbers(top).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        assert_eq!(texts(1.0), ["0", "0.2", "0.4", "0.6", "0.8", "1"]);
        assert_eq!(texts(430.0), ["0", "100", "200", "300", "400"]);
        assert_eq!(texts(0.003).last().unwrap(), "0.003");
        assert!((1..2000).all(|top| (3..=7).contains(&round_numbers(f64::from(top)).len())));
    }

    #[test]
    fn numbers_and_names_have_positions() {
        let linear = Axis::new(&[Some(0.0), Some(10.0), Some(5.0)], false);
        assert_eq!(linear.place(Some(5.0), 0), 0.5);
        let log = Axis::new(&[Some(1.0), Some(100.0)], true);
        assert!((log.place(Some(10.0), 0) - 0.5).abs() < 1e-12);
        let whole = Axis::new(&[Some(1.0), Some(9.0)], false).including([0.0, 10.0].into_iter());
        assert_eq!((whole.place(Some(0.0), 0), whole.place(Some(10.0), 0)), (0.0, 1.0));
        let names = Axis::new(&[Some(1.0), None], false);
        assert_eq!((names.place(None, 0), names.place(None, 1)), (0.25, 0.75));
        assert_eq!(Axis::new(&[Some(3.0)], false).place(Some(3.0), 0), 0.5);
    }
}
