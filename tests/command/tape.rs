//! `terrarium tape`.

use terrarium_testing::Workdir;

use crate::pond::pond;
use crate::tables::rows_of;

fn recorded() -> Workdir {
    let workdir = pond();
    workdir.json(&["run", "pond.toml", "--ticks", "30", "--record", "pond.recording"]);
    workdir
}

const TAPE: [&str; 10] = [
    "tape",
    "pond.recording",
    "--outcome",
    "hare.births > 2",
    "--every",
    "10",
    "--replicates",
    "4",
    "--ticks",
    "12",
];

#[test]
fn a_tape_counts_the_branches_with_the_outcome_and_does_so_in_parts() {
    let workdir = recorded();
    let whole = workdir.json(&[&TAPE[..], &["--out", "whole"]].concat());
    let moments = whole["moments"].as_array().unwrap();
    let ticks: Vec<_> = moments.iter().map(|it| it["tick"].as_u64().unwrap()).collect();
    assert_eq!(ticks, [0, 10, 20, 30]);
    // The rows of the experiment are the oracle.
    let mut hits = [0_u64; 4];
    for row in rows_of(&workdir.read("whole/runs.csv")) {
        let number = |column: &str| row[column].parse::<usize>().unwrap();
        hits[number("base.tick") / 10] += u64::from(number("hare_births") > 2);
    }
    let counted: Vec<_> = moments.iter().map(|it| it["hits"].as_u64().unwrap()).collect();
    assert_eq!(counted, hits);
    // Readers that infer types take no column of shares for integers.
    let mut tape = csv::Reader::from_path(workdir.path("whole/tape.csv")).unwrap();
    for row in tape.records() {
        let row = row.unwrap();
        assert!((4..7).all(|column| row[column].contains('.')), "{row:?}");
    }
    assert!(workdir.path("whole/tape.png").exists());

    for shard in ["1/2", "2/2"] {
        let out = format!("shard-{}", &shard[..1]);
        workdir.json(&[&TAPE[..], &["--out", &out, "--shard", shard]].concat());
    }
    workdir.json(&["merge", "shard-1", "shard-2", "--out", "merged"]);
    workdir.json(&[&TAPE[..], &["--out", "merged", "--resume"]].concat());
    for file in ["tape.csv", "tape.png", "runs.csv"] {
        let [one, other] = ["whole", "merged"].map(|dir| workdir.bytes(format!("{dir}/{file}")));
        assert!(one == other, "{file}");
    }
}

#[test]
fn an_outcome_that_always_holds_has_no_jump() {
    let workdir = recorded();
    let sure = ["tape", "pond.recording", "--outcome", "hare.births >= 0", "--every", "30"];
    let result = workdir.run(&[&sure[..], &["--replicates", "2", "--ticks", "2"]].concat());
    assert_eq!(result.code, Some(0), "{}", result.err);
    assert!(result.out.contains("no jump"), "{}", result.out);
    assert!(result.out.contains("1.000"), "{}", result.out);
}

#[test]
fn wrong_questions_are_refused() {
    let workdir = recorded();
    let cases: [(&[&str], &[&str]); 9] = [
        (&["nix.recording"], &["nix.recording", "no such file"]),
        (&["pond.toml"], &["pond.toml", "not a recording"]),
        (&["pond.recording", "--from", "40"], &["40", "0 to 30"]),
        (&["pond.recording", "--from", "9", "--to", "3"], &["from 9 to 3"]),
        (&["pond.recording", "--every", "0"], &["--every"]),
        (&["pond.recording", "--outcome", "hair == 0"], &["hair", "hare"]),
        (&["pond.recording", "--outcome", "hare < 0"], &["`hare < 0`", "never hold"]),
        (
            &["pond.recording", "--outcome", "hare < 3 && hare > 5"],
            &["`hare < 3 && hare > 5`", "never hold"],
        ),
        (
            &["pond.recording", "--outcome", "tick > 80", "--ticks", "50"],
            &["`tick > 80`", "never hold in runs of 50 ticks after tick 0 to 30", "more ticks"],
        ),
    ];
    for (arguments, parts) in cases {
        let outcome: &[&str] =
            if arguments.contains(&"--outcome") { &[] } else { &["--outcome", "hare == 0"] };
        let message = workdir.refused(&[&["tape"], arguments, outcome].concat());
        assert!(parts.iter().all(|part| message.contains(part)), "{arguments:?}: {message}");
    }
}
