//! The bases and walls that a creature of a colony perceives.

use terrarium_creatures::behaviour::{Allegiance, BaseId, BaseSighting, Colony, WallSighting};
use terrarium_space::geometry::{Aabb, DVec2};
use terrarium_space::terrain::{Cell, Terrain, Tile};

use super::Simulation;
use crate::world::{Body, Conquest};

/// The bases and walls that one creature perceives.
pub(super) struct FighterView<'a> {
    /// All bases, nearest first.
    pub bases: Vec<BaseSighting<'a>>,
    /// The standing walls within sensor range, nearest first.
    pub walls: Vec<WallSighting>,
}

impl<'a> FighterView<'a> {
    /// Computes the perception of a creature with this body and sensor range; empty without a
    /// colony.
    pub fn new(colony: Option<Colony>, body: &Body, sight: f64, sim: &'a Simulation) -> Self {
        let terrain = sim.world.config.terrain.as_ref();
        match (&sim.world.conquest, terrain, colony) {
            (Some(conquest), Some(terrain), Some(colony)) => Self {
                bases: bases(colony, body, conquest, terrain, sim),
                walls: walls(colony, body, sight, conquest, terrain, sim),
            },
            _ => Self { bases: Vec::new(), walls: Vec::new() },
        }
    }
}

fn bases<'a>(
    colony: Colony,
    body: &Body,
    conquest: &Conquest,
    terrain: &'a Terrain,
    sim: &Simulation,
) -> Vec<BaseSighting<'a>> {
    let rules = &sim.world.config.rules;
    let layout = sim.scratch.derived.layout.as_ref().expect("a conquest has a layout");
    let points = terrain.control_points().iter().zip(&layout.sites).zip(&conquest.bases);
    let sights = (0..).zip(points).map(|(id, ((point, site), base))| BaseSighting {
        id: BaseId(id),
        name: &point.name,
        place: site.middle,
        allegiance: Allegiance::new(base.owner, colony),
        hold: base.lean(colony, rules),
        distance: site.middle.distance(body.centre),
        within: site.counts(body.centre),
    });
    let mut bases: Vec<_> = sights.collect();
    bases.sort_by(|a, b| a.distance.total_cmp(&b.distance).then(a.id.cmp(&b.id)));
    bases
}

fn walls(
    colony: Colony,
    body: &Body,
    sight: f64,
    conquest: &Conquest,
    terrain: &Terrain,
    sim: &Simulation,
) -> Vec<WallSighting> {
    let rules = &sim.world.config.rules;
    let layout = sim.scratch.derived.layout.as_ref().expect("a conquest has a layout");
    let own_area = body.area();
    let mut walls = Vec::new();
    for cell in cells_about(body.centre, sight, terrain) {
        let is_wall = terrain.tile(cell).is_some_and(Tile::is_destructible);
        let area = terrain.cell_box(cell);
        if !is_wall || area.distance_to(body.centre) > sight || conquest.is_breached(cell, rules) {
            continue;
        }
        walls.push(WallSighting {
            cell,
            area,
            gap: area.gap(&own_area),
            health: conquest.health(cell, rules),
            sentry: layout
                .sentries
                .get(&cell)
                .map(|sentry| Allegiance::new(conquest.owner(sentry.ownership), colony)),
        });
    }
    walls.sort_by(|a, b| a.gap.total_cmp(&b.gap).then(a.cell.cmp(&b.cell)));
    walls
}

/// The cells that a square around a point touches.
fn cells_about(centre: DVec2, sight: f64, terrain: &Terrain) -> impl Iterator<Item = Cell> {
    let (whole, about) = (terrain.area(), Aabb::square(centre, sight));
    let cell = |corner| terrain.cell_at(whole.nearest_point(corner)).expect("it lies within");
    let (first, last) = (cell(about.min), cell(about.max));
    (first.y..=last.y).flat_map(move |y| (first.x..=last.x).map(move |x| Cell::new(x, y)))
}
