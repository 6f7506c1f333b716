//! What follows the death of the organism that the camera follows.

use terrarium_creatures::behaviour::{Death, OrganismId, SightingKind};
use terrarium_playback::chronicle::{self, Notable};
use terrarium_playback::{Watched, name_of};
use terrarium_run::record::scene::{Action, Figure};
use terrarium_sim::tick::Command;
use terrarium_space::geometry::DVec2;

use super::{animal, pond_at};
use crate::{Founding, Heir, Mourning, Relation, ReportKind, ScenarioChoice, Session, Turn};

/// A pond, and an animal in it that is selected and followed.
fn following() -> (Session, OrganismId) {
    let mut session = pond_at(5);
    let animal = animal(&session);
    session.select(Some(animal));
    session.follow(Some(animal));
    (session, animal)
}

/// Removes an organism, and simulates a tick.
fn remove(session: &mut Session, organism: OrganismId) {
    session.command(Command::Remove { organism }).unwrap();
    session.step().unwrap();
    session.show().unwrap();
}

/// Lets seconds pass, in which all replays end.
fn pass(session: &mut Session, seconds: f64) {
    for _ in 0..4 {
        session.continue_mourning(seconds / 4.0);
        while session.is_life_due(true) {
            session.continue_life(500);
        }
    }
}

#[test]
fn after_a_death_the_life_is_shown_and_another_one_is_followed_and_then_selected() {
    let (mut session, first) = following();
    assert!(!session.continue_mourning(1.0) && !session.is_mourning());
    remove(&mut session, first);
    pass(&mut session, 1.0);
    let (selected, followed) = (session.selected, session.followed());
    assert!(selected == Some(first) && followed.is_some_and(|it| it != first));
    // The report on one that is not there is its life, with the cause of its death.
    let report = session.report(ReportKind::Details).unwrap().unwrap();
    assert!(report.heading.contains("removed in tick"), "{}", report.heading);
    assert!(!report.sections.is_empty());
    // Who comes after it dies, too.
    remove(&mut session, followed.unwrap());
    pass(&mut session, 1.0);
    let third = session.followed();
    assert!(third.is_some() && third != followed && session.selected == Some(first));
    pass(&mut session, 20.0);
    assert!(session.selected == third && session.followed() == third && !session.is_mourning());
}

#[test]
fn whoever_looks_at_something_else_is_left_alone() {
    let (mut session, first) = following();
    remove(&mut session, first);
    pass(&mut session, 1.0);
    session.select(None);
    let followed = session.followed();
    pass(&mut session, 20.0);
    assert_eq!((session.selected, session.followed()), (None, followed));
    assert!(!session.is_mourning());
}

/// The first kill of an animal in the pond: its tick, the killer, the dead, and the text of the event.
fn first_kill() -> (u64, OrganismId, OrganismId, String) {
    let session = pond_at(600);
    let kill = |remark: &chronicle::Remark| match remark.what {
        Notable::Died { of: Death::Killed, by: Some(by), .. } => {
            Some((remark.tick, by, remark.organism?, session.history().describe(remark)))
        }
        _ => None,
    };
    session.history().remarks().iter().find_map(kill).expect("the lynx kills a hare")
}

#[test]
fn the_killer_is_followed_at_once_and_the_cause_of_death_is_said() {
    let (tick, killer, dead, event) = first_kill();
    let mut session = pond_at(tick - 1);
    session.select(Some(dead));
    session.follow(Some(dead));
    assert!(!session.continue_mourning(0.1));
    session.step().unwrap();
    session.show().unwrap();
    session.continue_mourning(0.1);
    assert_eq!((session.followed(), session.selected), (Some(killer), Some(dead)));
    let said = session.state().said.expect("the death is told");
    assert!(said.text.starts_with(&format!("{event}: following the killer, ")), "{}", said.text);
}

#[test]
fn the_one_that_eats_from_the_carcass_comes_after_killer_and_children() {
    let session = pond_at(5);
    let mut scene = (*session.scene).clone();
    let animals = |it: &Figure| it.kind == SightingKind::Herbivore;
    let hares: Vec<usize> =
        (0..scene.figures.len()).filter(|&index| animals(&scene.figures[index])).collect();
    let (dead, eater) = (scene.figures[hares[0]].id, scene.figures[hares[2]].id);
    let mut mourning = Mourning::new(Watched::in_scene(dead, &scene));
    scene.figures[hares[0]].kind = SightingKind::Carcass;
    let (place, reach) = (scene.figures[hares[0]].centre, scene.figures[hares[0]].radius);
    scene.figures[hares[2]].action = Action::Eating;
    let radius = scene.figures[hares[2]].radius;
    let history = session.history();
    // From afar, it eats something else.
    scene.figures[hares[2]].centre = place + DVec2::new(reach + radius + 40.0, 0.0);
    assert_eq!(mourning.advance(0.1, &scene, history, None), Turn::Stay);
    let mut other = mourning;
    scene.figures[hares[2]].centre = place + DVec2::new(reach + radius + 1.0, 0.0);
    assert_eq!(
        mourning.advance(0.1, &scene, history, None),
        Turn::Stay,
        "a child may be known soon"
    );
    scene.figures[hares[2]].action = Action::Resting;
    let heir = Heir { organism: eater, relation: Relation::Eater };
    assert_eq!(mourning.advance(9.0, &scene, history, None), Turn::Follow(heir));
    let text = mourning.farewell(&scene, history);
    let name = name_of(scene.seed, eater);
    let expected = format!("following {name}, hare {eater}, which eats from it");
    assert!(text.ends_with(&expected), "{text}");
    let turn = other.advance(9.0, &scene, history, None);
    assert!(matches!(turn, Turn::Follow(Heir { relation: Relation::None, .. })), "{turn:?}");
}

/// Watches a world from the first look on, at its usual speed, until so many have been followed to their ends or it is decided.
/// Returns their number.
fn follow_to_the_end(scenario: &str, seed: u64, most: usize) -> usize {
    let choice = ScenarioChoice { name: Some(scenario.to_owned()), text: None };
    let overrides = vec![format!("seed={seed}")];
    let founding = Founding { scenario: choice, overrides, creatures: Vec::new() };
    let mut session = Session::create(founding).unwrap();
    session.look_first();
    let mut followed = session.followed();
    let (mut ends, mut without) = (0, 0.0);
    let seconds = 1.0 / (30.0 * session.usual_speed());
    for _ in 0..6000 {
        if session.is_decided() || ends >= most {
            break;
        }
        session.step().unwrap();
        session.show().unwrap();
        session.continue_mourning(seconds);
        if session.is_life_due(true) {
            session.continue_life(60);
        }
        without = if session.followed().is_some() { 0.0 } else { without + seconds };
        assert!(without < 6.0, "nobody is followed at tick {}", session.tick());
        let next = session.followed();
        if next.is_some() && next != followed {
            ends += 1;
            followed = next;
        }
    }
    ends
}

#[test]
fn following_never_ends_while_somebody_is_there_to_follow() {
    assert!(follow_to_the_end("conquest", 3, 20) >= 5);
    assert!(follow_to_the_end("conquest", 4, 20) >= 5);
}
