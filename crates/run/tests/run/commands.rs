//! Commands as the manifest records them.

use std::path::Path;

use terrarium_creatures::behaviour::{Drives, OrganismId};
use terrarium_creatures::species::SpeciesId;
use terrarium_run::SimulationBuilder;
use terrarium_run::record::changes::CommandRecord;
use terrarium_sim::tick::{Calamity, Command};
use terrarium_sim::world::Disc;
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

/// The manual shows an example of each new command.
#[test]
fn the_commands_of_the_manual_are_read() {
    let manual = include_str!("../../../../docs/results.md");
    let lines = manual.lines().filter(|line| line.starts_with(r#"{"tick": "#));
    let commands: Vec<Command> = lines.map(read).collect();
    let area = Disc { at: DVec2::new(800.0, 600.0), radius: 150.0 };
    let wide = Disc { radius: 600.0, ..area };
    let species = SpeciesId(2);
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
    ];
    assert_eq!(commands, expected);
}
