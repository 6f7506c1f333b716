//! An experiment: what is asked of many worlds, as plain data.

use std::num::{NonZeroU32, NonZeroU64};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::seed::case_seed;
use super::{Design, Factor, FactorValue};
use crate::document::Override;
use crate::input::Diagnostic;
use crate::record::EventChoice;

/// What is asked of many worlds: which are founded, how long they live, what is kept of them.
///
/// Its runs are numbered: first all replicates of the first point, then those of the second, and so
/// on. Each is found from its number alone.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Experiment {
    /// Its name: that of its file, without the ending.
    pub name: String,
    /// What it asks, in a line for people.
    pub description: String,
    /// What the seeds of all its runs follow from.
    pub seed: u64,
    /// What every run starts from.
    pub base: Base,
    /// What differs from run to run, in the order of the file.
    pub factors: Vec<Factor>,
    /// Which values are tried together.
    pub design: Design,
    /// How often each point is lived.
    pub replicates: Replicates,
    /// How many ticks a run lives at most.
    pub ticks: u64,
    /// What ends a run before that, besides a decided conquest.
    pub stops: Vec<Stop>,
    /// Whether a run ends when its conquest is decided.
    pub stops_when_decided: bool,
    /// What is kept of the runs besides their rows.
    pub keep: Keep,
}

/// What every run of an experiment starts from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Base {
    /// A shipped scenario's name, or a path as seen from `folder`.
    pub scenario: String,
    /// Another map than the scenario's, as seen from `folder`.
    pub map: Option<String>,
    /// What is set in every run, as `key=value`, in order, before the factors are.
    pub settings: Vec<String>,
    /// Folders of creatures beside the shipped ones, as seen from `folder`.
    pub creatures: Vec<String>,
    /// The folder of the experiment's file. No run depends on where that is.
    pub folder: PathBuf,
}

/// How often each point of an experiment is lived.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Replicates {
    /// So often, each time with a seed of its own.
    Count(NonZeroU32),
    /// Once with each of these seeds, the same for every point.
    Seeds {
        /// The first.
        first: u64,
        /// The last.
        last: u64,
    },
}

/// What ends a run before it has lived all its ticks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// That any species dies out which had founders.
    AnyExtinction,
    /// That this species dies out.
    Extinction(String),
    /// That this expression over the census holds; see [`Condition`](super::Condition).
    When(String),
}

/// What is kept of the runs of an experiment besides their rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Keep {
    /// A census of every run, every so many ticks.
    pub census_every: Option<NonZeroU64>,
    /// Of which runs there is a record of its own, as of `terrarium run --out`.
    pub runs: Chosen,
    /// Which events those records hold.
    pub events: EventChoice,
    /// Snapshots in those records, every so many ticks; there is one of the end in any case.
    pub snapshot_every: Option<NonZeroU64>,
    /// Whether there is a recording of those runs, too, as of `terrarium run --record`.
    pub recordings: bool,
}

/// Some of the runs of an experiment.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Chosen {
    /// None.
    Nothing,
    /// The first replicate of each point.
    First,
    /// All.
    All,
    /// Those with these numbers, ascending.
    These(Vec<u64>),
}

/// One run of an experiment, still to be lived.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// Its place in the enumeration, from 0.
    pub number: u64,
    /// The value of each factor, in the order of the experiment's.
    pub point: Vec<FactorValue>,
    /// Which of the runs at this point, from 0.
    pub replicate: u32,
    /// The seed of its world.
    pub seed: u64,
}

impl Default for Keep {
    fn default() -> Self {
        Self {
            census_every: None,
            runs: Chosen::Nothing,
            events: EventChoice::default(),
            snapshot_every: None,
            recordings: false,
        }
    }
}

impl Replicates {
    /// How many runs that makes at each point.
    #[must_use]
    pub fn count(self) -> u64 {
        match self {
            Self::Count(count) => u64::from(count.get()),
            Self::Seeds { first, last } => (last - first).saturating_add(1),
        }
    }
}

impl Experiment {
    /// How many runs there are.
    #[must_use]
    pub fn runs(&self) -> u128 {
        self.design.points(&self.factors).saturating_mul(u128::from(self.replicates.count()))
    }

    /// The run with this number; `None` beyond the last.
    #[must_use]
    pub fn case(&self, number: u64) -> Option<Case> {
        if u128::from(number) >= self.runs() {
            return None;
        }
        let (place, nth) = (number / self.replicates.count(), number % self.replicates.count());
        let point = self.design.point(self.seed, &self.factors, place);
        let replicate = u32::try_from(nth).unwrap_or(u32::MAX);
        let seed = match self.replicates {
            Replicates::Count(_) => case_seed(self.seed, &self.factors, &point, replicate),
            Replicates::Seeds { first, .. } => first + nth,
        };
        Some(Case { number, point, replicate, seed })
    }

