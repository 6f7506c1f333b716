//! Orders are taken down: minds and journeys change, refusals and failed turns are told.

use super::Simulation;
use super::plan::Travel;
use super::trace::TraceEntry;
use crate::behaviour::EventKind;
use crate::world::{Identity, Mind, Motion, PlanningEffort};

/// Puts memories back, shows signals, begins and ends journeys.
pub(super) fn gather(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    let mut validated = std::mem::take(&mut scratch.validated);
    // What commands did since the last tick counts as done in this one.
    scratch.events.append(&mut world.command_effects.untold);
    world.command_effects.obeyed = 0;
    world.planning_effort.fill(PlanningEffort::default());
    scratch.notes.clear();
    scratch.heard.clear();
    let mut view = world.organisms.view_mut::<(&Identity, &mut Mind, &mut Motion)>();
    for order in &mut validated {
        let (who, mind, motion) = view.get_mut(order.entity).expect("who decides is an animal");
        mind.memory = std::mem::take(&mut order.memory);
        if let Some(signal) = order.signal {
            mind.signal = signal;
        }
        match std::mem::replace(&mut order.travel, Travel::GoOn) {
            Travel::GoOn => {}
            Travel::Pace(speed) => {
                if let Some(journey) = &mut motion.journey {
                    journey.speed = speed;
                }
            }
            Travel::End => motion.journey = None,
            Travel::Begin(journey) => motion.journey = Some(journey),
        }
        world.planning_effort[who.species.index()] += order.effort;
        scratch.heard.extend(order.take_heard());
        for refusal in order.refusals() {
            scratch.happened(who, refusal);
        }
        if let Some(fault) = order.fault.take() {
            world.faults[who.species.index()] += 1;
            scratch.happened(who, EventKind::Failed { fault });
        }
        let notes = std::mem::take(&mut order.notes).into_iter();
        scratch.notes.extend(notes.map(|note| TraceEntry {
            by: who.id,
            species: who.species,
            note,
        }));
    }
    scratch.validated = validated;
}
