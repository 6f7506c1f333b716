//! The command `terrarium run` and the others in general: output, files and failures.

use std::fs::{self, File};
use std::process::{Command, Stdio};

use serde_json::Value;
use terrarium_testing::Workdir;
use terrarium_testing::workdir::{Running, wait_until};

/// A world that is simulated for a hundred ticks in an instant.
const POND: &str = r#"
description = "A pond"
seed = 3

[world]
size = [700, 500]

[rules]
light = 40

[[population]]
species = "clover"
count = 40

[[population]]
species = "hare"
count = 14

[[population]]
species = "lynx"
count = 2
"#;

const NEWT: &str = r##"
name = "newt"
description = "Eats what it finds"
kind = "herbivore"
mature_size = 30

[appearance]
colour = "#406020"

[points]
speed = 40

[behaviour]
native = "grazer"
"##;

fn workdir() -> Workdir {
    let workdir = crate::workdir();
    workdir.write("pond.toml", POND);
    workdir
}

/// Starts a run that never ends, and waits until it is under way.
fn endless(workdir: &Workdir, arguments: &[&str], has_begun: impl Fn(&str) -> bool) -> Running {
    let run = workdir.start(arguments);
    wait_until("the run", || workdir.files().iter().any(|name| has_begun(name)));
    run
}

/// Starts an endless run of the pond, and waits until at least one tick is written.
fn endless_pond(workdir: &Workdir, out: &str) -> Running {
    let forever = "18446744073709551615";
    let arguments = ["run", "pond.toml", "--snapshot-every", "1", "--ticks", forever];
    let partial = format!("{out}.partial-");
    let has_begun = |name: &str| name.starts_with(&partial) && name.contains("tick-000001");
    endless(workdir, &[&arguments[..], &["--out", out]].concat(), has_begun)
}

fn hash_of(summary: &Value) -> &str {
    summary["state_hash"].as_str().expect("a state hash")
}

