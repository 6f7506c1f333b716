//! Blending of colours.

use crate::Colour;

/// A colour prepared for blending into pixels.
#[derive(Debug, Clone, Copy)]
pub struct Blend {
    /// Red and blue, and green, at their bits of a pixel.
    red_blue: u32,
    green: u32,
    /// The opacity, 0 to 256.
    cover: u32,
}

const RED_BLUE: u32 = 0x00FF_00FF;
const GREEN: u32 = 0x0000_FF00;

impl Blend {
    /// Prepares a colour.
    #[inline]
    #[must_use]
    pub fn from_colour([r, g, b, a]: Colour) -> Self {
        let pixel = u32::from_be_bytes([0, r, g, b]);
        Self { red_blue: pixel & RED_BLUE, green: pixel & GREEN, cover: cover_of(a) }
    }

    /// Returns the pixel of the colour at full opacity.
    #[inline]
    #[must_use]
    pub fn solid(self) -> u32 {
        self.red_blue | self.green
    }

    /// Whether it is opaque.
    #[inline]
    #[must_use]
    pub fn is_solid(self) -> bool {
        self.cover == 256
    }

    /// Blends the colour over a pixel.
    #[inline]
    #[must_use]
    pub fn over(self, below: u32) -> u32 {
        mixed(below, self.red_blue | self.green, self.cover)
    }

    /// Blends the colour over a part, 0 to 1, of a pixel.
    #[inline]
    #[must_use]
    pub fn partly(self, below: u32, part: f32) -> u32 {
        self.partly_of_256(below, share(part))
    }

    /// Blends the colour over a part, in 256ths, of a pixel.
    #[inline]
    #[must_use]
    pub fn partly_of_256(self, below: u32, part: u32) -> u32 {
        mixed(below, self.red_blue | self.green, (self.cover * part) >> 8)
    }
}

/// Converts a part from 0 to 1 to 256ths.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 256")]
fn share(part: f32) -> u32 {
    (part.clamp(0.0, 1.0) * 256.0 + 0.5) as u32
}

/// Converts an alpha value to an opacity from 0 to 256.
#[inline]
#[must_use]
pub fn cover_of(alpha: u8) -> u32 {
    u32::from(alpha) + u32::from(alpha >> 7)
}

/// Blends a pixel over another with an opacity from 0 to 256.
#[inline]
fn mixed(below: u32, above: u32, cover: u32) -> u32 {
    let kept = 256 - cover;
    let red_blue = (below & RED_BLUE) * kept + (above & RED_BLUE) * cover;
    let green = (below & GREEN) * kept + (above & GREEN) * cover;
    ((red_blue >> 8) & RED_BLUE) | ((green >> 8) & GREEN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blending_is_exact_at_both_ends() {
        for (below, above) in [(0, 0x00FF_FFFF), (0x0012_3456, 0x00FE_DCBA), (0x00FF_0000, 0xFF)] {
            assert_eq!(mixed(below, above, 0), below);
            assert_eq!(mixed(below, above, 256), above);
        }
        assert_eq!(Blend::from_colour([10, 20, 30, 255]).over(0x00FF_FFFF), 0x000A_141E);
        assert_eq!(Blend::from_colour([10, 20, 30, 0]).over(0x00FF_FFFF), 0x00FF_FFFF);
        assert_eq!(mixed(0, 0x00FF_FFFF, 128), 0x007F_7F7F);
    }
}
