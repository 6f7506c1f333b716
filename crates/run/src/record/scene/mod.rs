//! The appearance of a world at one tick, as plain data that can be drawn, sent to another thread,
//! and stored.
//!
//! A [`Scene`] needs neither the world nor the code of creatures, so it can be shown by versions of
//! the program that cannot simulate the world. Its encoding is compact: numbers are rounded to what
//! is visible.

mod action;
mod build;
mod figure;
mod ground;
mod stored;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::{Colony, OrganismId, SightingKind};
use terrarium_creatures::species::{Appearance, Kind, Silhouette, Species, SpeciesId};
use terrarium_sim::tick::Simulation;
use terrarium_sim::world::{Base, Layout, OngoingCalamity, Site, World, WorldLink};
use terrarium_space::geometry::{Aabb, DVec2};
use terrarium_space::terrain::ControlPoint;

pub use action::Action;
pub use build::Build;
pub use figure::Figure;
pub use ground::{Ground, WallFigure};
pub use stored::{FORMAT, SceneError};

use crate::palette::{self, Rgb};

/// The number of ticks in a day. Days are only displayed; worlds do not depend on them.
pub const DAY: u64 = 600;

/// The appearance of a world after a tick.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(into = "stored::Stored", try_from = "stored::Stored")]
pub struct Scene {
    /// The tick of the world.
    pub tick: u64,
    /// The seed of the world.
    pub seed: u64,
    /// The bounds of the world.
    pub bounds: Aabb,
    /// The species, in the order of the world.
    pub species: Arc<[SpeciesLook]>,
    /// The ground. Consecutive scenes share it as long as it does not change.
    pub ground: Arc<Ground>,
    /// The organisms, in order of identity.
    pub figures: Vec<Figure>,
    /// The bases of a conquest, in the order of the map.
    pub bases: Vec<BaseFigure>,
    /// The damaged walls that are not breached.
    pub walls: Vec<WallFigure>,
    /// The tickets of the colonies in a conquest, blue first.
    pub tickets: Option<[u32; 2]>,
    /// Whether there is a drought, in which plants get less light.
    pub drought: bool,
    /// The links, in the order of the world.
    pub links: Vec<LinkFigure>,
    /// The calamities that last, in the order of their commands.
    pub calamities: Vec<OngoingCalamity>,
}

/// The appearance of a species. Two are equal if they look alike, whatever their files ask for.
#[derive(Debug, Clone, Eq, Serialize, Deserialize)]
pub struct SpeciesLook {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// The colour that it is shown in: red, green and blue. It differs from those of other species.
    pub colour: Rgb,
    /// The colour that its file asks for; black if the scene was read from a file.
    #[serde(skip)]
    pub wish: Rgb,
    /// Its outline.
    #[serde(skip, default = "stored::unknown_silhouette")]
    pub silhouette: Silhouette,
    /// Its colony, if it has one.
    pub colony: Option<Colony>,
}

impl PartialEq for SpeciesLook {
    fn eq(&self, other: &Self) -> bool {
        let key = |it: &Self| (it.kind, it.colour, it.silhouette, it.colony);
        self.name == other.name && key(self) == key(other)
    }
}

/// The appearance of a link.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LinkFigure {
    /// Its name.
    pub name: String,
    /// The end at which it begins.
    pub from: DVec2,
    /// The end at which it ends.
    pub to: DVec2,
    /// Whether it leads back as well.
    pub both_ways: bool,
    /// Whether it is open.
    pub is_open: bool,
}

/// The appearance of a base.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BaseFigure {
    /// Its name on the map.
    pub name: String,
    /// The centre of its capture tile.
    pub middle: DVec2,
    /// The area in which organisms capture it.
    pub grounds: Aabb,
    /// The colony that holds it.
    pub owner: Option<Colony>,
    /// The capture progress: from −1, held by blue, to 1, held by red.
    pub lean: f32,
}

impl Scene {
    /// The appearance of a world now. `before` is an earlier scene of the same world, if there is
    /// one: figures that stand still keep their facing, and an unchanged ground is shared.
    #[must_use]
    pub fn new(simulation: &Simulation, before: Option<&Self>) -> Self {
        Self::of_world(simulation.world(), before)
    }

