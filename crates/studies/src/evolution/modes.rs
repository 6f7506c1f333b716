//! The MODES metrics: change, novelty, complexity and ecology among lineages that persist.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU64;

use super::Record;
use super::genotype::{Genotype, Grid};
use super::limits::WINDOWS;
use super::persistence::{Living, PersistenceFilter};
use crate::phylogeny::Phylogeny;

/// The ticks in which the metrics are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Windows {
    /// The first tick.
    pub first: u64,
    /// The number of ticks from one to the next, at least 1.
    pub every: u64,
    /// The number of ticks after which an organism or its descendants must be alive to count.
    pub persistence: u64,
    /// The last tick of the run.
    pub last: u64,
}

impl Windows {
    /// The windows from tick `first` to tick `last`. By default they are a tenth of that apart, and the persistence time is half of
    /// it.
    #[must_use]
    pub fn new(
        (first, last): (u64, u64),
        every: Option<NonZeroU64>,
        persistence: Option<NonZeroU64>,
    ) -> Self {
        let ticks = last - first;
        let every = every.map_or((ticks / WINDOWS).max(1), NonZeroU64::get);
        let persistence = persistence.map_or((ticks / 2).max(1), NonZeroU64::get);
        Self { first, every, persistence, last }
    }

    /// The ticks, of which the last is at least the persistence time before the end.
    pub fn ticks(&self) -> impl Iterator<Item = u64> + use<> {
        let every = usize::try_from(self.every.max(1)).unwrap_or(usize::MAX);
        (self.first..self.end()).step_by(every)
    }

    /// The number of these ticks.
    #[must_use]
    pub fn count(&self) -> u64 {
        (self.end() - self.first).div_ceil(self.every.max(1))
    }

    /// The tick after those that are far enough from the last.
    fn end(&self) -> u64 {
        let end = self.last.checked_sub(self.persistence).map_or(self.first, |last| last + 1);
        end.max(self.first)
    }
}

/// The metrics of one tick (Dolson, Vostinar, Wiser and Ofria 2019).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Modes {
    /// The tick.
    pub tick: u64,
    /// The number of the living.
    pub living: u64,
    /// The number of those that persist: they or descendants of theirs are alive after the persistence time. The other
    /// figures are about these alone.
    pub persistent: u64,
    /// The number of genotypes that were not there in the window before; `None` in the first.
    pub change: Option<u64>,
    /// The number of genotypes that were there in no window before; `None` in the first.
    pub novelty: Option<u64>,
    /// The largest complexity of a genotype; `None` if none has any.
    pub complexity: Option<f64>,
    /// The Shannon entropy of the genotypes, in bits.
    pub ecology: f64,
}

/// The mean share of the living that persists, over the windows in which any are alive. It follows from births and deaths
/// alone, so it is that of all shadows, too.
#[must_use]
pub(super) fn persistent_share(windows: &[Modes]) -> Option<f64> {
    let living = windows.iter().filter(|it| it.living > 0);
    mean(living.map(|it| it.persistent as f64 / it.living as f64))
}

fn mean(values: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), it| (sum + it, count + 1.0));
    (count > 0.0).then(|| sum / count)
}

/// A metric, averaged over all windows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// New genotypes since the last window.
    Change,
    /// Genotypes that were never there before.
    Novelty,
    /// The largest complexity.
    Complexity,
    /// The entropy of genotypes.
    Ecology,
}

impl Metric {
    /// All metrics.
    pub const ALL: [Self; 4] = [Self::Change, Self::Novelty, Self::Complexity, Self::Ecology];

    /// Its name in tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Change => "change",
            Self::Novelty => "novelty",
            Self::Complexity => "complexity",
            Self::Ecology => "ecology",
        }
    }

    /// Its mean over the windows that have it; `None` if none has.
    #[must_use]
    pub fn mean(self, windows: &[Modes]) -> Option<f64> {
        mean(windows.iter().filter_map(|window| self.of(window)))
    }

    fn of(self, window: &Modes) -> Option<f64> {
        let number = |count: u64| count as f64;
        match self {
            Self::Change => window.change.map(number),
            Self::Novelty => window.novelty.map(number),
            Self::Complexity => window.complexity,
            Self::Ecology => Some(window.ecology),
        }
    }
}

