//! A framebuffer of pixels with drawing operations, for windows and picture files.
//!
//! Coordinates are pixels from the left and upper edges; pixel (0, 0) covers the square from there
//! to (1, 1). Everything is drawn with smooth edges and cut off at the edges of the framebuffer or
//! of its [clip](Framebuffer::set_clip). Colours are \[red, green, blue, opacity\].

mod file;
mod mix;
mod path;
mod shapes;

pub use mix::{Blend, cover_of};

use crate::rect::length;
use crate::{Colour, Rect};

/// A framebuffer of pixels.
///
/// ```
/// use terrarium_drawing::{Framebuffer, Rect};
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
    /// The pixels row by row, each as 0x00RRGGBB.
    pixels: Vec<u32>,
    clip: Clip,
}

/// The range of pixels that drawing affects; `right` and `bottom` are exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clip {
    /// The first column.
    pub left: i32,
    /// The first row.
    pub top: i32,
    /// The column after the last one.
    pub right: i32,
    /// The row after the last one.
    pub bottom: i32,
}

impl Framebuffer {
    /// The greatest width and height, in pixels.
    pub const MOST: u32 = 16_384;

    /// Creates a framebuffer of one colour. Sides are clamped to 1 and [`MOST`](Self::MOST).
    #[must_use]
    pub fn new(width: u32, height: u32, colour: Colour) -> Self {
        let (width, height) = (width.clamp(1, Self::MOST), height.clamp(1, Self::MOST));
        let pixels = vec![Blend::from_colour(colour).solid(); width as usize * height as usize];
        let mut framebuffer = Self { width, height, pixels, clip: Clip::NOTHING };
        framebuffer.set_clip(None);
        framebuffer
    }

    /// Resizes it. The content becomes arbitrary and the clip is removed.
    pub fn resize(&mut self, width: u32, height: u32) {
        let (width, height) = (width.clamp(1, Self::MOST), height.clamp(1, Self::MOST));
        if (width, height) != (self.width, self.height) {
            (self.width, self.height) = (width, height);
            self.pixels.clear();
            self.pixels.resize(width as usize * height as usize, 0);
        }
        self.set_clip(None);
    }

    /// Returns the width, in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Returns the height, in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Returns the rectangle of the whole framebuffer.
    #[must_use]
    pub fn area(&self) -> Rect {
        Rect::new(0.0, 0.0, length(self.width), length(self.height))
    }

    /// Returns the pixels row by row, each as 0x00RRGGBB.
    #[must_use]
    pub fn pixels(&self) -> &[u32] {
        &self.pixels
    }

    /// Returns the pixels for writing.
    pub fn pixels_mut(&mut self) -> &mut [u32] {
        &mut self.pixels
    }

    /// Returns red, green and blue of a pixel; `None` outside the framebuffer.
    #[must_use]
    pub fn at(&self, x: u32, y: u32) -> Option<[u8; 3]> {
        if x >= self.width || y >= self.height {
            return None;
        }
        let [_, r, g, b] = self.pixels[self.index_at(x as usize, y as usize)].to_be_bytes();
        Some([r, g, b])
    }

    /// Restricts drawing to a rectangle, or removes the restriction. Returns the previous clip.
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

    /// Returns the rectangle that drawing is restricted to.
    #[must_use]
    pub fn clip(&self) -> Rect {
        let Clip { left, top, right, bottom } = self.clip;
        let [left, top, right, bottom] = [left, top, right, bottom].map(float);
        Rect::new(left, top, right - left, bottom - top)
    }

    /// Returns the range of pixels that drawing is restricted to.
    #[inline]
    #[must_use]
    pub fn clipping(&self) -> Clip {
        self.clip
    }

    /// Returns the part of a row from `left` to before `right`.
    ///
    /// # Panics
    /// If it is not inside the framebuffer.
    #[inline]
    pub fn row(&mut self, y: i32, left: i32, right: i32) -> &mut [u32] {
        let start = self.index_at(index(left), index(y));
        &mut self.pixels[start..start + index(right - left)]
    }

    fn index_at(&self, x: usize, y: usize) -> usize {
        y * self.width as usize + x
    }
}

impl Clip {
    const NOTHING: Self = Self { left: 0, top: 0, right: 0, bottom: 0 };

    /// Returns the part of the clip that a rectangle with these sides touches; `None` if it touches
    /// none.
    #[inline]
    #[must_use]
    pub fn part(&self, [left, top, right, bottom]: [f32; 4]) -> Option<Self> {
        // Also `None` for NaN.
        let part = Self {
            left: self.left.max(whole(left.floor())),
            top: self.top.max(whole(top.floor())),
            right: self.right.min(whole(right.ceil())),
            bottom: self.bottom.min(whole(bottom.ceil())),
        };
        (part.left < part.right && part.top < part.bottom).then_some(part)
    }

    /// Returns its columns.
    #[inline]
    #[must_use]
    pub fn columns(&self) -> std::ops::Range<i32> {
        self.left..self.right
    }

    /// Returns its rows.
    #[inline]
    #[must_use]
    pub fn rows(&self) -> std::ops::Range<i32> {
        self.top..self.bottom
    }
}

/// Truncates to a whole number of pixels.
#[inline]
#[must_use]
#[expect(clippy::cast_possible_truncation, reason = "it saturates")]
pub fn whole(length: f32) -> i32 {
    length as i32
}

/// Converts a number of pixels to a length.
#[expect(clippy::cast_precision_loss, reason = "framebuffers are small")]
#[inline]
#[must_use]
pub fn float(pixels: i32) -> f32 {
    pixels as f32
}

/// Converts the position of a pixel, which is not negative, to an index.
#[expect(clippy::cast_sign_loss, reason = "pixel positions are not negative")]
#[inline]
#[must_use]
pub fn index(position: i32) -> usize {
    debug_assert!(position >= 0, "negative pixel position {position}");
    position as usize
}
