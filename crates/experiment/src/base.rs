//! The base scenario of an experiment: its scenario and creatures, without factors.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use terrarium_creatures::behaviour::native::NATIVES;
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{
    Catalogue, Code, GroundOverrides, KeyValue, PARAMETERS, Species,
};
use terrarium_input::document::Override;
use terrarium_input::parameter::Parameter;
use terrarium_input::spelling;
use terrarium_run::scenario::{COMMAND, DEFAULT_GROWN, Land, Scenario};
use terrarium_run::{StartError, catalogue};
use terrarium_sim::world::TimedCommand;

use super::definition::{CREATURES, MAP, SIZE};
use super::stored_world::StoredBase;
use super::timed_factor::{timed_factors, timed_value};
use super::{Base, Experiment, FactorValue, RunTicks};

/// The world from which the runs of an experiment begin.
pub(super) enum BaseWorld {
    Scenario(Box<BaseScenario>),
    Stored(Box<StoredBase>),
}

impl BaseWorld {
    /// Reads `base` with additional overrides and one more folder of creatures.
    pub fn read(
        base: &Base,
        additional: &[Override],
        folder: Option<PathBuf>,
    ) -> Result<Self, StartError> {
        Ok(match &base.stored {
            Some(stored) => Self::Stored(StoredBase::read(base, stored)?.into()),
            None => Self::Scenario(BaseScenario::read(base, additional, folder)?.into()),
        })
    }

    /// The base scenario with each folder of creatures that is a level or belongs to a variant.
    pub fn with_creatures(&self, experiment: &Experiment) -> Result<CreatureBases, StartError> {
        let Self::Scenario(_) = self else { return Ok(CreatureBases::new()) };
        let base = &experiment.base;
        let variants = base.variants.values().flat_map(|variant| variant.creatures.clone());
        let folders = experiment.levels_of(CREATURES).map(ToString::to_string).chain(variants);
        let folders: BTreeSet<String> = folders.filter(|folder| !folder.is_empty()).collect();
        let read = |folder: String| {
            let with_folder = BaseScenario::read(base, &[], Some(base.path(&folder)))?;
            Ok((folder, with_folder))
        };
        folders.into_iter().map(read).collect()
    }

    /// Whether colonies fight for bases in it.
    pub fn is_conquest(&self) -> bool {
        match self {
            Self::Scenario(base) => base.scenario.colonies.is_some(),
            Self::Stored(base) => base.is_conquest,
        }
    }

    /// The ticks of runs of so many ticks that begin with it.
    pub fn run_ticks(&self, count: u64) -> RunTicks {
        match self {
            Self::Scenario(_) => RunTicks::of_new_worlds(count),
            Self::Stored(base) => RunTicks::continuing(base.begins(), count),
        }
    }

    /// The last tick of a run of so many ticks; `None` if runs begin at different ticks.
    pub fn last_tick(&self, ticks: u64) -> Option<u64> {
        match self {
            Self::Scenario(_) => Some(ticks),
            Self::Stored(base) => base.first_tick().map(|first| first + ticks),
        }
    }

    /// The names of its species, in its order.
    pub fn species(&self) -> Vec<String> {
        match self {
            Self::Scenario(base) => {
                let populations = base.scenario.populations.iter();
                populations.map(|population| population.species.value.clone()).collect()
            }
            Self::Stored(base) => base.species.clone(),
        }
    }

    /// The value of a factor in it; `None` when it has none, such as a map.
    pub fn own_value(&self, factor: &str) -> Option<FactorValue> {
        match self {
            Self::Scenario(base) => base.own_value(factor),
            Self::Stored(base) => base.own_value(factor),
        }
    }

    /// The names of all factors.
    pub fn factors(&self) -> BTreeSet<String> {
        match self {
            Self::Scenario(base) => base.factors(),
            Self::Stored(base) => base.factors().collect(),
        }
    }

    /// The remedy for an unknown factor.
    pub fn suggestion_for(&self, unknown: &str) -> String {
        match self {
            Self::Scenario(base) => base.suggestion_for(unknown),
            Self::Stored(base) => base.suggestion_for(unknown),
        }
    }
}

/// Base scenarios, each with one more folder of creatures, by the folders as the experiment names them.
pub(super) type CreatureBases = BTreeMap<String, BaseScenario>;

/// A base scenario and the creatures that it can use.
pub(super) struct BaseScenario {
    pub scenario: Scenario,
    pub catalogue: Catalogue,
}