    /// Like [`of`](Self::new), for a world without a simulation.
    #[must_use]
    pub fn of_world(world: &World, before: Option<&Self>) -> Self {
        Self {
            tick: world.tick(),
            seed: world.config().seed,
            bounds: world.config().bounds,
            species: species_looks(world, before),
            ground: Ground::from_world(world, before.map(|scene| &scene.ground)),
            figures: figure::all(world, before),
            bases: bases(world),
            walls: ground::walls(world),
            tickets: world.conquest().map(|conquest| conquest.tickets),
            drought: world.is_drought(),
            links: links(world),
            calamities: world.calamities().to_vec(),
        }
    }

    /// The figure of an organism, if it exists.
    #[must_use]
    pub fn figure(&self, id: OrganismId) -> Option<&Figure> {
        let index = self.figures.binary_search_by_key(&id, |figure| figure.id).ok()?;
        self.figures.get(index)
    }

    /// The figure at a position in the world, or the nearest one within `slack` units.
    #[must_use]
    pub fn figure_at(&self, place: DVec2, slack: f64) -> Option<&Figure> {
        let near = self.figures.iter().map(|figure| (figure.body().distance_to(place), figure));
        let near = near.filter(|&(distance, _)| distance <= slack);
        near.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, figure)| figure)
    }

    /// The appearance of a species, if it exists.
    #[must_use]
    pub fn look(&self, species: SpeciesId) -> Option<&SpeciesLook> {
        self.species.get(species.index())
    }

    /// The number of living organisms of each species, in the order of the world.
    #[must_use]
    pub fn populations(&self) -> Vec<u64> {
        let mut counts = vec![0; self.species.len()];
        for figure in self.figures.iter().filter(|figure| figure.kind != SightingKind::Carcass) {
            if let Some(count) = counts.get_mut(figure.species.index()) {
                *count += 1;
            }
        }
        counts
    }

    /// The day, counted from 1, and the share of it that has passed, 0 to 1.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "a day is short")]
    pub fn day(&self) -> (u64, f32) {
        (self.tick / DAY + 1, (self.tick % DAY) as f32 / DAY as f32)
    }

    /// Encodes the scene. This version and later ones can [read](Self::from_bytes) it. Positions
    /// are rounded to 1/32 of a unit, directions and shares to 1/255.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        stored::to_bytes(self)
    }

    /// Decodes a scene from untrusted bytes.
    ///
    /// # Errors
    /// When they are not a scene, or one of a later version, or inconsistent.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, SceneError> {
        stored::from_bytes(bytes)
    }
}

fn species_looks(world: &World, before: Option<&Scene>) -> Arc<[SpeciesLook]> {
    let config = world.config();
    let is_same = |scene: &&Scene| {
        scene.species.len() == config.species.len()
            && scene.species.iter().zip(&config.species).all(|(look, species)| {
                let Appearance { colour, silhouette } = species.appearance;
                (look.wish, look.silhouette) == (colour, silhouette) && look.name == species.name
            })
    };
    if let Some(scene) = before.filter(is_same) {
        return Arc::clone(&scene.species);
    }
    let colours = palette::of(&config.species);
    let look = |((index, species), colour): ((u16, &Species), Rgb)| SpeciesLook {
        name: species.name.clone(),
        kind: species.kind,
        colour,
        wish: species.appearance.colour,
        silhouette: species.appearance.silhouette,
        colony: config.colony(SpeciesId(index)),
    };
    (0..).zip(&config.species).zip(colours).map(look).collect()
}

fn links(world: &World) -> Vec<LinkFigure> {
    let figure = |(index, link): (u16, &WorldLink)| LinkFigure {
        name: link.name.clone(),
        from: link.from,
        to: link.to,
        both_ways: link.both_ways,
        is_open: world.is_link_open(index),
    };
    (0..).zip(&world.config().links).map(figure).collect()
}

fn bases(world: &World) -> Vec<BaseFigure> {
    let config = world.config();
    let (Some(conquest), Some(terrain)) = (&world.conquest(), &config.terrain) else {
        return Vec::new();
    };
    let Some(layout) = Layout::new(config) else { return Vec::new() };
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

#[expect(clippy::cast_possible_truncation, reason = "precise enough to draw")]
fn narrow(number: f64) -> f32 {
    number as f32
}
