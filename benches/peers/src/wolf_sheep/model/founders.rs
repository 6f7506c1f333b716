//! The first organisms of the model, with the places and energies that it gives them.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use terrarium::behaviour::CreatureRng;
use terrarium::geometry::DVec2;
use terrarium::rules::Energy;
use terrarium::species::SpeciesId;
use terrarium::world::{Account, Body, Founder, Identity, Lineage, Origin, World};

use super::land::{Land, Patch};
use super::{BODY, Grass, SpeciesIds};
use crate::wolf_sheep::Parameters;

/// Half the sides of the plants, in units. Animals pass between two places beside them.
const GRASS: f64 = 1.0;
const MOSS: f64 = 2.0;

/// The energy of the body of a founding animal.
const ENERGY: f64 = 15.0;

pub struct Founders<'a> {
    world: &'a mut World,
    land: Land,
    rng: CreatureRng,
    /// The number of animals on a patch.
    taken: BTreeMap<Patch, usize>,
    /// The number of founders of each species.
    counts: BTreeMap<SpeciesId, u64>,
}

impl<'a> Founders<'a> {
    pub fn new(world: &'a mut World, land: Land, seed: u64) -> Self {
        let rng = CreatureRng::seed_from_u64(seed);
        Self { world, land, rng, taken: BTreeMap::new(), counts: BTreeMap::new() }
    }

    pub fn add_all(mut self, of: &Parameters, ids: SpeciesIds, grass: Grass) {
        for patch in self.land.patches() {
            let is_grown: bool = self.rng.random();
            let delay = self.rng.random_range(0..of.regrowth);
            let delay = if is_grown { 0 } else { delay };
            self.add(ids.grass, patch.grass(), GRASS, grass.growing(delay));
        }
        for corner in self.land.shared_corners() {
            self.add(ids.moss, corner, MOSS, grass.full() * MOSS);
        }
        for (species, count) in [(ids.sheep, of.sheep), (ids.wolf, of.wolves)] {
            for _ in 0..count {
                let place = self.free_place();
                self.add(species, place, BODY, ENERGY);
            }
        }
    }

    /// A place on a random patch. The few that find theirs full draw again.
    fn free_place(&mut self) -> DVec2 {
        loop {
            let patch = self.land.random_patch(&mut self.rng);
            let taken = self.taken.entry(patch).or_default();
            if let Some(&place) = patch.places().get(*taken) {
                *taken += 1;
                return place;
            }
        }
    }

    fn add(&mut self, species: SpeciesId, centre: DVec2, radius: f64, energy: f64) {
        let number = self.counts.entry(species).or_default();
        let lineage = Lineage::beginning(Origin::Founding, species, 0, *number);
        *number += 1;
        let identity = Identity::without_parent(self.world.new_id(), lineage, species, 0);
        let body = Body { centre, radius };
        let mut founder = Founder::new(self.world.config(), identity, body, &mut self.rng);
        founder.life.energy = Energy::from_units(energy);
        // Plants are never mature, so they stay as small as they are and have no seeds.
        founder.life.grows_at = u64::MAX;
        self.world.spawn_founder(founder, Account::Founding);
    }
}
