//! The clusters of the organisms in the tables.

use std::sync::Arc;

use terrarium_creatures::clustering::{DISTANCE, Newcomer, Placement};
use terrarium_creatures::species::Species;

use super::individual::Individual;

/// The clusters of all organisms that were seen.
pub(super) struct Clusters {
    placement: Placement,
    labels: Vec<Arc<str>>,
}

/// The cluster of an organism.
#[derive(Debug, Clone)]
pub(super) struct ClusterOf {
    index: usize,
    /// Its species and its name, such as `hare-A1b`.
    pub label: Arc<str>,
}

impl Clusters {
    pub fn new() -> Self {
        Self { placement: Placement::new(DISTANCE), labels: Vec::new() }
    }

    /// Places an organism that is new. `parent` is the cluster of its parent.
    pub fn place(
        &mut self,
        individual: &Individual,
        parent: Option<&ClusterOf>,
        species: &Species,
    ) -> ClusterOf {
        let who = &individual.who;
        let index = self.placement.place(&Newcomer {
            species: who.species.index(),
            kind: species.kind,
            parent: parent.map(|parent| parent.index),
            born: who.birth_tick(),
            traits: individual.traits.values(),
        });
        if let Some(new) = self.placement.clusters().get(self.labels.len()) {
            self.labels.push(format!("{}-{}", species.name, new.name).into());
        }
        ClusterOf { index, label: Arc::clone(&self.labels[index]) }
    }

    /// Records that a member of a cluster died in a tick.
    pub fn record_death(&mut self, of: &ClusterOf, tick: u64) {
        self.placement.record_death(of.index, tick);
    }
}