    /// All runs, each made when it is asked for.
    pub fn cases(&self) -> impl Iterator<Item = Case> {
        (0..).map_while(|number| self.case(number))
    }

    /// What is set in the world of a run, in order: what the base has, the factors, the seed.
    ///
    /// # Errors
    /// When a setting of the base cannot be read; those of a checked experiment can.
    pub fn settings(&self, case: &Case) -> Result<Vec<Override>, Diagnostic> {
        let mut overrides = self.point_overrides(case)?;
        overrides.push(Override::parse(&format!("seed={}", case.seed))?);
        Ok(overrides)
    }

    /// The overrides that all replicates at the point of a run share.
    pub(super) fn point_overrides(&self, case: &Case) -> Result<Vec<Override>, Diagnostic> {
        let mut overrides = self.base.settings()?;
        for (factor, value) in self.factors.iter().zip(&case.point) {
            overrides.extend(self.base.setting(&factor.name, value)?);
        }
        Ok(overrides)
    }

    /// The folders of creatures of a run.
    #[must_use]
    pub fn creature_folders(&self, case: &Case) -> Vec<PathBuf> {
        let varied = self.factors.iter().zip(&case.point);
        let varied = varied.filter(|(factor, _)| factor.name == CREATURES);
        let varied = varied.map(|(_, value)| value.to_string()).filter(|path| !path.is_empty());
        let folders = self.base.creatures.iter().cloned().chain(varied);
        folders.map(|path| self.base.path(&path)).collect()
    }

    /// The arguments with which `terrarium` lives this run by itself: `run`, its
    /// [beginning](Self::beginning), and how long it lives; a stop condition may end it earlier.
    #[must_use]
    pub fn arguments(&self, case: &Case) -> Vec<String> {
        let mut arguments = vec!["run".to_owned()];
        arguments.extend(self.beginning(case));
        arguments.extend(["--ticks".to_owned(), self.ticks.to_string()]);
        arguments
    }

    /// The arguments that say how the world of this run begins, after whatever command: the
    /// scenario, and all that is set.
    #[must_use]
    pub fn beginning(&self, case: &Case) -> Vec<String> {
        let mut arguments = vec![self.base.scenario_path()];
        arguments.extend(["--seed".to_owned(), case.seed.to_string()]);
        for setting in self.settings(case).unwrap_or_default() {
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
            Chosen::Nothing => false,
            Chosen::First => case.replicate == 0,
            Chosen::All => true,
            Chosen::These(numbers) => numbers.binary_search(&case.number).is_ok(),
        }
    }
}

/// The factor that says on which map a world is founded.
pub(super) const MAP: &str = "map";

/// The factor that adds a folder of creatures.
pub(super) const CREATURES: &str = "creatures";

impl Base {
    /// A path of the experiment's file, as seen from the working directory.
    #[must_use]
    pub fn path(&self, path: &str) -> PathBuf {
        self.folder.join(Path::new(path))
    }

    /// The scenario, as `terrarium run` takes it.
    #[must_use]
    pub fn scenario_path(&self) -> String {
        let path = self.path(&self.scenario);
        let is_name = Path::new(&self.scenario).components().count() == 1
            && Path::new(&self.scenario).extension().is_none();
        let shipped = crate::scenario::Scenario::shipped();
        // What looks like a name and is no file is told to be no scenario's.
        if shipped.contains(&self.scenario.as_str()) || (is_name && !path.exists()) {
            self.scenario.clone()
        } else {
            path.display().to_string()
        }
    }

    /// What is set in every run.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn settings(&self) -> Result<Vec<Override>, Diagnostic> {
        let map = self.map.iter().map(|map| self.map_setting(map));
        map.chain(self.settings.iter().map(|text| Override::parse(text))).collect()
    }

    /// What is set in the scenario for the sake of a factor's value; nothing for creatures.
    pub(super) fn setting(
        &self,
        factor: &str,
        value: &FactorValue,
    ) -> Result<Option<Override>, Diagnostic> {
        match (factor, value) {
            (CREATURES, _) => Ok(None),
            (MAP, value) => self.map_setting(&value.to_string()).map(Some),
            (name, FactorValue::Text(text)) => Override::of_text(name, text).map(Some),
            (name, number) => Override::parse(&format!("{name}={number}")).map(Some),
        }
    }

    fn map_setting(&self, map: &str) -> Result<Override, Diagnostic> {
        Override::of_text("terrain.map", &self.path(map).display().to_string())
    }
}
