//! What an experiment starts from, read: the scenario and the creatures without any factor.

use std::collections::BTreeSet;
use std::path::PathBuf;

use super::asked::{CREATURES, MAP};
use super::{Base, FactorValue};
use crate::behaviour;
use crate::behaviour::native::NATIVES;
use crate::document::Override;
use crate::input::Diagnostic;
use crate::input::parameter::Parameter;
use crate::input::spelling;
use crate::rules::Rules;
use crate::run::StartError;
use crate::scenario::{DEFAULT_GROWN, Land, Scenario};
use crate::species::{Catalogue, Characteristic, Code, Nature, Species, Terms};

/// A base scenario with the creatures there are for it.
pub(super) struct Ground {
    pub scenario: Scenario,
    pub catalogue: Catalogue,
}

impl Ground {
    /// Reads what `base` names, with `varied` set besides and one folder more.
    pub fn read(
        base: &Base,
        varied: &[Override],
        folder: Option<PathBuf>,
    ) -> Result<Self, StartError> {
        let mut settings =
            base.settings().map_err(|diagnostic| StartError::Scenario(diagnostic.into()))?;
        settings.extend_from_slice(varied);
        let scenario = Scenario::find(&base.scenario_path(), &settings)?;
        let folders = base.creatures.iter().map(|path| base.path(path)).chain(folder);
        let folders: Vec<PathBuf> = folders.collect();
        let terms =
            Terms { rules: &scenario.rules, settings: &settings, behaviours: &behaviour::check };
        let catalogue = Catalogue::load(&folders, &terms)?;
        Ok(Self { scenario, catalogue })
    }

    /// The value that the base scenario has for a factor by itself; `None` where it has none, as of
    /// a map where there is none.
    pub fn own_value(&self, factor: &str) -> Option<FactorValue> {
        let parts: Vec<&str> = factor.split('.').collect();
        match parts[..] {
            ["rules", rule] => self.scenario.rules.get(rule).map(FactorValue::Number),
            ["population", species] | ["population", species, "count"] => {
                let count = self.population(species).map_or(0, |population| population.count);
                i64::try_from(count).ok().map(FactorValue::Integer)
            }
            ["population", species, "grown"] => {
                let grown = self.population(species).map(|population| population.grown);
                Some(FactorValue::Number(grown.unwrap_or(DEFAULT_GROWN)))
            }
            ["species", species, ref keys @ ..] => of_species(self.catalogue.get(species)?, keys),
            [CREATURES] => Some(FactorValue::Text(String::new())),
            [MAP] => None,
            ["terrain", "tile"] => match &self.scenario.land {
                Land::Map { tile, .. } | Land::Rows { tile, .. } => {
                    Some(FactorValue::Number(*tile))
                }
                Land::Open(_) => None,
            },
            _ => None,
        }
    }

    fn population(&self, name: &str) -> Option<&crate::scenario::Population> {
        self.scenario.populations.iter().find(|population| population.species.value == name)
    }

    /// The names of all factors that are told by a name alone.
    pub fn factors(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::from([MAP, CREATURES, "terrain.tile"].map(str::to_owned));
        names.extend(Rules::ALL.iter().map(|rule| format!("rules.{}", rule.name)));
        for species in self.catalogue.species() {
            let name = &species.name;
            names.insert(format!("population.{name}"));
            names.insert(format!("population.{name}.grown"));
            names.extend(keys_of(species).into_iter().map(|key| format!("species.{name}.{key}")));
        }
        names
    }

    /// What to do about a factor that is not there: the nearest names there are.
    pub fn remedy_for(&self, unknown: &str) -> String {
        let mut names = self.factors();
        let mut near = Vec::new();
        while near.len() < 3 {
            let Some(name) = spelling::nearest(unknown, names.iter().map(String::as_str)) else {
                break;
            };
            let name = name.to_owned();
            names.remove(&name);
            near.push(name);
        }
        if near.is_empty() {
            return "give a rule such as `rules.light`, `population.NAME`, a parameter such as \
                    `species.NAME.points.speed`, `map` or `creatures`"
                .to_owned();
        }
        format!("the nearest are {}", spelling::listed(near.iter().map(String::as_str)))
    }
}

