//! The colours and letters of charts.

use terrarium_run::palette::{Rgb, contrast};

use crate::{Colour, TextStyle};

/// The least contrast of text.
const READABLE: f32 = 4.5;

/// The colours of what is no data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ink {
    /// Text, and what is marked.
    pub text: Colour,
    /// Labels and notes.
    pub faint: Colour,
    /// What is pointed out.
    pub accent: Colour,
    /// What is missing.
    pub warning: Colour,
    /// Axes, and what has no living descendants.
    pub edge: Colour,
    /// The lines of grids.
    pub line: Colour,
    /// What is below names.
    pub ground: Rgb,
}

impl Ink {
    /// Labels and notes.
    #[must_use]
    pub fn small(&self) -> TextStyle {
        TextStyle::new(11.0, self.faint)
    }

    /// Names of rows.
    #[must_use]
    pub fn body(&self) -> TextStyle {
        TextStyle::new(13.0, self.text)
    }

    /// A colour for the name of what has a colour: its own, or the nearest one that is readable on the ground.
    #[must_use]
    pub fn name_of(&self, colour: Rgb) -> Colour {
        const STEPS: u16 = 20;
        let is_dark = contrast(self.ground, [255; 3]) > contrast(self.ground, [0; 3]);
        let end = if is_dark { 255 } else { 0 };
        let nearer = |step: u16| {
            colour.map(|part| {
                let mixed = (u16::from(part) * (STEPS - step) + end * step) / STEPS;
                u8::try_from(mixed).unwrap_or(u8::MAX)
            })
        };
        let is_readable = |colour: &Rgb| contrast(*colour, self.ground) >= READABLE;
        let end = u8::try_from(end).unwrap_or(u8::MAX);
        opaque((0..=STEPS).map(nearer).find(is_readable).unwrap_or([end; 3]))
    }
}

/// A colour without transparency.
#[must_use]
pub fn opaque([red, green, blue]: Rgb) -> Colour {
    [red, green, blue, 255]
}
