//! The files of a recorded run.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::num::NonZeroU64;
use std::path::Path;

use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use terrarium_run::record::ledger::{LEDGER, RecordedHashes};
use terrarium_run::record::manifest::SnapshotRecord;
use terrarium_run::record::{
    EventChoice, MANIFEST, Manifest, Options, Provenance, RecordError, Recorded, Recorder, START,
    Snapshot, census as census_table,
};
use terrarium_sim::tick::Simulation;
use terrarium_sim::world::StateHash;
use terrarium_testing::{simulation_of, small_world};

use crate::support::record;

fn every(ticks: u64) -> NonZeroU64 {
    NonZeroU64::new(ticks).unwrap()
}

/// Records so many ticks of a simulation.
fn recorded(dir: &Path, sim: &mut Simulation, ticks: u64, options: Options) -> Recorded {
    record(dir, sim, ticks, options, |_| {})
}

/// All files under a directory, by their paths in it.
fn files(dir: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(dir).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_dir() {
            found.extend(files(&entry.path()).into_iter().map(|below| format!("{name}/{below}")));
        } else {
            found.insert(name);
        }
    }
    found
}

fn hashes(dir: &Path) -> Vec<(u64, StateHash)> {
    RecordedHashes::open(dir.join(LEDGER)).unwrap().map(Result::unwrap).collect()
}

fn census(dir: &Path) -> Vec<csv::StringRecord> {
    let rows = csv::Reader::from_path(dir.join("census.csv")).unwrap().into_records();
    rows.map(Result::unwrap).collect()
}

#[test]
fn a_run_writes_all_its_files_and_they_agree() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("run");
    let options = Options { snapshot_every: Some(every(25)), ..Options::default() };
    let mut sim = simulation_of(small_world());
    let Recorded { manifest, .. } = recorded(&dir, &mut sim, 60, options);

    let mut expected: BTreeSet<String> =
        ["census.csv", "final.snapshot", LEDGER, MANIFEST, START].map(str::to_owned).into();
    expected.extend([25, 50].map(|tick| format!("snapshots/tick-{tick:06}.snapshot")));
    expected.extend(["census.parquet", "events.parquet", "population.png"].map(str::to_owned));
    assert_eq!(files(&dir), expected);

    assert_eq!(Manifest::read(&dir).unwrap(), manifest);
    assert_eq!(manifest.outcome.ticks, 60);
    let hashes = hashes(&dir);
    assert_eq!(hashes.iter().map(|row| row.0).collect::<Vec<_>>(), (0..=60).collect::<Vec<_>>());
    assert_eq!(hashes[60].1, manifest.outcome.state_hash);
    let last = Snapshot::load(dir.join("final.snapshot")).unwrap();
    assert_eq!(last.head.state_hash, sim.world().state_hash());
    let start = Snapshot::load(dir.join(START)).unwrap();
    assert_eq!((0, start.head.state_hash), hashes[0]);
    let middle = Snapshot::load(dir.join("snapshots/tick-000050.snapshot")).unwrap();
    assert_eq!((50, middle.head.state_hash), hashes[50]);
    assert_eq!(census(&dir).len(), 61 * 3);
}

#[test]
fn a_run_that_continues_from_a_snapshot_is_recorded_like_an_uninterrupted_one() {
    let folder = tempfile::tempdir().unwrap();
    let [whole, first, second] = ["whole", "first", "second"].map(|name| folder.path().join(name));
    recorded(&whole, &mut simulation_of(small_world()), 60, Options::default());
    recorded(&first, &mut simulation_of(small_world()), 35, Options::default());
    let snapshot = Snapshot::load(first.join("final.snapshot")).unwrap();
    let record = SnapshotRecord::new("final.snapshot", &snapshot.head);
    assert_eq!((record.tick, record.id.len()), (35, 64));
    recorded(&second, &mut simulation_of(snapshot.world), 25, Options::default());

    assert_eq!(hashes(&second), hashes(&whole)[35..]);
    // The first row of a run has no events of earlier ticks.
    assert_eq!(census(&second)[3..], census(&whole)[36 * 3..]);
    let snapshots = [&whole, &second].map(|dir| fs::read(dir.join("final.snapshot")).unwrap());
    assert!(snapshots[0] == snapshots[1], "equal worlds have equal files");
}

