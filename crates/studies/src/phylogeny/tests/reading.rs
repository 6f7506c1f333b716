//! Tables of individuals.

use std::fs;

use terrarium_input::Diagnostic;

use crate::phylogeny::{INDIVIDUALS_CSV, Phylogeny, TRAIT_COLUMNS};

const HARE: &str = "hare,herbivore,12.5,20.0,20.0,0.0,10.0,30.0,10.0,10.0,,,";
const OAK: &str = "oak,plant,20.0,,,,,,,,2.5,0.75,300.0";

fn header() -> String {
    format!("cause,parent,organism,died,born,species,kind,{}", TRAIT_COLUMNS.join(","))
}

/// Reads a table in which a `!` stands for the traits of a hare, and `?` for those of an oak.
fn read_lines(lines: &[&str]) -> Result<Phylogeny, Diagnostic> {
    let lines = lines.iter().map(|line| line.replace('!', HARE).replace('?', OAK));
    read(&format!("{}\n{}\n", header(), lines.collect::<Vec<_>>().join("\n")))
}

fn read(text: &str) -> Result<Phylogeny, Diagnostic> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(INDIVIDUALS_CSV);
    fs::write(&path, text).unwrap();
    Phylogeny::read(&path)
}

fn refusal(lines: &[&str]) -> String {
    short(&read_lines(lines).expect_err("the table is damaged"))
}

/// The message from the number of the line on, without the remedy.
fn short(error: &Diagnostic) -> String {
    assert!(error.remedy.as_ref().is_some_and(|it| it.contains("--individuals")), "{error}");
    let location = error.location.as_ref().map_or_else(String::new, ToString::to_string);
    let (_, line) = location.split_once(INDIVIDUALS_CSV).expect("the file");
    format!("{line} {}\n", error.what)
}

#[test]
fn rows_and_columns_may_be_in_any_order() {
    // 4 descends from an organism without a row.
    let tree = read_lines(&[
        "starved,2,7,30,20,!",
        "old age,1,2,60,10,!",
        ",,1,,0,!",
        ",,3,,0,?",
        ",900,4,,1000,!",
    ])
    .unwrap();
    let taxa = tree.taxa().iter().map(|taxon| {
        let parent = taxon.parent.map(|it| tree.taxa()[it].id);
        (tree.label(taxon), parent, taxon.origin, taxon.destruction)
    });
    let expected = [
        ("hare-1".to_owned(), None, 0, None),
        ("oak-3".to_owned(), None, 0, None),
        ("hare-2".to_owned(), Some(1), 10, Some(60)),
        ("hare-7".to_owned(), Some(2), 20, Some(30)),
        ("hare-4".to_owned(), None, 1000, None),
    ];
    assert_eq!(taxa.collect::<Vec<_>>(), expected);
    let kinds: Vec<_> = tree.species().iter().map(|it| (it.name.as_str(), it.kind)).collect();
    let oak = tree.taxa()[1].traits;
    assert_eq!(oak.unwrap().at(kinds[1].1, 10), Some(300.0));
    assert_eq!(tree.taxa()[0].traits.unwrap().at(kinds[0].1, 0), Some(12.5));
    let oaks = tree.of_species(1);
    let labels: Vec<String> = oaks.taxa().iter().map(|taxon| oaks.label(taxon)).collect();
    assert_eq!(labels, ["oak-3"]);
}

#[test]
fn an_organism_that_was_never_seen_has_unknown_traits() {
    let tree = read_lines(&["killed,,1,7,7,hare,herbivore,,,,,,,,,,,"]).unwrap();
    assert_eq!(tree.taxa()[0].traits, None);
}

#[test]
fn a_table_without_rows_is_a_phylogeny_without_taxa() {
    assert!(read(&format!("{}\n", header())).unwrap().taxa().is_empty());
}

