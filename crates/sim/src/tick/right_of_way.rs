//! Right of way: which travellers make room for which.
//!
//! Travellers that block each other would push for ever. Each has a precedence, which changes from time
//! to time so that nobody waits for long. A traveller that is blocked for some ticks has its blocker make
//! room if it precedes that one, and so does whoever blocks the blocker.

use std::collections::{BTreeMap, BTreeSet};

use hecs::Entity;
use terrarium_creatures::behaviour::{Blocker, EventKind, OrganismId};

use super::Simulation;
use crate::world::chance::{Purpose, drawn};
use crate::world::{Identity, Lineage, Motion};

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

/// An animal that was blocked by another in the last tick, or blocked one.
struct Involved {
    entity: Entity,
    lineage: Lineage,
    /// Who blocked it, and for how many ticks it has been blocked.
    blocked: Option<(OrganismId, u32)>,
}

impl Involved {
    /// For how many ticks it has been blocked.
    fn ticks(&self) -> u32 {
        self.blocked.map_or(0, |(_, ticks)| ticks)
    }
}

impl RightOfWay {
    /// Decides from the events of the last tick.
    pub fn new(sim: &Simulation) -> Self {
        let involved = involved(sim);
        let world = &sim.world;
        let patience = world.config.rules.patience;
        let precedence = |id: OrganismId, it: &Involved| {
            let draw = world.tick / INTERVAL + u64::from(it.ticks() / (patience * PUSHING));
            (drawn(world.config.seed, draw, it.lineage.0, Purpose::Precedence), id)
        };
        let pushing = involved.iter().filter(|(_, it)| it.ticks() > patience * DETOURS);
        let mut pushing: Vec<(u64, OrganismId)> =
            pushing.map(|(&id, it)| precedence(id, it)).collect();
        pushing.sort_unstable();
        let mut yielding: BTreeMap<OrganismId, Yield> = BTreeMap::new();
        for own in pushing {
            let (_, first) = own;
            if yielding.contains_key(&first) {
                continue;
            }
            let to = involved[&first].entity;
            let mut pusher = &involved[&first];
            while let Some((by, _)) = pusher.blocked
                && let Some(blocker) = involved.get(&by)
                && own < precedence(by, blocker)
                && !yielding.contains_key(&by)
            {
                yielding.insert(by, Yield { to, pushed_by: pusher.entity });
                pusher = blocker;
            }
        }
        Self { yielding }
    }

    /// For whom an organism has to make room.
    pub fn of_organism(&self, id: OrganismId) -> Option<Yield> {
        self.yielding.get(&id).copied()
    }
}

/// The travellers that other organisms blocked in the last tick, and the animals that blocked them.
fn involved(sim: &Simulation) -> BTreeMap<OrganismId, Involved> {
    let blockers = sim.world.events.iter().filter_map(|event| match event.what {
        EventKind::Blocked { by: Blocker::Organism(by) } => Some((event.to, by)),
        _ => None,
    });
    let blockers: BTreeMap<OrganismId, OrganismId> = blockers.collect();
    if blockers.is_empty() {
        return BTreeMap::new();
    }
    let ids: BTreeSet<OrganismId> = blockers.iter().flat_map(|(&id, &by)| [id, by]).collect();
    let mut query = sim.world.organisms.query::<(Entity, &Identity, &Motion)>();
    let animals = query.iter().filter(|(_, who, _)| ids.contains(&who.id));
    let involved = animals.map(|(entity, who, motion)| {
        let ticks = motion.journey.as_ref().map(|journey| journey.stopped);
        let blocked = blockers.get(&who.id).copied().zip(ticks);
        (who.id, Involved { entity, lineage: who.lineage, blocked })
    });
    involved.collect()
}
