//! Right of way: which travellers make room for which.
//!
//! Travellers that block each other would push for ever. Each has a precedence, which changes from time
//! to time so that nobody waits for long. A traveller that is blocked for some ticks has its blocker make
//! room if it precedes that one, and so does whoever blocks the blocker.

use std::collections::BTreeMap;

use hecs::Entity;

use super::Simulation;
use crate::behaviour::{Blocker, EventKind, OrganismId};
use crate::rules::few;
use crate::world::chance::{Purpose, drawn};
use crate::world::{Identity, Motion};

/// The interval at which precedences are drawn, in ticks.
const INTERVAL: u64 = 1024;

/// How long a blocked traveller looks for detours before others make room, in multiples of the rule
/// `patience`.
const DETOURS: u32 = 2;

/// How long a traveller pushes in vain before its precedence is drawn again, in multiples of the rule
/// `patience`: the other may have nowhere to go.
const PUSHING: u32 = 12;

/// The travellers that have to make room in this tick.
#[derive(Debug, Default)]
pub(super) struct RightOfWay {
    yielding: BTreeMap<OrganismId, Yield>,
}

/// For whom a traveller makes room.
#[derive(Debug, Clone, Copy)]
pub(super) struct Yield {
    /// The traveller with the right of way.
    pub to: Entity,
    /// The traveller that pushes: the one with the right of way, or one that makes room for it, too.
    pub pushed_by: Entity,
}

/// A traveller that was blocked by another in the last tick.
struct Blocked {
    entity: Entity,
    by: OrganismId,
    /// For how many ticks it has been blocked.
    ticks: u32,
}

impl RightOfWay {
    /// Decides from the events of the last tick.
    pub fn of(sim: &Simulation) -> Self {
        let blocked = blocked(sim);
        let world = &sim.world;
        let patience = few(world.config.rules.patience);
        let precedence = |id: OrganismId| {
            let ticks = blocked.get(&id).map_or(0, |it| it.ticks);
            let draw = world.tick / INTERVAL + u64::from(ticks / (patience * PUSHING));
            drawn(world.config.seed, draw, id, Purpose::Precedence)
        };
        let pushing = blocked.iter().filter(|(_, it)| it.ticks > patience * DETOURS);
        let mut pushing: Vec<(u64, OrganismId)> =
            pushing.map(|(&id, _)| (precedence(id), id)).collect();
        pushing.sort_unstable();
        let mut yielding: BTreeMap<OrganismId, Yield> = BTreeMap::new();
        for (own, first) in pushing {
            if yielding.contains_key(&first) {
                continue;
            }
            let to = blocked[&first].entity;
            let mut pusher = first;
            while let Some(Blocked { entity, by, .. }) = blocked.get(&pusher) {
                let precedes = (own, first) < (precedence(*by), *by);
                if !precedes || yielding.contains_key(by) {
                    break;
                }
                yielding.insert(*by, Yield { to, pushed_by: *entity });
                pusher = *by;
            }
        }
        Self { yielding }
    }

    /// For whom an organism has to make room.
    pub fn of_organism(&self, id: OrganismId) -> Option<Yield> {
        self.yielding.get(&id).copied()
    }
}

/// The travellers that other organisms blocked in the last tick.
fn blocked(sim: &Simulation) -> BTreeMap<OrganismId, Blocked> {
    let blockers = sim.world.events.iter().filter_map(|event| match event.what {
        EventKind::Blocked { by: Blocker::Organism(by) } => Some((event.to, by)),
        _ => None,
    });
    let blockers: BTreeMap<OrganismId, OrganismId> = blockers.collect();
    if blockers.is_empty() {
        return BTreeMap::new();
    }
    let mut query = sim.world.organisms.query::<(Entity, &Identity, &Motion)>();
    let blocked = query.iter().filter_map(|(entity, who, motion)| {
        let by = *blockers.get(&who.id)?;
        let ticks = motion.journey.as_ref()?.stopped;
        Some((who.id, Blocked { entity, by, ticks }))
    });
    blocked.collect()
}
