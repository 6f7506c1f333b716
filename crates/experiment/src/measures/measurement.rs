//! The measures of one run, computed while it is simulated.

use serde::{Deserialize, Serialize};
use terrarium_sim::world::World;
use terrarium_studies::statistics::Moments;

use super::Measures;
use super::accumulator::Accumulator;
use super::moment::Moment;
use crate::history::History;

/// The state of all functions of the measures during a run.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Measurement {
    accumulators: Vec<Accumulator>,
}

impl Measurement {
    /// Begins with the first values, those of the world before its first tick.
    pub fn new(measures: &Measures, world: &World, history: &History) -> Self {
        let accumulators = measures.calls.iter().map(|call| Accumulator::new(call.function));
        let mut measurement = Self { accumulators: accumulators.collect() };
        measurement.record(measures, world, history);
        measurement
    }

    /// Adds the values after a tick.
    pub fn record(&mut self, measures: &Measures, world: &World, history: &History) {
        if self.accumulators.is_empty() {
            return;
        }
        let now = Moment::new(world, history, &measures.during, &[]);
        for (call, accumulator) in measures.calls.iter().zip(&mut self.accumulators) {
            let condition = call.condition.as_ref();
            if condition.is_none_or(|(condition, _)| condition.holds(&now)) {
                accumulator.add(world.tick(), call.quantity.number(&now));
            }
        }
    }

    /// The value of each measure in the order of the experiment; `None` where it has none.
    pub fn finish(self, measures: &Measures, world: &World, history: &History) -> Vec<Option<f64>> {
        let results: Vec<_> = self.accumulators.iter().map(Accumulator::result).collect();
        let end = Moment::new(world, history, &measures.at_end, &results);
        let values = measures.ends.iter().map(|measure| measure.number(&end));
        // Zero has no sign, and statistics accept no others.
        values.map(|value| Some(value + 0.0).filter(|value| Moments::accepts(*value))).collect()
    }
}
