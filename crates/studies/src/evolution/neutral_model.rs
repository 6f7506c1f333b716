//! Neutral shadows: the births and deaths of a run, with parents drawn at random.

use terrarium_creatures::behaviour::CreatureRng;
use terrarium_creatures::species::TraitMutation;
use xxhash_rust::xxh3::xxh3_128;

use super::Record;
use super::genome_inheritance::replayed;
use super::inheritance::child_of;
use super::possible_parents::PossibleParents;
use crate::phylogeny::{Phylogeny, Taxon};

/// Draws neutral shadows of a run (Bedau and Packard 1992; Bedau, Snyder and Packard 1998).
///
/// A shadow has the organisms of the run, each with its species, birth and death. But the parent of everybody who was born
/// during the record is drawn from the living members of the species that are old enough. The child inherits the traits
/// that the parent has in the shadow, mutated as in the run; if it has a second parent there, that is drawn likewise, and
/// traits are crossed first. Of the numbers of its genome, the change from its parent in the run is replayed. So nobody
/// has more children, or lives longer, because of its traits.
///
/// Old enough is who was there when the record began, or has at least the age of the youngest parent in the run. Among some
/// candidates, which are drawn with equal chances, the one that was born nearest to the parent in the run becomes the
/// parent: so generations are as long as in the run, and as many mutations accumulate. Founders and other organisms
/// without a parent in the table have the traits that they had in the run.
#[derive(Debug)]
pub struct NeutralModel<'a> {
    record: Record<'a>,
    options: ShadowOptions,
    /// The age of the youngest parent of each species that was born during the record; `None` if there is none.
    maturity: Vec<Option<u64>>,
    /// How the traits of each species mutate.
    mutations: Vec<TraitMutation>,
}

/// How shadows are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShadowOptions {
    /// The seed of all their random numbers.
    pub seed: u64,
    /// The number of candidates, at least 1, of which the one with the most similar birth becomes the parent. With 1, age
    /// has no effect beyond maturity, as in the shadows of Bedau and others.
    pub candidates: u32,
}

impl<'a> NeutralModel<'a> {
    /// The shadows of a run.
    #[must_use]
    pub fn new(record: Record<'a>, options: ShadowOptions) -> Self {
        let taxa = record.organisms.taxa();
        let mut maturity: Vec<Option<u64>> = vec![None; record.organisms.species().len()];
        for taxon in taxa.iter().filter(|taxon| record.is_birth(taxon)) {
            let parent = taxon.parent.map(|parent| &taxa[parent]);
            if let Some(parent) = parent.filter(|parent| !record.is_founder(parent)) {
                let age = taxon.origin - parent.origin;
                let youngest = &mut maturity[taxon.species];
                *youngest = Some(youngest.map_or(age, |youngest| youngest.min(age)));
            }
        }
        let mutations = (0..maturity.len()).map(|species| record.mutation(species)).collect();
        Self { record, options, maturity, mutations }
    }

    /// The shadow of this number. It follows from the run, the options and the number; those of a species do not depend on
    /// others.
    #[must_use]
    pub fn shadow(&self, number: u64) -> Phylogeny {
        let organisms = self.record.organisms;
        let mut taxa = organisms.taxa().to_vec();
        let names = organisms.species().iter().map(|species| &species.name);
        let mut streams: Vec<CreatureRng> = names.map(|name| self.stream(number, name)).collect();
        let mut parents = vec![PossibleParents::default(); streams.len()];
        for (index, original) in organisms.taxa().iter().enumerate() {
            let species = original.species;
            let (rng, parents) = (&mut streams[species], &mut parents[species]);
            if self.record.is_birth(original) {
                let of_run = original.parent.map_or(original.origin, |it| taxa[it].origin);
                let mut drawn = || {
                    let candidates = (0..self.options.candidates)
                        .map_while(|_| parents.draw(original.origin, &taxa, rng));
                    candidates.min_by_key(|&it| taxa[it].origin.abs_diff(of_run))
                };
                // Only a table that contradicts itself has a birth and nobody who could be the parent.
                let parent = drawn().or(original.parent);
                let second = original.second_parent.and_then(|_| drawn());
                let kind = organisms.species()[species].kind;
                let by = (&self.mutations[species], self.record.rules);
                let inherited = [parent, second].map(|it| it.and_then(|it| taxa[it].traits));
                let inherited = inherited.each_ref().map(Option::as_ref);
                let traits = child_of(inherited, kind, by, rng);
                let second_parent = second.map(|second| taxa[second].id);
                taxa[index] = Taxon { parent, second_parent, traits, ..taxa[index] };
            }
            if taxa[index].traits.is_none() {
                continue;
            }
            if self.record.is_founder(original) {
                parents.add_mature(index);
            } else if let Some(age) = self.maturity[species] {
                parents.add_young(index, original.origin + age);
            }
        }
        let genomes = replayed(organisms, &taxa, |index| self.is_drawn(index));
        Phylogeny::new(organisms.species().to_vec(), taxa).with_genomes(genomes)
    }

    /// Whether the parent of an organism, given by its index, is drawn.
    pub(super) fn is_drawn(&self, index: usize) -> bool {
        self.record.is_birth(&self.record.organisms.taxa()[index])
    }

    fn stream(&self, number: u64, species: &str) -> CreatureRng {
        let numbers = [self.options.seed, number].map(u64::to_le_bytes);
        CreatureRng::new(xxh3_128(&[numbers.as_flattened(), species.as_bytes()].concat()))
    }
}
