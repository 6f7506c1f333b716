//! From what a species asks for to who decides for it, whatever kind of code that is.

use std::collections::BTreeMap;

use super::{Behaviour, native};
use crate::rules::Rules;
use crate::species::{BehaviourChoice, BehaviourRefusal, Code, Kind, Species};

/// The behaviour that a species of this kind asks for, in a world with these rules.
///
/// # Errors
/// When there is no such behaviour, its code is wrong or was made for another engine, or this
/// program was built without the feature that runs it.
pub fn make(
    kind: Kind,
    choice: &BehaviourChoice,
    rules: &Rules,
) -> Result<Box<dyn Behaviour>, BehaviourRefusal> {
    if let Some((given, ours)) = choice.code.engines().filter(|(given, ours)| given != ours) {
        return Err(BehaviourRefusal::new(
            format!("it was made for {given}, but this terrarium runs such creatures on {ours}"),
            "on another engine it could live differently: go on with the terrarium it was made \
             with, or found the world anew",
        ));
    }
    match &choice.code {
        Code::Native(name) => native::behaviour(kind, name, &choice.parameters),
        Code::Script { source, .. } => script(kind, source, &choice.parameters, rules),
        Code::Module { module: source, .. } => module(source, choice, rules),
    }
}

/// Checks that [`make`] can make the behaviour: for
/// [`SpeciesContext::behaviours`](crate::species::SpeciesContext::behaviours). A script is passed over by a program
/// that was built without them: its species can be listed, but not live.
///
/// # Errors
/// As [`make`].
pub fn check(kind: Kind, choice: &BehaviourChoice, rules: &Rules) -> Result<(), BehaviourRefusal> {
    if cfg!(not(feature = "scripts")) && matches!(choice.code, Code::Script { .. }) {
        return Ok(());
    }
    make(kind, choice, rules).map(drop)
}

/// Who decides for each of some species; `None` for plants.
///
/// # Errors
/// As [`make`], with the species named.
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

#[cfg(feature = "scripts")]
fn script(
    kind: Kind,
    source: &str,
    parameters: &BTreeMap<String, f64>,
    rules: &Rules,
) -> Result<Box<dyn Behaviour>, BehaviourRefusal> {
    Ok(Box::new(super::script::Script::new(kind, source, parameters, rules)?))
}

#[cfg(not(feature = "scripts"))]
fn script(
    _: Kind,
    _: &str,
    _: &BTreeMap<String, f64>,
    _: &Rules,
) -> Result<Box<dyn Behaviour>, BehaviourRefusal> {
    Err(without("scripts", "a script"))
}

#[cfg(feature = "wasm")]
fn module(
    source: &[u8],
    choice: &BehaviourChoice,
    rules: &Rules,
) -> Result<Box<dyn Behaviour>, BehaviourRefusal> {
    Ok(Box::new(super::wasm::Wasm::new(source, &choice.parameters, rules)?))
}

#[cfg(not(feature = "wasm"))]
fn module(
    _: &[u8],
    _: &BehaviourChoice,
    _: &Rules,
) -> Result<Box<dyn Behaviour>, BehaviourRefusal> {
    Err(without("wasm", "a WebAssembly module"))
}

#[cfg(not(all(feature = "scripts", feature = "wasm")))]
fn without(feature: &str, what: &str) -> BehaviourRefusal {
    BehaviourRefusal::new(
        format!(
            "its behaviour is {what}, but this terrarium was built without the feature `{feature}`"
        ),
        format!("build it with `--features {feature}`"),
    )
}
