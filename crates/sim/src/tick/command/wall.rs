//! Walls that push aside what is in their area.
//!
//! A wall is planned before it is built, so that a viewer can show what it will do. It leaves out what cannot
//! make room.

use glam::DVec2;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_input::wording::counted;
use terrarium_space::geometry::{Aabb, Solid};

use super::displacement::{Displacement, effects, few};
use super::{CommandRefusal, Push};
use crate::tick::{Simulation, flow_fields};
use crate::world::MAX_WALLS;

/// The width and height of the smallest part of a wall, in units.
const SMALLEST_PART: f64 = 1.0;

/// What a wall will do.
#[derive(Debug, Clone, PartialEq)]
pub struct WallPlan {
    /// The area in the world, on the lattice.
    pub area: Aabb,
    /// The parts of the area that become wall.
    pub parts: Vec<Aabb>,
    /// The animals and carcasses that are pushed aside.
    pub pushed: Vec<Push>,
    /// The plants that are removed.
    pub plants: Vec<OrganismId>,
    /// The organisms that cannot make room; the wall is built around them.
    pub staying: Vec<OrganismId>,
    /// The number of bases, nests, sentries and ends of links that the wall is built around.
    pub sites: u32,
}

impl WallPlan {
    /// Describes the plan: `wall of 120 × 16 units: pushes 3 animals aside, removes 2 plants`.
    #[must_use]
    pub fn describe(&self) -> String {
        let DVec2 { x, y } = self.area.size();
        let mut effects = effects(&self.pushed, &self.plants);
        if !self.staying.is_empty() {
            let staying = counted(few(self.staying.len()), "animal");
            effects.push(format!("goes around {staying} without room"));
        }
        if self.sites > 0 {
            effects.push(match self.sites {
                1 => "goes around a base, nest or sentry".to_owned(),
                sites => format!("goes around {sites} bases, nests or sentries"),
            });
        }
        let size = format!("wall of {x:.0} × {y:.0} units");
        if effects.is_empty() { size } else { format!("{size}: {}", effects.join(", ")) }
    }
}

impl Simulation {
    /// Computes what a wall over an area does, without building it.
    ///
    /// # Errors
    /// When the wall cannot be built.
    pub fn plan_wall(&self, area: Aabb) -> Result<WallPlan, CommandRefusal> {
        let area = self.wall_within(area)?;
        let sites = self.sites_in(&area);
        let displacement = self.plan_displacement(&[Solid::Box(area)]);
        let holes: Vec<Aabb> = sites.iter().copied().chain(displacement.staying_bodies()).collect();
        let mut parts = without(area, &holes);
        parts.retain(|part| !self.is_terrain(part));
        if parts.is_empty() {
            return Err(match holes.is_empty() {
                true => CommandRefusal::WallThere,
                false => CommandRefusal::NoWall { why: "what is there cannot make room" },
            });
        }
        if self.world.command_effects.walls.len() + parts.len() > MAX_WALLS {
            return Err(CommandRefusal::TooManyWalls { most: MAX_WALLS });
        }
        let Displacement { pushed, plants, staying } = displacement;
        let staying = staying.into_iter().map(|(organism, _)| organism).collect();
        Ok(WallPlan { area, parts, pushed, plants, staying, sites: few(sites.len()) })
    }

    pub(super) fn build_wall(&mut self, area: Aabb) -> Result<(), CommandRefusal> {
        let plan = self.plan_wall(area)?;
        self.displace(&plan.plants, &plan.pushed);
        let Self { world, scratch, .. } = self;
        world.command_effects.walls.extend(plan.parts);
        flow_fields::replace_terrain(world, scratch);
        Ok(())
    }

    /// Whether one block of the terrain covers an area.
    fn is_terrain(&self, area: &Aabb) -> bool {
        let mut is_there = false;
        self.scratch
            .derived
            .index
            .visit_terrain(area, |_, block| is_there |= block.contains_box(area));
        is_there
    }
}

/// Cuts holes out of an area; returns the rest as boxes that do not overlap, from left to right. Parts too thin for a
/// wall are left out.
pub(super) fn without(area: Aabb, holes: &[Aabb]) -> Vec<Aabb> {
    let mut parts = vec![area];
    for hole in holes {
        parts = parts.iter().flat_map(|part| beside(part, hole)).collect();
    }
    parts.retain(|part| part.size().min_element() >= SMALLEST_PART);
    parts
}

/// The parts of a box beside a hole: at its left and right in full height, and above and below it.
fn beside(part: &Aabb, hole: &Aabb) -> Vec<Aabb> {
    let Some(cut) = part.intersection(hole).filter(|_| part.overlaps(hole)) else {
        return vec![*part];
    };
    let (min, max) = (part.min, part.max);
    let boxes = [
        (min, DVec2::new(cut.min.x, max.y)),
        (DVec2::new(cut.min.x, min.y), DVec2::new(cut.max.x, cut.min.y)),
        (DVec2::new(cut.min.x, cut.max.y), DVec2::new(cut.max.x, max.y)),
        (DVec2::new(cut.max.x, min.y), max),
    ];
    let is_area = |&(min, max): &(DVec2, DVec2)| min.cmplt(max).all();
    boxes.into_iter().filter(is_area).map(|(min, max)| Aabb { min, max }).collect()
}