#[test]
fn every_subcommand_has_help_with_an_example() {
    let workdir = workdir();
    let help = workdir.run(&["--help"]);
    assert_eq!((help.code, help.err.as_str()), (Some(0), ""));
    for name in ["run", "verify", "phylogeny", "path", "species", "rules", "completions"] {
        assert!(help.out.contains(&format!("  {name} ")), "{}", help.out);
        let result = workdir.run(&[name, "--help"]);
        assert_eq!((result.code, result.err.as_str()), (Some(0), ""));
        let (_, after) = result.out.split_once("Options:").expect("it lists the options");
        assert!(after.contains(&format!("terrarium {name} ")) || name == "rules", "{}", result.out);
    }
    assert_eq!(
        workdir.run(&["--version"]).out,
        format!("terrarium {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn there_are_completions_for_every_shell() {
    let workdir = workdir();
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let result = workdir.run(&["completions", shell]);
        assert_eq!(result.code, Some(0));
        assert!(result.out.contains("snapshot-every"), "{shell}");
    }
}

#[test]
fn a_run_writes_all_its_results_and_a_summary_as_json() {
    let workdir = workdir();
    let arguments = ["run", "pond.toml", "--ticks", "45", "--seed", "9", "--snapshot-every", "20"];
    let summary = workdir.json(&[&arguments[..], &["--check", "--out", "runs/one"]].concat());
    let names = [
        "census.csv",
        "census.parquet",
        "events.parquet",
        "final.snapshot",
        "ledger.csv",
        "manifest.json",
        "population.png",
        "snapshots",
        "snapshots/tick-000020.snapshot",
        "snapshots/tick-000040.snapshot",
        "start.snapshot",
    ];
    let names = names.map(|name| format!("runs/one/{name}"));
    let others = ["pond.toml", "runs", "runs/one"].map(str::to_owned);
    assert_eq!(workdir.files(), names.into_iter().chain(others).collect());

    assert_eq!(summary["ticks"], 45);
    assert_eq!(summary["seed"], 9);
    assert_eq!(summary["out"], "runs/one");
    let species = ["clover", "hare", "lynx"];
    assert!(species.iter().all(|name| summary["populations"][name].is_u64()), "{summary}");
    let kinds = ["plant", "herbivore", "carnivore", "carcass"];
    assert!(kinds.iter().all(|kind| summary["kinds"][kind].is_u64()), "{summary}");
    let causes = ["starved", "old_age", "killed", "eaten", "sick", "burned", "removed"];
    assert!(causes.iter().all(|cause| summary["deaths"][cause].is_u64()), "{summary}");
    assert!(summary["births"].is_u64() && summary["seconds"].is_f64(), "{summary}");
    assert!(summary["organism_ticks"].as_u64() > Some(45 * 40), "{summary}");

    let manifest = workdir.read_json("runs/one/manifest.json");
    assert_eq!(hash_of(&manifest["outcome"]), hash_of(&summary));
    let census = workdir.read("runs/one/census.csv");
    assert_eq!(census.lines().count(), 1 + 46 * 3, "a row for each tick and species");
    let begins = |name: &str, magic: &[u8]| workdir.bytes(name).starts_with(magic);
    assert!(begins("runs/one/population.png", b"\x89PNG"));
    assert!(begins("runs/one/census.parquet", b"PAR1"));
    assert!(begins("runs/one/events.parquet", b"PAR1"));
}

#[test]
fn without_out_nothing_is_written() {
    let workdir = workdir();
    let before = workdir.files();
    let result = workdir.run(&["run", "pond.toml", "--ticks", "5"]);
    assert_eq!((result.code, result.err.as_str()), (Some(0), ""));
    assert!(result.out.starts_with("After 5 ticks (seed 3, tick 5):\n"), "{}", result.out);
    assert_eq!(workdir.files(), before);
}

#[test]
fn a_resumed_run_ends_like_an_uninterrupted_one() {
    let workdir = workdir();
    let whole = workdir.json(&["run", "pond.toml", "--ticks", "70"]);
    let stop = ["run", "pond.toml", "--ticks", "40", "--snapshot-every", "25", "--out", "stopped"];
    assert_ne!(hash_of(&workdir.json(&stop)), hash_of(&whole));
    for (name, more) in [("final", 30), ("snapshots/tick-000025", 45), ("start", 70)] {
        let snapshot = format!("stopped/{name}.snapshot");
        let ended = workdir.json(&["run", "--from", &snapshot, "--ticks", &more.to_string()]);
        assert_eq!((&ended["ticks"], &ended["tick"]), (&Value::from(more), &Value::from(70)));
        assert_eq!(hash_of(&ended), hash_of(&whole), "{name}");
    }
}

#[test]
fn a_resumed_run_can_have_another_seed_and_other_rules_and_is_verified_with_them() {
    let workdir = workdir();
    workdir.json(&["run", "pond.toml", "--ticks", "40", "--out", "first"]);
    let resume = |more: &[&str]| {
        let resumed = ["run", "--from", "first/final.snapshot", "--ticks", "30"];
        workdir.json(&[&resumed, more].concat())
    };
    let (plain, reseeded) = (resume(&[]), resume(&["--seed", "8", "--out", "second"]));
    assert_eq!(reseeded["seed"], 8);
    assert_eq!(hash_of(&reseeded), hash_of(&resume(&["--seed", "8", "--threads", "1"])));
    assert_ne!(hash_of(&reseeded), hash_of(&resume(&["--seed", "9"])));
    let dim =
        resume(&["--set", "rules.light=3", "--set", "rules.crown=4", "--record", "dim.recording"]);
    for other in [&reseeded, &dim] {
        assert_ne!(hash_of(other), hash_of(&plain));
    }
    for record in ["second", "dim.recording"] {
        assert_eq!(workdir.run(&["verify", record]).code, Some(0), "{record}");
    }
    let manifest = workdir.read_json("second/manifest.json");
    let expected = serde_json::json!([{ "tick": 40, "command": "reseed", "seed": 8 }]);
    assert_eq!(manifest["commands"], expected);

    let refusals: [(&[&str], &[&str]); 7] = [
        (&["--set", "rules.lihgt=3"], &["rules.lihgt", "did you mean `light`?"]),
        (&["--set", "rules.light=-1"], &["rules.light=-1", "between 0 and 1000000"]),
        (&["--set", "rules.light=much"], &["rules.light=much"]),
        (&["--set", "rules.growing=3"], &["`growing` is fixed", "begin a new world"]),
        (
            &["--set", "population.hare=3"],
            &["only rules and the timetable can be set", "begin a new world"],
        ),
        (&["--set", "rules.light=3", "--creatures", "x", "--beside"], &["--set", "--beside"]),
        (&["--at", "3"], &["--at 3", "a snapshot has one tick only"]),
    ];
    for (arguments, parts) in refusals {
        let resumed = ["run", "--from", "first/final.snapshot"];
        refused(&[&resumed, arguments].concat(), parts).check(&workdir);
    }
}

#[test]
fn a_run_resumes_from_any_tick_of_a_recording() {
    let workdir = workdir();
    let recorded = ["run", "pond.toml", "--ticks", "40", "--record", "pond.recording"];
    let whole = workdir.json(&recorded);
    let resume = ["run", "--from", "pond.recording"];
    let from_25 = workdir.json(&[&resume[..], &["--at", "25", "--ticks", "15"]].concat());
    assert_eq!(hash_of(&from_25), hash_of(&whole));
    let longer = workdir.json(&["run", "pond.toml", "--ticks", "50"]);
    assert_eq!(
        hash_of(&workdir.json(&[&resume[..], &["--ticks", "10"]].concat())),
        hash_of(&longer)
    );
    refused(&[&resume[..], &["--at", "41"]].concat(), &["no tick 41", "0 to 40"]).check(&workdir);
    refused(&["run", "--at", "3"], &["--from"]).check(&workdir);
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let workdir = workdir();
    let with = |count| workdir.json(&["run", "pond.toml", "--ticks", "40", "--threads", count]);
    let alone = with("1");
    assert_eq!(hash_of(&with("2")), hash_of(&alone));
    assert_eq!(hash_of(&with("8")), hash_of(&alone));
}

/// A workdir with a run of the pond in `first`.
fn with_a_run() -> Workdir {
    let workdir = workdir();
    let run = workdir.run(&["run", "pond.toml", "--ticks", "30", "--out", "first"]);
    assert_eq!(run.code, Some(0), "{}", run.err);
    workdir
}

#[test]
fn a_run_is_verified_on_any_number_of_threads() {
    let workdir = with_a_run();
    for (threads, label) in [("1", "1 thread"), ("8", "8 threads")] {
        let result = workdir.run(&["verify", "first", "--threads", threads]);
        assert_eq!((result.code, result.err.as_str()), (Some(0), ""));
        assert_eq!(result.out, format!("first: all 30 ticks repeat to the bit, on {label}\n"));
    }
}

#[test]
fn verifying_names_the_first_tick_that_differs() {
    let workdir = with_a_run();
    let rows = workdir.read("first/ledger.csv");
    let mut rows: Vec<String> = rows.lines().map(str::to_owned).collect();
    for index in [18, 25] {
        let row = &mut rows[index];
        // After the tick and a comma comes the hash: change its first digit.
        let digit = row.find(',').unwrap() + 1;
        let other = if &row[digit..=digit] == "0" { "1" } else { "0" };
        row.replace_range(digit..=digit, other);
    }
    workdir.write("first/ledger.csv", rows.join("\n") + "\n");
    let result = workdir.run(&["verify", "first"]);
    assert_eq!((result.code, result.out.as_str()), (Some(1), ""));
    assert!(result.message().contains("the first tick that differs is 17"), "{}", result.err);
}

#[test]
fn inconsistent_results_are_refused() {
    let change = |name: &str, from: &str, to: &str| {
        let workdir = with_a_run();
        let text = workdir.read(name);
        assert!(text.contains(from), "{from}");
        workdir.write(name, text.replacen(from, to, 1));
        let result = workdir.run(&["verify", "first"]);
        assert_eq!((result.code, result.out.as_str()), (Some(2), ""), "{}", result.err);
        result.message()
    };
    let manifest = "first/manifest.json";
    assert!(change(manifest, "\"seed\": 3", "\"seed\": 4").contains("differ in the seed"));
    assert!(change(manifest, "\"light\": 40.0", "\"light\": 41.0").contains("differ in the rules"));
    assert!(change(manifest, "\"name\": \"hare\"", "\"name\": \"bear\"").contains("the species"));
    assert!(change(manifest, "\"tick\": 30", "\"tick\": 29").contains("beyond the end"));
    assert!(change(manifest, "\"tick\": 30", "\"tick\": 31").contains("ends before the run did"));
    let hash = "\"state_hash\": \"";
    let other_hash = change(manifest, hash, "\"state_hash\": \"0\", \"was\": \"");
    assert!(other_hash.contains("disagree about the final state"), "{other_hash}");
    assert!(change(manifest, "{", "").contains("this is not valid JSON"));
    assert!(change("first/ledger.csv", "tick,", "tock,").contains("does not begin with"));
}

/// Input that must be refused: the arguments, and the parts of the expected message.
struct Refused {
    arguments: Vec<String>,
    parts: Vec<&'static str>,
}

fn refused(arguments: &[&str], parts: &[&'static str]) -> Refused {
    let arguments = arguments.iter().map(|&text| text.to_owned()).collect();
    Refused { arguments, parts: parts.to_vec() }
}

impl Refused {
    /// Checks that the command fails with exit code 2 and the message, and writes nothing.
    fn check(&self, workdir: &Workdir) {
        let before = workdir.files();
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        let result = workdir.run(&arguments);
        let message = result.message();
        assert_eq!(
            (result.code, result.out.as_str()),
            (Some(2), ""),
            "{arguments:?}: {}",
            result.err
        );
        for part in &self.parts {
            assert!(
                message.contains(part),
                "{arguments:?} does not report `{part}`: {}",
                result.err
            );
        }
        assert!(!message.contains("panicked"), "{}", result.err);
        assert_eq!(workdir.files(), before, "{arguments:?} leaves something behind");
    }
}

#[test]
fn wrong_scenarios_are_refused_with_location_and_remedy() {
    let workdir = workdir();
    let scenarios = [
        ("seed = 3", "seed = ", &["3:8", "this is not TOML"][..]),
        ("seed = 3", "sead = 3", &["3:1", "there is no key `sead`", "did you mean `seed`?"]),
        ("light = 40", "lihgt = 40", &["9:1", "did you mean `light`?"]),
        ("light = 40", "light = \"much\"", &["9:9", "give a number"]),
        ("light = 40", "light = nan", &["9:9", "from 0 to 1000000"]),
        ("light = 40", "light = -1", &["9:9", "from 0 to 1000000"]),
        ("light = 40", "light = 1e300", &["9:9", "from 0 to 1000000"]),
        ("[700, 500]", "[700, nan]", &["6:14", "from 1 to 16777216"]),
        ("[700, 500]", "[70, 50]", &["6:8", "too small", "enlarge it"]),
        ("[700, 500]", "[260, 180]", &["too small for its population", "enlarge the world"]),
        ("count = 40", "count = -40", &["13:9", "a whole number"]),
        ("count = 40", "count = 100000000", &["13:9", "to 10000000 founders"]),
        ("\"hare\"", "\"hair\"", &["16:11", "there is no species `hair`", "did you mean `hare`?"]),
        ("\"hare\"", "\"clover\"", &["16:11", "already", "leave out one of the two"]),
    ];
    for (from, to, parts) in scenarios {
        workdir.write("bad.toml", POND.replacen(from, to, 1));
        let arguments = ["run", "bad.toml", "--ticks", "1", "--out", "runs/new"];
        let mut case = refused(&arguments, parts);
        if !to.contains("[260") {
            case.parts.push("bad.toml");
        }
        case.check(&workdir);
    }
    workdir.write("empty.toml", "");
    workdir.write("binary.toml", b"seed = 3\n\xFF\xFE");
    fs::create_dir(workdir.path("folder.toml")).unwrap();
    for (name, part) in [
        ("empty.toml", "the file is empty"),
        ("binary.toml", "binary.toml: line 2 is not UTF-8 text"),
        ("folder.toml", "is not a file"),
        ("nowhere.toml", "there is no such file"),
        ("medow", "did you mean `meadow`?"),
    ] {
        refused(&["run", name, "--out", "runs/new"], &[name, part]).check(&workdir);
    }
}

#[test]
fn wrong_creatures_are_refused_with_location_and_remedy() {
    let workdir = workdir();
    fs::create_dir_all(workdir.path("mine/newt")).unwrap();
    let file = workdir.path("mine/newt/creature.toml");
    for (from, to, parts) in [
        ("kind = ", "kind ", &["4:6", "this is not TOML"][..]),
        ("mature_size", "mature_sise", &["5:1", "did you mean `mature_size`?"]),
        ("= 30", "= \"30\"", &["5:15", "24 to 48"]),
        ("= 30", "= nan", &["5:15", "24 to 48"]),
        ("= 30", "= -30", &["5:15", "24 to 48"]),
        ("= 30", "= 1e300", &["5:15", "24 to 48"]),
        ("speed = 40", "speed = 140", &["11:", "100"]),
        ("speed = 40", "sped = 40", &["11:1", "did you mean `speed`?"]),
        ("\"newt\"", "\"toad\"", &["2:8", "newt"]),
        ("\"grazer\"", "\"pack\"", &["14:10", "choose a behaviour for a herbivore"]),
        ("\"grazer\"", "\"grasser\"", &["14:10", "did you mean `grazer`?"]),
    ] {
        fs::write(&file, NEWT.replacen(from, to, 1)).unwrap();
        let arguments = ["run", "pond.toml", "--creatures", "mine", "--out", "runs/new"];
        let mut case = refused(&arguments, parts);
        case.parts.push("mine/newt/creature.toml");
        case.check(&workdir);
    }
    fs::write(&file, NEWT).unwrap();
    fs::create_dir(workdir.path("mine/void")).unwrap();
    refused(&["species", "--creatures", "mine"], &["mine/void has no creature.toml"])
        .check(&workdir);
    fs::remove_dir(workdir.path("mine/void")).unwrap();
    fs::create_dir_all(workdir.path("none/.hidden")).unwrap();
    refused(&["species", "--creatures", "none"], &["none holds no creatures"]).check(&workdir);
    refused(&["species", "--creatures", "nix"], &["cannot read the folder nix"]).check(&workdir);
    let twice = ["species", "--creatures", "mine", "--creatures", "mine/newt"];
    refused(&twice, &["two creatures called `newt`", "rename one"]).check(&workdir);
    let result = workdir.run(&["species", "newt", "--creatures", "mine"]);
    assert_eq!(result.code, Some(0), "{}", result.err);
}

#[test]
fn wrong_maps_are_refused_with_location_and_remedy() {
    let workdir = workdir();
    for (text, parts) in [
        ("", &["the map is empty"][..]),
        ("type octile\nheight 2\nwidth 3\nmap\n...\n..\n", &["line 6", "3"]),
        ("type octile\nheight 3\nwidth 3\nmap\n...\n...\n", &["3"]),
        ("type octile\nheight 2\nwidth 3\nmap\n...\n.?.\n", &["line 6, column 2", "'?'"]),
        ("type octile\nheight 10000\nwidth 10000\nmap\n", &["16777216"]),
        ("type octile\nheight -1\nwidth 3\nmap\n", &["line 2", "-1"]),
        ("{\"width\": 3", &["line 1"]),
        ("{\"width\": 3, \"height\": 1, \"tiles\": [\"  \"], \"controlPoints\": []}", &["3"]),
    ] {
        workdir.write("land.map", text);
        let mut case = refused(&["run", "--map", "land.map", "--out", "runs/new"], parts);
        case.parts.push("land.map");
        case.check(&workdir);
    }
    let mut vast = "type octile\nheight 5000\nwidth 5000\nmap\n".to_owned();
    vast.extend(std::iter::repeat_n([&*".".repeat(5000), "\n"].concat(), 5000));
    workdir.write("vast.map", vast);
    refused(&["run", "--map", "vast.map"], &["vast.map", "16777216"]).check(&workdir);
    refused(&["run", "--map", "nowhere.map"], &["nowhere.map", "there is no such file"])
        .check(&workdir);
    refused(&["run", "--map", "."], &[".", "director"]).check(&workdir);
}

#[test]
fn wrong_snapshots_are_refused_with_file_and_remedy() {
    let workdir = with_a_run();
    let whole = workdir.bytes("first/final.snapshot");
    let write = |bytes: &[u8]| workdir.write("bad.snapshot", bytes);
    let check = |part: &'static str| {
        refused(&["run", "--from", "bad.snapshot", "--out", "runs/new"], &["bad.snapshot", part])
            .check(&workdir);
    };
    write(b"");
    check("the file is empty; use another snapshot");
    write(POND.as_bytes());
    check("this is not a snapshot");
    for length in [17, 143, 144, whole.len() / 2, whole.len() - 1] {
        write(&whole[..length]);
        check("the file is cut short");
    }
    write(&[&whole[..], &[0]].concat());
    check("there is data after its end");
    for index in [30, 60, 100, 143, 144, whole.len() / 2, whole.len() - 1] {
        let mut flipped = whole.clone();
        flipped[index] ^= 4;
        write(&flipped);
        check("the file is damaged");
    }
    refused(&["run", "--from", "."], &[".", "this is a directory"]).check(&workdir);
    refused(&["run", "--from", "nix.snapshot"], &["nix.snapshot", "no such file"]).check(&workdir);
}

#[test]
fn pipes_and_devices_are_refused_and_not_waited_for() {
    let workdir = with_a_run();
    let pipe = |name: &str| {
        let made = Command::new("mkfifo").arg(workdir.path(name)).status();
        assert!(made.unwrap().success());
    };
    pipe("pipe");
    refused(&["run", "./pipe"], &["is not a file"]).check(&workdir);
    for flag in ["--map", "--from"] {
        refused(&["run", flag, "pipe"], &["pipe", "give the path of a regular file"])
            .check(&workdir);
        refused(&["run", flag, "/dev/zero"], &["/dev/zero", "give the path of a regular file"])
            .check(&workdir);
    }
    // The manifest is read first, then the ledger.
    for name in ["start.snapshot", "ledger.csv", "manifest.json"] {
        fs::remove_file(workdir.path("first").join(name)).unwrap();
        pipe(&format!("first/{name}"));
        refused(&["verify", "first"], &[name, "give the path of a regular file"]).check(&workdir);
    }
}

#[test]
fn a_long_run_writes_what_was_asked_for() {
    let workdir = with_a_run();
    let run = |out: &str, options: &[&str]| {
        let first = ["run", "pond.toml", "--ticks", "47", "--out", out];
        let result = workdir.run(&[&first[..], options].concat());
        assert_eq!(result.code, Some(0), "{options:?}: {}", result.err);
    };
    run("often", &[]);
    let every = ["--census-every", "10", "--ledger-every", "20"];
    let csv = ["--census-files", "csv", "--events", "nothing", "--individuals=csv"];
    run("csv", &[&every[..], &csv].concat());
    let parquet = ["--census-files", "parquet", "--events", "everything", "--individuals"];
    run("parquet", &[&every[..], &parquet].concat());
    let has = |name: &str| workdir.path(name).exists();
    assert!(has("csv/census.csv") && !has("csv/census.parquet") && !has("csv/events.parquet"));
    assert!(!has("parquet/census.csv") && has("parquet/census.parquet"));
    assert!(has("csv/individuals.csv") && !has("csv/individuals.parquet"));
    assert!(has("parquet/individuals.csv") && has("parquet/individuals.parquet"));
    assert!(!has("often/individuals.csv"));
    let size = |name: &str| fs::metadata(workdir.path(name)).unwrap().len();
    assert!(size("parquet/events.parquet") > size("often/events.parquet"));

    let table = |name: &str| workdir.read(name);
    let [often, seldom] = ["often", "csv"].map(|dir| table(&format!("{dir}/ledger.csv")));
    let due = |line: &&str| {
        let tick = line.split(',').next().unwrap();
        tick == "47" || tick.parse::<u64>().map_or(true, |tick| tick.is_multiple_of(20))
    };
    let expected: Vec<&str> = often.lines().filter(due).collect();
    assert_eq!(seldom.lines().count(), 5);
    let hash = |line: &str| line.rsplit(',').next().unwrap().to_owned();
    assert!(seldom.lines().map(hash).eq(expected.iter().map(|line| hash(line))));
    let census = table("csv/census.csv");
    let mut ticks: Vec<&str> =
        census.lines().skip(1).map(|line| line.split(',').next().unwrap()).collect();
    ticks.dedup();
    assert_eq!(ticks, ["0", "10", "20", "30", "40", "47"]);
    for dir in ["csv", "parquet"] {
        let result = workdir.run(&["verify", dir, "--threads", "1"]);
        assert_eq!(result.code, Some(0), "{dir}: {}", result.err);
    }
}

#[test]
fn wrong_usage_is_refused_with_a_remedy() {
    let workdir = with_a_run();
    workdir.write("file", "mine");
    for (arguments, parts) in [
        (&["fly"][..], &["fly", "--help"][..]),
        (&["run", "--tikcs", "3"], &["--tikcs", "--ticks"]),
        (&["run", "--ticks", "many"], &["many", "--ticks"]),
        (&["run", "--ticks", "18446744073709551616"], &["--ticks"]),
        (&["run", "--threads", "0"], &["--threads"]),
        (&["run", "--threads", "100000"], &["at most 1024"]),
        (&["run", "--snapshot-every", "5"], &["--out"]),
        (&["run", "--census-every", "5"], &["--out"]),
        (&["run", "--ledger-every", "0", "--out", "a"], &["--ledger-every"]),
        (&["run", "--events", "some", "--out", "a"], &["some", "nothing, lives or everything"]),
        (&["run", "--set", "light"], &["there is no `=`", "write key=value"]),
        (&["run", "--set", "rules.lihgt=3"], &["rules.lihgt", "did you mean `light`?"]),
        (&["run", "--set", "rules.light=nan"], &["rules.light", "from 0 to 1000000"]),
        (&["run", "--set", "population.hair=3"], &["hair", "did you mean `hare`?"]),
        (&["run", "--set", "species.hare.points.speed=400"], &["speed", "100"]),
        (&["run", "--set", "world.size=[1, 1]"], &["too small", "enlarge it"]),
        (&["run", "--out", "first"], &["first", "this directory is not empty"]),
        (&["run", "--out", "file"], &["file", "this is a file"]),
        (&["verify"], &["RUN_DIR"]),
        (&["verify", "nowhere"], &["nowhere/manifest.json", "no such file"]),
        (&["species", "unicorn"], &["unicorn", "there are"]),
        (&["completions", "tcsh"], &["tcsh", "bash"]),
    ] {
        refused(arguments, parts).check(&workdir);
    }
}

#[test]
fn a_run_without_a_writable_directory_fails_and_writes_nothing() {
    let workdir = workdir();
    workdir.write("file", "");
    let before = workdir.files();
    for out in ["/proc/nobody-writes-here", "file/run"] {
        let result = workdir.run(&["run", "pond.toml", "--ticks", "1", "--out", out]);
        assert_eq!((result.code, result.out.as_str()), (Some(1), ""), "{}", result.err);
        assert!(result.message().contains("cannot be written"), "{}", result.err);
        assert!(result.message().contains(out), "{}", result.err);
    }
    assert_eq!(workdir.files(), before);
}

#[test]
fn a_run_on_a_full_disk_fails_and_leaves_nothing() {
    let workdir = workdir();
    let before = workdir.files();
    // A limit on the size of a file stands in for the disk; blocks are of 512 bytes or 1024.
    for (blocks, ticks) in [(0, "5"), (1, "5"), (8, "400"), (16, "400")] {
        let limit = format!("trap '' XFSZ; ulimit -f {blocks}");
        let arguments = ["run", "pond.toml", "--ticks", ticks, "--out", "runs/new"];
        let result = workdir.run_limited(&limit, &arguments);
        assert_eq!((result.code, result.out.as_str()), (Some(1), ""), "{blocks}: {}", result.err);
        assert!(result.message().contains("runs/new/"), "{}", result.err);
        assert!(result.message().contains("cannot be written"), "{}", result.err);
        assert_eq!(workdir.files(), before);
    }
}

#[test]
fn a_closed_output_is_no_error() {
    let workdir = workdir();
    let mut run = workdir.command(&["run", "pond.toml", "--ticks", "5", "--out", "run"]);
    let mut child = run.stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    workdir.success(&["verify", "run"]);
    // A message that cannot be printed does not change the exit code.
    let full = || File::options().write(true).open("/dev/full").unwrap();
    let status = workdir.command(&["run", "nowhere.toml"]).stderr(full()).status().unwrap();
    assert_eq!(status.code(), Some(2));
    // A result that cannot be written is a failure.
    let status = workdir.command(&["rules"]).stdout(full()).stderr(Stdio::null()).status().unwrap();
    assert_eq!(status.code(), Some(1));
}

#[test]
fn an_interrupted_run_writes_everything_and_prints_how_to_resume() {
    let workdir = workdir();
    let mut run = endless_pond(&workdir, "stopped");
    run.signal("INT");
    let ended = run.ended();
    assert_eq!(ended.code, Some(130));
    let note = ended.err;
    assert!(note.contains("terrarium run --from stopped/final.snapshot"), "{note}");
    assert!(ended.out.contains("interrupted"));
    assert!(!workdir.files().iter().any(|name| name.contains("partial")));

    let manifest = workdir.read_json("stopped/manifest.json");
    assert_eq!(manifest["ending"], "interrupted");
    workdir.success(&["verify", "stopped"]);
    let more = workdir.json(&["run", "--from", "stopped/final.snapshot", "--ticks", "10"]);
    let tick = manifest["outcome"]["tick"].as_u64().unwrap() + 10;
    assert_eq!(more["tick"], tick);
    let whole = workdir.json(&["run", "pond.toml", "--ticks", &tick.to_string()]);
    assert_eq!(hash_of(&more), hash_of(&whole));
}

#[test]
fn two_runs_cannot_write_to_one_directory_and_leftovers_of_a_killed_run_are_removed() {
    let workdir = workdir();
    let has_begun = |name: &str| name.starts_with("same.partial-") && name.ends_with("ledger.csv");
    let forever = ["run", "pond.toml", "--ticks", "18446744073709551615", "--out", "same"];
    let first = endless(&workdir, &forever, has_begun);
    // A run that stands still never reaches its first checkpoint.
    first.signal("STOP");
    let result = workdir.run(&["run", "pond.toml", "--ticks", "1", "--out", "same"]);
    assert_eq!(result.code, Some(2), "{}", result.err);
    assert!(result.message().contains("same: another run is writing to this directory"));

    first.kill();
    let is_partial = |name: &String| name.contains("partial");
    assert!(workdir.files().iter().any(is_partial), "a killed run cannot clean up");
    let result = workdir.run(&["run", "pond.toml", "--ticks", "1", "--out", "same"]);
    assert_eq!(result.code, Some(0), "{}", result.err);
    assert!(!workdir.files().iter().any(is_partial));
    workdir.success(&["verify", "same"]);
}

#[test]
fn without_arguments_the_meadow_is_run_and_recorded() {
    let workdir = workdir();
    let has_begun =
        |name: &str| name.starts_with("runs/meadow-1.partial-") && name.ends_with("ledger.csv");
    let mut run = endless(&workdir, &[], has_begun);
    run.signal("INT");
    assert_eq!(run.ended().code, Some(130));
    assert!(workdir.path("runs/meadow-1/manifest.json").is_file());
    assert!(workdir.path("runs/meadow-1/final.png").is_file());
}

#[test]
fn unusual_sizes_can_be_run() {
    let workdir = workdir();
    workdir.write("void.toml", "description = \"Nobody\"\n[world]\nsize = [1, 1]\n");
    for arguments in [
        &["void.toml", "--ticks", "3"][..],
        &["pond.toml", "--ticks", "0"],
        &["pond.toml", "--ticks", "3", "--set", "world.size=[16777216, 16777216]"],
        &["pond.toml", "--ticks", "3", "--set", "population.hare=0", "--threads", "300"],
    ] {
        let out = ["run", "--check", "--out", "odd"];
        let summary = workdir.json(&[&out[..], arguments].concat());
        assert_eq!(summary["ticks"].as_u64(), arguments[2].parse().ok());
        workdir.success(&["verify", "odd"]);
        fs::remove_dir_all(workdir.path("odd")).unwrap();
    }
}

#[test]
fn species_and_rules_are_listed_and_described() {
    let workdir = workdir();
    let list = workdir.run(&["species"]).out;
    assert_eq!(list.lines().count(), 10, "{list}");
    for line in list.lines() {
        let name = line.split_whitespace().next().unwrap();
        let result = workdir.run(&["species", name]);
        assert_eq!(result.code, Some(0), "{}", result.err);
        assert!(result.out.starts_with(&format!("{name}: ")), "{}", result.out);
    }
    let rules = workdir.run(&["rules"]).out;
    let table = workdir.json(&["rules"]);
    let table = table.as_array().unwrap();
    assert_eq!(rules.lines().count(), 1 + table.len());
    for rule in table {
        let name = rule["name"].as_str().unwrap();
        let line = rules.lines().find(|line| line.starts_with(&format!("{name} ")));
        assert!(line.expect(name).contains(rule["meaning"].as_str().unwrap()));
    }
}
