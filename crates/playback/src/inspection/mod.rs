//! The inspection of one organism between two ticks: its body, growth and breeding, sightings,
//! requested actions and their outcomes, events and journey.
//!
//! An [`Inspection`] is plain data; [`Inspection::sections`] formats it as text for panels, terminals
//! and reports. Inspecting does not change the world. All requested actions of a creature are available
//! only while it is [traced](Simulation::trace); otherwise, only those that caused an event.

mod animal;
mod brain_view;
mod event_text;
mod family;
mod feasibility;
mod genome_view;
mod living;
mod memory_view;
mod report;
mod requests;
mod site;
mod steps;
#[cfg(test)]
mod tests;
mod trip;

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec2;
use hecs::Entity;
use terrarium_creatures::behaviour::{Event, EventKind, OrganismId, SightingKind, neural_inputs};
use terrarium_creatures::genome::Genome;
use terrarium_creatures::rules::Energy;
use terrarium_creatures::species::{PlantTraits, SpeciesId, Traits};
use terrarium_sim::tick::{Light, Simulation};
use terrarium_sim::world::{Body, Carcass, Identity, Life, Mating, Mind, World};

pub use animal::{Abilities, Animal, BaseView, FootingView, SightingView};
pub use brain_view::{BrainView, ConnectionView, Layer, NeuronView, ParentBrain};
pub use event_text::{because, describe_event};
pub use family::{Family, Relative};
pub use feasibility::{Feasibility, Possibility};
use genome_view::Brains;
pub use genome_view::GenomeView;
pub use living::{Breeding, Growing, LivingState};
pub use memory_view::MemoryView;
pub use report::{AUTHOR, BRAIN, Line, Section, Severity};
pub use requests::{Answer, RequestedAction, WantedAction};
pub use site::SiteReport;
pub use steps::{SHOWN_STEPS, StepView, StepsView};
pub use trip::{Trip, TripProgress};

/// The state of one organism between two ticks.
#[derive(Debug, Clone, PartialEq)]
pub struct Inspection {
    /// The number of completed ticks of the world.
    pub tick: u64,
    /// Its identity.
    pub id: OrganismId,
    /// Its species.
    pub species: SpeciesId,
    /// The name of its species.
    pub name: String,
    /// The one-line description of its species.
    pub description: String,
    /// Its kind, as other organisms see it.
    pub kind: SightingKind,
    /// The centre of its body.
    pub centre: DVec2,
    /// Half the side of its body, in units.
    pub radius: f64,
    /// The number of its ancestors.
    pub generation: u32,
    /// Its parent and children.
    pub family: Family,
    /// Its genome, if its species has one.
    pub genome: Option<GenomeView>,
    /// Its state as a plant, animal or carcass.
    pub state: OrganismState,
    /// Its events of the last tick, in order.
    pub events: Vec<EventKind>,
    /// The names of the species of all organisms mentioned here that still exist.
    names: BTreeMap<OrganismId, String>,
    /// The names of the bases, in the order of the map.
    base_names: Vec<String>,
}

/// The state of a plant, animal or carcass.
#[derive(Debug, Clone, PartialEq)]
pub enum OrganismState {
    /// It is a living plant.
    Plant {
        /// Its body.
        living: LivingState,
        /// Its traits.
        traits: PlantTraits,
        /// The light it gets.
        light: Light,
    },
    /// It is a living animal.
    Animal(Box<Animal>),
    /// It is a dead animal.
    Carcass {
        /// The energy left in it.
        energy: Energy,
        /// The number of ticks until it has rotted away.
        rots_in: u64,
        /// The event of its death, if it died in the last tick.
        died: Option<EventKind>,
    },
}

