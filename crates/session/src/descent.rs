//! What follows from all organisms of a run: the clusters that colours show, and the charts of the descent of a species.

use std::sync::Arc;

use terrarium_creatures::clustering;
use terrarium_creatures::species::SpeciesId;
use terrarium_picture::ColourBy;
use terrarium_playback::{FrameSource, History, Pedigree, Playback};
use terrarium_studies::charts::descent::{LineageTree, SpeciesDescent};
use terrarium_studies::phylogeny::{ClusterIndex, Clusters, Phylogeny};

use crate::session::Session;

/// What was computed last from all organisms.
#[derive(Default)]
pub(crate) struct Computed {
    clusters: Option<Of<(), ClusterIndex>>,
    chart: Option<Of<SpeciesId, Arc<SpeciesDescent>>>,
}

/// A value of a branch, and the last tick that it is computed from.
struct Of<K, T> {
    branch: usize,
    key: K,
    last_tick: u64,
    value: T,
}

impl<K: PartialEq, T> Of<K, T> {
    fn is_of(&self, branch: usize, key: &K) -> bool {
        self.branch == branch && self.key == *key
    }
}

impl Computed {
    /// The clusters of a branch, up to the tick at which they were computed.
    pub fn clusters(&self, branch: usize) -> Option<&ClusterIndex> {
        self.clusters.as_ref().filter(|it| it.is_of(branch, &())).map(|it| &it.value)
    }

    /// Whether the clusters are of fewer ticks than the organisms, or of another branch.
    fn are_clusters_due(&self, branch: usize, pedigree: &Pedigree) -> bool {
        let clusters = self.clusters.as_ref().filter(|it| it.is_of(branch, &()));
        clusters.is_none_or(|it| it.last_tick != pedigree.last_tick())
    }

    fn compute_clusters(&mut self, playback: &Playback, pedigree: &Pedigree) {
        let organisms =
            Phylogeny::of_pedigree(pedigree, &playback.simulation().world().config().species);
        let clusters = Clusters::new(&organisms, clustering::DISTANCE);
        self.clusters = Some(Of {
            branch: playback.present(),
            key: (),
            last_tick: pedigree.last_tick(),
            value: ClusterIndex::new(&organisms, &clusters),
        });
    }

    /// The descent of a species, if all organisms are known.
    pub fn of_species(
        &mut self,
        playback: &Playback,
        species: SpeciesId,
    ) -> Option<Arc<SpeciesDescent>> {
        let pedigree = playback.pedigree()?;
        let (branch, last_tick) = (playback.present(), pedigree.last_tick());
        let is_current =
            |it: &&Of<SpeciesId, _>| it.is_of(branch, &species) && it.last_tick == last_tick;
        if let Some(known) = self.chart.as_ref().filter(is_current) {
            return Some(Arc::clone(&known.value));
        }
        let all = &playback.simulation().world().config().species;
        let value = Arc::new(SpeciesDescent::new(pedigree, all, species, LineageTree::SCREEN_ROWS));
        let copy = Arc::clone(&value);
        self.chart = Some(Of { branch, key: species, last_tick, value });
        Some(copy)
    }
}

impl Session {
    /// Whether organisms are coloured by cluster, and were born since clusters were computed.
    #[must_use]
    pub fn are_clusters_due(&self) -> bool {
        if self.colour_by != Some(ColourBy::Cluster) {
            return false;
        }
        let Some(playback) = self.playback() else { return false };
        let pedigree = playback.pedigree();
        pedigree.is_some_and(|it| self.computed.are_clusters_due(playback.present(), it))
    }

    /// Computes the clusters of all organisms up to the last tick.
    pub fn compute_clusters(&mut self) {
        let FrameSource::Run(playback) = &self.source else { return };
        if let Some(pedigree) = playback.pedigree() {
            self.computed.compute_clusters(playback, pedigree);
            self.picture.is_stale = true;
        }
    }
}
