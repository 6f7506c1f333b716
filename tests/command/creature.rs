//! `terrarium creature`, from the command line.

use terrarium::behaviour::manual;
use terrarium::scaffold::{Language, Scaffold};
use terrarium::species::Kind;
use terrarium_testing::Workdir;

use crate::workdir;

/// Returns a workdir with a new creature of each kind: vole, fox and fern.
fn workdir_with_creatures() -> Workdir {
    let workdir = workdir();
    for (name, kind) in [("vole", "herbivore"), ("fox", "carnivore"), ("fern", "plant")] {
        let output = workdir.success(&["creature", "new", name, "--kind", kind]);
        assert!(
            output.contains(&format!("terrarium creature check creatures/{name}\n")),
            "{output}"
        );
    }
    workdir
}

#[test]
fn a_new_creature_survives_and_breeds_unchanged() {
    let workdir = workdir_with_creatures();
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
fn the_suggested_commands_run() {
    let workdir = workdir();
    let output = workdir.success(&[
        "creature",
        "new",
        "vole",
        "--kind",
        "herbivore",
        "--in",
        "my creatures",
    ]);
    let commands: Vec<_> =
        output.lines().filter_map(|line| line.strip_prefix("  terrarium ")).collect();
    assert_eq!(commands.len(), 2, "{output}");
    for command in commands {
        let words = command.replace("'my creatures/vole'", "my\u{a0}creatures/vole");
        let words: Vec<_> = words.split(' ').map(|word| word.replace('\u{a0}', " ")).collect();
        let mut words: Vec<_> = words.iter().map(String::as_str).collect();
        if words[0] == "run" {
            words.extend(["--ticks", "3"]);
        }
        workdir.success(&words);
    }
}

#[test]
fn invalid_names_and_existing_folders_are_refused() {
    let workdir = workdir_with_creatures();
    let new = |name: &str| workdir.refused(&["creature", "new", name, "--kind", "herbivore"]);
    for name in ["../../etc/passwd", "Vole", "", "a b", "é", &"a".repeat(41), ".", "..", "/"] {
        let error = new(name);
        assert!(error.contains("is not a valid creature name; give 1 to 40"), "{error}");
    }
    assert!(new("hare").contains("ships with the program; choose another name"));
    workdir.write("creatures/vole/behaviour.rhai", "mine");
    assert!(new("vole").contains("already exists and was not changed"));
    assert_eq!(workdir.read("creatures/vole/behaviour.rhai"), "mine");
    workdir.write("creatures/stone", "mine");
    assert!(new("stone").contains("already exists"));
    assert_eq!(workdir.read("creatures/stone"), "mine");
    let unknown = workdir.run(&["creature", "new", "owl", "--kind", "bird"]);
    assert_eq!(unknown.code, Some(2));
    assert!(!workdir.path("creatures/owl").exists());
}

#[test]
fn a_check_is_deterministic() {
    let workdir = workdir_with_creatures();
    let check = || workdir.success(&["creature", "check", "creatures/fox"]);
    assert_eq!(check(), check());
}

#[test]
fn a_check_reports_the_place_of_an_unknown_name() {
    let workdir = workdir_with_creatures();
    workdir.edit("creatures/vole/behaviour.rhai", "me.full", "me.enrgy");
    let error = workdir.refused(&["creature", "check", "creatures/vole"]);
    assert!(error.contains("`me` has no `enrgy` (did you mean `energy`?)"), "{error}");
    assert!(error.contains("creatures/vole/behaviour.rhai:15:26"), "{error}");
    workdir.edit("creatures/vole/behaviour.rhai", "me.enrgy", "me.full");
    workdir.edit("creatures/vole/creature.toml", "speed", "sped");
    let error = workdir.refused(&["creature", "check", "creatures/vole"]);
    assert!(
        error.contains("creatures/vole/creature.toml:1") && error.contains("`speed`"),
        "{error}"
    );
    let error = workdir.refused(&["creature", "check", "nowhere"]);
    assert!(error.contains("cannot read the folder nowhere"), "{error}");
    workdir.write("empty/notes.txt", "");
    assert!(workdir.refused(&["creature", "check", "empty"]).contains("has no creature.toml"));
}

#[test]
fn a_check_reports_the_place_of_a_fault() {
    let workdir = workdir_with_creatures();
    workdir.edit("creatures/vole/behaviour.rhai", "!me.full", "food.fod > 0");
    let result = workdir.run(&["creature", "check", "creatures/vole"]);
    let error = result.message();
    assert_eq!(result.code, Some(1), "{error}");
    assert!(
        error.contains("trapped: this sighting has no `fod` (did you mean `food`?)"),
        "{error}"
    );
    assert!(error.contains("creatures/vole/behaviour.rhai:15:27"), "{error}");
    assert!(result.out.contains("suspended"), "{}", result.out);
    workdir.edit("creatures/vole/behaviour.rhai", "food != () && food.fod > 0", "food.food > 0");
    let error = workdir.run(&["creature", "check", "creatures/vole"]).message();
    assert!(error.contains("`()`, which is nothing, has no `food`: ask `!= ()` first"), "{error}");
    workdir.edit("creatures/vole/behaviour.rhai", "fn on_tick() {", "fn on_tick() { loop {}");
    let error = workdir.run(&["creature", "check", "creatures/vole"]).message();
    assert!(error.contains("over_budget: it took more than 10000 operations"), "{error}");
    assert!(error.contains("do less in a turn"), "{error}");
}

#[test]
fn a_check_reports_unused_points() {
    let workdir = workdir_with_creatures();
    workdir.edit("creatures/fox/creature.toml", "energy = 25", "energy = 15\ndefence = 5");
    workdir.edit("creatures/fox/behaviour.rhai", "pursue(prey)", "go_beside(prey)");
    workdir.edit("creatures/fox/behaviour.rhai", "defend(by)", "log(by)");
    let report = workdir.json(&["creature", "check", "creatures/fox"]);
    let wasted = serde_json::json!([
        "5 of 100 points are not spent",
        "20 points on `attack`, but it never tried to attack",
        "5 points on `defence`, but it never tried to defend",
    ]);
    assert_eq!(report["points"]["wasted"], wasted, "{report}");
}

#[test]
fn every_shipped_creature_passes_its_check() {
    let workdir = workdir();
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/creatures");
    for entry in std::fs::read_dir(shipped).unwrap() {
        let folder = entry.unwrap().path();
        workdir.success(&["creature", "check", folder.to_str().unwrap()]);
    }
}

/// Builds the module with the generated script, where the compilers are installed.
#[test]
fn a_new_creature_in_a_compiled_language_builds_and_survives() {
    let is_installed = |tool: &str, arguments: &[&str], expected: &str| {
        let output = std::process::Command::new(tool).args(arguments).output();
        output.is_ok_and(|output| String::from_utf8_lossy(&output.stdout).contains(expected))
    };
    let has_clang = is_installed("clang", &["--version"], "clang")
        && is_installed("wasm-ld", &["--version"], "LLD");
    let has_rust =
        is_installed("rustup", &["target", "list", "--installed"], "wasm32-unknown-unknown");
    // Its script would fetch the compiler otherwise.
    let has_assemblyscript = std::env::var_os("TERRARIUM_ASSEMBLYSCRIPT").is_some();
    let languages = [("c", has_clang), ("rust", has_rust), ("assemblyscript", has_assemblyscript)];
    for (language, can_be_built) in languages {
        if !can_be_built {
            eprintln!("no compiler for {language}: its template is not built");
            continue;
        }
        let workdir = workdir();
        for (name, kind) in [("vole", "herbivore"), ("fox", "carnivore")] {
            let output =
                workdir.success(&["creature", "new", name, "--kind", kind, "--lang", language]);
            let build = format!("sh creatures/{name}/build.sh");
            assert!(output.contains(&build), "{output}");
            let mut shell = std::process::Command::new("sh");
            let built = shell.args(["-c", &build]).current_dir(workdir.path("")).output().unwrap();
            assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
            let report = workdir.json(&["creature", "check", &format!("creatures/{name}")]);
            assert_eq!(report["faults"], serde_json::json!([]), "{report}");
            // The templates decide alike in all languages.
            workdir.success(&["creature", "new", name, "--kind", kind, "--in", "scripts"]);
            let script = workdir.json(&["creature", "check", &format!("scripts/{name}")]);
            assert_eq!(report["survival"], script["survival"]);
            assert!(report["survival"]["births"].as_u64() > Some(5), "{report}");
            assert!(report["budget"]["worst"].as_u64() > Some(1), "{report}");
        }
    }
}

/// The source is found in the folder, so the message points into it.
#[test]
fn a_fault_of_a_module_points_at_its_source() {
    let workdir = workdir();
    workdir.success(&["creature", "new", "vole", "--kind", "herbivore", "--lang", "c"]);
    std::fs::rename(workdir.path("creatures/vole/behaviour.c"), workdir.path("old.c")).unwrap();
    let manifest = workdir.path("creatures/vole/creature.toml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    let (without_parameters, _) = text.split_once("[behaviour.parameters]").unwrap();
    std::fs::write(&manifest, without_parameters).unwrap();
    let source = "void decide(void) {\n    abort(\"lost\");\n}\n";
    let reason = "lost in behaviour.c (line 2)";
    let module = format!(
        r#"(module
            (import "terrarium" "abort" (func $abort (param i32 i32)))
            (memory (export "memory") 5)
            (data (i32.const 262144) "{reason}")
            (func (export "terrarium_abi") (result i32) (i32.const 1))
            (func (export "terrarium_buffer") (result i32) (i32.const 0))
            (func (export "terrarium_turn")
                (call $abort (i32.const 262144) (i32.const {}))))"#,
        reason.len()
    );
    workdir.write("creatures/vole/behaviour.wat", module);
    let check = || {
        let result = workdir.run(&["creature", "check", "creatures/vole"]);
        assert_eq!(result.code, Some(1), "{}", result.err);
        result.err
    };
    let error = check();
    assert!(error.contains("trapped: lost in behaviour.c (line 2)"), "{error}");
    assert!(!error.contains("abort("), "{error}");
    workdir.write("creatures/vole/behaviour.c", source);
    let error = check();
    assert!(error.contains("abort(\"lost\");"), "{error}");
}

/// A creature in text form, which fails in `$bite` in each turn.
fn write_failing_module(workdir: &Workdir) {
    workdir.success(&["creature", "new", "vole", "--kind", "herbivore", "--lang", "c"]);
    std::fs::remove_file(workdir.path("creatures/vole/behaviour.c")).unwrap();
    let manifest = workdir.path("creatures/vole/creature.toml");
    let text = std::fs::read_to_string(&manifest).unwrap();
    let (without_parameters, _) = text.split_once("[behaviour.parameters]").unwrap();
    std::fs::write(&manifest, without_parameters).unwrap();
    let module = r#"(module
        (memory (export "memory") 5)
        (func (export "terrarium_abi") (result i32) (i32.const 1))
        (func (export "terrarium_buffer") (result i32) (i32.const 0))
        (func $bite
            (drop (i32.load (i32.const -4))))
        (func (export "terrarium_turn")
            (call $bite)))"#;
    workdir.write("creatures/vole/behaviour.wat", module);
}

