//! The plan of an experiment: everything that its runs share.

use super::base::BaseWorld;
use super::condition::{Condition, ExpressionError, Outlook};
use super::contents::{Contents, contents};
use super::measures::Measures;
use super::prepared::{PointWorld, PreparedPoints};
use super::sources::Sources;
use super::{Case, Experiment, ExperimentError, RunMeasure, Stop};

/// An experiment that was checked and can be run.
#[derive(Debug, Clone)]
pub struct Plan {
    experiment: Experiment,
    species: Vec<String>,
    conditions: Vec<Condition>,
    measures: Measures,
    contents: Contents,
    sources: Option<Sources>,
    fingerprint: String,
    prepared: PreparedPoints,
}

impl Plan {
    /// Checks an experiment and plans its runs.
    ///
    /// # Errors
    /// When its base cannot be read, a stop condition is invalid or can never hold, a measure is invalid, or it has no
    /// runs or too many.
    pub fn new(experiment: Experiment) -> Result<Self, ExperimentError> {
        const MAX_RUNS: u128 = 1 << 53;
        let runs = experiment.runs();
        if runs == 0 || runs > MAX_RUNS {
            let problem = format!("the experiment has {runs} runs; use 1 to {MAX_RUNS}");
            return Err(ExperimentError::InvalidRequest(problem));
        }
        let base = BaseWorld::read(&experiment.base, &[], None)?;
        let species = experiment.species_with(&base);
        let is_conquest = base.is_conquest();
        let invalid = |text: &str, error: ExpressionError| {
            let message = format!("`{text}`: {}; {}", error.problem, error.remedy);
            ExperimentError::InvalidRequest(message)
        };
        let ticks = base.run_ticks(experiment.ticks);
        let mut conditions = Vec::new();
        for stop in &experiment.stops {
            if let Stop::When(text) = stop {
                let condition = Condition::parse(text, &species, is_conquest)
                    .map_err(|error| invalid(text, error))?;
                if condition.outlook(ticks) == Outlook::Never {
                    return Err(ExperimentError::InvalidRequest(format!(
                        "`{text}`: this can never hold in runs of {ticks}; correct it, or \
                         simulate more ticks"
                    )));
                }
                conditions.push(condition);
            }
        }
        let mut measures = Measures::default();
        for RunMeasure { expression, .. } in &experiment.measures {
            let added = measures.add(expression, &species, is_conquest, ticks);
            added.map_err(|error| invalid(expression, error))?;
        }
        let with_creatures = base.with_creatures(&experiment)?;
        let contents = contents(&experiment, &base, &with_creatures)?;
        let sources = Sources::new(&experiment, &base, &with_creatures);
        let fingerprint = fingerprint(&experiment, &contents);
        let prepared = PreparedPoints::default();
        Ok(Self {
            experiment,
            species,
            conditions,
            measures,
            contents,
            sources,
            fingerprint,
            prepared,
        })
    }

    /// The experiment.
    #[must_use]
    pub fn experiment(&self) -> &Experiment {
        &self.experiment
    }

    /// The number of runs.
    #[must_use]
    pub fn runs(&self) -> u64 {
        u64::try_from(self.experiment.runs()).unwrap_or(u64::MAX)
    }

    /// The run with this number.
    ///
    /// # Errors
    /// When there are fewer runs.
    pub fn case(&self, number: u64) -> Result<Case, ExperimentError> {
        self.experiment.case(number).ok_or_else(|| {
            let last = self.runs() - 1;
            ExperimentError::InvalidRequest(format!("there is no run {number}; the last is {last}"))
        })
    }

    /// The species that a run can have: those of the base first, in its order.
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

    /// Why the world of a run cannot be prepared; `None` if it can. Whether there is room for the
    /// founders is found only when it is founded.
    #[must_use]
    pub fn refusal(&self, case: &Case) -> Option<String> {
        let reason = self.prepared.of(&self.experiment, case).err()?.to_string();
        Some(self.with_origin(case, &reason))
    }

    /// The memory in bytes that the world of a run takes at least when it is founded; `None` if it
    /// continues a stored world, or cannot be prepared.
    #[must_use]
    pub fn least_memory(&self, case: &Case) -> Option<u64> {
        match self.prepared.of(&self.experiment, case).ok()? {
            PointWorld::Scenario(scenario) => Some(scenario.least_memory()),
            PointWorld::Stored(_) => None,
        }
    }

    /// The number of founders of the world of a run; `None` if it continues a stored world, or cannot be prepared.
    #[must_use]
    pub fn founders(&self, case: &Case) -> Option<u64> {
        match self.prepared.of(&self.experiment, case).ok()? {
            PointWorld::Scenario(prepared) => {
                Some(prepared.scenario().founder_counts().ok()?.into_iter().sum())
            }
            PointWorld::Stored(_) => None,
        }
    }

    /// The reason of a failure after the file and line of the run's point, if it has one.
    pub(super) fn with_origin(&self, case: &Case, reason: &str) -> String {
        match self.experiment.origin(case) {
            Some(origin) => format!("{origin}: {reason}"),
            None => reason.to_owned(),
        }
    }

    /// The measures of each run, in their order.
    pub(super) fn measures(&self) -> &Measures {
        &self.measures
    }

    /// The scenario, maps and creatures on which the runs depend.
    pub(super) fn contents(&self) -> &Contents {
        &self.contents
    }

    /// The texts of the experiment, if it was read from a file.
    pub(super) fn sources(&self) -> Option<&Sources> {
        self.sources.as_ref()
    }

    /// A hash, in hexadecimal, of everything that determines the rows: the experiment, the version
    /// of the program, the scenario, the maps and the creatures. The folder of the experiment's
    /// file, its description, and comments in other files are not included.
    #[must_use]
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }
}

fn fingerprint(experiment: &Experiment, contents: &Contents) -> String {
    let parts = [
        terrarium_output::VERSION.to_owned(),
        serde_json::to_string(&experiment.essence()).expect("plain data can be written"),
        serde_json::to_string(contents).expect("plain data can be written"),
    ];
    let mut hasher = blake3::Hasher::new();
    for part in parts {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
    }
    hasher.finalize().to_string()
}
