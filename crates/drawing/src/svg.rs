//! A page as SVG: shapes as shapes, and text as text.

use std::fmt::Write;

use glam::Vec2;

use crate::rect::length;
use crate::{Colour, Font, FontFace, Rect, Surface, TextStyle};

/// The fonts that a viewer looks for. Texts are measured with the first ones.
const SANS: &str = "DejaVu Sans, Verdana, sans-serif";
const MONO: &str = "DejaVu Sans Mono, monospace";

/// The page that is being drawn.
#[derive(Debug)]
pub struct SvgPage {
    size: (u32, u32),
    text: String,
}

impl SvgPage {
    /// An empty page of this width and height in pixels.
    pub fn new(size: (u32, u32)) -> Self {
        let (width, height) = size;
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n"
        );
        Self { size, text }
    }

    /// The file.
    pub fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }

    /// Adds text, which cannot fail.
    fn put(&mut self, text: std::fmt::Arguments<'_>) {
        self.text.write_fmt(text).expect("a string takes all text");
    }

    fn line(&mut self, points: &[Vec2], width: f32, dash: &str, colour: Colour) {
        if points.is_empty() {
            return;
        }
        let (points, width, paint) = (listed(points), short(width), paint("stroke", colour));
        self.put(format_args!(
            "<polyline points=\"{points}\" fill=\"none\" {paint} stroke-width=\"{width}\" \
             stroke-linejoin=\"round\"{dash}/>\n"
        ));
    }
}

impl Surface for SvgPage {
    fn bounds(&self) -> Rect {
        Rect::new(0.0, 0.0, length(self.size.0), length(self.size.1))
    }

    fn fill(&mut self, area: Rect, colour: Colour) {
        self.fill_rounded(area, 0.0, colour);
    }

    fn fill_rounded(&mut self, area: Rect, radius: f32, colour: Colour) {
        if area.is_empty() {
            return;
        }
        let [x, y, width, height] = [area.left, area.top, area.width, area.height].map(short);
        let round = if radius > 0.0 { format!(" rx=\"{}\"", short(radius)) } else { String::new() };
        let paint = paint("fill", colour);
        self.put(format_args!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"{round} {paint}/>\n"
        ));
    }

    fn disc(&mut self, centre: Vec2, radius: f32, colour: Colour) {
        let ([x, y, radius], paint) =
            ([centre.x, centre.y, radius].map(short), paint("fill", colour));
        self.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {paint}/>\n"));
    }

    fn ring(&mut self, centre: Vec2, radius: f32, width: f32, colour: Colour) {
        let [x, y, radius, width] =
            [centre.x, centre.y, (radius - width * 0.5).max(0.0), width].map(short);
        let paint = paint("stroke", colour);
        self.put(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" {paint} stroke-width=\"{width}\"/>\n"
        ));
    }

    fn polyline(&mut self, points: &[Vec2], width: f32, colour: Colour) {
        self.line(points, width, " stroke-linecap=\"round\"", colour);
    }

    fn dashes(&mut self, points: &[Vec2], width: f32, dash: [f32; 2], colour: Colour) {
        let [dash, gap] = dash.map(short);
        self.line(points, width, &format!(" stroke-dasharray=\"{dash} {gap}\""), colour);
    }

    fn polygon(&mut self, corners: &[Vec2], colour: Colour) {
        if corners.is_empty() {
            return;
        }
        let (points, paint) = (listed(corners), paint("fill", colour));
        self.put(format_args!("<polygon points=\"{points}\" {paint}/>\n"));
    }

    fn write(&mut self, font: &mut Font, text: &str, at: Vec2, style: &TextStyle) -> f32 {
        let [x, y, size] = [at.x, at.y + font.ascent(style), font.pixels(style)].map(short);
        let family = if style.face == FontFace::Mono { MONO } else { SANS };
        let bold = if style.face == FontFace::Bold { " font-weight=\"bold\"" } else { "" };
        let (paint, shown) = (paint("fill", style.colour), escaped(text));
        self.put(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-family=\"{family}\" font-size=\"{size}\"{bold} {paint} \
             xml:space=\"preserve\">{shown}</text>\n"
        ));
        font.width(text, style)
    }

    fn begin_group(&mut self, about: &str) {
        self.put(format_args!("<g><title>{}</title>\n", escaped(about)));
    }

    fn end_group(&mut self) {
        self.text.push_str("</g>\n");
    }
}

/// The attributes of a colour that fills or strokes.
fn paint(what: &str, [r, g, b, cover]: Colour) -> String {
    let colour = format!("{what}=\"#{r:02x}{g:02x}{b:02x}\"");
    match cover {
        255 => colour,
        _ => format!("{colour} {what}-opacity=\"{}\"", short(f32::from(cover) / 255.0)),
    }
}

fn listed(points: &[Vec2]) -> String {
    let points = points.iter().map(|point| format!("{},{}", short(point.x), short(point.y)));
    points.collect::<Vec<_>>().join(" ")
}

/// A number with at most two digits behind the point.
fn short(number: f32) -> String {
    let text = format!("{number:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    (if text == "-0" { "0" } else { text }).to_owned()
}

/// Text without the characters that mean something in SVG, and without those that XML does not have.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\n' => escaped.push('\n'),
            it if it.is_control() || matches!(it, '\u{fffe}' | '\u{ffff}') => escaped.push(' '),
            it => escaped.push(it),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_cannot_end_the_text() {
        assert_eq!(escaped("a<b>&c\u{1}d"), "a&lt;b&gt;&amp;c d");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([0.0, -0.001, 12.5, 2.71459, -7.0].map(short), ["0", "0", "12.5", "2.71", "-7"]);
    }
}
