//! Polygons that become impassable. What is in their area makes room.
//!
//! Unlike a wall, a polygon is built as a whole, or not at all.

use glam::DVec2;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_space::geometry::{Polygon, Solid, lattice};

use super::displacement::{Displacement, effects};
use super::{CommandRefusal, MIN_THICKNESS, Push};
use crate::tick::{Simulation, flow_fields};
use crate::world::has_room_for;

/// What a polygon will do.
#[derive(Debug, Clone, PartialEq)]
pub struct PolygonPlan {
    /// The polygon, with its corners on the lattice.
    pub polygon: Polygon,
    /// The animals and carcasses that are pushed aside.
    pub pushed: Vec<Push>,
    /// The plants that are removed.
    pub plants: Vec<OrganismId>,
}

impl PolygonPlan {
    /// Describes the plan: `polygon with 5 corners: pushes 3 animals aside, removes 2 plants`.
    #[must_use]
    pub fn describe(&self) -> String {
        let polygon = format!("polygon with {} corners", self.polygon.corners().len());
        let effects = effects(&self.pushed, &self.plants);
        if effects.is_empty() { polygon } else { format!("{polygon}: {}", effects.join(", ")) }
    }
}

impl Simulation {
    /// Computes what a polygon with these corners does, without building it.
    ///
    /// # Errors
    /// When the polygon cannot be built.
    pub fn plan_polygon(&self, corners: &[DVec2]) -> Result<PolygonPlan, CommandRefusal> {
        for &corner in corners {
            self.within(corner)?;
        }
        let corners: Vec<DVec2> = corners.iter().map(|&it| lattice::snap_point(it)).collect();
        let polygon = Polygon::new(&corners).map_err(CommandRefusal::Shape)?;
        let DVec2 { x: width, y: height } = polygon.bounds().size();
        if width < MIN_THICKNESS || height < MIN_THICKNESS {
            return Err(CommandRefusal::TooThin { width, height, least: MIN_THICKNESS });
        }
        if !has_room_for(self.world.command_effects.polygons.iter().chain([&polygon])) {
            return Err(CommandRefusal::TooManyPolygons);
        }
        let sites = self.sites_in(&polygon.bounds());
        if sites.iter().any(|site| polygon.overlaps(site)) {
            let why = "a base, a nest, a sentry or the end of a link stays open";
            return Err(CommandRefusal::NoPolygon { why });
        }
        let Displacement { pushed, plants, staying } = self.plan_displacement(&solids(&polygon));
        if !staying.is_empty() {
            let why = "an animal there has no place to go to";
            return Err(CommandRefusal::NoPolygon { why });
        }
        Ok(PolygonPlan { polygon, pushed, plants })
    }

    pub(super) fn build_polygon(&mut self, corners: &[DVec2]) -> Result<(), CommandRefusal> {
        let plan = self.plan_polygon(corners)?;
        self.displace(&plan.plants, &plan.pushed);
        let Self { world, scratch, .. } = self;
        world.command_effects.polygons.push(plan.polygon);
        flow_fields::replace_terrain(world, scratch);
        Ok(())
    }
}

/// The parts of a polygon.
fn solids(polygon: &Polygon) -> Vec<Solid> {
    polygon.parts().iter().map(|part| Solid::Convex(part.shape().clone().into())).collect()
}
