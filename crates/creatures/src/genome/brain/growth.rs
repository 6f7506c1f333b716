//! How brains are built from creature files, and how they mutate.

use rand::{Rng, RngExt};
use xxhash_rust::xxh3::xxh3_64;

use super::{
    Brain, Connection, FIRST_HIDDEN, INPUTS, Input, MAX_CONNECTIONS, MAX_NEURONS, MAX_WEIGHT,
    Output,
};
use crate::genome::{BrainMutation, evenly, to_f32};

/// The smallest historical mark of a neuron between inputs and outputs.
pub(super) const HIDDEN: u32 = 1 << 31;

/// The name of a neuron that a brain does not have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoSuchNeuron(pub String);

impl Brain {
    /// Builds a brain from connections by name: where each starts, where it ends, and its weight. Names of `neurons` are
    /// of neurons between inputs and outputs.
    ///
    /// # Errors
    /// With the name, when a connection starts or ends at no neuron, or ends at an input.
    pub fn of_named<'a>(
        neurons: &[&str],
        connections: impl IntoIterator<Item = (&'a str, &'a str, f32)>,
    ) -> Result<Self, NoSuchNeuron> {
        let mut named: Vec<(u32, &str)> = neurons.iter().map(|&it| (named_mark(it), it)).collect();
        named.sort_unstable();
        named.dedup_by_key(|(mark, _)| *mark);
        let index = |name: &str| {
            let input = Input::named(name).map(|it| it as usize);
            let output = || Output::named(name).map(|it| INPUTS + it as usize);
            let hidden = || named.iter().position(|(_, it)| *it == name);
            let found = input.or_else(output).or_else(|| hidden().map(|it| FIRST_HIDDEN + it));
            found.ok_or_else(|| NoSuchNeuron(name.to_owned()))
        };
        let mut brain =
            Self { marks: named.iter().map(|(mark, _)| *mark).collect(), connections: Vec::new() };
        for (from, to, weight) in connections {
            let end = index(to)?;
            if end < INPUTS {
                return Err(NoSuchNeuron(to.to_owned()));
            }
            brain.connect(index(from)?, end, weight);
        }
        Ok(brain)
    }

    /// Returns the brain of a child. All probabilities are multiplied by `rate`.
    #[must_use]
    pub(in crate::genome) fn mutated(
        &self,
        by: &BrainMutation,
        rate: f64,
        rng: &mut impl Rng,
    ) -> Self {
        let mut child = self.clone();
        for connection in &mut child.connections {
            if rng.random::<f64>() < by.weights * rate {
                let changed = connection.weight + to_f32(by.weight * evenly(rng));
                connection.weight = changed.clamp(-MAX_WEIGHT, MAX_WEIGHT);
            }
        }
        if rng.random::<f64>() < by.removal * rate {
            child.lose_connection(rng);
        }
        if rng.random::<f64>() < by.connection * rate {
            child.gain_connection(rng);
        }
        if rng.random::<f64>() < by.neuron * rate {
            child.gain_neuron(by.neurons.into(), rng);
        }
        child
    }

    /// Adds a connection, or adds its weight to that which is there. Too many are ignored.
    fn connect(&mut self, from: usize, to: usize, weight: f32) {
        let index = |it: usize| u16::try_from(it).expect("neurons are few");
        let (from, to) = (index(from), index(to));
        match self.connections.binary_search_by_key(&(to, from), |it| (it.to, it.from)) {
            Ok(at) => {
                let sum = self.connections[at].weight + weight;
                self.connections[at].weight = sum.clamp(-MAX_WEIGHT, MAX_WEIGHT);
            }
            Err(_) if self.connections.len() >= MAX_CONNECTIONS => {}
            Err(at) => self.connections.insert(at, Connection { from, to, weight }),
        }
    }

    fn is_connected(&self, from: usize, to: usize) -> bool {
        self.connections.iter().any(|it| (usize::from(it.from), usize::from(it.to)) == (from, to))
    }

    /// Connects two neurons at random, unless they are connected.
    fn gain_connection(&mut self, rng: &mut impl Rng) {
        let neurons = (FIRST_HIDDEN + self.marks.len()) as u64;
        let draw = |rng: &mut _, from: u64| drawn(rng, from, neurons);
        let (from, to) = (draw(rng, 0), draw(rng, INPUTS as u64));
        if !self.is_connected(from, to) {
            self.connect(from, to, to_f32(evenly(rng)));
        }
    }

    /// Divides a connection at random by a new neuron, at first almost without effect.
    fn gain_neuron(&mut self, most: usize, rng: &mut impl Rng) {
        let has_room = self.marks.len() < most.min(MAX_NEURONS)
            && (1..MAX_CONNECTIONS).contains(&self.connections.len());
        if !has_room {
            return;
        }
        let divided = self.connections[drawn(rng, 0, self.connections.len() as u64)];
        let (end, start) = self.marks_of(divided);
        let Some(index) = self.insert(dividing_mark(start, end, &self.marks)) else { return };
        let shifted = |it: u16| usize::from(it) + usize::from(usize::from(it) >= index);
        let (from, to) = (shifted(divided.from), shifted(divided.to));
        self.connections.retain(|it| (usize::from(it.from), usize::from(it.to)) != (from, to));
        self.connect(from, index, 1.0);
        self.connect(index, to, divided.weight);
    }

    /// Adds a neuron with a mark that is new; returns its index.
    fn insert(&mut self, mark: u32) -> Option<usize> {
        let at = self.marks.binary_search(&mark).err()?;
        self.marks.insert(at, mark);
        let index = FIRST_HIDDEN + at;
        self.shift_indices(|it| if it >= index { it + 1 } else { it });
        Some(index)
    }

    fn shift_indices(&mut self, moved: impl Fn(usize) -> usize) {
        let moved = |it: u16| u16::try_from(moved(it.into())).expect("neurons are few");
        for connection in &mut self.connections {
            connection.from = moved(connection.from);
            connection.to = moved(connection.to);
        }
    }

    /// Removes a connection at random, and neurons that lead nowhere.
    fn lose_connection(&mut self, rng: &mut impl Rng) {
        if !self.connections.is_empty() {
            self.connections.remove(drawn(rng, 0, self.connections.len() as u64));
            self.prune();
        }
    }

    /// Removes neurons between inputs and outputs without a connection from or to another one.
    pub(super) fn prune(&mut self) {
        let is_idle = |brain: &Self, index: usize| {
            let others = |it: &&Connection| it.from != it.to;
            let mut others = brain.connections.iter().filter(others);
            let starts = others.clone().any(|it| usize::from(it.from) == index);
            !(starts && others.any(|it| usize::from(it.to) == index))
        };
        while let Some(at) = (0..self.marks.len()).find(|at| is_idle(self, FIRST_HIDDEN + at)) {
            let index = FIRST_HIDDEN + at;
            self.marks.remove(at);
            self.connections
                .retain(|it| usize::from(it.from) != index && usize::from(it.to) != index);
            self.shift_indices(|it| if it > index { it - 1 } else { it });
        }
    }
}

/// Draws an index, uniformly from `first` to `end`.
fn drawn(rng: &mut impl Rng, first: u64, end: u64) -> usize {
    usize::try_from(rng.random_range(first..end)).expect("neurons are few")
}

/// The mark of a neuron that divides the connection between two others: the same whenever that happens.
fn dividing_mark(start: u32, end: u32, taken: &[u32]) -> u32 {
    let mark = |again: u8| {
        let key = [&start.to_le_bytes()[..], &end.to_le_bytes(), &[again]].concat();
        hidden_mark(&key)
    };
    (0..=u8::MAX).map(mark).find(|it| taken.binary_search(it).is_err()).unwrap_or(HIDDEN)
}

/// The mark of a neuron that a creature file names. The names that [`Brain::name`] gives are those marks.
fn named_mark(name: &str) -> u32 {
    let written = name.strip_prefix('n').filter(|digits| digits.len() == 8);
    let written = written.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    written.filter(|&mark| mark >= HIDDEN).unwrap_or_else(|| hidden_mark(name.as_bytes()))
}

#[expect(clippy::cast_possible_truncation, reason = "half of the bits are enough")]
fn hidden_mark(key: &[u8]) -> u32 {
    HIDDEN | xxh3_64(key) as u32
}
