//! Text in any size, painted the same on every machine.

use std::collections::BTreeMap;

use ab_glyph::{Font as _, FontRef, GlyphId, PxScale, ScaleFont, point};
use glam::Vec2;

use crate::framebuffer::{Blend, cover_of, index, whole};
use crate::{Colour, Framebuffer};

/// A font face.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum FontFace {
    /// Regular.
    #[default]
    Plain,
    /// Bold.
    Bold,
    /// Monospaced, for columns of numbers.
    Mono,
}

/// A text style.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TextStyle {
    /// The font size, in pixels at scale 1.
    pub size: f32,
    /// The font face.
    pub face: FontFace,
    /// The colour.
    pub colour: Colour,
}

impl TextStyle {
    /// Returns a style with the regular face.
    #[must_use]
    pub const fn new(size: f32, colour: Colour) -> Self {
        Self { size, face: FontFace::Plain, colour }
    }

    /// Returns the style in bold.
    #[must_use]
    pub const fn bold(self) -> Self {
        Self { face: FontFace::Bold, ..self }
    }

    /// Returns the style with the monospaced face.
    #[must_use]
    pub const fn mono(self) -> Self {
        Self { face: FontFace::Mono, ..self }
    }

    /// Returns the style in another colour.
    #[must_use]
    pub const fn coloured(self, colour: Colour) -> Self {
        Self { colour, ..self }
    }
}

/// The fonts, with a cache of rendered glyphs.
///
/// ```
/// use terrarium_drawing::{Font, Framebuffer, TextStyle, Vec2};
///
/// let mut framebuffer = Framebuffer::new(120, 30, [255, 255, 255, 255]);
/// let mut font = Font::new(1.0);
/// let style = TextStyle::new(14.0, [30, 34, 40, 255]);
/// let width = font.write(&mut framebuffer, "hare #17", Vec2::new(4.0, 4.0), &style);
/// assert_eq!(width, font.width("hare #17", &style));
/// assert!(framebuffer.pixels().iter().any(|&pixel| pixel < 0x0080_8080));
/// ```
pub struct Font {
    fonts: [FontRef<'static>; 3],
    scale: f32,
    glyphs: BTreeMap<GlyphKey, Glyph>,
}

/// The key of a rendered glyph: face, glyph, size and horizontal subpixel offset, both in quarters
/// of a pixel.
type GlyphKey = (FontFace, GlyphId, u16, u8);

/// A rendered glyph: the coverage of each pixel.
struct Glyph {
    /// The offset of its upper left pixel from the origin of the glyph.
    left: i32,
    top: i32,
    width: usize,
    coverage: Vec<u8>,
}

/// The number of glyphs at which the cache is cleared.
const CACHE_LIMIT: usize = 8192;

/// The range of font sizes, in pixels.
const SIZES: std::ops::RangeInclusive<f32> = 1.0..=512.0;

impl Font {
    /// Loads the fonts, with a scale for all text: for example 2 on a display of high resolution.
    ///
    /// # Panics
    /// Never: the built-in fonts are valid.
    #[must_use]
    pub fn new(scale: f32) -> Self {
        let font = |bytes| FontRef::try_from_slice(bytes).expect("the built-in fonts are valid");
        let mut font = Self { fonts: faces().map(font), scale: 1.0, glyphs: BTreeMap::new() };
        font.set_scale(scale);
        font
    }

    /// Returns the scale.
    #[must_use]
    pub fn scale(&self) -> f32 {
        self.scale
    }

    /// Sets the scale.
    pub fn set_scale(&mut self, scale: f32) {
        self.scale = if scale.is_finite() { scale.clamp(0.25, 8.0) } else { 1.0 };
    }

    /// Returns the height of a line, in pixels.
    #[must_use]
    pub fn height(&self, style: &TextStyle) -> f32 {
        let font = self.fonts[style.face as usize].as_scaled(self.size(style));
        (font.ascent() - font.descent()).ceil()
    }

