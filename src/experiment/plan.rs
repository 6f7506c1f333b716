//! An experiment made ready: what every run needs to know, found once.

use std::fs;
use std::path::Path;

use super::base::BaseScenario;
use super::condition::Condition;
use super::definition::{CREATURES, MAP};
use super::prepared::PreparedPoints;
use super::{Case, Experiment, ExperimentError, FactorValue, Levels, Stop};
use crate::scenario::Land;

/// An experiment made ready to be lived.
#[derive(Debug, Clone)]
pub struct Plan {
    experiment: Experiment,
    species: Vec<String>,
    conditions: Vec<Condition>,
    fingerprint: String,
    prepared: PreparedPoints,
}

impl Plan {
    /// Makes an experiment ready.
    ///
    /// # Errors
    /// When what it starts from cannot be read, or it asks for nothing or for more runs than can be
    /// counted.
    pub fn new(experiment: Experiment) -> Result<Self, ExperimentError> {
        const MOST: u128 = 1 << 53;
        let runs = experiment.runs();
        if runs == 0 || runs > MOST {
            let problem = format!("there are {runs} runs; have 1 to {MOST}");
            return Err(ExperimentError::InvalidRequest(problem));
        }
        let base_scenario = BaseScenario::read(&experiment.base, &[], None)?;
        let species = experiment.species_with(&base_scenario);
        let is_conquest = base_scenario.scenario.colonies.is_some();
        let mut conditions = Vec::new();
        for stop in &experiment.stops {
            if let Stop::When(text) = stop {
                let condition = Condition::parse(text, &species, is_conquest);
                conditions.push(condition.map_err(|complaint| {
                    let message = format!("`{text}`: {}; {}", complaint.problem, complaint.remedy);
                    ExperimentError::InvalidRequest(message)
                })?);
            }
        }
        let fingerprint = fingerprint(&experiment, &base_scenario)?;
        let prepared = PreparedPoints::default();
        Ok(Self { experiment, species, conditions, fingerprint, prepared })
    }

    /// The experiment.
    #[must_use]
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// How many runs there are.
    #[must_use]
    pub fn runs(&self) -> u64 {
        u64::try_from(self.experiment.runs()).unwrap_or(u64::MAX)
    }

    /// The run with this number.
    ///
    /// # Errors
    /// When there are fewer.
    pub fn case(&self, number: u64) -> Result<Case, ExperimentError> {
        self.experiment.case(number).ok_or_else(|| {
            let last = self.runs() - 1;
            ExperimentError::InvalidRequest(format!("there is no run {number}; the last is {last}"))
        })
    }

    /// The species that any run may have: those of the base first, in its order.
    #[must_use]
    pub fn species(&self) -> &[String] {
        &self.species
    }

    /// The scenarios of its parameter points.
    pub(super) fn prepared(&self) -> &PreparedPoints {
        &self.prepared
    }

    /// The stop conditions, in their order.
    pub(super) fn conditions(&self) -> &[Condition] {
        &self.conditions
    }

    /// A hash, in hexadecimal, of all that the rows follow from: the experiment, the version of the
    /// program, the scenario, the maps and the creatures. Where the experiment's file lies is no
    /// part of it, nor its description.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }
}

fn fingerprint(
    experiment: &Experiment,
    base_scenario: &BaseScenario,
) -> Result<String, ExperimentError> {
    let mut plain = experiment.clone();
    plain.base.folder.clear();
    plain.description.clear();
    let mut parts = vec![
        env!("CARGO_PKG_VERSION").to_owned(),
        serde_json::to_string(&plain).expect("plain data can be written"),
        base_scenario.scenario.content_hash.clone(),
    ];
    if let Land::Map { path, .. } = &base_scenario.scenario.land {
        parts.push(content_hash(&path.value)?);
    }
    let mut note = |base_scenario: &BaseScenario| {
        let species = base_scenario.catalogue.species();
        parts.extend(
            species.flat_map(|species| [species.name.clone(), species.content_hash.clone()]),
        );
    };
    note(base_scenario);
    for folder in values(experiment, CREATURES).filter(|value| !value.to_string().is_empty()) {
        let folder = experiment.base.path(&folder.to_string());
        note(&BaseScenario::read(&experiment.base, &[], Some(folder))?);
    }
    for map in values(experiment, MAP) {
        parts.push(content_hash(&experiment.base.path(&map.to_string()))?);
    }
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
    }
    Ok(hasher.finalize().to_string())
}

fn values<'a>(experiment: &'a Experiment, name: &str) -> impl Iterator<Item = &'a FactorValue> {
    let factor = experiment.factors.iter().find(|factor| factor.name == name);
    let values = factor.and_then(|factor| match &factor.levels {
        Levels::List(values) => Some(values),
        Levels::Range(_) => None,
    });
    values.into_iter().flatten()
}

fn content_hash(path: &Path) -> Result<String, ExperimentError> {
    let content = fs::read(path).map_err(ExperimentError::reading(path))?;
    Ok(blake3::hash(&content).to_string())
}
