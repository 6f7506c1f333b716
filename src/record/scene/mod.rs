//! A world as it looks in one tick: plain data to paint from, to hand to another thread, and to keep.
//!
//! A [`Scene`] needs no world and no creatures' code, so whoever can read one can show it, whatever
//! has become of the rules since. As bytes it is compact: numbers are rounded to what can be seen.

mod action;
mod figure;
mod ground;
mod stored;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::behaviour::{Colony, OrganismId, SightingKind};
use crate::geometry::{Aabb, DVec2};
use crate::space::terrain::ControlPoint;
use crate::species::{Kind, Species, SpeciesId};
use crate::tick::Simulation;
use crate::world::{Base, Layout, Site, World};

pub use action::Action;
pub use figure::Figure;
pub use ground::{Ground, WallFigure};
pub use stored::{FORMAT, SceneError};

/// How many ticks people call a day. Nothing in a world follows from it.
pub const DAY: u64 = 600;

/// A world as it looks after one tick.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(into = "stored::Stored", try_from = "stored::Stored")]
pub struct Scene {
    /// How many ticks the world has lived.
    pub tick: u64,
    /// The world's seed.
    pub seed: u64,
    /// Where bodies can be.
    pub bounds: Aabb,
    /// The species, in the order of the world's list.
    pub species: Arc<[SpeciesLook]>,
    /// What lies below all of them. Scenes in a row share it while nothing of it changes.
    pub ground: Arc<Ground>,
    /// Everybody, by identity.
    pub figures: Vec<Figure>,
    /// The bases, in the order of the map; none where nobody fights for them.
    pub bases: Vec<BaseFigure>,
    /// The walls that have suffered and stand.
    pub walls: Vec<WallFigure>,
    /// The tickets that the colonies have left, blue first, where they fight.
    pub tickets: Option<[u32; 2]>,
    /// Whether plants get less light for a while.
    pub drought: bool,
}

/// How a species looks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpeciesLook {
    /// Its name.
    pub name: String,
    /// What it lives on.
    pub kind: Kind,
    /// Red, green and blue.
    pub colour: [u8; 3],
    /// The colony for which it fights, if it does.
    pub colony: Option<Colony>,
}

/// A base that is fought for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BaseFigure {
    /// What the map calls it.
    pub name: String,
    /// The middle of the tile from which it is taken.
    pub middle: DVec2,
    /// Where creatures count for it.
    pub grounds: Aabb,
    /// Who holds it.
    pub owner: Option<Colony>,
    /// To whom it leans: from −1, wholly to blue, to 1, wholly to red.
    pub lean: f32,
}

impl Scene {
    /// How a world looks now. `before` is an earlier scene of the same world, if there is one: from
    /// it comes which way those face who stand, and the ground if it is still the same.
    #[must_use]
    pub fn of(simulation: &Simulation, before: Option<&Self>) -> Self {
        Self::of_world(simulation.world(), before)
    }

    /// The same, of a world that nobody has set going.
    #[must_use]
    pub fn of_world(world: &World, before: Option<&Self>) -> Self {
        Self {
            tick: world.tick,
            seed: world.config.seed,
            bounds: world.config.bounds,
            species: looks(world, before),
            ground: Ground::of(world, before.map(|scene| &scene.ground)),
            figures: figure::all(world, before),
            bases: bases(world),
            walls: ground::walls(world),
            tickets: world.conquest.as_ref().map(|conquest| conquest.tickets),
            drought: world.command_effects.is_drought(world.tick),
        }
    }

    /// The figure of an organism, if it is there.
    #[must_use]
    pub fn figure(&self, id: OrganismId) -> Option<&Figure> {
        let place = self.figures.binary_search_by_key(&id, |figure| figure.id).ok()?;
        self.figures.get(place)
    }

    /// The figure at a place of the world, or the one nearest to it within `slack` units.
    #[must_use]
    pub fn figure_at(&self, place: DVec2, slack: f64) -> Option<&Figure> {
        let near = self.figures.iter().map(|figure| (figure.body().distance_to(place), figure));
        let near = near.filter(|&(distance, _)| distance <= slack);
        near.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, figure)| figure)
    }

    /// How a species looks, if there is one in that place.
    #[must_use]
    pub fn look(&self, species: SpeciesId) -> Option<&SpeciesLook> {
        self.species.get(species.index())
    }

    /// How many of each species live, in the order of the list.
    #[must_use]
    pub fn populations(&self) -> Vec<u64> {
        let mut counts = vec![0; self.species.len()];
        for figure in self.figures.iter().filter(|figure| figure.seen != SightingKind::Carcass) {
            if let Some(count) = counts.get_mut(figure.species.index()) {
                *count += 1;
            }
        }
        counts
    }

    /// The day of the world, counted from 1, and how much of it has passed, 0 to 1.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a day is short")]
    pub fn day(&self) -> (u64, f32) {
        (self.tick / DAY + 1, (self.tick % DAY) as f32 / DAY as f32)
    }

    /// The scene as bytes that [`from_bytes`](Self::from_bytes) reads, in this version and later
    /// ones. Places are rounded to 1/32 of a unit, directions and shares to 1/255.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        stored::to_bytes(self)
    }

    /// Reads a scene from bytes, trusting none of them.
    ///
    /// # Errors
    /// When they are no scene, one of a later version, or contradict themselves.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SceneError> {
        stored::from_bytes(bytes)
    }
}

fn looks(world: &World, before: Option<&Scene>) -> Arc<[SpeciesLook]> {
    let config = &world.config;
    let is_same = |scene: &&Scene| {
        scene.species.len() == config.species.len()
            && scene.species.iter().zip(&config.species).all(|(look, species)| {
                look.colour == species.appearance.colour && look.name == species.name
            })
    };
    if let Some(scene) = before.filter(is_same) {
        return Arc::clone(&scene.species);
    }
    let look = |(place, species): (u16, &Species)| SpeciesLook {
        name: species.name.clone(),
        kind: species.kind,
        colour: species.appearance.colour,
        colony: config.colony(SpeciesId(place)),
    };
    (0..).zip(&config.species).map(look).collect()
}

fn bases(world: &World) -> Vec<BaseFigure> {
    let config = &world.config;
    let (Some(conquest), Some(terrain)) = (&world.conquest, &config.terrain) else {
        return Vec::new();
    };
    let Some(layout) = Layout::of(config) else { return Vec::new() };
    let bases = terrain.control_points().iter().zip(&layout.sites).zip(&conquest.bases);
    let figure = |((point, site), base): ((&ControlPoint, &Site), &Base)| BaseFigure {
        name: point.name.clone(),
        middle: site.middle,
        grounds: site.grounds,
        owner: base.owner,
        lean: narrow(base.lean(Colony::Red, &config.rules)),
    };
    bases.map(figure).collect()
}

#[expect(clippy::cast_possible_truncation, reason = "what is seen needs no more")]
fn narrow(number: f64) -> f32 {
    number as f32
}
