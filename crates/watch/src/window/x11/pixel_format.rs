//! How a display holds pixels, and frames in that form.

use bytemuck::cast_slice;
use terrarium_picture::Framebuffer;
use x11rb::protocol::xproto::{
    Format, ImageOrder, Screen, Setup, VisualClass, Visualid, Visualtype,
};

/// The masks of red, green and blue in the pixels of frames.
const MASKS: [u32; 3] = [0x00ff_0000, 0x0000_ff00, 0x0000_00ff];

/// The pixels of a window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PixelFormat {
    /// The number of bits that count.
    pub depth: u8,
    /// What the display calls colours in these pixels.
    pub visual: Visualid,
    /// The bytes of a pixel.
    bytes: usize,
    /// The bytes of whose number the length of a row is a multiple.
    row_unit: usize,
    /// Whether the most significant byte is first.
    is_big_endian: bool,
    /// The masks of red, green and blue.
    masks: [u32; 3],
}

impl PixelFormat {
    /// The format of a window on a screen: 24 bits if the screen has them, or else those of most windows; `None` if it has no
    /// pixels of red, green and blue.
    pub fn of_screen(setup: &Setup, screen: &Screen) -> Option<Self> {
        let usual = screen.root_visual;
        let depths = screen.allowed_depths.iter();
        let visuals =
            depths.flat_map(|depth| depth.visuals.iter().map(move |it| (depth.depth, it)));
        let formats = visuals.filter_map(|(depth, visual)| Self::new(setup, depth, visual));
        // More than 24 bits may hold transparency.
        formats.max_by_key(|it| (it.depth == 24, it.visual == usual, it.depth < 32, it.depth))
    }

    fn new(setup: &Setup, depth: u8, visual: &Visualtype) -> Option<Self> {
        let formats = setup.pixmap_formats.iter();
        let Format { bits_per_pixel, scanline_pad, .. } =
            *formats.clone().find(|format| format.depth == depth)?;
        let masks = [visual.red_mask, visual.green_mask, visual.blue_mask];
        let is_of_colours = visual.class == VisualClass::TRUE_COLOR && !masks.contains(&0);
        (is_of_colours && matches!(bits_per_pixel, 8 | 16 | 24 | 32)).then(|| Self {
            depth,
            visual: visual.visual_id,
            bytes: usize::from(bits_per_pixel / 8),
            row_unit: usize::from(scanline_pad / 8).max(1),
            is_big_endian: setup.image_byte_order == ImageOrder::MSB_FIRST,
            masks,
        })
    }

    /// Returns the bytes of a row of so many pixels.
    pub fn row_bytes(&self, width: usize) -> usize {
        (width * self.bytes).next_multiple_of(self.row_unit)
    }

    /// Returns the bytes of a frame, which may be those of the frame itself or else are written to `buffer`.
    pub fn bytes_of<'a>(&self, frame: &'a Framebuffer, buffer: &'a mut Vec<u8>) -> &'a [u8] {
        if self.is_of_frames() {
            return cast_slice(frame.pixels());
        }
        let width = frame.width() as usize;
        let channels = self.masks.map(Channel::new);
        // Bits without a colour are opacity, if anything.
        let rest = !self.masks.iter().fold(0, |all, mask| all | mask);
        buffer.clear();
        for row in frame.pixels().chunks(width.max(1)) {
            for pixel in row {
                let [_, colours @ ..] = pixel.to_be_bytes();
                let parts = channels.iter().zip(colours);
                let pixel = parts.fold(rest, |sum, (channel, it)| sum | channel.of(it));
                match self.is_big_endian {
                    true => buffer.extend_from_slice(&pixel.to_be_bytes()[4 - self.bytes..]),
                    false => buffer.extend_from_slice(&pixel.to_le_bytes()[..self.bytes]),
                }
            }
            buffer.resize(buffer.len().next_multiple_of(self.row_unit), 0);
        }
        buffer
    }

    /// Whether its pixels are those of frames.
    fn is_of_frames(&self) -> bool {
        let is_alike = self.is_big_endian == cfg!(target_endian = "big");
        let is_opaque = self.depth == 24;
        is_alike && is_opaque && self.bytes == 4 && self.row_unit <= 4 && self.masks == MASKS
    }
}

