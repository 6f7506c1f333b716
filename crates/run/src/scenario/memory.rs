//! The memory that the founders of a scenario need.

use terrarium_creatures::species::{Kind, Species};
use terrarium_sim::world::Mating;

use super::Scenario;

/// The memory of a plant with its place in the indices, in bytes: worlds of millions of them take 435
/// to 450 for each.
const PLANT: u64 = 400;

/// The same of a creature, whose worlds take 1190 bytes for each.
const CREATURE: u64 = 1000;

impl Scenario {
    /// The memory in bytes that the world takes at least when it is founded. Counts that are scaled to
    /// the size of another map are left out. `species` are those of the populations, in their order.
    #[must_use]
    pub fn least_memory(&self, species: &[Species]) -> u64 {
        let is_scaled = self.original_land.is_some();
        let populations = self.populations.iter().zip(species);
        let counted = populations.filter(|(population, _)| population.is_overridden || !is_scaled);
        let bytes = counted.map(|(population, species)| {
            let body = match species.kind {
                Kind::Plant => PLANT,
                Kind::Herbivore | Kind::Carnivore => CREATURE,
            };
            let genome = species.genome().map_or(0, |genome| genome.size() as u64);
            let mating = species.reproduction.map_or(0, |_| size_of::<Mating>() as u64);
            population.count * (body + genome + mating)
        });
        bytes.sum()
    }
}
