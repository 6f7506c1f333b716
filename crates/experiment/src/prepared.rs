//! The worlds of parameter points, read once for all replicates.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use terrarium_run::{PreparedScenario, Ready, StartError};
use terrarium_sim::tick::Command;

use super::stored_world::PreparedWorld;
use super::{Case, Experiment, FactorValue};

/// The number of points that are cached: more than are run at once, since runs are assigned in
/// order.
const CACHED_POINTS: usize = 64;

/// The worlds of the parameter points that were run last. Clones share the cache.
#[derive(Clone, Default)]
pub(super) struct PreparedPoints(Arc<Mutex<Vec<Point>>>);

struct Point {
    values: Vec<FactorValue>,
    world: PointWorld,
}

/// The world of a parameter point, before it gets the seed of a run.
#[derive(Clone)]
pub(super) enum PointWorld {
    Scenario(Arc<PreparedScenario>),
    Stored(Arc<PreparedWorld>),
}

impl PointWorld {
    fn read(experiment: &Experiment, case: &Case) -> Result<Self, StartError> {
        if let Some(stored) = &experiment.base.stored {
            return Ok(Self::Stored(PreparedWorld::read(experiment, stored, case)?.into()));
        }
        let name = experiment.base.scenario_path();
        let overrides = experiment.point_overrides(case);
        let overrides = overrides.map_err(|diagnostic| StartError::Scenario(diagnostic.into()))?;
        let folders = experiment.creature_folders(case);
        Ok(Self::Scenario(PreparedScenario::read(&name, &overrides, &folders)?.into()))
    }

    /// The simulation of a run, and the commands before its first tick.
    pub fn begin(&self, seed: u64) -> Result<(Ready, Vec<Command>), StartError> {
        match self {
            Self::Scenario(scenario) => Ok((scenario.found_with_seed(seed)?, Vec::new())),
            Self::Stored(world) => world.begin(seed),
        }
    }
}

impl PreparedPoints {
    /// The world of a run, without its seed.
    pub fn of(&self, experiment: &Experiment, case: &Case) -> Result<PointWorld, StartError> {
        if let Some(point) = self.points().iter().find(|point| point.values == case.point) {
            return Ok(point.world.clone());
        }
        let world = PointWorld::read(experiment, case)?;
        let mut points = self.points();
        if points.len() == CACHED_POINTS {
            points.remove(0);
        }
        points.push(Point { values: case.point.clone(), world: world.clone() });
        Ok(world)
    }

    fn points(&self) -> std::sync::MutexGuard<'_, Vec<Point>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for PreparedPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PreparedPoints({})", self.points().len())
    }
}
