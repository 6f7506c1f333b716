//! Terminal colours.

use std::sync::LazyLock;

use crossterm::style::Color;
use terrarium_run::palette::{Lab, Rgb};

/// The colour depth of a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// 24-bit colours.
    True,
    /// The 256 colours of xterm.
    Indexed,
    /// No colours: letters and signs show what is there.
    None,
}

impl Depth {
    /// Determines the depth from the environment variables `NO_COLOR`, `COLORTERM` and `TERM`.
    #[must_use]
    pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Self {
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
    pub fn nearest(self, [r, g, b]: Rgb) -> Color {
        match self {
            Self::True => Color::Rgb { r, g, b },
            Self::Indexed => Color::AnsiValue(indexed([r, g, b])),
            Self::None => Color::Reset,
        }
    }
}

/// The levels of each channel in the colour cube of xterm.
const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];

/// The first index of the cube, and of the greys after it. The colours before depend on the user's settings.
const CUBE: u8 = 16;
const GREYS: u8 = 232;

/// The colour of the ground.
const GROUND: Rgb = {
    let [r, g, b, _] = terrarium_picture::GROUND;
    [r, g, b]
};

/// The distance from the colour of the ground within which pixels of the world have it. The few light colours of
/// a terminal would make noise of grid lines and sparse plants.
const CALM: f32 = 0.06;

/// How the colours of a terminal look.
static LOOKS: LazyLock<Vec<Lab>> =
    LazyLock::new(|| (CUBE..=255).map(|it| Lab::from_rgb(rgb(it))).collect());

/// The colour with an index from 16 on.
fn rgb(index: u8) -> Rgb {
    match index.checked_sub(GREYS) {
        Some(grey) => [8 + 10 * grey; 3],
        None => {
            let in_cube = index.saturating_sub(CUBE);
            [in_cube / 36, in_cube / 6 % 6, in_cube % 6].map(|step| LEVELS[usize::from(step)])
        }
    }
}

/// Returns the one of the 216 colours and 24 greys of xterm that looks most alike.
fn indexed(colour: Rgb) -> u8 {
    let look = Lab::from_rgb(colour);
    // Only the levels next to those of the colour come into question.
    let near = colour.map(|part| {
        let above = LEVELS.iter().position(|&level| level >= part).unwrap_or(LEVELS.len() - 1);
        [above.saturating_sub(1), above].map(|step| u8::try_from(step).unwrap_or(0))
    });
    let [red, green, blue] = near;
    let cube = red
        .into_iter()
        .flat_map(|r| green.into_iter().flat_map(move |g| blue.map(|b| CUBE + 36 * r + 6 * g + b)));
    let distance = |index: &u8| LOOKS[usize::from(index - CUBE)].distance(look);
    let all = cube.chain(GREYS..=u8::MAX);
    all.min_by(|a, b| distance(a).total_cmp(&distance(b))).unwrap_or(CUBE)
}

/// Returns the colour of a pixel of the world in a terminal of a depth: that of the ground, if it is nearly that.
pub(super) fn calm(depth: Depth, colour: Rgb) -> Rgb {
    let is_ground = || Lab::from_rgb(colour).distance(Lab::from_rgb(GROUND)) < CALM;
    if depth == Depth::Indexed && is_ground() { GROUND } else { colour }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_determines_the_depth() {
        let depth = |set: &[(&str, &str)]| {
            Depth::from_environment(|name| {
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
    fn the_colours_of_a_terminal_are_their_own_nearest() {
        for index in CUBE..=u8::MAX {
            assert_eq!(rgb(indexed(rgb(index))), rgb(index), "{index}");
        }
    }

    /// Compares with a search among all colours.
    #[test]
    fn hardly_a_colour_looks_nearer_than_the_one_found() {
        for (r, g, b) in (0..4096_u32).map(|n| (n % 16 * 17, n / 16 % 16 * 17, n / 256 * 17)) {
            let colour = [r, g, b].map(|part| u8::try_from(part).unwrap());
            let look = Lab::from_rgb(colour);
            let nearest = LOOKS.iter().map(|other| other.distance(look)).fold(1.0, f32::min);
            let found = Lab::from_rgb(rgb(indexed(colour))).distance(look);
            assert!(found <= nearest + 0.03, "{colour:?}: {found} {nearest}");
        }
    }

    #[test]
    fn shipped_species_stay_apart_in_256_colours() {
        const LEAST: f32 = 0.06;
        let ground = Lab::from_rgb(rgb(indexed(GROUND)));
        for scenario in ["meadow", "archipelago", "conquest"] {
            let species = species_of(scenario);
            let colours = terrarium_run::palette::of(&species);
            let shown: Vec<Lab> =
                colours.iter().map(|&it| Lab::from_rgb(rgb(indexed(it)))).collect();
            for (index, look) in shown.iter().enumerate() {
                let name = &species[index].name;
                for (other, before) in species.iter().zip(&shown[..index]) {
                    let distance = look.distance(*before);
                    assert!(distance >= LEAST, "{name} and {}: {distance}", other.name);
                }
                assert!(look.distance(ground) > 2.0 * CALM, "{name}");
            }
        }
    }

    fn species_of(scenario: &str) -> Vec<terrarium_creatures::species::Species> {
        let simulation = terrarium_run::SimulationBuilder::new(scenario).build().unwrap();
        simulation.world().config().species.to_vec()
    }

    #[test]
    fn the_ground_is_calm_in_256_colours_only() {
        let nearly = GROUND.map(|part| part - 6);
        assert_eq!(calm(Depth::Indexed, nearly), GROUND);
        assert_eq!(calm(Depth::True, nearly), nearly);
        assert_eq!(calm(Depth::Indexed, [200, 60, 60]), [200, 60, 60]);
    }
}
