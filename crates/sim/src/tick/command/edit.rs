//! The commands that add, remove and feed organisms and build walls.

use glam::DVec2;
use hecs::Entity;
use rand::RngExt;
use terrarium_creatures::behaviour::{Death, Event, EventKind, OrganismId};
use terrarium_creatures::species::{Nature, PlantTraits, SpeciesId, Traits};
use terrarium_space::Mobility;
use terrarium_space::geometry::{Aabb, lattice};

use super::{CommandRefusal, MIN_THICKNESS};
use crate::tick::appearance::Appearance;
use crate::tick::scratch::{energy_limits, slot_of};
use crate::tick::{Simulation, flow_fields, light};
use crate::world::chance::Purpose;
use crate::world::{
    Account, Body, Carcass, Founder, Growth, Identity, Life, Lineage, MAX_WALLS, Origin, World,
    age_of,
};

/// The maximum distance of an added organism from its point along each axis, in body widths.
const MAX_SHIFT: i32 = 6;

impl Simulation {
    pub(super) fn add(&mut self, species: SpeciesId, at: DVec2) -> Result<(), CommandRefusal> {
        self.known(species)?;
        self.within(at)?;
        let config = self.world.config.clone();
        let it = config.species(species);
        let radius = lattice::snap(f64::from(it.nature.mature_radius()));
        let body = self.room_near(at, radius);
        let body = body.ok_or_else(|| CommandRefusal::NoRoom { species: it.name.clone(), at })?;
        self.settle(species, body);
        Ok(())
    }

    /// Adds a mature organism with this body, where there is room.
    pub(super) fn settle(&mut self, species: SpeciesId, body: Body) {
        let config = self.world.config.clone();
        let it = config.species(species);
        let lineage = self.next_lineage(species);
        let Self { world, scratch, .. } = self;
        let founder = grown(world, species, lineage, body);
        let (who, entity) = (founder.identity, world.spawn_founder(founder, Account::Given));
        let mobility = match it.nature {
            Nature::Plant(_) => Mobility::Stationary,
            Nature::Animal(_) => Mobility::Moving,
        };
        scratch.derived.index.insert(slot_of(entity), body.area(), mobility);
        scratch.derived.set_appearance(Appearance::new(entity, &who, it.kind.into()));
        if mobility == Mobility::Stationary {
            light::neighbours_change(world, scratch, &body.area());
        }
        scratch.this_tick.record_event(&who, EventKind::Born { parent: OrganismId::NONE });
    }

    /// The lineage of the next organism of a species that a command adds.
    pub(super) fn next_lineage(&self, species: SpeciesId) -> Lineage {
        let pending = self.world.command_effects.pending_events.iter();
        let is_born = |event: &&Event| matches!(event.what, EventKind::Born { .. });
        let added = pending.chain(&self.scratch.this_tick.events).filter(is_born);
        let number = added.filter(|event| event.species == species).count() as u64;
        Lineage::beginning(Origin::Command, species, self.world.tick, number)
    }

    /// The free position for a body of a radius that is nearest to a point.
    fn room_near(&self, at: DVec2, radius: f64) -> Option<Body> {
        let bounds = self.world.config.bounds;
        let room = bounds.inflated(DVec2::splat(-radius));
        if !room.min.cmple(room.max).all() {
            return None;
        }
        let at = room.nearest_point(lattice::snap_point(at));
        let steps = -2 * MAX_SHIFT..=2 * MAX_SHIFT;
        let mut places: Vec<DVec2> = steps
            .clone()
            .flat_map(|y| steps.clone().map(move |x| DVec2::new(x.into(), y.into())))
            .collect();
        places.sort_by(|a, b| {
            let key = |step: &DVec2| (step.length_squared(), step.y, step.x);
            key(a).partial_cmp(&key(b)).expect("whole numbers")
        });
        places.into_iter().find_map(|step| {
            let body = Body { centre: lattice::snap_point(at + step * radius), radius };
            let area = body.area();
            let is_free =
                bounds.contains_box(&area) && self.scratch.derived.index.is_free(&area, None);
            is_free.then_some(body)
        })
    }

    pub(super) fn remove(&mut self, organism: OrganismId) -> Result<(), CommandRefusal> {
        let (entity, who) = self.find(organism)?;
        self.take([(who, entity)]);
        Ok(())
    }

    /// Removes organisms, which exist, with their energy.
    pub(super) fn take(&mut self, organisms: impl IntoIterator<Item = (Identity, Entity)>) {
        let before = self.world.stock();
        for (who, entity) in organisms {
            self.take_one(&who, entity);
        }
        let taken = before - self.world.stock();
        self.world.ledger.book(Account::Taken, taken);
    }

