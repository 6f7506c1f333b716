//! The colours of a world. Kinds differ in lightness, not only in hue.

use super::calamity;
use crate::behaviour::{Colony, SightingKind};
use crate::record::Scene;
use crate::space::terrain::{Team, Tile};
use crate::species::Kind;
use crate::view::Colour;

pub(super) const GROUND: Colour = [222, 224, 200, 255];
pub(super) const OUTSIDE: Colour = [84, 92, 92, 255];
pub(super) const BORDER: Colour = [58, 64, 64, 255];
pub(super) const GRID: Colour = [120, 128, 96, 34];
pub(super) const GRID_BOLD: Colour = [120, 128, 96, 62];
pub(super) const INK: Colour = [34, 36, 40, 255];
pub(super) const LABEL: Colour = [24, 27, 33, 215];
pub(super) const LABEL_INK: Colour = [244, 244, 238, 255];
pub(super) const BLOOD: Colour = [214, 32, 44, 255];
pub(super) const BONE: [u8; 3] = [228, 222, 206];
pub(super) const HALO: Colour = [255, 255, 255, 235];

/// The colours of a species.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::view) struct Pigment {
    /// The colour of the body.
    pub body: [u8; 3],
    /// The colour of lighter parts.
    pub light: [u8; 3],
    /// The colour of darker parts.
    pub dark: [u8; 3],
    /// The colour of the outline.
    pub rim: [u8; 3],
}

impl Pigment {
    /// Derives the colours of a species from its main colour. For any colour, herbivores are
    /// lighter than plants and plants lighter than carnivores, so that hue is not needed to
    /// distinguish them.
    pub fn of(colour: [u8; 3], kind: SightingKind) -> Self {
        match kind {
            SightingKind::Plant => {
                let body = within(colour, [0.12, 0.42]);
                Self {
                    body,
                    light: shade(body, 1.22),
                    dark: shade(body, 0.76),
                    rim: shade(body, 0.58),
                }
            }
            SightingKind::Herbivore => {
                let body = within(colour, [0.34, 0.62]);
                Self {
                    body,
                    light: toward(body, [255, 250, 238], 0.55),
                    dark: shade(body, 0.70),
                    rim: shade(within(colour, [0.05, 0.12]), 0.8),
                }
            }
            SightingKind::Carnivore => {
                let body = within(colour, [0.05, 0.24]);
                Self {
                    body,
                    light: toward(body, [255, 255, 255], 0.30),
                    dark: shade(body, 0.62),
                    rim: shade(within(colour, [0.0, 0.012]), 0.9),
                }
            }
            SightingKind::Carcass => {
                let body = toward(BONE, colour, 0.12);
                Self { body, light: [246, 242, 230], dark: shade(body, 0.72), rim: [104, 92, 80] }
            }
        }
    }
}

/// Returns the colours that pictures of a scene use, for formats with few colours.
#[must_use]
pub fn palette_of(scene: &Scene) -> Vec<[u8; 3]> {
    let opaque = |[r, g, b, _]: Colour| [r, g, b];
    let mut colours = [GROUND, OUTSIDE, INK, LABEL_INK, BLOOD, HALO].map(opaque).to_vec();
    colours.extend([[255, 226, 120], [250, 176, 60], [255, 214, 64], [24, 27, 33]]);
    for look in scene.species.iter() {
        let living = match look.kind {
            Kind::Plant => SightingKind::Plant,
            Kind::Herbivore => SightingKind::Herbivore,
            Kind::Carnivore => SightingKind::Carnivore,
        };
        for kind in [living, SightingKind::Carcass] {
            let Pigment { body, light, dark, rim } = Pigment::of(look.colour, kind);
            colours.extend([body, light, dark, rim]);
        }
    }
    if !scene.calamities.is_empty() || scene.drought {
        colours.extend(calamity::COLOURS);
    }
    colours.extend([None, Some(Colony::Blue), Some(Colony::Red)].map(colony));
    colours
}

/// Returns the colour of a tile.
pub(super) fn tile(tile: Tile) -> [u8; 3] {
    match tile {
        Tile::Ground | Tile::Spawn(_) | Tile::Capture(_) => [222, 224, 200],
        Tile::Road => [205, 194, 164],
        Tile::Swamp => [176, 190, 152],
        Tile::Water => [128, 172, 200],
        Tile::Trees => [116, 150, 98],
        Tile::Rock => [138, 136, 132],
        Tile::Wall | Tile::Turret(_) => [112, 104, 98],
    }
}

