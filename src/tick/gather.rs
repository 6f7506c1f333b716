//! Validated intents are applied to minds and journeys; refusals and faults become events.

use super::Simulation;
use super::plan::Travel;
use super::trace::TraceEntry;
use crate::behaviour::EventKind;
use crate::world::{Identity, Mind, Motion, PlanningEffort};

/// Restores memories, sets signals, and begins and ends journeys.
pub(super) fn gather(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    let mut validated = std::mem::take(&mut scratch.validated);
    // Events of commands since the last tick belong to this one.
    scratch.events.append(&mut world.command_effects.pending_events);
    world.command_effects.applied = 0;
    world.planning_effort.fill(PlanningEffort::default());
    scratch.notes.clear();
    scratch.turn_traces.clear();
    let mut view = world.organisms.view_mut::<(&Identity, &mut Mind, &mut Motion)>();
    for intent in &mut validated {
        let (who, mind, motion) = view.get_mut(intent.entity).expect("actors are animals");
        mind.memory = std::mem::take(&mut intent.memory);
        if let Some(signal) = intent.signal {
            mind.signal = signal;
        }
        match std::mem::replace(&mut intent.travel, Travel::Continue) {
            Travel::Continue => {}
            Travel::Pace(speed) => {
                if let Some(journey) = &mut motion.journey {
                    journey.speed = speed;
                }
            }
            Travel::End => motion.journey = None,
            Travel::Arrive => {
                motion.journey = None;
                scratch.record_event(who, EventKind::Arrived);
            }
            Travel::Begin(journey) => motion.journey = Some(journey),
        }
        world.planning_effort[who.species.index()] += intent.effort;
        scratch.turn_traces.extend(intent.take_trace());
        for refusal in intent.refusals() {
            scratch.record_event(who, refusal);
        }
        if let Some(fault) = intent.fault.take() {
            world.faults[who.species.index()] += 1;
            scratch.record_event(who, EventKind::Failed { fault });
        }
        let notes = std::mem::take(&mut intent.notes).into_iter();
        scratch.notes.extend(notes.map(|note| TraceEntry {
            by: who.id,
            species: who.species,
            note,
        }));
    }
    scratch.validated = validated;
}
