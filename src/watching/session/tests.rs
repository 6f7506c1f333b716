//! A session gives what a plain run gives, whatever is asked of it meanwhile.

use std::path::Path;
use std::time::Duration;

use super::*;
use crate::behaviour::OrganismId;
use crate::document::Override;
use crate::playback::Playback;
use crate::record::Recording;
use crate::record::recording::Place;
use crate::run::{Ready, Start};
use crate::tick::Command;
use crate::view::{Overlay, Overlays};
use crate::world::StateHash;

/// A small meadow.
fn pond() -> Ready {
    let settings = [
        "world.size=[700, 500]",
        "population.clover=40",
        "population.oak=2",
        "population.hare=14",
        "population.deer=4",
        "population.lynx=2",
        "population.wolf=0",
    ];
    let settings = settings.map(|text| Override::parse(text).unwrap()).to_vec();
    let name = "meadow".to_owned();
    Start::Scenario { name, settings, creature_folders: Vec::new() }.ready().unwrap()
}

/// The state after each of so many ticks of a plain run.
fn plain(ticks: u64) -> Vec<StateHash> {
    let mut simulation = pond().simulation;
    let tick = |_| {
        simulation.tick();
        simulation.world().state_hash()
    };
    (0..ticks).map(tick).collect()
}

fn session(record: Option<&Path>) -> Session {
    let place = record.map_or(Place::Passing, |path| Place::File(path.to_owned()));
    let playback = Playback::live(pond(), &place).unwrap();
    let recorded = record.map(Path::to_owned);
    let options = Options { plays: false, threads: Some(1), recorded, ..Options::default() };
    Session::begin(playback, options).unwrap()
}

/// Waits until a picture shows what it should.
fn wait(session: &Session, what: &str, shows: impl Fn(&ViewState) -> bool) -> Arc<ViewState> {
    for _ in 0..3000 {
        let view_state = session.view_state();
        if shows(&view_state) {
            return view_state;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("{what} does not come about: {:?}", session.view_state().time);
}

fn play_to(session: &Session, tick: u64) {
    session.ask(Request::Pace(Pace::UNBOUNDED));
    session.ask(Request::Play(true));
    wait(session, "the tick", |view_state| view_state.time.frontier >= tick);
    session.ask(Request::Play(false));
    wait(session, "a pause", |view_state| !view_state.time.plays);
}

fn seek(session: &Session, tick: u64) -> Arc<ViewState> {
    session.ask(Request::Seek(tick));
    wait(session, "the tick", |view_state| {
        view_state.time.tick == tick && view_state.time.sought.is_none()
    })
}

#[test]
fn whatever_is_asked_the_run_is_the_same() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("asked.recording");
    let session = session(Some(&path));
    let somebody = session.view_state().now.figures.last().map(|figure| figure.id);
    session.ask(Request::Select(somebody));
    session.ask(Request::Overlays(Overlay::ALL.into_iter().fold(Overlays::NONE, Overlays::with)));
    play_to(&session, 40);
    let shown = seek(&session, 12);
    assert_eq!(shown.now.tick, 12);
    session.ask(Request::Step(1));
    wait(&session, "a step", |view_state| view_state.time.tick == 13);
    session.ask(Request::Step(-3));
    wait(&session, "steps back", |view_state| view_state.time.tick == 10);
    session.ask(Request::Follow(somebody));
    session.ask(Request::Play(true));
    // On from the past, over the frontier.
    play_to(&session, 60);
    let (reply, film) = channel();
    session.ask(Request::SceneSequence(5..=24, 5, reply));
    let ticks: Vec<u64> = film.recv().unwrap().iter().map(|scene| scene.tick).collect();
    assert_eq!(ticks, [5, 9, 13, 17, 21]);
    wait(&session, "the way back", |view_state| view_state.time.sought.is_none());
    play_to(&session, 70);
    let summary = session.end();
    assert_eq!((summary.problem, &summary.saved[..]), (None, &[path.clone()][..]));

    let recording = Recording::open(&path).unwrap();
    assert!(recording.last_tick() >= 70);
    for (tick, expected) in (1..).zip(plain(70)) {
        assert_eq!(recording.hash(tick), Some(expected), "after tick {tick}");
    }
}

#[test]
fn a_world_is_seen_as_it_is_at_every_tick() {
    let session = session(None);
    play_to(&session, 30);
    for tick in [30, 0, 17, 29, 1] {
        let shown = seek(&session, tick);
        let mut simulation = pond().simulation;
        (0..tick).for_each(|_| simulation.tick());
        let populations = crate::record::Scene::of(&simulation, None).populations();
        assert_eq!(shown.now.populations(), populations, "at tick {tick}");
    }
}

#[test]
fn commands_in_the_past_begin_another_future_and_leave_this_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept.recording");
    let session = session(Some(&path));
    play_to(&session, 30);
    let last = session.view_state().time.frontier;
    let shown = seek(&session, 10);
    let whom = shown.now.figures.last().map(|figure| figure.id).unwrap();
    session.ask(Request::Command(Command::Remove { whom }));
    let branched = wait(&session, "another future", |view_state| view_state.timelines.len() == 2);
    assert_eq!((branched.present, branched.time.tick, branched.time.frontier), (1, 10, 10));
    assert_eq!(branched.now.figure(whom), None);
    assert!(branched.notes.iter().any(|note| note.text.contains("future 2 begins at tick 10")));
    play_to(&session, 15);
    session.ask(Request::NextFuture);
    let back = wait(&session, "the first future", |view_state| {
        view_state.present == 0 && view_state.time.sought.is_none()
    });
    assert_eq!(back.time.frontier, last);
    let summary = session.end();
    assert_eq!(summary.problem, None);
    assert_eq!(summary.saved.len(), 2, "{summary:?}");
    let [first, second] = [0, 1].map(|place| Recording::open(&summary.saved[place]).unwrap());
    assert_eq!(first.hash(last), plain(last).pop());
    assert_eq!(second.hash(10), first.hash(10), "up to there they are one");
    assert_ne!(second.hash(15), first.hash(15));
}

