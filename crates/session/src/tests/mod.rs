//! Tests of sessions, and of the types that the page has of them.

mod album;
mod contests;
mod first_look;
mod mourning;
mod replays;
mod time;
mod tools;
mod types;

use terrarium_creatures::behaviour::OrganismId;

use crate::{Founding, ScenarioChoice, Session};

const POND: &str = "description = \"A pond\"
[world]
size = [400, 300]
[[population]]
species = \"clover\"
count = 20
[[population]]
species = \"hare\"
count = 6
[[population]]
species = \"lynx\"
count = 1
";

/// A session of a small world, at its first tick.
fn pond() -> Session {
    let scenario = ScenarioChoice { name: Some("pond".to_owned()), text: Some(POND.to_owned()) };
    let overrides = vec!["seed=5".to_owned()];
    Session::create(Founding { scenario, overrides, creatures: Vec::new() }).unwrap()
}

/// The same after so many ticks.
fn pond_at(tick: u64) -> Session {
    let mut session = pond();
    go_to(&mut session, tick);
    session
}

/// Seeks to a tick, a few ticks at a time.
fn go_to(session: &mut Session, tick: u64) {
    session.seek(tick).unwrap();
    while !session.advance(7).unwrap() {}
    assert_eq!(session.tick(), tick);
}

/// The first animal that is alive.
fn animal(session: &Session) -> OrganismId {
    session.interesting().expect("there is one")
}
