//! Regression tests against stored results: state hashes of the shipped scenarios, and files that an
//! earlier version of the program wrote.
//!
//! After an intended change of simulation results, update the hashes with `UPDATE_GOLDEN=hashes cargo
//! test --test world golden`, and list the change in the changelog. After a change of file formats,
//! update the files with `UPDATE_GOLDEN=files`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use terrarium::playback::{Opened, Playback, PlaybackError};
use terrarium::prelude::*;
use terrarium::record::recording::Place;
use terrarium::species::Code;
use terrarium::tick::{Calamity, Change, Command, CommandRefusal};

use crate::shipped::simulation;
use crate::workdir;

/// The seeds, each with the ticks whose state hashes are compared.
const TICKS: [(u64, &[u64]); 2] = [(1, &[1, 100, 300]), (2, &[1, 100])];

/// A script that grazes and flees, counts its turns in its memory, and halts every seventh turn.
const SCRIPTED_HARE: &str = r"
fn on_tick() {
    memory.turns = (memory.turns ?? 0) + 1;
    if memory.turns % 7 == 0 { halt(); return; }
    if me.can_reproduce { reproduce(); }
    if flee(threats(40)) { return; }
    let plant = nearest(`plant`, 50.0) ?? best_food();
    if plant != () && !me.full { graze(plant, pace(0.5)); }
}

fn on_idle() { roam(pace(0.3)); }
";

fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(name)
}

fn is_to_update(what: &str) -> bool {
    std::env::var("UPDATE_GOLDEN").is_ok_and(|value| value == what)
}

