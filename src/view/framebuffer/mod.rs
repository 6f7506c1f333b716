//! A sheet of pixels, and what can be drawn on it: for a window, or for a file.
//!
//! Coordinates are pixels from the left and upper edges; pixel (0, 0) covers the square from there to
//! (1, 1). Everything is drawn with smooth edges and cut off at the sheet's edges, or at those
//! of its [clip](Sheet::set_clip). Colours are [red, green, blue, cover].

mod file;
mod mix;
mod path;
mod rect;
mod shapes;

use super::Colour;

pub(in crate::view) use mix::{Ink, cover_of};
pub use rect::Rect;

/// A sheet of pixels.
///
/// ```
/// use terrarium::view::{Rect, Framebuffer};
///
/// let mut framebuffer = Framebuffer::new(40, 30, [255, 255, 255, 255]);
/// framebuffer.fill(Rect::new(10.0, 10.0, 5.0, 5.0), [200, 30, 30, 255]);
/// assert_eq!(framebuffer.at(12, 12), Some([200, 30, 30]));
/// assert_eq!(framebuffer.at(15, 12), Some([255, 255, 255]));
/// assert_eq!(framebuffer.at(40, 12), None);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Framebuffer {
    width: u32,
    height: u32,
    /// Row by row, each as 0x00RRGGBB.
    pixels: Vec<u32>,
    clip: Clip,
}

/// The pixels that may be drawn on: from the first to before the second, in each direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::view) struct Clip {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

impl Framebuffer {
    /// The greatest width and height of a sheet.
    pub const MOST: u32 = 16_384;

    /// A sheet of one colour. A side of 0 is taken for 1, one above [`MOST`](Self::MOST) for that.
    #[must_use]
    pub fn new(width: u32, height: u32, colour: Colour) -> Self {
        let (width, height) = (width.clamp(1, Self::MOST), height.clamp(1, Self::MOST));
        let pixels = vec![Ink::of(colour).solid(); width as usize * height as usize];
        let mut framebuffer = Self { width, height, pixels, clip: Clip::NOTHING };
        framebuffer.set_clip(None);
        framebuffer
    }

    /// Makes it another size; what was drawn is lost, and so is its clip.
    pub fn resize(&mut self, width: u32, height: u32) {
        let (width, height) = (width.clamp(1, Self::MOST), height.clamp(1, Self::MOST));
        if (width, height) != (self.width, self.height) {
            (self.width, self.height) = (width, height);
            self.pixels.clear();
            self.pixels.resize(width as usize * height as usize, 0);
        }
        self.set_clip(None);
    }

    /// How many pixels a row has.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// How many rows there are.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// All of it.
    #[must_use]
    pub fn area(&self) -> Rect {
        Rect::new(0.0, 0.0, length(self.width), length(self.height))
    }

    /// The pixels row by row, each as 0x00RRGGBB: what a window shows.
    #[must_use]
    pub fn pixels(&self) -> &[u32] {
        &self.pixels
    }

    /// The same, to be written.
    pub fn pixels_mut(&mut self) -> &mut [u32] {
        &mut self.pixels
    }

    /// Red, green and blue of a pixel; `None` beside the sheet.
    #[must_use]
    pub fn at(&self, x: u32, y: u32) -> Option<[u8; 3]> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let [_, r, g, b] = self.pixels[self.place(x as usize, y as usize)].to_be_bytes();
        Some([r, g, b])
    }

    /// Where may be drawn from now on: within a rectangle, or everywhere. Answers where could until
    /// now.
    pub fn set_clip(&mut self, clip: Option<Rect>) -> Rect {
        let old = self.clip();
        let all = self.area();
        let clip = clip.map_or(all, |clip| clip.within(&all));
        self.clip = Clip {
            left: whole(clip.left.round()),
            top: whole(clip.top.round()),
            right: whole(clip.right().round()),
            bottom: whole(clip.bottom().round()),
        };
        old
    }

    /// Where may be drawn.
    #[must_use]
    pub fn clip(&self) -> Rect {
        let Clip { left, top, right, bottom } = self.clip;
        let [left, top, right, bottom] = [left, top, right, bottom].map(float);
        Rect::new(left, top, right - left, bottom - top)
    }

    pub(in crate::view) fn clipping(&self) -> Clip {
        self.clip
    }

    /// The part of a row of pixels from `left` to before `right`, which must be on the sheet.
    pub(in crate::view) fn row(&mut self, y: i32, left: i32, right: i32) -> &mut [u32] {
        let start = self.place(index(left), index(y));
        &mut self.pixels[start..start + index(right - left)]
    }

    fn place(&self, x: usize, y: usize) -> usize {
        y * self.width as usize + x
    }
}

impl Clip {
    const NOTHING: Self = Self { left: 0, top: 0, right: 0, bottom: 0 };

    /// The part of it in which something lies that reaches from `left` and `top` to before `right`
    /// and `bottom`; `None` when there is none.
    pub fn part(&self, [left, top, right, bottom]: [f32; 4]) -> Option<Self> {
        // Also none for what is no number.
        let part = Self {
            left: self.left.max(whole(left.floor())),
            top: self.top.max(whole(top.floor())),
            right: self.right.min(whole(right.ceil())),
            bottom: self.bottom.min(whole(bottom.ceil())),
        };
        (part.left < part.right && part.top < part.bottom).then_some(part)
    }

    /// The columns of it.
    pub fn columns(&self) -> std::ops::Range<i32> {
        self.left..self.right
    }

    /// The rows of it.
    pub fn rows(&self) -> std::ops::Range<i32> {
        self.top..self.bottom
    }
}

/// A whole number of pixels.
#[expect(clippy::cast_possible_truncation, reason = "it saturates")]
pub(in crate::view) fn whole(length: f32) -> i32 {
    length as i32
}

#[expect(clippy::cast_precision_loss, reason = "sheets are small")]
pub(in crate::view) fn float(pixels: i32) -> f32 {
    pixels as f32
}

#[expect(clippy::cast_precision_loss, reason = "sheets are small")]
fn length(pixels: u32) -> f32 {
    pixels as f32
}

#[expect(clippy::cast_sign_loss, reason = "places on a sheet are not negative")]
pub(in crate::view) fn index(place: i32) -> usize {
    debug_assert!(place >= 0, "{place} is no place");
    place as usize
}
