//! An encoder for animated GIFs, frame by frame.
//!
//! A GIF has at most 256 colours, one of which is used here for "unchanged". The others are chosen
//! once, from the first frame and the colours that later frames will need, so that unchanged pixels
//! keep their colour: of each frame only the part that changed is written.

use std::borrow::Cow;
use std::io::{self, Write};

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use super::Framebuffer;

/// The greatest width and height of a frame, in pixels.
pub const MAX_SIDE: u32 = 8192;

/// The greatest frame rate. Many viewers slow down faster GIFs.
pub const MAX_FRAME_RATE: u32 = 50;

/// Pixels whose colour changes by no more than this [`distance`] keep it while they change: about nine steps of each
/// channel.
const TOLERANCE: i32 = 9 * 81;

/// Pixels that no longer change are shown as they are, but for this distance: about three steps of each channel. What
/// has passed over them leaves no trace.
const AT_REST: i32 = 9 * 9;

/// The palette index that leaves a pixel unchanged.
const UNCHANGED: u8 = 255;

/// Writes frames to an animated GIF that repeats forever.
pub struct GifWriter<W: Write> {
    encoder: Encoder<W>,
    width: u32,
    height: u32,
    per_second: u32,
    palette: Palette,
    /// The last frame, as palette indices, and as it was added.
    last: Vec<u8>,
    added: Vec<u32>,
    /// The frame that is not written yet, since its duration is not known yet.
    waiting: Option<Frame<'static>>,
    /// The number of frames added, and the duration of the written ones in hundredths of a second.
    count: u64,
    written: u64,
}

impl<W: Write> GifWriter<W> {
    /// Starts a GIF with the size and the colours of `first`, which is not added yet, and `colours`
    /// that later frames will need.
    ///
    /// # Errors
    /// If the file cannot be written, or the frame is too large.
    pub fn new(
        out: W,
        first: &Framebuffer,
        per_second: u32,
        colours: &[[u8; 3]],
    ) -> io::Result<Self> {
        let (width, height) = (first.width(), first.height());
        if width.max(height) > MAX_SIDE {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let palette = Palette::new(first, colours);
        let side = |side: u32| u16::try_from(side).unwrap_or(u16::MAX);
        let mut encoder = Encoder::new(out, side(width), side(height), &palette.bytes())
            .map_err(io::Error::other)?;
        encoder.set_repeat(Repeat::Infinite).map_err(io::Error::other)?;
        Ok(Self {
            encoder,
            width,
            height,
            per_second: per_second.clamp(1, MAX_FRAME_RATE),
            palette,
            last: Vec::new(),
            added: Vec::new(),
            waiting: None,
            count: 0,
            written: 0,
        })
    }

    /// Adds a frame.
    ///
    /// # Errors
    /// If the file cannot be written.
    ///
    /// # Panics
    /// If its size differs from that of the first.
    pub fn add(&mut self, framebuffer: &Framebuffer) -> io::Result<()> {
        let size = (framebuffer.width(), framebuffer.height());
        assert_eq!(size, (self.width, self.height), "all frames have the same size");
        let mut indices: Vec<u8> =
            framebuffer.pixels().iter().map(|&pixel| self.palette.index_of(pixel)).collect();
        // A pixel is compared with what is shown, so that differences too small to be written do not add up.
        let sources = framebuffer.pixels().iter().zip(&self.added);
        for ((index, &last), (now, before)) in indices.iter_mut().zip(&self.last).zip(sources) {
            let tolerance = if now == before { AT_REST } else { TOLERANCE };
            if !self.palette.differs(*index, last, tolerance) {
                *index = last;
            }
        }
        self.added.clear();
        self.added.extend(framebuffer.pixels());
        if let Some(frame) = self.changes(&indices) {
            self.flush()?;
            self.waiting = Some(frame);
        }
        self.last = indices;
        self.count += 1;
        Ok(())
    }

    /// Finishes the file.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn finish(mut self) -> io::Result<W> {
        self.flush()?;
        let mut out = self.encoder.into_inner().map_err(io::Error::other)?;
        out.flush()?;
        Ok(out)
    }

