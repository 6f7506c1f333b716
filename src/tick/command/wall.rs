//! Walls that push aside what is in their area.
//!
//! A wall is planned before it is built, so that a viewer can show what it will do. Animals and carcasses
//! go to the nearest free place outside the area, in the order of their identities; plants are removed. The
//! wall leaves out what cannot make room.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec2;
use hecs::Entity;

use super::{CommandRefusal, counted};
use crate::behaviour::{Death, OrganismId};
use crate::geometry::{Aabb, Segment, lattice};
use crate::space::Slot;
use crate::species::PlantTraits;
use crate::tick::death::die;
use crate::tick::scratch::slot_of;
use crate::tick::{Simulation, flow_fields};
use crate::world::{Body, MAX_WALLS, Motion};

/// The farthest distance along either axis by which a wall pushes an organism, in units.
pub const FARTHEST_PUSH: f64 = 200.0;

/// The number of places beside and beyond each other that are tried on each side of a wall.
const ALONG: i32 = 24;
const BEYOND: i32 = 10;

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

/// The displacement of one organism.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Push {
    /// The organism.
    pub organism: OrganismId,
    /// Its centre before.
    pub from: DVec2,
    /// Its centre after.
    pub to: DVec2,
}

/// An organism in the area of a wall.
struct Occupant {
    id: OrganismId,
    entity: Entity,
    body: Aabb,
}

