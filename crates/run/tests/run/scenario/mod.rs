//! Scenario files, valid and invalid.

mod overrides;
mod polygons;
mod timetable;

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{Catalogue, SpeciesContext};
use terrarium_input::document::{Document, Override};
use terrarium_run::scenario::{
    DEFAULT_GROWN, DEFAULT_SEED, DEFAULT_TILE, Land, Scenario, ScenarioError,
};
use terrarium_space::geometry::DVec2;

const POND: &str = r#"description = "A pond"
seed = 3

[world]
size = [800, 600.5]

[rules]
light = 50

[[population]]
species = "clover"
count = 40

[[population]]
species = "hare"
count = 5
grown = 0.25
"#;

const ISLAND: &str = r#"description = "An island"

[terrain]
rows = [
    "~~~~",
    "~  ~",
]
tile = 16
"#;

fn read(text: &str, overrides: &[&str]) -> Result<Scenario, ScenarioError> {
    let overrides: Vec<_> = overrides.iter().map(|text| Override::parse(text).unwrap()).collect();
    let document = Document::parse("pond.toml", text)?;
    Scenario::from_document("pond", Path::new("waters"), document, &overrides)
}

/// Returns the error of reading `text` after each replacement, one per line.
fn refusals(text: &str, changes: &[(&str, &str)]) -> String {
    let refusal = |(from, to): &(&str, &str)| {
        assert!(text.contains(from), "there is no {from:?} to change");
        read(&text.replacen(from, to, 1), &[]).unwrap_err().to_string()
    };
    changes.iter().map(refusal).collect::<Vec<_>>().join("\n")
}

fn catalogue() -> Catalogue {
    let context =
        SpeciesContext { rules: &Rules::default(), overrides: &[], behaviours: &|_, _, _| Ok(()) };
    Catalogue::load::<&Path>(&[], &context).unwrap()
}

fn names_and_counts(scenario: &Scenario) -> Vec<(&str, u64)> {
    scenario.populations.iter().map(|p| (p.species.value.as_str(), p.count)).collect()
}

#[test]
fn a_valid_scenario_is_read_as_written() {
    let pond = read(POND, &[]).unwrap();
    assert_eq!((pond.name.as_str(), pond.description.as_str()), ("pond", "A pond"));
    assert_eq!((pond.seed, pond.text.as_str()), (3, POND));
    let Land::Open(size) = &pond.land else { panic!("a pond is open") };
    assert_eq!(size.value, DVec2::new(800.0, 600.5));
    assert_eq!(pond.rules, Rules { light: 50.0, ..Rules::default() });
    assert_eq!(names_and_counts(&pond), [("clover", 40), ("hare", 5)]);
    assert_eq!(pond.populations[0].grown, DEFAULT_GROWN);
    assert_eq!(pond.populations[1].grown, 0.25);
}

#[test]
fn a_terrain_is_rows_or_a_map_relative_to_the_scenario() {
    let Land::Rows { rows, tile, .. } = read(ISLAND, &[]).unwrap().land else {
        panic!("rows expected")
    };
    assert_eq!(rows.iter().map(|row| row.value.as_str()).collect::<Vec<_>>(), ["~~~~", "~  ~"]);
    assert_eq!((rows[1].location.to_string().as_str(), tile), ("pond.toml:6:5", 16.0));
    let map_of = |overrides: &[&str]| {
        let text = "description = \"Sea\"\n[terrain]\nmap = \"sea.map\"\n";
        match read(text, overrides).unwrap().land {
            Land::Map { path, tile } => (path.value, tile),
            _ => panic!("a map is expected"),
        }
    };
    assert_eq!(map_of(&[]), (PathBuf::from("waters/sea.map"), DEFAULT_TILE));
    assert_eq!(map_of(&["terrain.map=my/sea.map"]), (PathBuf::from("my/sea.map"), DEFAULT_TILE));
}

#[test]
fn missing_keys_have_defaults() {
    let bare = read("description = \"-\"\nworld.size = [1, 1]", &[]).unwrap();
    assert_eq!((bare.seed, bare.rules), (DEFAULT_SEED, Rules::default()));
    assert_eq!(bare.populations, []);
}

#[test]
fn the_shipped_scenarios_find_their_species() {
    let catalogue = catalogue();
    assert_eq!(Scenario::shipped(), ["archipelago", "conquest", "meadow"]);
    for name in Scenario::shipped() {
        let scenario = Scenario::find(name, &[]).unwrap();
        assert_eq!(scenario.name, name);
        assert!(!matches!(scenario.land, Land::Map { .. }), "{name} needs a file");
        let species = scenario.resolve_species(&catalogue).unwrap();
        let names: Vec<_> = species.iter().map(|species| (species.name.as_str(), ())).collect();
        let expected: Vec<_> = names_and_counts(&scenario).iter().map(|p| (p.0, ())).collect();
        assert_eq!(names, expected);
    }
}

