//! A JSON schema of creature files, from which editors take completions and hints.

use serde_json::{Map, Value, json};
use terrarium_input::document::DESCRIPTION_LENGTH;
use terrarium_navigation::NAVIGATORS;

use super::ground::GroundOverrides;
use super::manifest::{MATURE_SIZE, NAME_LENGTH, PLANT_HEIGHT, WARINESS};
use super::reproduction::{MATING_DISTANCE, MATING_REACH};
use super::steering::{ACCELERATION, TURN_RATE};
use super::{BodyPlan, Characteristic, Ears, Horns, Kind, Tail};
use crate::genome::SIZE;
use crate::genome::brain::{MAX_NEURONS, MAX_WEIGHT, Output};
use crate::rules::Rules;

/// The schema, in the draft 2020-12 of JSON Schema. `natives` are the names of the native behaviours.
///
/// What depends on several keys, such as the sum of the points, is checked by `creature check` only.
#[must_use]
pub fn schema(natives: &[&str]) -> Value {
    let rules = Rules::default();
    let points = Characteristic::ALL.map(|what| (what.name(), number(0.0, rules.points)));
    let navigators: Vec<_> = NAVIGATORS.iter().map(|navigator| navigator.name()).collect();
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A species of Terrarium: creature.toml",
        "type": "object",
        "additionalProperties": false,
        "required": ["name", "description", "kind", "mature_size", "appearance"],
        "properties": {
            "name": {
                "type": "string",
                "pattern": format!("^[a-z0-9_-]{{1,{NAME_LENGTH}}}$"),
                "description": "The name of the folder",
            },
            "description": {
                "type": "string",
                "maxLength": DESCRIPTION_LENGTH,
                "description": "One line",
            },
            "kind": { "enum": Kind::ALL.map(Kind::name) },
            "mature_size": described(
                number(*MATURE_SIZE.start(), *MATURE_SIZE.end()),
                "The side of the mature body, in units",
            ),
            "navigator": { "enum": navigators, "description": "How it plans paths" },
            "appearance": table([
                ("colour", json!({ "type": "string", "pattern": "^#[0-9a-fA-F]{6}$" })),
                (BodyPlan::KEY, choices(BodyPlan::ALL.iter().map(|it| it.name()))),
                (Ears::KEY, choices(Ears::ALL.iter().map(|it| it.name()))),
                (Tail::KEY, choices(Tail::ALL.iter().map(|it| it.name()))),
                (Horns::KEY, choices(Horns::ALL.iter().map(|it| it.name()))),
            ]),
            "points": described(table(points), "Animals: at most 100 in all"),
            "travel": travel(&rules),
            "plant": table([
                ("height", number(*PLANT_HEIGHT.start(), *PLANT_HEIGHT.end())),
                ("preferred_light", number(0.0, 1.0)),
                ("seed_spread", number(0.0, rules.seed_spread)),
            ]),
            "navigation": described(numbers(), "The parameters of the navigator"),
            "behaviour": table([
                ("native", described(json!({ "enum": natives }), "Left out if there is a code file")),
                ("parameters", parameters()),
            ]),
            "mutation": described(mutation(), "How its genome mutates"),
            "brain": described(brain(), "The brain of founders: weights by output and input"),
            "reproduction": described(reproduction(), "Sexual reproduction"),
        },
    })
}

fn travel(rules: &Rules) -> Value {
    let factors = GroundOverrides::KEYS.map(|key| {
        let rule = Rules::ALL.iter().find(|rule| rule.name == key).expect("it is a rule");
        let default = rules.get(key).unwrap_or_default();
        (key, described(number(rule.min, rule.max), &format!("Instead of the rule, {default}")))
    });
    let own = [
        ("wariness", number(*WARINESS.start(), *WARINESS.end())),
        ("turn_rate", number(*TURN_RATE.start() as f64, *TURN_RATE.end() as f64)),
        ("acceleration", number(*ACCELERATION.start(), *ACCELERATION.end())),
    ];
    table(own.into_iter().chain(factors))
}

fn choices<'a>(names: impl Iterator<Item = &'a str>) -> Value {
    json!({ "enum": names.collect::<Vec<_>>() })
}

/// A table with these keys and no others.
fn table<'a>(keys: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    let keys: Map<String, Value> =
        keys.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    json!({ "type": "object", "additionalProperties": false, "properties": keys })
}

/// A table of parameters, each a number or a table that makes it heritable.
fn parameters() -> Value {
    let mut heritable = table([
        ("value", json!({ "type": "number" })),
        ("heritable", json!({ "type": "boolean" })),
        ("min", json!({ "type": "number" })),
        ("max", json!({ "type": "number" })),
    ]);
    heritable["required"] = json!(["value"]);
    json!({ "type": "object", "additionalProperties": { "anyOf": [{ "type": "number" }, heritable] } })
}

fn mutation() -> Value {
    let size = || number(*SIZE.start(), *SIZE.end());
    let share = || number(0.0, 1.0);
    let side = number(*MATURE_SIZE.start(), *MATURE_SIZE.end());
    let neurons = json!({ "type": "integer", "minimum": 0, "maximum": MAX_NEURONS });
    table([
        ("points", described(size(), "Largest change of each characteristic, in points")),
        ("size", described(size(), "Largest change of the mature size, in percent of its range")),
        ("plant", described(size(), "Largest change of a trait of a plant, in percent")),
        ("mature_size", json!({ "type": "array", "items": side, "minItems": 2, "maxItems": 2 })),
        ("colour", described(size(), "Largest change of the hue, in percent of the circle")),
        ("pattern", described(share(), "Probability with which each mark changes")),
        ("parameters", described(size(), "Largest change, in percent of the range")),
        ("rate", described(share(), "Probability with which each value mutates")),
        ("rate_change", described(size(), "Largest change of the rate itself, in percent")),
        (
            "brain",
            table([
                ("weight", number(0.0, MAX_WEIGHT.into())),
                ("weights", share()),
                ("connection", share()),
                ("neuron", share()),
                ("removal", share()),
                ("neurons", neurons),
            ]),
        ),
    ])
}

fn reproduction() -> Value {
    let reach = number(*MATING_REACH.start(), *MATING_REACH.end());
    let distance = number(*MATING_DISTANCE.start(), *MATING_DISTANCE.end());
    let mut reproduction = table([
        ("sexual", json!({ "type": "boolean" })),
        ("reach", described(reach, "Maximum gap between mates, in units")),
        ("distance", described(distance, "Genetic distance beyond which organisms do not mate")),
    ]);
    reproduction["required"] = json!(["sexual"]);
    reproduction
}

/// Tables of weights by the name of the neuron where a connection starts, for each where one ends.
fn brain() -> Value {
    let weight = || number((-MAX_WEIGHT).into(), MAX_WEIGHT.into());
    let weights = json!({ "type": "object", "additionalProperties": weight() });
    let outputs = Output::ALL.map(|it| (it.name(), described(weights.clone(), it.meaning())));
    let mut brain = table(outputs);
    brain["additionalProperties"] = weights;
    brain
}

/// A table of numbers with any names.
fn numbers() -> Value {
    json!({ "type": "object", "additionalProperties": { "type": "number" } })
}

fn number(min: f64, max: f64) -> Value {
    json!({ "type": "number", "minimum": min, "maximum": max })
}

fn described(mut schema: Value, description: &str) -> Value {
    schema["description"] = description.into();
    schema
}
