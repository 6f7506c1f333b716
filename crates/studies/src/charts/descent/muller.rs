//! Müller plots: how many members of each cluster are alive over time, each nested in its parent.

use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::clustering;
use terrarium_output::colour::Rgb;

use super::{Lifetimes, colours};
use crate::charts::{Axis, Chart, ChartKind, Scale, Shape, float};
use crate::phylogeny::Clusters;

/// The number of intervals between the ticks of a plot.
const INTERVALS: u64 = 600;

/// The share of the living that a cluster must have at some tick to have a band of its own.
const LEAST_SHARE: f64 = 0.02;

/// The clusters of a species over time as nested bands.
#[derive(Debug, Clone, PartialEq)]
pub struct MullerPlot {
    /// What it shows, in a line.
    pub title: String,
    /// What is left out, in a line.
    pub note: String,
    /// The ticks, in ascending order.
    pub ticks: Vec<u64>,
    /// The bands; a parent comes before its children.
    pub bands: Vec<Band>,
}

/// A cluster in a Müller plot, with the small clusters that descend from it.
#[derive(Debug, Clone, PartialEq)]
pub struct Band {
    /// The name of the cluster.
    pub name: String,
    /// The first member of the cluster.
    pub first: OrganismId,
    /// The tick of its birth.
    pub origin: u64,
    /// The index of the band in which it lies.
    pub parent: Option<usize>,
    /// Its colour.
    pub colour: Rgb,
    /// The number of living members at each tick.
    pub living: Vec<u64>,
    /// The number of these and of the members of all bands in it.
    pub whole: Vec<u64>,
    /// Where it begins at each tick, in organisms from the bottom.
    pub low: Vec<f64>,
}

/// The distances of clusters among which that of a legible plot is chosen.
const DISTANCES: [f64; 16] = [
    clustering::DISTANCE,
    0.04,
    0.05,
    0.06,
    0.08,
    0.1,
    0.12,
    0.15,
    0.2,
    0.25,
    0.3,
    0.4,
    0.5,
    0.6,
    0.8,
    1.0,
];

impl MullerPlot {
    /// The greatest number of bands of a plot that is legible.
    pub const BANDS: usize = 20;

    /// The plot at the least distance of clusters, from the default on, at which it is legible, and these clusters. Where
    /// traits mutate much, the default distance would give hundreds of clusters.
    #[must_use]
    pub fn legible(lifetimes: &Lifetimes<'_>) -> (Self, Clusters) {
        let at = |distance: f64| {
            let clusters = Clusters::new(lifetimes.organisms, distance);
            (Self::new(lifetimes, &clusters), clusters)
        };
        let [usual, greater @ ..] = DISTANCES;
        let mut chosen = at(usual);
        for distance in greater {
            if chosen.0.bands.len() <= Self::BANDS {
                break;
            }
            chosen = at(distance);
        }
        chosen
    }

    /// The plot of a species whose organisms are in these clusters.
    #[must_use]
    pub fn new(lifetimes: &Lifetimes<'_>, clusters: &Clusters) -> Self {
        let ticks = lifetimes.ticks(INTERVALS);
        let tree = clusters.tree();
        let (counts, totals) = counted(lifetimes, clusters, &ticks);
        let (large, joined) = joined(clusters, counts, &totals);
        let indices: Vec<usize> = large.iter().map(|(cluster, _)| *cluster).collect();
        let band_of = |cluster: usize| indices.binary_search(&cluster).ok();
        let parent = |cluster: usize| {
            let up = |&it: &usize| tree.taxa()[it].parent;
            std::iter::successors(up(&cluster), up).find_map(band_of)
        };
        let parents: Vec<Option<usize>> = indices.iter().map(|&it| parent(it)).collect();
        let colours = colours::of_bands(&parents);
        let bands = large.into_iter().zip(parents).zip(colours);
        let bands = bands.map(|(((cluster, living), parent), colour)| Band {
            name: tree.name(&tree.taxa()[cluster]),
            first: OrganismId(tree.taxa()[cluster].id),
            origin: tree.taxa()[cluster].origin,
            parent,
            colour,
            whole: living.clone(),
            low: vec![0.0; living.len()],
            living,
        });
        let mut bands: Vec<Band> = bands.collect();
        stack(&mut bands);
        let name = lifetimes.name();
        let also = match joined {
            0 => String::new(),
            _ => format!(
                ", which also has the members of {joined} clusters below {:.0} %",
                LEAST_SHARE * 100.0
            ),
        };
        let distance = clusters.distance();
        let note = format!(
            "each band is a cluster at distance {distance}, inside the one that it descends from{also}"
        );
        Self { title: format!("{name}: clusters over time"), note, ticks, bands }
    }

