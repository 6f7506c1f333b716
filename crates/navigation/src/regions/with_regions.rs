//! Obstacles that do not change, with the free space between them.

use std::sync::{Arc, OnceLock};

use terrarium_space::geometry::{Aabb, DVec2};

use super::{CornerGraph, Hierarchy, Regions};
use crate::{ObstacleKey, Obstacles, SweptBox};

/// A set of obstacles that does not change, with its [`Regions`] for agents of one half-size.
///
/// The regions are computed when a search first wants them. Searches of [`Exact`](crate::Exact) and
/// [`Perimeter`](crate::Perimeter) for agents of this half-size use them if they ignore no obstacle and
/// their goal is a point; all others query the obstacles. Where there are
/// [polygons](Obstacles::polygons), there are no regions.
///
/// ```
/// use terrarium_navigation::geometry::{Aabb, DVec2};
/// use terrarium_navigation::regions::WithRegions;
/// use terrarium_navigation::{Goal, ObstacleField, ObstacleKey, Obstacles, Request, navigator};
///
/// let world = Aabb::new(DVec2::ZERO, DVec2::splat(8.0));
/// let wall = Aabb::new(DVec2::new(3.0, 0.0), DVec2::new(4.0, 6.0));
/// let half = DVec2::splat(0.5);
/// let field = WithRegions::new(ObstacleField::new(world, vec![(ObstacleKey(0), wall)]), half);
/// let [start, goal] = [DVec2::new(1.0, 1.0), DVec2::new(7.0, 1.0)];
/// let request = Request::new(start, Goal::Point(goal), half);
/// let found = navigator("exact").unwrap().find(request, &field);
/// assert_eq!(found.path().unwrap(), [DVec2::new(2.5, 6.5), DVec2::new(4.5, 6.5), goal]);
/// // Whether there is a path takes no search, unless the obstacles in the way are to be named.
/// assert!(field.regions(half).unwrap().check(start, goal).is_ok());
/// ```
#[derive(Debug, Clone)]
pub struct WithRegions<O> {
    obstacles: O,
    half: DVec2,
    regions: OnceLock<Option<Arc<Regions>>>,
    /// If it is offered.
    hierarchy: Option<OnceLock<Arc<Hierarchy>>>,
    corner_graph: Option<OnceLock<Arc<CornerGraph>>>,
}

impl<O: Obstacles> WithRegions<O> {
    /// Offers the regions for agents of half-size `half`, without computing them yet.
    #[must_use]
    pub fn new(obstacles: O, half: DVec2) -> Self {
        Self::offering(obstacles, half, OnceLock::new())
    }

    /// Offers regions that are known: those of these obstacles for agents of half-size `half`, such as those
    /// that [follow every change](Regions::refresh).
    #[must_use]
    pub fn known(obstacles: O, half: DVec2, regions: Arc<Regions>) -> Self {
        Self::offering(obstacles, half, OnceLock::from(Some(regions)))
    }

    fn offering(obstacles: O, half: DVec2, regions: OnceLock<Option<Arc<Regions>>>) -> Self {
        Self { obstacles, half, regions, hierarchy: None, corner_graph: None }
    }

    /// Offers the [`Hierarchy`] of the regions too, which is computed when a search first wants it, where the regions
    /// are so many that it [pays](Hierarchy::pays_for).
    #[must_use]
    pub fn with_hierarchy(self) -> Self {
        Self { hierarchy: Some(OnceLock::new()), ..self }
    }

    /// Offers a hierarchy of the regions that is known.
    #[must_use]
    pub fn with_known_hierarchy(self, hierarchy: Arc<Hierarchy>) -> Self {
        Self { hierarchy: Some(OnceLock::from(hierarchy)), ..self }
    }

    /// Offers the [`CornerGraph`] of the regions too, which is computed when a search for a shortest path first wants
    /// it.
    #[must_use]
    pub fn with_corner_graph(self) -> Self {
        Self { corner_graph: Some(OnceLock::new()), ..self }
    }

    /// Offers a graph of the corners of the regions that is known, such as one that another thread has computed
    /// meanwhile.
    #[must_use]
    pub fn with_known_corner_graph(self, graph: Arc<CornerGraph>) -> Self {
        Self { corner_graph: Some(OnceLock::from(graph)), ..self }
    }

    /// The obstacles.
    #[must_use]
    pub fn obstacles(&self) -> &O {
        &self.obstacles
    }
}

impl<O: Obstacles> Obstacles for WithRegions<O> {
    fn bounds(&self) -> Aabb {
        self.obstacles.bounds()
    }

    fn visit(
        &self,
        swept: &mut SweptBox,
        visitor: &mut dyn FnMut(&mut SweptBox, ObstacleKey, Aabb),
    ) {
        self.obstacles.visit(swept, visitor);
    }

    fn wrapped(&self) -> Option<&dyn Obstacles> {
        Some(&self.obstacles)
    }

    fn regions(&self, half: DVec2) -> Option<&Regions> {
        if half != self.half {
            return None;
        }
        let compute = || Regions::among(&self.obstacles, half).map(Arc::new);
        self.regions.get_or_init(compute).as_deref()
    }

    fn hierarchy(&self, half: DVec2) -> Option<&Hierarchy> {
        let hierarchy = self.hierarchy.as_ref()?;
        let regions = self.regions(half).filter(|regions| Hierarchy::pays_for(regions))?;
        Some(hierarchy.get_or_init(|| Arc::new(Hierarchy::new(regions))))
    }

    fn corner_graph(&self, half: DVec2) -> Option<&CornerGraph> {
        let graph = self.corner_graph.as_ref()?;
        let regions = self.regions(half)?;
        Some(graph.get_or_init(|| Arc::new(CornerGraph::new(regions))))
    }
}
