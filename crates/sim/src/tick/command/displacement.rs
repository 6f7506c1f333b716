//! What stands where the ground becomes impassable makes room.
//!
//! Animals and carcasses go to the nearest free place outside, in the order of their identities; plants are
//! removed. What cannot make room stays, and the ground under it remains as it is.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec2;
use hecs::Entity;
use terrarium_creatures::behaviour::{Death, OrganismId};
use terrarium_creatures::species::PlantTraits;
use terrarium_input::wording::counted;
use terrarium_space::Slot;
use terrarium_space::geometry::{Aabb, Segment, Solid, lattice};

use crate::tick::Simulation;
use crate::tick::death::die;
use crate::tick::scratch::slot_of;
use crate::world::{Body, Motion};

/// The farthest distance along either axis by which a wall pushes an organism, in units.
pub const FARTHEST_PUSH: f64 = 200.0;

/// The number of places beside and beyond each other that are tried on each side of a wall.
const ALONG: i32 = 24;
const BEYOND: i32 = 10;

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

/// Who makes room, and how.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Displacement {
    /// The animals and carcasses that are pushed aside.
    pub pushed: Vec<Push>,
    /// The plants that are removed.
    pub plants: Vec<OrganismId>,
    /// The organisms that cannot make room, and their bodies.
    pub staying: Vec<(OrganismId, Aabb)>,
}

impl Displacement {
    /// The bodies that stay where they are.
    pub fn staying_bodies(&self) -> impl Iterator<Item = Aabb> + '_ {
        self.staying.iter().map(|&(_, body)| body)
    }
}

/// An organism in an area that becomes impassable.
struct Occupant {
    id: OrganismId,
    entity: Entity,
    body: Aabb,
}

impl Simulation {
    /// Computes who makes room when these areas become impassable.
    pub(super) fn plan_displacement(&self, areas: &[Solid]) -> Displacement {
        let (plants, others): (Vec<_>, Vec<_>) = self
            .occupants(areas)
            .into_iter()
            .partition(|it| self.world.organisms.satisfies::<&PlantTraits>(it.entity));
        let mut left: BTreeSet<Slot> = plants.iter().map(|plant| slot_of(plant.entity)).collect();
        let mut taken: Vec<Aabb> = Vec::new();
        let plants = plants.iter().map(|plant| plant.id).collect();
        let mut plan = Displacement { pushed: Vec::new(), plants, staying: Vec::new() };
        for Occupant { id, entity, body } in others {
            match self.place_beside(areas, &body, &taken, &left) {
                Some(to) => {
                    taken.push(Aabb::square(to, body.size().x * 0.5));
                    left.insert(slot_of(entity));
                    plan.pushed.push(Push { organism: id, from: body.centre(), to });
                }
                None => plan.staying.push((id, body)),
            }
        }
        plan
    }

    /// Removes plants and pushes organisms aside, as planned.
    pub(super) fn displace(&mut self, plants: &[OrganismId], pushed: &[Push]) {
        let Self { world, scratch, .. } = self;
        let mut entities = BTreeMap::new();
        let concerned: BTreeSet<OrganismId> =
            plants.iter().copied().chain(pushed.iter().map(|push| push.organism)).collect();
        for visible in &scratch.derived.appearances {
            if concerned.contains(&visible.id) && world.organisms.contains(visible.entity) {
                entities.insert(visible.id, visible.entity);
            }
        }
        for plant in plants {
            die(world, scratch, entities[plant], Death::Removed, None);
        }
        for push in pushed {
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
            scratch.derived.index.relocate(slot_of(entity), body.area());
        }
    }

    /// The organisms in some areas, by identity.
    fn occupants(&self, areas: &[Solid]) -> Vec<Occupant> {
        let mut found = Vec::new();
        for area in areas {
            self.scratch.derived.index.visit(&area.bounds(), |slot, body| {
                if area.overlaps(body) {
                    let visible = self.scratch.derived.appearance(slot);
                    found.push(Occupant { id: visible.id, entity: visible.entity, body: *body });
                }
            });
        }
        found.sort_unstable_by_key(|occupant| occupant.id);
        found.dedup_by_key(|occupant| occupant.id);
        found
    }

