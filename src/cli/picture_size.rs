//! Parses the size of a picture or a window.

use std::ops::RangeInclusive;

/// The size of a picture or a window, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PictureSize {
    pub width: u32,
    pub height: u32,
}

impl PictureSize {
    /// Parses a size such as `1280x720` whose sides are within a range.
    ///
    /// # Errors
    /// What to give instead.
    pub fn within(text: &str, range: &RangeInclusive<u32>) -> Result<Self, String> {
        let sides = text.split_once(['x', 'X', '×']);
        let number = |side: &str| side.trim().parse::<u32>().ok();
        let size = sides.and_then(|(width, height)| Some((number(width)?, number(height)?)));
        let Some((width, height)) = size else {
            return Err("give a width and a height in pixels, such as 1280x720".to_owned());
        };
        if [width, height].iter().any(|side| !range.contains(side)) {
            let (least, most) = (range.start(), range.end());
            return Err(format!(
                "give a width and a height from {least} to {most} pixels, such as 1280x720"
            ));
        }
        Ok(Self { width, height })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_parsed_and_those_out_of_range_refused() {
        let size = |text: &str| PictureSize::within(text, &(16..=4096));
        assert_eq!(size("1280x720"), Ok(PictureSize { width: 1280, height: 720 }));
        assert_eq!(size("16×4096"), Ok(PictureSize { width: 16, height: 4096 }));
        for text in ["", "100", "0x0", "15x100", "99999x10", "axb", "-1x5", "1280x720x2"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
