//! The score of a creature in a lesson: what was measured with each seed, goal by goal.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Serialize;
use terrarium_creatures::species::{Species, SpeciesId, creature_folders};
use terrarium_run::{PreparedScenario, StartError, run_ticks};
use terrarium_sim::tick::TraceTarget;

use super::observation::Observation;
use super::{Bound, Goal, Lesson, LessonError, Measure, SCENARIO};
use crate::creature_check::{FaultGroup, subject};

/// The score of a creature in a lesson.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Score {
    /// The number of the lesson.
    pub lesson: u32,
    /// Its title.
    pub title: String,
    /// Whether all goals are met, and no turn failed.
    pub passed: bool,
    /// The number of goals that are met.
    pub stars: usize,
    /// The number of ticks simulated with each seed.
    pub ticks: u64,
    /// The seeds.
    pub seeds: Vec<u64>,
    /// The goals, in their order.
    pub goals: Vec<GoalScore>,
    /// What to do about the first goal that is not met; `None` if all are.
    pub hint: Option<String>,
    /// The faults with the first seed that had any, most frequent first.
    pub faults: Vec<FaultGroup>,
}

/// The score of one goal.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GoalScore {
    /// The goal, in a few words.
    pub title: String,
    /// What is measured.
    pub measure: Measure,
    /// What is needed.
    pub needed: Bound,
    /// The value with each seed.
    pub values: Vec<f64>,
    /// Whether the value is within the bound with every seed.
    pub met: bool,
}

impl Lesson {
    /// Simulates the world of the lesson with the creature in `folder`, once with each seed, and
    /// measures how it does. The score depends on the creature and the seeds only.
    ///
    /// # Errors
    /// When the creature is invalid, or not the one that the lesson is about.
    pub fn score(
        &self,
        folder: &Path,
        seeds: RangeInclusive<u64>,
    ) -> Result<(Species, Score), LessonError> {
        let species = self.check(folder)?;
        let world = tempfile::tempdir().map_err(LessonError::unwritable(std::env::temp_dir()))?;
        let path = world.path();
        self.write_world(path).map_err(LessonError::unwritable(path))?;
        let others = creature_folders(path)?.into_iter().map(|(_, folder)| folder);
        let creatures: Vec<PathBuf> = others.chain([folder.to_owned()]).collect();
        let scenario = path.join(SCENARIO).display().to_string();
        let scenario = PreparedScenario::read(&scenario, &[], &creatures)?;
        let seeds: Vec<u64> = seeds.collect();
        let runs = seeds.par_iter().map(|&seed| self.run(&scenario, seed));
        let runs: Vec<Run> = runs.collect::<Result<_, _>>()?;
        Ok((species, self.score_of(seeds, runs)))
    }

    /// Reads the creature in `folder`, and checks that the lesson is about it.
    fn check(&self, folder: &Path) -> Result<Species, LessonError> {
        let species = subject(folder)?;
        let needed = &self.creature;
        if species.name != *needed {
            let (folder, needed) = (folder.to_owned(), needed.clone());
            return Err(LessonError::OtherCreature { folder, name: species.name, needed });
        }
        let needed = self.kind;
        if species.kind != needed {
            let (folder, kind) = (folder.to_owned(), species.kind);
            return Err(LessonError::OtherKind { folder, kind, needed });
        }
        Ok(species)
    }

    fn run(&self, scenario: &PreparedScenario, seed: u64) -> Result<Run, StartError> {
        let mut simulation = scenario.found_with_seed(seed)?.simulation;
        let subject = simulation.world().config().species_id(&self.creature);
        let subject = subject.unwrap_or(SpeciesId(0));
        // For the places of its faults.
        simulation.trace(vec![TraceTarget::Species(subject)]);
        let mut observation = Observation::new(simulation.world(), subject, self.ticks);
        let _ = run_ticks(&mut simulation, self.ticks, &mut [&mut observation]);
        let value = |goal: &Goal| observation.value(goal.measure, simulation.world());
        let values = self.goals.iter().map(value).collect();
        Ok(Run { values, faults: observation.faults.groups() })
    }

    fn score_of(&self, seeds: Vec<u64>, runs: Vec<Run>) -> Score {
        let goal = |(index, goal): (usize, &Goal)| {
            let values: Vec<f64> = runs.iter().map(|run| run.values[index]).collect();
            let met = values.iter().all(|&value| goal.bound.holds(value));
            let (title, measure, needed) = (goal.title.clone(), goal.measure, goal.bound);
            GoalScore { title, measure, needed, values, met }
        };
        let goals: Vec<GoalScore> = self.goals.iter().enumerate().map(goal).collect();
        let faults = runs.into_iter().map(|run| run.faults).find(|faults| !faults.is_empty());
        let faults = faults.unwrap_or_default();
        let missed = goals.iter().position(|goal| !goal.met);
        Score {
            lesson: self.number,
            title: self.title.clone(),
            passed: missed.is_none() && faults.is_empty(),
            stars: goals.iter().filter(|goal| goal.met).count(),
            ticks: self.ticks,
            seeds,
            goals,
            hint: missed.map(|index| self.goals[index].hint.clone()),
            faults,
        }
    }
}

/// What was measured with one seed.
struct Run {
    /// The value of each goal.
    values: Vec<f64>,
    faults: Vec<FaultGroup>,
}
