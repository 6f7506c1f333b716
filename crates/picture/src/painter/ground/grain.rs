//! The texture of the ground: a square of noise that repeats, laid on the world.

use glam::DVec2;

use super::lens::Lens;

/// The side of the square, in pixels.
const SIDE: usize = 256;

/// What the texture does to a pixel.
#[derive(Debug, Clone, Copy)]
pub(super) struct Grain {
    /// What it adds to the level of cover.
    pub shift: i16,
    /// Its brightness, 0 to 3.
    pub shade: u8,
}

/// The square.
#[derive(Debug)]
pub(super) struct Grains(Vec<Grain>);

impl Default for Grains {
    fn default() -> Self {
        let grain = |index: usize| {
            let (x, y) = (index % SIDE, index / SIDE);
            let broad = noise(x, y, 64) * 0.55 + noise(x, y, 16) * 0.30 + noise(x, y, 4) * 0.15;
            let fine = noise(x, y, 8) * 0.5 + chance(x, y, 1) * 0.5;
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small")]
            let (shift, shade) = ((broad * 84.0 - 42.0) as i16, (fine * 3.99) as u8);
            Grain { shift, shade }
        };
        Self((0..SIDE * SIDE).map(grain).collect())
    }
}

impl Grains {
    /// Returns a row of the square.
    pub fn row(&self, row: usize) -> &[Grain] {
        &self.0[row * SIDE..][..SIDE]
    }
}

/// Returns the place in the square of each of some columns or rows of pixels. It is fixed to the world, and magnified
/// with it, but for factors of two.
pub(super) fn places(lens: &Lens, pixels: std::ops::Range<i32>, axis: usize) -> Vec<usize> {
    let octave = libm::exp2(libm::log2(lens.scale).round());
    let of = |pixel: i32| {
        let place = (lens.offset(pixel, axis) * octave).rem_euclid(256.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 256")]
        let place = place as usize;
        place.min(SIDE - 1)
    };
    pixels.map(of).collect()
}

/// Returns smooth noise from 0 to 1 with features of this size, which repeats at the sides of the square.
fn noise(x: usize, y: usize, size: usize) -> f32 {
    let cells = SIDE / size;
    let (column, row) = (x / size, y / size);
    let part = DVec2::new(float(x % size), float(y % size)) / float(size);
    let part = (part * part * (3.0 - 2.0 * part)).as_vec2();
    let at = |column: usize, row: usize| chance(column % cells, row % cells, size);
    let above = at(column, row) + (at(column + 1, row) - at(column, row)) * part.x;
    let below = at(column, row + 1) + (at(column + 1, row + 1) - at(column, row + 1)) * part.x;
    above + (below - above) * part.y
}

/// Returns a pseudo-random number from 0 to 1 for each cell and size.
fn chance(column: usize, row: usize, size: usize) -> f32 {
    let mixed = (column * SIDE + row) * 1024 + size;
    let mut mixed = u32::try_from(mixed).unwrap_or(0).wrapping_mul(0x9E37_79B1);
    mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x85EB_CA77);
    mixed = (mixed ^ (mixed >> 13)).wrapping_mul(0xC2B2_AE3D);
    f32::from(u16::try_from(mixed >> 16).unwrap_or(0)) / 65536.0
}

#[expect(clippy::cast_precision_loss, reason = "the numbers are small")]
fn float(number: usize) -> f64 {
    number as f64
}
