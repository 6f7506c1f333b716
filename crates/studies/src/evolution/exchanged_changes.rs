//! The numbers of genomes whose mutations cannot be drawn: their changes from parents to children are exchanged.

use rand::RngExt;
use terrarium_creatures::behaviour::CreatureRng;

use super::Record;
use super::descent::{Descent, Parents};
use super::inheritance::Inheritance;

/// The number of successive births of a species whose changes are exchanged with each other. How a brain mutates depends on
/// what it has, so the changes are others in the course of time.
const NEIGHBOURS: usize = 64;

/// The changes of such numbers in a species: those of a child from its parents.
#[derive(Debug, Default)]
pub(super) struct ExchangedChanges {
    /// The columns that are exchanged, in ascending order.
    columns: Vec<usize>,
    /// The changes of all births, in their order: a number for each column, and those of a birth together.
    changes: Vec<Box<[f64]>>,
    /// The indices of the children, in the same order.
    births: Vec<usize>,
}

impl ExchangedChanges {
    /// The changes in every species, whose inheritances are given.
    pub fn of_all(
        record: &Record<'_>,
        descent: &Descent,
        inheritances: &[Inheritance<'_>],
    ) -> Vec<Self> {
        let genomes = record.organisms.genomes();
        let exchanged = |inheritance: &Inheritance<'_>| {
            let columns = 0..genomes.columns().len();
            let columns = columns.filter(|&column| !inheritance.draws(column)).collect();
            Self { columns, ..Self::default() }
        };
        let mut all: Vec<Self> = inheritances.iter().map(exchanged).collect();
        let taxa = record.organisms.taxa();
        for (index, taxon) in taxa.iter().enumerate() {
            let own = &mut all[taxon.species];
            let Some(parents) = descent.parents(index).filter(|_| !own.columns.is_empty()) else {
                continue;
            };
            let change = |&column: &usize| {
                let from = between(parents, |it| genomes.at(taxa[it].id, column))?;
                Some(genomes.at(taxon.id, column)? - from)
            };
            if let Some(changes) = own.columns.iter().map(change).collect() {
                own.births.push(index);
                own.changes.push(changes);
            }
        }
        all
    }

    /// Draws which birth gets the changes of which.
    pub fn exchange(&self, rng: &mut CreatureRng) -> Exchange<'_> {
        let mut order: Vec<usize> = (0..self.changes.len()).collect();
        for neighbours in order.chunks_mut(NEIGHBOURS) {
            for last in (1..neighbours.len()).rev() {
                neighbours.swap(last, rng.random_range(0..=last));
            }
        }
        Exchange { of: self, order, next: 0 }
    }
}

/// Changes that are dealt to the births of a species, one after the other.
#[derive(Debug)]
pub(super) struct Exchange<'a> {
    of: &'a ExchangedChanges,
    order: Vec<usize>,
    next: usize,
}

impl Exchange<'_> {
    /// Sets the numbers of the child with this index, which is later than the last one; `number` is the number of an organism in
    /// a column. Nothing is set if a change is not known.
    pub fn apply(
        &mut self,
        child: usize,
        parents: Parents,
        number: impl Fn(usize, usize) -> Option<f64>,
        numbers: &mut [Option<f64>],
    ) {
        if self.of.births.get(self.next) != Some(&child) {
            return;
        }
        let changes = &self.of.changes[self.order[self.next]];
        self.next += 1;
        for (&column, change) in self.of.columns.iter().zip(changes) {
            numbers[column] = between(parents, |it| number(it, column)).map(|from| from + change);
        }
    }
}

/// What a child has before it mutates, on average: the mean of its parents.
fn between(parents: Parents, number: impl Fn(usize) -> Option<f64>) -> Option<f64> {
    let first = number(parents.first)?;
    match parents.second {
        Some(second) => Some(f64::midpoint(first, number(second)?)),
        None => Some(first),
    }
}
