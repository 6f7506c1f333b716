//! Creates the behaviour that a species chooses: native code, a script or a WebAssembly module.

use std::collections::BTreeMap;

use terrarium_creatures::behaviour::Individual;
use terrarium_creatures::behaviour::{Behaviour, native};
use terrarium_creatures::genome::ParameterRange;
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{BehaviourChoice, BehaviourRefusal, Code, Kind, Species};

/// Creates the behaviour that a species of a kind chooses, for a world with these rules.
///
/// # Errors
/// When the behaviour is unknown, or its code is invalid or was made for another engine.
pub fn make(
    kind: Kind,
    choice: &BehaviourChoice,
    rules: &Rules,
) -> Result<Box<dyn Behaviour>, BehaviourRefusal> {
    if let Some((given, ours)) = choice.code.engines().filter(|(given, ours)| given != ours) {
        return Err(BehaviourRefusal::new(
            format!("it was made for {given}, but this terrarium runs such creatures on {ours}"),
            "another engine could change its behaviour: use the terrarium it was made with, or found \
             the world again",
        ));
    }
    match &choice.code {
        Code::Native(name) if choice.heritable.is_empty() => {
            native::behaviour(kind, name, &choice.parameters)
        }
        Code::Native(name) => Ok(Box::new(Individual::new(kind, name, choice)?)),
        Code::Script { source, .. } => script(kind, source, &choice.parameters, rules),
        Code::Module { module: source, .. } => module(kind, source, choice, rules),
    }
}

/// Checks that [`make`] can create the behaviour and that no parameter is misspelt, for
/// [`SpeciesContext::behaviours`].
///
/// # Errors
/// Those of [`make`].
///
/// [`SpeciesContext::behaviours`]: terrarium_creatures::species::SpeciesContext::behaviours
pub fn check(kind: Kind, choice: &BehaviourChoice, rules: &Rules) -> Result<(), BehaviourRefusal> {
    make(kind, choice, rules)?;
    if !choice.heritable.is_empty() {
        check_bounds(kind, choice, rules)?;
    }
    check_parameters(kind, choice, rules)
}

/// Checks that the behaviour accepts both ends of the ranges of heritable parameters.
fn check_bounds(
    kind: Kind,
    choice: &BehaviourChoice,
    rules: &Rules,
) -> Result<(), BehaviourRefusal> {
    let bounds: [fn(&ParameterRange) -> f64; 2] = [|range| range.min, |range| range.max];
    for bound in bounds {
        let bounds = choice.heritable.iter().map(|(name, range)| (name.clone(), bound(range)));
        let mut extreme = choice.clone();
        extreme.parameters.extend(bounds);
        make(kind, &extreme, rules)?;
    }
    Ok(())
}

/// Checks that no parameter of a script is misspelt. Other behaviours are not created with unknown ones.
fn check_parameters(
    kind: Kind,
    choice: &BehaviourChoice,
    rules: &Rules,
) -> Result<(), BehaviourRefusal> {
    let Code::Script { source, .. } = &choice.code else { return Ok(()) };
    let script = terrarium_script::Script::new(kind, source, &choice.parameters, rules)?;
    script.check_parameters(&choice.parameters)
}

/// Creates the behaviour of each species; `None` for plants.
///
/// # Errors
/// Those of [`make`], with the name of the species.
pub fn make_all(
    species: &[Species],
    rules: &Rules,
) -> Result<Vec<Option<Box<dyn Behaviour>>>, BehaviourRefusal> {
    let of_one = |species: &Species| {
        let made = species.behaviour.as_ref().map(|choice| make(species.kind, choice, rules));
        made.transpose().map_err(|refusal| refusal.of(&species.name))
    };
    species.iter().map(of_one).collect()
}

fn script(
    kind: Kind,
    source: &str,
    parameters: &BTreeMap<String, f64>,
    rules: &Rules,
) -> Result<Box<dyn Behaviour>, BehaviourRefusal> {
    Ok(Box::new(terrarium_script::Script::new(kind, source, parameters, rules)?))
}

fn module(
    kind: Kind,
    source: &[u8],
    choice: &BehaviourChoice,
    rules: &Rules,
) -> Result<Box<dyn Behaviour>, BehaviourRefusal> {
    Ok(Box::new(terrarium_wasm::Wasm::new(kind, source, &choice.parameters, rules)?))
}
