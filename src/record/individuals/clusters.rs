//! The clusters of the organisms in the table.

use super::individual::Individual;
use crate::clustering::{DISTANCE, Newcomer, Placement};
use crate::species::Species;

/// The clusters of all organisms that were seen.
pub(super) struct ClusterLabels {
    placement: Placement,
    /// The label of each cluster: its species and its name.
    labels: Vec<String>,
}

impl ClusterLabels {
    pub fn new() -> Self {
        Self { placement: Placement::new(DISTANCE), labels: Vec::new() }
    }

    /// Places an organism that is new, and returns its cluster. `parent` is the cluster of its parent.
    pub fn place(
        &mut self,
        individual: &Individual,
        parent: Option<usize>,
        species: &Species,
    ) -> usize {
        let who = &individual.who;
        let cluster = self.placement.place(&Newcomer {
            species: who.species.index(),
            kind: species.kind,
            parent,
            born: who.birth_tick(),
            traits: individual.traits.values(),
        });
        if let Some(new) = self.placement.clusters().get(self.labels.len()) {
            self.labels.push(format!("{}-{}", species.name, new.name));
        }
        cluster
    }

    /// Notes that a member of a cluster died in a tick.
    pub fn note_death(&mut self, cluster: usize, tick: u64) {
        self.placement.note_death(cluster, tick);
    }

    /// The label of a cluster, such as `hare-A1b`.
    pub fn label(&self, cluster: usize) -> &str {
        &self.labels[cluster]
    }
}