    /// Returns the distance from the top of a line to its baseline, in pixels.
    #[must_use]
    pub fn ascent(&self, style: &TextStyle) -> f32 {
        self.fonts[style.face as usize].as_scaled(self.size(style)).ascent().round()
    }

    /// Returns the width of a line, in pixels.
    #[must_use]
    pub fn width(&self, text: &str, style: &TextStyle) -> f32 {
        self.places(text, style).last().map_or(0.0, |(_, _, end)| end)
    }

    /// Writes a line with its upper left corner at `at`. Returns its width, in pixels.
    pub fn write(
        &mut self,
        framebuffer: &mut Framebuffer,
        text: &str,
        at: Vec2,
        style: &TextStyle,
    ) -> f32 {
        let places: Vec<_> = self.places(text, style).collect();
        let base = (at.y + self.ascent(style)).round();
        let ink = Blend::from_colour(style.colour);
        for &(id, start, _) in &places {
            let x = at.x + start;
            let between = whole((x - x.floor()) * 4.0).clamp(0, 3);
            let glyph = self.glyph(id, style, between);
            glyph.put(framebuffer, ink, whole(x.floor()), whole(base));
        }
        places.last().map_or(0.0, |&(.., end)| end)
    }

    /// Writes a line with its upper right corner at `at`.
    pub fn write_right(
        &mut self,
        framebuffer: &mut Framebuffer,
        text: &str,
        at: Vec2,
        style: &TextStyle,
    ) {
        let width = self.width(text, style);
        self.write(framebuffer, text, at - Vec2::new(width, 0.0), style);
    }

    /// Writes a line centred at `at`.
    pub fn write_centred(
        &mut self,
        framebuffer: &mut Framebuffer,
        text: &str,
        at: Vec2,
        style: &TextStyle,
    ) {
        let size = Vec2::new(self.width(text, style), self.height(style));
        self.write(framebuffer, text, at - size * 0.5, style);
    }

    /// Truncates a line to a width in pixels, ending it with `…` if needed.
    #[must_use]
    pub fn shortened(&self, text: &str, style: &TextStyle, width: f32) -> String {
        if self.width(text, style) <= width {
            return text.to_owned();
        }
        let room = width - self.width("…", style);
        let ends = text.char_indices().map(|(start, _)| start).zip(self.places(text, style));
        let mut ends: Vec<usize> =
            ends.take_while(|(_, (_, start, _))| *start <= room).map(|(end, _)| end).collect();
        // Beside the ellipsis the last letter can take more room than beside its own neighbour.
        while let Some(end) = ends.pop() {
            let shortened = format!("{}…", text[..end].trim_end());
            if self.width(&shortened, style) <= width {
                return shortened;
            }
        }
        String::new()
    }

    /// Wraps a text to a width in pixels, between words where possible.
    #[must_use]
    pub fn wrapped(&self, text: &str, style: &TextStyle, width: f32) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for paragraph in text.lines() {
            let mut line = String::new();
            for word in paragraph.split_whitespace() {
                let longer =
                    if line.is_empty() { word.to_owned() } else { format!("{line} {word}") };
                if line.is_empty() || self.width(&longer, style) <= width {
                    line = longer;
                } else {
                    lines.push(std::mem::replace(&mut line, word.to_owned()));
                }
            }
            lines.push(self.shortened(&line, style, width));
        }
        lines
    }