impl WallPlan {
    /// Describes the plan: `wall of 120 × 16 units: pushes 3 animals aside, removes 2 plants`.
    #[must_use]
    pub fn describe(&self) -> String {
        let DVec2 { x, y } = self.area.size();
        let number = |of: usize| u32::try_from(of).unwrap_or(u32::MAX);
        let mut effects = Vec::new();
        if !self.pushed.is_empty() {
            effects.push(format!("pushes {} aside", counted(number(self.pushed.len()), "animal")));
        }
        if !self.plants.is_empty() {
            effects.push(format!("removes {}", counted(number(self.plants.len()), "plant")));
        }
        if !self.staying.is_empty() {
            let staying = counted(number(self.staying.len()), "animal");
            effects.push(format!("goes around {staying} without room"));
        }
        if self.sites > 0 {
            effects.push(format!("goes around {}", counted(self.sites, "base, nest or sentry")));
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
        let (plants, others): (Vec<_>, Vec<_>) = self
            .occupants(&area)
            .into_iter()
            .partition(|it| self.world.organisms.satisfies::<&PlantTraits>(it.entity));
        let mut plan = WallPlan {
            area,
            parts: Vec::new(),
            pushed: Vec::new(),
            plants: plants.iter().map(|plant| plant.id).collect(),
            staying: Vec::new(),
            sites: few(sites.len()),
        };
        let mut holes = sites;
        let mut left: BTreeSet<Slot> = plants.iter().map(|plant| slot_of(plant.entity)).collect();
        let mut taken: Vec<Aabb> = Vec::new();
        for Occupant { id, entity, body } in others {
            match self.place_beside(&area, &body, &taken, &left) {
                Some(to) => {
                    taken.push(Aabb::square(to, body.size().x * 0.5));
                    left.insert(slot_of(entity));
                    plan.pushed.push(Push { organism: id, from: body.centre(), to });
                }
                None => {
                    plan.staying.push(id);
                    holes.push(body);
                }
            }
        }
        plan.parts = without(area, &holes);
        plan.parts.retain(|part| !self.is_terrain(part));
        if plan.parts.is_empty() {
            return Err(match holes.is_empty() {
                true => CommandRefusal::WallThere,
                false => CommandRefusal::NoWall { why: "what is there cannot make room" },
            });
        }
        if self.world.command_effects.walls.len() + plan.parts.len() > MAX_WALLS {
            return Err(CommandRefusal::TooManyWalls { most: MAX_WALLS });
        }
        Ok(plan)
    }

    pub(super) fn build_wall(&mut self, area: Aabb) -> Result<(), CommandRefusal> {
        let plan = self.plan_wall(area)?;
        let Self { world, scratch, .. } = self;
        let mut entities = BTreeMap::new();
        scratch.index.visit(&plan.area, |slot, _| {
            let visible = scratch.visible_traits(slot);
            entities.insert(visible.id, visible.entity);
        });
        for plant in &plan.plants {
            die(world, scratch, entities[plant], Death::Removed, None);
        }
        for push in &plan.pushed {
            let entity = entities[&push.organism];
            let (body, motion) = world
                .organisms
                .query_one_mut::<(&mut Body, Option<&mut Motion>)>(entity)
                .expect("it was just found");
            body.centre = push.to;
            if let Some(motion) = motion {
                // Its path began elsewhere.
                (motion.journey, motion.velocity) = (None, DVec2::ZERO);
            }
            scratch.index.relocate(slot_of(entity), body.area());
        }
        world.command_effects.walls.extend(plan.parts);
        flow_fields::replace_terrain(world, scratch);
        Ok(())
    }

    /// The organisms in an area, by identity.
    fn occupants(&self, area: &Aabb) -> Vec<Occupant> {
        let mut found = Vec::new();
        self.scratch.index.visit(area, |slot, body| {
            if body.overlaps(area) {
                let visible = self.scratch.visible_traits(slot);
                found.push(Occupant { id: visible.id, entity: visible.entity, body: *body });
            }
        });
        found.sort_unstable_by_key(|occupant| occupant.id);
        found
    }

    /// The nearest free centre outside the area of a wall for a body in it, if one is near enough. `taken` are the
    /// places of those who were pushed before, and `left` the slots of all who have left theirs.
    fn place_beside(
        &self,
        wall: &Aabb,
        body: &Aabb,
        taken: &[Aabb],
        left: &BTreeSet<Slot>,
    ) -> Option<DVec2> {
        let (at, radius) = (body.centre(), body.size().x * 0.5);
        let mut places = exits(wall, at, radius);
        places.retain(|place| (*place - at).abs().max_element() <= FARTHEST_PUSH);
        places.sort_by(|a, b| {
            let order = a.distance_squared(at).total_cmp(&b.distance_squared(at));
            order.then(a.y.total_cmp(&b.y)).then(a.x.total_cmp(&b.x))
        });
        let bounds = self.world.config.bounds;
        places.into_iter().find(|&place| {
            let there = Aabb::square(place, radius);
            if !bounds.contains_box(&there) || taken.iter().any(|it| it.overlaps(&there)) {
                return false;
            }
            // Nobody is pushed through terrain to its other side.
            let (line, half) = (Segment::new(at, place), DVec2::splat(radius));
            let mut is_free = true;
            self.scratch.index.visit_terrain(&body.union(&there), |_, block| {
                is_free &= !line.enters(&block.inflated(half));
            });
            self.scratch.index.visit(&there, |slot, other| {
                is_free &= !other.overlaps(&there) || left.contains(&slot);
            });
            is_free
        })
    }

    /// The bases, nests and ends of links in an area, which walls leave open, and the tiles of sentries.
    fn sites_in(&self, area: &Aabb) -> Vec<Aabb> {
        let config = &self.world.config;
        let mut sites: Vec<Aabb> = Vec::new();
        if let Some(layout) = &self.scratch.layout {
            sites.extend(layout.sites.iter().map(|site| site.grounds));
            sites.extend(layout.nests.iter().map(|nest| nest.area));
            if let Some(terrain) = &config.terrain {
                sites.extend(layout.sentries.keys().map(|&cell| terrain.cell_box(cell)));
            }
        }
        let room = config.species.iter().map(|it| f64::from(it.nature.mature_radius()));
        let room = lattice::snap(room.fold(1.0, f64::max));
        for link in &config.links {
            sites.extend([link.from, link.to].map(|end| Aabb::square(end, room)));
        }
        sites.retain(|site| site.overlaps(area));
        sites
    }

    /// Whether one block of the terrain covers an area.
    fn is_terrain(&self, area: &Aabb) -> bool {
        let mut is_there = false;
        self.scratch.index.visit_terrain(area, |_, block| is_there |= block.contains_box(area));
        is_there
    }
}

/// Places just outside each side of a wall for the centre of a body, and some beyond and beside them.
fn exits(wall: &Aabb, at: DVec2, radius: f64) -> Vec<DVec2> {
    let step = lattice::snap((radius * 0.5).max(0.5));
    let outside = wall.inflated(DVec2::splat(radius));
    let mut places = Vec::new();
    for along in -ALONG..=ALONG {
        let beside = at + DVec2::splat(f64::from(along) * step);
        for beyond in 0..=BEYOND {
            let by = f64::from(beyond) * step;
            places.extend([
                DVec2::new(outside.min.x - by, beside.y),
                DVec2::new(outside.max.x + by, beside.y),
                DVec2::new(beside.x, outside.min.y - by),
                DVec2::new(beside.x, outside.max.y + by),
            ]);
        }
    }
    places
}

/// Cuts holes out of an area; returns the rest as boxes that do not overlap, from left to right. Parts too thin for a
/// wall are left out.
fn without(area: Aabb, holes: &[Aabb]) -> Vec<Aabb> {
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

fn few(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_and_holes_fill_the_area_without_overlaps() {
        let area = Aabb::spanning(DVec2::ZERO, DVec2::new(100.0, 60.0));
        let holes = [
            Aabb::square(DVec2::new(20.0, 20.0), 8.0),
            Aabb::square(DVec2::new(24.0, 30.0), 8.0),
            Aabb::square(DVec2::new(100.0, 60.0), 10.0),
        ];
        let parts = without(area, &holes);
        for (place, part) in parts.iter().enumerate() {
            assert!(area.contains_box(part) && holes.iter().all(|hole| !hole.overlaps(part)));
            assert!(parts[..place].iter().all(|other| !other.overlaps(part)));
        }
        let total: f64 = parts.iter().map(Aabb::area).sum();
        let overlap = 12.0 * 6.0;
        assert_eq!(total, 6000.0 - (2.0 * 256.0 - overlap) - 100.0);
        assert_eq!(without(area, &[area.inflated(DVec2::ONE)]), []);
    }
}