/// The commands applied to a world before its next tick.
fn commands(world: &World) -> Vec<Command> {
    let centre = world.config().bounds.centre();
    let last = SpeciesId(u16::try_from(world.config().species.len()).unwrap() - 1);
    let wall =
        Aabb::spanning(centre + DVec2::new(330.0, -240.0), centre + DVec2::new(345.0, -225.0));
    match world.tick() {
        5 => vec![Command::Wall { area: wall }, Command::Add { species: last, at: centre }],
        10 => vec![
            Command::Feed { organism: OrganismId(3) },
            Command::Remove { organism: OrganismId(7) },
        ],
        20 => vec![Command::Calamity(Calamity::Drought { ticks: 30 })],
        30 => vec![Command::Calamity(Calamity::Fire { at: centre, radius: 120.0 })],
        40 => vec![Command::Calamity(Calamity::Plague { species: SpeciesId(1) })],
        50 => scripted_hares(world).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// A command that gives hares a scripted behaviour; `None` if there are no hares.
fn scripted_hares(world: &World) -> Option<Command> {
    let mut known = world.config().species.iter().zip((0..).map(SpeciesId));
    let (hare, species) = known.find(|(species, _)| species.name == "hare")?;
    let mut into = hare.clone();
    into.behaviour.as_mut().expect("it is an animal").code = Code::script(SCRIPTED_HARE);
    Some(Command::Change(Change { species, into: Box::new(into) }))
}

/// Overrides for a meadow of ten times the area, whose animals decide in several areas.
const LARGE_MEADOW: &[&str] = &[
    "world.size=[12000, 8100]",
    "population.clover=9000",
    "population.oak=600",
    "population.hare=4000",
    "population.deer=1600",
    "population.lynx=140",
    "population.wolf=140",
];

/// Simulates a scenario and returns a line for each of the ticks, with the number of organisms and the state hash.
fn hashes(scenario: &str, overrides: &[&str], seed: u64, ticks: &[u64]) -> String {
    let mut simulation = simulation(scenario, overrides, seed);
    let mut lines = String::new();
    while simulation.world().tick() < ticks[ticks.len() - 1] {
        for command in commands(simulation.world()) {
            let is_change = matches!(command, Command::Change(_));
            let answer = simulation.apply(command);
            // Other commands may be refused, but then they are in every run.
            assert!(!is_change || answer.is_ok(), "{answer:?}");
        }
        simulation.tick();
        let world = simulation.world();
        if ticks.contains(&world.tick()) {
            let (tick, organisms) = (world.tick(), world.organism_count());
            let failed: u64 = world.faults().iter().sum();
            let hash = world.state_hash();
            writeln!(lines, "{scenario} {seed} {tick} {organisms} {failed} {hash}").unwrap();
        }
    }
    lines
}

#[test]
fn the_shipped_scenarios_have_the_stored_hashes() {
    let path = golden("hashes.txt");
    let mut found = "# scenario, seed, tick, organisms, failed turns, state hash\n".to_owned();
    thread::scope(|scope| {
        let scenarios = ["meadow", "archipelago", "conquest"].into_iter();
        let runs = scenarios
            .flat_map(|scenario| TICKS.map(|(seed, ticks)| (scenario, &[][..], seed, ticks)))
            .chain([("meadow", LARGE_MEADOW, 1, &[1, 4][..])]);
        let spawn = |(scenario, overrides, seed, ticks)| {
            scope.spawn(move || hashes(scenario, overrides, seed, ticks))
        };
        let running: Vec<_> = runs.map(spawn).collect();
        found.extend(running.into_iter().map(|run| run.join().unwrap()));
    });
    if is_to_update("hashes") {
        fs::write(&path, &found).unwrap();
    }
    assert_eq!(found, fs::read_to_string(&path).unwrap(), "see the top of this file");
}

/// Overrides for a small world with native, scripted and WebAssembly behaviours.
const POND: &[&str] = &[
    "world.size=[700, 500]",
    "population.clover=40",
    "population.oak=4",
    "population.hare=14",
    "population.deer=8",
    "population.lynx=2",
    "population.wolf=2",
];

/// `--set` for each of the overrides of the [`POND`].
fn pond_arguments() -> Vec<&'static str> {
    POND.iter().flat_map(|&text| ["--set", text]).collect()
}

/// Writes the stored files with this version of the program.
fn write_files() {
    let workdir = workdir();
    workdir.write("pond.toml", fs::read_to_string(golden("pond.toml")).unwrap());
    let world = [&["run", "meadow", "--ticks", "80", "--out", "run"], &pond_arguments()[..]];
    workdir.success(&world.concat());
    workdir.success(&["batch", "pond.toml", "--out", "sweep"]);
    record_with_commands(&workdir.path("meadow.recording"));
    for name in ["run", "sweep"] {
        let _ = fs::remove_dir_all(golden(name));
    }
    fs::copy(workdir.path("run/final.snapshot"), golden("meadow.snapshot")).unwrap();
    fs::copy(workdir.path("meadow.recording"), golden("meadow.recording")).unwrap();
    fs::create_dir(golden("run")).unwrap();
    for file in ["manifest.json", "ledger.csv", "start.snapshot"] {
        fs::copy(workdir.path("run").join(file), golden("run").join(file)).unwrap();
    }
    copy_all(&workdir.path("sweep"), &golden("sweep"));
    let path = golden("meadow.snapshot");
    let arguments = ["run", "--from", path.to_str().unwrap(), "--ticks", "20"];
    let answer = workdir.json(&arguments);
    let hash = format!("{}\n", answer["state_hash"].as_str().unwrap());
    fs::write(golden("meadow.snapshot.hash"), hash).unwrap();
}

/// Copies a directory recursively, without PNG files.
fn copy_all(from: &Path, to: &Path) {
    fs::create_dir(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let to = to.join(path.file_name().unwrap());
        if path.is_dir() {
            copy_all(&path, &to);
        } else if path.extension().is_none_or(|extension| extension != "png") {
            fs::copy(&path, to).unwrap();
        }
    }
}

/// Records 120 ticks of the [`POND`] with all kinds of commands.
fn record_with_commands(path: &Path) {
    let overrides = POND.iter().map(|text| Override::parse(text).unwrap()).collect();
    let start =
        Start::Scenario { name: "meadow".to_owned(), overrides, creature_folders: Vec::new() };
    let place = Place::File(path.to_owned());
    let mut playback = Playback::live(start.ready().unwrap(), &place).unwrap();
    while playback.tick() < 120 {
        for command in commands(playback.simulation().world()) {
            match playback.command(command) {
                Ok(()) | Err(PlaybackError::Refused(CommandRefusal::NoRoom { .. })) => {}
                Err(error) => panic!("{error}"),
            }
        }
        playback.step().unwrap();
    }
    playback.finish().unwrap();
}

#[test]
fn files_of_an_earlier_version_can_be_read() {
    if is_to_update("files") {
        write_files();
    }
    resume_a_snapshot();
    verify_a_recording_with_commands();
    verify_a_run();
    resume_and_repeat_a_sweep();
}

fn resume_a_snapshot() {
    let workdir = workdir();
    let path = golden("meadow.snapshot");
    let path = path.to_str().unwrap();
    let answer = workdir.json(&["run", "--from", path, "--ticks", "20", "--check"]);
    let expected = fs::read_to_string(golden("meadow.snapshot.hash")).unwrap();
    assert_eq!(answer["state_hash"].as_str().unwrap(), expected.trim());
}

fn verify_a_recording_with_commands() {
    let workdir = workdir();
    let path = golden("meadow.recording");
    workdir.success(&["verify", path.to_str().unwrap()]);
    let Opened::Playback(mut playback) = Playback::of_recording(&path).unwrap() else {
        panic!("its worlds can no longer be simulated")
    };
    assert_eq!((playback.first_tick(), playback.frontier()), (0, 120));
    let commands = playback.timeline().recording().commands();
    let ticks: Vec<u64> = commands.iter().map(|&(tick, _)| tick).collect();
    assert_eq!(ticks, [5, 5, 10, 10, 20, 30, 40, 50], "{commands:?}");
    playback.seek(77).unwrap();
    assert_eq!(playback.tick(), 77);
    assert!(playback.difference().is_none());
    assert!(playback.chronicle().last_tick() >= 120);
}

fn verify_a_run() {
    let workdir = workdir();
    let answer = workdir.success(&["verify", golden("run").to_str().unwrap()]);
    assert!(answer.contains(" 80 ticks "), "{answer}");
}

fn resume_and_repeat_a_sweep() {
    let workdir = workdir();
    workdir.write("pond.toml", fs::read_to_string(golden("pond.toml")).unwrap());
    copy_all(&golden("sweep"), &workdir.path("sweep"));
    workdir.success(&["batch", "--from-run", "sweep", "3"]);
    workdir.success(&["batch", "pond.toml", "--out", "sweep", "--resume"]);
    workdir.success(&["batch", "pond.toml", "--out", "again"]);
    for table in ["runs.csv", "summary.csv"] {
        assert_eq!(workdir.read(format!("sweep/{table}")), workdir.read(format!("again/{table}")));
    }
}
