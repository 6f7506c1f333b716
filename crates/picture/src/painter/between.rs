//! Where columns and rows of pixels lie among cells, to mix what the cells show.

/// A place between the middles of two cells.
#[derive(Debug, Clone, Copy)]
pub(super) struct Between {
    pub first: usize,
    pub second: usize,
    /// The share of the second, in 256ths.
    pub part: i32,
}

impl Between {
    /// Returns the place at a distance from the middle of the first of some cells, in cells.
    pub fn new(at: f64, count: usize) -> Self {
        Self::shaped(at, count, |share| share)
    }

    /// Returns such a place whose shares change slowly near the middles of cells.
    pub fn eased(at: f64, count: usize) -> Self {
        Self::shaped(at, count, |share| share * share * (3.0 - 2.0 * share))
    }

    fn shaped(at: f64, count: usize, shape: impl Fn(f64) -> f64) -> Self {
        let at = at.max(0.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
        let (first, part) = (at as usize, (shape(at.fract()) * 256.0) as i32);
        let last = count.saturating_sub(1);
        Self { first: first.min(last), second: (first + 1).min(last), part }
    }

    /// Mixes the values of both cells.
    #[inline]
    pub fn mix(self, first: i32, second: i32) -> i32 {
        first + (((second - first) * self.part) >> 8)
    }
}