/// The metrics of every species and of all together, in all windows.
#[derive(Debug, Clone, PartialEq)]
pub struct ModesSeries {
    /// By species, in the order of the trees.
    pub species: Vec<Vec<Modes>>,
    /// Those of all species together, whose genotypes are never equal to each other.
    pub all: Vec<Modes>,
}

impl ModesSeries {
    /// The metrics of a tree, which is that of the record or a shadow of it.
    pub(super) fn new(
        record: &Record<'_>,
        tree: &Phylogeny,
        windows: Windows,
        grid: &Grid,
    ) -> Self {
        let mut filter = PersistenceFilter::new(tree);
        let mut groups: Vec<Option<usize>> =
            (0..record.organisms.species().len()).map(Some).collect();
        groups.push(None);
        let mut series: Vec<Series> = groups.into_iter().map(Series::new).collect();
        for tick in windows.ticks() {
            let living = filter.at(tick, tick + windows.persistence);
            let counts = genotypes(tree, &living.persistent, grid);
            for group in &mut series {
                group.add(tick, tree, &living, &counts);
            }
        }
        let mut all: Vec<Vec<Modes>> = series.into_iter().map(|group| group.windows).collect();
        let last = all.pop().unwrap_or_default();
        Self { species: all, all: last }
    }
}

/// How many of these organisms have each genotype.
fn genotypes(tree: &Phylogeny, organisms: &[usize], grid: &Grid) -> BTreeMap<Genotype, u64> {
    let mut counts = BTreeMap::new();
    for genotype in organisms.iter().filter_map(|&it| grid.genotype(tree, &tree.taxa()[it])) {
        *counts.entry(genotype).or_insert(0) += 1;
    }
    counts
}

/// The windows of a species, or of all.
struct Series {
    species: Option<usize>,
    windows: Vec<Modes>,
    /// The genotypes of the last window.
    before: BTreeSet<Genotype>,
    /// Those of all windows.
    seen: BTreeSet<Genotype>,
}

impl Series {
    fn new(species: Option<usize>) -> Self {
        Self { species, windows: Vec::new(), before: BTreeSet::new(), seen: BTreeSet::new() }
    }

    fn add(
        &mut self,
        tick: u64,
        tree: &Phylogeny,
        living: &Living,
        counts: &BTreeMap<Genotype, u64>,
    ) {
        let is_own = |species| self.species.is_none_or(|own| own == species);
        let number = |organisms: &[usize]| {
            organisms.iter().filter(|&&it| is_own(tree.taxa()[it].species)).count() as u64
        };
        let own: Vec<(Genotype, u64)> = counts
            .iter()
            .filter(|(genotype, _)| is_own(genotype.species))
            .map(|(genotype, count)| (*genotype, *count))
            .collect();
        let not_in = |known: &BTreeSet<Genotype>| {
            own.iter().filter(|(genotype, _)| !known.contains(genotype)).count() as u64
        };
        let is_first = self.windows.is_empty();
        self.windows.push(Modes {
            tick,
            living: number(&living.all),
            persistent: number(&living.persistent),
            change: (!is_first).then(|| not_in(&self.before)),
            novelty: (!is_first).then(|| not_in(&self.seen)),
            complexity: own.iter().filter_map(|(it, _)| it.complexity()).max_by(f64::total_cmp),
            ecology: entropy(own.iter().map(|&(_, count)| count).collect()),
        });
        self.before = own.iter().map(|&(genotype, _)| genotype).collect();
        self.seen.extend(&self.before);
    }
}

/// The Shannon entropy of counts, in bits. The order of the counts, which is that of species, does not matter.
fn entropy(mut counts: Vec<u64>) -> f64 {
    counts.sort_unstable();
    let all: f64 = counts.iter().map(|&count| count as f64).sum();
    let shares = counts.iter().map(|&count| count as f64 / all);
    shares.map(|share| -share * libm::log2(share)).sum::<f64>().max(0.0)
}
