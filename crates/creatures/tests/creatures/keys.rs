//! The keys of creature files: overridden, in the schema, and written.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{
    Catalogue, KeyValue, MANIFEST, Species, SpeciesContext, schema,
};
use terrarium_input::document::{Document, Override};

use super::support::{any_behaviour, shipped};

/// The repository.
const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

#[test]
fn every_key_can_be_overridden_with_its_own_value() {
    let before = shipped(&[]);
    for species in before.species() {
        for key in species.keys() {
            let parts: Vec<&str> = key.split('.').collect();
            let Some(value) = species.value(&parts) else { continue };
            let value = match &value {
                KeyValue::Text(text) => format!("\"{text}\""),
                value => value.to_string(),
            };
            let text = format!("species.{}.{key}={value}", species.name);
            let after = shipped(&[Override::parse(&text).unwrap()]);
            let after = after.get(&species.name).unwrap();
            assert_eq!(after.value(&parts), species.value(&parts), "{text}");
        }
    }
}

/// The keys of a table that a schema does not know, and those of tables in it.
fn unknown(value: &Value, schema: &Value, path: &str) -> Vec<String> {
    let Some(object) = value.as_object() else { return Vec::new() };
    let of_key = |(key, value): (&String, &Value)| {
        let known = &schema["properties"][key];
        let path = format!("{path}.{key}");
        match (known.is_null(), &schema["additionalProperties"]) {
            (true, Value::Bool(false) | Value::Null) => vec![path],
            (true, other) => unknown(value, other, &path),
            (false, _) => unknown(value, known, &path),
        }
    };
    object.iter().flat_map(of_key).collect()
}

#[test]
fn the_schema_knows_the_keys_of_shipped_creatures_and_no_others() {
    let schema = schema(&["grazer"]);
    for folder in fs::read_dir(Path::new(OWN).join("creatures")).unwrap() {
        let file = folder.unwrap().path().join("creature.toml");
        let text = fs::read_to_string(&file).unwrap();
        Document::parse("creature.toml", &text).unwrap();
        let value: Value = toml_as_json(&text);
        assert_eq!(unknown(&value, &schema, ""), Vec::<String>::new(), "{}", file.display());
    }
    let wrong =
        json!({ "name": "x", "points": { "sped": 3 }, "behaviour": { "parameters": { "a": 1 } } });
    assert_eq!(unknown(&wrong, &schema, ""), [".points.sped"]);
}

/// The keys of a TOML text, by its lines: enough for creature files.
fn toml_as_json(text: &str) -> Value {
    let mut root = json!({});
    let mut path = String::new();
    for line in text.lines().map(str::trim) {
        if let Some(name) = line.strip_prefix('[') {
            path = format!("/{}", name.trim_end_matches(']').replace('.', "/"));
        } else if let Some((key, _)) = line.split_once(" = ").filter(|_| !line.starts_with('#')) {
            let mut table = &mut root;
            for part in path.split('/').filter(|part| !part.is_empty()) {
                table = &mut table[part];
            }
            table[key] = json!(1);
        }
    }
    root
}

const WALKER: &str = r##"
name = "walker"
description = "Walks \"far\""
kind = "carnivore"
mature_size = 30.5
navigator = "scan"

[appearance]
colour = "#0a2060"

[points]
energy = 33.3
speed = 33.3
sight = 33.4

[travel]
wariness = 2
road_speed = 1.5
swamp_cost = 3
turn_rate = 4
acceleration = 0.5

[navigation]
rays = 24
"##;

#[test]
fn a_written_species_is_read_as_the_same() {
    let context =
        SpeciesContext { rules: &Rules::default(), overrides: &[], behaviours: &any_behaviour };
    let own = Path::new(OWN);
    let walker = tempfile::tempdir().unwrap();
    let home = walker.path().join("walker");
    fs::create_dir(&home).unwrap();
    fs::write(home.join(MANIFEST), WALKER).unwrap();
    let script = own.join("tests/creatures/forager/behaviour.rhai");
    fs::copy(script, home.join("behaviour.rhai")).unwrap();
    let sources = [home, own.join("sparring")];
    let all = Catalogue::load(&sources, &context).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for species in all.species() {
        let home = folder.path().join(&species.name);
        fs::create_dir(&home).unwrap();
        for (name, content) in species.files() {
            fs::write(home.join(name), content).unwrap();
        }
    }
    let again = Catalogue::load_with_own(&[folder.path().to_owned()], &sources[..0], &context);
    let again = again.unwrap();
    assert!(all.species().count() > 8);
    for species in all.species() {
        let written = again.get(&species.name).unwrap();
        let content_hash = written.content_hash.clone();
        assert_eq!(*written, Species { content_hash, ..species.clone() });
    }
}
