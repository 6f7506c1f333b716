//! The values of neurons, and how they follow from those of the last turn.

use serde::{Deserialize, Serialize};

use super::{Brain, INPUTS, MAX_NEURONS, OUTPUTS, Output};

/// The maximum number of neurons that have a value from one turn to the next.
pub const MAX_STATE: usize = OUTPUTS + MAX_NEURONS;

/// The values of the outputs and of the neurons between, each from −1 to 1.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Activations(Vec<f32>);

impl Activations {
    /// Computes the values of this turn from the inputs and the values of the last turn.
    ///
    /// Each neuron is the hyperbolic tangent of its weighted sum. It reads the inputs of this turn and all other
    /// neurons as they were in the last one, so a signal takes one turn from neuron to neuron.
    pub fn advance(&mut self, brain: &Brain, inputs: &[f32; INPUTS]) {
        let count = OUTPUTS + brain.neurons();
        if self.0.len() != count || !self.0.iter().all(|value| value.abs() <= 1.0) {
            self.0 = vec![0.0; count];
        }
        let mut sums = [0.0_f32; MAX_STATE];
        for connection in brain.connections() {
            let from = usize::from(connection.from);
            let value = match from.checked_sub(INPUTS) {
                Some(neuron) => self.0[neuron],
                None => inputs[from],
            };
            sums[usize::from(connection.to) - INPUTS] += connection.weight * value;
        }
        for (value, &sum) in self.0.iter_mut().zip(&sums) {
            *value = if sum == 0.0 { 0.0 } else { libm::tanhf(sum) };
        }
    }

    /// The value of an output; 0 before the first turn.
    #[must_use]
    pub fn output(&self, output: Output) -> f32 {
        self.0.get(output as usize).copied().unwrap_or_default()
    }

    /// The values of the outputs, then of the neurons between; empty before the first turn.
    #[must_use]
    pub fn values(&self) -> &[f32] {
        &self.0
    }
}
