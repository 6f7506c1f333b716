use std::collections::BTreeMap;

use terrarium_creatures::behaviour::{Event, EventKind, OrganismId};
use terrarium_output::table::Cell;
use terrarium_run::Ready;
use terrarium_run::record::Provenance;
use terrarium_run::record::events::cells;
use terrarium_run::record::recording::Place;
use terrarium_testing::{simulation_of, small_world};

use super::*;
use crate::Playback;

const TICKS: u64 = 120;

fn playback() -> Playback {
    let simulation = simulation_of(small_world());
    let ready = Ready { simulation, provenance: Provenance::default() };
    let mut playback = Playback::live(ready, &Place::Temporary).unwrap();
    (0..TICKS).for_each(|_| playback.step().unwrap());
    playback
}

/// All events of the same run, with their ticks, and the number of its organisms.
fn events() -> (Vec<(u64, Event)>, u64) {
    let mut simulation = simulation_of(small_world());
    let mut events = Vec::new();
    for tick in 1..=TICKS {
        simulation.tick();
        events.extend(simulation.world().events().iter().map(|event| (tick, event.clone())));
    }
    (events, simulation.world().next_id().0)
}

#[test]
fn episodes_hold_every_event_of_a_life_and_no_other() {
    let (events, count) = events();
    let mut playback = playback();
    let mut dead = 0;
    for id in (1..count).map(OrganismId) {
        let life = of_organism(&mut playback, id, &mut |_| {}).unwrap();
        let mut expected: BTreeMap<String, u64> = BTreeMap::new();
        let own = events.iter().filter(|(_, event)| event.to == id);
        for (tick, event) in own {
            let Cell::Word(what) = cells(*tick, event, "")[3] else { panic!("a kind is a word") };
            *expected.entry(what.to_owned()).or_default() += 1;
        }
        let mut found: BTreeMap<String, u64> = BTreeMap::new();
        for episode in &life.episodes {
            assert!(episode.first_tick <= episode.last_tick, "{episode:?}");
            if episode.what != "grazed" {
                *found.entry(episode.what.clone()).or_default() += episode.count;
            }
        }
        assert_eq!(found, expected, "{id}");
        let bites = events.iter().filter(|(tick, event)| {
            matches!(event.what, EventKind::Ate { food, .. } if food == id)
                && life.died.as_ref().is_none_or(|died| *tick <= died.tick)
        });
        let grazed = life.episodes.iter().filter(|it| it.what == "grazed").map(|it| it.count);
        if life.kind == terrarium_creatures::species::Kind::Plant {
            assert_eq!(grazed.sum::<u64>(), bites.count() as u64, "{id}");
        }
        let died = events.iter().find_map(|(tick, event)| match event.what {
            EventKind::Died { of, .. } if event.to == id => Some((*tick, of)),
            _ => None,
        });
        assert_eq!(life.died.as_ref().map(|it| (it.tick, it.cause)), died, "{id}");
        dead += usize::from(died.is_some());
        let change = life.energy_after - life.energy_before;
        assert!((life.energy.change().units() - change).abs() == 0.0, "{id}");
    }
    assert!(dead > 10);
}

#[test]
fn intervals_of_states_cover_a_life_without_gaps() {
    let (_, count) = events();
    let mut playback = playback();
    for id in (1..count).map(OrganismId) {
        let life = of_organism(&mut playback, id, &mut |_| {}).unwrap();
        let mut next = None;
        for interval in &life.states {
            assert_eq!(interval.first_tick, next.unwrap_or(interval.first_tick), "{id}");
            next = Some(interval.last_tick + 1);
        }
        assert_eq!(next, Some(life.last_tick + 1), "{id}");
        let states = life.states.iter().map(|it| it.state).collect::<Vec<_>>();
        assert!(states.windows(2).all(|pair| pair[0] != pair[1]), "{id}: {states:?}");
    }
}

#[test]
fn organisms_that_never_existed_are_refused() {
    let mut playback = playback();
    let last = playback.simulation().world().next_id().0 - 1;
    let error = of_organism(&mut playback, OrganismId(last + 1), &mut |_| {}).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("there is no organism #{} in this run; its organisms are #1 to #{last}", last + 1)
    );
}
