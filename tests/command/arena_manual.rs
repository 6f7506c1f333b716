//! Follows docs/arena.md: its commands are run with few ticks, and leagues have the games, files and entrants that it
//! states. `arena.rs` tests shards, resumed leagues and broken entrants.

use serde_json::Value;
use terrarium_testing::Workdir;

use crate::manual::{Changes, followed, manual, run, section};
use crate::workdir;

/// A folder with a fox, and a copy of it in another one.
fn foxes() -> Workdir {
    let workdir = workdir();
    run(&workdir, "terrarium creature new fox --kind carnivore --in my-creatures");
    for file in ["creature.toml", "behaviour.rhai"] {
        workdir
            .write(format!("twins/fox/{file}"), workdir.read(format!("my-creatures/fox/{file}")));
    }
    workdir
}

/// Plays a league of few ticks. The result as JSON.
fn league(workdir: &Workdir, arguments: &str) -> Value {
    let command = format!("terrarium arena {arguments} --ticks 50 --json");
    serde_json::from_str(&run(workdir, &command).out).unwrap()
}

/// The rows of a table of a league, as cells.
fn rows(workdir: &Workdir, table: &str) -> Vec<Vec<String>> {
    let table = workdir.read(format!("runs/{table}"));
    let rows = table.lines().skip(1);
    rows.map(|row| row.split(',').map(str::to_owned).collect()).collect()
}

#[test]
fn the_commands_write_the_documented_files() {
    let manual = manual("arena.md");
    let workdir = foxes();
    let (introduction, _) = manual.split_once("\n## Entrants\n").expect("there is one");
    let changes = [
        ("--out runs/league", "--seeds 1..1 --ticks 50 --out runs/league"),
        ("wolf lynx", "wolf lynx --ticks 50"),
    ];
    let changes = Changes { replaced: &changes, left_out: &[] };
    let done = followed(introduction, &workdir, &changes);
    // Six herbivores and five carnivores, each pair twice.
    let played = &done.written("--sparring").out;
    let games = 2 * (6 * 5 / 2 + 5 * 4 / 2);
    assert!(played.contains(&format!("{games} games have been played")), "{played}");
    let results = section(&manual, "## Results");
    let table = results.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let files: Vec<&str> = table.take_while(|name| *name != "stage").collect();
    assert_eq!(files.len(), 10, "{files:?}");
    for file in files {
        assert!(workdir.path("runs/league").join(file).exists(), "{file}");
    }
    assert_eq!(rows(&workdir, "league/games.csv").len(), games);
    assert_eq!(rows(&workdir, "league/watch.csv").len(), games / 2);
    assert_eq!(rows(&workdir, "league/matrix.csv").len(), games);
    // The default are three seeds, and a directory with the name of the format.
    assert!(done.written("wolf lynx").out.contains("seeds 1..3"));
    assert_eq!(rows(&workdir, "arena-round-robin/games.csv").len(), 2 * 3 * 3);
}

#[test]
fn each_format_has_its_number_of_games() {
    let workdir = foxes();
    let three = "my-creatures/fox wolf lynx --seeds 1..1";
    for (format, entrants, games) in [
        ("duel", "my-creatures/fox wolf --seeds 1..1", 2),
        ("meadow", three, 3),
        ("conquest", three, 2 * 3),
        ("king", three, 2 * 2),
    ] {
        league(&workdir, &format!("{entrants} --format {format}"));
        let rows = rows(&workdir, &format!("arena-{format}/games.csv"));
        let mut played: Vec<_> = rows.iter().map(|row| (&row[0], &row[1])).collect();
        played.dedup();
        assert_eq!(played.len(), games, "{format}");
        let watched = workdir.read(format!("runs/arena-{format}/watch.csv"));
        let side = if format == "conquest" { 24 } else { 32 };
        assert!(watched.contains(&format!("species.fox.mature_size={side}")), "{watched}");
    }
}

#[test]
fn a_copy_has_the_results_of_the_original() {
    let workdir = foxes();
    let played = run(
        &workdir,
        "terrarium arena my-creatures/fox twins/fox wolf my-creatures --seeds 1..1 --ticks 50",
    );
    assert!(played.err.contains("fox-2"), "a note says so: {}", played.err);
    let ratings = rows(&workdir, "arena-round-robin/ratings.csv");
    assert_eq!(ratings.len(), 3, "the same folder enters once");
    // What was alive and its energy, of those in the first and in the second place.
    let ends = |one: &str, other: &str| -> Vec<Vec<String>> {
        let games = rows(&workdir, "arena-round-robin/games.csv").into_iter();
        let games = games.filter(|row| row[3] == one && row[4] == other);
        games.map(|row| [&row[9..11], &row[13..15]].concat()).collect()
    };
    assert_eq!(ends("fox", "fox-2").len(), 1);
    assert_eq!(ends("fox", "fox-2"), ends("fox-2", "fox"), "each has each place once");
    assert_eq!(ends("fox", "wolf"), ends("fox-2", "wolf"));
    assert_ne!(ends("fox", "wolf"), ends("wolf", "fox"));
}

#[test]
fn a_folder_with_the_files_of_a_shipped_animal_is_that_animal() {
    let workdir = foxes();
    for (name, text) in [
        ("creature.toml", include_str!("../../creatures/wolf/creature.toml")),
        ("behaviour.rhai", include_str!("../../creatures/wolf/behaviour.rhai")),
    ] {
        workdir.write(format!("copied/wolf/{name}"), text);
    }
    league(&workdir, "copied/wolf lynx --seeds 1..1");
    let ratings = rows(&workdir, "arena-round-robin/ratings.csv");
    let mut names: Vec<_> = ratings.iter().map(|row| row[2].as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["lynx", "wolf"]);
}
