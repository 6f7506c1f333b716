//! Follows docs/first_steps.md: its commands are run in their order, for fewer ticks, and do what the text says.

use terrarium_testing::Workdir;

use crate::manual::{Changes, Followed, SMALL_MEADOW, commands, followed, manual, run};
use crate::workdir;

/// The worlds of the manual for so few ticks that all of them take seconds.
const SHORTER: &[(&str, &str)] = &[
    ("--out runs/meadow-1", "--out runs/meadow-1 --ticks 90"),
    ("--ticks 2000 --record", "--ticks 40 --record"),
    ("--tick 500 --file", "--tick 20 --file"),
    ("rules.roots=0 --ticks 2000", "rules.roots=0 --ticks 120 --out runs/bare"),
    ("--out runs/islands", "--out runs/islands --ticks 20"),
    ("terrain.tile=300 --ticks 1000", "terrain.tile=300 --ticks 20 --out runs/rock"),
    ("population.rabbit=100 --ticks 2000", "population.rabbit=100 --ticks 20"),
    ("--debug fox", "--debug fox --ticks 20"),
    ("--ticks 1000 --check", "--ticks 20 --check"),
];

/// They show something, or need the page.
const LEFT_OUT: &[&str] = &["terrarium watch", "terrarium serve", "terrarium export"];

/// The commands of the paragraphs from one with a title to the one with another.
fn part<'a>(manual: &'a str, from: &str, to: &str) -> &'a str {
    let (_, rest) = manual.split_once(&format!("**{from}.**")).expect("there is the first");
    rest.split_once(&format!("**{to}.**")).expect("there is the last").0
}

fn follow(part: &str, workdir: &Workdir) -> Followed {
    let has = |text: &&str| commands(part).iter().any(|command| command.contains(*text));
    let replaced: Vec<_> = SHORTER.iter().copied().filter(|(text, _)| has(text)).collect();
    let left_out: Vec<_> = LEFT_OUT.iter().copied().filter(has).collect();
    followed(part, workdir, &Changes { replaced: &replaced, left_out: &left_out })
}

/// The number of organisms of a species in the last rows of a census.
fn alive(workdir: &Workdir, run: &str, species: &str) -> u64 {
    let manifest = workdir.read_json(format!("{run}/manifest.json"));
    manifest["outcome"]["populations"][species].as_u64().expect("the species is there")
}

#[test]
fn every_change_is_one_of_a_command() {
    let manual = manual("first_steps.md");
    let all = commands(&manual);
    let texts = SHORTER.iter().map(|(text, _)| text).chain(LEFT_OUT);
    for text in texts {
        assert!(all.iter().any(|command| command.contains(text)), "no command has {text}");
    }
}

#[test]
fn a_run_has_results_charts_and_answers() {
    let manual = manual("first_steps.md");
    let workdir = workdir();
    let done = follow(part(&manual, "Run", "Follow descent"), &workdir);
    let table = &done.written("run --out").out;
    for word in ["hare     herbivore", "alive", "born", "starved", "old age", "killed"] {
        assert!(table.contains(word), "{table}");
    }
    assert!(table.contains("results in runs/meadow-1"), "{table}");
    for file in ["meadow-1/population.png", "meadow-1/census.csv", "meadow-1/events.parquet"] {
        assert!(workdir.path("runs").join(file).is_file(), "{file}");
    }
    assert!(workdir.bytes("runs/phase.png").starts_with(b"\x89PNG"));
    for file in ["runs/population.svg", "runs/age.svg"] {
        assert!(workdir.read(file).starts_with("<svg"), "{file}");
    }
    let phase = workdir.read("runs/phase.csv");
    assert!(phase.starts_with("tick,hare,lynx\n0,400,14\n"), "{phase}");

    // It eats and gives birth in the first ninety ticks; its death comes later.
    assert!(done.written("why runs/meadow-1").out.contains("the last hare that"));
    let life = &done.written("why runs/meadow-1 1530").out;
    assert!(life.starts_with("lynx #1530, carnivore"), "{life}");
    for heading in ["Energy\n", "Food\n", "Events\n", "Last known turn"] {
        assert!(life.contains(&format!("\n{heading}")), "{life}");
    }
    let found = &done.written("find runs/meadow-1").out;
    assert!(found.starts_with("tick ") && found.contains("moving"), "{found}");
    let inspected = &done.written("inspect runs/meadow-1").out;
    assert!(inspected.contains("lynx #1530") && inspected.contains("tick 40"), "{inspected}");

    // What later paragraphs do with the run.
    let done = follow(part(&manual, "Verify", "Record"), &workdir);
    let verified = &done.written("verify").out;
    assert!(verified.contains("all 90 ticks repeat to the bit, on 1 thread"), "{verified}");
    let saved = "terrarium scenario runs/meadow-1/final.snapshot --out later.toml";
    assert!(manual.contains(&format!("`{saved}`")));
    run(&workdir, saved);
    run(&workdir, "terrarium run later.toml --ticks 5");
    let done = follow(part(&manual, "Resume", "Use the library"), &workdir);
    assert!(done.written("--check").out.contains("(seed 1, tick 110)"));
}

