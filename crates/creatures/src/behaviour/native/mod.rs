//! Native behaviours, which are part of the program: one file each, and the list of them.

mod ambusher;
mod conqueror;
mod driven;
mod grazer;
pub mod instinct;
mod neural;
mod pack;
mod runner;
mod shunned;

use std::collections::BTreeMap;

use terrarium_input::parameter::{Parameter, ParameterValues};
use terrarium_input::spelling;

pub use driven::Drives;

use super::{Behaviour, Memory, Senses};
use crate::genome::brain::{Activations, INPUTS};
use crate::species::{BehaviourRefusal, Kind};

/// The description of a native behaviour.
pub struct Native {
    /// Its name in creature files.
    pub name: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// The kind of animals it is made for. One for several kinds is several times in the list.
    pub kind: Kind,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    make: fn(&ParameterValues) -> Box<dyn Behaviour>,
    describe_memory: fn(&Memory) -> String,
}

/// All native behaviours.
pub static NATIVES: &[Native] = &[
    grazer::NATIVE,
    runner::NATIVE,
    ambusher::NATIVE,
    pack::NATIVE,
    conqueror::NATIVE,
    neural::HERBIVORE,
    neural::CARNIVORE,
    driven::HERBIVORE,
    driven::CARNIVORE,
];

/// Creates the native behaviour called `name` with `parameters`.
///
/// # Errors
/// When there is no native behaviour of that name, it is made for another kind of animal, or a
/// parameter is unknown or out of range.
pub fn behaviour(
    kind: Kind,
    name: &str,
    parameters: &BTreeMap<String, f64>,
) -> Result<Box<dyn Behaviour>, BehaviourRefusal> {
    let mut named = NATIVES.iter().filter(|native| native.name == name).peekable();
    let Some(first) = named.peek().copied() else {
        // Several kinds can have one of a name.
        let mut names: Vec<&str> = NATIVES.iter().map(|native| native.name).collect();
        names.dedup();
        let hint = spelling::hint(spelling::nearest(name, names.iter().copied()));
        let problem = format!("there is no native behaviour `{name}`{hint}");
        let remedy = format!("choose one of {}", names.join(", "));
        return Err(BehaviourRefusal::new(problem, remedy));
    };
    let Some(native) = named.find(|native| native.kind == kind) else {
        let (expected, given) = (first.kind.name(), kind.name());
        let problem = format!("`{name}` is a behaviour for a {expected}, not for a {given}");
        return Err(BehaviourRefusal::new(problem, format!("choose a behaviour for a {given}")));
    };
    let values = ParameterValues::new(native.name, native.parameters, parameters)?;
    Ok((native.make)(&values))
}

/// The values of the neurons of an animal with the behaviour `neural` after its last turn, from its memory; none before the
/// first.
#[must_use]
pub fn neural_activations(memory: &Memory) -> Activations {
    memory.recall::<neural::State>().activations
}

/// The inputs of the brain of an animal with the behaviour `neural` in its next turn, from its senses and its memory.
#[must_use]
pub fn neural_inputs(senses: &Senses<'_>, kind: Kind, memory: &Memory) -> [f32; INPUTS] {
    neural::inputs_of(senses, kind, memory.recall::<neural::State>().shunned)
}

/// The inputs that a brain of an animal with the behaviour `driven` would have in its next turn, from its senses and its
/// memory.
#[must_use]
pub fn driven_inputs(senses: &Senses<'_>, kind: Kind, memory: &Memory) -> [f32; INPUTS] {
    neural::inputs_of(senses, kind, memory.recall::<driven::State>().shunned)
}

/// Sets what drives an animal with the behaviour `driven` in its next turn, in its memory.
pub fn drive(memory: &mut Memory, drives: Drives) {
    driven::drive(memory, drives);
}

/// Describes the memory of a creature with the native behaviour called `name`; `None` if there is no
/// such behaviour.
#[must_use]
pub fn describe_memory(name: &str, memory: &Memory) -> Option<String> {
    let native = NATIVES.iter().find(|native| native.name == name)?;
    Some((native.describe_memory)(memory))
}