#[test]
fn a_fault_of_a_module_has_its_function_and_line_wherever_it_is_reported() {
    let workdir = workdir();
    write_failing_module(&workdir);
    let place = "out of bounds memory access, in `bite` (behaviour.wat:6), called by \
                 `terrarium_turn` (behaviour.wat:8)";
    let check = workdir.run(&["creature", "check", "creatures/vole"]);
    assert_eq!(check.code, Some(1), "{}", check.err);
    assert!(check.out.contains(place), "{}", check.out);
    assert!(check.err.contains("creatures/vole/behaviour.wat:6:"), "{}", check.err);
    assert!(check.err.contains("(drop (i32.load (i32.const -4)))"), "{}", check.err);

    let run = [
        "run",
        "--creatures",
        "creatures/vole",
        "--set",
        "population.vole=5",
        "--ticks",
        "20",
        "--out",
        "runs/vole",
        "--debug",
        "vole",
    ];
    let run = workdir.run(&run);
    assert_eq!(run.err.matches(place).count(), 1, "{}", run.err);
    let verified = ["verify", "runs/vole", "--debug", "vole", "--debug-out", "faults.jsonl"];
    assert_eq!(workdir.run(&verified).code, Some(0));
    let lines = workdir.read("faults.jsonl");
    let fault: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!((&fault["line"], &fault["file"]), (&6.into(), &"behaviour.wat".into()));
    assert_eq!(fault["code"]["function"]["name"], "bite");
    assert_eq!(fault["code"]["callers"][0]["name"], "terrarium_turn");

    let id = fault["id"].as_u64().unwrap().to_string();
    for subject in ["vole", &id] {
        let why = workdir.success(&["why", "runs/vole", subject]);
        assert!(why.contains(place), "{why}");
    }
    let inspected = ["inspect", "runs/vole", "--id", &id, "--tick", "5"];
    let inspected = workdir.success(&inspected);
    assert!(inspected.contains("in `bite` (behaviour.wat:6)"), "{inspected}");
}

