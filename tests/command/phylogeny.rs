//! The command `terrarium phylogeny`.

use serde_json::json;
use terrarium_testing::Workdir;

use crate::workdir;

const HEADER: &str = "organism,parent,species,kind,lineage,generation,born,died,cause,mature_radius,points_energy,\
    points_eating,points_attack,points_defence,points_speed,points_camouflage,points_sight,height,preferred_light,\
    seed_spread,children";
const FAST: &str = "12.5,20.0,20.0,0.0,0.0,40.0,10.0,10.0,,,,0";
const SLOW: &str = "12.5,20.0,20.0,0.0,20.0,20.0,10.0,10.0,,,,0";
const OAK: &str = "20.0,,,,,,,,2.5,0.75,300.0,0";

/// A workdir with the table of individuals of a run in `first`: the dead before the living.
///
/// ```text
/// hare 1 slow           oak 2
/// ├─ hare 3 slow        └─ oak 6 *
/// │  ├─ hare 5 fast *
/// │  └─ hare 7 slow *   oak 8 *: its parent has no row
/// └─ hare 4 fast
/// ```
fn recorded() -> Workdir {
    let workdir = workdir();
    let rows = [
        format!("4,1,hare,herbivore,l,1,12,20,starved,{FAST}"),
        format!("1,,hare,herbivore,l,0,0,31,old age,{SLOW}"),
        format!("3,1,hare,herbivore,l,1,10,40,killed,{SLOW}"),
        format!("2,,oak,plant,l,0,0,80,eaten,{OAK}"),
        format!("5,3,hare,herbivore,l,2,30,,,{FAST}"),
        format!("6,2,oak,plant,l,1,33,,,{OAK}"),
        format!("7,3,hare,herbivore,l,2,35,,,{SLOW}"),
        format!("8,999,oak,plant,l,7,36,,,{OAK}"),
    ];
    workdir.write("first/individuals.csv", format!("{HEADER}\n{}\n", rows.join("\n")));
    workdir
}

