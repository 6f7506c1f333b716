//! The behaviours that come with the program, in Rust: one file each, and the list of them.

mod ambusher;
mod conqueror;
mod grazer;
mod instinct;
mod pack;
mod runner;
mod settings;
mod shunned;

use super::Behaviour;
use crate::species::{BehaviourChoice, BehaviourRefusal, Kind, Species};
use crate::spelling;

pub use settings::{Parameter, Settings};

/// A native behaviour as scenarios and the command line know it.
pub struct Native {
    /// The name by which creature files ask for it.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// For whom it is.
    pub kind: Kind,
    /// What can be set.
    pub parameters: &'static [Parameter],
    make: fn(&Settings) -> Box<dyn Behaviour>,
}

/// All native behaviours.
pub static NATIVES: &[Native] =
    &[grazer::NATIVE, runner::NATIVE, ambusher::NATIVE, pack::NATIVE, conqueror::NATIVE];

/// The behaviour that a creature file asks for.
///
/// # Errors
/// When there is none of that name, it is not for that kind of creature, or a parameter is unknown
/// or out of range.
pub fn behaviour(
    kind: Kind,
    choice: &BehaviourChoice,
) -> Result<Box<dyn Behaviour>, BehaviourRefusal> {
    let wrong = |problem, remedy| BehaviourRefusal { key: None, problem, remedy };
    let Some(native) = NATIVES.iter().find(|native| native.name == choice.native) else {
        let names = || NATIVES.iter().map(|native| native.name);
        let hint = spelling::hint(spelling::nearest(&choice.native, names()));
        let problem = format!("there is no native behaviour `{}`{hint}", choice.native);
        let remedy = format!("choose one of {}", names().collect::<Vec<_>>().join(", "));
        return Err(wrong(problem, remedy));
    };
    if native.kind != kind {
        let (name, theirs, given) = (native.name, native.kind.name(), kind.name());
        let problem = format!("`{name}` is a behaviour for a {theirs}, not for a {given}");
        return Err(wrong(problem, format!("choose a behaviour for a {given}")));
    }
    let settings = Settings::new(native.name, native.parameters, &choice.parameters)?;
    Ok((native.make)(&settings))
}

/// Who decides for each of some species; `None` for plants.
///
/// # Errors
/// When a species asks for a behaviour that there is not.
pub fn behaviours(
    species: &[Species],
) -> Result<Vec<Option<Box<dyn Behaviour>>>, BehaviourRefusal> {
    let of_one = |species: &Species| {
        let choice = species.behaviour.as_ref();
        choice.map(|choice| behaviour(species.kind, choice)).transpose()
    };
    species.iter().map(of_one).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn choice(native: &str, parameters: &[(&str, f64)]) -> BehaviourChoice {
        let parameters = parameters.iter().map(|&(k, v)| (k.to_owned(), v)).collect();
        BehaviourChoice { native: native.to_owned(), parameters }
    }

    #[test]
    fn the_list_has_no_doubles_and_documents_everything() {
        let names: BTreeMap<_, _> = NATIVES.iter().map(|n| (n.name, n.about)).collect();
        assert_eq!(names.len(), NATIVES.len());
        for native in NATIVES {
            assert!(!native.about.is_empty(), "{}", native.name);
            for p in native.parameters {
                assert!((p.min..=p.max).contains(&p.default), "{} {}", native.name, p.name);
                assert!(!p.meaning.is_empty() && !p.unit.is_empty(), "{} {}", native.name, p.name);
            }
        }
    }

    #[test]
    fn every_behaviour_of_the_list_can_be_had() {
        for native in NATIVES {
            assert!(behaviour(native.kind, &choice(native.name, &[])).is_ok(), "{}", native.name);
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        let message = |kind, choice| behaviour(kind, &choice).err().unwrap().problem;
        assert_eq!(
            message(Kind::Herbivore, choice("grazr", &[])),
            "there is no native behaviour `grazr` (did you mean `grazer`?)"
        );
        assert_eq!(
            message(Kind::Carnivore, choice("grazer", &[])),
            "`grazer` is a behaviour for a herbivore, not for a carnivore"
        );
        assert_eq!(
            message(Kind::Herbivore, choice("grazer", &[("cautoin", 1.0)])),
            "`grazer` has no parameter `cautoin` (did you mean `caution`?)"
        );
        assert_eq!(
            message(Kind::Herbivore, choice("grazer", &[("caution", f64::NAN)])),
            "`caution` must lie between 0 and 10000 units, not NaN"
        );
    }
}
