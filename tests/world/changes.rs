//! Species that change during a run: recording and replay.

use std::ops::ControlFlow;
use std::path::Path;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;
use std::{fs, io::Read};

use terrarium::prelude::*;
use terrarium::record::changes::{ChangeRecord, RecordedCommand};
use terrarium::run::{Observer, replay};
use terrarium::scaffold::{Language, Scaffold};
use terrarium::species::{Code, Nature};
use terrarium::tick::{Change, Command};
use terrarium_testing::Workdir;

use crate::workdir;

const POND: &str = "description = \"A pond\"\nseed = 3\n[world]\nsize = [700, 500]\n\
    [[population]]\nspecies = \"clover\"\ncount = 40\n[[population]]\nspecies = \"vole\"\ncount = 9\n";

const LAZY: &str = "fn on_tick() { halt(); }";

fn with_a_vole() -> Workdir {
    let workdir = workdir();
    workdir.write("pond.toml", POND);
    let scaffold = Scaffold::new("vole", Kind::Herbivore, Language::Rhai).unwrap();
    scaffold.write(&workdir.path("creatures")).unwrap();
    workdir
}

/// Replaces the voles' behaviour after a tick.
struct Fatigue(u64);

impl Observer for Fatigue {
    fn commands(&mut self, world: &World) -> Vec<Command> {
        if world.tick() != self.0 {
            return Vec::new();
        }
        let species = SpeciesId(1);
        let mut into = world.config().species(species).clone();
        into.behaviour.as_mut().expect("it is an animal").code = Code::script(LAZY);
        vec![Command::Change(Change { species, into: Box::new(into) })]
    }

    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        simulation.check().unwrap();
        ControlFlow::Continue(())
    }
}

/// Simulates and records so many ticks from a start.
fn record(start: &Start, ticks: u64, out: &Path, observer: &mut dyn Observer) -> StateHash {
    let Ready { mut simulation, provenance } = start.ready().unwrap();
    let options = Options { snapshot_every: std::num::NonZeroU64::new(10), ..Options::default() };
    let recorder = Recorder::new(out, simulation.world(), provenance, options).unwrap();
    let options = RunOptions { ticks, check: false };
    run(&mut simulation, options, Some(recorder), &mut [observer]).unwrap().outcome.state_hash
}

fn pond(workdir: &Workdir) -> Start {
    Start::Scenario {
        name: workdir.path("pond.toml").to_str().unwrap().to_owned(),
        overrides: Vec::new(),
        creature_folders: vec![workdir.path("creatures")],
    }
}

fn no_observer() -> impl Observer {
    |_: &World| ControlFlow::Continue(())
}

#[test]
fn a_run_with_a_change_is_replayed_with_it() {
    let workdir = with_a_vole();
    let out = workdir.path("out");
    let changed = record(&pond(&workdir), 40, &out, &mut Fatigue(20));
    assert_ne!(
        changed,
        record(&pond(&workdir), 40, &workdir.path("unchanged"), &mut no_observer())
    );
    let replayed = replay(&out, Vec::new(), &mut no_observer()).unwrap();
    assert_eq!((replayed.ticks, replayed.difference), (40, None));

    let manifest = Manifest::read(&out).unwrap();
    assert_eq!((manifest.commands[0].tick, manifest.commands.len()), (20, 1));
    let change = change_of(&manifest);
    assert_eq!(change.species, "vole");
    assert!(fs::read_to_string(out.join(&change.file)).unwrap().contains(LAZY));
}

fn change_of(manifest: &Manifest) -> &ChangeRecord {
    match &manifest.commands[0].content {
        RecordedCommand::Change(change) => change,
        other => panic!("{other:?}"),
    }
}

#[test]
fn without_its_change_the_first_tick_after_it_differs() {
    let workdir = with_a_vole();
    let out = workdir.path("out");
    record(&pond(&workdir), 30, &out, &mut Fatigue(20));
    let path = out.join("manifest.json");
    let mut manifest: serde_json::Value =
        serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    manifest["commands"] = serde_json::json!([]);
    fs::write(&path, manifest.to_string()).unwrap();
    let replayed = replay(&out, Vec::new(), &mut no_observer()).unwrap();
    assert_eq!(replayed.difference.map(|difference| difference.tick), Some(21));
}

#[test]
fn a_change_that_was_tampered_with_is_refused() {
    let workdir = with_a_vole();
    let out = workdir.path("out");
    record(&pond(&workdir), 12, &out, &mut Fatigue(5));
    let file = out.join(&change_of(&Manifest::read(&out).unwrap()).file);
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen("content_hash\": \"", "content_hash\": \"0", 1)).unwrap();
    let why = replay(&out, Vec::new(), &mut no_observer()).unwrap_err().to_string();
    assert!(why.contains("tick-000005-vole.json: it is not the change"), "{why}");
    fs::remove_file(&file).unwrap();
    let why = replay(&out, Vec::new(), &mut no_observer()).unwrap_err().to_string();
    assert!(why.contains("tick-000005-vole.json: there is no such file"), "{why}");
}

