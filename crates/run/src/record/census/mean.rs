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
