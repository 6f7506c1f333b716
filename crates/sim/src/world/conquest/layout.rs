//! The layout of a conquest: the fixed positions of bases, sentries and nests on the map.

use std::collections::BTreeMap;

use glam::DVec2;
use terrarium_creatures::behaviour::{BaseId, Colony};
use terrarium_space::geometry::Aabb;
use terrarium_space::terrain::{Cell, MarkKind, Terrain};

use crate::world::WorldConfig;

/// The bases, sentries and nests of a map.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// The bases, in the order of the map.
    pub sites: Vec<Site>,
    /// The sentries, by the tile of their wall.
    pub sentries: BTreeMap<Cell, Sentry>,
    /// The nests, row by row.
    pub nests: Vec<Nest>,
}

/// The place of a base.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Site {
    /// The centre of its capture tile.
    pub middle: DVec2,
    /// Its capture area.
    pub grounds: Aabb,
}

/// A sentry: a stinging plant on a wall.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sentry {
    /// The centre of its tile.
    pub middle: DVec2,
    /// Its ownership.
    pub ownership: Ownership,
}

/// A nest, at which creatures of a colony spawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Nest {
    /// Its tile.
    pub cell: Cell,
    /// The box that the tile fills.
    pub area: Aabb,
    /// Its ownership.
    pub ownership: Ownership,
}

/// The ownership of a sentry or nest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ownership {
    /// It belongs to the owner of a base.
    OfBase(BaseId),
    /// It belongs to a colony permanently, or to none.
    Permanent(Option<Colony>),
}

impl Layout {
    /// Computes the layout of a map; `None` without a map or colonies.
    #[must_use]
    pub fn new(config: &WorldConfig) -> Option<Self> {
        let terrain = config.terrain.as_ref().filter(|_| config.is_conquest())?;
        let range = config.rules.capture_range * terrain.tile_side();
        let site = |capture| {
            let tile = terrain.cell_box(capture);
            Site { middle: tile.centre(), grounds: tile.inflated(DVec2::splat(range)) }
        };
        let sites = terrain.control_points().iter().map(|point| site(point.capture)).collect();
        let mut layout = Self { sites, sentries: BTreeMap::new(), nests: Vec::new() };
        for mark in terrain.marks() {
            let area = terrain.cell_box(mark.cell);
            let ownership = ownership(terrain, mark.cell, Colony::from_team(mark.team));
            match mark.kind {
                MarkKind::Turret => {
                    let sentry = Sentry { middle: area.centre(), ownership };
                    layout.sentries.insert(mark.cell, sentry);
                }
                MarkKind::Spawn => layout.nests.push(Nest { cell: mark.cell, area, ownership }),
                MarkKind::Capture => {}
            }
        }
        Some(layout)
    }

    /// The base whose capture area contains a point; of several the first.
    #[must_use]
    pub fn base_at(&self, point: DVec2) -> Option<BaseId> {
        let index = self.sites.iter().position(|site| site.counts(point))?;
        u32::try_from(index).ok().map(BaseId)
    }
}

impl Site {
    /// Whether a creature at this point counts for the base.
    #[must_use]
    pub fn counts(&self, middle: DVec2) -> bool {
        self.grounds.nearest_point(middle) == middle
    }
}

/// A tile in the polygon of a base belongs to the base; any other tile to the colony of its mark.
fn ownership(terrain: &Terrain, cell: Cell, colony: Option<Colony>) -> Ownership {
    let base = terrain.control_points().iter().position(|point| point.owns(cell));
    match base.and_then(|index| u32::try_from(index).ok()) {
        Some(index) => Ownership::OfBase(BaseId(index)),
        None => Ownership::Permanent(colony),
    }
}
