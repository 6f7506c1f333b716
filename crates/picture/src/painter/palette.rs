//! The colours of a world.

use terrarium_creatures::behaviour::{Colony, SightingKind};
use terrarium_output::colour::Rgb;
use terrarium_run::record::Scene;
use terrarium_space::terrain::{Team, Tile};

use super::calamity;
use crate::Colour;
use crate::colouring::Colouring;

/// The ground.
pub const GROUND: Colour = [236, 238, 224, 255];
/// Ground without plants, and ground that plants cover.
pub(super) const SOIL: Rgb = [240, 230, 210];
pub(super) const MEADOW: Rgb = [213, 228, 182];
/// Water beside land, and land beside water.
pub(super) const SHALLOW: Rgb = [176, 211, 219];
pub(super) const SHORE: Rgb = [240, 229, 196];
/// The bank around a world, far from its edge and at it.
pub(super) const BANK: [Rgb; 2] = [[66, 62, 56], [124, 106, 86]];
pub(super) const EDGE: Colour = [70, 58, 46, 255];
pub(super) const GRID: Colour = [120, 128, 96, 34];
pub(super) const GRID_BOLD: Colour = [120, 128, 96, 62];
pub(super) const INK: Colour = [34, 36, 40, 255];
/// What is behind the text of a label.
pub const LABEL: Colour = [24, 27, 33, 215];
/// The text of a label.
pub const LABEL_INK: Colour = [244, 244, 238, 255];
pub(super) const BLOOD: Colour = [214, 32, 44, 255];
/// Plants that have no value where organisms are coloured by one.
pub(super) const MUTED_PLANT: Rgb = [164, 184, 138];
pub(super) const BONE: Rgb = [228, 222, 206];
pub(super) const HALO: Colour = [255, 255, 255, 235];

/// The colours of a species.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Pigment {
    /// The colour of the body.
    pub body: Rgb,
    /// The colour of lighter parts.
    pub light: Rgb,
    /// The colour of darker parts.
    pub dark: Rgb,
    /// The colour of the outline.
    pub rim: Rgb,
}

impl Pigment {
    /// Derives the colours of a species from its main colour, which the body has as it is, so that the
    /// legend and the charts show the same. Kinds differ in shape and in the lightness of their rims.
    pub fn new(colour: Rgb, kind: SightingKind) -> Self {
        match kind {
            SightingKind::Plant => Self {
                body: colour,
                light: shade(colour, 1.22),
                dark: shade(colour, 0.76),
                rim: shade(colour, 0.5),
            },
            SightingKind::Herbivore => Self {
                body: colour,
                light: toward(colour, [255, 250, 238], 0.55),
                dark: shade(colour, 0.70),
                rim: shade(colour, 0.32),
            },
            SightingKind::Carnivore => Self {
                body: colour,
                light: toward(colour, [255, 255, 255], 0.45),
                dark: shade(colour, 0.55),
                rim: shade(colour, 0.16),
            },
            SightingKind::Carcass => {
                let body = toward(BONE, colour, 0.5);
                Self { body, light: [246, 242, 230], dark: shade(body, 0.72), rim: [104, 92, 80] }
            }
        }
    }
}

