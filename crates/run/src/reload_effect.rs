//! What a new definition of a species changes in a running world, and from when on.

use terrarium_creatures::species::{Nature, Species};

/// The parts of a species that differ between two definitions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ReloadEffect {
    /// Those in force from the next tick.
    pub at_once: Vec<&'static str>,
    /// Those that organisms inherit: the living and their descendants keep theirs.
    pub inherited: Vec<&'static str>,
}

impl ReloadEffect {
    /// Compares two definitions of a species.
    #[must_use]
    pub fn between(old: &Species, new: &Species) -> Self {
        let code = |it: &Species| it.behaviour.as_ref().map(|behaviour| behaviour.code.clone());
        let heritable = |it: &Species| it.behaviour.as_ref().map(|it| it.heritable.clone());
        let values = |it: &Species, is_inherited: bool| -> Vec<(String, f64)> {
            let all = it.behaviour.iter().flat_map(|behaviour| {
                let of = move |name: &str| behaviour.heritable.contains_key(name) == is_inherited;
                behaviour.parameters.iter().filter(move |(name, _)| of(name))
            });
            all.map(|(name, value)| (name.clone(), *value)).collect()
        };
        let named = |parts: &[(bool, &'static str)]| {
            parts.iter().filter(|(differs, _)| *differs).map(|&(_, name)| name).collect()
        };
        let (points, size, traits) = inherited_traits(&old.nature, &new.nature);
        Self {
            at_once: named(&[
                (code(old) != code(new), "behaviour"),
                (values(old, false) != values(new, false), "parameters"),
                (heritable(old) != heritable(new), "ranges of heritable parameters"),
                (old.appearance != new.appearance, "appearance"),
                (old.navigation != new.navigation, "navigator"),
                (
                    old.wariness != new.wariness
                        || old.ground != new.ground
                        || old.steering != new.steering,
                    "travel",
                ),
                (old.mutation != new.mutation, "mutation"),
                (old.reproduction != new.reproduction, "reproduction"),
            ]),
            inherited: named(&[
                (points, "points"),
                (size, "mature_size"),
                (traits, "traits as a plant"),
                (values(old, true) != values(new, true), "values of heritable parameters"),
                (old.brain != new.brain, "brain of founders"),
            ]),
        }
    }

    /// What does not change in organisms that live, as a sentence; `None` if everything does.
    #[must_use]
    pub fn kept(&self) -> Option<String> {
        if self.inherited.is_empty() {
            return None;
        }
        Some(format!(
            "living organisms and their descendants keep their {}, which are inherited: only organisms that are added from now \
             on have the new ones; run again to begin with them",
            self.inherited.join(", ")
        ))
    }
}

/// Whether the points, the mature size, and the other traits of plants differ.
fn inherited_traits(old: &Nature, new: &Nature) -> (bool, bool, bool) {
    let size = old.mature_radius() != new.mature_radius();
    match (old, new) {
        (Nature::Animal(old), Nature::Animal(new)) => (old.points != new.points, size, false),
        (Nature::Plant(old), Nature::Plant(new)) => {
            let mut resized = *new;
            resized.mature_radius = old.mature_radius;
            (false, size, *old != resized)
        }
        _ => (true, size, true),
    }
}