    /// Writes the waiting frame, whose duration is known now.
    fn flush(&mut self) -> io::Result<()> {
        let Some(mut frame) = self.waiting.take() else { return Ok(()) };
        let until = self.count * 100 / u64::from(self.per_second);
        frame.delay = u16::try_from(until - self.written).unwrap_or(u16::MAX);
        self.written = until;
        self.encoder.write_frame(&frame).map_err(io::Error::other)
    }

    /// Returns the part of a frame that differs from the last one; `None` if nothing does.
    fn changes(&self, indices: &[u8]) -> Option<Frame<'static>> {
        let width = self.width as usize;
        let is_first = self.last.is_empty();
        let differs = |at: usize| is_first || indices[at] != self.last[at];
        let rows = 0..self.height as usize;
        let row_differs = |&row: &usize| (0..width).any(|x| differs(row * width + x));
        let top = rows.clone().find(row_differs)?;
        let bottom = rows.rev().find(row_differs)?;
        let column_differs = |&x: &usize| (top..=bottom).any(|row| differs(row * width + x));
        let left = (0..width).find(column_differs)?;
        let right = (0..width).rev().find(column_differs)?;
        let mut buffer = Vec::with_capacity((bottom - top + 1) * (right - left + 1));
        for row in top..=bottom {
            let part = row * width + left..=row * width + right;
            buffer.extend(part.map(|at| if differs(at) { indices[at] } else { UNCHANGED }));
        }
        let side = |side: usize| u16::try_from(side).unwrap_or(u16::MAX);
        Some(Frame {
            top: side(top),
            left: side(left),
            width: side(right - left + 1),
            height: side(bottom - top + 1),
            transparent: Some(UNCHANGED),
            dispose: DisposalMethod::Keep,
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        })
    }
}

/// At most 255 colours, with a lookup of the nearest one.
struct Palette {
    colours: Vec<[u8; 3]>,
    /// For each colour with 6 bits per channel, the nearest index plus 1; 0 if not computed yet.
    nearest: Vec<u16>,
}

/// A group of colours with the same upper bits.
#[derive(Debug, Clone, Copy)]
struct Bin {
    colour: [u8; 3],
    count: u64,
}

impl Palette {
    fn new(first: &Framebuffer, colours: &[[u8; 3]]) -> Self {
        let mut bins = bins(first);
        // Colours of later frames are weighted like a small part of the first frame.
        let weight = (first.pixels().len() as u64 / 400).max(1);
        bins.extend(colours.iter().map(|&colour| Bin { colour, count: weight }));
        Self { colours: median_cut(bins, usize::from(UNCHANGED)), nearest: vec![0; 1 << 18] }
    }

    /// Whether the colours with two indices look different enough to be written anew.
    fn differs(&self, a: u8, b: u8, tolerance: i32) -> bool {
        a != b && distance(self.colours[usize::from(a)], self.colours[usize::from(b)]) > tolerance
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = self.colours.concat();
        bytes.resize(256 * 3, 0);
        bytes
    }

    fn index_of(&mut self, pixel: u32) -> u8 {
        let [_, r, g, b] = pixel.to_be_bytes();
        let key = usize::from(r >> 2) << 12 | usize::from(g >> 2) << 6 | usize::from(b >> 2);
        if self.nearest[key] == 0 {
            let colours = (0_u16..).zip(&self.colours);
            let nearest = colours.min_by_key(|(_, colour)| distance(**colour, [r, g, b]));
            self.nearest[key] = nearest.map_or(0, |(index, _)| index) + 1;
        }
        u8::try_from(self.nearest[key] - 1).unwrap_or(0)
    }
}

/// The squared distance of two colours.
fn distance(a: [u8; 3], b: [u8; 3]) -> i32 {
    let part = |channel: usize| i32::from(a[channel]) - i32::from(b[channel]);
    let [red, green, blue] = [part(0), part(1), part(2)];
    // The eye distinguishes greens best.
    3 * red * red + 4 * green * green + 2 * blue * blue
}

