//! Placing organisms in clusters, one by one.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use super::cluster_name::name;
use super::trait_distance;
use crate::species::{Kind, TraitValues};

/// The clusters of the organisms that were placed so far.
///
/// Each organism is placed once, in the order of identity, from what is known then. It stays in the cluster of its parent
/// while the [distance](trait_distance) of its traits from those of the cluster's first member is at most a threshold.
/// Otherwise it joins the nearest cluster within the threshold that is of the same family and has a living member: the
/// family is the parent of the cluster that it leaves, and all descendants of that. Without such a cluster it founds a new
/// one. Organisms without a parent choose among the clusters without a parent in the same way.
///
/// Memory follows from the number of clusters and of deaths that are not past yet.
#[derive(Debug, Clone)]
pub struct Placement {
    distance: f64,
    clusters: Vec<Cluster>,
    /// The number of children of each cluster, and of clusters without a parent by species.
    children: BTreeMap<(usize, Option<usize>), usize>,
    /// Of each species, the clusters with a living member.
    living: BTreeMap<usize, BTreeSet<usize>>,
    /// The deaths that are not past yet, with the cluster that loses a member.
    deaths: BinaryHeap<Reverse<(u64, usize)>>,
    /// The latest tick in which anybody was born.
    now: u64,
}

/// A cluster.
#[derive(Debug, Clone, PartialEq)]
pub struct Cluster {
    /// Its name, without the species, such as `A1b`.
    pub name: String,
    /// The cluster from which it split off, a lower index than its own; `None` if none is known.
    pub parent: Option<usize>,
    /// The index of its species.
    species: usize,
    /// The traits of its first member.
    traits: Option<TraitValues>,
    /// The number of members who are alive in the latest tick.
    living: u64,
}

/// An organism that is to be placed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Newcomer {
    /// The index of its species.
    pub species: usize,
    /// The kind of its species.
    pub kind: Kind,
    /// The cluster of its parent; `None` if it has no parent, or that is unknown.
    pub parent: Option<usize>,
    /// The tick in which it was born.
    pub born: u64,
    /// Its traits; `None` if they are unknown.
    pub traits: Option<TraitValues>,
}

impl Placement {
    /// No clusters yet. Their members will be at most `distance` from the first one.
    #[must_use]
    pub fn new(distance: f64) -> Self {
        Self {
            distance,
            clusters: Vec::new(),
            children: BTreeMap::new(),
            living: BTreeMap::new(),
            deaths: BinaryHeap::new(),
            now: 0,
        }
    }

    /// All clusters so far, in the order in which they were founded.
    #[must_use]
    pub fn clusters(&self) -> &[Cluster] {
        &self.clusters
    }

    /// Places an organism. Returns the index of its cluster, which is new if it is the number of clusters before.
    pub fn place(&mut self, newcomer: &Newcomer) -> usize {
        self.now = self.now.max(newcomer.born);
        self.remove_dead();
        let cluster = match newcomer.parent {
            // Of an organism that was never seen, only the descent is known.
            Some(parent) if newcomer.traits.is_none() || self.is_within(parent, newcomer) => {
                Some(parent)
            }
            _ => self.nearest(newcomer),
        };
        let cluster = cluster.unwrap_or_else(|| self.found(newcomer));
        self.clusters[cluster].living += 1;
        self.living.entry(newcomer.species).or_default().insert(cluster);
        cluster
    }

    /// Records that a member of a cluster dies in a tick, once for each. Organisms that are born until then can still join it.
    pub fn record_death(&mut self, cluster: usize, tick: u64) {
        self.deaths.push(Reverse((tick, cluster)));
    }

    /// Removes those who died before the latest tick.
    fn remove_dead(&mut self) {
        while let Some(&Reverse((died, index))) = self.deaths.peek()
            && died < self.now
        {
            self.deaths.pop();
            let cluster = &mut self.clusters[index];
            cluster.living -= 1;
            if cluster.living == 0
                && let Some(living) = self.living.get_mut(&cluster.species)
            {
                living.remove(&index);
            }
        }
    }

    fn is_within(&self, cluster: usize, newcomer: &Newcomer) -> bool {
        self.distance_from(cluster, newcomer) <= self.distance
    }

    fn distance_from(&self, cluster: usize, newcomer: &Newcomer) -> f64 {
        trait_distance(newcomer.kind, self.clusters[cluster].traits, newcomer.traits)
    }

    /// The nearest living cluster of the family within the threshold; of equally near ones the oldest.
    fn nearest(&self, newcomer: &Newcomer) -> Option<usize> {
        // The parent of a cluster and all its descendants; among clusters without a parent, only these.
        let head = newcomer.parent.map(|parent| self.clusters[parent].parent.unwrap_or(parent));
        let is_of_family = |cluster: usize| match head {
            Some(head) => self.descends(cluster, head),
            None => self.clusters[cluster].parent.is_none(),
        };
        let mut nearest: Option<(f64, usize)> = None;
        for &cluster in self.living.get(&newcomer.species).into_iter().flatten() {
            let distance = self.distance_from(cluster, newcomer);
            if distance <= self.distance
                && nearest.is_none_or(|(least, _)| distance < least)
                && is_of_family(cluster)
            {
                nearest = Some((distance, cluster));
            }
        }
        nearest.map(|(_, cluster)| cluster)
    }

    /// Whether a cluster is another one or descends from it.
    fn descends(&self, cluster: usize, from: usize) -> bool {
        let mut lineage = std::iter::successors(Some(cluster), |&it| self.clusters[it].parent);
        // Ancestors are older.
        lineage.find(|&it| it <= from) == Some(from)
    }

    fn found(&mut self, newcomer: &Newcomer) -> usize {
        let Newcomer { species, parent, traits, .. } = *newcomer;
        let number = self.children.entry((species, parent)).or_default();
        let above = parent.map(|parent| self.clusters[parent].name.as_str());
        let name = name(above, *number);
        *number += 1;
        self.clusters.push(Cluster { name, parent, species, traits, living: 0 });
        self.clusters.len() - 1
    }
}
