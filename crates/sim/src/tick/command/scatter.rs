//! The command that scatters organisms of a species around places.

use glam::DVec2;
use rand::RngExt;
use terrarium_creatures::behaviour::CreatureRng;
use terrarium_creatures::species::SpeciesId;
use terrarium_space::geometry::lattice;

use super::CommandRefusal;
use crate::tick::Simulation;
use crate::world::chance::Purpose;
use crate::world::{Body, Disc};

/// The maximum number of organisms that one command scatters.
pub const MAX_SCATTERED: u32 = 2000;

/// The maximum number of places around which one command scatters.
const MAX_PLACES: usize = 4096;

/// The greatest radius, in units.
const LARGEST: f64 = 2000.0;

/// The number of random positions that are tried for each organism.
const TRIES: u32 = 64;

impl Simulation {
    pub(super) fn scatter(
        &mut self,
        species: SpeciesId,
        places: &[DVec2],
        radius: f64,
        count: u32,
    ) -> Result<(), CommandRefusal> {
        self.known(species)?;
        if !(0.0..=LARGEST).contains(&radius) {
            return Err(CommandRefusal::ScatterRadius { radius, most: LARGEST });
        }
        let Some(&first) = places.first().filter(|_| count > 0 && count <= MAX_SCATTERED) else {
            return Err(CommandRefusal::Count { count, most: MAX_SCATTERED });
        };
        if places.len() > MAX_PLACES {
            return Err(CommandRefusal::TooManyPlaces { count: places.len(), most: MAX_PLACES });
        }
        places.iter().try_for_each(|&place| self.within(place))?;
        let discs: Vec<Disc> = places.iter().map(|&at| Disc { at, radius }).collect();
        let config = &self.world.config;
        let first_lineage = self.next_lineage(species);
        let mut rng = config.chance(self.world.tick, first_lineage, Purpose::Scatter);
        let mut has_room = false;
        for _ in 0..count {
            if let Some(body) = self.room_in(species, &discs, &mut rng) {
                self.settle(species, body);
                has_room = true;
            }
        }
        if has_room {
            return Ok(());
        }
        let species = self.world.config.species(species).name.clone();
        Err(CommandRefusal::NoRoom { species, at: first })
    }

    /// A random free place for a mature organism in one of some discs.
    fn room_in(&self, species: SpeciesId, discs: &[Disc], rng: &mut CreatureRng) -> Option<Body> {
        let config = &self.world.config;
        let radius = lattice::snap(f64::from(config.species(species).nature.mature_radius()));
        (0..TRIES).find_map(|_| {
            let drawn = rng.random_range(0..discs.len() as u64);
            let disc = discs[usize::try_from(drawn).unwrap_or(0)];
            let shares = DVec2::new(rng.random(), rng.random()) * 2.0 - DVec2::ONE;
            let centre = lattice::snap_point(disc.at + shares * disc.radius);
            let body = Body { centre, radius };
            let is_free = shares.length_squared() <= 1.0
                && config.bounds.contains_box(&body.area())
                && self.scratch.derived.index.is_free(&body.area(), None);
            is_free.then_some(body)
        })
    }
}