#[test]
fn a_module_that_is_older_than_its_source_is_named() {
    let workdir = workdir();
    workdir.success(&["creature", "new", "fox", "--kind", "carnivore", "--lang", "c"]);
    let module =
        std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/sparring/chaser/behaviour.wasm"));
    workdir.write("creatures/fox/behaviour.wasm", module.unwrap());
    workdir.edit("creatures/fox/creature.toml", "appetite = ", "# appetite = ");
    let written = std::fs::metadata(workdir.path("creatures/fox/behaviour.wasm")).unwrap();
    let written = written.modified().unwrap();
    let save = |file: &str, seconds: u64| {
        let file = std::fs::File::options().write(true).open(workdir.path(file)).unwrap();
        file.set_modified(written + std::time::Duration::from_secs(seconds)).unwrap();
    };
    let (source, module) = ("creatures/fox/behaviour.c", "creatures/fox/behaviour.wasm");
    let note = "note: creatures/fox/behaviour.wasm is older than creatures/fox/behaviour.c: build it again";
    let commands = [
        &["creature", "check", "creatures/fox"][..],
        &["creature", "bench", "creatures/fox"],
        &["run", "--creatures", "creatures/fox", "--set", "population.fox=3", "--ticks", "1"],
        &["arena", "creatures/fox", "wolf", "--seeds", "1..1", "--ticks", "1", "--out", "league"],
    ];
    save("creatures/fox/creature.toml", 0);
    for command in commands {
        save(source, 10);
        save(module, 20);
        assert!(!workdir.run(command).err.contains("is older than"), "{command:?}");
        save(source, 30);
        let err = workdir.run(command).err;
        assert_eq!(err.matches(note).count(), 1, "{command:?}: {err}");
        std::fs::remove_dir_all(workdir.path("league")).ok();
    }
    // Files that are copied together are saved in any order.
    for (file, milliseconds) in [(module, 0), (source, 20)] {
        let file = std::fs::File::options().write(true).open(workdir.path(file)).unwrap();
        file.set_modified(written + std::time::Duration::from_millis(milliseconds)).unwrap();
    }
    assert!(!workdir.run(commands[0]).err.contains("is older than"));
}

