//! What follows the death of the organism that the camera follows.

use terrarium_creatures::behaviour::OrganismId;
use terrarium_sim::tick::Command;

use super::{animal, pond_at};
use crate::{ReportKind, Session};

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