/// The bits of a colour in a pixel, for each of its 256 values in frames.
struct Channel([u32; 256]);

impl Channel {
    fn new(mask: u32) -> Self {
        let shift = mask.trailing_zeros();
        let most = u64::from(mask >> shift);
        let scaled = |value: u64| (value * most + 127) / 255;
        Self(std::array::from_fn(|value| {
            u32::try_from(scaled(value as u64)).unwrap_or_default() << shift
        }))
    }

    fn of(&self, value: u8) -> u32 {
        self.0[usize::from(value)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(bits: u8, depth: u8, masks: [u32; 3]) -> PixelFormat {
        let bytes = usize::from(bits / 8);
        PixelFormat { depth, visual: 1, bytes, row_unit: 4, is_big_endian: false, masks }
    }

    /// Two rows of three pixels.
    fn frame() -> Framebuffer {
        let mut frame = Framebuffer::new(3, 2, [0, 0, 0, 255]);
        for (index, [r, g, b]) in
            [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255; 3], [0; 3], [128, 64, 32]]
                .iter()
                .enumerate()
        {
            let (x, y) = ((index % 3) as f32, (index / 3) as f32);
            frame.fill(terrarium_picture::Rect::new(x, y, 1.0, 1.0), [*r, *g, *b, 255]);
        }
        frame
    }

    fn bytes(format: &PixelFormat) -> Vec<u8> {
        let mut buffer = vec![9; 5];
        let frame = frame();
        let bytes = format.bytes_of(&frame, &mut buffer).to_vec();
        assert_eq!(bytes.len(), 2 * format.row_bytes(3));
        bytes
    }

    fn words(bytes: &[u8]) -> Vec<u32> {
        bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect()
    }

    #[test]
    fn frames_of_24_bits_are_not_copied() {
        let (frame, mut buffer) = (frame(), Vec::new());
        let usual = format(32, 24, MASKS);
        let usual = PixelFormat { is_big_endian: cfg!(target_endian = "big"), ..usual };
        let bytes: &[u8] = cast_slice(frame.pixels());
        assert_eq!(usual.bytes_of(&frame, &mut buffer), bytes);
        assert!(buffer.is_empty());
    }

    #[test]
    fn pixels_of_16_bits_have_padded_rows() {
        let deep = format(16, 16, [0xf800, 0x07e0, 0x001f]);
        let expected = [
            [0x00, 0xf8, 0xe0, 0x07, 0x1f, 0x00, 0, 0],
            [0xff, 0xff, 0x00, 0x00, 0x04, 0x82, 0, 0],
        ];
        assert_eq!(bytes(&deep), expected.concat());
        let swapped = bytes(&PixelFormat { is_big_endian: true, ..deep });
        assert_eq!(swapped[..4], [0xf8, 0x00, 0x07, 0xe0]);
    }

    #[test]
    fn pixels_of_30_bits_use_the_whole_range() {
        let deep = format(32, 30, [0x3ff0_0000, 0x000f_fc00, 0x0000_03ff]);
        let pixels: Vec<u32> = words(&bytes(&deep)).iter().map(|it| it & 0x3fff_ffff).collect();
        let grey = |r: u32, g: u32, b: u32| r << 20 | g << 10 | b;
        let last = grey(514, 257, 128);
        assert_eq!(pixels, [1023 << 20, 1023 << 10, 1023, 0x3fff_ffff, 0, last]);
    }

    #[test]
    fn other_orders_of_colours_and_opacity_are_written() {
        let reversed = format(32, 24, [0x0000_00ff, 0x0000_ff00, 0x00ff_0000]);
        assert_eq!(words(&bytes(&reversed))[0] & 0x00ff_ffff, 0x0000_00ff);
        let with_opacity = format(32, 32, MASKS);
        assert!(words(&bytes(&with_opacity)).iter().all(|pixel| pixel >> 24 == 0xff));
        let packed = format(24, 24, MASKS);
        assert_eq!(bytes(&packed)[..12], [0, 0, 255, 0, 255, 0, 255, 0, 0, 0, 0, 0]);
    }
}