/// Returns the colours of a frame with their counts, grouped by the upper 6 bits of each channel.
fn bins(framebuffer: &Framebuffer) -> Vec<Bin> {
    let mut sums = vec![([0_u64; 3], 0_u64); 1 << 18];
    for pixel in framebuffer.pixels() {
        let [_, r, g, b] = pixel.to_be_bytes();
        let key = usize::from(r >> 2) << 12 | usize::from(g >> 2) << 6 | usize::from(b >> 2);
        let (sum, count) = &mut sums[key];
        for (sum, part) in sum.iter_mut().zip([r, g, b]) {
            *sum += u64::from(part);
        }
        *count += 1;
    }
    let mean = |(sum, count): ([u64; 3], u64)| Bin {
        colour: sum.map(|sum| u8::try_from((sum + count / 2) / count).unwrap_or(u8::MAX)),
        count,
    };
    sums.into_iter().filter(|&(_, count)| count > 0).map(mean).collect()
}

/// Chooses at most `most` colours by median cut: repeatedly splits the box with the greatest
/// spread.
fn median_cut(bins: Vec<Bin>, most: usize) -> Vec<[u8; 3]> {
    let mut boxes = vec![bins];
    while boxes.len() < most {
        let widest = boxes.iter().enumerate().map(|(index, bins)| (spread(bins), index)).max();
        let Some((((weight, channel), index), true)) =
            widest.map(|(spread, index)| ((spread, index), spread.0 > 0))
        else {
            break;
        };
        debug_assert!(weight > 0);
        let mut bins = boxes.swap_remove(index);
        bins.sort_unstable_by_key(|bin| (bin.colour[channel], bin.colour));
        // Split at the middle of the range rather than at the median, so that rare colours are
        // kept.
        let [least, greatest] =
            [bins[0], bins[bins.len() - 1]].map(|bin| u16::from(bin.colour[channel]));
        let middle = (least + greatest).div_ceil(2);
        let cut = bins.partition_point(|bin| u16::from(bin.colour[channel]) < middle);
        let rest = bins.split_off(cut.clamp(1, bins.len() - 1));
        boxes.push(bins);
        boxes.push(rest);
    }
    boxes.iter().map(|bins| mean(bins)).collect()
}

/// Returns the benefit of splitting a box, and the channel to split along.
fn spread(bins: &[Bin]) -> (u64, usize) {
    let count: u64 = bins.iter().map(|bin| bin.count).sum();
    let range = |channel: usize| {
        let parts = bins.iter().map(|bin| bin.colour[channel]);
        let (least, most) = (parts.clone().min().unwrap_or(0), parts.max().unwrap_or(0));
        u64::from(most - least)
    };
    let (range, channel) =
        (0..3).map(|channel| (range(channel), channel)).max().unwrap_or_default();
    // Rare colours matter too: an animal covers few pixels.
    (range * range * range * (u64::from(count.ilog2()) + 1), channel)
}

