//! What overlays show beyond a scene, taken from a living world as plain data.

use super::{Overlay, Overlays};
use crate::behaviour::{Destination, OrganismId};
use crate::geometry::{Aabb, DVec2};
use crate::species::Traits;
use crate::tick::Simulation;
use crate::world::{Body, Identity, Journey, Layout, Motion, World};

/// What overlays show beyond a scene.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct OverlayData {
    /// The ways of travellers, by identity: of who is selected, or of all if nobody is.
    pub paths: Vec<PathFigure>,
    /// Obstacles about who is selected, grown by its half size.
    pub inflated: Vec<Aabb>,
    /// How far animals see, in units, by identity: who is selected, or all if nobody is.
    pub sights: Vec<(OrganismId, f64)>,
    /// The boxes of the index, each with how far below the root it lies.
    pub tree: Vec<(Aabb, u8)>,
}

/// A way under way.
#[derive(Debug, Clone, PartialEq)]
pub struct PathFigure {
    /// Whose it is.
    pub id: OrganismId,
    /// From where it stands by these corners.
    pub corners: Vec<DVec2>,
    /// By these places further on, if it is on a route to a base.
    pub route: Vec<DVec2>,
    /// Where to.
    pub goal: DVec2,
}

/// How far around who is selected obstacles are shown, in units.
const ABOUT: f64 = 600.0;

impl OverlayData {
    /// What `overlays` show of a world in which somebody is selected, or nobody.
    #[must_use]
    pub fn of(simulation: &Simulation, overlays: Overlays, selected: Option<OrganismId>) -> Self {
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
        data
    }
}

fn paths(world: &World, selected: Option<OrganismId>) -> Vec<PathFigure> {
    let mut query = world.organisms.query::<(&Identity, &Body, &Motion)>();
    let path = |(who, body, motion): (&Identity, &Body, &Motion)| {
        let journey = motion.journey.as_ref().filter(|_| selected.is_none_or(|id| id == who.id))?;
        let corners: Vec<DVec2> =
            std::iter::once(body.centre).chain(journey.waypoints().iter().copied()).collect();
        Some(PathFigure {
            id: who.id,
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
        Destination::Point(point) => point,
        Destination::Beside(_) => journey.planned_for,
        Destination::Base(base) => {
            let layout = Layout::of(&world.config);
            let site = layout.and_then(|layout| layout.sites.get(base.index()).copied());
            site.map_or(journey.planned_for, |site| site.middle)
        }
    }
}

/// The stops of a route that are still ahead.
fn route(world: &World, journey: &Journey) -> Vec<DVec2> {
    let (Some(itinerary), Some(strategy)) = (&journey.itinerary, &world.strategy) else {
        return Vec::new();
    };
    let Some(terrain) = &world.config.terrain else { return Vec::new() };
    let nodes = itinerary.ahead().iter().filter_map(|&stop| strategy.nodes().get(stop as usize));
    nodes.map(|node| terrain.cell_box(node.cell).centre()).collect()
}

fn sights(world: &World, selected: Option<OrganismId>) -> Vec<(OrganismId, f64)> {
    let rules = &world.config.rules;
    let mut query = world.organisms.query::<(&Identity, &Traits, &Motion)>();
    let all = query.iter().map(|(who, traits, _)| (who.id, traits.sight(rules)));
    let mut sights: Vec<_> = all.filter(|&(id, _)| selected.is_none_or(|it| it == id)).collect();
    sights.sort_unstable_by_key(|&(id, _)| id);
    sights
}

fn inflated(simulation: &Simulation, selected: OrganismId) -> Vec<Aabb> {
    let mut query = simulation.world().organisms.query::<(&Identity, &Body)>();
    let body = query.iter().find(|(who, _)| who.id == selected).map(|(_, body)| body.area());
    let Some(body) = body else { return Vec::new() };
    let half = body.size() * 0.5;
    let about = body.inflated(DVec2::splat(ABOUT));
    let mut boxes = Vec::new();
    let index = simulation.index();
    index.visit(&about, |_, area| boxes.push(*area));
    boxes.retain(|&area| area != body);
    index.visit_terrain(&about, |_, area| boxes.push(*area));
    boxes.sort_by(|a, b| a.min.x.total_cmp(&b.min.x).then(a.min.y.total_cmp(&b.min.y)));
    boxes.into_iter().map(|area| area.inflated(half)).collect()
}