/// Returns the colour of a colony, or of neutral bases.
pub(super) fn colony(owner: Option<Colony>) -> [u8; 3] {
    match owner {
        Some(Colony::Blue) => [38, 98, 205],
        Some(Colony::Red) => [206, 62, 40],
        None => [240, 238, 228],
    }
}

/// Returns the colour of a team.
pub(super) fn team(team: Team) -> [u8; 3] {
    colony(Colony::of(team))
}

/// Returns a colour with an opacity.
pub(super) fn solid([r, g, b]: [u8; 3], cover: u8) -> Colour {
    [r, g, b, cover]
}

/// Returns a colour made darker, or lighter if `by` is above 1.
pub(in crate::view) fn shade(colour: [u8; 3], by: f32) -> [u8; 3] {
    colour.map(|part| byte(f32::from(part) * by))
}

/// Interpolates between two colours.
pub(super) fn toward(from: [u8; 3], to: [u8; 3], share: f32) -> [u8; 3] {
    let mix = |a: u8, b: u8| byte(f32::from(a) + (f32::from(b) - f32::from(a)) * share);
    [mix(from[0], to[0]), mix(from[1], to[1]), mix(from[2], to[2])]
}

/// Returns the relative luminance of a colour, 0 to 1.
pub(super) fn luminance(colour: [u8; 3]) -> f32 {
    let [r, g, b] = colour.map(linear);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

fn linear(part: u8) -> f32 {
    match f32::from(part) / 255.0 {
        part if part <= 0.04045 => part / 12.92,
        part => libm::powf((part + 0.055) / 1.055, 2.4),
    }
}

/// Returns the nearest colour whose luminance is within a range.
fn within(colour: [u8; 3], [least, most]: [f32; 2]) -> [u8; 3] {
    let steps = (0_u8..=40).map(|step| f32::from(step) / 40.0);
    let end = if luminance(colour) < least { [255; 3] } else { [0; 3] };
    let mut all = steps.map(|share| toward(colour, end, share));
    all.find(|&it| (least..=most).contains(&luminance(it))).unwrap_or(end)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
fn byte(part: f32) -> u8 {
    part.round() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Simulates deuteranopia (Viénot, Brettel and Mollon 1999).
    fn deuteranopic(colour: [u8; 3]) -> [f32; 3] {
        let [r, g, b] = colour.map(linear);
        let yellow = 0.292_75 * r + 0.707_25 * g;
        [yellow, yellow, -0.022_34 * r + 0.022_34 * g + b]
    }

    fn lightness(colour: [u8; 3]) -> f32 {
        let [r, g, b] = deuteranopic(colour);
        libm::cbrtf((0.2126 * r + 0.7152 * g + 0.0722 * b).max(0.0)) * 100.0
    }

    #[test]
    fn kinds_differ_in_lightness_for_all_colours() {
        let parts = [0, 60, 128, 190, 255];
        for r in parts {
            for g in parts {
                for b in parts {
                    let of = |kind| lightness(Pigment::of([r, g, b], kind).body);
                    let [plant, herbivore, carnivore] =
                        [SightingKind::Plant, SightingKind::Herbivore, SightingKind::Carnivore]
                            .map(of);
                    let ground = lightness([GROUND[0], GROUND[1], GROUND[2]]);
                    let rim = lightness(Pigment::of([r, g, b], SightingKind::Carnivore).rim);
                    assert!(carnivore - rim > 8.0, "{r} {g} {b}: rim {rim} of {carnivore}");
                    assert!(herbivore > carnivore + 4.0, "{r} {g} {b}: {herbivore} {carnivore}");
                    assert!(ground > plant + 8.0, "{r} {g} {b}: {plant} on {ground}");
                }
            }
        }
    }

    #[test]
    fn shipped_species_are_distinct_with_deuteranopia() {
        let body = |colour, kind| lightness(Pigment::of(colour, kind).body);
        let plants = [[0x6f, 0xbf, 0x4b], [0x2f, 0x6b, 0x2f]].map(|c| body(c, SightingKind::Plant));
        let herbivores =
            [[0xa8, 0x70, 0x3f], [0xc8, 0xa1, 0x65]].map(|c| body(c, SightingKind::Herbivore));
        let carnivores =
            [[0xd9, 0x8f, 0x3d], [0x7d, 0x85, 0x90]].map(|c| body(c, SightingKind::Carnivore));
        for herbivore in herbivores {
            assert!(carnivores.iter().all(|carnivore| herbivore - carnivore > 8.0));
            assert!(plants.iter().all(|plant| (herbivore - plant).abs() > 0.5), "{plants:?}");
        }
    }
}