#[test]
fn what_cannot_be_done_is_told_and_changes_nothing() {
    let session = session(None);
    let nobody = OrganismId(999_999);
    session.ask(Request::Command(Command::Feed { whom: nobody }));
    let told = wait(&session, "a note", |view_state| !view_state.notes.is_empty());
    assert!(told.notes[0].is_bad && told.notes[0].text.contains("999999"), "{:?}", told.notes);
    session.ask(Request::NextFuture);
    session.ask(Request::Snapshot("/dev/null/x/y.snapshot".into()));
    let told = wait(&session, "more notes", |view_state| view_state.notes.len() >= 3);
    assert!(told.notes.iter().all(|note| note.is_bad), "{:?}", told.notes);
    play_to(&session, 3);
    assert_eq!(session.end().problem, None);
}

#[test]
fn what_was_to_be_recorded_is_saved_when_the_session_is_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] =
        ["first.recording", "second.recording"].map(|name| folder.path().join(name));
    let recorded = session(Some(&first));
    play_to(&recorded, 12);
    drop(recorded);
    let later = session(None);
    play_to(&later, 5);
    later.ask(Request::Record(second.clone()));
    play_to(&later, 12);
    drop(later);
    for path in [first, second] {
        let recording = Recording::open(&path).unwrap();
        assert!(recording.shortfall().is_none() && recording.last_tick() >= 12);
        assert_eq!(recording.hash(12), plain(12).pop(), "{}", path.display());
    }
}

#[test]
fn of_many_ticks_that_are_sought_the_last_is_gone_to() {
    let session = session(None);
    play_to(&session, 30);
    (0..200).for_each(|step| session.ask(Request::Seek(step % 30)));
    session.ask(Request::Seek(21));
    let there = wait(&session, "the last", |view_state| {
        view_state.time.tick == 21 && view_state.time.sought.is_none()
    });
    assert_eq!(there.now.tick, 21);
}
