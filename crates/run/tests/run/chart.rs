//! The chart of the populations.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};

use terrarium_output::run_dir::{CHECKPOINT, CONTENT};
use terrarium_run::record::manifest::ScenarioRecord;
use terrarium_run::record::{
    Ending, EventChoice, Options, Provenance, Recorder, TableFiles, UnfinishedRecord, census,
};
use terrarium_sim::world::{World, WorldConfig};
use terrarium_testing::{simulation_of, small_world};

use self::history::{History, MOST};

// It is private, and a picture does not show each point of a curve.
#[path = "../../src/record/chart/history.rs"]
mod history;

fn recorder(dir: &Path, world: &World) -> Recorder {
    let name = "a title that is much longer than usual".to_owned();
    let scenario = ScenarioRecord { name, ..ScenarioRecord::default() };
    let provenance = Provenance { scenario, ..Provenance::default() };
    let options = Options {
        census_files: TableFiles::Csv,
        events: EventChoice::Nothing,
        ..Options::default()
    };
    Recorder::new(dir, world, provenance, options).unwrap()
}

/// Leaves the record of a small world that was killed, in whose census the species have these counts at some ticks.
fn leave(dir: &Path, counts: &[(u64, [u64; 3])]) -> UnfinishedRecord {
    let mut sim = simulation_of(small_world());
    let calls = AtomicU32::new(0);
    let clock = move || f64::from(calls.fetch_add(1, Ordering::Relaxed)) * 100.0;
    let mut recorder = recorder(dir, sim.world()).with_checkpoints(clock);
    sim.tick();
    recorder.record(sim.world()).unwrap();
    drop(recorder);

    let [left] = &UnfinishedRecord::beside(dir)[..] else { panic!("one record is left") };
    let columns = census::columns();
    let mut text = columns.iter().map(|column| &*column.name).collect::<Vec<_>>().join(",");
    for (tick, counts) in counts {
        for count in counts {
            let cells = columns.iter().map(|column| match &*column.name {
                "tick" => tick.to_string(),
                "count" => count.to_string(),
                _ => String::new(),
            });
            text += &format!("\n{}", cells.collect::<Vec<_>>().join(","));
        }
    }
    text += "\n";
    fs::write(left.join(CONTENT).join("census.csv"), &text).unwrap();
    let path = left.join(CHECKPOINT);
    let mut checkpoint: serde_json::Value =
        serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    checkpoint["lengths"]["census.csv"] = text.len().into();
    fs::write(&path, checkpoint.to_string()).unwrap();
    UnfinishedRecord::open(left).unwrap()
}

fn assert_chart(dir: &Path) {
    let bytes = fs::read(dir.join("population.png")).unwrap();
    assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1A\n");
    let width = u32::from_be_bytes(bytes[16..20].try_into().unwrap());
    assert_eq!(width, 1600);
}

#[test]
fn any_run_has_a_chart() {
    let folder = tempfile::tempdir().unwrap();
    let empty = WorldConfig { species: Vec::new(), ..small_world().config().clone() };
    let empty = World::new(empty).unwrap();
    let dir = folder.path().join("empty");
    recorder(&dir, &empty).finish(&empty, Ending::Complete).unwrap();
    assert_chart(&dir);

    // What no run of a few ticks counts is in the census of a record that is recovered.
    let runs: [&[(u64, [u64; 3])]; 3] =
        [&[], &[(7, [0, 0, 0])], &[(0, [5000, 3, 0]), (9, [0, u64::MAX, 1])]];
    for (index, counts) in runs.into_iter().enumerate() {
        let left = leave(&folder.path().join(format!("{index}")), counts);
        let dir = folder.path().join(format!("recovered-{index}"));
        left.recover(&dir).unwrap();
        assert_chart(&dir);
    }
}

#[test]
fn a_long_history_keeps_its_ends_and_evenly_spaced_points() {
    for length in [1, 2, 2048, 2049, 100_003] {
        let mut history = History::default();
        (0..length).for_each(|tick| history.add(tick * 10, vec![0, tick]));
        let points: Vec<_> = history.of(1).collect();
        assert!(points.len() <= MOST + 1, "{length}");
        assert!(points.iter().all(|&(tick, count)| tick == count * 10), "{length}");
        assert_eq!(history.span(), (0, (length - 1) * 10));
        assert_eq!(points.last(), Some(&((length - 1) * 10, length - 1)));
        let gaps = points.windows(2).map(|pair| pair[1].0 - pair[0].0);
        let gaps: Vec<u64> = gaps.collect();
        assert!(gaps.iter().rev().skip(1).all(|gap| *gap == gaps[0]), "{length}");
    }
}
