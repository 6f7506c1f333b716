//! `terrarium creature` as authors of creatures meet it.

use crate::workdir::Workdir;
use terrarium::behaviour::manual;
use terrarium::scaffold::{Language, Scaffold};
use terrarium::species::Kind;

/// A workdir with a begun creature of each kind on it: vole, fox and fern.
fn begun() -> Workdir {
    let workdir = Workdir::new();
    for (name, kind) in [("vole", "herbivore"), ("fox", "carnivore"), ("fern", "plant")] {
        let said = workdir.fine(&["creature", "new", name, "--kind", kind]);
        assert!(said.contains(&format!("terrarium creature check creatures/{name}\n")), "{said}");
    }
    workdir
}

#[test]
fn what_is_begun_lives_as_it_is() {
    let workdir = begun();
    for name in ["vole", "fox", "fern"] {
        let report = workdir.json(&["creature", "check", &format!("creatures/{name}")]);
        assert_eq!(report["faults"], serde_json::json!([]), "{report}");
        assert!(report["survival"]["alive"].as_u64() > Some(10), "{report}");
        assert!(report["survival"]["births"].as_u64() > Some(10), "{report}");
        if name != "fern" {
            assert_eq!(report["points"]["wasted"], serde_json::json!([]), "{report}");
            let budget = &report["budget"];
            assert!(budget["turns"].as_u64() > Some(5000), "{report}");
            assert!(budget["worst"].as_u64() < Some(100), "{report}");
        }
    }
}

#[test]
fn the_commands_that_are_named_next_can_be_typed() {
    let workdir = Workdir::new();
    let said =
        workdir.fine(&["creature", "new", "vole", "--kind", "herbivore", "--in", "my creatures"]);
    let commands: Vec<_> =
        said.lines().filter_map(|line| line.strip_prefix("  terrarium ")).collect();
    assert_eq!(commands.len(), 2, "{said}");
    for command in commands {
        let words = command.replace("'my creatures/vole'", "my\u{a0}creatures/vole");
        let words: Vec<_> = words.split(' ').map(|word| word.replace('\u{a0}', " ")).collect();
        let mut words: Vec<_> = words.iter().map(String::as_str).collect();
        if words[0] == "run" {
            words.extend(["--ticks", "3"]);
        }
        workdir.fine(&words);
    }
}

#[test]
fn nothing_is_begun_under_a_wrong_name_or_over_something_else() {
    let workdir = begun();
    let new = |name: &str| workdir.refused(&["creature", "new", name, "--kind", "herbivore"]);
    for name in ["../../etc/passwd", "Vole", "", "a b", "é", &"a".repeat(41), ".", "..", "/"] {
        let why = new(name);
        assert!(why.contains("cannot be the name of a creature; give 1 to 40"), "{why}");
    }
    assert!(new("hare").contains("ships with the program; choose another name"));
    workdir.write("creatures/vole/behaviour.rhai", "mine");
    assert!(new("vole").contains("is there already, and nothing in it was touched"));
    assert_eq!(workdir.read("creatures/vole/behaviour.rhai"), "mine");
    workdir.write("creatures/stone", "mine");
    assert!(new("stone").contains("is there already"));
    assert_eq!(workdir.read("creatures/stone"), "mine");
    let unknown = workdir.say(&["creature", "new", "owl", "--kind", "bird"]);
    assert_eq!(unknown.code, Some(2));
    assert!(!workdir.path("creatures/owl").exists());
}

#[test]
fn a_check_is_the_same_every_time() {
    let workdir = begun();
    let check = || workdir.fine(&["creature", "check", "creatures/fox"]);
    assert_eq!(check(), check());
}

#[test]
fn a_check_points_at_a_wrong_word_before_anything_lives() {
    let workdir = begun();
    workdir.edit("creatures/vole/behaviour.rhai", "me.full", "me.enrgy");
    let why = workdir.refused(&["creature", "check", "creatures/vole"]);
    assert!(why.contains("`me` has no `enrgy` (did you mean `energy`?)"), "{why}");
    assert!(why.contains("creatures/vole/behaviour.rhai:15:26"), "{why}");
    workdir.edit("creatures/vole/behaviour.rhai", "me.enrgy", "me.full");
    workdir.edit("creatures/vole/creature.toml", "speed", "sped");
    let why = workdir.refused(&["creature", "check", "creatures/vole"]);
    assert!(why.contains("creatures/vole/creature.toml:1") && why.contains("`speed`"), "{why}");
    let why = workdir.refused(&["creature", "check", "nowhere"]);
    assert!(why.contains("cannot read the folder nowhere"), "{why}");
    workdir.write("empty/notes.txt", "");
    assert!(workdir.refused(&["creature", "check", "empty"]).contains("has no creature.toml"));
}

