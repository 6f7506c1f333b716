//! The lineages of a world: for each founder, its living descendants.

use std::collections::BTreeMap;

use serde::Serialize;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::{PlantTraits, SpeciesId, Traits};
use terrarium_sim::world::{Identity, Life, World};

use super::Founders;
use super::chronicle::Trait;

/// The living descendants of a founder, with the founder itself if it is alive.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FounderLineage {
    /// The founder, whose identity is the name of the lineage.
    pub founder: OrganismId,
    /// The species.
    #[serde(skip)]
    pub species: SpeciesId,
    /// The eldest of the living.
    #[serde(skip)]
    pub eldest: OrganismId,
    /// The number of the living.
    pub living: u64,
    /// Their share of the living of the species, 0 to 1.
    pub share: f64,
    /// The greatest number of ancestors of one of them.
    pub generation: u32,
    /// The greatest age of one of them, in ticks.
    pub oldest: u64,
    /// The means of their traits, in the order of [`Trait::of`].
    #[serde(skip)]
    pub means: Vec<f64>,
}

/// The sums over the living of a lineage.
#[derive(Default)]
struct Sums {
    eldest: OrganismId,
    living: u64,
    generation: u32,
    oldest: u64,
    traits: Vec<f64>,
}

impl FounderLineage {
    /// The lineages of all species that have living members: in the order of the species, those with the most living first.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "the numbers of organisms are small")]
    pub fn all(world: &World, founders: &Founders) -> Vec<Self> {
        type Living<'a> = (&'a Identity, &'a Life, Option<&'a Traits>, Option<&'a PlantTraits>);
        let mut query = world.query::<Living<'_>>();
        let mut living: Vec<Living<'_>> = query.iter().collect();
        // Sums of floats depend on their order, and the eldest comes first.
        living.sort_unstable_by_key(|(who, ..)| who.id);
        let mut all: BTreeMap<(SpeciesId, OrganismId), Sums> = BTreeMap::new();
        let mut of_species = vec![0_u64; world.config().species.len()];
        for (who, _, animal, plant) in living {
            let new = || Sums { eldest: who.id, ..Sums::default() };
            let sums = all.entry((who.species, founders.of(who.id))).or_insert_with(new);
            sums.living += 1;
            sums.generation = sums.generation.max(who.generation);
            sums.oldest = sums.oldest.max(who.age(world.tick()));
            let of_kind = Trait::of(world.config().species(who.species).kind);
            sums.traits.resize(of_kind.len(), 0.0);
            for (sum, what) in sums.traits.iter_mut().zip(of_kind) {
                *sum += what.value(animal, plant).unwrap_or_default();
            }
            of_species[who.species.index()] += 1;
        }
        let lineage = |((species, founder), sums): ((SpeciesId, OrganismId), Sums)| Self {
            founder,
            species,
            eldest: sums.eldest,
            living: sums.living,
            share: sums.living as f64 / of_species[species.index()] as f64,
            generation: sums.generation,
            oldest: sums.oldest,
            means: sums.traits.iter().map(|sum| sum / sums.living as f64).collect(),
        };
        let mut lineages: Vec<Self> = all.into_iter().map(lineage).collect();
        lineages.sort_by_key(|it| (it.species, std::cmp::Reverse(it.living), it.founder));
        lineages
    }
}