#[test]
fn keys_are_checked() {
    let messages = refusals(
        POND,
        &[
            ("seed = 3", "seed = "),
            ("seed", "sead"),
            ("size", "sise"),
            ("light", "lihgt"),
            ("light", "moon"),
            ("count", "number"),
            ("description = \"A pond\"", ""),
            ("[world]\nsize = [800, 600.5]", ""),
            ("size = [800, 600.5]", ""),
            ("species = \"clover\"", ""),
            ("count = 40", ""),
            ("[[population]]\nspecies = \"clover\"\ncount = 40\n\n[[population]]", "[population]"),
        ],
    );
    insta::assert_snapshot!(messages, @r#"
    pond.toml:2:8: this is not TOML: string values must be quoted, expected literal string; fix the syntax (see https://toml.io)
    pond.toml:2:1: there is no key `sead`; did you mean `seed`?
    pond.toml:5:1: there is no key `sise` in [world]; did you mean `size`?
    pond.toml:8:1: there is no rule `lihgt`; did you mean `light`? `terrarium rules` lists them all
    pond.toml:8:1: there is no rule `moon`; did you mean `moving`? `terrarium rules` lists them all
    pond.toml:12:1: there is no key `number` in [population]; the keys here are `species`, `count`, `grown`, `at`
    pond.toml:1:1: `description` is missing; add a line such as `description = "A clearing"`
    pond.toml:1:1: `world` is missing; add a line such as `[world]`
    pond.toml:4:1: `size` is missing in [world]; add a line such as `size = [1600, 1200]`
    pond.toml:10:1: `species` is missing in [population]; add a line such as `species = "clover"`
    pond.toml:10:1: `count` is missing in [population]; add a line such as `count = 100`
    pond.toml:10:1: `population` is the table `[population]`; give a list of tables: write `[[population]]`, with two brackets
    "#);
}

#[test]
fn rules_that_contradict_each_other_are_refused() {
    let messages = [
        read(&POND.replace("light = 50", "birth_radius = 12\nlight = 50\ngrowing = 100"), &[]),
        read(&POND.replace("light = 50", "growing = 100"), &["rules.incubation_ticks=5"]),
    ];
    let messages = messages.map(|outcome| outcome.unwrap_err().to_string());
    insta::assert_snapshot!(messages.join("\n"), @"
    pond.toml:10:11: a parent of radius 12 would pay 480 for a newborn that takes 1200 energy; raise `incubation_animal` or `incubation_ticks`, or lower `growing` or `birth_radius`
    override `rules.incubation_ticks=5`: a parent of radius 12 would pay 240 for a newborn that takes 1100 energy; raise `incubation_animal` or `incubation_ticks`, or lower `growing` or `birth_radius`
    ");
}

#[test]
fn values_are_checked() {
    let messages = refusals(
        POND,
        &[
            ("A pond", ""),
            ("seed = 3", "seed = -3"),
            ("seed = 3", "seed = \"three\""),
            ("[800, 600.5]", "[800]"),
            ("[800, 600.5]", "800"),
            ("[800, 600.5]", "[0, 600]"),
            ("[800, 600.5]", "[800, nan]"),
            ("[800, 600.5]", "[800, 1e300]"),
            ("[800, 600.5]", "[800, \"wide\"]"),
            ("light = 50", "light = nan"),
            ("light = 50", "light = 1e300"),
            ("light = 50", "light = true"),
            ("count = 40", "count = -1"),
            ("count = 40", "count = 1.5"),
            ("count = 40", "count = 10000001"),
            ("count = 40", "count = 9999996"),
            ("grown = 0.25", "grown = 25"),
            ("\"hare\"", "\"clover\""),
            ("\"hare\"", "3"),
        ],
    );
    insta::assert_snapshot!(messages, @r#"
    pond.toml:1:15: `description` is the string `""`; give one line of 1 to 200 characters
    pond.toml:2:8: `seed` is `-3`; give a whole number from 0 to 18446744073709551615
    pond.toml:2:8: `seed` is the string `"three"`; give a whole number from 0 to 18446744073709551615
    pond.toml:5:8: `world.size` is the list `[800]`; give a list of two numbers, width and height, such as [1600, 1200]
    pond.toml:5:8: `world.size` is `800`; give a list of two numbers, width and height, such as [1600, 1200]
    pond.toml:5:9: `world.size` is `0`; give a number from 1 to 16777216 units
    pond.toml:5:14: `world.size` is `nan`; give a number from 1 to 16777216 units
    pond.toml:5:14: `world.size` is `1e300`; give a number from 1 to 16777216 units
    pond.toml:5:14: `world.size` is the string `"wide"`; give a number from 1 to 16777216 units
    pond.toml:8:9: `rules.light` is `nan`; give a number from 0 to 1000000 (energy per tick)
    pond.toml:8:9: `rules.light` is `1e300`; give a number from 0 to 1000000 (energy per tick)
    pond.toml:8:9: `rules.light` is `true`; give a number, without quotes
    pond.toml:12:9: `population.count` is `-1`; give a whole number from 0 to 10000000 founders
    pond.toml:12:9: `population.count` is `1.5`; give a whole number from 0 to 10000000 founders
    pond.toml:12:9: `population.count` is `10000001`; give a whole number from 0 to 10000000 founders
    pond.toml:14:1: this population raises the number of founders to 10000001; the maximum is 10000000 over all species
    pond.toml:17:9: `population.grown` is `25`; give a number from 0 to 1
    pond.toml:15:11: the species `clover` is already listed at pond.toml:11:11; leave out one of the two
    pond.toml:15:11: `population.species` is `3`; give a string in quotes
    "#);
}

#[test]
fn terrains_are_checked() {
    let messages = refusals(
        ISLAND,
        &[
            ("tile = 16", "tile = 0"),
            ("tile = 16", "tile = 1.1"),
            ("\"~~~~\"", "4"),
            ("rows", "row"),
            ("tile = 16", "map = \"sea.map\""),
            ("tile = 16", "[world]\nsize = [3, 3]"),
        ],
    );
    insta::assert_snapshot!(messages, @"
    pond.toml:8:8: `terrain.tile` is `0`; give a number from 1 to 16777216 units
    pond.toml:8:8: `terrain.tile` is `1.1`; give a multiple of 1/1048576, such as 32
    pond.toml:5:5: `terrain.rows` is `4`; give a string in quotes
    pond.toml:4:1: there is no key `row` in [terrain]; did you mean `rows`?
    pond.toml:8:7: the terrain has both a map and rows; leave out one of them
    pond.toml:8:1: the terrain already defines the size of the world; leave out either [world] or [terrain]
    ");
    let messages = [
        read("description = \"-\"\n[terrain]\ntile = 3", &[]),
        read("description = \"-\"\n[terrain]\nrows = []", &[]),
        read("description = \"-\"\n[terrain]\nmap = 3", &[]),
    ];
    let messages = messages.map(|outcome| outcome.unwrap_err().to_string());
    insta::assert_snapshot!(messages.join("\n"), @r#"
    pond.toml:2:1: the terrain has neither a map nor rows; add `map = "FILE"`, or `rows = [...]` with a string for each row of tiles
    pond.toml:3:8: `terrain.rows` is the list `[]`; give at least one row of tiles
    pond.toml:3:7: `terrain.map` is `3`; give a string in quotes
    "#);
}

#[test]
fn an_unknown_scenario_is_refused() {
    let messages = ["medow", "swamp", "swamp.toml", "no/where", "src", ""];
    let messages = messages.map(|name| Scenario::find(name, &[]).unwrap_err().to_string());
    insta::assert_snapshot!(messages.join("\n"), @"
    there is no scenario `medow`, neither shipped nor as a file; give the path of a file, or one of `archipelago`, `conquest`, `meadow` (did you mean `meadow`?)
    there is no scenario `swamp`, neither shipped nor as a file; give the path of a file, or one of `archipelago`, `conquest`, `meadow`
    swamp.toml: there is no such file; check the path
    no/where: there is no such file; check the path
    src: this is not a file; give the path of a TOML file
    there is no scenario ``, neither shipped nor as a file; give the path of a file, or one of `archipelago`, `conquest`, `meadow`
    ");
}

#[test]
fn the_species_must_exist_and_fit() {
    let messages = [
        read(&POND.replace("\"hare\"", "\"hair\""), &[]),
        read(POND, &["population.zebra=3"]),
        read(POND, &["population.clover=2000"]),
        read(POND, &["world.size=[10, 10]"]),
    ];
    let messages =
        messages.map(|pond| pond.unwrap().resolve_species(&catalogue()).unwrap_err().to_string());
    insta::assert_snapshot!(messages.join("\n"), @"
    pond.toml:15:11: there is no species `hair`; did you mean `hare`?
    override `population.zebra=3`: there is no species `zebra`; there are `ant`, `clover`, `deer`, `hare`, `lemming`, `lynx`, `oak`, `stoat`, `termite`, `wolf`
    pond.toml:5:8: the world is too small: its founders cover 1062535 of 480400 square units; enlarge it, or use fewer or younger founders
    override `world.size=[10, 10]`: the world is too small: its founders cover 23735 of 100 square units; enlarge it, or use fewer or younger founders
    ");
}

/// Returns whether `text` is valid, or refused with a message that has a location and a remedy.
fn is_accepted_or_refused(text: &str, overrides: &[&str]) -> bool {
    read(text, overrides).err().is_none_or(|error| {
        let message = error.to_string();
        let has_location = message.starts_with("pond.toml:") || message.starts_with("override `");
        has_location && message.contains("; ")
    })
}

proptest! {
    #[test]
    fn any_text_is_accepted_or_refused(text in "\\PC*") {
        prop_assert!(is_accepted_or_refused(&text, &[]), "{text}");
    }

    #[test]
    fn any_damaged_file_is_accepted_or_refused(
        start in 0..POND.len(),
        length in 0..40_usize,
        patch in "[\\PC\n\"\\[\\]=.#0-9]{0,12}",
    ) {
        let end = (start + length).min(POND.len());
        let (before, after) = (POND.get(..start).unwrap(), POND.get(end..).unwrap());
        let text = [before, &patch, after].concat();
        prop_assert!(is_accepted_or_refused(&text, &[]), "{text}");
    }
}
