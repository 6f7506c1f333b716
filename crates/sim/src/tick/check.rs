//! Invariants that hold after every tick, checked against the full state.

use std::collections::BTreeMap;

use hecs::Entity;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::rules::Energy;
use terrarium_creatures::species::PlantTraits;
use terrarium_space::Slot;
use terrarium_space::geometry::{Aabb, lattice};
use terrarium_space::terrain::Cell;
use thiserror::Error;

use super::Simulation;
use super::light::light_share;
use super::scratch::slot_of;
use crate::world::{Body, CommandEffects, ConquestEvent, Crown, Identity, RestoreError, World};

/// A violated invariant.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum Violation {
    /// Two bodies overlap.
    #[error("tick {tick}: organisms {a} and {b} overlap")]
    Overlap {
        /// The number of completed ticks.
        tick: u64,
        /// The organism with the smaller identity.
        a: OrganismId,
        /// The other organism.
        b: OrganismId,
    },
    /// A body extends beyond the world, or does not lie on the lattice.
    #[error("tick {tick}: organism {who} at {body:?} lies outside the world or off the lattice")]
    Outside {
        /// The number of completed ticks.
        tick: u64,
        /// The organism.
        who: OrganismId,
        /// Its body.
        body: Aabb,
    },
    /// A body stands in impassable terrain.
    #[error("tick {tick}: organism {who} stands in impassable terrain at {body:?}")]
    InTerrain {
        /// The number of completed ticks.
        tick: u64,
        /// The organism.
        who: OrganismId,
        /// Its body.
        body: Aabb,
    },
    /// The index of bodies differs from the world.
    #[error("tick {tick}: the index disagrees with the world about organism {who}")]
    Index {
        /// The number of completed ticks.
        tick: u64,
        /// The organism; [`OrganismId::NONE`] when the index holds one that the world does not.
        who: OrganismId,
    },
    /// The index treats a standing wall as breached, or a breached wall as standing.
    #[error("tick {tick}: the index disagrees with the world about the wall at {wall}")]
    Wall {
        /// The number of completed ticks.
        tick: u64,
        /// Its tile.
        wall: Cell,
    },
    /// The route costs do not match the ground.
    #[error("tick {tick}: the route costs do not match the ground")]
    Routes {
        /// The number of completed ticks.
        tick: u64,
    },
    /// The stored light of a plant is outdated.
    #[error(
        "tick {tick}: plant {who} has a stored light share of {kept}, but receives {true_share}"
    )]
    Light {
        /// The number of completed ticks.
        tick: u64,
        /// The plant.
        who: OrganismId,
        /// The stored share.
        kept: f64,
        /// The share computed from its neighbours.
        true_share: f64,
    },
    /// Energy is not conserved.
    #[error(
        "tick {tick}: the organisms hold {} energy, but the ledger balance is {}",
        .stock.units(), .balance.units()
    )]
    Ledger {
        /// The number of completed ticks.
        tick: u64,
        /// The energy that the organisms hold.
        stock: Energy,
        /// The balance of the energy ledger: income less expenditure.
        balance: Energy,
    },
    /// A snapshot of the world would be refused.
    #[error("tick {tick}: a snapshot could not be read: {why}")]
    Unrestorable {
        /// The number of completed ticks.
        tick: u64,
        /// Why.
        why: RestoreError,
    },
}