    /// The chart of the plot above an axis of ticks.
    #[must_use]
    pub fn chart(self, ticks: Axis) -> Chart {
        let most = std::iter::once(float(self.greatest()));
        let y = Axis::of_values("living organisms", "", Scale::Linear, most);
        Chart::single(ChartKind::Clusters, self.title.clone(), ticks, y, Shape::Bands(self))
    }

    /// Writes a row for each tick and band with living members.
    pub(in crate::charts) fn write_csv(&self, table: &mut csv::Writer<Vec<u8>>) -> csv::Result<()> {
        table.write_record(["tick", "cluster", "parent", "living"])?;
        for (index, tick) in self.ticks.iter().enumerate() {
            for band in self.bands.iter().filter(|band| band.living[index] > 0) {
                let parent = band.parent.map_or("", |parent| &self.bands[parent].name);
                let numbers = [tick, &band.living[index]].map(u64::to_string);
                table.write_record([&numbers[0], &band.name, parent, &numbers[1]])?;
            }
        }
        Ok(())
    }

    /// The greatest number of living organisms.
    #[must_use]
    pub fn greatest(&self) -> u64 {
        let roots = || self.bands.iter().filter(|band| band.parent.is_none());
        let sum = |index: usize| roots().map(|band| band.whole[index]).sum();
        (0..self.ticks.len()).map(sum).max().unwrap_or(0)
    }
}

impl Band {
    /// Where it ends at a tick, in organisms from the bottom.
    #[must_use]
    pub fn high(&self, index: usize) -> f64 {
        self.low[index] + float(self.whole[index])
    }

    /// The part of it at a tick in which no other band lies: all of it, or what is below these.
    #[must_use]
    pub fn open_part(&self, index: usize) -> (f64, f64) {
        let is_open = self.living[index] == self.whole[index];
        let part = float(self.living[index]) / if is_open { 1.0 } else { 2.0 };
        (self.low[index], self.low[index] + part)
    }
}

/// The living members of each cluster by the index of the tick, and of all clusters together.
fn counted(
    lifetimes: &Lifetimes<'_>,
    clusters: &Clusters,
    ticks: &[u64],
) -> (Vec<Vec<(usize, u64)>>, Vec<u64>) {
    let mut counts: Vec<Vec<(usize, u64)>> = vec![Vec::new(); clusters.tree().taxa().len()];
    let mut totals = vec![0; ticks.len()];
    lifetimes.at_each(ticks, |index, living| {
        totals[index] = living.len() as u64;
        for &organism in living {
            let of_cluster = &mut counts[clusters.of_organisms()[organism]];
            match of_cluster.last_mut() {
                Some((last, count)) if *last == index => *count += 1,
                _ => of_cluster.push((index, 1)),
            }
        }
    });
    (counts, totals)
}

/// The clusters that are large enough, in the order of their indices, with their living members at each tick. Others are
/// joined to their parent; returns also how many these are.
fn joined(
    clusters: &Clusters,
    counts: Vec<Vec<(usize, u64)>>,
    totals: &[u64],
) -> (Vec<(usize, Vec<u64>)>, usize) {
    let mut from_children: Vec<Option<Vec<u64>>> = vec![None; counts.len()];
    let (mut large, mut joined) = (Vec::new(), 0);
    for (cluster, counts) in counts.into_iter().enumerate().rev() {
        let mut living = from_children[cluster].take().unwrap_or_else(|| vec![0; totals.len()]);
        counts.into_iter().for_each(|(index, count)| living[index] += count);
        let is_large =
            |(&count, &total): (&u64, &u64)| float(count) >= LEAST_SHARE * float(total.max(1));
        match clusters.tree().taxa()[cluster].parent {
            Some(parent) if !living.iter().zip(totals).any(is_large) => {
                joined += 1;
                let of_parent = from_children[parent].get_or_insert_with(|| vec![0; totals.len()]);
                of_parent.iter_mut().zip(living).for_each(|(sum, count)| *sum += count);
            }
            _ if living.iter().all(|&count| count == 0) => {}
            _ => large.push((cluster, living)),
        }
    }
    large.reverse();
    (large, joined)
}

