//! Recordings that killed programs left.

use std::fs::{self, File};
use std::path::Path;
use std::time::{Duration, SystemTime};

use terrarium_run::record::Provenance;
use terrarium_run::record::recording::{Abandoned, Place, Recording, RecordingWriter};
use terrarium_testing::{simulation_of, small_world};

/// Leaves an unfinished recording, as a killed program does.
fn leave(path: &Path, age: u64) {
    let simulation = simulation_of(small_world());
    let place = Place::File(path.to_owned());
    drop(RecordingWriter::begin(&place, &simulation, Provenance::default()).unwrap());
    let file = File::options().write(true).open(path).unwrap();
    file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(9000 - age)).unwrap();
}

#[test]
fn only_temporary_recordings_without_a_program_are_abandoned() {
    let folder = tempfile::tempdir().unwrap();
    let [old, new, locked, other] =
        ["terrarium-a.recording", "terrarium-b.recording", "terrarium-c.recording", "d.recording"]
            .map(|name| folder.path().join(name));
    leave(&old, 70);
    leave(&new, 3);
    leave(&locked, 1);
    leave(&other, 1);
    let program = File::open(&locked).unwrap();
    program.lock().unwrap();
    let paths = |found: Vec<Abandoned>| found.into_iter().map(|it| it.path).collect::<Vec<_>>();
    assert_eq!(paths(Abandoned::in_folder(folder.path())), [new.clone(), old.clone()]);
    drop(program);
    assert_eq!(paths(Abandoned::in_folder(folder.path())), [locked, new, old]);
    assert_eq!(Abandoned::in_folder(&folder.path().join("nowhere")), []);
}

#[test]
fn an_abandoned_recording_is_moved_to_a_free_name_and_can_be_opened() {
    let (temporary, runs) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let folder = runs.path().join("runs");
    let mut paths = Vec::new();
    for _ in 0..2 {
        leave(&temporary.path().join("terrarium-a.recording"), 0);
        let [abandoned] = &Abandoned::in_folder(temporary.path())[..] else { panic!("one") };
        let path = abandoned.recover(&folder).unwrap();
        assert!(!abandoned.path.exists() && Recording::open(&path).is_ok());
        paths.push(path);
    }
    assert_ne!(paths[0], paths[1]);
    fs::write(temporary.path().join("terrarium-b.recording"), "").unwrap();
    let empty = &Abandoned::in_folder(temporary.path())[0];
    assert!(empty.recover(&folder).is_err() && empty.path.exists());
}
