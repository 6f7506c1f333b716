//! A page as PDF: shapes as shapes, and text as text in the fonts of the other surfaces, of which the file has the glyphs that
//! occur.

use std::collections::BTreeSet;

use glam::Vec2;
use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect as PdfRect, Ref, Str};

use crate::pdf_font::PdfFont;
use crate::rect::length;
use crate::{Colour, Font, Rect, Surface, TextStyle};

/// The side of a pixel: 0.2 mm, in points. So 900 pixels are the width of the text of a page.
const POINTS: f32 = 0.2 / 25.4 * 72.0;

/// The distance of the ends of the tangents of a quarter circle, as a share of its radius.
const TANGENT: f32 = 0.552_284_8;

/// The page that is being drawn.
pub struct PdfPage {
    size: (u32, u32),
    content: Content,
    /// The fonts, in the order of [`FontFace`](crate::FontFace).
    fonts: [PdfFont; 3],
    /// The opacities that occur, of 255.
    opacities: BTreeSet<u8>,
}

impl std::fmt::Debug for PdfPage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PdfPage").field("size", &self.size).finish_non_exhaustive()
    }
}

impl PdfPage {
    /// An empty page of this width and height in pixels.
    pub fn new(size: (u32, u32)) -> Self {
        let mut content = Content::new();
        // Coordinates of surfaces are pixels from the top.
        content.transform([POINTS, 0.0, 0.0, -POINTS, 0.0, length(size.1) * POINTS]);
        content.set_line_join(LineJoinStyle::RoundJoin);
        let fonts = [
            PdfFont::new("DejaVuSans", dejavu::sans::regular()),
            PdfFont::new("DejaVuSans-Bold", dejavu::sans::bold()),
            PdfFont::new("DejaVuSansMono", dejavu::sans_mono::regular()),
        ];
        Self { size, content, fonts, opacities: BTreeSet::new() }
    }

    /// Sets the colour of what is drawn next; `false` if it is invisible.
    fn set_colour(&mut self, [red, green, blue, cover]: Colour) -> bool {
        let [red, green, blue] = [red, green, blue].map(|part| f32::from(part) / 255.0);
        self.opacities.insert(cover);
        self.content.set_parameters(Name(opacity(cover).as_bytes()));
        self.content.set_fill_rgb(red, green, blue).set_stroke_rgb(red, green, blue);
        cover > 0
    }

    fn add_path(&mut self, path: &[Vec2]) {
        for (nth, at) in path.iter().enumerate() {
            match nth {
                0 => self.content.move_to(at.x, at.y),
                _ => self.content.line_to(at.x, at.y),
            };
        }
    }

    /// Adds a rectangle whose corners are quarter circles.
    fn add_rounded(&mut self, area: Rect, radius: f32) {
        let half = area.size() * 0.5;
        let (inner, tangent) = (half - radius, radius * TANGENT);
        let corners =
            [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)].map(|(x, y)| Vec2::new(x, y));
        let centre = area.centre();
        for (nth, from) in corners.into_iter().enumerate() {
            let to = corners[(nth + 1) % corners.len()];
            let corner = centre + (from + to) * inner;
            let [start, end] = [corner + from * radius, corner + to * radius];
            match nth {
                0 => self.content.move_to(start.x, start.y),
                _ => self.content.line_to(start.x, start.y),
            };
            let (one, two) = (start + to * tangent, end + from * tangent);
            self.content.cubic_to(one.x, one.y, two.x, two.y, end.x, end.y);
        }
        self.content.close_path();
    }

    fn stroke(&mut self, points: &[Vec2], width: f32, cap: LineCapStyle, colour: Colour) {
        if !points.is_empty() && self.set_colour(colour) {
            self.content.set_line_width(width).set_line_cap(cap);
            self.add_path(points);
            self.content.stroke();
        }
    }

    /// The file.
    pub fn finish(self) -> Vec<u8> {
        let content = self.content.finish();
        let mut pdf = Pdf::new();
        let mut next = Ref::new(1);
        let [catalog, pages, page, stream] = [(); 4].map(|()| next.bump());
        pdf.catalog(catalog).pages(pages);
        pdf.pages(pages).kids([page]).count(1);
        let fonts: Vec<(String, Ref)> = (0..)
            .zip(&self.fonts)
            .filter(|(_, font)| font.is_used())
            .map(|(number, font)| (font_name(number), font.write(&mut pdf, &mut next)))
            .collect();
        let (width, height) = self.size;
        let mut written = pdf.page(page);
        written.parent(pages).contents(stream);
        written.media_box(PdfRect::new(0.0, 0.0, length(width) * POINTS, length(height) * POINTS));
        let mut resources = written.resources();
        let mut names = resources.fonts();
        for (name, id) in &fonts {
            names.pair(Name(name.as_bytes()), id);
        }
        names.finish();
        let mut states = resources.ext_g_states();
        for &cover in &self.opacities {
            let share = f32::from(cover) / 255.0;
            let mut state = states
                .insert(Name(opacity(cover).as_bytes()))
                .start::<pdf_writer::writers::ExtGraphicsState<'_>>();
            state.non_stroking_alpha(share).stroking_alpha(share);
        }
        states.finish();
        resources.finish();
        written.finish();
        pdf.stream(stream, &compressed(&content)).filter(Filter::FlateDecode);
        pdf.finish()
    }
}

