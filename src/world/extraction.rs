//! An organism turned into a species of its own, for other worlds.

use super::{SavedNature, SavedOrganism, World};
use crate::behaviour::OrganismId;
use crate::genome::{Genome, HeritableParameters, to_f32};
use crate::rules::Rules;
use crate::species::{MATURE_RADIUS, Nature, Species, SpeciesId, Traits};

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
        let rules = &self.config.rules;
        let nature = match nature {
            SavedNature::Plant(_, traits) => Nature::Plant(traits),
            SavedNature::Animal(_, traits, ..) => Nature::Animal(affordable(traits, rules)),
            SavedNature::Carcass(_) => return None,
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

/// The mean square difference of the traits of two organisms, in shares of their ranges, and of their genomes.
fn square_distance(
    one: &SavedOrganism,
    other: &SavedOrganism,
    species: &Species,
    rules: &Rules,
) -> f64 {
    let (traits, count) = match (&one.nature, &other.nature) {
        (SavedNature::Animal(_, a, ..), SavedNature::Animal(_, b, ..)) => of_traits(a, b, rules),
        (SavedNature::Plant(_, a), SavedNature::Plant(_, b)) => {
            let relative = |a: f32, b: f32| f64::from((a - b) / a.max(b).max(f32::MIN_POSITIVE));
            let differences = [
                radius_difference(a.mature_radius, b.mature_radius),
                relative(a.height, b.height),
                f64::from(a.preferred_light - b.preferred_light),
                relative(a.seed_spread, b.seed_spread),
            ];
            (differences.iter().map(|it| it * it).sum(), differences.len())
        }
        _ => (0.0, 0),
    };
    let (genome, more) = of_genomes(one.genome.as_ref(), other.genome.as_ref(), species);
    mean(traits + genome, count + more)
}

/// The sum of the squares of the differences of traits, and their number.
fn of_traits(one: &Traits, other: &Traits, rules: &Rules) -> (f64, usize) {
    let points = one.points.iter().zip(other.points);
    let points = points.map(|(&a, b)| (f64::from(a - b) / rules.points).powi(2));
    let radius = radius_difference(one.mature_radius, other.mature_radius);
    (points.sum::<f64>() + radius * radius, one.points.len() + 1)
}

fn of_genomes(one: Option<&Genome>, other: Option<&Genome>, species: &Species) -> (f64, usize) {
    match (one, other) {
        (Some(one), Some(other)) => one.square_distance(other, species.parameter_ranges()),
        _ => (0.0, 0),
    }
}

fn radius_difference(one: f32, other: f32) -> f64 {
    f64::from((one - other) / (MATURE_RADIUS.end() - MATURE_RADIUS.start()))
}

#[expect(clippy::cast_precision_loss, reason = "values are few")]
fn mean(sum: f64, count: usize) -> f64 {
    sum / count.max(1) as f64
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
