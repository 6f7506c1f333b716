//! Follows docs/scenarios.md: its commands are run in their order, for fewer ticks, and do what the text says.

use serde_json::{Value, json};
use terrarium_testing::Workdir;
use terrarium_testing::environment::real_maps;

use crate::manual::{Changes, block_with, commands, followed, manual, run, section};
use crate::pond::pond;
use crate::workdir;

/// The number of a species in the first row of the census of a run.
fn founders(workdir: &Workdir, run: &str, species: &str) -> u64 {
    let census = workdir.read(format!("{run}/census.csv"));
    let row = census.lines().find(|line| line.starts_with(&format!("0,{species},")));
    row.map_or(0, |row| row.split(',').nth(3).expect("a count").parse().expect("a number"))
}

fn manifest(workdir: &Workdir, run: &str) -> Value {
    workdir.read_json(format!("{run}/manifest.json"))
}

#[test]
fn a_timetable_gives_its_commands() {
    let manual = manual("scenarios.md");
    let workdir = workdir();
    workdir.write("dry.toml", block_with(&manual, "toml", "A dry century"));
    run(&workdir, "terrarium run dry.toml --ticks 1700 --out runs/dry");
    let given = &manifest(&workdir, "runs/dry")["timetable"];
    let given = given.as_array().expect("a list").iter();
    let given: Vec<_> = given.map(|it| (it["tick"].as_u64().unwrap(), &it["name"])).collect();
    let names = ["drought", "drought", "cull", "drought", "drought", "drought", "drought", "dim"];
    let ticks = [500, 700, 800, 900, 1100, 1300, 1500, 1600];
    assert_eq!(given, ticks.into_iter().zip(&names.map(Value::from)).collect::<Vec<_>>());
    let hares = |tick: u64| {
        let census = workdir.read("runs/dry/census.csv");
        let row = census.lines().find(|line| line.starts_with(&format!("{tick},hare,")));
        let count = row.expect("the tick has a row").split(',').nth(3).expect("a count");
        count.parse::<f64>().expect("a number")
    };
    assert!((0.3..0.7).contains(&(hares(801) / hares(800))), "after 800 completed ticks");

    let changes = [
        ("light=0.1", "light=0.1 --ticks 701 --out runs/earlier"),
        ("meadow --set 'command", "meadow --ticks 6 --out runs/meadow --set 'command"),
        ("cull={ tick = 800", "cull={ tick = 5"),
        ("final.snapshot", "final.snapshot --ticks 801 --out runs/culled"),
    ];
    let part = section(&manual, "## Timetable");
    followed(part, &workdir, &Changes { replaced: &changes, left_out: &[] });
    let earlier = &manifest(&workdir, "runs/earlier")["timetable"][0];
    assert_eq!(earlier["tick"], 700);
    assert!(earlier["command"].as_str().unwrap().contains("10 % of the light"), "{earlier}");
    for (name, tick) in [("runs/meadow", 5), ("runs/culled", 2500)] {
        let manifest = manifest(&workdir, name);
        assert_eq!(manifest["timetable"][0]["tick"], tick);
        assert_eq!(manifest["outcome"]["populations"]["hare"], 0, "the default is all of them");
    }
    assert!(run(&workdir, "terrarium verify runs/culled").out.contains("repeat to the bit"));
}

