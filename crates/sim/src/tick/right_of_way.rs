//! Right of way: which travellers leave the paths of which, where there is no room to pass.
//!
//! Travellers [make room](super::movement) for each other step by step. Where that does not help for some
//! ticks, as in a narrow passage, one of them plans a path to a place beside that of the other, and so does
//! whoever blocks it. Which of them is drawn by lot from time to time, because only one may have such a place.

use std::collections::{BTreeMap, BTreeSet};

use hecs::Entity;
use terrarium_creatures::behaviour::OrganismId;

use super::Simulation;
use crate::world::chance::{Purpose, drawn};
use crate::world::{Identity, Lineage, Motion};

/// How many ticks a traveller loses before others leave its path, in multiples of the rule `patience`.
const PUSHING: u32 = 6;

/// The interval at which precedences are drawn, in ticks.
const INTERVAL: u64 = 1024;

/// How many times as long a traveller pushes in vain before its precedence is drawn again.
const REDRAWN: u32 = 3;

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

/// An animal that is blocked by another, or blocks one.
struct Involved {
    entity: Entity,
    /// Who blocks it.
    by: Option<OrganismId>,
    /// How many ticks it has lost.
    lost: u32,
    lineage: Lineage,
}

impl RightOfWay {
    /// Decides from the journeys of a world.
    pub fn new(sim: &Simulation) -> Self {
        let involved = involved(sim);
        let most = sim.world.config.rules.patience * PUSHING;
        let (seed, tick) = (sim.world.config.seed, sim.world.tick);
        let precedence = |id: OrganismId, it: &Involved| {
            let draw = tick / INTERVAL + u64::from(it.lost / (most * REDRAWN));
            (drawn(seed, draw, it.lineage.0, Purpose::Precedence), id)
        };
        let pushing = involved.iter().filter(|(_, it)| it.lost > most && it.by.is_some());
        let mut pushing: Vec<_> = pushing.map(|(&id, it)| precedence(id, it)).collect();
        pushing.sort_unstable();
        let mut yielding: BTreeMap<OrganismId, Yield> = BTreeMap::new();
        for own in pushing {
            let (_, first) = own;
            if yielding.contains_key(&first) {
                continue;
            }
            let to = involved[&first].entity;
            let mut pusher = &involved[&first];
            while let Some(by) = pusher.by
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

/// The travellers that other organisms block, and the animals that block them.
fn involved(sim: &Simulation) -> BTreeMap<OrganismId, Involved> {
    let mut query = sim.world.organisms.query::<(Entity, &Identity, &Motion)>();
    let blocker = |motion: &Motion| motion.journey.as_ref()?.blocker?.organism();
    let blocked = query.iter().filter_map(|(_, who, motion)| Some([who.id, blocker(motion)?]));
    let ids: BTreeSet<OrganismId> = blocked.flatten().collect();
    if ids.is_empty() {
        return BTreeMap::new();
    }
    let animals = query.iter().filter(|(_, who, _)| ids.contains(&who.id));
    let involved = animals.map(|(entity, who, motion)| {
        let lost = motion.journey.as_ref().map_or(0, |journey| journey.stopped);
        (who.id, Involved { entity, by: blocker(motion), lost, lineage: who.lineage })
    });
    involved.collect()
}
