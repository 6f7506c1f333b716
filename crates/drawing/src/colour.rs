//! Colours with an opacity.

use terrarium_output::colour::Rgb;

/// A colour: red, green, blue and opacity, each from 0 to 255.
pub type Colour = [u8; 4];

/// A colour without transparency.
#[must_use]
pub fn opaque([red, green, blue]: Rgb) -> Colour {
    [red, green, blue, 255]
}

/// Returns the colour with another opacity, 0 to 255.
#[must_use]
pub fn pale([r, g, b, _]: Colour, cover: u8) -> Colour {
    [r, g, b, cover]
}
