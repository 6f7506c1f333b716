//! Resolves the species of a scenario in a catalogue.

use terrarium_creatures::species::{Catalogue, Species};
use terrarium_input::quoted;

use super::{Land, Population, Scenario, ScenarioError};

impl Scenario {
    /// Returns the species of each population, in the order of the populations.
    ///
    /// # Errors
    /// When a species is not in the catalogue, its colony is invalid, or the founders cannot all fit
    /// into the world.
    pub fn resolve_species(&self, catalogue: &Catalogue) -> Result<Vec<Species>, ScenarioError> {
        let mut all = Vec::new();
        for Population { species, .. } in &self.populations {
            let name = &species.value;
            let found = catalogue.get(name).ok_or_else(|| {
                let problem = format!("there is no species {}", quoted(name));
                species.location.error(problem, catalogue.suggestion_for(name))
            })?;
            all.push(found.clone());
        }
        self.check_room(&all)?;
        self.check_colonies(&all)?;
        Ok(all)
    }

    /// Rejects founders whose bodies cover more than the area of an open world. Fewer founders may
    /// still be too many, which is detected when they are placed.
    fn check_room(&self, species: &[Species]) -> Result<(), ScenarioError> {
        let Land::Open(size) = &self.land else { return Ok(()) };
        let room = size.value.x * size.value.y;
        let covered: f64 =
            self.populations.iter().zip(species).map(|(p, s)| self.cover(p, s)).sum();
        if covered <= room {
            return Ok(());
        }
        let problem = format!(
            "the world is too small: its founders cover {covered:.0} of {room:.0} square units"
        );
        Err(size.location.error(problem, "enlarge it, or use fewer or younger founders"))?
    }

    /// Returns the area that the bodies of a population cover, in square units.
    #[expect(clippy::cast_precision_loss, reason = "there are at most ten million founders")]
    fn cover(&self, population: &Population, species: &Species) -> f64 {
        let body = |radius: f64| 4.0 * radius * radius;
        let grown = body(f64::from(species.nature.mature_radius()));
        let newborn = body(self.rules.birth_radius);
        let share = population.grown;
        let at_random = population.count - population.places.len() as u64;
        at_random as f64 * (grown * share + newborn * (1.0 - share))
    }
}
