//! Brains: small recurrent networks that are inherited and grow.
//!
//! K. O. Stanley and R. Miikkulainen, Evolving neural networks through augmenting topologies, Evolutionary
//! Computation 10 (2002), 99–127. Neurons have historical marks, so that the genomes of two parents can be aligned:
//! the mark of a new neuron is a hash of the connection that it divides, so the same change has the same mark in all
//! organisms.

mod activation;
mod crossover;
mod growth;
mod neuron;

use std::fmt;

use serde::{Deserialize, Serialize};

pub use activation::{Activations, MAX_STATE};
pub use growth::NoSuchNeuron;
pub use neuron::{INPUTS, Input, OUTPUTS, Output};

/// The maximum number of neurons between inputs and outputs.
pub const MAX_NEURONS: usize = 32;

/// The maximum number of connections.
pub const MAX_CONNECTIONS: usize = 160;

/// The maximum weight, positive or negative.
pub const MAX_WEIGHT: f32 = 8.0;

/// The index of the first neuron between inputs and outputs.
pub(crate) const FIRST_HIDDEN: usize = INPUTS + OUTPUTS;

/// The brain of an organism: neurons between inputs and outputs, and weighted connections.
///
/// Inputs have the indices from 0, outputs those from [`INPUTS`], the neurons between them all later ones.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Brain {
    /// The historical marks of the neurons between inputs and outputs, ascending.
    marks: Vec<u32>,
    /// By the index of their end, then of their start.
    connections: Vec<Connection>,
}

/// A connection from one neuron to another.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Connection {
    /// The index of the neuron where it starts.
    pub from: u16,
    /// The index of the neuron where it ends, which is no input.
    pub to: u16,
    /// Its weight.
    pub weight: f32,
}

impl Brain {
    /// The number of neurons between inputs and outputs.
    #[must_use]
    pub fn neurons(&self) -> usize {
        self.marks.len()
    }

    /// Its connections, by the index of their end, then of their start.
    #[must_use]
    pub fn connections(&self) -> &[Connection] {
        &self.connections
    }

    /// The name of the neuron at an index: that of an input or output, or `n` and its historical mark.
    #[must_use]
    pub fn name(&self, index: usize) -> String {
        match (Input::ALL.get(index), index.checked_sub(INPUTS).and_then(|it| Output::ALL.get(it)))
        {
            (Some(input), _) => input.name().to_owned(),
            (_, Some(output)) => output.name().to_owned(),
            _ => format!("n{:08x}", self.mark(index)),
        }
    }

    /// The historical mark of the neuron at an index. Those of inputs and outputs are their indices.
    pub(crate) fn mark(&self, index: usize) -> u32 {
        match index.checked_sub(FIRST_HIDDEN) {
            Some(hidden) => self.marks[hidden],
            None => u32::try_from(index).unwrap_or(u32::MAX),
        }
    }

    /// The historical mark of a connection: those of its two neurons, its end first.
    fn marks_of(&self, connection: Connection) -> (u32, u32) {
        (self.mark(connection.to.into()), self.mark(connection.from.into()))
    }

    /// Whether its neurons and connections are within the limits and in order, and all weights finite.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let neurons = FIRST_HIDDEN + self.marks.len();
        let key = |it: &Connection| (it.to, it.from);
        let is_sound = |it: &Connection| {
            usize::from(it.from) < neurons
                && (INPUTS..neurons).contains(&it.to.into())
                && it.weight.abs() <= MAX_WEIGHT
        };
        self.marks.len() <= MAX_NEURONS
            && self.connections.len() <= MAX_CONNECTIONS
            && self.marks.first().is_none_or(|&mark| mark >= growth::HIDDEN)
            && self.marks.windows(2).all(|pair| pair[0] < pair[1])
            && self.connections.windows(2).all(|pair| key(&pair[0]) < key(&pair[1]))
            && self.connections.iter().all(is_sound)
    }

    /// The distance of two brains: the share of the connections that only one of them has, and the mean difference of
    /// the weights of the others, by the maximum weight.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "connections are few")]
    pub fn distance(&self, other: &Self) -> f64 {
        let (mut shared, mut difference) = (0, 0.0);
        for (own, others) in crossover::aligned(self, other) {
            if let (Some(own), Some(others)) = (own, others) {
                shared += 1;
                difference += f64::from((own.weight - others.weight).abs() / MAX_WEIGHT);
            }
        }
        let all = self.connections.len() + other.connections.len() - shared;
        let single = all - shared;
        single as f64 / all.max(1) as f64 + difference / shared.max(1) as f64
    }

    /// The memory that it takes, in bytes.
    #[must_use]
    pub fn size(&self) -> usize {
        size_of::<Self>() + size_of_val(&self.marks[..]) + size_of_val(&self.connections[..])
    }
}

/// Its connections, separated by spaces: each as the name of its start, `>`, the name of its end, `=` and its weight.
impl fmt::Display for Brain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, Connection { from, to, weight }) in self.connections.iter().enumerate() {
            let gap = if number == 0 { "" } else { " " };
            write!(f, "{gap}{}>{}={weight}", self.name((*from).into()), self.name((*to).into()))?;
        }
        Ok(())
    }
}