impl BaseScenario {
    /// Reads `base` with additional overrides and one more folder of creatures.
    pub fn read(
        base: &Base,
        additional: &[Override],
        folder: Option<PathBuf>,
    ) -> Result<Self, StartError> {
        let mut overrides =
            base.overrides().map_err(|diagnostic| StartError::Scenario(diagnostic.into()))?;
        overrides.extend_from_slice(additional);
        let scenario = Scenario::find(&base.scenario_path(), &overrides)?;
        let folders = base.creatures.iter().map(|path| base.path(path)).chain(folder);
        let folders: Vec<PathBuf> = folders.collect();
        let catalogue = catalogue(&scenario, &overrides, &folders)?;
        Ok(Self { scenario, catalogue })
    }

    /// The value of a factor in the base scenario; `None` when it has none, such as a map.
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
            ["species", species, ref keys @ ..] => {
                let of_rule = || self.rule_behind(keys);
                value_of(self.catalogue.get(species)?, keys).or_else(of_rule)
            }
            [COMMAND, ..] => timed_value(&self.timetable(), &self.scenario.species_names(), factor),
            [CREATURES] => Some(FactorValue::Text(String::new())),
            [MAP] => None,
            ["world", "size"] => match &self.scenario.land {
                Land::Open(size) => {
                    Some(FactorValue::Text(format!("{}x{}", size.value.x, size.value.y)))
                }
                Land::Map { .. } | Land::Rows { .. } => None,
            },
            ["terrain", "tile"] => match &self.scenario.land {
                Land::Map { tile, .. } | Land::Rows { tile, .. } => {
                    Some(FactorValue::Number(*tile))
                }
                Land::Open(_) => None,
            },
            _ => None,
        }
    }

    fn timetable(&self) -> Vec<TimedCommand> {
        self.scenario.timetable.iter().map(|command| command.timed.clone()).collect()
    }

    /// The value of the rule that applies to a species without a value of its own.
    fn rule_behind(&self, keys: &[&str]) -> Option<FactorValue> {
        let ["travel", key] = keys else { return None };
        let is_known = GroundOverrides::KEYS.contains(key);
        self.scenario.rules.get(key).filter(|_| is_known).map(FactorValue::Number)
    }

    fn population(&self, name: &str) -> Option<&terrarium_run::scenario::Population> {
        self.scenario.populations.iter().find(|population| population.species.value == name)
    }

    /// The names of all factors.
    pub fn factors(&self) -> BTreeSet<String> {
        let mut names = BTreeSet::from([MAP, CREATURES, SIZE, "terrain.tile"].map(str::to_owned));
        names.extend(timed_factors(&self.timetable(), &self.scenario.species_names()));
        names.extend(Rules::ALL.iter().map(|rule| format!("rules.{}", rule.name)));
        for species in self.catalogue.species() {
            let name = &species.name;
            names.insert(format!("population.{name}"));
            names.insert(format!("population.{name}.grown"));
            names.extend(keys_of(species).into_iter().map(|key| format!("species.{name}.{key}")));
        }
        names
    }

    /// The remedy for an unknown factor: the nearest names.
    pub fn suggestion_for(&self, unknown: &str) -> String {
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

/// The keys of the single values of a species.
fn keys_of(species: &Species) -> BTreeSet<String> {
    let mut keys = species.keys();
    if let Some(choice) = &species.behaviour {
        let prefix = PARAMETERS.join(".");
        let known = native_parameters(&choice.code);
        keys.extend(known.map(|parameter| format!("{prefix}.{}", parameter.name)));
    }
    keys
}

/// The value of a species under a key of its file, or the default of a parameter that is not set.
fn value_of(species: &Species, key: &[&str]) -> Option<FactorValue> {
    let default = || {
        let name = key.strip_prefix(&PARAMETERS)?.first()?;
        let code = &species.behaviour.as_ref()?.code;
        let parameter = native_parameters(code).find(|parameter| parameter.name == *name)?;
        Some(KeyValue::Number(parameter.default))
    };
    species.value(key).or_else(default).map(FactorValue::from)
}

fn native_parameters(code: &Code) -> impl Iterator<Item = &'static Parameter> {
    let native =
        NATIVES.iter().find(|native| matches!(code, Code::Native(name) if name == native.name));
    native.into_iter().flat_map(|native| native.parameters.iter())
}
