//! Capture of bases: the colony with more creatures in a capture area pulls the base towards
//! itself.

use hecs::Entity;
use terrarium_creatures::behaviour::{BaseId, Colony, EventKind};
use terrarium_creatures::rules::Rules;

use super::scratch::Scratch;
use super::{Phase, Simulation};
use crate::world::{Base, ConquestEvent, Identity, Site, WorldConfig};

/// This phase.
pub(super) const PHASE: Phase = Phase {
    name: "capture",
    file: file!(),
    what: "the colony with the larger presence gains on each base",
    order: "order of the map",
    run: capture,
};

/// Pulls every base towards the colony with more creatures in its capture area. Creatures that
/// neutralise or capture it get an event.
pub(super) fn capture(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    let Some(conquest) = world.conquest.as_mut().filter(|it| it.verdict.is_none()) else { return };
    let layout = scratch.derived.layout.take().expect("a conquest has a layout");
    let sites = layout.sites.iter().zip(&mut conquest.bases);
    for (id, (site, base)) in (0..).map(BaseId).zip(sites) {
        let present = present(site, scratch, &world.config);
        let before = base.owner;
        *base = pulled(*base, [present[0].len(), present[1].len()], &world.config.rules);
        if base.owner == before {
            continue;
        }
        let by = base.owner.unwrap_or_else(|| before.expect("it had an owner").other());
        let (conquest_event, what) = match base.owner {
            None => {
                (ConquestEvent::Neutralised { base: id, by }, EventKind::Neutralised { base: id })
            }
            Some(_) => (ConquestEvent::Captured { base: id, by }, EventKind::Captured { base: id }),
        };
        scratch.this_tick.conquest_events.push(conquest_event);
        for &entity in &present[by.index()] {
            let who =
                *world.organisms.get::<&Identity>(entity).expect("creatures in the index exist");
            scratch.this_tick.record_event(&who, what.clone());
        }
    }
    scratch.derived.layout = Some(layout);
}

/// The living creatures of each colony in the capture area of a base.
fn present(site: &Site, scratch: &mut Scratch, config: &WorldConfig) -> [Vec<Entity>; 2] {
    let mut present = [Vec::new(), Vec::new()];
    scratch.this_tick.effort.index_queries += 1;
    scratch.derived.index.visit_moving(&site.grounds, |slot, body| {
        let creature = scratch.derived.appearance(slot);
        if let Some(colony) = config.colony(creature.species)
            && site.counts(body.centre())
        {
            present[colony.index()].push(creature.entity);
        }
    });
    present
}

/// Computes a base after a tick from the number of creatures of each colony, blue first.
///
/// A tie leaves the base unchanged. A neutral base without creatures drifts back to the middle. A
/// base that passes from one colony to the other stops in the middle, neutral, for one tick.
fn pulled(base: Base, [blue, red]: [usize; 2], rules: &Rules) -> Base {
    let neutral = rules.base_life;
    let rate = rules.capture_rate;
    let pull = |lead: usize| {
        let lead = u32::try_from(lead).unwrap_or(u32::MAX);
        rate.saturating_mul(lead.min(rules.capture_crowd))
    };
    let life = if blue > red {
        let least = if base.owner == Some(Colony::Red) { neutral } else { 0 };
        base.life.saturating_sub(pull(blue - red)).max(least)
    } else if red > blue {
        let most = if base.owner == Some(Colony::Blue) { neutral } else { neutral * 2 };
        base.life.saturating_add(pull(red - blue)).min(most)
    } else if red == 0 && base.owner.is_none() {
        let drift = base.life.abs_diff(neutral).min(rate);
        if base.life < neutral { base.life + drift } else { base.life - drift }
    } else {
        base.life
    };
    let owner = if life == 0 {
        Some(Colony::Blue)
    } else if life == neutral * 2 {
        Some(Colony::Red)
    } else if life == neutral {
        None
    } else {
        base.owner
    };
    Base { owner, life }
}