#[test]
fn scenarios_and_their_overrides_are_run() {
    let manual = manual("scenarios.md");
    let workdir = workdir();
    workdir.write("clearing.toml", block_with(&manual, "toml", "\"A clearing\""));
    let (introduction, _) = manual.split_once("\n## Keys\n").expect("there is one");
    let changes = [("run clearing.toml", "run clearing.toml --ticks 5 --out runs/clearing")];
    let changes = Changes { replaced: &changes, left_out: &["run archipelago"] };
    followed(introduction, &workdir, &changes);
    assert_eq!(manifest(&workdir, "runs/clearing")["seed"], 7);
    assert_eq!(founders(&workdir, "runs/clearing", "clover"), 150);

    let short = [
        ("--set rules.light=24", "--set rules.light=24 --ticks 1 --out runs/light"),
        (
            "--set population.hare.grown=1",
            "--set population.hare.grown=1 --ticks 1 --out runs/hare",
        ),
        ("points.speed=35", "points.speed=35 --ticks 1 --out runs/speed"),
    ];
    let part = section(&manual, "## Overrides");
    followed(part, &workdir, &Changes { replaced: &short, left_out: &[] });
    let light = manifest(&workdir, "runs/light");
    assert_eq!((&light["seed"], &light["rules"]["light"]), (&json!(7), &json!(24.0)));
    assert_eq!(founders(&workdir, "runs/hare", "wolf"), 0);
    let cell = |name: &str, column: &str| {
        let census = workdir.read(format!("{name}/census.csv"));
        let at = census.lines().next().unwrap().split(',').position(|it| it == column).unwrap();
        let row = census.lines().find(|line| line.starts_with("0,hare,")).unwrap();
        row.split(',').nth(at).unwrap().parse::<f64>().unwrap()
    };
    assert_eq!(cell("runs/hare", "grown"), cell("runs/hare", "count"));
    assert_eq!(cell("runs/speed", "mean_points_speed"), 35.0);
}

#[test]
fn founders_follow_their_places_and_the_land() {
    let manual = manual("scenarios.md");
    let workdir = workdir();
    workdir.write("two.toml", block_with(&manual, "toml", "Two hares on both sides"));
    run(&workdir, "terrarium run two.toml --set population.hare=1 --ticks 1 --out runs/one");
    assert_eq!(founders(&workdir, "runs/one", "hare"), 1);
    // Half of the land has half of each species, but for a number that is set.
    let half = format!("{}{}", "........\n".repeat(3), "@@@@@@@@\n".repeat(3));
    workdir.write("half.map", format!("type octile\nheight 6\nwidth 8\nmap\n{half}"));
    let map = "--map half.map --set terrain.tile=450 --set population.deer=33";
    run(&workdir, &format!("terrarium run meadow {map} --ticks 1 --out runs/half"));
    for (species, count) in [("clover", 450), ("hare", 200), ("wolf", 7), ("deer", 33)] {
        assert_eq!(founders(&workdir, "runs/half", species), count, "{species}");
    }
}

#[test]
fn a_conquest_is_decided() {
    let manual = manual("scenarios.md");
    let workdir = workdir();
    let part = section(&manual, "## Conquest");
    assert_eq!(commands(part).len(), 2);
    let maps = real_maps();
    if let Some(maps) = &maps {
        let map = std::fs::read(maps.join("openfire/fubar.json")).unwrap();
        workdir.write("fubar.json", map);
    }
    let changes = match maps {
        Some(_) => Changes { replaced: &[("--seed 3", "--seed 3 --ticks 50")], left_out: &[] },
        None => Changes { replaced: &[], left_out: &["fubar.json"] },
    };
    let done = followed(part, &workdir, &changes);
    let decided = &done.written("run conquest").out;
    assert!(decided.contains("have won: ") && decided.contains(" 0 tickets"), "{decided}");
}

#[test]
fn a_world_is_saved_with_its_creatures() {
    let manual = manual("scenarios.md");
    let workdir = pond();
    run(&workdir, "terrarium creature new fox --kind carnivore");
    let fox = "--creatures creatures/fox --set population.fox=4";
    run(&workdir, &format!("terrarium run pond.toml {fox} --ticks 30 --out runs/first"));
    let changes = [
        ("--tick 1200", "--tick 20"),
        ("population.hare=300", "population.hare=30 --ticks 5 --out runs/later"),
    ];
    let part = section(&manual, "## Saving a world as a scenario");
    followed(part, &workdir, &Changes { replaced: &changes, left_out: &[] });
    assert!(workdir.path("later-creatures/fox/creature.toml").is_file());
    let scenario = workdir.read("later.toml");
    assert!(scenario.contains("later-creatures") && scenario.contains("at = ["), "{scenario}");
    assert_eq!(founders(&workdir, "runs/later", "hare"), 30);
    let end = manifest(&workdir, "runs/first")["outcome"]["populations"]["clover"].clone();
    assert_eq!(founders(&workdir, "runs/later", "clover"), end.as_u64().unwrap());
    assert!(workdir.path("half-time.toml").is_file());
}