fn mean(bins: &[Bin]) -> [u8; 3] {
    let count: u64 = bins.iter().map(|bin| bin.count).sum();
    [0, 1, 2].map(|channel: usize| {
        let sum: u64 = bins.iter().map(|bin| u64::from(bin.colour[channel]) * bin.count).sum();
        u8::try_from((sum + count / 2) / count.max(1)).unwrap_or(u8::MAX)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rect;

    fn framebuffer(at: f32) -> Framebuffer {
        let mut framebuffer = Framebuffer::new(60, 40, [222, 224, 200, 255]);
        framebuffer.fill(Rect::new(0.0, 30.0, 60.0, 10.0), [30, 90, 200, 255]);
        framebuffer.fill(Rect::new(at, 5.0, 6.0, 6.0), [200, 30, 40, 255]);
        framebuffer
    }

    /// Decodes a GIF: each complete frame with its delay.
    fn shown(bytes: &[u8]) -> Vec<(Vec<[u8; 3]>, u16)> {
        let mut decoder = gif::DecodeOptions::new().read_info(bytes).unwrap();
        let palette: Vec<[u8; 3]> =
            decoder.global_palette().unwrap().chunks(3).map(|c| [c[0], c[1], c[2]]).collect();
        let width = usize::from(decoder.width());
        let mut screen = vec![[0; 3]; width * usize::from(decoder.height())];
        let mut all = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            let part = usize::from(frame.width);
            for (index, &code) in frame.buffer.iter().enumerate() {
                let (x, y) = (index % part, index / part);
                if Some(code) != frame.transparent {
                    screen[(y + usize::from(frame.top)) * width + x + usize::from(frame.left)] =
                        palette[usize::from(code)];
                }
            }
            all.push((screen.clone(), frame.delay));
        }
        all
    }

    #[test]
    fn frames_decode_completely_though_only_changes_are_written() {
        let frames: Vec<Framebuffer> = [0.0, 3.0, 3.0, 3.0, 20.0].map(framebuffer).to_vec();
        let mut writer = GifWriter::new(Vec::new(), &frames[0], 20, &[]).unwrap();
        frames.iter().for_each(|framebuffer| writer.add(framebuffer).unwrap());
        let shown = shown(&writer.finish().unwrap());
        let delays: Vec<u16> = shown.iter().map(|&(_, delay)| delay).collect();
        assert_eq!(delays, [5, 15, 5], "equal frames are merged into a longer one");
        for ((pixels, _), framebuffer) in shown.iter().zip([&frames[0], &frames[1], &frames[4]]) {
            for (pixel, expected) in pixels.iter().zip(framebuffer.rgb().chunks(3)) {
                assert_eq!(pixel, expected);
            }
        }
    }

    #[test]
    fn what_has_passed_leaves_no_trace() {
        let pale = |at: f32| {
            let mut framebuffer = framebuffer(at);
            // A shadow so faint that a pixel which only passes through it is not written.
            framebuffer.fill(Rect::new(at, 12.0, 6.0, 6.0), [216, 217, 194, 255]);
            framebuffer
        };
        let frames: Vec<Framebuffer> = [0.0, 20.0, 40.0, 40.0].map(pale).to_vec();
        let mut writer = GifWriter::new(Vec::new(), &frames[0], 20, &[]).unwrap();
        frames.iter().for_each(|framebuffer| writer.add(framebuffer).unwrap());
        let shown = shown(&writer.finish().unwrap());
        let (last, _) = shown.last().unwrap();
        for (pixel, expected) in last.iter().zip(frames[3].rgb().chunks(3)) {
            assert_eq!(pixel, expected);
        }
    }

    #[test]
    fn many_colours_are_approximated_by_few() {
        let mut many = Framebuffer::new(256, 64, [0; 4]);
        for (index, pixel) in (0_u32..).zip(many.pixels_mut()) {
            *pixel = (index % 256) << 16 | (index / 256 * 4) << 8 | 60;
        }
        let mut writer = GifWriter::new(Vec::new(), &many, 10, &[[255, 0, 255]]).unwrap();
        writer.add(&many).unwrap();
        let bytes = writer.finish().unwrap();
        let (pixels, _) = &shown(&bytes)[0];
        for (pixel, expected) in pixels.iter().zip(many.rgb().chunks(3)) {
            let off = |channel: usize| pixel[channel].abs_diff(expected[channel]);
            assert!((0..3).all(|channel| off(channel) < 24), "{pixel:?} for {expected:?}");
        }
    }

    #[test]
    fn delays_do_not_drift() {
        let mut writer = GifWriter::new(Vec::new(), &framebuffer(0.0), 30, &[]).unwrap();
        for frame in 0..30_u8 {
            writer.add(&framebuffer(f32::from(frame))).unwrap();
        }
        let delays: u16 = shown(&writer.finish().unwrap()).iter().map(|&(_, delay)| delay).sum();
        assert_eq!(delays, 100);
    }
}
