//! Scales of axes.

/// The scale of the vertical axis of a panel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scale {
    /// Linear from 0 to this number.
    Linear(f64),
    /// Logarithmic from 1 to this number; 0 has no position.
    Logarithmic(f64),
}

impl Scale {
    /// The scale for curves with these peaks: logarithmic if the lowest curve would be too close to
    /// the axis on a linear scale.
    pub fn new(peaks: impl Iterator<Item = u64>) -> Self {
        const TOO_LOW: f64 = 25.0;
        let peaks: Vec<f64> = peaks.filter(|&peak| peak > 0).map(float).collect();
        let highest = peaks.iter().copied().fold(1.0, f64::max);
        let lowest = peaks.iter().copied().fold(highest, f64::min);
        if highest / lowest > TOO_LOW { Self::Logarithmic(highest) } else { Self::Linear(highest) }
    }

    /// The position of a count, 0 at the bottom of the axis and 1 at its top.
    pub fn place(self, count: u64) -> Option<f64> {
        const HEADROOM: f64 = 1.06;
        match self {
            Self::Linear(top) => Some(float(count) / (top * HEADROOM)),
            Self::Logarithmic(_) if count == 0 => None,
            Self::Logarithmic(top) => Some(libm::log10(float(count)) / libm::log10(top * 1.3)),
        }
    }

    /// The counts with a label.
    pub fn labelled(self) -> Vec<u64> {
        match self {
            Self::Linear(top) => even_steps((0, whole(top)), 5),
            Self::Logarithmic(top) => {
                let decades = std::iter::successors(Some(1_u64), |count| count.checked_mul(10));
                decades.take_while(|&count| float(count) <= top).collect()
            }
        }
    }
}

/// At most about `most` evenly spaced round numbers in a range.
pub fn even_steps((first, last): (u64, u64), most: u64) -> Vec<u64> {
    let wanted = (last - first).div_ceil(most).max(1);
    let decades = std::iter::successors(Some(1_u64), |step| step.checked_mul(10));
    let mut steps = decades.flat_map(|decade| [1, 2, 5].map(|times| decade.saturating_mul(times)));
    let step = steps.find(|&step| step >= wanted).unwrap_or(u64::MAX);
    let start = first.div_ceil(step) * step;
    let numbers = std::iter::successors(Some(start), |number| number.checked_add(step));
    numbers.take_while(|&number| number <= last).collect()
}

/// Formats a number with separators of thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&[u8]> = digits.as_bytes().rchunks(3).rev().collect();
    String::from_utf8(groups.join(&b',')).expect("digits and commas")
}

/// A whole number as a coordinate.
#[expect(clippy::cast_precision_loss, reason = "precise enough for coordinates of pixels")]
pub fn float(number: u64) -> f64 {
    number as f64
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "counts are in range")]
fn whole(number: f64) -> u64 {
    number as u64
}
