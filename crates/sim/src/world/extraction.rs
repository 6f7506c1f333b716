//! An organism turned into a species of its own, for other worlds.

use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::genome::{HeritableParameters, to_f32};
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{Nature, Species, SpeciesId, Traits};

use super::{SavedNature, SavedOrganism, World};

/// The maximum number of organisms that are compared to find a typical one.
const MOST_COMPARED: usize = 500;

impl World {
    /// Returns the species whose founders are like a living organism: with its traits, its brain and its heritable
    /// parameters. `None` if no living organism has this identity.
    ///
    /// Points of descendants may add up to more than founders can have; then all are scaled to what the rules allow.
    #[must_use]
    pub fn species_like(&self, id: OrganismId, name: &str) -> Option<Species> {
        let SavedOrganism { who, nature, genome, .. } = self.organism(id)?;
        let nature = match nature.traits()? {
            Nature::Animal(traits) => Nature::Animal(affordable(traits, &self.config.rules)),
            plant @ Nature::Plant(_) => plant,
        };
        let mut species = self.config.species(who.species).clone();
        species.name = name.to_owned();
        species.nature = nature;
        if let Some(genome) = genome {
            if let Some(choice) = &mut species.behaviour {
                let inherited = HeritableParameters::new(&choice.heritable, &genome.parameters);
                choice.parameters = choice.parameters_of(inherited);
            }
            species.brain = genome.brain.map(|brain| *brain);
        }
        Some(species)
    }

    /// Returns the living organism of a species that is most like all others by traits and genome: the one with the
    /// smallest mean square distance. `None` if none is alive. Of many, the first 500 by identity are compared.
    #[must_use]
    pub fn typical_organism(&self, species: SpeciesId) -> Option<OrganismId> {
        let of_species = |it: &SavedOrganism| {
            it.who.species == species && !matches!(it.nature, SavedNature::Carcass(_))
        };
        let all: Vec<_> = self.organisms().filter(of_species).take(MOST_COMPARED).collect();
        let species = self.config.species(species);
        let total = |one: &SavedOrganism| -> f64 {
            all.iter().map(|other| square_distance(one, other, species, &self.config.rules)).sum()
        };
        let totals = all.iter().map(|it| (total(it), it.who.id));
        totals.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, id)| id)
    }
}

/// The square of the genetic distance of two living organisms of a species.
fn square_distance(
    one: &SavedOrganism,
    other: &SavedOrganism,
    species: &Species,
    rules: &Rules,
) -> f64 {
    match (one.nature.traits(), other.nature.traits()) {
        (Some(a), Some(b)) => {
            let (one, other) = ((&a, one.genome.as_ref()), (&b, other.genome.as_ref()));
            species.square_distance(one, other, rules)
        }
        _ => 0.0,
    }
}

/// Scales the points down to what founders can have.
fn affordable(traits: Traits, rules: &Rules) -> Traits {
    let spent: f64 = traits.points.iter().map(|&points| f64::from(points)).sum();
    if spent <= rules.points {
        return traits;
    }
    // Rounded down to tenths, so that the sum of the written numbers is affordable, too.
    let tenths = |points: f64| to_f32((points * 10.0).floor() / 10.0);
    let points = traits.points.map(|points| tenths(f64::from(points) * rules.points / spent));
    Traits { points, ..traits }
}
