//! The genomes of a species: those of its founders, how they mutate, and which ones it admits.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::{BehaviourChoice, MATURE_RADIUS, SexualReproduction, Species, TraitMutation};
use crate::genome::{Genome, Marks, Mutation, ParameterRange, to_f32};
use crate::rules::Rules;

impl Species {
    /// Returns the genome of its founders; `None` if it has neither a table `[mutation]` nor a brain.
    #[must_use]
    pub fn genome(&self) -> Option<Genome> {
        self.has_genome().then(|| Genome {
            marks: Marks::default(),
            rate: to_f32(self.mutation().rate),
            parameters: self.founder_parameters().map(|(_, value, _)| to_f32(value)).collect(),
            brain: self.brain.clone().map(Box::new),
        })
    }

    /// Returns whether its organisms have genomes.
    #[must_use]
    pub fn has_genome(&self) -> bool {
        self.mutation.is_some() || self.brain.is_some()
    }

    /// Returns how its genome mutates.
    #[must_use]
    pub fn mutation(&self) -> Cow<'_, Mutation> {
        let of_file = self.mutation.as_ref().map(Cow::Borrowed);
        of_file.unwrap_or_else(|| Cow::Owned(Mutation::none(&MATURE_RADIUS)))
    }

    /// Returns how the traits of the child of an organism with this genome mutate.
    #[must_use]
    pub fn trait_mutation(&self, genome: Option<&Genome>, rules: &Rules) -> TraitMutation {
        TraitMutation::new(self.mutation.as_ref(), genome, rules)
    }

    /// Returns the heritable parameters of its behaviour, in the order of their names: each name, the value of
    /// founders, and the range.
    pub fn founder_parameters(&self) -> impl Iterator<Item = (&str, f64, &ParameterRange)> {
        self.behaviour.iter().flat_map(BehaviourChoice::heritable_parameters)
    }

    /// Returns the ranges of the heritable parameters, in the order of their names.
    pub fn parameter_ranges(&self) -> impl ExactSizeIterator<Item = &ParameterRange> {
        static NONE: BTreeMap<String, ParameterRange> = BTreeMap::new();
        self.behaviour.as_ref().map_or(&NONE, |choice| &choice.heritable).values()
    }

    /// Returns whether an organism can have this genome or none; carcasses have none.
    pub fn admits(&self, genome: Option<&Genome>, is_alive: bool) -> bool {
        match genome {
            None => !(is_alive && self.has_genome()),
            Some(genome) => {
                is_alive
                    && self.has_genome()
                    && genome.brain.is_some() == self.brain.is_some()
                    && genome.is_sound(self.parameter_ranges())
            }
        }
    }

    /// Returns whether the mutation, the heritable parameters, the brain and what mates need are in their ranges.
    pub fn is_genome_sound(&self) -> bool {
        let is_range = |range: &ParameterRange| {
            range.min.is_finite() && range.max.is_finite() && range.min <= range.max
        };
        self.mutation.as_ref().is_none_or(Mutation::is_sound)
            && self.parameter_ranges().all(is_range)
            && self.reproduction.as_ref().is_none_or(SexualReproduction::is_sound)
            && (self.parameter_ranges().len() == 0 || self.mutation.is_some())
            && self.genome().is_none_or(|genome| genome.is_sound(self.parameter_ranges()))
    }

    /// Returns the genome of an organism that is of this species after its definition was `old`: heritable parameters
    /// that are new have the values of founders, and a brain stays if founders have one.
    pub fn refitted(&self, old: &Self, genome: Option<&Genome>) -> Option<Genome> {
        let founder = self.genome()?;
        let Some(genome) = genome else { return Some(founder) };
        let names = old.founder_parameters().map(|(name, ..)| name);
        let before: BTreeMap<&str, f32> = names.zip(genome.parameters.iter().copied()).collect();
        let parameters = self.founder_parameters().map(|(name, value, range)| {
            let kept = before.get(name).copied().unwrap_or(to_f32(value));
            to_f32(f64::from(kept).clamp(range.min, range.max))
        });
        let brain = founder.brain.map(|of_founders| genome.brain.clone().unwrap_or(of_founders));
        Some(Genome { parameters: parameters.collect(), brain, ..genome.clone() })
    }
}