    fn take_one(&mut self, who: &Identity, entity: Entity) {
        let Self { world, scratch, .. } = self;
        let organism = world.organisms.entity(entity).expect("it exists");
        let area = organism.get::<&Body>().expect("has a body").area();
        let is_plant = organism.has::<PlantTraits>();
        let is_alive = organism.has::<Life>();
        world.organisms.despawn(entity).expect("it exists");
        scratch.derived.index.remove(slot_of(entity));
        if is_plant {
            light::neighbours_change(world, scratch, &area);
        }
        if is_alive {
            scratch.this_tick.record_event(who, EventKind::Died { of: Death::Removed, by: None });
        }
    }

    pub(super) fn feed(&mut self, organism: OrganismId) -> Result<(), CommandRefusal> {
        let (entity, _) = self.find(organism)?;
        if self.world.organisms.satisfies::<&Carcass>(entity) {
            return Err(CommandRefusal::Dead { organism });
        }
        if self.fill(entity) { Ok(()) } else { Err(CommandRefusal::Full { organism }) }
    }

    /// Fills the energy of a living organism, and returns whether it was not full.
    pub(super) fn fill(&mut self, entity: Entity) -> bool {
        let World { organisms, config, ledger, .. } = &mut self.world;
        let (body, life, animal, plant) = organisms
            .query_one_mut::<(&Body, &mut Life, Option<&Traits>, Option<&PlantTraits>)>(entity)
            .expect("living organisms have these");
        let most = energy_limits(animal, plant, body, &config.rules).capacity;
        let is_hungry = life.energy < most;
        if is_hungry {
            ledger.book(Account::Given, most - life.energy);
            life.energy = most;
        }
        is_hungry
    }

    pub(super) fn wall(&mut self, area: Aabb) -> Result<(), CommandRefusal> {
        let wall = self.wall_within(area)?;
        let Self { world, scratch, .. } = self;
        let mut there = Vec::new();
        scratch.derived.index.visit(&wall, |slot, body| {
            if body.overlaps(&wall) {
                there.push(scratch.derived.appearance(slot).id);
            }
        });
        if let Some(&organism) = there.iter().min() {
            return Err(CommandRefusal::InTheWay { organism });
        }
        let mut is_there = false;
        scratch
            .derived
            .index
            .visit_terrain(&wall, |_, block| is_there |= block.contains_box(&wall));
        if is_there {
            return Err(CommandRefusal::WallThere);
        }
        if world.command_effects.walls.len() >= MAX_WALLS {
            return Err(CommandRefusal::TooManyWalls { most: MAX_WALLS });
        }
        world.command_effects.walls.push(wall);
        flow_fields::replace_terrain(world, scratch);
        Ok(())
    }

    /// The part of the area of a wall that lies in the world, snapped to the lattice.
    pub(super) fn wall_within(&self, area: Aabb) -> Result<Aabb, CommandRefusal> {
        let wall = self.area_within(area)?;
        let DVec2 { x: width, y: height } = wall.size();
        if width < MIN_THICKNESS || height < MIN_THICKNESS {
            return Err(CommandRefusal::TooThin { width, height, least: MIN_THICKNESS });
        }
        Ok(wall)
    }

    /// The part of an area that lies in the world, snapped to the lattice.
    pub(super) fn area_within(&self, Aabb { min, max }: Aabb) -> Result<Aabb, CommandRefusal> {
        let bounds = self.world.config.bounds;
        if !(min.is_finite() && max.is_finite()) {
            return Err(CommandRefusal::NotANumber);
        }
        let area = Aabb::spanning(min, max);
        if !area.overlaps(&bounds) {
            return Err(CommandRefusal::Outside { at: area.centre(), bounds });
        }
        let cut = |corner| lattice::snap_point(bounds.nearest_point(corner));
        Ok(Aabb::spanning(cut(area.min), cut(area.max)))
    }
}

/// Creates a mature organism that may conceive from a random tick on. Otherwise, organisms that are
/// added together would all breed in the same ticks.
fn grown(world: &mut World, species: SpeciesId, lineage: Lineage, body: Body) -> Founder {
    let config = world.config.clone();
    let mut rng = config.chance(world.tick, lineage, Purpose::Command);
    let span = config.lifespan(species, config.species(species).nature.mature_radius());
    let age = age_of(span, config.rules.maturity.min(0.5));
    let born = i64::try_from(world.tick).unwrap_or(i64::MAX).saturating_sub(age);
    let who = Identity::without_parent(world.new_id(), lineage, species, born);
    let mut founder = Founder::new(&config, who, body, &mut rng);
    founder.life.grows_at = world.tick;
    founder.life.breeds_at = world.tick.saturating_add(rng.random_range(0..=span / 16));
    founder.life.growth = Growth::Grown;
    founder
}
