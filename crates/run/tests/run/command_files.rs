//! Commands in files: one form in all, and those of earlier versions.

use std::fs;
use std::path::{Path, PathBuf};

use terrarium_creatures::behaviour::{Drives, OrganismId};
use terrarium_creatures::species::SpeciesId;
use terrarium_run::record::Provenance;
use terrarium_run::record::changes::CommandRecord;
use terrarium_run::record::recording::{Place, Recording, RecordingWriter};
use terrarium_sim::tick::{Calamity, Change, Command};
use terrarium_sim::world::{Disc, Intervention, Share, TimedCommand};
use terrarium_space::geometry::{Aabb, DVec2, Polygon};
use terrarium_space::terrain::{Cell, Tile};
use terrarium_testing::{simulation_of, small_world};

/// A file that is stored next to the tests.
fn stored(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run/files").join(name)
}

/// A command of each kind, the change of a species last. A new kind needs its line here and in `commands.jsonl`.
fn every_command() -> Vec<Command> {
    let (species, organism) = (SpeciesId(1), OrganismId(9));
    let at = DVec2::new(80.5, 60.0);
    let area = Disc { at, radius: 150.25 };
    let rectangle = Aabb::new(DVec2::new(3.0, 4.5), DVec2::new(8.0, 9.0));
    let share = Share { species, area: Some(area), share: 0.3 };
    let corners = [(30.0, 10.0), (42.0, 14.0), (36.0, 24.0)].map(DVec2::from).to_vec();
    let drives = Drives::new([1.0, 0.0, 0.0, -0.5, 0.0, 0.0, 0.0, 0.0]);
    let mut commands = vec![
        Command::Add { species, at },
        Command::Remove { organism },
        Command::Feed { organism },
        Command::Wall { area: rectangle },
        Command::OpenLink { link: "ferry".to_owned() },
        Command::CloseLink { link: "ferry".to_owned() },
        Command::BuildWall { area: rectangle },
        Command::RemoveWalls { area: rectangle },
        Command::Scatter { species, places: vec![at, at + 1.0], radius: 60.1, count: 16 },
        Command::PaintTiles { tile: Tile::Water, cells: vec![Cell::new(10, 4)] },
        Command::Reseed { seed: u64::MAX },
        Command::SetRules { rules: vec![("light".to_owned(), 40.7)] },
        Command::RemoveShare(share),
        Command::FeedShare(Share { area: None, ..share }),
        Command::Schedule { timetable: timetable(&corners) },
        Command::Drive { species, drives: vec![(organism, drives)] },
        Command::BuildPolygon { corners },
    ];
    commands.extend(calamities(area).map(Command::Calamity));
    let mut into = small_world().config().species[1].clone();
    into.description = "A changed one".to_owned();
    commands.push(Command::Change(Change { species, into: Box::new(into) }));
    commands
}

fn calamities(area: Disc) -> [Calamity; 6] {
    let (species, mortality, ticks) = (SpeciesId(1), 0.35, 90);
    [
        Calamity::Drought { ticks },
        Calamity::Plague { species },
        Calamity::Fire { at: area.at, radius: 20.5 },
        Calamity::DrySpell { area: None, light: 0.1, ticks },
        Calamity::Epidemic { species, area: Some(area), mortality, ticks },
        Calamity::Wildfire { area, mortality, ticks },
    ]
}

/// A timetable with each intervention.
fn timetable(corners: &[DVec2]) -> Vec<TimedCommand> {
    let (species, mortality, ticks) = (SpeciesId(1), 0.35, 90);
    let area = Disc { at: DVec2::new(80.5, 60.0), radius: 150.25 };
    let rectangle = Aabb::new(DVec2::new(3.0, 4.5), DVec2::new(8.0, 9.0));
    let share = Share { species, area: Some(area), share: 0.3 };
    let interventions = [
        Intervention::Drought { area: Some(area), light: 0.1, ticks },
        Intervention::Plague { species, area: None, mortality, ticks },
        Intervention::Fire { area, mortality, ticks },
        Intervention::Add { species, area: None, count: 7 },
        Intervention::Remove(share),
        Intervention::Feed(share),
        Intervention::Rules(vec![("light".to_owned(), 40.7)]),
        Intervention::OpenLink("ferry".to_owned()),
        Intervention::CloseLink("ferry".to_owned()),
        Intervention::Wall(rectangle),
        Intervention::RemoveWalls(rectangle),
        Intervention::Paint { tile: Tile::Road, from: Cell::new(1, 2), to: Cell::new(3, 4) },
        Intervention::Reseed(u64::MAX),
        Intervention::Polygon(Polygon::new(corners).unwrap()),
    ];
    let timed = interventions.into_iter().zip(1..).map(|(intervention, tick)| TimedCommand {
        name: format!("{} {tick}", intervention.key()),
        tick,
        every: (tick % 2 == 0).then_some(100),
        until: (tick % 4 == 0).then_some(900),
        intervention,
    });
    timed.collect()
}

/// A recording with these commands.
fn record(path: &Path, commands: &[Command]) -> Recording {
    let simulation = simulation_of(small_world());
    let place = Place::File(path.to_owned());
    let mut writer = RecordingWriter::begin(&place, &simulation, Provenance::default()).unwrap();
    for command in commands {
        writer.command(0, command).unwrap();
    }
    drop(writer);
    Recording::open(path).unwrap()
}

fn commands_of(recording: &Recording) -> Vec<Command> {
    recording.commands().iter().map(|(_, command)| command.clone()).collect()
}

#[test]
fn commands_of_earlier_manifests_mean_what_they_meant_and_are_written_alike() {
    let lines = fs::read_to_string(stored("commands.jsonl")).unwrap();
    let lines: Vec<&str> = lines.lines().collect();
    let mut expected = every_command();
    expected.pop();
    assert_eq!(lines.len(), expected.len());
    let simulation = simulation_of(small_world());
    for (line, expected) in lines.into_iter().zip(expected) {
        let record: CommandRecord = serde_json::from_str(line).unwrap();
        assert_eq!(record.read(Path::new("nowhere"), simulation.world()).unwrap(), expected);
        assert_eq!(serde_json::to_string(&record).unwrap(), line);
    }
}

#[test]
fn recordings_hold_commands_as_manifests_do() {
    let folder = tempfile::tempdir().unwrap();
    let commands = every_command();
    let recording = record(&folder.path().join("a.recording"), &commands);
    assert_eq!(commands_of(&recording), commands);
    for command in &commands {
        let json = serde_json::to_string(command).unwrap();
        assert!(json.starts_with(r#"{"command":""#), "{json}");
        assert_eq!(&serde_json::from_str::<Command>(&json).unwrap(), command);
    }
}

#[test]
fn unknown_commands_are_named() {
    for (line, problem) in [
        (r#"{"tick":1,"command":"bogus"}"#, "unknown variant `bogus`, expected one of `change`"),
        (r#"{"tick":1,"command":"change","species":"hare"}"#, "missing field `content_hash`"),
        (r#"{"tick":1,"command":"feed"}"#, "missing field `whom`"),
        (r#"{"tick":1}"#, "missing field `command`"),
    ] {
        let error = serde_json::from_str::<CommandRecord>(line).unwrap_err().to_string();
        assert!(error.contains(problem), "{line}: {error}");
    }
}