impl Simulation {
    /// Checks that no bodies overlap, that all lie in the world and none in impassable terrain,
    /// that the index, the light and the route costs match the world, that energy is conserved, and that the world could be
    /// restored from a snapshot.
    ///
    /// # Errors
    /// Returns the first violation found, with the tick and the organisms.
    pub fn check(&self) -> Result<(), Violation> {
        let tick = self.world.tick;
        let mut by_slot: BTreeMap<Slot, (OrganismId, Aabb)> = BTreeMap::new();
        let mut query = self.world.organisms.query::<(Entity, &Identity, &Body)>();
        for (entity, who, body) in query.iter() {
            by_slot.insert(slot_of(entity), (who.id, body.area()));
        }
        self.check_index(&by_slot)?;
        for (&slot, &(who, body)) in &by_slot {
            let in_world = self.world.config.bounds.contains_box(&body);
            if !(in_world && lattice::holds(body.min) && lattice::holds(body.max)) {
                return Err(Violation::Outside { tick, who, body });
            }
            let mut in_terrain = false;
            self.scratch.derived.index.visit_terrain(&body, |_, b| in_terrain |= b.overlaps(&body));
            if in_terrain {
                return Err(Violation::InTerrain { tick, who, body });
            }
            let mut overlapping = None;
            self.scratch.derived.index.visit(&body, |other, area| {
                if other > slot && area.overlaps(&body) {
                    overlapping = Some(by_slot[&other].0);
                }
            });
            if let Some(other) = overlapping {
                return Err(Violation::Overlap { tick, a: who.min(other), b: who.max(other) });
            }
        }
        self.check_walls()?;
        self.check_routes()?;
        self.check_light()?;
        let (stock, balance) = (self.world.stock(), self.world.ledger.balance());
        if stock != balance {
            return Err(Violation::Ledger { tick, stock, balance });
        }
        self.world.check_restorable().map_err(|why| Violation::Unrestorable { tick, why })
    }

    fn check_index(&self, by_slot: &BTreeMap<Slot, (OrganismId, Aabb)>) -> Result<(), Violation> {
        let tick = self.world.tick;
        let index = &self.scratch.derived.index;
        for (&slot, &(who, body)) in by_slot {
            let mut found = false;
            index.visit(&body, |other, area| found |= other == slot && *area == body);
            if !found || self.scratch.derived.appearance(slot).id != who {
                return Err(Violation::Index { tick, who });
            }
        }
        if index.len() != by_slot.len() {
            return Err(Violation::Index { tick, who: OrganismId::NONE });
        }
        Ok(())
    }

    fn check_walls(&self) -> Result<(), Violation> {
        let World { config, conquest, tick, .. } = &self.world;
        let (Some(conquest), Some(terrain)) = (conquest, &config.terrain) else { return Ok(()) };
        let CommandEffects { walls, polygons, .. } = &self.world.command_effects;
        for (wall, _) in terrain.tiles().filter(|(_, tile)| tile.is_destructible()) {
            let middle = terrain.cell_box(wall).centre();
            let is_in = |it: &Aabb| it.touches(&Aabb::spanning(middle, middle));
            if walls.iter().any(is_in) || polygons.iter().any(|it| is_in(&it.bounds())) {
                continue;
            }
            let mut is_blocked = false;
            self.scratch.derived.index.visit_terrain(&Aabb::spanning(middle, middle), |_, _| {
                is_blocked = true;
            });
            if is_blocked == conquest.is_breached(wall, &config.rules) {
                return Err(Violation::Wall { tick: *tick, wall });
            }
        }
        Ok(())
    }

    /// Only runs when the ground has changed, because recomputing all costs is slow.
    fn check_routes(&self) -> Result<(), Violation> {
        let World { config, conquest, strategy, tick, .. } = &self.world;
        let (Some(conquest), Some(strategy)) = (conquest, strategy) else { return Ok(()) };
        if !conquest.events.iter().any(ConquestEvent::changes_ground) {
            return Ok(());
        }
        match conquest.strategy(config) {
            Ok(Some(expected)) if expected.agrees_with(strategy) => Ok(()),
            _ => Err(Violation::Routes { tick: *tick }),
        }
    }

    fn check_light(&self) -> Result<(), Violation> {
        let rules = &self.world.config.rules;
        let mut query =
            self.world.organisms.query::<(Entity, &Identity, &Body, &PlantTraits, &Crown)>();
        for (entity, who, body, traits, crown) in query.iter() {
            let Some(kept) = crown.light else { continue };
            let true_share = light_share(entity, body, traits, &self.scratch.derived, rules);
            if kept != true_share {
                let tick = self.world.tick;
                return Err(Violation::Light { tick, who: who.id, kept, true_share });
            }
        }
        Ok(())
    }
}