impl Surface for PdfPage {
    fn bounds(&self) -> Rect {
        Rect::new(0.0, 0.0, length(self.size.0), length(self.size.1))
    }

    fn fill(&mut self, area: Rect, colour: Colour) {
        if !area.is_empty() && self.set_colour(colour) {
            self.content.rect(area.left, area.top, area.width, area.height).fill_nonzero();
        }
    }

    fn fill_rounded(&mut self, area: Rect, radius: f32, colour: Colour) {
        if !area.is_empty() && self.set_colour(colour) {
            self.add_rounded(area, radius.min(area.width * 0.5).min(area.height * 0.5));
            self.content.fill_nonzero();
        }
    }

    fn disc(&mut self, centre: Vec2, radius: f32, colour: Colour) {
        self.fill_rounded(Rect::around(centre, radius), radius, colour);
    }

    fn ring(&mut self, centre: Vec2, radius: f32, width: f32, colour: Colour) {
        if self.set_colour(colour) {
            let middle = (radius - width * 0.5).max(0.0);
            self.content.set_line_width(width);
            self.add_rounded(Rect::around(centre, middle), middle);
            self.content.stroke();
        }
    }

    fn polyline(&mut self, points: &[Vec2], width: f32, colour: Colour) {
        self.stroke(points, width, LineCapStyle::RoundCap, colour);
    }

    fn dashes(&mut self, points: &[Vec2], width: f32, dash: [f32; 2], colour: Colour) {
        self.content.set_dash_pattern(dash, 0.0);
        self.stroke(points, width, LineCapStyle::ButtCap, colour);
        self.content.set_dash_pattern([], 0.0);
    }

    fn polygon(&mut self, corners: &[Vec2], colour: Colour) {
        if !corners.is_empty() && self.set_colour(colour) {
            self.add_path(corners);
            self.content.close_path().fill_nonzero();
        }
    }

    fn write(&mut self, font: &mut Font, text: &str, at: Vec2, style: &TextStyle) -> f32 {
        if !text.is_empty() && self.set_colour(style.colour) {
            let (em, number) = (font.pixels(style), style.face as usize);
            let bytes = self.fonts[number].encode(text);
            let base = at.y + font.ascent(style);
            self.content.begin_text().set_font(Name(font_name(number).as_bytes()), em);
            self.content.set_text_matrix([1.0, 0.0, 0.0, -1.0, at.x, base]);
            self.content.show(Str(&bytes)).end_text();
        }
        font.width(text, style)
    }
}

fn font_name(number: usize) -> String {
    format!("F{number}")
}

/// The name of the graphics state with an opacity.
fn opacity(cover: u8) -> String {
    format!("O{cover}")
}

/// Compresses a stream, always in the same way.
pub(super) fn compressed(content: &[u8]) -> Vec<u8> {
    const LEVEL: u8 = 6;
    miniz_oxide::deflate::compress_to_vec_zlib(content, LEVEL)
}