    /// Returns the glyphs of a line with the start and the end of each, in pixels.
    fn places<'a>(
        &'a self,
        text: &'a str,
        style: &TextStyle,
    ) -> impl Iterator<Item = (GlyphId, f32, f32)> + 'a {
        let font = self.fonts[style.face as usize].as_scaled(self.size(style));
        let (mut end, mut last) = (0.0, None);
        text.chars().map(move |letter| {
            let id = font.glyph_id(if letter.is_control() { ' ' } else { letter });
            let start = end + last.map_or(0.0, |last| font.kern(last, id));
            (end, last) = (start + font.h_advance(id), Some(id));
            (id, start, end)
        })
    }

    fn glyph(&mut self, id: GlyphId, style: &TextStyle, between: i32) -> &Glyph {
        let size = self.size(style);
        let key = (style.face, id, quarters(size.y), u8::try_from(between).unwrap_or(0));
        if self.glyphs.len() >= CACHE_LIMIT && !self.glyphs.contains_key(&key) {
            self.glyphs.clear();
        }
        let font = &self.fonts[style.face as usize];
        self.glyphs.entry(key).or_insert_with(|| Glyph::new(font, id, size, f32::from(key.3) / 4.0))
    }

    /// Returns the font size at this scale, in pixels.
    #[must_use]
    pub fn pixels(&self, style: &TextStyle) -> f32 {
        let pixels = (style.size * self.scale).clamp(*SIZES.start(), *SIZES.end());
        (pixels * 4.0).round() / 4.0
    }

    /// Returns the font size as `ab_glyph` measures it.
    fn size(&self, style: &TextStyle) -> PxScale {
        let font = &self.fonts[style.face as usize];
        PxScale::from(
            self.pixels(style) * font.height_unscaled() / font.units_per_em().unwrap_or(2048.0),
        )
    }
}

/// The font files, in the order of [`FontFace`].
#[cfg(not(target_family = "wasm"))]
fn faces() -> [&'static [u8]; 3] {
    [dejavu::sans::regular(), dejavu::sans::bold(), dejavu::sans_mono::regular()]
}

#[cfg(target_family = "wasm")]
fn faces() -> [&'static [u8]; 3] {
    [terrarium_fonts::regular(), terrarium_fonts::bold(), terrarium_fonts::mono()]
}

impl std::fmt::Debug for Font {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Font").field("scale", &self.scale).finish_non_exhaustive()
    }
}

