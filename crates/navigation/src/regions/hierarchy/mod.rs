//! A coarse graph over regions, which guides searches for long paths.
//!
//! The room is divided into square [sectors](sectors). The free space in a sector forms [clusters](cluster): parts
//! that are connected within the sector, or by a short path around it, are one. Between
//! clusters that are neighbours, the [length](joint) of the shortest path is known. So a search for a long
//! path first finds its [course](course) from cluster to cluster, then goes along it in a few
//! [stages](stages), each about as long as it is straight, and [tightens](tightening) what comes of it.
//!
//! The sectors play the part of the clusters of HPA* (Botea, Müller and Schaeffer, "Near Optimal Hierarchical
//! Path-Finding", 2004). What a course leaves open, such as where to pass a row of obstacles, the any-angle
//! search of a stage decides; its heuristic is weighted by how much longer than straight the paths there are.

mod cluster;
mod course;
mod far_search;
mod joint;
mod sectors;
mod stages;
mod tightening;
mod upkeep;

use terrarium_space::geometry::DVec2;

use super::{NoPath, Regions};
use cluster::{Cluster, ClusterId};
pub use far_search::FarSearch;
use sectors::Sectors;
use upkeep::Upkeep;

/// Regions grouped by sectors, with the distances between neighbouring groups.
///
/// It belongs to the [`Regions`] from which it was made, and follows their changes: after each
/// [`Regions::refresh`] call [`outdate`](Self::outdate), then [`advance`](Self::advance) until it is
/// complete. While it is not, searches do without it.
///
/// ```
/// use terrarium_navigation::geometry::{Aabb, DVec2};
/// use terrarium_navigation::regions::{Hierarchy, Regions};
///
/// let room = Aabb::new(DVec2::ZERO, DVec2::new(10.0, 8.0));
/// let wall = Aabb::new(DVec2::new(4.0, -1.0), DVec2::new(5.0, 7.0));
/// let gate = Aabb::new(DVec2::new(4.0, 6.0), DVec2::new(5.0, 9.0));
/// let mut regions = Regions::new(room, [wall, gate]);
/// let mut hierarchy = Hierarchy::new(&regions);
/// let [start, goal] = [DVec2::new(1.0, 1.0), DVec2::new(9.0, 1.0)];
/// assert!(hierarchy.path(&regions, start, goal).is_err());
///
/// let changed = regions.refresh(gate, [wall]);
/// hierarchy.outdate(&regions, changed);
/// while !hierarchy.advance(&regions, 1) {}
/// let path = hierarchy.path(&regions, start, goal);
/// assert_eq!(path.unwrap(), [DVec2::new(4.0, 7.0), DVec2::new(5.0, 7.0), goal]);
/// ```
#[derive(Debug, Clone)]
pub struct Hierarchy {
    sectors: Sectors,
    /// The clusters of each sector, the one with the most regions first.
    clusters: Vec<Vec<Cluster>>,
    /// The number of regions with their centre in each sector.
    counts: Vec<u32>,
    /// For each sector the regions that touch it, in order, with the indices of their clusters.
    members: Vec<Vec<(u32, u32)>>,
    /// How much longer than straight the path between two neighbouring clusters is, on average.
    detour: f64,
    /// What is still to be computed.
    upkeep: Upkeep,
    /// How often the regions had been refreshed.
    revision: u64,
}

impl Hierarchy {
    /// The hierarchy of these regions, computed on all threads.
    #[must_use]
    pub fn new(regions: &Regions) -> Self {
        let mut hierarchy = Self::unfinished(regions);
        hierarchy.finish(regions);
        hierarchy
    }

    /// The same, of which nothing has been computed yet: see [`advance`](Self::advance).
    #[must_use]
    pub fn unfinished(regions: &Regions) -> Self {
        let sectors = Sectors::of(regions);
        Self {
            clusters: vec![Vec::new(); sectors.count()],
            counts: vec![0; sectors.count()],
            members: vec![Vec::new(); sectors.count()],
            detour: 1.0,
            upkeep: Upkeep::of_all(&sectors),
            revision: regions.revision,
            sectors,
        }
    }

    /// A good path from one place to another, as the waypoints after the start: see [`FarSearch`].
    ///
    /// # Errors
    ///
    /// When there is none.
    pub fn path(&self, regions: &Regions, start: DVec2, goal: DVec2) -> Result<Vec<DVec2>, NoPath> {
        self.path_counted(regions, start, goal).0
    }

    /// The same, and the number of steps that the search took.
    pub fn path_counted(
        &self,
        regions: &Regions,
        start: DVec2,
        goal: DVec2,
    ) -> (Result<Vec<DVec2>, NoPath>, u32) {
        let mut search = FarSearch::new(start, goal);
        loop {
            if let Some(path) = search.advance(regions, self, u32::MAX) {
                return (path, search.steps());
            }
        }
    }

    /// Whether it belongs to the regions as they are, and nothing is left to compute.
    #[must_use]
    pub fn is_complete(&self, regions: &Regions) -> bool {
        self.upkeep.is_done() && self.revision == regions.revision
    }

    /// The number of clusters.
    #[must_use]
    pub fn len(&self) -> usize {
        self.clusters.iter().map(Vec::len).sum()
    }

    /// Whether there are no clusters.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.clusters.iter().all(Vec::is_empty)
    }

    /// The side of a sector, in units.
    #[must_use]
    pub fn sector_side(&self) -> f64 {
        self.sectors.side()
    }

    /// Whether there are so many regions that a hierarchy saves time.
    #[must_use]
    pub fn pays_for(regions: &Regions) -> bool {
        regions.len() > FEW_REGIONS
    }

    /// Whether two places are so far apart that it saves time.
    #[must_use]
    pub fn is_far(&self, [start, goal]: [DVec2; 2]) -> bool {
        start.distance(goal) > NEAR_SIDES * self.sectors.side()
    }

    /// The weight with which paths are tightened: half of the detour need not be, nor a hundredth of the length.
    fn tight_weight(&self) -> f64 {
        1.0 + (self.detour - 1.0) * 0.5 + 0.01
    }

    /// The cluster of a place; `None` outside the free space, and in a pocket within a sector.
    fn cluster_at(&self, regions: &Regions, place: DVec2) -> Option<ClusterId> {
        self.cluster_in(self.sectors.at(place), regions.region_at(place)?)
    }

    fn cluster(&self, id: ClusterId) -> &Cluster {
        &self.clusters[id.sector as usize][id.index as usize]
    }
}

/// Among up to so many regions, and up to so many sides away, the shortest path is found in about as short a time.
const FEW_REGIONS: usize = 4096;
const NEAR_SIDES: f64 = 6.0;

/// Two are equal if they guide alike: where the regions are stored does not count.
impl PartialEq for Hierarchy {
    fn eq(&self, other: &Self) -> bool {
        self.sectors == other.sectors
            && self.clusters == other.clusters
            && self.detour == other.detour
            && self.upkeep.is_done() == other.upkeep.is_done()
    }
}