#[test]
fn figures_of_each_species_are_a_table() {
    let workdir = recorded();
    insta::assert_snapshot!(workdir.success(&["phylogeny", "first"]), @"
    species  taxa  roots  living  max depth  mean depth  MRCA  its origin  mean distance  Sackin  Colless  Colless-like
    oak         3      2       2          1       0.500     -           -              -       0        0             0
    hare        5      1       2          2           2    #3          10              2       2        0             0
    ");
    insta::assert_snapshot!(workdir.success(&["phylogeny", "first", "--extant", "--by", "genotype"]), @"
    species  taxa  roots  living  max depth  mean depth  MRCA  its origin  mean distance  Sackin  Colless  Colless-like
    oak         2      2       2          0           0     -           -              -       0        0             0
    hare        2      1       2          1       0.500    #1           0              1       2        0             0
    ");
    let hares = workdir.json(&["phylogeny", "first", "--species", "hare", "--extant"]);
    let expected = json!({
        "by": "organism",
        "extant": true,
        "species": [{
            "species": "hare",
            "taxa": 4,
            "roots": 1,
            "living": 2,
            "max_depth": 2,
            "mean_depth": 2.0,
            "common_ancestor": { "id": 3, "origin": 10 },
            "mean_pairwise_distance": 2.0,
            "balance": { "sackin": 2, "colless": 0, "colless_like": 0.0 },
        }],
    });
    assert_eq!(hares, expected);
}

#[test]
fn the_trees_are_written_in_the_format_of_the_ending() {
    let workdir = recorded();
    let files = |more: &[&str]| {
        for name in ["a.nwk", "a.csv"] {
            let written = workdir.run(&[&["phylogeny", "first", "--out", name], more].concat());
            assert_eq!((written.code, written.err), (Some(0), format!("wrote {name}\n")));
            assert!(written.out.starts_with("species  taxa"), "{}", written.out);
        }
        format!("{}\n{}", workdir.read("a.nwk"), workdir.read("a.csv"))
    };
    insta::assert_snapshot!(files(&[]), @"
    ((hare-5:20,hare-7:25)hare-3:10,hare-4:12)hare-1:0;
    (oak-6:33)oak-2:0;
    oak-8:36;

    id,ancestor_list,origin_time,destruction_time,taxon_label,num_orgs,tot_orgs,species,mature_radius,points_energy,points_eating,points_attack,points_defence,points_speed,points_camouflage,points_sight,height,preferred_light,seed_spread
    1,[none],0,31,hare-1,0,1,hare,12.5,20.0,20.0,0.0,20.0,20.0,10.0,10.0,,,
    2,[none],0,80,oak-2,0,1,oak,20.0,,,,,,,,2.5,0.75,300.0
    3,[1],10,40,hare-3,0,1,hare,12.5,20.0,20.0,0.0,20.0,20.0,10.0,10.0,,,
    4,[1],12,20,hare-4,0,1,hare,12.5,20.0,20.0,0.0,0.0,40.0,10.0,10.0,,,
    5,[3],30,inf,hare-5,1,1,hare,12.5,20.0,20.0,0.0,0.0,40.0,10.0,10.0,,,
    6,[2],33,inf,oak-6,1,1,oak,20.0,,,,,,,,2.5,0.75,300.0
    7,[3],35,inf,hare-7,1,1,hare,12.5,20.0,20.0,0.0,20.0,20.0,10.0,10.0,,,
    8,[none],36,inf,oak-8,1,1,oak,20.0,,,,,,,,2.5,0.75,300.0
    ");
    insta::assert_snapshot!(files(&["--species", "hare", "--by", "genotype", "--extant"]), @"
    (hare-5:30)hare-1:0;

    id,ancestor_list,origin_time,destruction_time,taxon_label,num_orgs,tot_orgs,species,mature_radius,points_energy,points_eating,points_attack,points_defence,points_speed,points_camouflage,points_sight,height,preferred_light,seed_spread
    1,[none],0,inf,hare-1,1,3,hare,12.5,20.0,20.0,0.0,20.0,20.0,10.0,10.0,,,
    5,[1],30,inf,hare-5,1,1,hare,12.5,20.0,20.0,0.0,0.0,40.0,10.0,10.0,,,
    ");
}

#[test]
fn what_cannot_be_done_is_refused_with_a_remedy() {
    let workdir = recorded();
    workdir.write("empty/notes.txt", "no run");
    workdir.write("folder.csv/notes.txt", "a folder");
    let cases: [(&[&str], &str); 10] = [
        (&["none"], "none: there is no such directory; record a run with its individuals"),
        (&["empty"], "there is no individuals.csv or individuals.parquet in this directory"),
        (&["empty"], "`terrarium run … --out DIR --individuals`"),
        (&["empty/notes.txt"], "this is not the directory of a run"),
        (&["first", "--species", "hair"], "did you mean `hare`?"),
        (&["first", "--species", "wolf"], "give one of `hare`, `oak`"),
        (&["first", "--out", "a.txt"], "end the name with .csv or .nwk"),
        (&["first", "--out", "none/a.nwk"], "there is no directory none"),
        (&["first", "--out", "folder.csv"], "this is a directory"),
        (&["first", "--out", "first/../first/individuals.csv"], "this is the table of individuals"),
    ];
    for (arguments, expected) in cases {
        let message = workdir.refused(&[&["phylogeny"], arguments].concat());
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}

#[test]
fn a_damaged_table_is_refused_with_the_line() {
    let workdir = recorded();
    let before = workdir.read("first/individuals.csv");
    let cases = [
        ("1,,hare,herbivore,l,0,0,31", "1,,hare,herbivore,l,0,zero,31", ":3: `born` is `zero`"),
        ("7,3,hare", "5,3,hare", ":8: organism 5 has a line before"),
        (
            "8,999,oak,plant,l,7,36",
            "8,6,oak,plant,l,7,30",
            ":9: organism 8, `oak`, born in tick 30",
        ),
        ("8,999,oak", "8,7,oak", "its parent 7 is of the species `hare`"),
        ("born", "birth", "there is no column `born`"),
    ];
    for (old, new, expected) in cases {
        workdir.write("first/individuals.csv", &before);
        workdir.edit("first/individuals.csv", old, new);
        let message = workdir.refused(&["phylogeny", "first", "--out", "a.nwk"]);
        assert!(message.contains(expected), "{new}: {message}");
        assert!(!workdir.path("a.nwk").exists());
    }
}

#[test]
fn the_table_of_a_run_is_read_whole() {
    let workdir = workdir();
    let world = [
        "world.size=[1200, 900]",
        "population.clover=60",
        "population.oak=0",
        "population.hare=1",
        "population.deer=0",
        "population.lynx=0",
        "population.wolf=0",
    ];
    let sets = world.iter().flat_map(|set| ["--set", set]);
    let run = ["run", "meadow", "--ticks", "400", "--individuals", "--out", "run"];
    workdir.success(&run.into_iter().chain(sets).collect::<Vec<_>>());
    let rows = workdir.read("run/individuals.csv").lines().count() - 1;
    let figures = workdir.success(&["phylogeny", "run", "--format", "json"]);
    let figures: serde_json::Value = serde_json::from_str(&figures).unwrap();
    let [clovers, hares] = &figures["species"].as_array().unwrap()[..] else { panic!("{figures}") };
    let taxa = [clovers, hares].map(|species| species["taxa"].as_u64().unwrap());
    assert_eq!(taxa[0] + taxa[1], rows as u64);
    assert!(taxa[1] > 1, "{hares}");
    assert_eq!((&hares["roots"], &clovers["roots"]), (&json!(1), &json!(60)));
}

#[test]
fn selection_is_measured_for_every_trait() {
    let workdir = recorded();
    // Hares: 1 has two children, of which 4 has none; oaks: 6 is alive.
    let table = workdir.success(&["selection", "first", "--species", "hare", "--every", "11"]);
    assert!(table.contains("points_speed") && !table.contains("height"), "{table}");
    assert!(table.starts_with("2 cohorts of 11 ticks, without 2 of which some"), "{table}");
    let json = workdir.success(&["selection", "first", "--format", "json", "--out", "s.csv"]);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["species"].as_array().unwrap().len(), 2);
    let rows = workdir.read("s.csv");
    assert!(
        rows.starts_with("species,from,to,organisms,children,trait,mean,sd,differential"),
        "{rows}"
    );
    for (arguments, parts) in [
        (&["selection", "nowhere"][..], ["nowhere", "--individuals"]),
        (&["selection", "first", "--species", "hair"], ["--species hair", "did you mean `hare`?"]),
        (&["selection", "first", "--every", "0"], ["--every", "0"]),
        (&["selection", "first", "--out", "s.txt"], ["s.txt", ".csv"]),
        (
            &["selection", "first", "--out", "first/individuals.csv"],
            ["individuals", "another file"],
        ),
    ] {
        let message = workdir.refused(arguments);
        assert!(parts.iter().all(|part| message.contains(part)), "{message}");
    }
}

#[test]
fn clusters_are_lineages_of_similar_traits() {
    let workdir = recorded();
    // The fast hare 4 is dead when its niece 5 is born, so that founds a cluster of its own.
    let files = |more: &[&str]| {
        let files = ["--by", "cluster", "--out", "a.csv", "--clusters", "b.csv"];
        workdir.success(&[&["phylogeny", "first"], &files[..], more].concat());
        let taxa = workdir.read("a.csv");
        let short = taxa.lines().map(|line| line.split(',').take(8).collect::<Vec<_>>().join(","));
        format!("{}\n\n{}", short.collect::<Vec<_>>().join("\n"), workdir.read("b.csv"))
    };
    insta::assert_snapshot!(files(&[]), @"
    id,ancestor_list,origin_time,destruction_time,taxon_label,num_orgs,tot_orgs,species
    1,[none],0,inf,hare-A,1,3,hare
    2,[none],0,inf,oak-A,2,3,oak
    4,[1],12,20,hare-A1,0,1,hare
    5,[1],30,inf,hare-A2,1,1,hare

    organism,cluster
    1,hare-A
    2,oak-A
    3,hare-A
    4,hare-A1
    5,hare-A2
    6,oak-A
    7,hare-A
    8,oak-A
    ");
    insta::assert_snapshot!(files(&["--distance", "0.1001", "--species", "hare"]), @"
    id,ancestor_list,origin_time,destruction_time,taxon_label,num_orgs,tot_orgs,species
    1,[none],0,inf,hare-A,2,5,hare

    organism,cluster
    1,hare-A
    3,hare-A
    4,hare-A
    5,hare-A
    7,hare-A
    ");
    let whole = files(&[]);
    let table = workdir.read("first/individuals.csv");
    let mut lines: Vec<&str> = table.lines().collect();
    lines[1..].reverse();
    workdir.write("first/individuals.csv", lines.join("\n"));
    assert_eq!(files(&[]), whole);
    let figures = workdir.json(&["phylogeny", "first", "--by", "cluster"]);
    assert_eq!(figures["by"], "cluster");
    assert_eq!(figures["species"][1]["taxa"], 3);
}

#[test]
fn clusters_that_cannot_be_written_are_refused() {
    let workdir = recorded();
    let cases: [(&[&str], &str); 6] = [
        (&["--distance", "0.1"], "leave it out, or give --by cluster or --clusters"),
        (&["--clusters", "a.nwk"], "end the name with .csv"),
        (&["--clusters", "none/a.csv"], "there is no directory none"),
        (&["--clusters", "first/individuals.csv"], "this is the table of individuals"),
        (&["--clusters", "a.csv", "--out", "a.csv"], "--out writes this file"),
        (&["--distance=-0.1"], "give a number from 0, such as 0.06"),
    ];
    for (arguments, expected) in cases {
        let message = workdir.refused(&[&["phylogeny", "first"], arguments].concat());
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    assert!(!workdir.path("a.csv").exists());
}