impl Inspection {
    /// Inspects an organism; `None` if there is none with that identity.
    #[must_use]
    pub fn new(simulation: &Simulation, organism: OrganismId) -> Option<Self> {
        let world = simulation.world();
        let entity = world.entity_of(organism)?;
        let (who, body) = {
            let mut query = world.query_one::<(&Identity, &Body)>(entity);
            let (who, body) = query.get().ok()?;
            (*who, *body)
        };
        let species = world.config().species(who.species);
        let events = events_of(world.events(), organism);
        let state = if let Ok(carcass) = world.component::<&Carcass>(entity) {
            let died = events.iter().find(|what| matches!(what, EventKind::Died { .. })).cloned();
            let rots_in = carcass.rots_at.saturating_sub(world.tick());
            OrganismState::Carcass { energy: carcass.energy, rots_in, died }
        } else if world.component::<&Traits>(entity).is_ok() {
            OrganismState::Animal(Box::new(Animal::new(simulation, entity, &who)?))
        } else {
            let life = *world.component::<&Life>(entity).ok()?;
            let traits = *world.component::<&PlantTraits>(entity).ok()?;
            let limits = traits.energy_limits(body.radius, &world.config().rules);
            let living = LivingState::new(simulation, &who, &body, &life, limits);
            OrganismState::Plant { living, traits, light: simulation.light_of(organism)? }
        };
        let kind = match (&state, species.kind) {
            (OrganismState::Carcass { .. }, _) => SightingKind::Carcass,
            (_, kind) => kind.into(),
        };
        let terrain = world.config().terrain.as_ref();
        let bases = terrain.map_or(&[][..], |terrain| terrain.control_points());
        let mut inspection = Self {
            tick: world.tick(),
            id: organism,
            species: who.species,
            name: species.name.clone(),
            description: species.description.clone(),
            kind,
            centre: body.centre,
            radius: body.radius,
            generation: who.generation,
            family: Family::new(world, &who, world.component::<&Mating>(entity).ok().as_deref()),
            genome: genome_of(simulation, entity, &who),
            state,
            events,
            names: BTreeMap::new(),
            base_names: bases.iter().map(|base| base.name.clone()).collect(),
        };
        inspection.names = inspection.names_in(world);
        Some(inspection)
    }

    /// Returns the names of the species of all organisms mentioned here.
    fn names_in(&self, world: &World) -> BTreeMap<OrganismId, String> {
        let mut named: BTreeSet<OrganismId> = self.family.children.iter().copied().collect();
        let parents = [self.family.parent, self.family.second_parent];
        named.extend(parents.into_iter().flatten().map(|parent| parent.id));
        named.extend(self.events.iter().filter_map(report::other));
        if let Some(LivingState { growing: Growing::NoRoom { by, .. }, .. }) = self.living() {
            named.extend(by.iter().filter_map(|by| by.organism()));
        }
        if let Some(animal) = self.animal() {
            named.extend(animal.requests.iter().filter_map(|request| request.want.target()));
            named.extend(animal.sees.iter().map(|sighting| sighting.id));
            named.extend(animal.hears.iter().map(|message| message.from));
            named.extend(animal.trip.iter().flat_map(|trip| [trip.target(), trip.met()]).flatten());
        }
        let mut query = world.query::<&Identity>();
        let there = query.iter().filter(|who| named.contains(&who.id));
        there.map(|who| (who.id, world.config().species(who.species).name.clone())).collect()
    }

    /// Its living body; `None` for a carcass.
    #[must_use]
    pub fn living(&self) -> Option<&LivingState> {
        match &self.state {
            OrganismState::Plant { living, .. } => Some(living),
            OrganismState::Animal(animal) => Some(&animal.living),
            OrganismState::Carcass { .. } => None,
        }
    }

    /// Its state as an animal; `None` for plants and carcasses.
    #[must_use]
    pub fn animal(&self) -> Option<&Animal> {
        match &self.state {
            OrganismState::Animal(animal) => Some(animal),
            _ => None,
        }
    }
}

/// The genome of an organism, if it has one. The brain is compared with that of the parent, if it is alive.
fn genome_of(simulation: &Simulation, entity: Entity, who: &Identity) -> Option<GenomeView> {
    let world = simulation.world();
    let species = world.config().species(who.species);
    let genome = world.component::<&Genome>(entity).ok()?;
    let mind = world.component::<&Mind>(entity).ok();
    let memory = mind.as_ref().map(|mind| &mind.memory);
    let has_parent = who.parent != OrganismId::NONE;
    let parent = if has_parent { world.entity_of(who.parent) } else { None };
    let parent = parent.and_then(|parent| world.component::<&Genome>(parent).ok());
    let of_parent = parent.as_ref().and_then(|genome| genome.brain.as_deref());
    let memory_of_brain = memory.filter(|_| genome.brain.is_some());
    let inputs = memory_of_brain.and_then(|memory| {
        simulation.sensed(who.id, |senses| neural_inputs(senses, species.kind, memory))
    });
    GenomeView::new(Some(&*genome), species, memory, &Brains { has_parent, of_parent, inputs })
}

/// Returns the events of one organism from a list sorted by organism.
fn events_of(events: &[Event], organism: OrganismId) -> Vec<EventKind> {
    let start = events.partition_point(|event| event.to < organism);
    let own = events[start..].iter().take_while(|event| event.to == organism);
    own.map(|event| event.what.clone()).collect()
}
