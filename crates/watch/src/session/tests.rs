//! A session simulates the same ticks as a plain run, whatever is requested of it.

use std::path::Path;
use std::time::Duration;

use terrarium_creatures::behaviour::OrganismId;
use terrarium_picture::{Overlay, Overlays};
use terrarium_playback::Playback;
use terrarium_playback::run_link::{LinkReplay, LinkVerdict, RunLink};
use terrarium_run::Ready;
use terrarium_run::SimulationBuilder;
use terrarium_run::record::Recording;
use terrarium_run::record::recording::Place;
use terrarium_sim::tick::Command;
use terrarium_sim::world::StateHash;

use super::*;

/// A small meadow.
fn pond() -> Ready {
    let overrides = [
        "world.size=[700, 500]",
        "population.clover=40",
        "population.oak=2",
        "population.hare=14",
        "population.deer=4",
        "population.lynx=2",
        "population.wolf=0",
    ];
    SimulationBuilder::new("meadow").overrides(&overrides).ready().unwrap()
}

/// The state hash after each tick of a plain run.
fn plain(ticks: u64) -> Vec<StateHash> {
    let mut simulation = pond().simulation;
    let tick = |_| {
        simulation.tick();
        simulation.world().state_hash()
    };
    (0..ticks).map(tick).collect()
}

fn session(record: Option<&Path>) -> Session {
    let place = record.map_or(Place::Temporary, |path| Place::File(path.to_owned()));
    let playback = Playback::live(pond(), &place).unwrap();
    let recorded = record.map(Path::to_owned);
    let options = Options { is_playing: false, threads: Some(1), recorded, ..Options::default() };
    Session::start(playback, options).unwrap()
}

/// Waits until a view state meets a condition.
fn wait(session: &Session, what: &str, shows: impl Fn(&ViewState) -> bool) -> Arc<ViewState> {
    for _ in 0..3000 {
        let view_state = session.view_state();
        if shows(&view_state) {
            return view_state;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("timed out waiting for {what}: {:?}", session.view_state().time);
}

fn play_to(session: &Session, tick: u64) {
    session.send(Request::Pace(Pace::UNBOUNDED));
    session.send(Request::Play(true));
    wait(session, "the tick", |view_state| view_state.time.frontier >= tick);
    session.send(Request::Play(false));
    wait(session, "a pause", |view_state| !view_state.time.is_playing);
}

fn seek(session: &Session, tick: u64) -> Arc<ViewState> {
    session.send(Request::Seek(tick));
    wait(session, "the tick", |view_state| {
        view_state.time.tick == tick && view_state.time.seek_target.is_none()
    })
}

#[test]
fn requests_do_not_change_the_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.recording");
    let session = session(Some(&path));
    let last = session.view_state().now.figures.last().map(|figure| figure.id);
    session.send(Request::Select(last));
    session.send(Request::Overlays(Overlay::ALL.into_iter().fold(Overlays::NONE, Overlays::with)));
    play_to(&session, 40);
    let shown = seek(&session, 12);
    assert_eq!(shown.now.tick, 12);
    session.send(Request::Step(1));
    wait(&session, "a step", |view_state| view_state.time.tick == 13);
    session.send(Request::Step(-3));
    wait(&session, "steps back", |view_state| view_state.time.tick == 10);
    session.send(Request::Follow(last));
    session.send(Request::Play(true));
    // From the past across the frontier.
    play_to(&session, 60);
    let (reply, scenes) = channel();
    session.send(Request::Film(5..=24, 5, reply));
    let ticks: Vec<u64> =
        scenes.recv().unwrap().iter().map(|captured| captured.scene.tick).collect();
    assert_eq!(ticks, [5, 9, 13, 17, 21]);
    wait(&session, "the return", |view_state| view_state.time.seek_target.is_none());
    play_to(&session, 70);
    let summary = session.end();
    assert_eq!((summary.problem, &summary.saved[..]), (None, &[path.clone()][..]));

    let recording = Recording::open(&path).unwrap();
    assert!(recording.last_tick() >= 70);
    for (tick, expected) in (1..).zip(plain(70)) {
        assert_eq!(recording.hash(tick).unwrap(), Some(expected), "after tick {tick}");
    }
}

#[test]
fn every_tick_shows_its_own_state() {
    let session = session(None);
    play_to(&session, 30);
    for tick in [30, 0, 17, 29, 1] {
        let shown = seek(&session, tick);
        let mut simulation = pond().simulation;
        (0..tick).for_each(|_| simulation.tick());
        let populations = terrarium_run::record::Scene::new(&simulation, None).populations();
        assert_eq!(shown.now.populations(), populations, "at tick {tick}");
    }
}

#[test]
fn commands_in_the_past_start_a_branch_and_keep_this_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept.recording");
    let session = session(Some(&path));
    play_to(&session, 30);
    let last = session.view_state().time.frontier;
    let shown = seek(&session, 10);
    let organism = shown.now.figures.last().map(|figure| figure.id).unwrap();
    session.send(Request::Command(Command::Remove { organism }));
    let branched = wait(&session, "another branch", |view_state| view_state.timelines.len() == 2);
    assert_eq!((branched.present, branched.time.tick, branched.time.frontier), (1, 10, 10));
    assert_eq!(branched.now.figure(organism), None);
    assert!(branched.notes.iter().any(|note| note.text.contains("branch 2 begins at tick 10")));
    play_to(&session, 15);
    session.send(Request::NextBranch);
    let back = wait(&session, "the first branch", |view_state| {
        view_state.present == 0 && view_state.time.seek_target.is_none()
    });
    assert_eq!(back.time.frontier, last);
    let summary = session.end();
    assert_eq!(summary.problem, None);
    assert_eq!(summary.saved.len(), 2, "{summary:?}");
    let [first, second] = [0, 1].map(|index| Recording::open(&summary.saved[index]).unwrap());
    assert_eq!(first.hash(last).unwrap(), plain(last).pop());
    assert_eq!(
        second.hash(10).unwrap(),
        first.hash(10).unwrap(),
        "the branches share their first ticks"
    );
    assert_ne!(second.hash(15).unwrap(), first.hash(15).unwrap());
}

