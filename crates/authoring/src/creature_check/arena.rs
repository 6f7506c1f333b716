//! The arena: a small world with the food, prey and threats of the checked species' kind.

use std::path::Path;

use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{Catalogue, Kind, Species, SpeciesContext, SpeciesId};
use terrarium_input::document::Document;
use terrarium_run::scenario::{Scenario, ScenarioError};
use terrarium_sim::behaviours;
use terrarium_sim::world::World;

use super::CheckError;

/// The id of the checked species in the arena.
pub(super) const SUBJECT: SpeciesId = SpeciesId(0);

const GROUND: &str = "description = \"An arena\"\nseed = 1\n[world]\nsize = [1500, 1100]\n";

/// Returns the number of founders of the checked species, and the other populations.
fn populations(kind: Kind) -> (u64, &'static [(&'static str, u64)]) {
    match kind {
        Kind::Plant => (60, &[("clover", 80), ("oak", 6), ("hare", 12), ("deer", 4)]),
        Kind::Herbivore => (30, &[("clover", 200), ("oak", 8), ("deer", 10), ("lynx", 3)]),
        Kind::Carnivore => (8, &[("clover", 200), ("hare", 90), ("deer", 20), ("wolf", 2)]),
    }
}

/// Creates the arena with its founders.
pub(super) fn found(species: &Species) -> Result<World, CheckError> {
    let (count, others) = populations(species.kind);
    // The checked species may be a shipped one.
    let others = others.iter().copied().filter(|(name, _)| *name != species.name);
    let all = std::iter::once((species.name.as_str(), count)).chain(others);
    let population =
        |(name, count)| format!("[[population]]\nspecies = \"{name}\"\ncount = {count}\n");
    let text = [GROUND.to_owned()].into_iter().chain(all.map(population)).collect::<String>();
    let document = Document::parse("arena.toml", &text).map_err(ScenarioError::from)?;
    let scenario = Scenario::from_document("arena", Path::new(""), document, &[])?;
    let shipped = shipped()?;
    let find = |name: &str| if name == species.name { Some(species) } else { shipped.get(name) };
    let found = scenario.populations.iter().filter_map(|p| find(&p.species.value).cloned());
    Ok(scenario.create(found.collect())?)
}

fn shipped() -> Result<Catalogue, CheckError> {
    let rules = Rules::default();
    let context = SpeciesContext { rules: &rules, overrides: &[], behaviours: &behaviours::check };
    Ok(Catalogue::load::<&Path>(&[], &context)?)
}