/// Returns the colours that pictures of a scene use, for formats with few colours.
#[must_use]
pub fn palette_of(scene: &Scene, colouring: Option<&Colouring>) -> Vec<Rgb> {
    let opaque = |[r, g, b, _]: Colour| [r, g, b];
    let mut colours = [GROUND, EDGE, INK, LABEL_INK, BLOOD, HALO].map(opaque).to_vec();
    colours.extend([SOIL, MEADOW, toward(SOIL, MEADOW, 0.5), SHORE, BANK[0], BANK[1]]);
    colours.extend([[255, 226, 120], [250, 176, 60], [255, 214, 64], [24, 27, 33]]);
    for &colour in colouring.into_iter().flat_map(Colouring::colours) {
        let Pigment { body, rim, .. } = Pigment::new(colour, SightingKind::Herbivore);
        colours.extend([body, rim]);
    }
    for look in scene.species.iter() {
        for kind in [look.kind.into(), SightingKind::Carcass] {
            let Pigment { body, light, dark, rim } = Pigment::new(look.colour, kind);
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
pub fn tile(tile: Tile) -> Rgb {
    match tile {
        Tile::Ground | Tile::Spawn(_) | Tile::Capture(_) => [236, 238, 224],
        Tile::Road => [214, 204, 178],
        Tile::Swamp => [190, 202, 176],
        Tile::Water => [150, 188, 214],
        Tile::Trees => [132, 160, 116],
        Tile::Rock => [138, 136, 132],
        Tile::Wall | Tile::Turret(_) => [112, 104, 98],
    }
}

/// Returns the colour of a colony, or of neutral bases.
pub(super) fn colony(owner: Option<Colony>) -> Rgb {
    match owner {
        Some(Colony::Blue) => [38, 98, 205],
        Some(Colony::Red) => [206, 62, 40],
        None => [240, 238, 228],
    }
}

/// Returns the colour of a team.
pub(super) fn team(team: Team) -> Rgb {
    colony(Colony::from_team(team))
}

/// Returns a colour with an opacity.
pub(super) fn solid([r, g, b]: Rgb, cover: u8) -> Colour {
    [r, g, b, cover]
}

/// Returns a colour made darker, or lighter if `by` is above 1.
pub(crate) fn shade(colour: Rgb, by: f32) -> Rgb {
    tinted(colour, [by; 3])
}

/// Returns a colour with each channel multiplied.
pub(super) fn tinted(colour: Rgb, tint: [f32; 3]) -> Rgb {
    [0, 1, 2].map(|channel: usize| byte(f32::from(colour[channel]) * tint[channel]))
}

/// Interpolates between two colours.
pub(super) fn toward(from: Rgb, to: Rgb, share: f32) -> Rgb {
    let mix = |a: u8, b: u8| byte(f32::from(a) + (f32::from(b) - f32::from(a)) * share);
    [mix(from[0], to[0]), mix(from[1], to[1]), mix(from[2], to[2])]
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
fn byte(part: f32) -> u8 {
    part.round() as u8
}

#[cfg(test)]
mod tests {
    use terrarium_run::palette::{Lab, Vision, contrast, distinct};

    use super::*;

    #[test]
    fn all_bodies_and_rims_stand_out_from_the_ground_for_all_eyes() {
        let parts = [0, 60, 128, 190, 255];
        let wishes = parts.into_iter().flat_map(|r| {
            parts.into_iter().flat_map(move |g| parts.into_iter().map(move |b| [r, g, b]))
        });
        // On a meadow it is the rims that matter: some eyes see green bodies like the grass.
        let grounds = [
            ([GROUND[0], GROUND[1], GROUND[2]], 0.08),
            (SOIL, 0.05),
            (toward(SOIL, MEADOW, 0.5), 0.03),
            (MEADOW, 0.02),
        ];
        for colour in wishes.flat_map(|wish| distinct(&[wish])) {
            for kind in [SightingKind::Plant, SightingKind::Herbivore, SightingKind::Carnivore] {
                let Pigment { body, rim, .. } = Pigment::new(colour, kind);
                assert_eq!(body, colour);
                for (ground, least) in grounds {
                    let rim = contrast(rim, ground);
                    assert!(rim > 2.8, "{colour:?} {kind:?} on {ground:?}: rim {rim}");
                    for vision in Vision::ALL {
                        let [body, ground] = [body, ground].map(|it| Lab::seen(it, vision));
                        let apart = body.distance(ground);
                        assert!(apart > least, "{colour:?} on {ground:?} {vision:?}: {apart}");
                    }
                }
            }
        }
    }
}
