//! The colours of the ground: for each kind, by the level of cover and the brightness of a grain.

use terrarium_drawing::framebuffer::Blend;
use terrarium_output::colour::Rgb;
use terrarium_space::terrain::Tile;

use super::grain::Grain;
use crate::painter::palette::{self, toward};

/// What a pixel of the ground shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Ground {
    Soil,
    Road,
    Swamp,
    Trees,
    Water,
    Shallow,
    Shore,
    Rock,
    Wall,
    /// What is beyond the edge of the world.
    Bank,
}

const KINDS: usize = 10;
const SHADES: usize = 4;
const LEVELS: usize = 256;

/// The brightness of grains.
const BRIGHTNESS: [f32; SHADES] = [0.975, 0.992, 1.006, 1.018];

/// The index of the brightness that changes least.
const EVEN: u8 = 2;

/// The level of cover at which there are no plants; grains may lower it.
pub(super) const BARE: i32 = 44;

/// The level at which plants cover the ground.
pub(super) const FULL: i32 = 212;

impl Ground {
    /// What a tile is painted as.
    pub fn of(tile: Tile) -> Self {
        match tile {
            Tile::Ground | Tile::Spawn(_) | Tile::Capture(_) => Self::Soil,
            Tile::Road => Self::Road,
            Tile::Swamp => Self::Swamp,
            Tile::Water => Self::Water,
            Tile::Trees => Self::Trees,
            Tile::Rock => Self::Rock,
            Tile::Wall | Tile::Turret(_) => Self::Wall,
        }
    }

    /// Whether its edges are those of its tiles, exactly.
    pub fn is_hard(self) -> bool {
        matches!(self, Self::Rock | Self::Wall)
    }

    /// Its colours where there is no cover and where there is the most.
    fn colours(self) -> [Rgb; 2] {
        let even = |colour: Rgb| [palette::shade(colour, 0.965), palette::shade(colour, 1.03)];
        match self {
            Self::Soil => [palette::SOIL, palette::MEADOW],
            Self::Road => even(palette::tile(Tile::Road)),
            Self::Swamp => even(palette::tile(Tile::Swamp)),
            Self::Trees => even(palette::tile(Tile::Trees)),
            Self::Water => even(palette::tile(Tile::Water)),
            Self::Shallow => even(palette::SHALLOW),
            Self::Shore => even(palette::SHORE),
            Self::Rock => even(palette::tile(Tile::Rock)),
            Self::Wall => even(palette::tile(Tile::Wall)),
            Self::Bank => palette::BANK,
        }
    }
}

/// The colours at a time of day.
#[derive(Debug)]
pub(super) struct Inks {
    colours: Vec<u32>,
    is_even: bool,
}

impl Inks {
    /// The colours, each channel multiplied by a tint; without grains if `is_even`.
    pub fn new(tint: [f32; 3], is_even: bool) -> Self {
        use Ground::{Bank, Road, Rock, Shallow, Shore, Soil, Swamp, Trees, Wall, Water};
        let mut colours = Vec::with_capacity(KINDS * SHADES * LEVELS);
        for kind in [Soil, Road, Swamp, Trees, Water, Shallow, Shore, Rock, Wall, Bank] {
            let [least, most] = kind.colours();
            for shade in BRIGHTNESS {
                for level in 0..=255_u8 {
                    let colour = toward(least, most, f32::from(level) / 255.0);
                    let [red, green, blue] = palette::tinted(colour, tint.map(|part| part * shade));
                    colours.push(Blend::from_colour([red, green, blue, 255]).solid());
                }
            }
        }
        Self { colours, is_even }
    }

    /// The colour of a pixel.
    #[inline]
    pub fn of(&self, kind: Ground, level: i32, grain: Grain) -> u32 {
        let (level, shade) = match self.is_even {
            true => (level, EVEN),
            false => (level + i32::from(grain.shift), grain.shade),
        };
        let level = usize::try_from(level.clamp(0, 255)).unwrap_or(0);
        self.colours[(kind as usize * SHADES + usize::from(shade)) * LEVELS + level]
    }
}
