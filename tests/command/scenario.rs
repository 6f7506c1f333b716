//! `terrarium scenario`: worlds saved as scenarios, run again, and refusals.

use terrarium_testing::Workdir;

const POND: &str = r#"
description = "A pond"
seed = 3
walls = [[300, 100, 320, 400]]

[world]
size = [700, 500]

[[population]]
species = "clover"
count = 30

[[population]]
species = "hare"
count = 9
at = [[100, 100], [600, 100, 12]]
"#;

fn workdir() -> Workdir {
    let workdir = crate::workdir();
    workdir.write("pond.toml", POND);
    workdir
}

/// The message of a command that fails because of its input.
fn refusal(workdir: &Workdir, arguments: &[&str]) -> String {
    let result = workdir.run(arguments);
    assert_eq!(result.code, Some(2), "{arguments:?}");
    result.err.trim().to_owned()
}

#[test]
fn a_run_is_saved_as_a_scenario_that_runs() {
    let workdir = workdir();
    workdir.success(&["run", "pond.toml", "--ticks", "30", "--out", "first"]);
    let wrote = workdir.run(&["scenario", "first", "--tick", "20", "--out", "later.toml"]).err;
    assert!(wrote.contains("wrote later.toml"), "{wrote}");
    workdir.success(&["scenario", "first/final.snapshot", "--out", "last.toml", "--random-places"]);
    let later = workdir.read("later.toml");
    assert!(later.contains("walls = [\n    [300, 100, 320, 400],\n]"), "{later}");
    assert!(later.contains("at = ["), "{later}");
    let last = workdir.read("last.toml");
    assert!(!last.contains("at = [") && last.contains("grown = "), "{last}");
    for name in ["later", "last"] {
        let file = format!("{name}.toml");
        workdir.success(&["run", &file, "--ticks", "10", "--out", name]);
        workdir.success(&["verify", name]);
    }
}

#[test]
fn bad_input_is_refused_with_a_remedy() {
    let workdir = workdir();
    workdir.success(&["run", "pond.toml", "--ticks", "5", "--out", "first"]);
    let snapshot = "first/final.snapshot";
    let refusals = [
        refusal(&workdir, &["scenario", "nothing", "--out", "a.toml"]),
        refusal(&workdir, &["scenario", "pond.toml", "--out", "a.toml"]),
        refusal(&workdir, &["scenario", "first", "--tick", "99", "--out", "a.toml"]),
        refusal(&workdir, &["scenario", snapshot, "--tick", "5", "--out", "a.toml"]),
        refusal(&workdir, &["scenario", snapshot, "--out", "pond.toml"]),
        refusal(&workdir, &["scenario", snapshot, "--out", "a.txt"]),
        refusal(&workdir, &["scenario", snapshot, "--out", "no/a.toml"]),
    ];
    insta::assert_snapshot!(refusals.join("\n"), @"
    error: nothing: there is no such file or directory; give a snapshot, or what `terrarium run --out` or `--record` wrote
    error: pond.toml: this is neither a snapshot nor a recorded run; give what `terrarium run --out` or `--record` wrote
    error: --tick 99: first has ticks 0 to 5
    error: --tick 5: first/final.snapshot is a snapshot, which has one tick; leave it out
    error: --out pond.toml: this file exists already; choose another name
    error: --out a.txt: a scenario is a TOML file; choose a name that ends in .toml
    error: --out no/a.toml: there is no directory no; create it first
    ");
}

#[test]
fn places_and_walls_that_cannot_be_are_refused_at_their_line() {
    let workdir = workdir();
    let refused = |from: &str, to: &str| {
        assert!(POND.contains(from), "{from}");
        workdir.write("pond.toml", POND.replace(from, to));
        refusal(&workdir, &["run", "pond.toml", "--ticks", "1", "--out", "x"])
    };
    let refusals = [
        refused("[100, 100],", "[310, 200],"),
        refused("[100, 100],", "[690, 100],"),
        refused("[100, 100],", "[101, 101], [100, 100],"),
        refused("[100, 100],", "[100],"),
        refused("100, 12]", "100, 30]"),
        refused("100, 12]", "100, 2]"),
        refused("count = 9", "count = 1"),
        refused("320, 400]", "290, 400]"),
        refused("320, 400]", "320, 501]"),
        refused("320, 400]", "320]"),
        refused("seed = 3", "creatures = [\"nowhere\"]"),
        refused("seed = 3", "creatures = \"nowhere\""),
    ];
    insta::assert_snapshot!(refusals.join("\n\n"), @r#"
    error: there is no room for a hare of radius 12: another founder, a wall or impassable terrain is there
      --> pond.toml:16:7
       |
    16 | at = [[310, 200], [600, 100, 12]]
       |       ^^^^^^^^^^
       |
       = help: move it, or leave it out

    error: a hare of radius 12 extends beyond the world
      --> pond.toml:16:7
       |
    16 | at = [[690, 100], [600, 100, 12]]
       |       ^^^^^^^^^^
       |
       = help: move it

    error: there is no room for a hare of radius 12: another founder, a wall or impassable terrain is there
      --> pond.toml:16:19
       |
    16 | at = [[101, 101], [100, 100], [600, 100, 12]]
       |                   ^^^^^^^^^^
       |
       = help: move it, or leave it out

    error: `population.at` is the list `[100]`
      --> pond.toml:16:7
       |
    16 | at = [[100], [600, 100, 12]]
       |       ^^^^^
       |
       = help: give a list of two or three numbers: x, y and the radius if it is not mature, such as [120, 80, 11]

    error: `population.at` is `30`
      --> pond.toml:16:30
       |
    16 | at = [[100, 100], [600, 100, 30]]
       |                              ^^
       |
       = help: give a number from 1 to 24 units

    error: a hare cannot have a radius of 2
      --> pond.toml:16:19
       |
    16 | at = [[100, 100], [600, 100, 2]]
       |                   ^^^^^^^^^^^^^
       |
       = help: give 11 to 12 units

    error: there are 2 places for 1 founders
      --> pond.toml:15:9
       |
    15 | count = 1
       |         ^
       |
       = help: raise `count`, or remove places from `at`

    error: the wall has no area: its right or lower edge is not beyond the other
     --> pond.toml:4:10
      |
    4 | walls = [[300, 100, 290, 400]]
      |          ^^^^^^^^^^^^^^^^^^^^
      |
      = help: give four numbers, the left, upper, right and lower edge, such as [100, 100, 124, 700]

    error: the wall extends beyond the world
     --> pond.toml:4:10
      |
    4 | walls = [[300, 100, 320, 501]]
      |          ^^^^^^^^^^^^^^^^^^^^
      |
      = help: give edges from [0, 0] to [700, 500]

    error: `walls` is the list `[300, 100, 320]`
     --> pond.toml:4:10
      |
    4 | walls = [[300, 100, 320]]
      |          ^^^^^^^^^^^^^^^
      |
      = help: give a list of four numbers, the left, upper, right and lower edge, such as [100, 100, 124, 700]

    error: there is no folder `nowhere`
     --> pond.toml:3:14
      |
    3 | creatures = ["nowhere"]
      |              ^^^^^^^^^
      |
      = help: give the path of a folder of creatures, relative to that of the scenario

    error: `creatures` is the string `"nowhere"`
     --> pond.toml:3:13
      |
    3 | creatures = "nowhere"
      |             ^^^^^^^^^
      |
      = help: give a list of folders of creatures, such as ["my-creatures"]
    "#);
}
