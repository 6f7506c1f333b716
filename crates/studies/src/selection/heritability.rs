//! Heritability: the regression of children on their parents.

use std::collections::BTreeMap;

use crate::phylogeny::{Heritable, Phylogeny};
use crate::statistics::critical;

/// The heritability of a trait: the slope of the regression of children on the mean of their parents, or on their one parent,
/// within cohorts of parents (Falconer and Mackay 1996, chapter 10). Where means change with time, that makes no parents and
/// children alike.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Heritability {
    /// The slope.
    pub slope: f64,
    /// Its 95 % interval, for which children of the same parents count as one observation; `None` for fewer than two families.
    pub interval: Option<(f64, f64)>,
    /// The number of families: of parents, or pairs of them, with children.
    pub families: u64,
}

/// A child and its parents.
#[derive(Debug, Clone, Copy)]
struct Birth {
    family: (u64, Option<u64>),
    cohort: u64,
    parents: f64,
    child: f64,
}

impl Heritability {
    /// The heritability of what the only species of `tree` inherits, with cohorts of so many ticks of births. `None` if no
    /// parents of a cohort differ.
    #[must_use]
    pub(super) fn of(tree: &Phylogeny, what: Heritable, every: u64) -> Option<Self> {
        let mut births = births(tree, what, every);
        centre(&mut births);
        let squares: f64 = births.iter().map(|it| it.parents * it.parents).sum();
        if squares <= 0.0 {
            return None;
        }
        let slope = births.iter().map(|it| it.parents * it.child).sum::<f64>() / squares;
        let mut scores: BTreeMap<(u64, Option<u64>), f64> = BTreeMap::new();
        for it in &births {
            *scores.entry(it.family).or_default() += it.parents * (it.child - slope * it.parents);
        }
        let families = scores.len() as u64;
        let interval = (families > 1).then(|| {
            let count = families as f64;
            let spread = scores.values().map(|score| score * score).sum::<f64>();
            let error = (spread * count / (count - 1.0)).sqrt() / squares;
            let half = critical(families - 1) * error;
            (slope - half, slope + half)
        });
        Some(Self { slope, interval, families })
    }
}

/// All births of whose parents the values are known.
fn births(tree: &Phylogeny, what: Heritable, every: u64) -> Vec<Birth> {
    let taxa = tree.taxa();
    let indices = tree.has_second_parents().then(|| tree.indices());
    let birth = |(child, index): (f64, usize)| {
        let taxon = &taxa[index];
        let parent = &taxa[taxon.parent?];
        let first = tree.value(parent, what)?;
        let parents = match taxon.second_parent {
            None => first,
            Some(id) => {
                let second = *indices.as_ref()?.get(&id)?;
                f64::midpoint(first, tree.value(&taxa[second], what)?)
            }
        };
        let family = (parent.id, taxon.second_parent);
        Some(Birth { family, cohort: parent.origin / every, parents, child })
    };
    let known = (0..taxa.len()).filter_map(|index| Some((tree.value(&taxa[index], what)?, index)));
    known.filter_map(birth).collect()
}

/// Makes both values of births those from the means of their cohort.
fn centre(births: &mut [Birth]) {
    let mut sums: BTreeMap<u64, (f64, f64, f64)> = BTreeMap::new();
    for it in births.iter() {
        let (count, parents, children) = sums.entry(it.cohort).or_default();
        (*count, *parents, *children) = (*count + 1.0, *parents + it.parents, *children + it.child);
    }
    for it in births {
        let (count, parents, children) = sums[&it.cohort];
        (it.parents, it.child) = (it.parents - parents / count, it.child - children / count);
    }
}
