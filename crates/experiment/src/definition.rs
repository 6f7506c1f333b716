//! The definition of an experiment, as plain data.

use std::collections::BTreeMap;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use terrarium_input::Diagnostic;
use terrarium_input::document::Override;
use terrarium_run::record::EventChoice;

use super::seed::case_seed;
use super::stored_world::TICK;
use super::{
    Design, EvolutionOptions, Factor, FactorValue, Levels, Replicates, RunMeasure, StoredWorld,
};

/// The definition of an experiment: its parameter points and replicates, the length of its runs,
/// and what is kept of them.
///
/// Runs are numbered: first all replicates of the first point, then those of the second, and so on.
/// Each run is computed from its number alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Experiment {
    /// The name of its file, without the extension.
    pub name: String,
    /// The name of its file in the folder of the base; `None` if it was not read from a file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The question of the experiment, in one line.
    pub description: String,
    /// The seed from which the seeds of all runs are derived.
    pub seed: u64,
    /// The common starting point of all runs.
    pub base: Base,
    /// The factors, in the order of the file.
    pub factors: Vec<Factor>,
    /// The choice of parameter points.
    pub design: Design,
    /// The replicates of each point.
    pub replicates: Replicates,
    /// The number of ticks of a run, unless a stop condition ends it earlier.
    pub ticks: u64,
    /// The stop conditions, besides a decided conquest.
    pub stops: Vec<Stop>,
    /// Whether a run stops when its conquest is decided.
    pub stops_when_decided: bool,
    /// The measures of each run that the experiment defines, in the order of the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<RunMeasure>,
    /// How each run is compared with neutral shadows of it; `None` if it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evolution: Option<EvolutionOptions>,
    /// What is kept of the runs besides their rows.
    pub keep: Keep,
}

/// The common starting point of all runs of an experiment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Base {
    /// The name of a shipped scenario, or a path relative to `folder`.
    pub scenario: String,
    /// The stored world that the runs continue instead of founding that of a scenario; `scenario` is
    /// empty then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stored: Option<StoredWorld>,
    /// The path of a map that replaces the scenario's, relative to `folder`.
    pub map: Option<String>,
    /// The overrides of every run, as `key=value`, in order, applied before the factors.
    #[serde(rename = "settings")]
    pub overrides: Vec<String>,
    /// Folders of creatures besides the shipped ones, relative to `folder`.
    pub creatures: Vec<String>,
    /// The variants that the factor `variant` selects, by name. Experiment files have none: these
    /// are for programs that generate experiments, such as the arena.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub variants: BTreeMap<String, Variant>,
    /// The folder of the experiment's file. No run depends on its location.
    pub folder: PathBuf,
}

/// A named set of overrides and creatures, which a factor selects as a whole.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    /// The overrides, as `key=value`, in order.
    pub overrides: Vec<String>,
    /// Folders of creatures, relative to the folder of the experiment.
    pub creatures: Vec<String>,
}

/// A stop condition: ends a run before its last tick.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// Any species that had founders dies out.
    AnyExtinction,
    /// This species dies out.
    Extinction(String),
    /// This expression over the census holds; see [`Condition`](super::Condition).
    When(String),
}

/// What is kept of the runs of an experiment besides their rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keep {
    /// The interval of the census of every run, in ticks.
    pub census_every: Option<NonZeroU64>,
    /// The runs with a record of their own, like that of `terrarium run --out`.
    pub runs: RunSelection,
    /// The events in those records.
    pub events: EventChoice,
    /// The interval of the snapshots in those records, in ticks. There is always one of the end.
    pub snapshot_every: Option<NonZeroU64>,
    /// Whether those runs also have a recording, like that of `terrarium run --record`.
    pub recordings: bool,
    /// Whether those records have a table of individuals.
    #[serde(default, skip_serializing_if = "is_false")]
    pub individuals: bool,
    /// Whether those records have a table of the living and their ancestors.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ancestry: bool,
    /// Whether there are statistics and charts of all runs, besides the rows.
    #[serde(default = "always", skip_serializing_if = "is_true")]
    pub summary: bool,
}

fn always() -> bool {
    true
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(value: &bool) -> bool {
    !*value
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_true(value: &bool) -> bool {
    *value
}

/// A selection of runs of an experiment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunSelection {
    /// No runs.
    Nothing,
    /// The first replicate of each point.
    First,
    /// All runs.
    All,
    /// The runs with these numbers, ascending.
    These(Vec<u64>),
}

/// One run of an experiment, before it is executed.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// The number of the run, from 0.
    pub number: u64,
    /// The value of each factor, in the order of the experiment.
    pub point: Vec<FactorValue>,
    /// The number of the replicate at this point, from 0.
    pub replicate: u32,
    /// The seed of its world.
    pub seed: u64,
}

