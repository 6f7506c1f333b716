//! Turns that fail: nothing comes of them, they are told and counted, and a species too many of
//! whose turns have failed is suspended while the others live on.

use std::io::Cursor;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::by_hand::{CARNIVORE, HERBIVORE, Scene, going};
use terrarium::behaviour::{EventKind, Fault, FaultKind, Note, OrganismId, Turn};
use terrarium::record::{Tally, snapshot};
use terrarium::tick::TraceTarget;
use terrarium::world::RestoreError;

/// Two herbivores and a carnivore; the third strike suspends.
fn scene() -> Scene {
    Scene::of("h...i ..... ....v").rule("strikes", 3.0)
}

fn fault() -> Fault {
    Fault::new(FaultKind::Trapped, "it fell over its feet")
}

/// Runs to the middle, and fails while doing so if it is a herbivore.
fn stumble(turn: &mut Turn<'_>) {
    let me = &turn.senses.me;
    turn.intent.go_to(turn.senses.bounds.centre(), me.max_speed);
    turn.intent.signal(9);
    if me.species == HERBIVORE {
        turn.fault = Some(fault());
    }
}

#[test]
fn nothing_comes_of_a_turn_that_fails_and_it_is_told() {
    let mut stage = scene().go(stumble);
    let (before, unmoved) = (stage.body(OrganismId(1)), stage.body(OrganismId(3)));
    stage.tick();
    assert_eq!(stage.body(OrganismId(1)), before);
    assert_eq!(stage.events_of(OrganismId(1)), [EventKind::Failed { fault: fault() }]);
    assert_ne!(stage.body(OrganismId(3)), unmoved);
    assert_eq!(stage.0.world().faults()[HERBIVORE.index()], 2);
}

#[test]
fn a_species_with_too_many_strikes_is_suspended_and_the_others_live_on() {
    let asked = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&asked);
    let mut stage = scene().go(move |turn| {
        stumble(turn);
        if turn.senses.me.species == HERBIVORE {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    });
    let mut tally = Tally::new(stage.0.world());
    for _ in 0..10 {
        stage.tick();
        tally.note(stage.0.world());
    }
    let world = stage.0.world();
    // Both of them in the first tick, and in the second, which brings the third.
    assert_eq!((asked.load(Ordering::Relaxed), world.faults()[HERBIVORE.index()]), (4, 4));
    assert!(world.is_suspended(HERBIVORE) && !world.is_suspended(CARNIVORE));
    let outcome = &tally.outcome(world).species[HERBIVORE.index()];
    assert_eq!((outcome.faults, outcome.suspended), (4, true));
    assert!(world.events().iter().all(|event| !matches!(event.what, EventKind::Failed { .. })));
}

#[test]
fn strikes_are_a_part_of_the_state() {
    let mut stage = scene().go(stumble);
    let mut sound = scene().go(|_| {});
    stage.tick();
    sound.tick();
    assert_ne!(stage.0.world().state_hash(), sound.0.world().state_hash());
    let mut file = Cursor::new(Vec::new());
    snapshot::write(stage.0.world(), &mut file).unwrap();
    let Ok(read) = snapshot::read("memory", file) else { panic!("it was just written") };
    assert_eq!(read.world.faults(), stage.0.world().faults());
    let mut resumed = going(read.world, stumble);
    for _ in 0..5 {
        stage.tick();
        resumed.tick();
        assert_eq!(resumed.0.world().state_hash(), stage.0.world().state_hash());
    }
    let mut frame = stage.0.world().frame();
    frame.faults.pop();
    assert_eq!(frame.check(), Err(RestoreError::Faults));
}

#[test]
fn what_creatures_tell_is_heard_by_whoever_listens_and_changes_nothing() {
    let tell = |turn: &mut Turn<'_>| {
        let id = turn.senses.me.id;
        turn.notes.take(Note::Log(format!("I am {id}")));
    };
    let mut stage = scene().go(tell);
    let mut heard = scene().go(tell);
    heard.0.listen(vec![TraceTarget::Organism(OrganismId(2)), TraceTarget::Species(CARNIVORE)]);
    stage.tick();
    heard.tick();
    assert_eq!(stage.0.told(), []);
    let told: Vec<_> = heard.0.told().iter().map(|told| told.note.clone()).collect();
    assert_eq!(told, [Note::Log("I am #2".to_owned()), Note::Log("I am #3".to_owned())]);
    assert_eq!(stage.0.world().state_hash(), heard.0.world().state_hash());
}
