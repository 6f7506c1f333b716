//! Wolves: they walk in odd ticks. At the beginning of the next tick they kill, before any sheep has moved.
//!
//! What dies in a tick is food in the next one at the earliest, when the wolf has left. So a kill counts as
//! a meal. Each sheep is the meal of one wolf: all wolves of a patch draw the same lots for themselves and
//! for the sheep, and know who takes which.

use rand::{RngExt, SeedableRng};
use terrarium::behaviour::{Behaviour, CreatureRng, OrganismId, Sighting, Turn};
use terrarium::geometry::DVec2;
use terrarium::species::SpeciesId;

use super::animal::{breed, energy, exhaust, remember, walk};
use super::land::Land;
use crate::wolf_sheep::Parameters;

pub struct Wolf {
    pub of: Parameters,
    pub land: Land,
    pub sheep: SpeciesId,
}

/// An animal on the patch of a wolf, by lot.
struct Drawn {
    lot: u64,
    id: OrganismId,
    centre: DVec2,
}

impl Wolf {
    fn walk(&self, turn: &mut Turn<'_>) {
        let energy = energy(turn, self.of.wolf_gain);
        if energy >= 0.0 {
            walk(turn, self.land);
            remember(turn, energy - 1.0);
        }
    }

    fn hunt(&self, turn: &mut Turn<'_>) {
        let mut energy = energy(turn, self.of.wolf_gain);
        // No wolf has walked before the first tick.
        if turn.senses.tick > 0 {
            if let Some(prey) = self.prey(turn) {
                turn.intent.attack(prey);
                energy += self.of.wolf_gain;
            }
            if energy < 0.0 {
                exhaust(turn);
            } else {
                energy = breed(turn, self.of.wolf_breeding, energy);
            }
        }
        remember(turn, energy);
    }

    /// The sheep that falls to this wolf: wolves take one after the other, in the order of their lots.
    fn prey(&self, turn: &Turn<'_>) -> Option<OrganismId> {
        let me = &turn.senses.me;
        let patch = self.land.patch_at(me.centre);
        let is_here = |it: &&Sighting| self.land.patch_at(it.centre) == patch;
        let drawn = |id: OrganismId, centre| Drawn { lot: lot(id, turn.senses.tick), id, centre };
        let of_species = |species| {
            let here = turn.senses.sight.iter().filter(is_here);
            let alive = here.filter(move |it| it.species == species && it.kind.is_animal());
            alive.map(|it| drawn(it.id, it.centre))
        };
        let mut sheep: Vec<Drawn> = of_species(self.sheep).collect();
        if sheep.is_empty() {
            return None;
        }
        let mut wolves: Vec<Drawn> = of_species(me.species).collect();
        wolves.push(drawn(me.id, me.centre));
        sheep.sort_unstable_by_key(|it| (it.lot, it.id));
        wolves.sort_unstable_by_key(|it| (it.lot, it.id));
        for wolf in wolves {
            let gap = |it: &Drawn| (it.centre - wolf.centre).abs().max_element() - 2.0 * me.radius;
            let prey = sheep.iter().position(|it| gap(it) <= me.reach).map(|it| sheep.remove(it));
            if wolf.id == me.id {
                return prey.map(|it| it.id);
            }
        }
        None
    }
}

/// The lot of an animal in a tick, the same for all who draw it.
fn lot(id: OrganismId, tick: u64) -> u64 {
    CreatureRng::seed_from_u64(tick << 40 ^ id.0).random()
}

impl Behaviour for Wolf {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        for turn in turns {
            if turn.senses.tick.is_multiple_of(2) {
                self.hunt(turn);
            } else {
                self.walk(turn);
            }
        }
    }
}