#[test]
fn creatures_without_a_population_are_named() {
    let workdir = workdir_with_creatures();
    let run =
        |arguments: &[&str]| workdir.run(&[&["run", "meadow", "--ticks", "1"], arguments].concat());
    let one = run(&["--creatures", "creatures/fox"]);
    let note = "note: no creature of --creatures creatures/fox is in this world: give one a population, as in --set \
                population.fox=20";
    assert!(one.code == Some(0) && one.err.contains(note), "{}", one.err);
    let all = run(&["--creatures", "creatures"]);
    assert!(
        all.err.contains("note: no creature of --creatures creatures is in this world"),
        "{}",
        all.err
    );
    let used = run(&["--creatures", "creatures", "--set", "population.fox=3"]);
    assert!(used.code == Some(0) && !used.err.contains("no creature of"), "{}", used.err);
}

#[test]
fn every_language_has_all_its_files() {
    for language in Language::ALL {
        for kind in Kind::ALL {
            let files = Scaffold::new("vole", kind, language).unwrap().files();
            let holds = |name: &str| files.iter().any(|(file, _)| file.starts_with(name));
            assert!(holds("creature.toml"));
            assert_eq!(holds("behaviour."), kind != Kind::Plant, "{language:?}");
            // A macro of compilers, not the placeholder of templates.
            let text =
                |content: &[u8]| String::from_utf8_lossy(content).replace("__FILE_NAME__", "");
            assert!(files.iter().all(|(_, content)| !text(content).contains("NAME")));
        }
    }
}

#[test]
fn the_reference_is_complete() {
    let workdir = workdir();
    let text = workdir.success(&["creature", "docs"]);
    let tables = manual::script_tables();
    assert!(tables.iter().map(|table| table.rows.len()).sum::<usize>() > 150);
    for cell in tables.iter().flat_map(|table| &table.rows).flatten() {
        assert!(text.contains(cell.as_str()), "{cell}");
    }
    assert_eq!(text, workdir.success(&["creature", "docs", "--lang", "rhai"]));
    let text = workdir.success(&["creature", "docs", "--lang", "wasm"]);
    assert!(
        ["terrarium_turn", "### `sighting`: 80 bytes", "over_budget"]
            .iter()
            .all(|w| text.contains(w))
    );
}

#[test]
fn a_bench_counts_deterministically_and_refuses_plants() {
    let workdir = workdir_with_creatures();
    let operations = |_| {
        let figures = workdir.json(&["creature", "bench", "creatures/vole"]);
        let figures = figures.as_array().unwrap().clone();
        assert!(figures.iter().all(|figure| figure["nanoseconds"].as_f64() > Some(0.0)));
        assert_eq!(figures[0]["neighbours"], 0);
        assert_eq!(figures[2]["neighbours"], 64);
        figures.into_iter().map(|figure| figure["operations"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(operations(1), operations(2));
    let error = workdir.refused(&["creature", "bench", "creatures/fern"]);
    assert!(error.contains("`fern` is a plant, which has no turns; give an animal"), "{error}");
}
