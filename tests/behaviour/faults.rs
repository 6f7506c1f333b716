//! Failed turns: their intents are ignored, the creatures receive an event, and a species with too
//! many faults is suspended while the others continue.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use terrarium::behaviour::{EventKind, Fault, FaultKind, Note, OrganismId, Turn};
use terrarium::record::{Tally, snapshot};
use terrarium::tick::TraceTarget;
use terrarium::world::RestoreError;
use terrarium_testing::by_hand::{CARNIVORE, HERBIVORE, Scene, simulation_of};

/// Two herbivores and a carnivore; a species is suspended after three faults.
fn scene() -> Scene {
    Scene::new("h...i ..... ....v").rule("strikes", 3.0)
}

fn fault() -> Fault {
    Fault::new(FaultKind::Trapped, "it fell over its feet")
}

/// Moves to the centre; the turn of a herbivore fails.
fn fail_herbivores(turn: &mut Turn<'_>) {
    let me = &turn.senses.me;
    turn.intent.go_to(turn.senses.bounds.centre(), me.max_speed);
    turn.intent.signal(9);
    if me.species == HERBIVORE {
        turn.fail(fault());
    }
}

#[test]
fn a_failed_turn_has_no_effect_but_an_event() {
    let mut stage = scene().go(fail_herbivores);
    let (before, unmoved) = (stage.body(OrganismId(1)), stage.body(OrganismId(3)));
    stage.tick();
    assert_eq!(stage.body(OrganismId(1)), before);
    assert_eq!(stage.events_of(OrganismId(1)), [EventKind::Failed { fault: fault() }]);
    assert_ne!(stage.body(OrganismId(3)), unmoved);
    assert_eq!(stage.0.world().faults()[HERBIVORE.index()], 2);
}

#[test]
fn a_species_with_too_many_faults_is_suspended_and_the_others_continue() {
    let turns = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&turns);
    let mut stage = scene().go(move |turn| {
        fail_herbivores(turn);
        if turn.senses.me.species == HERBIVORE {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    });
    let mut tally = Tally::new(stage.0.world());
    for _ in 0..10 {
        stage.tick();
        tally.record(stage.0.world());
    }
    let world = stage.0.world();
    // Both fail in the first tick and in the second, which exceeds the limit.
    assert_eq!((turns.load(Ordering::Relaxed), world.faults()[HERBIVORE.index()]), (4, 4));
    assert!(world.is_suspended(HERBIVORE) && !world.is_suspended(CARNIVORE));
    let outcome = &tally.outcome(world).species[HERBIVORE.index()];
    assert_eq!((outcome.faults, outcome.suspended), (4, true));
    assert!(world.events().iter().all(|event| !matches!(event.what, EventKind::Failed { .. })));
}

#[test]
fn fault_counts_are_part_of_the_state() {
    let mut stage = scene().go(fail_herbivores);
    let mut without_faults = scene().go(|_| {});
    stage.tick();
    without_faults.tick();
    assert_ne!(stage.0.world().state_hash(), without_faults.0.world().state_hash());
    let mut file = Cursor::new(Vec::new());
    snapshot::write(stage.0.world(), &mut file).unwrap();
    let Ok(read) = snapshot::read("memory", file) else { panic!("it was just written") };
    assert_eq!(read.world.faults(), stage.0.world().faults());
    let mut resumed = simulation_of(read.world, fail_herbivores);
    for _ in 0..5 {
        stage.tick();
        resumed.tick();
        assert_eq!(resumed.0.world().state_hash(), stage.0.world().state_hash());
    }
    let mut frame = stage.0.world().frame();
    frame.turns.pop();
    assert_eq!(frame.check(), Err(RestoreError::Turns));
}

#[test]
fn tracing_debug_output_does_not_change_the_world() {
    let log_id = |turn: &mut Turn<'_>| {
        let id = turn.senses.me.id;
        turn.notes.take(Note::Log(format!("I am {id}")));
    };
    let mut stage = scene().go(log_id);
    let mut traced = scene().go(log_id);
    traced.0.trace(vec![TraceTarget::Organism(OrganismId(2)), TraceTarget::Species(CARNIVORE)]);
    stage.tick();
    traced.tick();
    assert_eq!(stage.0.trace_entries(), []);
    let notes: Vec<_> = traced.0.trace_entries().iter().map(|entry| entry.note.clone()).collect();
    assert_eq!(notes, [Note::Log("I am #2".to_owned()), Note::Log("I am #3".to_owned())]);
    assert_eq!(stage.0.world().state_hash(), traced.0.world().state_hash());
}
