//! The colours and letters of charts.

use terrarium_output::colour::{Rgb, contrast};

use crate::{Colour, TextStyle, opaque};

/// The least contrast of text, and of lines.
const READABLE: f32 = 4.5;
const VISIBLE: f32 = 3.0;

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
    /// Whether it is for paper: axes have titles, and curves differ also without colours.
    pub is_print: bool,
}

impl Ink {
    /// The ink of files: dark on white.
    pub const PAPER: Self = Self {
        text: [38, 42, 48, 255],
        faint: [105, 112, 122, 255],
        accent: [32, 92, 160, 255],
        warning: [160, 90, 10, 255],
        edge: [150, 156, 165, 255],
        line: [228, 231, 235, 255],
        ground: [255; 3],
        is_print: true,
    };

    /// The title of a chart on paper.
    #[must_use]
    pub fn title(&self) -> TextStyle {
        TextStyle::new(14.0, self.text).bold()
    }

    /// The heading of a part of a chart.
    #[must_use]
    pub fn heading(&self) -> TextStyle {
        TextStyle::new(12.0, self.text).bold()
    }

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
        self.with_contrast(colour, READABLE)
    }

    /// A colour for lines and points of what has a colour: its own, or the nearest one that can be seen on the ground.
    #[must_use]
    pub fn line_of(&self, colour: Rgb) -> Colour {
        self.with_contrast(colour, VISIBLE)
    }

    fn with_contrast(&self, colour: Rgb, least: f32) -> Colour {
        const STEPS: u16 = 20;
        let is_dark = contrast(self.ground, [255; 3]) > contrast(self.ground, [0; 3]);
        let end = if is_dark { 255 } else { 0 };
        let nearer = |step: u16| {
            colour.map(|part| {
                let mixed = (u16::from(part) * (STEPS - step) + end * step) / STEPS;
                u8::try_from(mixed).unwrap_or(u8::MAX)
            })
        };
        let is_enough = |colour: &Rgb| contrast(*colour, self.ground) >= least;
        let end = u8::try_from(end).unwrap_or(u8::MAX);
        opaque((0..=STEPS).map(nearer).find(is_enough).unwrap_or([end; 3]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pale_colours_are_darkened_on_paper_and_others_are_unchanged() {
        let ink = Ink::PAPER;
        assert_eq!(ink.line_of([190, 60, 40]), [190, 60, 40, 255]);
        for least in [VISIBLE, READABLE] {
            let [r, g, b, _] = ink.with_contrast([255, 240, 120], least);
            assert!(contrast([r, g, b], [255; 3]) >= least);
            assert!(r > b && g > b, "it is still yellow");
        }
    }
}