    /// The nearest free centre outside the areas for a body in them, if one is near enough. `taken` are the
    /// places of those who were pushed before, and `left` the slots of all who have left theirs.
    fn place_beside(
        &self,
        areas: &[Solid],
        body: &Aabb,
        taken: &[Aabb],
        left: &BTreeSet<Slot>,
    ) -> Option<DVec2> {
        let (at, radius) = (body.centre(), body.size().x * 0.5);
        let reach = body.inflated(DVec2::splat(FARTHEST_PUSH));
        let near: Vec<&Solid> = areas.iter().filter(|area| area.overlaps(&reach)).collect();
        let mut places: Vec<DVec2> = near.iter().flat_map(|area| exits(area, at, radius)).collect();
        places.retain(|place| (*place - at).abs().max_element() <= FARTHEST_PUSH);
        places.sort_by(|a, b| {
            let order = a.distance_squared(at).total_cmp(&b.distance_squared(at));
            order.then(a.y.total_cmp(&b.y)).then(a.x.total_cmp(&b.x))
        });
        let bounds = self.world.config.bounds;
        places.into_iter().find(|&place| {
            let there = Aabb::square(place, radius);
            let is_outside = near.iter().all(|area| !area.overlaps(&there));
            if !is_outside
                || !bounds.contains_box(&there)
                || taken.iter().any(|it| it.overlaps(&there))
            {
                return false;
            }
            // Nobody is pushed through terrain to its other side.
            let (line, half) = (Segment::new(at, place), DVec2::splat(radius));
            let mut is_free = true;
            self.scratch.derived.index.visit_terrain(&body.union(&there), |_, block| {
                is_free &= !block.inflated(half).is_entered_by(&line);
            });
            self.scratch.derived.index.visit(&there, |slot, other| {
                is_free &= !other.overlaps(&there) || left.contains(&slot);
            });
            is_free
        })
    }

    /// The bases, nests and ends of links in an area, which stay open, and the tiles of sentries.
    pub(super) fn sites_in(&self, area: &Aabb) -> Vec<Aabb> {
        let config = &self.world.config;
        let mut sites: Vec<Aabb> = Vec::new();
        if let Some(layout) = &self.scratch.derived.layout {
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
}

/// Places just outside each side of an area for the centre of a body, and some beyond and beside them.
fn exits(area: &Solid, at: DVec2, radius: f64) -> Vec<DVec2> {
    let step = lattice::snap((radius * 0.5).max(0.5));
    let outside = match area {
        Solid::Box(area) => area.inflated(DVec2::splat(radius)),
        Solid::Convex(_) => return exits_of_polygon(area, at, radius, step),
    };
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

/// The same for a convex polygon.
fn exits_of_polygon(area: &Solid, at: DVec2, radius: f64, step: f64) -> Vec<DVec2> {
    let outside = area.inflated(DVec2::splat(radius));
    let mut places = Vec::new();
    for along in -ALONG..=ALONG {
        let by = f64::from(along) * step;
        for beside in [at + DVec2::X * by, at + DVec2::Y * by] {
            for side in outside.sides(beside) {
                let outward = (side - at).normalize_or_zero() * step;
                let beyond = |by| lattice::snap_point(side + outward * f64::from(by));
                places.extend((0..=BEYOND).map(beyond));
            }
        }
    }
    places
}

/// What happens to those who make room, in words.
pub(super) fn effects(pushed: &[Push], plants: &[OrganismId]) -> Vec<String> {
    let pushed = (!pushed.is_empty())
        .then(|| format!("pushes {} aside", counted(few(pushed.len()), "animal")));
    let removed =
        (!plants.is_empty()).then(|| format!("removes {}", counted(few(plants.len()), "plant")));
    pushed.into_iter().chain(removed).collect()
}

pub(super) fn few(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
