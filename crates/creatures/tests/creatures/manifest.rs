//! Tests of creature files, valid and invalid.

use std::collections::BTreeMap;

use proptest::prelude::*;
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{
    BehaviourChoice, BehaviourRefusal, BodyPlan, Code, GroundOverrides, Horns, Kind, Nature,
    PlantTraits, Silhouette, Species, SpeciesContext, SpeciesError, Steering, Tail, manifest,
};
use terrarium_input::document::Document;
use terrarium_navigation::Method;

use super::support::{FERN, HARE};

/// Accepts only `runner`, with a `caution` of at most 100.
fn only_runners(_: Kind, choice: &BehaviourChoice, _: &Rules) -> Result<(), BehaviourRefusal> {
    if choice.code != Code::Native("runner".to_owned()) {
        let problem = format!("there is no behaviour {}", choice.code);
        return Err(BehaviourRefusal::new(problem, "did you mean `runner`?"));
    }
    let about = |problem, remedy| BehaviourRefusal::new(problem, remedy).with_key("caution");
    match choice.parameters.get("caution") {
        None => Err(about("`caution` is missing", "add `caution = 60`")),
        Some(&caution) if caution > 100.0 => {
            Err(about("`caution` is too great", "give at most 100"))
        }
        Some(_) => Ok(()),
    }
}

fn read(folder: &str, text: &str) -> Result<Species, SpeciesError> {
    let context =
        SpeciesContext { rules: &Rules::default(), overrides: &[], behaviours: &only_runners };
    let document = Document::parse("creature.toml", text)?;
    Ok(manifest::read(&document, folder, None, &context)?)
}

