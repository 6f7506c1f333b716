//! Follows docs/lessons.md: its commands are run in their order, and its worlds are those of the lessons.

use terrarium::lesson::Lesson;

use crate::manual::{Changes, commands, followed, manual, run, shell};
use crate::workdir;

/// The indented lines of a text from one that begins with a word.
fn printed(manual: &str, first: &str) -> String {
    let lines = manual.lines().skip_while(|line| !line.starts_with(&format!("    {first}")));
    let lines = lines.take_while(|line| line.is_empty() || line.starts_with("    "));
    let lines = lines.map(|line| format!("{}\n", line.strip_prefix("    ").unwrap_or(line)));
    lines.collect::<String>().trim_end().to_owned()
}

#[test]
fn the_commands_do_what_the_text_says() {
    let manual = manual("lessons.md");
    let workdir = workdir();
    let (introduction, scores) = manual.split_once("\n## The score\n").expect("there is one");
    let (introduction, table) = introduction.split_once("\n| command |").expect("a table");
    assert_eq!(commands(introduction).len(), 2);
    let unchanged = Changes { replaced: &[], left_out: &[] };
    followed(introduction, &workdir, &unchanged);
    for file in ["README.md", "scenario.toml", "creatures/vole/behaviour.rhai"] {
        assert!(workdir.path("lessons/1-survive").join(file).is_file(), "{file}");
    }
    // What the table says about the third lesson, in its order.
    let cells = table.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let rows: Vec<&str> = cells.collect();
    assert_eq!(rows.len(), 7, "{rows:?}");
    assert_eq!(rows[1], "terrarium lesson 3");
    run(&workdir, rows[1]);
    let score = shell(&workdir, rows[1]).output().unwrap();
    assert_eq!(score.status.code(), Some(1));
    let score = String::from_utf8(score.stdout).unwrap();
    assert_eq!(score.trim_end(), printed(&manual, "Lesson 3: "), "update the manual");

    run(&workdir, rows[2]);
    assert!(workdir.path("my-lessons/3-outrun-a-wolf/README.md").is_file());
    run(&workdir, rows[5]);
    let solution = workdir.read("lessons/3-outrun-a-wolf/solution/vole/behaviour.rhai");
    workdir.write("lessons/3-outrun-a-wolf/creatures/vole/behaviour.rhai", &solution);
    // Two of the ten seeds are enough here.
    let more = rows[3].replace("10..19", "10..11");
    assert!(rows[3].ends_with(" --seeds 10..19"), "{}", rows[3]);
    let more = run(&workdir, &more).out;
    assert!(more.contains("★★★") && more.contains("seed 10  seed 11\n"), "{more}");
    workdir.write("my-creatures/vole/behaviour.rhai", &solution);
    let body = workdir.read("lessons/3-outrun-a-wolf/creatures/vole/creature.toml");
    workdir.write("my-creatures/vole/creature.toml", body);
    assert!(run(&workdir, rows[4]).out.contains("★★★"));
    let json: serde_json::Value = serde_json::from_str(&run(&workdir, rows[6]).out).unwrap();
    assert_eq!((&json["passed"], &json["stars"]), (&true.into(), &3.into()));

    let done = followed(scores, &workdir, &unchanged);
    let why = &done.written("why runs/lesson-3").out;
    assert!(why.contains("vole") && why.contains("alive"), "{why}");
}

#[test]
fn a_score_follows_from_the_creature_alone() {
    let workdir = workdir();
    let lesson = || shell(&workdir, "terrarium lesson 3 --seeds 1..1").output().unwrap();
    lesson();
    let before = lesson();
    let folder = "lessons/3-outrun-a-wolf";
    workdir.edit(&format!("{folder}/scenario.toml"), "count = 4\n", "count = 1\n");
    let creature = format!("{folder}/creatures/vole/creature.toml");
    assert_eq!(lesson().stdout, before.stdout, "the scenario does not affect it");
    workdir.edit(&creature, "sight = ", "sight = 1 #");
    assert_ne!(lesson().stdout, before.stdout, "points are the author's to change");
    workdir.edit(&creature, "\"herbivore\"", "\"carnivore\"");
    assert_eq!(lesson().status.code(), Some(2), "the kind is fixed");
}

/// The populations that the text states, and the bounds of what counts, in its words.
#[test]
fn the_worlds_and_goals_are_those_of_the_text() {
    let manual = manual("lessons.md").replace('\n', " ");
    let worlds = [
        (1, "eight voles", "vole", 8),
        (3, "twelve voles and four wolves", "vole", 12),
        (3, "twelve voles and four wolves", "wolf", 4),
        (4, "twelve saigas, each alone", "saiga", 12),
        (5, "forty hares and four ocelots", "hare", 40),
        (5, "forty hares and four ocelots", "ocelot", 4),
        (6, "three bases, eight beetles, and five termites", "beetle", 8),
        (6, "three bases, eight beetles, and five termites", "termite", 5),
        (7, "and eight hyenas", "hyena", 8),
    ];
    for (number, phrase, species, count) in worlds {
        assert!(part(&manual, number).contains(phrase), "{number}: {phrase}");
        let population = format!("species = \"{species}\"\ncount = {count}\n");
        assert!(world(number).contains(&population), "{number}: {population}");
    }
    let goals = [
        (1, "all survive 500 ticks", "`survivors` at least 8"),
        (2, "every vole finds a melon", "`fed` at least 5"),
        (3, "the wolves catch at most two voles", "`killed` at most 2"),
        (4, "at most one starves", "`survivors` at least 11"),
        (5, "the ocelots catch at least one hare", "`kills` at least 1"),
        (5, "none starves", "`survivors` at least 4"),
        (6, "kill at least ten termites", "`kills` at least 10"),
        (6, "hold more than half of the bases", "`bases` at least 1.5"),
        (7, "kill an ox, then one after the other", "`kills` at least 1, `kills` at least 4"),
    ];
    for (number, phrase, goal) in goals {
        assert!(part(&manual, number).contains(phrase), "{number}: {phrase}");
        let row = manual.split("| ").find(|row| row.contains(goal));
        assert!(row.is_some(), "{number}: {goal}");
        let start = format!("| {number} | ");
        let (_, rest) = manual.split_once(&start).expect("the lesson has a row");
        let row = rest.split(" | ").nth(2).expect("a cell");
        assert!(row.contains(goal), "{number}: {row}");
    }
    assert_eq!(Lesson::find(1).expect("a lesson").ticks, 500);
    assert!(world(8).contains("lifespan_herbivore = 14 ") && 14 * 12 <= 170);
}

/// The part of the text about a lesson, without line breaks.
fn part(manual: &str, number: u32) -> &str {
    let (_, rest) = manual.split_once(&format!(" ## {number}. ")).expect("there is a part");
    rest.split_once(" ## ").expect("another follows").0
}

fn world(number: u32) -> String {
    let folder = &Lesson::find(number).expect("a lesson").folder;
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(root.join("lessons").join(folder).join("scenario.toml")).unwrap()
}