#[test]
fn a_check_points_at_what_fails_in_the_arena() {
    let workdir = begun();
    workdir.edit("creatures/vole/behaviour.rhai", "!me.full", "food.fod > 0");
    let said = workdir.say(&["creature", "check", "creatures/vole"]);
    let why = said.told();
    assert_eq!(said.code, Some(1), "{why}");
    assert!(why.contains("trapped: this sighting has no `fod` (did you mean `food`?)"), "{why}");
    assert!(why.contains("creatures/vole/behaviour.rhai:15:27"), "{why}");
    assert!(said.out.contains("suspended"), "{}", said.out);
    workdir.edit("creatures/vole/behaviour.rhai", "food != () && food.fod > 0", "food.food > 0");
    let why = workdir.say(&["creature", "check", "creatures/vole"]).told();
    assert!(why.contains("`()`, which is nothing, has no `food`: ask `!= ()` first"), "{why}");
    workdir.edit("creatures/vole/behaviour.rhai", "fn on_tick() {", "fn on_tick() { loop {}");
    let why = workdir.say(&["creature", "check", "creatures/vole"]).told();
    assert!(why.contains("over_budget: it took more than 10000 operations"), "{why}");
    assert!(why.contains("do less in a turn"), "{why}");
}

#[test]
fn a_check_tells_what_is_wasted() {
    let workdir = begun();
    workdir.edit("creatures/fox/creature.toml", "energy = 25", "energy = 15\ndefence = 5");
    workdir.edit("creatures/fox/behaviour.rhai", "pursue(prey)", "go_beside(prey)");
    workdir.edit("creatures/fox/behaviour.rhai", "defend(by)", "log(by)");
    let report = workdir.json(&["creature", "check", "creatures/fox"]);
    let wasted = serde_json::json!([
        "5 of 100 points are not spent",
        "20 points on `attack`, but it never wanted to strike",
        "5 points on `defence`, but it never wanted to ward off a blow",
    ]);
    assert_eq!(report["points"]["wasted"], wasted, "{report}");
}

#[test]
fn everything_that_ships_passes_its_check() {
    let workdir = Workdir::new();
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/creatures");
    for entry in std::fs::read_dir(shipped).unwrap() {
        let folder = entry.unwrap().path();
        workdir.fine(&["creature", "check", folder.to_str().unwrap()]);
    }
}

/// Where there are compilers for it: the module is built by its own script, and lives as it is.
#[test]
fn what_is_begun_in_a_compiled_language_can_be_built_and_lives() {
    let is_there = |tool: &str, arguments: &[&str], says: &str| {
        let output = std::process::Command::new(tool).args(arguments).output();
        output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains(says))
    };
    let has_clang =
        is_there("clang", &["--version"], "clang") && is_there("wasm-ld", &["--version"], "LLD");
    let has_rust = is_there("rustup", &["target", "list", "--installed"], "wasm32-unknown-unknown");
    for (language, can_be_built) in [("c", has_clang), ("rust", has_rust)] {
        if !can_be_built {
            eprintln!("without its compiler, what begins in {language} is not built");
            continue;
        }
        let workdir = Workdir::new();
        for (name, kind) in [("vole", "herbivore"), ("fox", "carnivore")] {
            let said = workdir.fine(&["creature", "new", name, "--kind", kind, "--lang", language]);
            let build = format!("sh creatures/{name}/build.sh");
            assert!(said.contains(&build), "{said}");
            let mut shell = std::process::Command::new("sh");
            let built = shell.args(["-c", &build]).current_dir(workdir.path("")).output().unwrap();
            assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
            let report = workdir.json(&["creature", "check", &format!("creatures/{name}")]);
            assert_eq!(report["faults"], serde_json::json!([]), "{report}");
            assert!(report["survival"]["births"].as_u64() > Some(5), "{report}");
            assert!(report["budget"]["worst"].as_u64() > Some(1), "{report}");
        }
    }
}

#[test]
fn nothing_is_begun_in_a_language_without_all_its_files() {
    for language in Language::ALL {
        for kind in Kind::ALL {
            let files = Scaffold::new("vole", kind, language).unwrap().files();
            let holds = |name: &str| files.iter().any(|(file, _)| file.starts_with(name));
            assert!(holds("creature.toml"));
            assert_eq!(holds("behaviour."), kind != Kind::Plant, "{language:?}");
            assert!(!files.iter().any(|(_, content)| content.windows(4).any(|w| w == b"NAME")));
        }
    }
}

#[test]
fn the_reference_tells_of_everything_there_is() {
    let workdir = Workdir::new();
    let text = workdir.fine(&["creature", "docs"]);
    let tables = manual::of_scripts();
    assert!(tables.iter().map(|table| table.rows.len()).sum::<usize>() > 150);
    for cell in tables.iter().flat_map(|table| &table.rows).flatten() {
        assert!(text.contains(cell.as_str()), "{cell}");
    }
    assert_eq!(text, workdir.fine(&["creature", "docs", "--lang", "rhai"]));
    let text = workdir.fine(&["creature", "docs", "--lang", "wasm"]);
    assert!(
        ["terrarium_turn", "### `sighting`: 80 bytes", "over_budget"]
            .iter()
            .all(|w| text.contains(w))
    );
}

#[test]
fn a_bench_counts_the_same_every_time_and_refuses_plants() {
    let workdir = begun();
    let operations = |_| {
        let figures = workdir.json(&["creature", "bench", "creatures/vole"]);
        let figures = figures.as_array().unwrap().clone();
        assert!(figures.iter().all(|figure| figure["nanoseconds"].as_f64() > Some(0.0)));
        assert_eq!(figures[0]["neighbours"], 0);
        assert_eq!(figures[2]["neighbours"], 64);
        figures.into_iter().map(|figure| figure["operations"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(operations(1), operations(2));
    let why = workdir.refused(&["creature", "bench", "creatures/fern"]);
    assert!(why.contains("`fern` is a plant, which has no turns; give an animal"), "{why}");
}