#[test]
fn wrong_values_are_refused_with_their_line() {
    let good = ",,1,,0,!";
    let long = HARE.replace("10.0,,,", "fast,,,");
    let long = format!(",,2,,0,{long}");
    let wrong = [
        ",,2,,x,!",
        ",,2,,-1,!",
        ",,,,0,!",
        ",1.5,2,,5,!",
        ",,2,5,9,!",
        ",,2,,0,hare,herb,1,,,,,,,,,,",
        ",,2,,0,hare,plant,1,,,,,,,,1,1,1",
        ",,2,,0,,plant,1,,,,,,,,1,1,1",
        ",,2,,0,oak,plant,1,,,,,,,,1,,1",
        ",,2,,0,oak,plant,inf,,,,,,,,1,1,1",
        ",,2,,0",
        &long,
    ];
    let all: String = wrong.iter().map(|line| refusal(&[good, line])).collect();
    insta::assert_snapshot!(all, @"
    :3 `born` is `x`, not a whole number
    :3 `born` is `-1`, not a whole number
    :3 `organism` is empty, and must be a whole number
    :3 `parent` is `1.5`, not a whole number
    :3 organism 2 died in tick 5, before its birth in 9
    :3 the kind is `herb`, not one of `plant`, `herbivore`, `carnivore`
    :3 the species `hare` is of the kind plant here and herbivore in lines before
    :3 `species` is empty
    :3 `preferred_light` is empty, and must be a number
    :3 `mature_radius` is `inf`, not a finite number
    :3 the line has 5 of 18 values
    :3 `points_sight` is `fast`, not a number
    ");
}

#[test]
fn impossible_descent_is_refused_with_the_line_of_the_child() {
    let cases: [&[&str]; 6] = [
        &[",,1,,0,!", ",,2,,0,!", ",,1,9,0,!"],
        &[",2,1,,5,!", ",,2,,9,!"],
        &[",2,1,,5,!", ",1,2,,5,!"],
        &[",1,1,,5,!"],
        &[",,1,,0,?", ",1,2,,5,!"],
        &["", "", ",,1,,0,?", "", ",1,2,,5,!"],
    ];
    let all: String = cases.iter().map(|lines| refusal(lines)).collect();
    insta::assert_snapshot!(all, @"
    :4 organism 1 has a line before
    :2 organism 1, `hare`, born in tick 5: its parent 2 was not born before it, but in tick 9
    :2 organism 1, `hare`, born in tick 5: its parent 2 was not born before it, but in tick 5
    :2 organism 1, `hare`, born in tick 5: its parent 1 was not born before it, but in tick 5
    :3 organism 2, `hare`, born in tick 5: its parent 1 is of the species `oak`
    :6 organism 2, `hare`, born in tick 5: its parent 1 is of the species `oak`
    ");
}

#[test]
fn lines_are_counted_alike_whatever_ends_them() {
    let text = format!("{}\n,,1,,0,{HARE}\n,,1,,0,{HARE}\n", header());
    for text in [text.clone(), text.replace('\n', "\r\n")] {
        assert_eq!(short(&read(&text).unwrap_err()), ":3 organism 1 has a line before\n");
    }
}

#[test]
fn files_that_are_no_such_tables_are_refused() {
    let texts = ["", "tick,species\n1,hare\n", &header().replace("points_speed", "speed")];
    let all: String = texts.iter().map(|text| short(&read(text).unwrap_err())).collect();
    insta::assert_snapshot!(all, @"
    this is no table of individuals: there is no column `organism`
    this is no table of individuals: there is no column `organism`
    this is no table of individuals: there is no column `points_speed`
    ");
    let folder = tempfile::tempdir().unwrap();
    let error = Phylogeny::read(folder.path()).unwrap_err();
    assert!(error.what.contains("this is a directory"), "{error}");
    fs::write(folder.path().join(INDIVIDUALS_CSV), [&b"organism,\xff\n"[..]].concat()).unwrap();
    let error = Phylogeny::read(&folder.path().join(INDIVIDUALS_CSV)).unwrap_err();
    assert_eq!(short(&error), ":1 the line is not text in UTF-8\n");
}
