//! A mean that does not depend on the order of its numbers.

/// The mean of some numbers.
///
/// The sum is a whole number of quanta of 2⁻³², like [`Energy`](terrarium_creatures::rules::Energy): the order of
/// organisms in memory changes when a snapshot is restored, and a sum of floats would depend on it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Mean {
    quanta: i128,
    count: u64,
}

const QUANTA_PER_UNIT: f64 = 4_294_967_296.0;

impl Mean {
    /// Adds a number.
    #[expect(clippy::cast_possible_truncation, reason = "float-to-int casts saturate")]
    pub fn add(&mut self, number: f64) {
        self.quanta += i128::from((number * QUANTA_PER_UNIT) as i64);
        self.count += 1;
    }

    /// The mean, rounded to a millionth; `None` without numbers.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a mean of six decimals")]
    pub fn value(self) -> Option<f64> {
        let mean = self.quanta as f64 / QUANTA_PER_UNIT / self.count as f64;
        (self.count > 0).then(|| (mean * 1e6).round() / 1e6)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_mean_does_not_depend_on_the_order(
            numbers in prop::collection::vec(-1e3_f64..1e3, 1..50),
            shift in 0_usize..50,
        ) {
            let mean = |numbers: &[f64]| {
                let mut mean = Mean::default();
                numbers.iter().for_each(|&number| mean.add(number));
                mean
            };
            let mut rotated = numbers.clone();
            rotated.rotate_left(shift % numbers.len());
            prop_assert_eq!(mean(&rotated), mean(&numbers));
            let plain = numbers.iter().sum::<f64>() / numbers.len() as f64;
            prop_assert!((mean(&numbers).value().unwrap() - plain).abs() < 1e-6);
        }
    }

    #[test]
    fn there_is_no_mean_of_nothing() {
        assert_eq!(Mean::default().value(), None);
    }
}