/// What of a species is a single value.
fn keys_of(species: &Species) -> Vec<String> {
    let mut keys = vec!["mature_size".to_owned()];
    match &species.nature {
        Nature::Plant(_) => {
            keys.extend(["height", "preferred_light", "seed_spread"].map(|k| format!("plant.{k}")));
        }
        Nature::Animal(_) => {
            keys.extend(Characteristic::ALL.map(|what| format!("points.{}", what.name())));
            keys.extend(["travel.wariness", "navigator"].map(str::to_owned));
            let known = species.navigation.navigator().parameters().iter();
            keys.extend(known.map(|parameter| format!("navigation.{}", parameter.name)));
        }
    }
    if let Some(choice) = &species.behaviour {
        keys.push("behaviour.native".to_owned());
        let given = choice.parameters.keys().cloned();
        let known = native_parameters(&choice.code).map(|parameter| parameter.name.to_owned());
        let all: BTreeSet<String> = given.chain(known).collect();
        keys.extend(all.into_iter().map(|key| format!("behaviour.parameters.{key}")));
    }
    keys
}

fn native_parameters(code: &Code) -> impl Iterator<Item = &'static Parameter> {
    let native =
        NATIVES.iter().find(|native| matches!(code, Code::Native(name) if name == native.name));
    native.into_iter().flat_map(|native| native.parameters.iter())
}

/// The value of a species under keys of its file.
fn of_species(species: &Species, keys: &[&str]) -> Option<FactorValue> {
    let number = match (keys, &species.nature) {
        (["mature_size"], nature) => 2.0 * widened(nature.mature_radius()),
        (["points", name], Nature::Animal(traits)) => {
            let what = Characteristic::ALL.into_iter().find(|what| what.name() == *name)?;
            widened(traits.points[what as usize])
        }
        (["travel", "wariness"], _) => species.wariness,
        (["navigator"], Nature::Animal(_)) => {
            return Some(FactorValue::Text(species.navigation.navigator().name().to_owned()));
        }
        (["navigation", name], Nature::Animal(_)) => {
            let known = species.navigation.navigator().parameters();
            let default = || known.iter().find(|known| known.name == *name);
            let given = species.navigation.given().get(*name).copied();
            given.or_else(|| default().map(|parameter| parameter.default))?
        }
        (["plant", "height"], Nature::Plant(traits)) => widened(traits.height),
        (["plant", "preferred_light"], Nature::Plant(traits)) => widened(traits.preferred_light),
        (["plant", "seed_spread"], Nature::Plant(traits)) => widened(traits.seed_spread),
        (["behaviour", "native"], _) => {
            return match &species.behaviour.as_ref()?.code {
                Code::Native(name) => Some(FactorValue::Text(name.clone())),
                _ => None,
            };
        }
        (["behaviour", "parameters", name], _) => {
            let choice = species.behaviour.as_ref()?;
            let known = || native_parameters(&choice.code).find(|known| known.name == *name);
            choice.parameters.get(*name).copied().or_else(|| known().map(|p| p.default))?
        }
        _ => return None,
    };
    Some(FactorValue::Number(number))
}

/// A number in single precision as it was written: 33.3 rather than 33.29999923706055.
fn widened(number: f32) -> f64 {
    number.to_string().parse().unwrap_or(f64::from(number))
}

/// What is wrong, told in two parts, whatever said so.
pub(super) fn told(error: &StartError) -> (String, String) {
    let Diagnostic { what, location, remedy } = error.diagnostic();
    let what = match location {
        Some(location) if location.text().is_empty() => format!("{location}: {what}"),
        _ => what,
    };
    (what, remedy.unwrap_or_else(|| "give another value".to_owned()))
}
