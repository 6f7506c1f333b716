//! Terminal colours.

use crossterm::style::Color;

/// The colour depth of a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// 24-bit colours.
    True,
    /// The 256 colours of xterm.
    Indexed,
    /// No colours: characters show brightness.
    None,
}

impl Depth {
    /// Determines the depth from the environment variables `NO_COLOR`, `COLORTERM` and `TERM`.
    #[must_use]
    pub fn of(variable: impl Fn(&str) -> Option<String>) -> Self {
        let named = |name: &str| variable(name).unwrap_or_default();
        let colours = named("COLORTERM").to_lowercase();
        let kind = named("TERM");
        if !named("NO_COLOR").is_empty() || kind == "dumb" {
            Self::None
        } else if colours == "truecolor" || colours == "24bit" || kind.ends_with("-direct") {
            Self::True
        } else {
            Self::Indexed
        }
    }

    /// Returns the nearest colour of the terminal.
    #[must_use]
    pub fn nearest(self, [r, g, b]: [u8; 3]) -> Color {
        match self {
            Self::True => Color::Rgb { r, g, b },
            Self::Indexed => Color::AnsiValue(indexed([r, g, b])),
            Self::None => Color::Reset,
        }
    }
}

/// The levels of each channel in the colour cube of xterm.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// Returns the nearest of the 216 colours and 24 greys of xterm.
fn indexed(colour: [u8; 3]) -> u8 {
    let step = |value: u8| (0..6u8).min_by_key(|&i| LEVELS[usize::from(i)].abs_diff(value));
    let steps = colour.map(|value| step(value).unwrap_or(0));
    let cube = steps.map(|step| LEVELS[usize::from(step)]);
    let mean = colour.iter().map(|&value| u16::from(value)).sum::<u16>() / 3;
    let grey_step = u8::try_from((mean.saturating_sub(3) / 10).min(23)).unwrap_or(23);
    let grey = [8 + 10 * grey_step; 3];
    if distance(grey, colour) < distance(cube, colour) {
        232 + grey_step
    } else {
        16 + 36 * steps[0] + 6 * steps[1] + steps[2]
    }
}

fn distance(a: [u8; 3], b: [u8; 3]) -> u32 {
    a.iter().zip(b).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
}

/// Returns a character as bright as a colour, for terminals without colours.
#[must_use]
pub fn letter([r, g, b]: [u8; 3]) -> char {
    const LETTERS: [char; 8] = [' ', '.', ':', '-', '+', '*', '%', '#'];
    let brightness = (3 * u32::from(r) + 6 * u32::from(g) + u32::from(b)) / 10;
    LETTERS[brightness as usize * LETTERS.len() / 256]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_determines_the_depth() {
        let depth = |set: &[(&str, &str)]| {
            Depth::of(|name| {
                let found = set.iter().find(|(key, _)| *key == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(depth(&[]), Depth::Indexed);
        assert_eq!(depth(&[("TERM", "xterm-256color")]), Depth::Indexed);
        assert_eq!(depth(&[("TERM", "xterm"), ("COLORTERM", "truecolor")]), Depth::True);
        assert_eq!(depth(&[("COLORTERM", "truecolor"), ("NO_COLOR", "1")]), Depth::None);
        assert_eq!(depth(&[("TERM", "dumb")]), Depth::None);
    }

    #[test]
    fn the_nearest_of_256_colours_is_found() {
        for (colour, expected) in [
            ([0, 0, 0], 16),
            ([255, 255, 255], 231),
            ([255, 0, 0], 196),
            ([95, 135, 175], 67),
            ([128, 128, 128], 244),
            ([10, 9, 8], 232),
        ] {
            assert_eq!(indexed(colour), expected, "{colour:?}");
        }
    }

    #[test]
    fn brighter_colours_have_fuller_characters() {
        assert_eq!(letter([0; 3]), ' ');
        assert_eq!(letter([255; 3]), '#');
        assert_ne!(letter([128; 3]), letter([200; 3]));
    }
}
