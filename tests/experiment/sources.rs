//! The texts of an experiment in the directory of its sweep.

use std::fs;
use std::path::Path;

use terrarium::experiment::{
    Experiment, JOURNAL, Overrides, Plan, Results, SOURCES, Shard, SweepOptions, merge, sweep,
};
use terrarium_testing::Workdir;

use super::sweeps::{Experiments, content, jobs, pond, resuming, rows};

const LIGHT: &str = r#"
ticks = 4
replicates = 2

[base]
scenario = "../lands/pond.toml"
creatures = ["creatures"]

[factors]
map = ["maps/plain.map", "../lands/rock.map"]
"#;

const LAND: &str = r#"
description = "A pond"

[terrain]
map = "rock.map"
tile = 60

[[population]]
species = "reed"
count = 4

[[population]]
species = "newt"
count = 2
"#;

/// A study in two folders: an experiment, a scenario, two maps, and two creatures, one with code.
fn write_study(workdir: &Workdir, place: &str) {
    let shipped = |name: &str| {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("creatures").join(name);
        fs::read_to_string(path.join("creature.toml")).unwrap()
    };
    let map = "type octile\nheight 4\nwidth 8\nmap\n........\n........\n........\n........\n";
    let script = "fn on_idle() { roam(pace(0.3)); }\n";
    let newt = shipped("hare").replace("\"hare\"", "\"newt\"");
    let newt = newt.split("[behaviour").next().unwrap();
    for (name, text) in [
        ("study/light.toml", LIGHT.to_owned()),
        ("study/notes.txt", "Not of the experiment.".to_owned()),
        ("study/maps/plain.map", map.to_owned()),
        ("lands/pond.toml", LAND.to_owned()),
        ("lands/rock.map", map.replacen("........", "...@....", 1)),
        ("study/creatures/reed/creature.toml", shipped("clover").replace("\"clover\"", "\"reed\"")),
        ("study/creatures/newt/creature.toml", newt.to_owned()),
        ("study/creatures/newt/behaviour.rhai", script.to_owned()),
    ] {
        workdir.write(format!("{place}/{name}"), text);
    }
}

fn plan(file: &Path) -> Plan {
    let experiment = Experiment::read(file, &Overrides::default());
    Plan::new(experiment.unwrap_or_else(|error| panic!("{error}"))).unwrap()
}

#[test]
fn a_sweep_can_be_resumed_and_repeated_without_the_folder_of_its_experiment() {
    let workdir = pond();
    write_study(&workdir, "here");
    let dir = workdir.path("sweep");
    sweep(&plan(&workdir.path("here/study/light.toml")), &dir, jobs(2), &()).unwrap();
    let before = content(&dir);
    let texts: Vec<&String> = before.keys().filter(|name| name.starts_with(SOURCES)).collect();
    assert_eq!(
        texts,
        [
            "sources/lands/pond.toml",
            "sources/lands/rock.map",
            "sources/study/creatures/newt/behaviour.rhai",
            "sources/study/creatures/newt/creature.toml",
            "sources/study/creatures/reed/creature.toml",
            "sources/study/light.toml",
            "sources/study/maps/plain.map",
        ]
    );
    assert_eq!(fs::read(dir.join("sources/study/light.toml")).unwrap(), LIGHT.as_bytes());

    fs::remove_dir_all(workdir.path("here")).unwrap();
    let moved = workdir.path("moved");
    fs::rename(&dir, &moved).unwrap();
    let repeated = Plan::new(Results::open(&moved).unwrap().experiment()).unwrap();
    let recorded = rows(&moved);
    assert_eq!(recorded[3].species.len(), 2);
    assert_eq!(repeated.simulate(&repeated.case(3).unwrap()), recorded[3]);

    // As if the last run had not ended.
    let journal = fs::read_to_string(moved.join(JOURNAL)).unwrap();
    let all_but_last = journal.trim_end().rsplit_once('\n').unwrap().0;
    fs::write(moved.join(JOURNAL), format!("{all_but_last}\n")).unwrap();
    let kept = moved.join("sources/study/light.toml");
    let result = sweep(&plan(&kept), &moved, resuming(1), &()).unwrap();
    assert_eq!((result.progress.found, result.progress.done), (3, 4));
    assert!(content(&moved) == before);

    // The copy can be changed so that the sweep grows.
    fs::write(&kept, LIGHT.replace("replicates = 2", "replicates = 3")).unwrap();
    let result = sweep(&plan(&kept), &moved, resuming(1), &()).unwrap();
    assert_eq!((result.progress.found, result.progress.done), (4, 6));
    assert!(fs::read_to_string(&kept).unwrap().contains("replicates = 3"));
    assert!(moved.join("sources/study/maps/plain.map").exists());
}

#[test]
fn the_texts_do_not_depend_on_the_place_and_are_merged() {
    let workdir = pond();
    let texts = |dir: &Path| {
        let mut texts = content(dir);
        texts.retain(|name, _| name.starts_with(SOURCES));
        texts
    };
    for place in ["here", "there/below"] {
        write_study(&workdir, place);
    }
    let one = plan(&workdir.path("here/study/light.toml"));
    let other = plan(&workdir.path("there/below/study/light.toml"));
    let shards = [(1, &one, "one"), (2, &other, "two")].map(|(number, plan, name)| {
        let shard = Shard::new(number, 2).unwrap();
        sweep(plan, workdir.path(name), SweepOptions { shard, ..jobs(1) }, &()).unwrap();
        workdir.path(name)
    });
    assert!(texts(&shards[0]) == texts(&shards[1]));
    merge(&shards, workdir.path("whole")).unwrap();
    assert!(texts(&workdir.path("whole")) == texts(&shards[0]));
}

#[test]
fn a_refusal_names_the_command_that_continues_with_the_texts() {
    let workdir = pond();
    write_study(&workdir, "here");
    let (file, dir) = (workdir.path("here/study/light.toml"), workdir.path("sweep"));
    sweep(&plan(&file), &dir, jobs(2), &()).unwrap();
    let script = "here/study/creatures/newt/behaviour.rhai";
    fs::write(workdir.path(script), "fn on_idle() { roam(pace(0.4)); }\n").unwrap();
    let error = sweep(&plan(&file), &dir, resuming(1), &()).unwrap_err().to_string();
    insta::assert_snapshot!(
        workdir.without_path(&error),
        @"sweep: this is the directory of another experiment: the creature newt has changed since; choose another with `--out`, or restore the experiment, or continue with the texts that are kept there: `terrarium batch sweep/sources/study/light.toml --out sweep --resume`"
    );
    // A process that was killed before it had written the texts.
    fs::remove_dir_all(dir.join(SOURCES)).unwrap();
    fs::write(workdir.path(script), "fn on_idle() { roam(pace(0.3)); }\n").unwrap();
    sweep(&plan(&file), &dir, resuming(1), &()).unwrap();
    assert!(dir.join("sources/study/light.toml").exists());
}
