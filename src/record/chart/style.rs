//! Letters and colours of the chart.

use std::sync::Once;

use plotters::prelude::*;
use plotters::style::register_font;

/// A kind of writing: its size in pixels, whether it is bold, and its colour.
pub struct Writing {
    size: u32,
    bold: bool,
    colour: RGBColor,
}

const INK: RGBColor = RGBColor(38, 42, 48);
const PALE_INK: RGBColor = RGBColor(105, 112, 122);

pub const TITLE: Writing = Writing { size: 32, bold: true, colour: INK };
pub const CAPTION: Writing = Writing { size: 19, bold: false, colour: PALE_INK };
pub const HEADING: Writing = Writing { size: 20, bold: true, colour: INK };
pub const LABEL: Writing = Writing { size: 17, bold: false, colour: PALE_INK };
pub const GRID: RGBColor = RGBColor(228, 231, 235);
pub const AXIS: RGBColor = RGBColor(150, 156, 165);

const FAMILY: &str = "terrarium";

/// Makes the letters known that every chart is written in, whatever the machine has.
pub fn register_fonts() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let fonts =
            [(FontStyle::Normal, dejavu::sans::regular()), (FontStyle::Bold, dejavu::sans::bold())];
        for (style, bytes) in fonts {
            assert!(register_font(FAMILY, style, bytes).is_ok(), "the fonts are sound");
        }
    });
}

/// The style of a kind of writing.
pub fn text(writing: &Writing) -> TextStyle<'static> {
    let style = if writing.bold { FontStyle::Bold } else { FontStyle::Normal };
    (FAMILY, writing.size, style).into_font().color(&writing.colour)
}

/// The style of the name of a curve.
pub fn name(colour: RGBColor) -> TextStyle<'static> {
    (FAMILY, 18, FontStyle::Bold).into_font().color(&colour)
}

/// A colour that stands out from white paper: the same, or a darker shade of it.
pub fn legible([r, g, b]: [u8; 3]) -> RGBColor {
    const CONTRAST: f64 = 3.0;
    let shade = |percent: u16| {
        let dimmed = |part: u8| u8::try_from(u16::from(part) * percent / 100).unwrap_or(u8::MAX);
        RGBColor(dimmed(r), dimmed(g), dimmed(b))
    };
    let shades = (0..=100).rev().map(shade);
    shades.into_iter().find(|shade| contrast_to_white(*shade) >= CONTRAST).unwrap_or(BLACK)
}

/// The contrast as WCAG 2 reckons it: 1 for white itself, 21 for black.
fn contrast_to_white(RGBColor(r, g, b): RGBColor) -> f64 {
    let linear = |part: u8| match f64::from(part) / 255.0 {
        part if part <= 0.04045 => part / 12.92,
        part => libm::pow((part + 0.055) / 1.055, 2.4),
    };
    1.05 / (0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pale_colours_are_darkened_and_others_left() {
        assert!((contrast_to_white(BLACK) - 21.0).abs() < 1e-9);
        assert!((contrast_to_white(WHITE) - 1.0).abs() < 1e-9);
        assert_eq!(legible([190, 60, 40]), RGBColor(190, 60, 40));
        let RGBColor(r, g, b) = legible([255, 240, 120]);
        assert!(contrast_to_white(RGBColor(r, g, b)) >= 3.0);
        assert!(r > b && g > b, "it is still yellow");
    }
}
