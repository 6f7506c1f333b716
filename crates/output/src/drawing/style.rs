//! Fonts and colours of charts.

use std::sync::Once;

use plotters::prelude::*;
use plotters::style::register_font;

use crate::colour::{Rgb, contrast};

/// The style of a text: its size in pixels, whether it is bold, and its colour.
pub struct FontSpec {
    size: u32,
    bold: bool,
    colour: RGBColor,
}

const DARK: RGBColor = RGBColor(38, 42, 48);
const GREY: RGBColor = RGBColor(105, 112, 122);

/// The title of a chart.
pub const TITLE: FontSpec = FontSpec { size: 32, bold: true, colour: DARK };
/// What stands below a title or at an edge.
pub const CAPTION: FontSpec = FontSpec { size: 19, bold: false, colour: GREY };
/// The heading of a panel.
pub const HEADING: FontSpec = FontSpec { size: 20, bold: true, colour: DARK };
/// The numbers at an axis.
pub const LABEL: FontSpec = FontSpec { size: 17, bold: false, colour: GREY };
/// The name of a curve.
pub const NAME: FontSpec = FontSpec { size: 13, bold: false, colour: DARK };
/// The lines of a grid.
pub const GRID: RGBColor = RGBColor(228, 231, 235);
/// The lines of an axis.
pub const AXIS: RGBColor = RGBColor(150, 156, 165);

/// The fonts that a viewer of SVG files looks for. Bitmaps have the first one.
const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

/// Registers the embedded fonts of charts, so that charts do not depend on the fonts of the
/// machine.
pub fn register_fonts() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let fonts =
            [(FontStyle::Normal, dejavu::sans::regular()), (FontStyle::Bold, dejavu::sans::bold())];
        for (style, bytes) in fonts {
            assert!(register_font(FAMILY, style, bytes).is_ok(), "the fonts are valid");
        }
    });
}

/// The Plotters style of a text.
pub fn text(font: &FontSpec) -> TextStyle<'static> {
    let style = if font.bold { FontStyle::Bold } else { FontStyle::Normal };
    (FAMILY, font.size, style).into_font().color(&font.colour)
}

/// The style of the label of a curve.
pub fn name(colour: RGBColor) -> TextStyle<'static> {
    (FAMILY, 18, FontStyle::Bold).into_font().color(&colour)
}

/// A colour with enough contrast to white: the same, or a darker shade of it.
pub fn legible([r, g, b]: Rgb) -> RGBColor {
    const CONTRAST: f32 = 3.0;
    let shade = |percent: u16| {
        [r, g, b].map(|part| u8::try_from(u16::from(part) * percent / 100).unwrap_or(u8::MAX))
    };
    let mut shades = (0..=100).rev().map(shade);
    let dark = shades.find(|&shade| contrast(shade, [255; 3]) >= CONTRAST);
    dark.map_or(BLACK, |[r, g, b]| RGBColor(r, g, b))
}
