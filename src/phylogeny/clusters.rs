//! Clusters: organisms of a species grouped by descent and by the distance of their traits.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

use super::cluster_name::name;
use super::{Phylogeny, Taxon, trait_distance};
use crate::species::Kind;

/// The organisms of a run in clusters: lineages that are recognised by their traits, split and end.
///
/// Each organism is placed once, in the order of birth and identity, from what is known then. It stays in the cluster of
/// its parent while the [distance](trait_distance) of its traits from those of the cluster's first member is at most a
/// threshold. Otherwise it joins the nearest cluster within the threshold that is of the same family and has a living
/// member: the family is the parent of the cluster that it leaves, and all descendants of that. Without such a cluster it
/// founds a new one. Organisms without a parent choose among the clusters without a parent in the same way.
#[derive(Debug, Clone, PartialEq)]
pub struct Clusters {
    tree: Phylogeny,
    /// The cluster of each organism.
    of: Vec<usize>,
}

impl Clusters {
    /// The threshold by default. In a meadow, the first clusters split off after some thousand ticks, and after 20,000 a
    /// species has between one and about forty.
    pub const DISTANCE: f64 = 0.03;

    /// The clusters of organisms that are at most `distance` from the first member.
    #[must_use]
    pub fn of(organisms: &Phylogeny, distance: f64) -> Self {
        let mut placement = Placement::new(organisms, distance);
        for taxon in organisms.taxa() {
            placement.place(taxon);
        }
        let Placement { clusters, names, of, .. } = placement;
        let ids = clusters.iter().map(|cluster| cluster.id);
        let names = ids.zip(names).collect();
        let tree = Phylogeny::new(organisms.species().to_vec(), clusters).with_names(names);
        Self { tree: tree.with_genomes(organisms.shared_genomes()), of }
    }

    /// The trees of clusters: each descends from the cluster of its first member's parent.
    #[must_use]
    pub fn tree(&self) -> &Phylogeny {
        &self.tree
    }

    /// The cluster of each organism: its index in the [trees](Self::tree).
    #[must_use]
    pub fn of_organisms(&self) -> &[usize] {
        &self.of
    }
}

/// Clusters while organisms are placed in them.
struct Placement<'a> {
    organisms: &'a Phylogeny,
    distance: f64,
    clusters: Vec<Taxon>,
    /// Without the species.
    names: Vec<String>,
    /// The cluster of each organism so far.
    of: Vec<usize>,
    /// The number of children of each cluster, and of clusters without a parent by species.
    children: BTreeMap<(usize, Option<usize>), usize>,
    /// Of each species, the clusters with a living member.
    living: Vec<BTreeSet<usize>>,
    /// The number of living members of each cluster.
    members: Vec<u64>,
    /// The deaths to come, with the cluster that loses a member.
    deaths: BinaryHeap<Reverse<(u64, usize)>>,
}

impl<'a> Placement<'a> {
    fn new(organisms: &'a Phylogeny, distance: f64) -> Self {
        Self {
            organisms,
            distance,
            clusters: Vec::new(),
            names: Vec::new(),
            of: Vec::with_capacity(organisms.taxa().len()),
            children: BTreeMap::new(),
            living: vec![BTreeSet::new(); organisms.species().len()],
            members: Vec::new(),
            deaths: BinaryHeap::new(),
        }
    }

    /// Places the next organism in the order of birth.
    fn place(&mut self, organism: &Taxon) {
        self.bury(organism.origin);
        let parent = organism.parent.map(|parent| self.of[parent]);
        let cluster = match parent {
            // Of an organism that was never seen, only the descent is known.
            Some(parent) if organism.traits.is_none() || self.is_within(parent, organism) => {
                Some(parent)
            }
            _ => self.nearest(parent, organism),
        };
        let cluster = match cluster {
            Some(cluster) => {
                self.clusters[cluster].absorb(organism);
                cluster
            }
            None => self.found(parent, organism),
        };
        self.of.push(cluster);
        self.members[cluster] += 1;
        self.living[organism.species].insert(cluster);
        if let Some(tick) = organism.destruction {
            self.deaths.push(Reverse((tick, cluster)));
        }
    }

    /// Removes those who died before a tick.
    fn bury(&mut self, tick: u64) {
        while let Some(&Reverse((died, cluster))) = self.deaths.peek()
            && died < tick
        {
            self.deaths.pop();
            self.members[cluster] -= 1;
            if self.members[cluster] == 0 {
                self.living[self.clusters[cluster].species].remove(&cluster);
            }
        }
    }

    fn is_within(&self, cluster: usize, organism: &Taxon) -> bool {
        self.distance_from(cluster, organism) <= self.distance
    }

    fn distance_from(&self, cluster: usize, organism: &Taxon) -> f64 {
        let kind: Kind = self.organisms.species()[organism.species].kind;
        trait_distance(kind, self.clusters[cluster].traits, organism.traits)
    }

    /// The nearest living cluster of the family within the threshold; of equally near ones the oldest.
    fn nearest(&self, parent: Option<usize>, organism: &Taxon) -> Option<usize> {
        // The parent of a cluster and all its descendants; among clusters without a parent, only these.
        let head = parent.map(|parent| self.clusters[parent].parent.unwrap_or(parent));
        let is_of_family = |cluster: usize| match head {
            Some(head) => self.descends(cluster, head),
            None => self.clusters[cluster].parent.is_none(),
        };
        let mut nearest: Option<(f64, usize)> = None;
        for &cluster in &self.living[organism.species] {
            let distance = self.distance_from(cluster, organism);
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

    fn found(&mut self, parent: Option<usize>, organism: &Taxon) -> usize {
        let number = self.children.entry((organism.species, parent)).or_default();
        let above = parent.map(|parent| self.names[parent].as_str());
        let name = name(above, *number);
        *number += 1;
        self.names.push(name);
        self.clusters.push(Taxon { parent, second_parent: None, ..*organism });
        self.members.push(0);
        self.clusters.len() - 1
    }
}
