//! Overrides of scenarios, valid and invalid.

use std::path::Path;

use proptest::prelude::*;
use terrarium_input::document::{Document, Override};
use terrarium_run::scenario::{Land, Scenario};
use terrarium_space::geometry::DVec2;

use super::{ISLAND, POND, is_accepted_or_refused, names_and_counts, read};

/// Returns the error of reading the pond with each override, one per line.
fn override_refusals(overrides: &[&str]) -> String {
    let refusal = |text: &&str| read(POND, &[text]).unwrap_err().to_string();
    overrides.iter().map(refusal).collect::<Vec<_>>().join("\n")
}

#[test]
fn an_override_can_replace_the_land() {
    let island = read(ISLAND, &["world.size=[30, 20]"]).unwrap();
    assert!(matches!(island.land, Land::Open(size) if size.value == DVec2::new(30.0, 20.0)));
    for text in [POND, ISLAND] {
        let sunken = read(text, &["terrain.map=sea.map"]).unwrap();
        assert!(
            matches!(sunken.land, Land::Map { path, .. } if path.value == Path::new("sea.map"))
        );
        let paved = read(text, &["terrain.map=sea.map", "terrain.rows=['##']"]).unwrap();
        assert!(matches!(paved.land, Land::Rows { rows, .. } if rows[0].value == "##"));
    }
}

#[test]
fn a_string_override_is_taken_verbatim() {
    let document = Document::parse("pond.toml", POND).unwrap();
    let path = Override::of_text("terrain.map", "[1] \"a\".map").unwrap();
    let pond = Scenario::from_document("pond", Path::new(""), document, &[path]).unwrap();
    let Land::Map { path, .. } = pond.land else { panic!("a map is expected") };
    assert_eq!(path.value, Path::new("[1] \"a\".map"));
    assert_eq!(path.location.to_string(), "override `terrain.map=[1] \"a\".map`");
}

#[test]
fn overrides_apply_before_validation() {
    let set = |overrides: &[&str]| read(POND, overrides).unwrap();
    assert_eq!(set(&["rules.light=600"]).rules.light, 600.0);
    assert_eq!(set(&["seed=18446744073709551615"]).seed, u64::MAX);
    assert_eq!(set(&["seed=5", "seed = 6"]).seed, 6);
    let Land::Open(size) = set(&["world.size=[100, 50]"]).land else { panic!("a pond is open") };
    assert_eq!(size.value, DVec2::new(100.0, 50.0));
    assert_eq!(set(&["description=A puddle"]).description, "A puddle");
    assert_eq!(set(&["species.hare.points.speed=1"]), set(&[]));
    let pond = set(&["population.hare=7", "population.hare.grown=1", "population.wolf=2"]);
    assert_eq!(names_and_counts(&pond), [("clover", 40), ("hare", 7), ("wolf", 2)]);
    assert_eq!(pond.populations[1].grown, 1.0);
}

#[test]
fn overrides_do_not_change_the_recorded_text() {
    let (plain, changed) = (read(POND, &[]).unwrap(), read(POND, &["seed=9"]).unwrap());
    assert_ne!(plain.seed, changed.seed);
    assert_eq!((plain.content_hash, plain.text), (changed.content_hash, changed.text));
}

#[test]
fn an_invalid_override_is_quoted() {
    let messages = override_refusals(&[
        "rules.lihgt=600",
        "rules.light=bright",
        "rules.light=-1",
        "rule.light=3",
        "weather=3",
        "seed=-1",
        "seed=1.5",
        "seed.value=3",
        "world.size=800",
        "world.sise=[1, 1]",
        "population=3",
        "population.hare=many",
        "population.hare=-3",
        "population.hare.cuont=3",
        "terrain.tile=8",
    ]);
    insta::assert_snapshot!(messages, @"
    override `rules.lihgt=600`: there is no rule `lihgt`; did you mean `light`? `terrarium rules` lists them all
    override `rules.light=bright`: `rules.light` is the string `bright`; give a number, without quotes
    override `rules.light=-1`: `rules.light` is `-1`; give a number from 0 to 1000000 (energy per tick)
    override `rule.light=3`: there is no key `rule`; did you mean `rules`?
    override `weather=3`: there is no key `weather`; the keys here are `description`, `seed`, `world`, `terrain`, `rules`, `population`, `colonies`, `links`, `walls`, `polygons`, `outlines`, `command`, `creatures`, `species`
    override `seed=-1`: `seed` is `-1`; give a whole number from 0 to 18446744073709551615
    override `seed=1.5`: `seed` is `1.5`; give a whole number from 0 to 18446744073709551615
    override `seed.value=3`: there is no `seed.value`: `seed` is a single value; set `seed` itself
    override `world.size=800`: `world.size` is `800`; give a list of two numbers, width and height, such as [1600, 1200]
    override `world.sise=[1, 1]`: there is no key `sise` in [world]; did you mean `size`?
    override `population=3`: the key names no species; write its name and count, such as population.hare=20
    override `population.hare=many`: `population.hare` is the string `many`; give a whole number from 0 to 10000000 founders
    override `population.hare=-3`: `population.hare` is `-3`; give a whole number from 0 to 10000000 founders
    override `population.hare.cuont=3`: there is no key `cuont` in [population]; did you mean `count`?
    override `terrain.tile=8`: the terrain already defines the size of the world; leave out either [world] or [terrain]
    ");
}

#[test]
fn a_malformed_override_is_refused() {
    let refusal = |text: &&str| Override::parse(text).unwrap_err().to_string();
    let messages = ["light", "=3", "a b=3", "seed=", "a..b=1", "a\nb=1", "world.size=[800,"]
        .iter()
        .map(refusal);
    insta::assert_snapshot!(messages.collect::<Vec<_>>().join("\n"), @"
    override `light`: there is no `=`; write key=value, such as rules.light=600
    override `=3`: `` is not a key; write key=value, such as rules.light=600
    override `a b=3`: `a b` is not a key; write key=value, such as rules.light=600
    override `seed=`: there is no value after the `=`; write key=value, such as rules.light=600
    override `a..b=1`: `a..b` is not a key; write key=value, such as rules.light=600
    override `a b=1`: `a b` is not a key; write key=value, such as rules.light=600
    override `world.size=[800,`: this is not TOML: unclosed array, expected `]`; fix the syntax (see https://toml.io)
    ");
}

#[test]
fn numbers_may_have_any_toml_form() {
    let pond =
        read(POND, &["seed=0xff", "world.size=[1_000.5, +8e2]", "population.hare=1_0"]).unwrap();
    let Land::Open(size) = &pond.land else { panic!("a pond is open") };
    assert_eq!((pond.seed, size.value), (255, DVec2::new(1000.5, 800.0)));
    assert_eq!(names_and_counts(&pond), [("clover", 40), ("hare", 10)]);
}

proptest! {
    #[test]
    fn any_override_is_accepted_or_refused(
        key in "(rules|world|seed|population|terrain|[a-z\"'.]{0,9})(\\.(light|size|hare|\\PC{0,5})){0,3}",
        value in "([0-9.e-]{0,6}|\\[.{0,9}\\]?|\\{.{0,9}\\}?|\\PC{0,12})",
    ) {
        let text = format!("{key}={value}");
        match Override::parse(&text) {
            Ok(_) => prop_assert!(is_accepted_or_refused(POND, &[&text]), "{text}"),
            Err(diagnostic) => prop_assert!(diagnostic.to_string().starts_with("override `"), "{text}"),
        }
    }
}
