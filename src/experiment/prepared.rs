//! The scenarios of parameter points, read once for all replicates.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use super::{Case, Experiment, FactorValue};
use crate::run::{PreparedScenario, StartError};

/// The number of points that are cached: more than are run at once, since runs are assigned in
/// order.
const CACHED_POINTS: usize = 64;

/// The scenarios of the parameter points that were run last. Clones share the cache.
#[derive(Clone, Default)]
pub(super) struct PreparedPoints(Arc<Mutex<Vec<Point>>>);

struct Point {
    values: Vec<FactorValue>,
    scenario: Arc<PreparedScenario>,
}

impl PreparedPoints {
    /// The scenario of a run, without its seed.
    pub fn of(
        &self,
        experiment: &Experiment,
        case: &Case,
    ) -> Result<Arc<PreparedScenario>, StartError> {
        if let Some(point) = self.points().iter().find(|point| point.values == case.point) {
            return Ok(Arc::clone(&point.scenario));
        }
        let name = experiment.base.scenario_path();
        let overrides = experiment.point_overrides(case);
        let overrides = overrides.map_err(|diagnostic| StartError::Scenario(diagnostic.into()))?;
        let folders = experiment.creature_folders(case);
        let scenario = Arc::new(PreparedScenario::read(&name, &overrides, &folders)?);
        let mut points = self.points();
        if points.len() == CACHED_POINTS {
            points.remove(0);
        }
        points.push(Point { values: case.point.clone(), scenario: Arc::clone(&scenario) });
        Ok(scenario)
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