#[test]
fn rare_rows_include_all_events_and_the_last_tick() {
    let folder = tempfile::tempdir().unwrap();
    let [often, seldom] = ["often", "seldom"].map(|name| folder.path().join(name));
    recorded(&often, &mut simulation_of(small_world()), 47, Options::default());
    let options =
        Options { census_every: every(10), ledger_every: every(20), ..Options::default() };
    recorded(&seldom, &mut simulation_of(small_world()), 47, options);

    let ticks = |rows: Vec<csv::StringRecord>| {
        rows.iter().step_by(3).map(|row| row[0].parse().unwrap()).collect::<Vec<u64>>()
    };
    assert_eq!(ticks(census(&seldom)), [0, 10, 20, 30, 40, 47]);
    let ledger = hashes(&seldom);
    assert_eq!(ledger.iter().map(|row| row.0).collect::<Vec<_>>(), [0, 20, 40, 47]);
    assert_eq!(ledger[3], hashes(&often)[47]);
    let births = census_table::columns().iter().position(|column| column.name == "births").unwrap();
    let born = |dir| census(dir).iter().map(|row| row[births].parse::<u64>().unwrap()).sum::<u64>();
    assert_eq!(born(&seldom), born(&often));
    assert!(born(&often) > 0);
}

#[test]
fn a_recorder_that_is_dropped_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut sim = simulation_of(small_world());
    let dir = folder.path().join("run");
    let options = Options { snapshot_every: Some(every(1)), ..Options::default() };
    let mut recorder = Recorder::new(&dir, sim.world(), Provenance::default(), options).unwrap();
    sim.tick();
    recorder.record(sim.world()).unwrap();
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the staging directory");
    drop(recorder);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_directory_that_is_not_empty_is_not_changed() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    let world = small_world();
    let recorder = Recorder::new(folder.path(), &world, Provenance::default(), Options::default());
    assert!(matches!(recorder.err(), Some(RecordError::Occupied { .. })));
    assert_eq!(files(folder.path()), ["notes.txt".to_owned()].into());
}

/// The cells of a Parquet table as CSV writes them, row by row.
fn rows_of(path: &Path) -> Vec<Vec<String>> {
    let reader = SerializedFileReader::new(File::open(path).unwrap()).unwrap();
    let cells = |row: parquet::record::Row| row.get_column_iter().map(cell_of).collect();
    reader.get_row_iter(None).unwrap().map(|row| cells(row.unwrap())).collect()
}

fn cell_of((_, cell): (&String, &Field)) -> String {
    match cell {
        Field::Null => String::new(),
        Field::Long(number) => number.to_string(),
        Field::Double(number) => format!("{number:?}"),
        Field::Str(word) => word.clone(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_census_is_the_same_in_both_formats() {
    let folder = tempfile::tempdir().unwrap();
    recorded(folder.path(), &mut simulation_of(small_world()), 40, Options::default());
    let from_csv: Vec<Vec<String>> =
        census(folder.path()).iter().map(|row| row.iter().map(str::to_owned).collect()).collect();
    assert_eq!(rows_of(&folder.path().join("census.parquet")), from_csv);
    assert!(from_csv.iter().flatten().any(String::is_empty));
}

#[test]
fn every_death_in_the_census_is_an_event_with_its_cause() {
    let folder = tempfile::tempdir().unwrap();
    for (choice, all) in [(EventChoice::Lives, false), (EventChoice::Everything, true)] {
        let dir = folder.path().join(format!("{choice:?}"));
        let options = Options { events: choice, ..Options::default() };
        let Recorded { manifest, .. } =
            recorded(&dir, &mut simulation_of(small_world()), 120, options);
        let events = rows_of(&dir.join("events.parquet"));
        let mut deaths = BTreeMap::from_iter(manifest.outcome.deaths.clone());
        deaths.values_mut().for_each(|count| *count = 0);
        for event in events.iter().filter(|event| event[3] == "died") {
            *deaths.get_mut(&event[5]).unwrap() += 1;
        }
        assert_eq!(deaths, manifest.outcome.deaths);
        let born = events.iter().filter(|event| event[3] == "born").count();
        assert_eq!(born as u64, manifest.outcome.births);
        assert_eq!(events.iter().any(|event| event[3] == "ate"), all);
    }
}

#[test]
fn without_events_there_is_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let options = Options { events: EventChoice::Nothing, ..Options::default() };
    recorded(folder.path(), &mut simulation_of(small_world()), 1, options);
    assert!(!files(folder.path()).contains("events.parquet"));
}
