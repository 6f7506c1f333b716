//! The data of overlays that a scene does not contain, computed from the simulation.

use terrarium_creatures::behaviour::{Destination, Note, OrganismId};
use terrarium_creatures::species::Traits;
use terrarium_sim::tick::{Simulation, TraceEntry};
use terrarium_sim::world::{Body, Identity, Journey, Layout, Motion, World};
use terrarium_space::geometry::{Aabb, DVec2, Solid};

use super::{Overlay, Overlays};

/// The data of overlays that a scene does not contain.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OverlayData {
    /// The paths of travelling animals, sorted by ID: of the selected organism, or of all if none
    /// is.
    pub paths: Vec<PathFigure>,
    /// The obstacles around the selected organism, inflated by half its size.
    pub inflated: Vec<Solid>,
    /// The sensor ranges of animals, in units, sorted by ID: of the selected organism, or of all if
    /// none is.
    pub sights: Vec<(OrganismId, f64)>,
    /// The bounding boxes of the spatial index, each with its depth below the root.
    pub tree: Vec<(Aabb, u8)>,
    /// The marks of traced animals from their turns in the last tick, sorted by ID, with those of the
    /// selected organism last. At most [`MAX_MARKS`].
    pub marks: Vec<TraceEntry>,
}

/// The maximum number of marks in an image.
pub const MAX_MARKS: usize = 2000;

/// The path of an animal to its destination.
#[derive(Debug, Clone, PartialEq)]
pub struct PathFigure {
    /// The animal.
    pub id: OrganismId,
    /// The position of the animal and the remaining waypoints.
    pub corners: Vec<DVec2>,
    /// The nodes after that, if it follows a route to a base.
    pub route: Vec<DVec2>,
    /// The destination.
    pub goal: DVec2,
}

/// The distance from the selected organism within which obstacles are shown, in units.
const MARGIN: f64 = 600.0;

impl OverlayData {
    /// Computes the data of the given overlays. Some show only the selected organism.
    #[must_use]
    pub fn new(simulation: &Simulation, overlays: Overlays, selected: Option<OrganismId>) -> Self {
        let world = simulation.world();
        let mut data = Self::default();
        if overlays.has(Overlay::Paths) {
            data.paths = paths(world, selected);
        }
        if overlays.has(Overlay::Sight) {
            data.sights = sights(world, selected);
        }
        if overlays.has(Overlay::Inflated) {
            data.inflated = selected.map(|id| inflated(simulation, id)).unwrap_or_default();
        }
        if overlays.has(Overlay::Tree) {
            data.tree = simulation.index().boxes();
        }
        if overlays.has(Overlay::Marks) {
            data.marks = marks(simulation, selected);
        }
        data
    }
}

/// Returns the marks to show. If there are too many, those of the selected organism are kept first.
fn marks(simulation: &Simulation, selected: Option<OrganismId>) -> Vec<TraceEntry> {
    let is_mark = |entry: &&TraceEntry| !matches!(entry.note, Note::Log(_));
    let mut marks: Vec<&TraceEntry> = simulation.trace_entries().iter().filter(is_mark).collect();
    marks.sort_by_key(|entry| (Some(entry.by) != selected, entry.by));
    marks.truncate(MAX_MARKS);
    marks.sort_by_key(|entry| (Some(entry.by) == selected, entry.by));
    marks.into_iter().cloned().collect()
}

fn paths(world: &World, selected: Option<OrganismId>) -> Vec<PathFigure> {
    let mut query = world.query::<(&Identity, &Body, &Motion)>();
    let path = |(identity, body, motion): (&Identity, &Body, &Motion)| {
        let journey =
            motion.journey.as_ref().filter(|_| selected.is_none_or(|id| id == identity.id))?;
        let corners: Vec<DVec2> =
            std::iter::once(body.centre).chain(journey.waypoints().iter().copied()).collect();
        Some(PathFigure {
            id: identity.id,
            corners,
            route: route(world, journey),
            goal: goal(world, journey),
        })
    };
    let mut paths: Vec<PathFigure> = query.iter().filter_map(path).collect();
    paths.sort_unstable_by_key(|path| path.id);
    paths
}

fn goal(world: &World, journey: &Journey) -> DVec2 {
    match journey.destination {
        Destination::Point(point) | Destination::Within { point, .. } => point,
        Destination::Beside(_) | Destination::Near(_) | Destination::Formation { .. } => {
            journey.planned_for
        }
        Destination::Base(base) => {
            let layout = Layout::new(world.config());
            let site = layout.and_then(|layout| layout.sites.get(base.index()).copied());
            site.map_or(journey.planned_for, |site| site.middle)
        }
    }
}

/// Returns the remaining nodes of a route.
fn route(world: &World, journey: &Journey) -> Vec<DVec2> {
    let (Some(itinerary), Some(strategy)) = (&journey.itinerary, &world.strategy()) else {
        return Vec::new();
    };
    let Some(terrain) = &world.config().terrain else { return Vec::new() };
    let nodes = itinerary.ahead().iter().filter_map(|&node| strategy.nodes().get(node as usize));
    nodes.map(|node| terrain.cell_box(node.cell).centre()).collect()
}

fn sights(world: &World, selected: Option<OrganismId>) -> Vec<(OrganismId, f64)> {
    let rules = &world.config().rules;
    let mut query = world.query::<(&Identity, &Traits, &Motion)>();
    let all = query.iter().map(|(identity, traits, _)| (identity.id, traits.sight(rules)));
    let mut sights: Vec<_> = all.filter(|&(id, _)| selected.is_none_or(|it| it == id)).collect();
    sights.sort_unstable_by_key(|&(id, _)| id);
    sights
}

fn inflated(simulation: &Simulation, selected: OrganismId) -> Vec<Solid> {
    let mut query = simulation.world().query::<(&Identity, &Body)>();
    let body =
        query.iter().find(|(identity, _)| identity.id == selected).map(|(_, body)| body.area());
    let Some(body) = body else { return Vec::new() };
    let half = body.size() * 0.5;
    let area = body.inflated(DVec2::splat(MARGIN));
    let mut boxes = Vec::new();
    let index = simulation.index();
    index.visit(&area, |_, area| boxes.push(*area));
    boxes.retain(|&area| area != body);
    let mut solids: Vec<Solid> =
        boxes.into_iter().map(|area| Solid::Box(area.inflated(half))).collect();
    index.visit_terrain(&area, |_, block| solids.push(block.inflated(half)));
    let corner = |solid: &Solid| solid.bounds().min;
    solids.sort_by(|a, b| {
        let [a, b] = [a, b].map(corner);
        a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y))
    });
    solids
}
