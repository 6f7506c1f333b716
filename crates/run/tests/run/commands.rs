//! Commands as the manifest records them.

use std::path::Path;

use terrarium_creatures::behaviour::{Drives, OrganismId};
use terrarium_creatures::species::SpeciesId;
use terrarium_run::SimulationBuilder;
use terrarium_run::record::changes::CommandRecord;
use terrarium_sim::tick::{Calamity, Command};
use terrarium_sim::world::{Disc, Intervention, Share, TimedCommand};
use terrarium_space::geometry::{Aabb, DVec2};
use terrarium_space::terrain::{Cell, Tile};

fn read(json: &str) -> Command {
    let record: CommandRecord = serde_json::from_str(json).unwrap();
    let again = serde_json::to_string(&record).unwrap();
    assert_eq!(serde_json::from_str::<CommandRecord>(&again).unwrap(), record);
    let one = SimulationBuilder::new("meadow").set("population.clover", 1).build().unwrap();
    record.read(Path::new("nowhere"), one.world()).unwrap()
}

#[test]
fn drives_are_whole_numbers() {
    let json =
        r#"{"tick":1,"command":"drive","species":2,"drives":[[9,[32767,0,0,-16384,0,0,0,0]]]}"#;
    let drives = Drives::new([1.0, 0.0, 0.0, -0.5, 0.0, 0.0, 0.0, 0.0]);
    let expected = Command::Drive { species: SpeciesId(2), drives: vec![(OrganismId(9), drives)] };
    assert_eq!(read(json), expected);
}

#[test]
fn commands_of_earlier_versions_mean_what_they_meant() {
    let calamity =
        |json: &str| read(&format!(r#"{{"tick":1,"command":"calamity","calamity":{json}}}"#));
    let at = DVec2::new(3.0, 4.0);
    let cases = [
        (r#"{"Drought":{"ticks":9}}"#, Calamity::Drought { ticks: 9 }),
        (r#"{"Plague":{"species":2}}"#, Calamity::Plague { species: SpeciesId(2) }),
        (r#"{"Fire":{"at":[3,4],"radius":5}}"#, Calamity::Fire { at, radius: 5.0 }),
    ];
    for (json, expected) in cases {
        assert_eq!(calamity(json), Command::Calamity(expected));
    }
    let wall = r#"{"tick":1,"command":"wall","area":{"min":[3,4],"max":[8,9]}}"#;
    let area = Aabb::spanning(at, at + 5.0);
    assert_eq!(read(wall), Command::Wall { area });
}

const MANUAL: &str = include_str!("../../../../docs/results.md");

/// The names of all commands, which an error lists.
fn names() -> Vec<String> {
    let error = serde_json::from_str::<Command>(r#"{"command":""}"#).unwrap_err().to_string();
    error.split('`').skip(3).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_manual_has_a_row_for_each_command() {
    let names = names();
    assert_eq!((names.first().unwrap().as_str(), names.len()), ("change", 19));
    for name in names {
        let name = format!("`{name}`");
        let is_its_row = |line: &str| {
            let cell = line.strip_prefix("| ").and_then(|row| row.split(" | ").next());
            cell.is_some_and(|cell| cell.split(", ").any(|it| it == name))
        };
        assert!(MANUAL.lines().any(is_its_row), "docs/results.md has no row for {name}");
    }
}

/// The contract of the page lists the commands that it sends.
#[test]
fn the_page_sends_commands_that_exist() {
    let contract = include_str!("../../../../web/src/contract/engine.ts");
    let names = names();
    let lines = contract.lines().filter_map(|line| line.trim().strip_prefix("| { command: "));
    let sent: Vec<&str> = lines
        .flat_map(|line| line.split(';').next().unwrap_or_default().split(" | "))
        .map(|name| name.trim_matches(|it: char| "\" }".contains(it)))
        .collect();
    assert!(sent.len() > 8, "{sent:?}");
    for name in sent {
        assert!(names.iter().any(|known| known == name), "the page sends `{name}`");
    }
}

/// The manual shows an example of each command that has no file and is not of an earlier version.
#[test]
fn the_commands_of_the_manual_are_read() {
    let lines = MANUAL.lines().filter(|line| line.starts_with(r#"{"tick": "#));
    let commands: Vec<Command> = lines.map(read).collect();
    let area = Disc { at: DVec2::new(800.0, 600.0), radius: 150.0 };
    let wide = Disc { radius: 600.0, ..area };
    let species = SpeciesId(2);
    let storm = TimedCommand {
        name: "storm".to_owned(),
        tick: 1000,
        every: Some(500),
        until: None,
        intervention: Intervention::Reseed(8),
    };
    let expected = [
        Command::Calamity(Calamity::Wildfire { area, mortality: 0.5, ticks: 60 }),
        Command::Calamity(Calamity::DrySpell { area: None, light: 0.5, ticks: 300 }),
        Command::Calamity(Calamity::Epidemic {
            species,
            area: Some(wide),
            mortality: 0.3,
            ticks: 200,
        }),
        Command::BuildWall {
            area: Aabb::spanning(DVec2::new(100.0, 100.0), DVec2::new(124.0, 700.0)),
        },
        Command::BuildPolygon {
            corners: [(300.0, 100.0), (420.0, 140.0), (360.0, 240.0)].map(DVec2::from).to_vec(),
        },
        Command::RemoveWalls {
            area: Aabb::spanning(DVec2::new(100.0, 300.0), DVec2::new(124.0, 400.0)),
        },
        Command::Scatter {
            species,
            places: vec![area.at, DVec2::new(860.0, 600.0)],
            radius: 60.0,
            count: 16,
        },
        Command::PaintTiles { tile: Tile::Water, cells: vec![Cell::new(10, 4), Cell::new(10, 5)] },
        Command::Reseed { seed: 7 },
        Command::SetRules { rules: vec![("light".to_owned(), 40.0)] },
        Command::Add { species, at: area.at },
        Command::Feed { organism: OrganismId(12) },
        Command::Remove { organism: OrganismId(12) },
        Command::OpenLink { link: "ferry".to_owned() },
        Command::CloseLink { link: "ferry".to_owned() },
        Command::RemoveShare(Share { species, area: None, share: 0.5 }),
        Command::FeedShare(Share { species, area: Some(wide), share: 1.0 }),
        Command::Drive {
            species,
            drives: vec![(OrganismId(12), Drives::new([1.0, 0.0, 0.0, -0.5, 0.0, 0.0, 0.0, 0.0]))],
        },
        Command::Schedule { timetable: vec![storm] },
    ];
    assert_eq!(commands, expected);
    let shown = |name: &str| MANUAL.contains(&format!("\"command\": \"{name}\""));
    let not_shown: Vec<String> = names().into_iter().filter(|name| !shown(name)).collect();
    assert_eq!(not_shown, ["change", "wall"]);
}
