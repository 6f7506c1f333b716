//! The scenario, maps and creatures that determine the rows of a sweep, by their meaning.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde::Serialize;
use terrarium_creatures::species::Species;
use terrarium_run::scenario::Land;
use terrarium_space::terrain::Terrain;

use super::base::{BaseScenario, BaseWorld, CreatureBases};
use super::definition::MAP;
use super::{Experiment, ExperimentError};

/// The hashes of a scenario, maps and creatures, in hexadecimal, by what they are called in
/// messages. Comments and layout are not included.
pub type Contents = BTreeMap<String, String>;

/// The contents on which the runs of an experiment depend.
pub(super) fn contents(
    experiment: &Experiment,
    base: &BaseWorld,
    with_creatures: &CreatureBases,
) -> Result<Contents, ExperimentError> {
    let mut contents = Contents::new();
    match (base, &experiment.base.stored) {
        (BaseWorld::Scenario(base), _) => {
            add_scenario(&mut contents, experiment, base, with_creatures)?;
        }
        (BaseWorld::Stored(_), Some(stored)) => {
            let hash = file_hash(&experiment.base.path(&stored.file))?;
            contents.insert("the stored world".to_owned(), hash);
        }
        (BaseWorld::Stored(_), None) => {}
    }
    Ok(contents)
}

fn add_scenario(
    contents: &mut Contents,
    experiment: &Experiment,
    base: &BaseScenario,
    with_creatures: &CreatureBases,
) -> Result<(), ExperimentError> {
    contents.insert("the scenario".to_owned(), hash_of(meaning(&base.scenario.text).as_bytes()));
    if let Land::Map { path, .. } = &base.scenario.land {
        contents.insert("the map".to_owned(), map_hash(&path.value)?);
    }
    for species in base.catalogue.species() {
        contents.insert(format!("the creature {}", species.name), species_hash(species));
    }
    for (folder, with_folder) in with_creatures {
        let added = with_folder.catalogue.species();
        for species in added.filter(|species| base.catalogue.get(&species.name) != Some(species)) {
            let name = format!("the creature {} in {folder}", species.name);
            contents.insert(name, species_hash(species));
        }
    }
    for map in experiment.levels_of(MAP) {
        let hash = map_hash(&experiment.base.path(&map.to_string()))?;
        contents.insert(format!("the map {map}"), hash);
    }
    Ok(())
}

/// The keys and values of a scenario, without comments and layout, in the order of the keys.
fn meaning(text: &str) -> String {
    let table = toml::from_str::<toml::Table>(text).ok().map(toml::Value::Table);
    let json = table.and_then(|table| serde_json::to_string(&plain(table)).ok());
    json.unwrap_or_else(|| text.to_owned())
}

/// The same value, with whole numbers written as such: `60.0` is 60.
fn plain(value: toml::Value) -> toml::Value {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    match value {
        #[expect(clippy::cast_possible_truncation, reason = "it is a whole number below 2⁵³")]
        toml::Value::Float(number) if number.fract() == 0.0 && number.abs() < EXACT => {
            toml::Value::Integer(number as i64)
        }
        toml::Value::Array(members) => members.into_iter().map(plain).collect::<Vec<_>>().into(),
        toml::Value::Table(table) => table
            .into_iter()
            .map(|(key, value)| (key, plain(value)))
            .collect::<toml::Table>()
            .into(),
        other => other,
    }
}

/// The hash of a species with its code, but without the text of its files.
fn species_hash(species: &Species) -> String {
    hash_of(&encoded(&Species { content_hash: String::new(), ..species.clone() }))
}

/// The hash of the tiles and bases of a map; of a file that is none, that of its bytes.
fn map_hash(path: &Path) -> Result<String, ExperimentError> {
    match Terrain::read(path) {
        Ok(terrain) => Ok(hash_of(&encoded(&terrain))),
        Err(_) => file_hash(path),
    }
}

fn encoded(value: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(value).expect("plain data can be written")
}

fn file_hash(path: &Path) -> Result<String, ExperimentError> {
    let content = fs::read(path).map_err(ExperimentError::reading(path))?;
    Ok(hash_of(&content))
}

fn hash_of(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_string()
}