impl Default for Keep {
    fn default() -> Self {
        Self {
            census_every: None,
            runs: RunSelection::Nothing,
            events: EventChoice::default(),
            snapshot_every: None,
            recordings: false,
            individuals: false,
            ancestry: false,
            summary: true,
        }
    }
}

impl Experiment {
    /// The number of runs.
    #[must_use]
    pub fn runs(&self) -> u128 {
        self.design.points(&self.factors).saturating_mul(u128::from(self.replicates.count()))
    }

    /// The run with this number; `None` after the last.
    #[must_use]
    pub fn case(&self, number: u64) -> Option<Case> {
        if u128::from(number) >= self.runs() {
            return None;
        }
        let count = self.replicates.count();
        let (index, nth) = (number / count, number % count);
        let point = self.design.point(self.seed, &self.factors, index);
        // A repeated point has further replicates, each with its own seed.
        let repeat = u64::from(self.design.repeat(index));
        let replicate = u32::try_from(repeat * count + nth).unwrap_or(u32::MAX);
        let seed = match self.replicates {
            Replicates::Count(_) => case_seed(self.seed, &self.factors, &point, replicate),
            // The seed at the values of the base scenario.
            Replicates::Common(_) => case_seed(self.seed, &[], &[], replicate),
            Replicates::Seeds { first, .. } => first + nth,
        };
        Some(Case { number, point, replicate, seed })
    }

    /// The file and line of the point of a run, as `points.csv:17`; `None` if its point is not from a
    /// file.
    #[must_use]
    pub fn origin(&self, case: &Case) -> Option<String> {
        self.design.origin(case.number / self.replicates.count())
    }

    /// The experiment without what determines no row: its file and folder, the description, and the
    /// file of its points.
    pub(super) fn essence(&self) -> Self {
        let mut plain = self.clone();
        plain.file = None;
        plain.base.folder.clear();
        plain.description.clear();
        plain.design.without_file();
        plain
    }

    /// All runs, computed lazily.
    pub fn cases(&self) -> impl Iterator<Item = Case> {
        (0..).map_while(|number| self.case(number))
    }

    /// The overrides of a run, in order: those of the base, the factors, the seed.
    ///
    /// # Errors
    /// When an override of the base is invalid. Those of a validated experiment are not.
    pub fn overrides(&self, case: &Case) -> Result<Vec<Override>, Diagnostic> {
        let mut overrides = self.point_overrides(case)?;
        overrides.push(Override::parse(&format!("seed={}", case.seed))?);
        Ok(overrides)
    }

    /// The overrides that all replicates at the point of a run share.
    pub(super) fn point_overrides(&self, case: &Case) -> Result<Vec<Override>, Diagnostic> {
        let mut overrides = self.base.overrides()?;
        for (factor, value) in self.factors.iter().zip(&case.point) {
            overrides.extend(self.base.settings(&factor.name, value)?);
        }
        Ok(overrides)
    }

    /// The values of a factor that has a list of them; none of others.
    pub(super) fn levels_of(&self, name: &str) -> impl Iterator<Item = &FactorValue> {
        let factor = self.factors.iter().find(|factor| factor.name == name);
        let values = factor.and_then(|factor| match &factor.levels {
            Levels::List(values) => Some(values),
            Levels::Range(_) => None,
        });
        values.into_iter().flatten()
    }

    /// The folders of creatures of a run.
    #[must_use]
    pub fn creature_folders(&self, case: &Case) -> Vec<PathBuf> {
        let varied = self.factors.iter().zip(&case.point);
        let varied = varied.filter(|(factor, _)| factor.name == CREATURES);
        let varied = varied.map(|(_, value)| value.to_string()).filter(|path| !path.is_empty());
        let variant = self.factors.iter().zip(&case.point);
        let variant = variant.filter_map(|(factor, value)| self.base.variant(&factor.name, value));
        let own = variant.flat_map(|variant| variant.creatures.iter().cloned());
        let folders = self.base.creatures.iter().cloned().chain(varied).chain(own);
        folders.map(|path| self.base.path(&path)).collect()
    }

    /// The arguments with which `terrarium` executes this run on its own: `run`, the [arguments of
    /// its world](Self::world_arguments), and the number of ticks. They do not include the stop
    /// conditions.
    #[must_use]
    pub fn arguments(&self, case: &Case) -> Vec<String> {
        let mut arguments = vec!["run".to_owned()];
        arguments.extend(self.world_arguments(case));
        arguments.extend(["--ticks".to_owned(), self.ticks.to_string()]);
        arguments
    }

