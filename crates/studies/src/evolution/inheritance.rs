//! What a child inherits: the one place where shadows draw mutations, by the rules of births in a tick.

use terrarium_creatures::behaviour::CreatureRng;
use terrarium_creatures::genome::{Genome, Marks, to_f32};
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{Kind, PlantTraits, Species, TraitMutation, Traits};

use crate::phylogeny::{GenomeValues, TRAIT_COLUMNS, TraitValues};

/// How the organisms of a species inherit.
#[derive(Debug)]
pub(super) struct Inheritance<'a> {
    kind: Kind,
    rules: &'a Rules,
    /// How traits mutate where nothing is known of the genome of the parent.
    usual: TraitMutation,
    /// `None` if its organisms have no genomes, or nothing but their numbers is known.
    genomes: Option<GenomeInheritance<'a>>,
}

/// How the numbers of genomes are inherited whose mutations follow from nothing else: all but those of brains.
#[derive(Debug)]
struct GenomeInheritance<'a> {
    species: &'a Species,
    hue: usize,
    rate: usize,
    /// The columns of the heritable parameters, in the order of their names.
    parameters: Vec<usize>,
}

/// The values of a parent: its traits, and the numbers of its genome.
pub(super) type Inherited<'a> = (&'a TraitValues, Option<&'a [Option<f64>]>);

impl<'a> Inheritance<'a> {
    /// How a species of this kind inherits, whose genomes have the columns of `genomes`. If its definition is not known,
    /// its traits mutate by the rules.
    pub fn new(
        kind: Kind,
        species: Option<&'a Species>,
        rules: &'a Rules,
        genomes: &GenomeValues,
    ) -> Self {
        let usual = match species {
            Some(species) => species.trait_mutation(species.genome().as_ref(), rules),
            None => TraitMutation::new(None, None, rules),
        };
        let genomes = species.and_then(|species| GenomeInheritance::new(species, genomes));
        Self { kind, rules, usual, genomes }
    }

    /// Whether the numbers of genomes in this column are drawn by [`child`](Self::child).
    pub fn draws(&self, column: usize) -> bool {
        let is_drawn = |it: &GenomeInheritance<'_>| {
            column == it.hue || column == it.rate || it.parameters.contains(&column)
        };
        self.genomes.as_ref().is_some_and(is_drawn)
    }

    /// The traits of a child, as `crates/sim/src/tick/birth.rs` draws them from those of the parent that bears it, and of
    /// its second one if it has one. In `numbers`, those numbers of its genome are set that are drawn.
    pub fn child(
        &self,
        parent: Inherited<'_>,
        second: Option<Inherited<'_>>,
        numbers: Option<&mut [Option<f64>]>,
        rng: &mut CreatureRng,
    ) -> TraitValues {
        let own = self.genome(parent);
        let with_genome = self.genomes.as_ref().zip(own.as_ref());
        let mutation = match with_genome {
            Some((known, genome)) => &known.species.trait_mutation(Some(genome), self.rules),
            None => &self.usual,
        };
        let traits = self.traits(parent.0, second.map(|it| it.0), mutation, rng);
        if let (Some((known, genome)), Some(numbers)) = (with_genome, numbers) {
            let crossed = second.and_then(|second| self.genome(second));
            let crossed = crossed.map(|others| genome.crossed(&others, rng));
            let from = parent.1.and_then(|it| it[known.hue]).unwrap_or_default();
            known.mutate(crossed.as_ref().unwrap_or(genome), from, numbers, rng);
        }
        traits
    }

    fn traits(
        &self,
        parent: &TraitValues,
        second: Option<&TraitValues>,
        mutation: &TraitMutation,
        rng: &mut CreatureRng,
    ) -> TraitValues {
        let (kind, rules) = (self.kind, self.rules);
        let mut child = [0.0; TRAIT_COLUMNS.len()];
        if kind == Kind::Plant {
            let own = plant(parent);
            let crossed = second.map_or(own, |second| own.crossed(&plant(second), rng));
            let PlantTraits { mature_radius, height, preferred_light, seed_spread } =
                crossed.mutated(mutation, rules, rng);
            child[0] = mature_radius;
            child[8..].copy_from_slice(&[height, preferred_light, seed_spread]);
        } else {
            let own = animal(parent, kind);
            let crossed = second.map_or(own, |second| own.crossed(&animal(second, kind), rng));
            let Traits { mature_radius, points } = crossed.mutated(mutation, rules, rng);
            child[0] = mature_radius;
            child[1..8].copy_from_slice(&points);
        }
        TraitValues::from_fn(kind, |column| child[column].into())
    }

    /// The genome of an organism as far as its numbers tell it; `None` if one is missing.
    fn genome(&self, (_, numbers): Inherited<'_>) -> Option<Genome> {
        let (known, numbers) = self.genomes.as_ref().zip(numbers)?;
        let hue = numbers[known.hue]?;
        let parameters = known.parameters.iter().map(|&column| numbers[column].map(to_f32));
        Some(Genome {
            marks: Marks { hue: to_f32(hue - hue.floor()), pattern: 0 },
            rate: to_f32(numbers[known.rate]?),
            parameters: parameters.collect::<Option<_>>()?,
            brain: None,
        })
    }
}

impl<'a> GenomeInheritance<'a> {
    fn new(species: &'a Species, genomes: &GenomeValues) -> Option<Self> {
        let column = |name: &str| genomes.columns().iter().position(|it| it == name);
        let names = species.founder_parameters();
        let parameters = names.map(|(name, ..)| column(&format!("param_{name}")));
        species.has_genome().then_some(Self {
            species,
            hue: column("hue")?,
            rate: column("mutation_rate")?,
            parameters: parameters.collect::<Option<_>>()?,
        })
    }

    /// Sets the numbers of a child that inherits this genome. `from` is the unrolled hue of the parent that bears it.
    fn mutate(
        &self,
        genome: &Genome,
        from: f64,
        numbers: &mut [Option<f64>],
        rng: &mut CreatureRng,
    ) {
        let ranges = self.species.parameter_ranges();
        let child = genome.mutated(&self.species.mutation(), ranges, rng);
        let hue = f64::from(child.marks.hue);
        numbers[self.hue] = Some(hue + (from - hue).round());
        numbers[self.rate] = Some(child.rate.into());
        for (&column, value) in self.parameters.iter().zip(child.parameters) {
            numbers[column] = Some(value.into());
        }
    }
}

fn plant(traits: &TraitValues) -> PlantTraits {
    let value = |column| value(traits, Kind::Plant, column);
    PlantTraits {
        mature_radius: value(0),
        height: value(8),
        preferred_light: value(9),
        seed_spread: value(10),
    }
}

fn animal(traits: &TraitValues, kind: Kind) -> Traits {
    let value = |column| value(traits, kind, column);
    Traits { mature_radius: value(0), points: std::array::from_fn(|point| value(1 + point)) }
}

/// The value in a column of [`TRAIT_COLUMNS`].
fn value(traits: &TraitValues, kind: Kind, column: usize) -> f32 {
    to_f32(traits.at(kind, column).unwrap_or_default())
}
