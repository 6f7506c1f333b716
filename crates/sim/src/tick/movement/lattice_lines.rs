//! The lines of a lattice, along which bodies of a size stand in rows.

/// The spacing of the lattice for bodies with a side: the least of 3, 4, 6, 8, 12, 16 … units. So the
/// place of a body is that of four bodies half as wide.
pub(super) fn spacing(side: f64) -> f64 {
    let mut spacing = 3.0;
    loop {
        for wide in [spacing, spacing / 3.0 * 4.0] {
            if wide >= side {
                return wide;
            }
        }
        spacing *= 2.0;
    }
}

/// The lines of a lattice on both sides of a place, on one axis.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lines {
    pub before: f64,
    pub after: f64,
    /// Whether the place is on a line between the two.
    pub is_on: bool,
}

impl Lines {
    pub fn around(place: f64, spacing: f64) -> Self {
        let line = ((place / spacing - 0.5).floor() + 0.5) * spacing;
        let is_on = line == place;
        Self { before: if is_on { line - spacing } else { line }, after: line + spacing, is_on }
    }
}