#[test]
fn failed_requests_are_reported_and_change_nothing() {
    let session = session(None);
    let missing = OrganismId(999_999);
    session.send(Request::Command(Command::Feed { organism: missing }));
    let reported = wait(&session, "a note", |view_state| !view_state.notes.is_empty());
    assert!(
        reported.notes[0].is_bad && reported.notes[0].text.contains("999999"),
        "{:?}",
        reported.notes
    );
    session.send(Request::NextBranch);
    session.send(Request::Snapshot("/dev/null/x/y.snapshot".into()));
    let reported = wait(&session, "more notes", |view_state| view_state.notes.len() >= 3);
    assert!(reported.notes.iter().all(|note| note.is_bad), "{:?}", reported.notes);
    play_to(&session, 3);
    assert_eq!(session.end().problem, None);
}

#[test]
fn a_shared_run_is_that_of_its_link() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("links/pond.link");
    let session = session(None);
    play_to(&session, 6);
    let tick = seek(&session, 4).time.tick;
    session.send(Request::Share(path.clone()));
    let reported = wait(&session, "a note", |view_state| !view_state.notes.is_empty());
    let note = &reported.notes[0];
    assert!(!note.is_bad && note.text.starts_with("saved the link to "), "{}", note.text);
    let link = RunLink::parse(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!((link.tick, Some(link.hash)), (tick, plain(4).pop()));
    let mut playback = Playback::live(link.create().unwrap(), &Place::Temporary).unwrap();
    let mut replay = LinkReplay::new(link);
    assert!(replay.advance(&mut playback, 4).unwrap());
    assert_eq!(replay.verdict(), LinkVerdict::Same);
    session.send(Request::Share("/dev/null/x/y.link".into()));
    let reported = wait(&session, "another note", |view_state| view_state.notes.len() >= 2);
    assert!(reported.notes[1].is_bad, "{:?}", reported.notes);
}

#[test]
fn recordings_are_saved_when_the_session_is_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] =
        ["first.recording", "second.recording"].map(|name| folder.path().join(name));
    let recorded = session(Some(&first));
    play_to(&recorded, 12);
    drop(recorded);
    let later = session(None);
    play_to(&later, 5);
    later.send(Request::Record(second.clone()));
    play_to(&later, 12);
    drop(later);
    for path in [first, second] {
        let recording = Recording::open(&path).unwrap();
        assert!(recording.shortfall().is_none() && recording.last_tick() >= 12);
        assert_eq!(recording.hash(12).unwrap(), plain(12).pop(), "{}", path.display());
    }
}

#[test]
fn a_run_is_recorded_to_one_file_however_often_this_is_requested() {
    let folder = tempfile::tempdir().unwrap();
    let [first, second] =
        ["first.recording", "second.recording"].map(|name| folder.path().join(name));
    let session = session(None);
    play_to(&session, 5);
    assert_eq!(session.view_state().recording, None);
    session.send(Request::Record(first.clone()));
    wait(&session, "a recording", |view_state| view_state.recording.is_some());
    session.send(Request::Record(second.clone()));
    let is_reported = |view_state: &ViewState| {
        view_state.notes.iter().any(|note| note.text.starts_with("already recording to"))
    };
    let shown = wait(&session, "a note", is_reported);
    assert_eq!(shown.recording.as_ref(), Some(&first));
    assert_eq!(session.end().saved, [first]);
    assert!(!second.exists());
}

#[test]
fn of_consecutive_seeks_the_last_is_carried_out() {
    let session = session(None);
    play_to(&session, 30);
    (0..200).for_each(|step| session.send(Request::Seek(step % 30)));
    session.send(Request::Seek(21));
    let there = wait(&session, "the last", |view_state| {
        view_state.time.tick == 21 && view_state.time.seek_target.is_none()
    });
    assert_eq!(there.now.tick, 21);
}
