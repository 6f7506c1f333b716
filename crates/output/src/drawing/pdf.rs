//! A backend of Plotters that writes one page of a PDF file: lines as lines, and text as text in the
//! fonts of the other backends, of which the file has the glyphs that occur.

use std::collections::BTreeSet;
use std::convert::Infallible;

use pdf_writer::types::{LineCapStyle, LineJoinStyle};
use pdf_writer::{Content, Filter, Finish, Name, Pdf, Rect, Ref, Str};
use plotters::prelude::DrawingBackend;
use plotters_backend::text_anchor::{HPos, VPos};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingErrorKind, FontStyle,
};

use super::pdf_font::PdfFont;

/// The side of a pixel: 0.2 mm, in points. So 900 pixels are the width of the text of a page.
const POINTS: f32 = 0.2 / 25.4 * 72.0;

/// The distance of the ends of the tangents of a quarter circle, as a share of its radius.
const TANGENT: f32 = 0.552_284_8;

/// The page that is being drawn. Presenting it writes the file.
pub(super) struct PdfBackend<'a> {
    file: &'a mut Vec<u8>,
    size: (u32, u32),
    content: Content,
    /// The regular and the bold font.
    fonts: [PdfFont; 2],
    /// The opacities that occur, in percent.
    opacities: BTreeSet<u8>,
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl<'a> PdfBackend<'a> {
    /// An empty page of this width and height in pixels, to be written to `file`.
    pub fn new(file: &'a mut Vec<u8>, size: (u32, u32)) -> Self {
        let mut content = Content::new();
        // Coordinates of charts are pixels from the top.
        content.transform([POINTS, 0.0, 0.0, -POINTS, 0.0, number(size.1) * POINTS]);
        content.set_line_cap(LineCapStyle::ButtCap).set_line_join(LineJoinStyle::RoundJoin);
        let fonts = [
            PdfFont::new("DejaVuSans", dejavu::sans::regular()),
            PdfFont::new("DejaVuSans-Bold", dejavu::sans::bold()),
        ];
        Self { file, size, content, fonts, opacities: BTreeSet::new() }
    }

    /// Sets the colour of what is drawn next; `false` if it is invisible.
    fn set_colour(&mut self, colour: BackendColor) -> bool {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 100")]
        let percent = (colour.alpha.clamp(0.0, 1.0) * 100.0).round() as u8;
        let (red, green, blue) = colour.rgb;
        let [red, green, blue] = [red, green, blue].map(|part| f32::from(part) / 255.0);
        self.opacities.insert(percent);
        self.content.set_parameters(Name(opacity(percent).as_bytes()));
        self.content.set_fill_rgb(red, green, blue).set_stroke_rgb(red, green, blue);
        percent > 0
    }

    fn add_path(&mut self, path: impl IntoIterator<Item = BackendCoord>) {
        for (nth, (x, y)) in path.into_iter().enumerate() {
            let (x, y) = (middle(x), middle(y));
            if nth == 0 {
                self.content.move_to(x, y);
            } else {
                self.content.line_to(x, y);
            }
        }
    }

    fn add_circle(&mut self, (x, y): BackendCoord, radius: f32) {
        let (x, y, tangent) = (middle(x), middle(y), radius * TANGENT);
        let corners = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0)];
        self.content.move_to(x + radius, y);
        for pair in corners.windows(2) {
            let [(from_x, from_y), (to_x, to_y)] = [pair[0], pair[1]];
            self.content.cubic_to(
                x + from_x * radius + to_x * tangent,
                y + from_y * radius + to_y * tangent,
                x + to_x * radius + from_x * tangent,
                y + to_y * radius + from_y * tangent,
                x + to_x * radius,
                y + to_y * radius,
            );
        }
    }

    /// Writes the file.
    fn write(&mut self) {
        let content = std::mem::replace(&mut self.content, Content::new()).finish();
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
        written.media_box(Rect::new(0.0, 0.0, number(width) * POINTS, number(height) * POINTS));
        let mut resources = written.resources();
        let mut names = resources.fonts();
        for (name, id) in &fonts {
            names.pair(Name(name.as_bytes()), id);
        }
        names.finish();
        let mut states = resources.ext_g_states();
        for &percent in &self.opacities {
            let share = f32::from(percent) / 100.0;
            let mut state = states
                .insert(Name(opacity(percent).as_bytes()))
                .start::<pdf_writer::writers::ExtGraphicsState<'_>>();
            state.non_stroking_alpha(share).stroking_alpha(share);
        }
        states.finish();
        resources.finish();
        written.finish();
        pdf.stream(stream, &compressed(&content)).filter(Filter::FlateDecode);
        *self.file = pdf.finish();
    }
}

