//! The ancestry of the living: `terrarium run --ancestry`, and what reads it.

use std::collections::BTreeSet;
use std::fs;

use parquet::file::reader::{FileReader, SerializedFileReader};
use terrarium::phylogeny::{ANCESTRY_CSV, INDIVIDUALS_CSV, Phylogeny};
use terrarium_testing::Workdir;

use crate::workdir;

/// A small world in which hares and clovers mate, and lemmings have brains.
const WORLD: [&str; 11] = [
    "world.size=[1000, 800]",
    "population.clover=100",
    "population.oak=0",
    "population.hare=20",
    "population.deer=0",
    "population.lynx=0",
    "population.wolf=0",
    "population.lemming=12",
    "rules.lifespan_plant=60",
    "species.hare.reproduction.sexual=true",
    "species.clover.reproduction.sexual=true",
];

fn run(workdir: &Workdir, options: &[&str]) {
    let world = WORLD.iter().flat_map(|set| ["--set", set]).collect::<Vec<_>>();
    let run = ["run", "meadow", "--ticks", "900", "--events", "nothing"];
    workdir.success(&[&run[..], &world, options].concat());
}

/// A workdir with both tables of a run in `both`, and only the ancestry in `csv` and `parquet`.
fn recorded() -> Workdir {
    let workdir = workdir();
    run(&workdir, &["--individuals", "--ancestry", "--out", "both"]);
    for name in ["ancestry.csv", "ancestry.parquet"] {
        let (_, ending) = name.split_once('.').unwrap();
        workdir.write(format!("{ending}/notes.txt"), "the record of a run");
        for file in [name, "manifest.json"] {
            let [from, to] = ["both", ending].map(|dir| workdir.path(format!("{dir}/{file}")));
            fs::copy(from, to).unwrap();
        }
    }
    workdir
}

#[test]
fn its_rows_are_those_of_extant_organisms_in_the_table_of_individuals() {
    let workdir = recorded();
    let [all, ancestry] = [INDIVIDUALS_CSV, ANCESTRY_CSV].map(|name| {
        let path = workdir.path(format!("both/{name}"));
        (fs::read_to_string(&path).unwrap(), Phylogeny::read(&path).unwrap())
    });
    let extant = all.1.extant();
    assert_eq!(ancestry.1.taxa().len(), extant.taxa().len());
    let order: Vec<u64> = extant.taxa().iter().map(|taxon| taxon.id).collect();
    assert!(ancestry.1.taxa().iter().map(|taxon| taxon.id).eq(order.iter().copied()));
    let dead = extant.taxa().iter().filter(|taxon| !taxon.is_living());
    let (dead, died) = (dead.count(), all.1.taxa().len() - extant.taxa().len());
    assert!(dead > 20 && died > 20, "{dead} dead ancestors, {died} extinct organisms");

    let id = |line: &str| line.split(',').next().unwrap().parse::<u64>();
    let mut expected: Vec<&str> = all.0.lines().collect();
    let kept: BTreeSet<u64> = order.iter().copied().collect();
    expected.retain(|line| id(line).map_or(true, |id| kept.contains(&id)));
    let rank = |id: u64| order.iter().position(|&it| it == id);
    expected.sort_by_key(|line| id(line).ok().and_then(rank));
    assert!(ancestry.0.lines().eq(expected.iter().copied()));
}

#[test]
fn a_table_that_is_asked_for_is_the_same_with_and_without_the_other() {
    let workdir = recorded();
    run(&workdir, &["--individuals=csv", "--out", "all"]);
    run(&workdir, &["--ancestry=parquet", "--out", "kept"]);
    let files = |dir: &str| {
        let entries = fs::read_dir(workdir.path(dir)).unwrap();
        let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        names
            .filter(|name| name.starts_with("individuals") || name.starts_with("ancestry"))
            .collect::<BTreeSet<_>>()
    };
    let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect::<BTreeSet<_>>();
    assert_eq!(files("all"), names(&["individuals.csv"]));
    assert_eq!(files("kept"), names(&["ancestry.parquet"]));
    for (dir, name) in [("all", "individuals.csv"), ("kept", "ancestry.parquet")] {
        let [one, both] = [dir, "both"].map(|dir| workdir.bytes(format!("{dir}/{name}")));
        assert!(one == both, "{name}");
    }
    let file = fs::File::open(workdir.path("kept/ancestry.parquet")).unwrap();
    let rows = SerializedFileReader::new(file).unwrap().get_row_iter(None).unwrap().count();
    assert_eq!(rows, workdir.read("both/ancestry.csv").lines().count() - 1);
}

#[test]
fn its_trees_are_the_extant_ones_of_all_individuals() {
    let workdir = recorded();
    for by in ["organism", "genotype"] {
        let figures = |dir: &str, more: &[&str]| {
            let read = ["phylogeny", dir, "--by", by, "--format", "json"];
            let result = workdir.run(&[&read[..], more].concat());
            assert_eq!(result.code, Some(0), "{}", result.err);
            (result.out, result.err)
        };
        let (expected, _) = figures("both", &["--extant"]);
        assert!(expected.contains("\"max_depth\":") && !expected.contains("\"living\":0,"));
        for dir in ["csv", "parquet"] {
            let (found, note) = figures(dir, &[]);
            assert_eq!(found, expected, "{dir} by {by}");
            assert!(note.contains("only the ancestry of the living"), "{note}");
            assert_eq!(figures(dir, &["--extant"]), (expected.clone(), String::new()));
        }
    }
    let [expected, found] = [("both", "a.nwk"), ("csv", "b.nwk")].map(|(dir, name)| {
        workdir.success(&["phylogeny", dir, "--species", "clover", "--extant", "--out", name]);
        workdir.read(name)
    });
    assert_eq!(found, expected);
    let tree = ["render", "csv", "--species", "clover", "--tree", "a.svg", "--by", "organism"];
    workdir.success(&tree);
    assert!(workdir.read("a.svg").contains("origin in tick"));
}

#[test]
fn what_depends_on_all_organisms_is_refused() {
    let workdir = recorded();
    let render = ["render", "csv", "--species", "clover"];
    let cases: [(&[&str], &str); 8] = [
        (&["selection", "csv"], "the figures of selection depend on all organisms"),
        (&["evolve", "parquet"], "neutral shadows depend on all organisms"),
        (&["phylogeny", "csv", "--by", "cluster"], "give --by organism or --by genotype, or"),
        (&["phylogeny", "csv", "--clusters", "a.csv"], "clusters depend on all organisms"),
        (&[&render[..], &["--muller", "a.png"]].concat(), "Müller plots depend on all organisms"),
        (&[&render[..], &["--traits", "a.png"]].concat(), "distributions of traits depend on all"),
        (&[&render[..], &["--tree", "a.svg"]].concat(), "give --by organism or --by genotype, or"),
        (&["phylogeny", "csv", "--out", "csv/ancestry.csv"], "this is the ancestry of the run"),
    ];
    for (arguments, expected) in cases {
        let message = workdir.refused(arguments);
        assert!(message.contains(expected), "{arguments:?}: {message}");
        let is_about_all = !expected.starts_with("this is");
        assert_eq!(message.contains("terrarium run … --out DIR --individuals"), is_about_all);
        for name in ["a.csv", "a.png", "a.svg"] {
            assert!(!workdir.path(name).exists(), "{arguments:?} wrote {name}");
        }
    }
    workdir.edit("csv/ancestry.csv", "organism,", "id,");
    let message = workdir.refused(&["phylogeny", "csv"]);
    assert!(message.contains("`terrarium run … --out DIR --ancestry`"), "{message}");
}
