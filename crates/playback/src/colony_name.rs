//! What colonies are called where people read of them: after their species.

use terrarium_creatures::behaviour::Colony;
use terrarium_creatures::species::SpeciesId;
use terrarium_input::wording::plural;
use terrarium_sim::world::WorldConfig;

/// What a colony of a world is called: `ants`, or `ants and beetles`.
#[must_use]
pub fn colony_name(colony: Colony, config: &WorldConfig) -> String {
    let species = (0..).map(SpeciesId).zip(&config.species);
    let members = species.filter(|&(id, _)| config.colony(id) == Some(colony));
    named_after(colony, members.map(|(_, species)| &*species.name))
}

/// A name for a colony of these species; that of its colour if none is known.
pub(crate) fn named_after<'a>(colony: Colony, species: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = species.map(plural).collect();
    match names.split_last() {
        None => colony.name().to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colonies_are_named_after_their_species() {
        let name = |species: &[&str]| named_after(Colony::Red, species.iter().copied());
        assert_eq!(name(&["termite"]), "termites");
        assert_eq!(name(&["ant", "wolf"]), "ants and wolves");
        assert_eq!(name(&["ant", "wolf", "lynx"]), "ants, wolves and lynxes");
        assert_eq!(name(&[]), "red");
    }
}
