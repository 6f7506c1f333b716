//! Steps, seeks, branches and commands.

use terrarium_creatures::species::SpeciesId;
use terrarium_sim::tick::Command;
use terrarium_space::geometry::DVec2;

use super::{animal, go_to, pond, pond_at};
use crate::Session;

/// The state hashes of the ticks that follow.
fn hashes(session: &mut Session, ticks: u64) -> Vec<String> {
    let mut hash = || {
        session.step().unwrap();
        session.show().unwrap();
        session.hash().expect("it is simulated")
    };
    (0..ticks).map(|_| hash()).collect()
}

fn add(session: &Session) -> Command {
    let place = session.view_area().world;
    Command::Add { species: SpeciesId(0), at: DVec2::new(place.width / 2.0, place.height / 2.0) }
}

#[test]
fn a_tick_is_the_same_whether_stepped_sought_or_opened() {
    let mut session = pond();
    let stepped = hashes(&mut session, 60);
    go_to(&mut session, 31);
    assert_eq!(session.hash().as_ref(), Some(&stepped[30]));
    assert_eq!(session.state().frontier, 60);

    let mut sought = pond_at(60);
    assert_eq!(sought.hash().as_ref(), Some(&stepped[59]));
    let mut opened = Session::open_file("pond", sought.recording().unwrap()).unwrap();
    assert_eq!(opened.state().frontier, 60);
    assert_eq!(hashes(&mut opened, 60), stepped);
    assert_eq!(opened.state().difference, None);
}

#[test]
fn a_command_in_the_past_begins_a_branch_and_undo_takes_it_back() {
    let mut session = pond_at(40);
    let last = session.hash();
    go_to(&mut session, 20);
    let command = add(&session);
    assert!(!session.plan(command.clone()).unwrap().refused);
    let text = session.command(command).unwrap();
    assert!(text.ends_with(" begins here"), "{text}");
    let state = session.state();
    assert_eq!((state.present, state.timelines.len(), state.tick), (1, 2, 20));
    assert_eq!(state.timelines[1].parent, Some((0, 20)));

    session.switch_to(0).unwrap();
    go_to(&mut session, 40);
    assert_eq!(session.hash(), last);
    session.switch_to(1).unwrap();
    while !session.advance(7).unwrap() {}
    assert!(session.undo().unwrap().is_some());
}

#[test]
fn a_refused_command_changes_nothing() {
    let mut session = pond_at(10);
    let before = (session.hash(), session.state());
    let command = Command::Add { species: SpeciesId(0), at: DVec2::splat(-50.0) };
    let plan = session.plan(command.clone()).unwrap();
    let refusal = session.command(command).unwrap_err().to_string();
    assert!(!refusal.is_empty());
    assert!(!plan.refused || plan.text == refusal, "{} {refusal}", plan.text);
    assert_eq!((session.hash(), session.state()), before);
}

#[test]
fn a_branch_at_the_side_shows_the_same_tick_and_ends_with_its_own() {
    let mut session = pond_at(30);
    session.branch().unwrap();
    hashes(&mut session, 5);
    session.beside_of(Some(0)).unwrap();
    session.resize(200, 100, 1.0);
    for tick in [30, 12, 34] {
        go_to(&mut session, tick);
        session.paint(1.0, 0.1);
        assert_eq!(session.pixels().len(), 200 * 100);
    }
    assert!(session.beside_of(Some(9)).is_err());
}

#[test]
fn what_is_watched_does_not_change_the_world() {
    let mut alone = pond();
    let expected = hashes(&mut alone, 40);
    let mut watched = pond();
    let first = animal(&watched);
    watched.select(Some(first));
    watched.follow(Some(first));
    watched.begin_tour(false, false);
    let names = crate::overlays().into_iter().map(|it| it.name.to_owned());
    watched.set_overlays(&names.collect::<Vec<_>>()).unwrap();
    watched.colour_by(Some("lineage")).unwrap();
    let mut seen = Vec::new();
    for _ in 0..40 {
        seen.extend(hashes(&mut watched, 1));
        watched.paint(0.5, 0.02);
        watched.continue_tour(0.3);
        watched.continue_replay(3);
    }
    assert_eq!(seen, expected);
}

#[test]
fn a_gif_has_the_colours_that_were_shown() {
    let gif = |colours: Option<&str>| {
        let mut session = pond_at(5);
        session.colour_by(colours).unwrap();
        for _ in 0..4 {
            hashes(&mut session, 1);
            session.paint(1.0, 0.02);
        }
        session.gif(1).unwrap()
    };
    let plain = gif(None);
    assert!(plain.starts_with(b"GIF8"));
    assert_eq!(gif(None), plain);
    assert_ne!(gif(Some("age")), plain);
}