/// Places each band in its parent: half of the members of this are below its children, which lie in the order of their
/// origin.
fn stack(bands: &mut [Band]) {
    for index in (0..bands.len()).rev() {
        if let Some(parent) = bands[index].parent {
            let (before, after) = bands.split_at_mut(index);
            let sums = before[parent].whole.iter_mut();
            sums.zip(&after[0].whole).for_each(|(sum, count)| *sum += count);
        }
    }
    let count = bands.first().map_or(0, |band| band.whole.len());
    // Where the next child of each band begins, and at the end the next band without a parent.
    let mut next = vec![vec![0.0; count]; bands.len() + 1];
    let roots = bands.len();
    for (index, band) in bands.iter_mut().enumerate() {
        let above = &mut next[band.parent.unwrap_or(roots)];
        band.low.copy_from_slice(above);
        above.iter_mut().zip(&band.whole).for_each(|(at, &whole)| *at += float(whole));
        let begin = band.low.iter().zip(&band.living);
        next[index] = begin.map(|(low, &living)| low + float(living) / 2.0).collect();
    }
}

#[cfg(test)]
pub(super) mod tests {
    use proptest::prelude::*;

    use terrarium_creatures::species::{Kind, TraitValues};

    use super::*;
    use crate::phylogeny::tests::forests::forest;
    use crate::phylogeny::tests::picture::drawn;
    use crate::phylogeny::{Phylogeny, Taxon};

    /// So many founders, each of which differs in all traits from the one before.
    pub(in crate::charts::descent) fn graded(count: u32) -> Phylogeny {
        let hare = drawn("1");
        let founder = |index: u32| Taxon {
            id: u64::from(index) + 1,
            parent: None,
            origin: 0,
            destruction: None,
            traits: TraitValues::from_fn(Kind::Herbivore, |_| 2.0 * f64::from(index)).into(),
            ..hare.taxa()[0]
        };
        Phylogeny::new(hare.species().to_vec(), (0..count).map(founder).collect())
    }

    #[test]
    fn where_traits_differ_much_the_distance_of_clusters_is_greater() {
        for (count, is_usual) in [(MullerPlot::BANDS, true), (2 * MullerPlot::BANDS, false)] {
            let organisms = graded(u32::try_from(count).unwrap());
            let lifetimes = Lifetimes { organisms: &organisms, first: 0, last: 90 };
            let usual = Clusters::new(&organisms, clustering::DISTANCE);
            let bands = MullerPlot::new(&lifetimes, &usual).bands.len();
            assert_eq!(bands, count, "each founder is a cluster");
            let (plot, clusters) = MullerPlot::legible(&lifetimes);
            assert_eq!(clusters.distance() == clustering::DISTANCE, is_usual);
            assert!((3..=MullerPlot::BANDS).contains(&plot.bands.len()), "{}", plot.bands.len());
            assert!(plot.note.contains(&format!("at distance {},", clusters.distance())));
        }
    }

    proptest! {
        #[test]
        fn the_distance_of_a_legible_plot_is_the_least_of_those_that_give_one(organisms in forest()) {
            let lifetimes = Lifetimes { organisms: &organisms, first: 0, last: 90 };
            let (plot, clusters) = MullerPlot::legible(&lifetimes);
            prop_assert_eq!(&plot, &MullerPlot::new(&lifetimes, &clusters));
            let at = DISTANCES.iter().position(|&it| it == clusters.distance()).unwrap();
            prop_assert!(plot.bands.len() <= MullerPlot::BANDS || at + 1 == DISTANCES.len());
            for &distance in &DISTANCES[..at] {
                let smaller = MullerPlot::new(&lifetimes, &Clusters::new(&organisms, distance));
                prop_assert!(smaller.bands.len() > MullerPlot::BANDS, "{distance}");
            }
        }

        #[test]
        fn bands_are_all_the_living_and_lie_in_their_parents(
            organisms in forest(),
            distance in prop::sample::select(&[0.0, 0.1, 1.0][..]),
        ) {
            let lifetimes = Lifetimes { organisms: &organisms, first: 0, last: 90 };
            let plot = MullerPlot::new(&lifetimes, &Clusters::new(&organisms, distance));
            for (at, &tick) in plot.ticks.iter().enumerate() {
                let alive = organisms.taxa().iter().filter(|taxon| {
                    taxon.origin <= tick && taxon.destruction.is_none_or(|died| died > tick)
                });
                let drawn: u64 = plot.bands.iter().map(|band| band.living[at]).sum();
                prop_assert_eq!(drawn, alive.count() as u64);
                for (index, band) in plot.bands.iter().enumerate() {
                    let siblings = plot.bands[..index].iter().filter(|it| it.parent == band.parent);
                    for sibling in siblings {
                        prop_assert!(sibling.high(at) <= band.low[at]);
                    }
                    if let Some(parent) = band.parent {
                        let parent = &plot.bands[parent];
                        prop_assert!(parent.low[at] <= band.low[at]);
                        prop_assert!(band.high(at) <= parent.high(at));
                    }
                }
            }
        }
    }
}
