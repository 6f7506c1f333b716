//! The traits of organisms that others can see.

use glam::DVec2;
use hecs::{Entity, ViewBorrow};
use terrarium_creatures::behaviour::{ActionKind, Event, EventKind, OrganismId, SightingKind};
use terrarium_creatures::species::{Characteristic, PlantTraits, SpeciesId, Traits};

use crate::world::{Body, Carcass, Identity, Life, Mind, Motion, World, WorldConfig};

/// The traits of an organism that others can see, in one line of a cache.
#[derive(Debug, Clone, Copy)]
#[repr(align(64))]
pub(super) struct Appearance {
    pub entity: Entity,
    pub id: OrganismId,
    pub velocity: DVec2,
    pub food: f64,
    pub signal: u64,
    /// The probability of not being noticed.
    pub camouflage: f32,
    /// The height per unit of radius; 0 except for plants.
    pub height: f32,
    pub species: SpeciesId,
    pub kind: SightingKind,
    /// Whether it is on a journey on which it moves on or makes room, or ended one in this tick on the move and
    /// may set out again.
    pub travels: bool,
}

impl Appearance {
    /// Creates visible traits with the identity and kind only.
    pub fn new(entity: Entity, who: &Identity, kind: SightingKind) -> Self {
        Self {
            entity,
            id: who.id,
            velocity: DVec2::ZERO,
            food: 0.0,
            signal: 0,
            camouflage: 0.0,
            height: 0.0,
            species: who.species,
            kind,
            travels: false,
        }
    }
}

type Plant<'a> = (&'a Identity, &'a Body, &'a Life, &'a PlantTraits);
type Animal<'a> = (&'a Identity, &'a Body, &'a Traits, &'a Mind, &'a Motion);
type Dead<'a> = (&'a Identity, &'a Carcass);

/// What the visible traits of all organisms are made from.
pub(super) struct Appearances<'a> {
    world: &'a World,
    plants: ViewBorrow<'a, Plant<'a>>,
    animals: ViewBorrow<'a, Animal<'a>>,
    carcasses: ViewBorrow<'a, Dead<'a>>,
    /// The organisms whose journeys ended in this tick, in order.
    ended: Vec<OrganismId>,
}

impl<'a> Appearances<'a> {
    pub fn new(world: &'a World) -> Self {
        let organisms = &world.organisms;
        Self {
            world,
            plants: organisms.view(),
            animals: organisms.view(),
            carcasses: organisms.view(),
            ended: ended_journeys(&world.events),
        }
    }

    /// The visible traits of an organism; `None` if it is gone.
    pub fn of_organism(&self, entity: Entity) -> Option<Appearance> {
        let WorldConfig { rules, species, .. } = &*self.world.config;
        if let Some((who, body, life, traits)) = self.plants.get(entity) {
            let roots = traits.max_energy(body.radius, rules).units() * rules.roots;
            return Some(Appearance {
                food: (life.energy.units() - roots).max(0.0),
                height: traits.height,
                ..Appearance::new(entity, who, SightingKind::Plant)
            });
        }
        if let Some((who, _, traits, mind, motion)) = self.animals.get(entity) {
            return Some(Appearance {
                velocity: motion.velocity,
                signal: mind.signal,
                camouflage: camouflage(traits, self.world),
                travels: can_make_room(motion) || self.has_just_arrived(who.id, motion),
                ..Appearance::new(entity, who, species[who.species.index()].kind.into())
            });
        }
        let (who, carcass) = self.carcasses.get(entity)?;
        let visible = Appearance::new(entity, who, SightingKind::Carcass);
        Some(Appearance { food: carcass.energy.units(), ..visible })
    }

    /// Whether its journey ended in this tick, and it had not been there before.
    fn has_just_arrived(&self, organism: OrganismId, motion: &Motion) -> bool {
        motion.velocity != DVec2::ZERO && self.ended.binary_search(&organism).is_ok()
    }
}

/// The organisms whose journeys ended, or were refused, in order.
fn ended_journeys(events: &[Event]) -> Vec<OrganismId> {
    let ends = |what: &EventKind| match what {
        EventKind::Arrived => true,
        EventKind::Refused { slot, .. } => *slot == ActionKind::Move,
        _ => false,
    };
    events.iter().filter(|event| ends(&event.what)).map(|event| event.to).collect()
}

/// Whether it moves on, or makes room if others ask it to.
fn can_make_room(motion: &Motion) -> bool {
    motion.journey.as_ref().is_some_and(|journey| !journey.is_crossing())
}

#[expect(clippy::cast_possible_truncation, reason = "kept in single precision")]
fn camouflage(traits: &Traits, world: &World) -> f32 {
    match traits.points[Characteristic::Camouflage as usize] {
        0.0 => 0.0,
        _ => traits.camouflage(&world.config.rules) as f32,
    }
}