/// Returns the error of reading `text` after each replacement, one per line.
fn refusals(text: &str, changes: &[(&str, &str)]) -> String {
    let folder = if text == FERN { "fern" } else { "hare" };
    let refusal = |(from, to): &(&str, &str)| {
        assert!(text.contains(from), "there is no {from:?} to change");
        read(folder, &text.replacen(from, to, 1)).unwrap_err().to_string()
    };
    changes.iter().map(refusal).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_valid_animal_is_read_as_written() {
    let hare = read("hare", HARE).unwrap();
    assert_eq!((hare.name.as_str(), hare.kind), ("hare", Kind::Herbivore));
    assert_eq!(hare.description, "Runs first");
    assert_eq!(hare.appearance.colour, [0xc8, 0xa1, 0x65]);
    let Nature::Animal(traits) = hare.nature else { panic!("a hare is an animal") };
    assert_eq!(traits.mature_radius, 16.0);
    assert_eq!(traits.points, [60.0, 0.0, 0.0, 0.0, 40.0, 0.0, 0.0]);
    let behaviour = hare.behaviour.unwrap();
    assert_eq!(behaviour.code, Code::Native("runner".to_owned()));
    assert_eq!(behaviour.parameters, BTreeMap::from([("caution".to_owned(), 60.0)]));
}

#[test]
fn wariness_is_read_and_defaults_to_zero() {
    let wary = |text: &str| read("hare", &HARE.replacen("[points]", text, 1)).unwrap().wariness;
    assert_eq!(wary("[points]"), 0.0);
    assert_eq!(wary("[travel]\n[points]"), 0.0);
    assert_eq!(wary("[travel]\nwariness = 2.5\n[points]"), 2.5);
    let changes = [
        ("[points]", "[travel]\nwariness = -1\n[points]"),
        ("[points]", "[travel]\nwarines = 1\n[points]"),
    ];
    insta::assert_snapshot!(refusals(HARE, &changes), @"
    creature.toml:10:12: `travel.wariness` is `-1`; give a number from 0 to 100
    creature.toml:10:1: there is no key `warines` in [travel]; did you mean `wariness`?
    ");
    let rooted = ("[plant]", "[travel]\nwariness = 1\n[plant]");
    insta::assert_snapshot!(refusals(FERN, &[rooted]), @"creature.toml:9:1: `travel`: plants do not travel; leave it out");
}

#[test]
fn bodies_are_chosen_or_follow_from_the_kind_and_the_size() {
    let body = |text: &str, size: &str| {
        let text = HARE.replacen("[points]", &format!("{text}[points]"), 1);
        let text = text.replacen("mature_size = 32", &format!("mature_size = {size}"), 1);
        read("hare", &text).unwrap().appearance.silhouette
    };
    assert_eq!(body("", "24").body, BodyPlan::Rodent);
    assert_eq!(body("", "48"), Silhouette::of(BodyPlan::Grazer));
    let horned = body("body = \"cat\"\nhorns = \"antlers\"\ntail = \"none\"\n", "24");
    let cat = Silhouette::of(BodyPlan::Cat);
    assert_eq!(horned, Silhouette { horns: Horns::Antlers, tail: Tail::None, ..cat });
    let changes = [
        ("[points]", "body = \"catt\"\n[points]"),
        ("[points]", "body = \"tree\"\n[points]"),
        ("[points]", "ears = 2\n[points]"),
        ("[points]", "tial = \"long\"\n[points]"),
    ];
    insta::assert_snapshot!(refusals(HARE, &changes), @r#"
    creature.toml:9:8: `appearance.body` is the string `"catt"`; give one of `rodent`, `hopper`, `grazer`, `weasel`, `cat`, `dog`, `insect`, `beetle` (did you mean `cat`?)
    creature.toml:9:8: `appearance.body` is the string `"tree"`; give one of `rodent`, `hopper`, `grazer`, `weasel`, `cat`, `dog`, `insect`, `beetle`
    creature.toml:9:8: `appearance.ears` is `2`; give a string in quotes
    creature.toml:9:1: there is no key `tial` in [appearance]; did you mean `tail`?
    "#);
    let changes = [("[plant]", "tail = \"long\"\n[plant]"), ("[plant]", "body = \"dog\"\n[plant]")];
    insta::assert_snapshot!(refusals(FERN, &changes), @r#"
    creature.toml:9:8: `tail`: a plant has none; leave it out
    creature.toml:9:8: `appearance.body` is the string `"dog"`; give one of `rosette`, `tuft`, `tree`
    "#);
}

#[test]
fn values_for_roads_and_swamps_are_read_and_left_to_the_rules_otherwise() {
    let ground = |text: &str| read("hare", &HARE.replacen("[points]", text, 1)).unwrap().ground;
    assert!(ground("[points]").is_none() && ground("[travel]\n[points]").is_none());
    let given = ground("[travel]\nroad_speed = 1.5\nswamp_cost = 0\n[points]");
    let expected = GroundOverrides {
        road_speed: Some(1.5),
        swamp_cost: Some(0.0),
        ..GroundOverrides::default()
    };
    assert_eq!(given, expected);
    let changes = [
        ("[points]", "[travel]\nswamp_speed = 0\n[points]"),
        ("[points]", "[travel]\nroad_speed = \"fast\"\n[points]"),
        ("[points]", "[travel]\nswamp_cost = 0.01\n[points]"),
        ("[points]", "[travel]\nroad_cost = 101\n[points]"),
        ("[points]", "[travel]\nswamp_sped = 1\n[points]"),
    ];
    insta::assert_snapshot!(refusals(HARE, &changes), @r#"
    creature.toml:10:15: `travel.swamp_speed` is `0`; give a number from 0.05 to 4 times
    creature.toml:10:14: `travel.road_speed` is the string `"fast"`; give a number from 0.05 to 4 times
    creature.toml:10:14: `travel.swamp_cost` is `0.01`; give 0 or a number from 0.05 to 100 (times)
    creature.toml:10:13: `travel.road_cost` is `101`; give a number from 0 to 100 times
    creature.toml:10:1: there is no key `swamp_sped` in [travel]; did you mean `swamp_speed`?
    "#);
    let rooted = ("[plant]", "[travel]\nswamp_speed = 1\n[plant]");
    insta::assert_snapshot!(refusals(FERN, &[rooted]), @"creature.toml:9:1: `travel`: plants do not travel; leave it out");
}

#[test]
fn steering_is_read_and_is_immediate_by_default() {
    let steering = |text: &str| {
        let travel = format!("[travel]\n{text}\n[points]");
        read("hare", &HARE.replacen("[points]", &travel, 1)).unwrap().steering
    };
    assert!(steering("wariness = 1").is_immediate());
    let both = Steering { turn_rate: Some(4), acceleration: Some(0.5) };
    assert_eq!(steering("turn_rate = 4\nacceleration = 0.5"), both);
    let only = Steering { turn_rate: Some(64), acceleration: None };
    assert_eq!(steering("turn_rate = 64"), only);
    let changes = [
        ("[points]", "[travel]\nturn_rate = 0\n[points]"),
        ("[points]", "[travel]\nturn_rate = 2.5\n[points]"),
        ("[points]", "[travel]\nacceleration = 0\n[points]"),
        ("[points]", "[travel]\nturnrate = 1\n[points]"),
    ];
    insta::assert_snapshot!(refusals(HARE, &changes), @"
    creature.toml:10:13: `travel.turn_rate` is `0`; give a whole number from 1 to 64 headings per tick
    creature.toml:10:13: `travel.turn_rate` is `2.5`; give a whole number from 1 to 64 headings per tick
    creature.toml:10:16: `travel.acceleration` is `0`; give a number from 0.01 to 1000 units per tick²
    creature.toml:10:1: there is no key `turnrate` in [travel]; did you mean `turn_rate`?
    ");
}

#[test]
fn the_navigator_is_read_and_defaults_to_perimeter() {
    let method = |text: &str| {
        let with_table = HARE.replacen("[points]", &format!("{text}\n[points]"), 1);
        read("hare", &with_table.replacen("kind =", "navigator = \"scan\"\nkind =", 1))
    };
    assert_eq!(read("hare", HARE).unwrap().navigation, Method::default());
    assert_eq!(method("").unwrap().navigation, Method::new("scan", [].into()).unwrap());
    let given = BTreeMap::from([("rays".to_owned(), 36.0)]);
    let wanted = Method::new("scan", given).unwrap();
    assert_eq!(method("[navigation]\nrays = 36").unwrap().navigation, wanted);
    let changes = [
        ("kind =", "navigator = \"rolling-gird\"\nkind ="),
        ("kind =", "navigator = 7\nkind ="),
        ("[points]", "[navigation]\nrays = 36\n[points]"),
        ("[points]", "[navigation]\nrays = true\n[points]"),
    ];
    let messages = refusals(HARE, &changes);
    let parts = [
        "creature.toml:3:13: `navigator` is the string `\"rolling-gird\"`; give one of `direct`,",
        "(did you mean `rolling-grid`?)",
        "creature.toml:3:13: `navigator` is `7`; give a string in quotes",
        "creature.toml:10:8: `perimeter` has no parameter `rays`; it has no parameters",
        "creature.toml:10:8: `navigation.rays` is `true`; give a number, without quotes",
    ];
    parts.iter().for_each(|part| assert!(messages.contains(part), "no {part} in {messages}"));
    let wrong = ["rays = 1", "ray = 36"].map(|line| method(&format!("[navigation]\n{line}")));
    let messages = wrong.map(|read| read.unwrap_err().to_string()).join("\n");
    let parts = [
        "`rays` must lie between 4 and 720 rays, not 1",
        "the default is 72",
        "`scan` has no parameter `ray` (did you mean `rays`?)",
        "its parameters are range, rays",
    ];
    parts.iter().for_each(|part| assert!(messages.contains(part), "no {part} in {messages}"));
    let rooted = [
        ("[plant]", "[navigation]\ncell = 1\n[plant]"),
        ("kind =", "navigator = \"scan\"\nkind ="),
    ];
    let messages = refusals(FERN, &rooted);
    for key in ["navigation", "navigator"] {
        let part = format!("`{key}`: plants do not travel; leave it out");
        assert!(messages.contains(&part), "no {part} in {messages}");
    }
}

#[test]
fn a_valid_plant_is_read_as_written() {
    let fern = read("fern", FERN).unwrap();
    let expected =
        PlantTraits { mature_radius: 12.0, height: 0.5, preferred_light: 0.25, seed_spread: 100.0 };
    assert_eq!((fern.nature, fern.behaviour), (Nature::Plant(expected), None));
}

#[test]
fn a_syntax_error_is_reported_with_its_place() {
    let messages = refusals(
        HARE,
        &[("[points]", "[points"), ("speed = 40", "speed = 4o"), ("speed = 40", "energy = 40")],
    );
    insta::assert_snapshot!(messages, @"
    creature.toml:9:8: this is not TOML: unclosed table, expected `]`; fix the syntax (see https://toml.io)
    creature.toml:11:9: this is not TOML: string values must be quoted, expected literal string; fix the syntax (see https://toml.io)
    creature.toml:11:1: this is not TOML: duplicate key; fix the syntax (see https://toml.io)
    ");
}

#[test]
fn an_unknown_key_is_refused_with_a_suggestion() {
    let messages = refusals(
        HARE,
        &[("kind", "kimd"), ("speed", "spede"), ("speed", "wings"), ("native", "script")],
    );
    insta::assert_snapshot!(messages, @"
    creature.toml:3:1: there is no key `kimd`; did you mean `kind`?
    creature.toml:11:1: there is no key `spede` in [points]; did you mean `speed`?
    creature.toml:11:1: there is no key `wings` in [points]; the keys here are `energy`, `eating`, `attack`, `defence`, `speed`, `camouflage`, `sight`
    creature.toml:14:1: there is no key `script` in [behaviour]; the keys here are `native`, `parameters`
    ");
    let messages = refusals(FERN, &[("height", "heigth")]);
    insta::assert_snapshot!(messages, @"creature.toml:10:1: there is no key `heigth` in [plant]; did you mean `height`?");
}

#[test]
fn a_missing_key_is_reported_with_an_example() {
    let messages = refusals(
        HARE,
        &[
            ("kind = \"herbivore\"\n", ""),
            ("[appearance]\ncolour = \"#c8a165\"\n", ""),
            ("native = \"runner\"\n", ""),
        ],
    );
    insta::assert_snapshot!(messages, @r#"
    creature.toml:1:1: `kind` is missing; add a line such as `kind = "herbivore"`
    creature.toml:1:1: `appearance` is missing; add a line such as `[appearance]`
    creature.toml:13:1: the animal has no behaviour: neither a code file nor `native`; add a line such as `native = "grazer"`, or add a behaviour.rhai to the folder
    "#);
    let messages = refusals(FERN, &[("height = 0.5\n", "")]);
    insta::assert_snapshot!(messages, @"creature.toml:9:1: `height` is missing in [plant]; add a line such as `height = 1.5`");
}

#[test]
fn a_value_of_the_wrong_type_is_quoted() {
    let messages = refusals(
        HARE,
        &[
            ("32", "\"large\""),
            ("\"Runs first\"", "1979-05-27"),
            ("\"herbivore\"", "3"),
            ("speed = 40", "speed = [40]"),
            ("[appearance]\ncolour =", "appearance ="),
        ],
    );
    insta::assert_snapshot!(messages, @r##"
    creature.toml:4:15: `mature_size` is the string `"large"`; give a number from 24 to 48 units
    creature.toml:2:15: `description` is the date `1979-05-27`; give a string in quotes
    creature.toml:3:8: `kind` is `3`; give a string in quotes
    creature.toml:11:9: `points.speed` is the list `[40]`; give a number from 0 to 100 points
    creature.toml:6:14: `appearance` is the string `"#c8a165"`; write it as a table, `[appearance]`
    "##);
}

#[test]
fn a_number_out_of_range_is_quoted_with_the_range() {
    let messages = refusals(
        HARE,
        &[
            ("32", "49"),
            ("speed = 40", "speed = -1"),
            ("speed = 40", "speed = nan"),
            ("speed = 40", "speed = inf"),
            ("speed = 40", "speed = 1e300"),
            ("speed = 40", "speed = 1e999"),
            ("caution = 60", "caution = -inf"),
            ("speed = 40", "speed = 1000000000000000000000000000000000000000000000000"),
        ],
    );
    insta::assert_snapshot!(messages, @"
    creature.toml:4:15: `mature_size` is `49`; give a number from 24 to 48 units
    creature.toml:11:9: `points.speed` is `-1`; give a number from 0 to 100 points
    creature.toml:11:9: `points.speed` is `nan`; give a number from 0 to 100 points
    creature.toml:11:9: `points.speed` is `inf`; give a number from 0 to 100 points
    creature.toml:11:9: `points.speed` is `1e300`; give a number from 0 to 100 points
    creature.toml:11:9: `points.speed` is `1e999`; give a number from 0 to 100 points
    creature.toml:16:11: `behaviour.parameters.caution` is `-inf`; give a finite number
    creature.toml:11:9: `points.speed` is `1000000000000000000000000000000000000000…`; give a number from 0 to 100 points
    ");
    let messages = refusals(FERN, &[("0.5", "0"), ("0.25", "1.5"), ("100", "1001")]);
    insta::assert_snapshot!(messages, @"
    creature.toml:10:10: `plant.height` is `0`; give a number from 0.01 to 20 units per unit of radius
    creature.toml:11:19: `plant.preferred_light` is `1.5`; give a number from 0 to 1
    creature.toml:12:15: `plant.seed_spread` is `1001`; give a number from 0 to 1000 units
    ");
}

#[test]
fn points_over_the_limit_are_refused_with_the_excess() {
    let messages = refusals(HARE, &[("speed = 40", "speed = 52.5")]);
    insta::assert_snapshot!(messages, @"creature.toml:9:1: the points add up to 112.5, but only 100 are available; remove 12.5");
}

#[test]
fn points_may_exceed_the_limit_by_rounding_errors() {
    let points = "eating = 39.7\nattack = 35.1\nsight = 25.2";
    let text = HARE.replace("energy = 60\nspeed = 40", points);
    let spent: f64 = [39.7, 35.1, 25.2].iter().sum();
    assert!(spent > 100.0, "the sum must really be off");
    read("hare", &text).unwrap();
}

#[test]
fn tables_without_meaning_for_a_kind_are_refused() {
    let messages = refusals(
        FERN,
        &[("[plant]", "[points]\nspeed = 3\n[plant]"), ("[plant]", "[behaviour]\n[plant]")],
    );
    insta::assert_snapshot!(messages, @"
    creature.toml:9:1: `points`: a plant has no points; describe it in [plant]
    creature.toml:9:1: `behaviour`: a plant has no behaviour; leave it out
    ");
    let messages = refusals(HARE, &[("[behaviour]", "[plant]\nheight = 3\n[behaviour]")]);
    insta::assert_snapshot!(messages, @"creature.toml:13:1: `plant`: only plants have this; describe it in [points]");
}

#[test]
fn names_kinds_colours_and_descriptions_are_validated() {
    let messages = refusals(
        HARE,
        &[
            ("\"hare\"", "\"haare\""),
            ("\"hare\"", "\"Häschen\""),
            ("\"herbivore\"", "\"herbivor\""),
            ("#c8a165", "sand"),
            ("#c8a165", "#+8a165"),
            ("Runs first", "Runs\\nfirst"),
        ],
    );
    insta::assert_snapshot!(messages, @r##"
    creature.toml:1:8: `name` is the string `"haare"`; write "hare", the name of its folder, or rename the folder
    creature.toml:1:8: `name` is the string `"Häschen"`; give 1 to 40 lowercase letters, digits, `-` and `_`
    creature.toml:3:8: `kind` is the string `"herbivor"`; give one of `plant`, `herbivore`, `carnivore` (did you mean `herbivore`?)
    creature.toml:7:10: `appearance.colour` is the string `"sand"`; give a colour such as "#c8a165"
    creature.toml:7:10: `appearance.colour` is the string `"#+8a165"`; give a colour such as "#c8a165"
    creature.toml:2:15: `description` is the string `"Runs\nfirst"`; give one line of 1 to 200 characters
    "##);
}

#[test]
fn a_behaviour_refusal_is_reported_with_its_place() {
    let messages = refusals(
        HARE,
        &[("runner", "runer"), ("caution = 60", "caution = 101"), ("caution = 60", "")],
    );
    insta::assert_snapshot!(messages, @"
    creature.toml:14:10: there is no behaviour native runer; did you mean `runner`?
    creature.toml:16:11: `caution` is too great; give at most 100
    creature.toml:14:10: `caution` is missing; add `caution = 60`
    ");
}

#[test]
fn a_diagnostic_has_a_problem_a_location_and_a_remedy() {
    let error = read("hare", &HARE.replace("speed", "spede")).unwrap_err().diagnostic();
    assert_eq!(error.what, "there is no key `spede` in [points]");
    let location = error.location.unwrap();
    assert_eq!((location.file_name(), location.text()), (Some("creature.toml"), "spede"));
    assert_eq!(location.line_and_column(), (11, 1));
    assert_eq!(error.remedy.unwrap(), "did you mean `speed`?");
}

/// Returns whether `text` is valid, or refused with a message that has a location and a remedy.
fn is_accepted_or_refused(text: &str) -> bool {
    read("hare", text).err().is_none_or(|error| {
        let message = error.to_string();
        message.starts_with("creature.toml:") && message.contains("; ")
    })
}

proptest! {
    #[test]
    fn any_text_is_accepted_or_refused(text in "\\PC*") {
        prop_assert!(is_accepted_or_refused(&text), "{text}");
    }

    #[test]
    fn any_damaged_file_is_accepted_or_refused(
        start in 0..HARE.len(),
        length in 0..40_usize,
        patch in "[\\PC\n\"\\[\\]=.#0-9]{0,12}",
    ) {
        let end = (start + length).min(HARE.len());
        let (before, after) = (HARE.get(..start).unwrap(), HARE.get(end..).unwrap());
        let text = [before, &patch, after].concat();
        prop_assert!(is_accepted_or_refused(&text), "{text}");
    }
}
