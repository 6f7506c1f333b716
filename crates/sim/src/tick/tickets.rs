//! Colonies lose tickets for deaths and for holding fewer bases. A colony without tickets has lost.

use terrarium_creatures::behaviour::{Colony, EventKind, OrganismId};
use terrarium_creatures::species::SpeciesId;

use super::scratch::ThisTick;
use super::{Phase, Simulation};
use crate::world::{Conquest, ConquestEvent, QueuedSpawn, Verdict, WorldConfig};

/// This phase.
pub(super) const PHASE: Phase = Phase {
    name: "tickets",
    file: file!(),
    what: "colonies pay tickets for their dead and for missing bases; a colony without tickets \
        has lost",
    order: "identity",
    run: tickets,
};

/// Subtracts the tickets of the tick, queues replacements of the dead in nests, and decides the
/// conquest when a colony has no tickets left.
pub(super) fn tickets(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    let config = &world.config;
    let Some(conquest) = world.conquest.as_mut().filter(|it| it.verdict.is_none()) else { return };
    let mut lost = [0; 2];
    let due = world.tick + u64::from(config.rules.nest_ticks);
    for (colony, species) in dead(&scratch.this_tick, config) {
        lost[colony.index()] += 1;
        conquest.spawn_queue.push(QueuedSpawn { due, species });
    }
    if (world.tick + 1).is_multiple_of(u64::from(config.rules.tickets_ticks)) {
        let held = Colony::ALL.map(|colony| conquest.held(colony));
        for (lost, price) in lost.iter_mut().zip(price_of_bases(held)) {
            *lost += price;
        }
    }
    for colony in Colony::ALL {
        let left = &mut conquest.tickets[colony.index()];
        let count = lost[colony.index()].min(*left);
        *left -= count;
        if count > 0 {
            scratch.this_tick.conquest_events.push(ConquestEvent::TicketsLost { colony, count });
        }
    }
    conquest.verdict = verdict(conquest);
    scratch.this_tick.conquest_events.extend(conquest.verdict.map(ConquestEvent::Decided));
}

/// The colony and species of each creature that died this tick, by identity.
fn dead(this_tick: &ThisTick, config: &WorldConfig) -> Vec<(Colony, SpeciesId)> {
    let deaths = this_tick.events.iter().filter(|e| matches!(e.what, EventKind::Died { .. }));
    let mut dead: Vec<(OrganismId, Colony, SpeciesId)> = deaths
        .filter_map(|event| Some((event.to, config.colony(event.species)?, event.species)))
        .collect();
    dead.sort_unstable_by_key(|&(id, ..)| id);
    dead.into_iter().map(|(_, colony, species)| (colony, species)).collect()
}

/// The tickets that each colony loses for holding fewer bases than the other.
fn price_of_bases([blue, red]: [u32; 2]) -> [u32; 2] {
    let price = |own: u32, other: u32| other.saturating_sub(own).div_ceil(2);
    [price(blue, red), price(red, blue)]
}

/// The verdict of the conquest, if it is decided. When both colonies lose their last tickets at
/// once, the one with more bases wins.
fn verdict(conquest: &Conquest) -> Option<Verdict> {
    let [blue, red] = Colony::ALL.map(|colony| conquest.held(colony));
    match conquest.tickets {
        [0, 0] if blue == red => Some(Verdict::Draw),
        [0, 0] if blue > red => Some(Verdict::Won(Colony::Blue)),
        [0, _] => Some(Verdict::Won(Colony::Red)),
        [_, 0] => Some(Verdict::Won(Colony::Blue)),
        _ => None,
    }
}
