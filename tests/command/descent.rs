//! Pictures of descent: `terrarium render --muller`, `--tree` and `--traits`.

use std::collections::BTreeMap;

use terrarium_testing::Workdir;

use crate::render::SMALL;
use crate::tables::rows_of;
use crate::workdir;

/// A small, fast meadow with its individuals in `first`.
fn recorded() -> Workdir {
    let workdir = workdir();
    let run = ["run", "meadow", "--ticks", "400", "--out", "first", "--individuals"];
    workdir.success(&run.into_iter().chain(SMALL).collect::<Vec<_>>());
    workdir
}

fn columns(table: &str) -> Vec<Vec<&str>> {
    table.lines().skip(1).map(|line| line.split(',').collect()).collect()
}

#[test]
fn a_muller_plot_counts_what_the_census_counts() {
    let workdir = recorded();
    let fine = ["--distance", "0.001", "--muller", "a.csv", "--traits", "b.csv"];
    workdir.success(&[&["render", "first", "--species", "deer"], &fine[..]].concat());
    let table = workdir.read("a.csv");
    let mut sums: BTreeMap<&str, u64> = BTreeMap::new();
    for row in columns(&table) {
        *sums.entry(row[0]).or_default() += row[3].parse::<u64>().unwrap();
    }
    let census = workdir.read("first/census.csv");
    let mut compared = 0;
    for row in rows_of(&census).iter().filter(|row| row["species"] == "deer") {
        let Some(&sum) = sums.get(&*row["tick"]) else { continue };
        assert_eq!(sum, row["count"].parse::<u64>().unwrap(), "tick {}", row["tick"]);
        compared += 1;
    }
    assert!(compared > 3, "{census}");
    assert!(columns(&table).iter().any(|row| row[1] == "A1" && row[2] == "A"), "{table}");
    // The living with known traits are all.
    let traits = workdir.read("b.csv");
    let last = columns(&traits).into_iter().rfind(|row| row[1] == "points_speed").unwrap();
    assert_eq!((last[0], last[2].parse().unwrap()), ("400", sums["400"]));
}

/// Lemmings have marks, heritable rates and brains.
#[test]
fn a_history_of_traits_has_the_numbers_of_genomes() {
    let workdir = workdir();
    let run = ["run", "meadow", "--ticks", "300", "--out", "first", "--individuals=csv"];
    let lemmings = ["--set", "population.lemming=30"];
    workdir.success(&run.into_iter().chain(SMALL).chain(lemmings).collect::<Vec<_>>());
    let render = ["render", "first", "--species", "lemming", "--traits"];
    workdir.success(&[&render[..], &["a.csv"]].concat());
    workdir.success(&[&render[..], &["a.png"]].concat());
    let table = workdir.read("a.csv");
    let at_first = |name: &str| {
        let row = columns(&table).into_iter().find(|row| row[1] == name);
        row.unwrap_or_else(|| panic!("{name}: {table}")).iter().map(ToString::to_string).collect()
    };
    for name in ["points_speed", "hue", "neurons", "connections"] {
        let row: Vec<String> = at_first(name);
        assert_eq!((&*row[0], &*row[2]), ("0", "30"), "{name}");
    }
    // A chart of the run, which is replayed, has the same numbers.
    let chart = ["chart", "first", "--kind", "history", "--species", "lemming"];
    workdir.success(&[&chart[..], &["--out", "b.csv"]].concat());
    assert!(workdir.read("b.csv") == table);
    // Founders have the brain of their species.
    let neurons: Vec<String> = at_first("neurons");
    assert_eq!(neurons[3], neurons[7]);
}

#[test]
fn pictures_have_the_format_of_their_ending_and_equal_bytes() {
    let workdir = recorded();
    let beginnings: [(&str, &str, &[u8]); 7] = [
        ("--muller", "a.png", b"\x89PNG"),
        ("--muller", "a.svg", b"<svg"),
        ("--traits", "b.png", b"\x89PNG"),
        ("--traits", "b.pdf", b"%PDF"),
        ("--tree", "c.svg", b"<svg"),
        ("--tree", "c.png", b"\x89PNG"),
        ("--tree", "c.csv", b"taxon,first,"),
    ];
    for (option, name, beginning) in beginnings {
        let render = ["render", "first", "--species", "hare", option, name, "--size", "640x400"];
        let written = workdir.run(&render);
        assert_eq!((written.code, written.err), (Some(0), format!("wrote {name}\n")));
        let bytes = workdir.bytes(name);
        assert!(bytes.starts_with(beginning), "{name}");
        workdir.success(&render);
        assert!(workdir.bytes(name) == bytes, "{name}");
    }
    let by = ["--by", "organism", "--tree", "d.svg"];
    workdir.success(&[&["render", "first", "--species", "clover"], &by[..]].concat());
    let tree = workdir.read("d.svg");
    let rows = tree.matches("<title>").count();
    assert!((2..=90).contains(&rows), "{rows}");
    assert!(tree.contains("origin in tick") && tree.contains("are not drawn"), "{tree}");
}

#[test]
fn what_cannot_be_drawn_is_refused_with_a_remedy() {
    let workdir = recorded();
    workdir.write("empty/notes.txt", "no run");
    workdir.write("folder.svg/notes.txt", "a folder");
    let cases: [(&[&str], &str); 14] = [
        (&["first", "--muller", "a.png"], "give --species and one of"),
        (&["first", "--muller", "a.png", "--species", "hair"], "did you mean `hare`?"),
        (&["first", "--muller", "a.gif", "--species", "hare"], ".png"),
        (&["first", "--tree", "a.gif", "--species", "hare"], "end the name with `.png`"),
        (&["first", "--tree", "folder.svg", "--species", "hare"], "this is a directory"),
        (&["first", "--traits", "no/a.png", "--species", "hare"], "there is no directory no"),
        (
            &["first", "--muller", "first/individuals.csv", "--species", "hare"],
            "this is the table of individuals of the run",
        ),
        (
            &["first", "--muller", "a.png", "--species", "hare", "--size", "100x100"],
            "from 240 to 8192 pixels with --muller",
        ),
        (
            &["empty", "--muller", "a.png"],
            "there is no individuals.csv or individuals.parquet in this directory",
        ),
        (&["meadow", "--muller", "a.png"], "record a run with its individuals"),
        (
            &["first", "--traits", "a.png", "--species", "hare", "--distance", "0.1"],
            "give --muller, or --tree without --by",
        ),
        (
            &[
                "first",
                "--tree",
                "a.svg",
                "--species",
                "hare",
                "--distance",
                "0.1",
                "--by",
                "organism",
            ],
            "which none of these pictures shows",
        ),
        (&["first", "--species", "hare", "--png", "a.png"], "--muller"),
        (&["first", "--muller", "a.svg", "--species", "hare", "--ticks", "5"], "--ticks"),
    ];
    for (arguments, expected) in cases {
        let message = workdir.refused(&[&["render"], arguments].concat());
        assert!(message.contains(expected), "{arguments:?}: {message}");
        assert!(!workdir.path("a.png").exists() && !workdir.path("a.svg").exists());
    }
}