impl Glyph {
    fn new(font: &FontRef<'_>, id: GlyphId, size: PxScale, between: f32) -> Self {
        let glyph = id.with_scale_and_position(size, point(between, 0.0));
        let Some(outline) = font.outline_glyph(glyph) else {
            return Self { left: 0, top: 0, width: 0, coverage: Vec::new() };
        };
        let bounds = outline.px_bounds();
        let width = index(whole(bounds.width()).max(1));
        let mut coverage = vec![0; width * index(whole(bounds.height()).max(1))];
        outline.draw(|x, y, cover| {
            if let Some(place) = coverage.get_mut(y as usize * width + x as usize) {
                #[expect(
                    clippy::cast_possible_truncation,
                    clippy::cast_sign_loss,
                    reason = "0 to 255"
                )]
                let cover = (cover.clamp(0.0, 1.0) * 255.0).round() as u8;
                *place = cover;
            }
        });
        Self { left: whole(bounds.min.x), top: whole(bounds.min.y), width, coverage }
    }

    fn put(&self, framebuffer: &mut Framebuffer, ink: Blend, x: i32, base: i32) {
        if self.width == 0 {
            return;
        }
        let clip = framebuffer.clipping();
        let left = x.saturating_add(self.left);
        let past = left.saturating_add(i32::try_from(self.width).unwrap_or(0));
        let (first, past) = (left.max(clip.left), past.min(clip.right));
        if first >= past {
            return;
        }
        let rows = self.coverage.chunks_exact(self.width);
        for (coverage, y) in rows.zip(base.saturating_add(self.top)..) {
            if !clip.rows().contains(&y) {
                continue;
            }
            let coverage = &coverage[index(first - left)..index(past - left)];
            for (pixel, &cover) in framebuffer.row(y, first, past).iter_mut().zip(coverage) {
                *pixel = ink.partly_of_256(*pixel, cover_of(cover));
            }
        }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sizes are small")]
fn quarters(size: f32) -> u16 {
    (size * 4.0).round() as u16
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const PAPER: Colour = [255; 4];
    const BLACK: Colour = [0, 0, 0, 255];

    fn darkness(framebuffer: &Framebuffer) -> u64 {
        framebuffer.pixels().iter().map(|pixel| u64::from(255 - (pixel & 255))).sum()
    }

    #[test]
    fn text_is_painted_inside_its_measured_area() {
        let mut font = Font::new(1.0);
        let style = TextStyle::new(20.0, BLACK);
        let mut framebuffer = Framebuffer::new(200, 60, PAPER);
        let width = font.write(&mut framebuffer, "Hare, 12", Vec2::new(10.0, 10.0), &style);
        let height = font.height(&style);
        let inked = |x: u32, y: u32| framebuffer.at(x, y) != Some([255; 3]);
        for y in 0..60 {
            for x in 0..200 {
                let (at_x, at_y) = (x as f32, y as f32);
                let is_within =
                    (9.0..11.0 + width).contains(&at_x) && (10.0..10.0 + height).contains(&at_y);
                assert!(is_within || !inked(x, y), "({x}, {y})");
            }
        }
        assert!(darkness(&framebuffer) > 10_000);
    }

    #[test]
    fn widths_are_proportional_to_size_and_scale() {
        let (mut font, text) = (Font::new(1.0), "population");
        let small = font.width(text, &TextStyle::new(10.0, BLACK));
        let large = font.width(text, &TextStyle::new(30.0, BLACK));
        assert!((large - 3.0 * small).abs() < 0.1, "{small} {large}");
        font.set_scale(3.0);
        assert!((font.width(text, &TextStyle::new(10.0, BLACK)) - large).abs() < 0.1);
        assert_eq!(font.width("", &TextStyle::new(10.0, BLACK)), 0.0);
        let mono = TextStyle::new(12.0, BLACK).mono();
        assert_eq!(font.width("iii", &mono), font.width("WWW", &mono));
    }

    #[test]
    fn nothing_is_written_beyond_the_clip() {
        let (mut font, style) = (Font::new(1.0), TextStyle::new(24.0, BLACK));
        let mut framebuffer = Framebuffer::new(100, 40, PAPER);
        framebuffer.set_clip(Some(crate::Rect::new(20.0, 10.0, 30.0, 12.0)));
        font.write(&mut framebuffer, "WWWWWWWW", Vec2::new(-5.0, 0.0), &style);
        for (index, &pixel) in framebuffer.pixels().iter().enumerate() {
            let (x, y) = (index % 100, index / 100);
            let is_within = (20..50).contains(&x) && (10..22).contains(&y);
            assert!(is_within || pixel == 0x00FF_FFFF, "({x}, {y})");
        }
        assert!(darkness(&framebuffer) > 0);
        for at in [Vec2::splat(1e30), Vec2::splat(-1e30), Vec2::splat(f32::NAN)] {
            font.write(&mut framebuffer, "far away", at, &style);
        }
    }

    #[test]
    fn the_kerning_of_the_ellipsis_counts() {
        let (font, style) = (Font::new(1.0), TextStyle::new(13.0, BLACK));
        let text = "Ù¬00🈐<ki 𑊀:■_𝔇\u{ac7}Ѩ?\\i'¢rᠠE0%[𝒞TrA\u{b82}";
        let shortened = font.shortened(text, &style, 233.958_02);
        assert!(shortened.ends_with('…'), "{shortened}");
        assert!(font.width(&shortened, &style) <= 233.958_02, "{shortened}");
    }

    proptest! {
        #[test]
        fn a_shortened_line_fits(text in "\\PC{0,40}", width in 0.0_f32..300.0) {
            let (font, style) = (Font::new(1.0), TextStyle::new(13.0, BLACK));
            let short = font.shortened(&text, &style, width);
            prop_assert!(font.width(&short, &style) <= width.max(0.0) + 0.01, "{short}");
            for line in font.wrapped(&text, &style, width) {
                let words = line.split_whitespace().count();
                prop_assert!(words <= 1 || font.width(&line, &style) <= width + 0.01);
            }
        }
    }
}
