//! The brain of an animal at work, compared with those of founders and of its parent.

use std::collections::BTreeMap;

use terrarium_creatures::genome::brain::{Activations, Brain, Connection, INPUTS, OUTPUTS};

/// The brain of an animal.
#[derive(Debug, Clone, PartialEq)]
pub struct BrainView {
    /// Its neurons that have connections, or had them in founders: inputs, then outputs, then those between.
    pub neurons: Vec<NeuronView>,
    /// Its connections.
    pub connections: Vec<ConnectionView>,
    /// The connections of founders that it does not have, with their weights there.
    pub lost: Vec<(usize, usize, f32)>,
    /// What is known of the brain of its parent.
    pub parent: ParentBrain,
    /// Its distance from founders.
    pub from_founders: f64,
}

/// A neuron.
#[derive(Debug, Clone, PartialEq)]
pub struct NeuronView {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub layer: Layer,
    /// Its value, −1 to 1: of an input what the animal senses now, of others that after its last turn.
    pub value: f32,
    /// Whether founders have it.
    pub is_of_founders: bool,
}

/// The part of a brain that a neuron belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Layer {
    /// It senses.
    Input,
    /// It drives an action.
    Output,
    /// It is between inputs and outputs.
    Between,
}

/// A connection between two neurons.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ConnectionView {
    /// The index of the neuron where it starts.
    pub from: usize,
    /// The index of the neuron where it ends.
    pub to: usize,
    /// Its weight.
    pub weight: f32,
    /// The weight that founders have; `None` if they have no such connection.
    pub in_founders: Option<f32>,
    /// Whether the parent has the same connection with the same weight; `None` if its brain is not known.
    pub is_as_in_parent: Option<bool>,
}

/// What is known of the brain of the parent.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ParentBrain {
    /// The animal has no parent.
    None,
    /// The parent is dead, and brains of the dead are not kept.
    Dead,
    /// The parent is alive: the distance from it.
    Alive(f64),
}

type Names = (String, String);

impl BrainView {
    /// The brain of an animal with these inputs and activations. `parent` is the brain of its parent, if that is alive.
    pub(super) fn new(
        brain: &Brain,
        founder: &Brain,
        (has_parent, parent): (bool, Option<&Brain>),
        inputs: Option<&[f32; INPUTS]>,
        activations: &Activations,
    ) -> Self {
        let (in_founders, in_parent) = (weights(founder), parent.map(weights));
        let own = weights(brain);
        let lost: Vec<(&Names, f32)> = in_founders
            .iter()
            .filter(|(names, _)| !own.contains_key(names))
            .map(|(names, &weight)| (names, weight))
            .collect();
        let is_used = |name: &String| {
            own.keys()
                .chain(lost.iter().map(|(names, _)| *names))
                .any(|(a, b)| a == name || b == name)
        };
        let value = |index: usize| match index.checked_sub(INPUTS) {
            None => inputs.map_or(0.0, |inputs| inputs[index]),
            Some(index) => activations.values().get(index).copied().unwrap_or_default(),
        };
        let count = INPUTS + OUTPUTS + brain.neurons();
        let neuron = |index: usize| NeuronView {
            name: brain.name(index),
            layer: layer(index),
            value: value(index),
            is_of_founders: layer(index) != Layer::Between || has(founder, &brain.name(index)),
        };
        let mut neurons: Vec<NeuronView> =
            (0..count).map(neuron).filter(|it| is_used(&it.name)).collect();
        // Neurons between that only founders have, where lost connections began or ended.
        let gone = (INPUTS + OUTPUTS..INPUTS + OUTPUTS + founder.neurons())
            .map(|index| founder.name(index));
        let gone: Vec<String> = gone
            .filter(|name| is_used(name) && !neurons.iter().any(|it| it.name == *name))
            .collect();
        neurons.extend(gone.into_iter().map(|name| NeuronView {
            name,
            layer: Layer::Between,
            value: 0.0,
            is_of_founders: true,
        }));
        let index = |name: &String| neurons.iter().position(|it| it.name == *name).unwrap_or(0);
        let connection = |(names, &weight): (&Names, &f32)| ConnectionView {
            from: index(&names.0),
            to: index(&names.1),
            weight,
            in_founders: in_founders.get(names).copied(),
            is_as_in_parent: in_parent.as_ref().map(|parent| parent.get(names) == Some(&weight)),
        };
        let connections = own.iter().map(connection).collect();
        let lost =
            lost.iter().map(|((from, to), weight)| (index(from), index(to), *weight)).collect();
        let parent = match (has_parent, parent) {
            (false, _) => ParentBrain::None,
            (true, None) => ParentBrain::Dead,
            (true, Some(parent)) => ParentBrain::Alive(brain.distance(parent)),
        };
        Self { connections, lost, parent, from_founders: brain.distance(founder), neurons }
    }

    /// How it differs from the brain of the parent, in words.
    #[must_use]
    pub fn parent_text(&self) -> String {
        match self.parent {
            ParentBrain::None => "it has no parent".to_owned(),
            ParentBrain::Dead => "not known: its parent is dead".to_owned(),
            ParentBrain::Alive(distance) => {
                let differ = self.connections.iter().filter(|it| it.is_as_in_parent == Some(false));
                format!("distance {distance:.2}, {} other connections", differ.count())
            }
        }
    }
}

/// The weights of a brain by the names of the neurons where each connection starts and ends.
fn weights(brain: &Brain) -> BTreeMap<Names, f32> {
    let named =
        |it: &Connection| ((brain.name(it.from.into()), brain.name(it.to.into())), it.weight);
    brain.connections().iter().map(named).collect()
}

fn layer(index: usize) -> Layer {
    match index {
        index if index < INPUTS => Layer::Input,
        index if index < INPUTS + OUTPUTS => Layer::Output,
        _ => Layer::Between,
    }
}

/// Whether a brain has a neuron between inputs and outputs of this name.
fn has(brain: &Brain, name: &str) -> bool {
    let indices = INPUTS + OUTPUTS..INPUTS + OUTPUTS + brain.neurons();
    indices.into_iter().any(|index| brain.name(index) == name)
}
