//! `terrarium run --from SNAPSHOT --creatures DIR` replaces code; `--beside` compares both futures.

use serde_json::Value;
use terrarium_testing::Workdir;

use crate::workdir;

const CREATURE: &str = "creatures/vole/creature.toml";
const BEHAVIOUR: &str = "creatures/vole/behaviour.rhai";

/// A workdir with a run of voles that ends at tick 30.
fn with_a_run_of_voles() -> Workdir {
    let workdir = workdir();
    workdir.write(
        "pond.toml",
        "description = \"A pond\"\n[world]\nsize = [700, 500]\n\
         [[population]]\nspecies = \"clover\"\ncount = 40\n\
         [[population]]\nspecies = \"vole\"\ncount = 8\n",
    );
    workdir.success(&["creature", "new", "vole", "--kind", "herbivore"]);
    let run = ["run", "pond.toml", "--creatures", "creatures", "--ticks", "30", "--out", "base"];
    workdir.success(&run);
    workdir
}

fn resumed<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let run = ["run", "--from", "base/final.snapshot", "--ticks", "20", "--creatures", "creatures"];
    [&run[..], more].concat()
}

fn comparison(workdir: &Workdir, more: &[&str]) -> Value {
    let summary = workdir.json(&resumed(&[&["--beside"], more].concat()));
    summary["comparison"].clone()
}

#[test]
fn changed_code_takes_over_and_is_replayed_from_the_record() {
    let workdir = with_a_run_of_voles();
    workdir.edit(BEHAVIOUR, "fn on_tick() {", "fn on_tick() {\n    if me.age >= 0 { return; }");
    let compared = comparison(&workdir, &["--out", "changed", "--record", "changed.recording"]);
    assert_eq!((&compared["ticks"], &compared["first_difference"]), (&20.into(), &31.into()));
    let vole = &compared["species"][1];
    assert_eq!(vole["name"], "vole");
    assert_eq!(
        (&vole["original"]["name"], &vole["changed"]["name"]),
        (&"vole".into(), &"vole".into())
    );
    let births = |code: &str| vole[code]["births"].as_u64().unwrap();
    assert!(births("changed") < births("original"), "voles that do nothing do not breed: {vole}");
    // The original future is that of a plain resumed run.
    let plain = ["run", "--from", "base/final.snapshot", "--ticks", "20"];
    let plain = workdir.json(&plain);
    for key in ["alive", "births", "deaths"] {
        assert_eq!(vole["original"][key], plain["species"][1][key], "{key}");
    }
    // The record tells what was replaced, without the folder.
    std::fs::remove_dir_all(workdir.path("creatures")).unwrap();
    let manifest = workdir.read_json("changed/manifest.json");
    assert_eq!(manifest["commands"][0]["command"], "change");
    assert_eq!(
        (&manifest["commands"][0]["tick"], &manifest["commands"][0]["species"]),
        (&30.into(), &"vole".into())
    );
    for run in ["changed", "changed.recording"] {
        workdir.success(&["verify", run]);
        workdir.success(&["why", run, "vole"]);
        let at = ["--creature", "41", "--when", "tick == 45"];
        workdir.success(&[&["find", run][..], &at].concat());
    }
}

#[test]
fn the_same_code_gives_the_same_future() {
    let workdir = with_a_run_of_voles();
    let result = workdir.run(&resumed(&["--beside"]));
    assert_eq!(result.code, Some(0), "{}", result.err);
    assert!(result.err.contains("have the code of the snapshot already"), "{}", result.err);
    assert!(result.out.contains("the runs are the same in all 20 ticks"), "{}", result.out);
    let rows = |code: &str| result.out.lines().filter(|line| line.contains(code)).count();
    assert_eq!((rows(" original "), rows(" changed ")), (2, 2), "{}", result.out);
}

#[test]
fn creatures_that_do_not_fit_the_snapshot_are_refused() {
    let workdir = with_a_run_of_voles();
    workdir.edit(CREATURE, "speed = 30", "speed = 25");
    let error = workdir.refused(&resumed(&[]));
    assert!(error.contains("creatures/vole: `vole` differs from that of the snapshot"), "{error}");
    assert!(error.contains("points.speed is 25, not 30"), "{error}");
    workdir.edit(CREATURE, "speed = 25", "speed = 30");
    workdir.edit(BEHAVIOUR, "fn on_tick() {", "fn on_tick( {");
    let error = workdir.refused(&resumed(&[]));
    assert!(error.contains("behaviour.rhai:"), "{error}");
    workdir.success(&["creature", "new", "fox", "--kind", "carnivore"]);
    let foxes = ["run", "--from", "base/final.snapshot", "--creatures", "creatures/fox"];
    let error = workdir.refused(&foxes);
    assert!(error.contains("no creature in creatures/fox is in this world"), "{error}");
    assert!(error.contains("whose species are `clover`, `vole`"), "{error}");
    workdir.refused(&["run", "pond.toml", "--beside"]);
}