impl DrawingBackend for PdfBackend<'_> {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        self.write();
        Ok(())
    }

    fn draw_pixel(&mut self, (x, y): BackendCoord, colour: BackendColor) -> Drawn {
        self.draw_rect((x, y), (x + 1, y + 1), &colour, true)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        self.draw_path([from, to], style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        (left, top): BackendCoord,
        (right, bottom): BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        if !fill {
            let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
            return self.draw_path(corners, style);
        }
        if self.set_colour(style.color()) {
            let (x, y) = (whole(left), whole(top));
            self.content.rect(x, y, whole(right) - x, whole(bottom) - y).fill_nonzero();
        }
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        if self.set_colour(style.color()) {
            self.content.set_line_width(number(style.stroke_width()));
            self.add_path(path);
            self.content.stroke();
        }
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn {
        if self.set_colour(style.color()) {
            self.content.set_line_width(number(style.stroke_width()));
            self.add_circle(center, number(radius));
            if fill {
                self.content.fill_nonzero();
            } else {
                self.content.stroke();
            }
        }
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        vert: I,
        style: &S,
    ) -> Drawn {
        if self.set_colour(style.color()) {
            self.add_path(vert);
            self.content.close_path().fill_nonzero();
        }
        Ok(())
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        (x, y): BackendCoord,
    ) -> Drawn {
        if !self.set_colour(style.color()) {
            return Ok(());
        }
        let number = usize::from(matches!(style.style(), FontStyle::Bold));
        let font = &mut self.fonts[number];
        #[expect(clippy::cast_possible_truncation, reason = "sizes of fonts are small")]
        let em = font.em_of(style.size() as f32);
        let (bytes, width) = font.encode(text);
        let x = whole(x)
            - width
                * em
                * match style.anchor().h_pos {
                    HPos::Left => 0.0,
                    HPos::Center => 0.5,
                    HPos::Right => 1.0,
                };
        // The distances of the base line from the anchor.
        let y = whole(y)
            + em * match style.anchor().v_pos {
                VPos::Top => 0.76,
                VPos::Center => 0.36,
                VPos::Bottom => -0.24,
            };
        self.content.begin_text().set_font(Name(font_name(number).as_bytes()), em);
        self.content.set_text_matrix([1.0, 0.0, 0.0, -1.0, x, y]);
        self.content.show(Str(&bytes)).end_text();
        Ok(())
    }
}

fn font_name(number: usize) -> String {
    format!("F{number}")
}

/// The name of the graphics state with an opacity.
fn opacity(percent: u8) -> String {
    format!("O{percent}")
}

/// Compresses a stream, always in the same way.
pub(super) fn compressed(content: &[u8]) -> Vec<u8> {
    const LEVEL: u8 = 6;
    miniz_oxide::deflate::compress_to_vec_zlib(content, LEVEL)
}

/// The middle of a pixel.
fn middle(pixel: i32) -> f32 {
    whole(pixel) + 0.5
}

#[expect(clippy::cast_precision_loss, reason = "coordinates of pixels are small")]
fn whole(pixel: i32) -> f32 {
    pixel as f32
}

#[expect(clippy::cast_precision_loss, reason = "sizes in pixels are small")]
fn number(pixels: u32) -> f32 {
    pixels as f32
}