#[test]
fn a_changed_world_can_be_resumed_from_a_snapshot() {
    let workdir = with_a_vole();
    let whole = record(&pond(&workdir), 40, &workdir.path("whole"), &mut Fatigue(15));
    let snapshot = workdir.path("whole").join("snapshots/tick-000020.snapshot");
    let rest = record(&Start::Snapshot(snapshot), 20, &workdir.path("rest"), &mut no_observer());
    assert_eq!(whole, rest);
}

#[test]
fn a_species_keeps_its_kind_and_a_change_resets_its_faults() {
    let workdir = with_a_vole();
    let mut simulation = pond(&workdir).ready().unwrap().simulation;
    let voles = SpeciesId(1);
    let old = simulation.world().config().species(voles).clone();
    let other = Species { kind: Kind::Carnivore, ..old.clone() };
    assert!(simulation.change(Change { species: voles, into: Box::new(other) }).is_err());
    let with = |source: &str| {
        let mut into = old.clone();
        into.behaviour.as_mut().unwrap().code = Code::script(source);
        Change { species: voles, into: Box::new(into) }
    };
    assert!(simulation.change(with("fn on_tick() { x }")).is_err());
    assert_eq!(simulation.world().config().species(voles), &old);
    simulation.change(with("fn on_tick() { loop {} }")).unwrap();
    for _ in 0..20 {
        simulation.tick();
    }
    assert!(simulation.world().is_suspended(voles));
    simulation.change(with(LAZY)).unwrap();
    assert!(!simulation.world().is_suspended(voles));
}

#[test]
fn a_species_of_a_colony_keeps_its_size_but_other_traits_may_change() {
    let start = Start::Scenario {
        name: "conquest".to_owned(),
        overrides: Vec::new(),
        creature_folders: Vec::new(),
    };
    let mut simulation = start.ready().unwrap().simulation;
    let ants = SpeciesId(0);
    let ant = simulation.world().config().species(ants).clone();
    let with = |into: Species| Change { species: ants, into: Box::new(into) };
    let mut larger = ant.clone();
    let Nature::Animal(traits) = &mut larger.nature else { panic!("ants are animals") };
    traits.mature_radius += 1.0;
    let refusal = simulation.change(with(larger)).unwrap_err().to_string();
    insta::assert_snapshot!(
        refusal,
        @"`ant` belongs to a colony, whose routes depend on its size; keep its `mature_size` during a run"
    );
    let mut warier = ant;
    warier.wariness += 1.0;
    simulation.change(with(warier)).unwrap();
    simulation.check().unwrap();
}

#[test]
fn watched_creatures_are_reloaded_when_saved_unless_they_are_broken() {
    let workdir = with_a_vole();
    let arguments = ["run", "pond.toml", "--creatures", "creatures", "--watch-creatures"];
    let more = ["--ticks", "1000000", "--out", "out", "--snapshot-every", "1"];
    let mut command = workdir.command(&[&arguments[..], &more].concat());
    let stderr = fs::File::create(workdir.path("stderr")).unwrap();
    let mut child = command.stdout(Stdio::null()).stderr(stderr).spawn().unwrap();
    let wait_for = |what: &str| {
        for _ in 0..3000 {
            if workdir.read("stderr").contains(what) {
                return;
            }
            sleep(Duration::from_millis(10));
        }
        panic!("not reported: {what}: {}", workdir.read("stderr"));
    };
    // Watching starts before recording does.
    let has_begun = || {
        let mut entries = fs::read_dir(workdir.path("")).unwrap();
        entries.any(|e| e.unwrap().file_name().to_string_lossy().starts_with("out.partial-"))
    };
    for _ in 0..3000 {
        if has_begun() {
            break;
        }
        sleep(Duration::from_millis(10));
    }
    workdir.write("creatures/vole/behaviour.rhai", "fn on_tick() { x }");
    wait_for("`vole` was not reloaded: ");
    wait_for("there is no variable or constant `x`");
    workdir.write("creatures/vole/behaviour.rhai", LAZY);
    wait_for("`vole` was reloaded, effective from tick");
    wait_for(": behaviour\n");
    // What is inherited stays as it is in those that live.
    workdir.edit("creatures/vole/creature.toml", "speed = ", "speed = 1 # ");
    wait_for(
        "note: `vole` was reloaded; living organisms and their descendants keep their points, which are inherited",
    );
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut text = String::new();
    fs::File::open(workdir.path("stderr")).unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(text.matches("was not reloaded").count(), 1, "{text}");
    let report = workdir.success(&["verify", "out"]);
    assert!(report.contains("repeat to the bit"), "{report}");
}

#[test]
fn watching_creatures_that_are_not_in_the_world_is_refused() {
    let workdir = with_a_vole();
    let run = ["run", "meadow", "--ticks", "1", "--watch-creatures"];
    let why = workdir.refused(&[&run[..], &["--creatures", "creatures"]].concat());
    assert!(why.contains("no creature in the folders of --creatures is in this world"), "{why}");
    assert_eq!(workdir.run(&run).code, Some(2));
}