#[test]
fn descent_is_recorded_and_measured() {
    let manual = manual("first_steps.md");
    let workdir = workdir();
    let small = format!("--out runs/descent --ticks 150 {SMALL_MEADOW}");
    let changes = Changes { replaced: &[("--out runs/descent", &small)], left_out: &[] };
    let done = followed(part(&manual, "Follow descent", "Verify"), &workdir, &changes);
    let manifest = workdir.read_json("runs/descent/manifest.json");
    let founders = 100 + 6 + 45 + 18 + 2 + 2;
    let ever_alive = founders + manifest["outcome"]["births"].as_u64().expect("births");
    let rows = workdir.read("runs/descent/individuals.csv").lines().count() - 1;
    assert_eq!(rows as u64, ever_alive);

    let figures = &done.written("phylogeny runs/descent").out;
    for word in ["MRCA", "mean depth", "Sackin", "Colless", "oak", "wolf"] {
        assert!(figures.contains(word), "{figures}");
    }
    let trees = workdir.read("runs/hare.nwk");
    let is_tree = |line: &str| line.contains("hare-") && line.ends_with(";");
    assert!(trees.lines().count() > 30 && trees.lines().all(is_tree), "{trees}");
    let selected = &done.written("selection runs/descent").out;
    assert!(selected.contains("z: distance from drift"), "{selected}");
    let shadows = &done.written("evolve runs/descent").out;
    assert!(shadows.contains("beside 20 neutral shadows"), "{shadows}");
    for (file, first) in
        [("muller.png", &b"\x89PNG"[..]), ("tree.svg", b"<svg"), ("traits.png", b"\x89PNG")]
    {
        assert!(workdir.bytes(format!("runs/{file}")).starts_with(first), "{file}");
    }
}

#[test]
fn a_recording_repeats_and_a_link_is_short() {
    let manual = manual("first_steps.md");
    let workdir = workdir();
    let done = follow(part(&manual, "Record", "Share"), &workdir);
    let verified = &done.written("verify").out;
    assert!(verified.contains("all 40 ticks repeat to the bit"), "{verified}");
    run(&workdir, "terrarium run --ticks 40 --out runs/meadow-1");
    let done = follow(part(&manual, "Share", "Change a rule"), &workdir);
    let link = &done.written("share runs/meadow-1").out;
    assert!(link.contains("#run=1.") && link.len() < 4096, "{link}");
    let opened = run(&workdir, "terrarium run meadow.link").err;
    assert!(opened.contains("tick 20 is that of the link"), "{opened}");
}

#[test]
fn rules_and_other_worlds_change_what_happens() {
    let manual = manual("first_steps.md");
    let workdir = workdir();
    let done = follow(part(&manual, "Change a rule", "Use another world"), &workdir);
    let clover = alive(&workdir, "runs/bare", "clover");
    assert!(clover < 900 / 20, "{clover} clovers without roots");
    let rules = &done.written("terrarium rules").out;
    assert!(rules.contains("roots") && rules.contains("share") && rules.contains("0.42"));

    let done = follow(part(&manual, "Use another world", "Add your own species"), &workdir);
    assert!(alive(&workdir, "runs/islands", "hare") > 0);
    let map = &workdir.read_json("runs/rock/manifest.json")["scenario"]["map"];
    assert_eq!(map["path"], "runs/rock.map");
    let decided = &done.written("run conquest").out;
    assert!(decided.contains("have won: ") && decided.contains(" 0 tickets"), "{decided}");
    let species = &workdir.read_json("runs/conquest/manifest.json")["species"];
    let names: Vec<_> = species.as_array().expect("a list").iter().map(|it| &it["name"]).collect();
    assert_eq!(names, ["ant", "termite"]);
    assert_eq!(workdir.read_json("runs/conquest/manifest.json")["ending"], "decided");
}

#[test]
fn creatures_of_ones_own_run_in_the_meadow() {
    let manual = manual("first_steps.md");
    let workdir = workdir();
    let hare = include_str!("../../creatures/hare/creature.toml");
    workdir.write("creatures/hare/creature.toml", hare);
    let done = follow(part(&manual, "Add your own species", "Resume"), &workdir);
    let hare = run(&workdir, "terrarium species hare").out;
    let rabbit = &done.written("species rabbit").out;
    let row = |text: &str, name: &str| {
        let line = text.lines().find(|line| line.starts_with(name)).expect("it has the row");
        let points = line[name.len()..].split_whitespace().next().expect("points");
        points.parse::<f64>().expect("a number")
    };
    assert!(row(rabbit, "speed") < row(&hare, "speed"), "slower: {rabbit}");
    assert!(row(rabbit, "eating") > row(&hare, "eating"), "hungrier: {rabbit}");
    assert!(done.written("population.rabbit").out.contains("rabbit   herbivore"));

    let checked = &done.written("creature check").out;
    assert!(checked.contains("fox, a carnivore") && checked.contains("faults    none"));
    assert!(done.written("--watch-creatures").out.contains("fox      carnivore"));
    let lessons = &done.written("terrarium lesson").out;
    let titles = lessons.lines().filter(|line| line.starts_with(|it: char| it.is_ascii_digit()));
    assert_eq!(titles.count(), 8, "{lessons}");
    assert!(workdir.path("lessons/1-survive/README.md").is_file());
}
