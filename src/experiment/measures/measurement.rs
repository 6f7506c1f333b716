//! The measures of one run, computed while it is simulated.

use super::Measures;
use super::accumulator::Accumulator;
use super::moment::Moment;
use crate::experiment::history::History;
use crate::experiment::statistics::Moments;
use crate::world::World;

/// The state of all functions of the measures during a run.
pub(in crate::experiment) struct Measurement<'a> {
    measures: &'a Measures,
    accumulators: Vec<Accumulator>,
}

impl<'a> Measurement<'a> {
    /// Begins with the first values, those of the world before its first tick.
    pub fn new(measures: &'a Measures, world: &World, history: &History) -> Self {
        let accumulators = measures.calls.iter().map(|call| Accumulator::new(call.function));
        let mut measurement = Self { measures, accumulators: accumulators.collect() };
        measurement.note(world, history);
        measurement
    }

    /// Adds the values after a tick.
    pub fn note(&mut self, world: &World, history: &History) {
        if self.accumulators.is_empty() {
            return;
        }
        let now = Moment::new(world, history, &self.measures.during, &[]);
        for (call, accumulator) in self.measures.calls.iter().zip(&mut self.accumulators) {
            let condition = call.condition.as_ref();
            if condition.is_none_or(|(condition, _)| condition.holds(&now)) {
                accumulator.add(history.ticks(world), call.quantity.number(&now));
            }
        }
    }

    /// The value of each measure in the order of the experiment; `None` where it has none.
    pub fn finish(self, world: &World, history: &History) -> Vec<Option<f64>> {
        let results: Vec<_> = self.accumulators.iter().map(Accumulator::result).collect();
        let end = Moment::new(world, history, &self.measures.at_end, &results);
        let values = self.measures.ends.iter().map(|measure| measure.number(&end));
        // Zero has no sign, and statistics accept no others.
        values.map(|value| Some(value + 0.0).filter(|value| Moments::accepts(*value))).collect()
    }
}