    /// The arguments that define the world of this run, for any command: the scenario and all
    /// overrides.
    #[must_use]
    pub fn world_arguments(&self, case: &Case) -> Vec<String> {
        let mut arguments = match &self.base.stored {
            Some(stored) => {
                vec!["--from".to_owned(), self.base.path(&stored.file).display().to_string()]
            }
            None => vec![self.base.scenario_path()],
        };
        if let Some(tick) = self.stored_tick(case) {
            arguments.extend(["--at".to_owned(), tick.to_string()]);
        }
        arguments.extend(["--seed".to_owned(), case.seed.to_string()]);
        for setting in self.overrides(case).unwrap_or_default() {
            if setting.path()[0].value != "seed" {
                arguments.extend(["--set".to_owned(), setting.text().to_owned()]);
            }
        }
        for folder in self.creature_folders(case) {
            arguments.extend(["--creatures".to_owned(), folder.display().to_string()]);
        }
        arguments
    }
}

impl Keep {
    /// Whether a run has a record of its own.
    #[must_use]
    pub fn includes(&self, case: &Case) -> bool {
        match &self.runs {
            RunSelection::Nothing => false,
            RunSelection::First => case.replicate == 0,
            RunSelection::All => true,
            RunSelection::These(numbers) => numbers.binary_search(&case.number).is_ok(),
        }
    }
}

/// The factor that selects the map.
pub(super) const MAP: &str = "map";

/// The factor that sets the size of an open world.
pub(super) const SIZE: &str = "world.size";

/// The factor that adds a folder of creatures.
pub(super) const CREATURES: &str = "creatures";

/// The factor that selects a variant.
pub(super) const VARIANT: &str = "variant";

impl Base {
    /// A path in the experiment's file, relative to the working directory.
    #[must_use]
    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.join(Path::new(path))
    }

    /// The scenario, as an argument of `terrarium run`.
    #[must_use]
    pub fn scenario_path(&self) -> String {
        let path = self.path(&self.scenario);
        let is_name = Path::new(&self.scenario).components().count() == 1
            && Path::new(&self.scenario).extension().is_none();
        let shipped = terrarium_run::scenario::Scenario::shipped();
        // A name without a file is reported as an unknown scenario.
        if shipped.contains(&self.scenario.as_str()) || (is_name && !path.exists()) {
            self.scenario.clone()
        } else {
            path.display().to_string()
        }
    }

    /// The overrides of every run.
    ///
    /// # Errors
    /// When one is invalid.
    pub fn overrides(&self) -> Result<Vec<Override>, Diagnostic> {
        let map = self.map.iter().map(|map| self.map_setting(map));
        map.chain(self.overrides.iter().map(|text| Override::parse(text))).collect()
    }

    /// The overrides for a value of a factor; none for the factor `creatures`.
    pub(super) fn settings(
        &self,
        factor: &str,
        value: &FactorValue,
    ) -> Result<Vec<Override>, Diagnostic> {
        if let Some(variant) = self.variant(factor, value) {
            return variant.overrides.iter().map(|text| Override::parse(text)).collect();
        }
        let single = match (factor, value) {
            (CREATURES | TICK, _) => return Ok(Vec::new()),
            (MAP, value) => self.map_setting(&value.to_string()),
            (SIZE, FactorValue::Text(text)) if sides(text).is_some() => {
                let [width, height] = sides(text).expect("it was just found");
                Override::parse(&format!("{SIZE}=[{width}, {height}]"))
            }
            (name, FactorValue::Text(text)) => Override::of_text(name, text),
            (name, number) => Override::parse(&format!("{name}={number}")),
        };
        Ok(vec![single?])
    }

    /// The variant that a value of a factor selects; `None` for any factor but `variant`.
    fn variant(&self, factor: &str, value: &FactorValue) -> Option<&Variant> {
        let FactorValue::Text(name) = value else { return None };
        self.variants.get(name).filter(|_| factor == VARIANT)
    }

    fn map_setting(&self, map: &str) -> Result<Override, Diagnostic> {
        Override::of_text("terrain.map", &self.path(map).display().to_string())
    }
}

/// The sides in the text of a size, such as `800x600`; `None` if it is not one.
fn sides(text: &str) -> Option<[f64; 2]> {
    let (width, height) = text.split_once('x')?;
    let side = |text: &str| text.trim().parse::<f64>().ok().filter(|side| side.is_finite());
    Some([side(width)?, side(height)?])
}
