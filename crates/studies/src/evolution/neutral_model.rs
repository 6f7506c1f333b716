//! Neutral shadows: the organisms of a run, with mutations that are drawn anew.

use terrarium_creatures::behaviour::CreatureRng;
use xxhash_rust::xxh3::xxh3_128;

use super::Record;
use super::descent::Descent;
use super::exchanged_changes::{Exchange, ExchangedChanges};
use super::inheritance::{Inheritance, Inherited};
use crate::phylogeny::{GenomeValues, Phylogeny, Taxon};

/// Draws neutral shadows of a run.
///
/// A shadow has the organisms of the run, each with its species, parents, birth and death. But what each of them inherits
/// mutates anew, by the rules of the run: traits, neutral marks, the mutation rate and heritable parameters; where it has two
/// parents, values are crossed anew, too. If what mutates has no effect on who has children, run and shadows follow the same
/// law, whatever else has: luck, places, and families that fare alike. So any figure of them can be compared (the Monte Carlo
/// test of Barnard 1963 and Besag and Clifford 1989).
///
/// The numbers of brains are counts of what no table has in a form that mutates. Their changes from parents to children are
/// exchanged at random between neighbours in the order of birth.
///
/// Who was born before the record began keeps its values, and so does everybody else who has a parent without a row or
/// without traits.
#[derive(Debug)]
pub struct NeutralModel<'a> {
    record: Record<'a>,
    seed: u64,
    descent: Descent,
    /// By species.
    inheritances: Vec<Inheritance<'a>>,
    /// By species.
    changes: Vec<ExchangedChanges>,
}

/// What is drawn for the organisms of a species.
struct Draw<'a> {
    inheritance: &'a Inheritance<'a>,
    changes: Exchange<'a>,
    rng: CreatureRng,
}

impl<'a> NeutralModel<'a> {
    /// The shadows of a run, drawn with a seed.
    #[must_use]
    pub fn new(record: Record<'a>, seed: u64) -> Self {
        let organisms = record.organisms;
        let inheritances: Vec<Inheritance<'_>> = organisms
            .species()
            .iter()
            .map(|it| {
                let known = record.species.iter().find(|known| known.name == it.name);
                Inheritance::new(it.kind, known, record.rules, organisms.genomes())
            })
            .collect();
        let descent = Descent::new(&record);
        let changes = ExchangedChanges::of_all(&record, &descent, &inheritances);
        Self { record, seed, descent, inheritances, changes }
    }

    /// The shadow of this number. It follows from the run, the seed and the number; that of a species does not depend on
    /// others.
    #[must_use]
    pub fn shadow(&self, number: u64) -> Phylogeny {
        let organisms = self.record.organisms;
        let of_run = organisms.genomes();
        let mut taxa = organisms.taxa().to_vec();
        let mut genomes = GenomeValues::new(of_run.columns().to_vec());
        let mut draws: Vec<Draw<'_>> =
            (0..self.inheritances.len()).map(|species| self.draw(number, species)).collect();
        for index in 0..taxa.len() {
            let Taxon { id, species, .. } = taxa[index];
            let mut numbers: Option<Box<[Option<f64>]>> = of_run.of(id).map(Into::into);
            if let Some(parents) = self.descent.parents(index) {
                let Draw { inheritance, changes, rng } = &mut draws[species];
                let inherited = |it: usize| -> Option<Inherited<'_>> {
                    Some((taxa[it].traits.as_ref()?, genomes.of(taxa[it].id)))
                };
                let second = parents.second.and_then(inherited);
                if let Some(first) = inherited(parents.first) {
                    let traits = inheritance.child(first, second, numbers.as_deref_mut(), rng);
                    if let Some(numbers) = &mut numbers {
                        let number = |it: usize, column| genomes.at(taxa[it].id, column);
                        changes.apply(index, parents, number, numbers);
                    }
                    taxa[index].traits = Some(traits);
                }
            }
            if let Some(numbers) = numbers {
                genomes.insert(id, numbers);
            }
        }
        Phylogeny::new(organisms.species().to_vec(), taxa).with_genomes(genomes)
    }

    /// Begins to draw for a species.
    fn draw(&self, number: u64, species: usize) -> Draw<'_> {
        let name = &self.record.organisms.species()[species].name;
        let numbers = [self.seed, number].map(u64::to_le_bytes);
        let mut rng =
            CreatureRng::new(xxh3_128(&[numbers.as_flattened(), name.as_bytes()].concat()));
        let changes = self.changes[species].exchange(&mut rng);
        Draw { inheritance: &self.inheritances[species], changes, rng }
    }
}
