//! Read-only queries about one organism between two ticks.

use std::collections::BTreeMap;

use rayon::prelude::*;
use terrarium_creatures::behaviour::{Blocker, Memory, OrganismId, Senses};
use terrarium_creatures::species::{PlantTraits, SpeciesId};
use terrarium_space::District;

use super::Simulation;
use super::decide::BATCH;
use super::grow::GrowthStep;
use super::light::{light_share, thriving};
use super::scratch::slot_of;
use super::sense::{Actor, Views};
use crate::world::{Animal, AnimalParts, Body, Identity, Life, Mind};

/// The light that a plant receives.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Light {
    /// The share of full light that its neighbours do not block, 0 to 1.
    pub share: f64,
    /// The yield of the plant at that share, 0 to 1.
    pub thriving: f64,
}

impl Simulation {
    /// Calls `query` with the senses that the behaviour of an animal will receive in the next tick,
    /// unless a command changes the world before. `None` if it is not a living animal.
    pub fn sensed<T>(
        &self,
        organism: OrganismId,
        query: impl FnOnce(&Senses<'_>) -> T,
    ) -> Option<T> {
        let entity = self.world.entity_of(organism)?;
        let all = self.world.organisms.view::<AnimalParts<'_>>();
        let animal = Animal::from(all.get(entity)?);
        let Animal { who, body, .. } = animal;
        let mut actors = [Actor {
            species: who.species,
            page: self.scratch.derived.index.page(slot_of(entity)),
            district: District::containing(body.centre),
            id: organism,
            entity,
            memory: Memory::default(),
        }];
        let views = Views::new(&actors, &[animal], self);
        let conditions = views.conditions(&all, self);
        let turns = views.turns(&mut actors, &[animal], &conditions, self);
        Some(query(&turns[0].senses))
    }

    /// Calls `query` with the senses and the memory that the behaviour of each living animal of a species will receive in the next tick,
    /// unless a command changes the world before. Returns the results by identity.
    pub fn sensed_by_all<T: Send>(
        &self,
        species: SpeciesId,
        query: impl Fn(&Senses<'_>, &Memory) -> T + Sync,
    ) -> BTreeMap<OrganismId, T> {
        let mut all = self.world.organisms.query::<(hecs::Entity, &Identity, &Body, &Mind)>();
        let own = all.iter().filter(|(_, who, ..)| who.species == species);
        let mut actors: Vec<Actor> = own
            .map(|(entity, who, body, mind)| Actor {
                species,
                page: self.scratch.derived.index.page(slot_of(entity)),
                district: District::containing(body.centre),
                id: who.id,
                entity,
                memory: mind.memory.clone(),
            })
            .collect();
        drop(all);
        // Neighbours see the same.
        actors.sort_unstable_by_key(|actor| (actor.page, actor.id));
        let of_batch = |batch: &mut [Actor]| {
            let all = self.world.organisms.view::<AnimalParts<'_>>();
            let animals = Actor::animals(batch, &all);
            let views = Views::new(batch, &animals, self);
            let conditions = views.conditions(&all, self);
            let turns = views.turns(batch, &animals, &conditions, self);
            let results = turns.iter().map(|turn| query(&turn.senses, &turn.memory));
            batch.iter().map(|actor| actor.id).zip(results).collect::<Vec<_>>()
        };
        actors.par_chunks_mut(BATCH).flat_map_iter(of_batch).collect()
    }

    /// The obstacles to the next step of growth of a living organism at its present position, sorted.
    /// Bodies that the grown body would only touch are no obstacles.
    #[must_use]
    pub fn growth_obstacles(&self, organism: OrganismId) -> Vec<Blocker> {
        let Some(entity) = self.world.entity_of(organism) else { return Vec::new() };
        let mut query = self.world.organisms.query_one::<(&Body, &Life)>(entity);
        let Ok((body, life)) = query.get() else { return Vec::new() };
        let area = GrowthStep::new(&self.world.config, body, life).grown.area();
        let mut blockers = Vec::new();
        if !self.world.config.bounds.contains_box(&area) {
            blockers.push(Blocker::Border);
        }
        let index = &self.scratch.derived.index;
        index.visit_terrain(&area, |_, block| {
            if block.overlaps(&area) && !blockers.contains(&Blocker::Terrain) {
                blockers.push(Blocker::Terrain);
            }
        });
        index.visit(&area, |slot, other| {
            if slot != slot_of(entity) && other.overlaps(&area) {
                blockers.push(Blocker::Organism(self.scratch.derived.appearance(slot).id));
            }
        });
        blockers.sort_unstable();
        blockers
    }

    /// The light that a plant receives; `None` if there is no plant with that identity.
    #[must_use]
    pub fn light_of(&self, organism: OrganismId) -> Option<Light> {
        let entity = self.world.entity_of(organism)?;
        let mut query = self.world.organisms.query_one::<(&Body, &PlantTraits)>(entity);
        let (body, traits) = query.get().ok()?;
        let share =
            light_share(entity, body, traits, &self.scratch.derived, &self.world.config.rules);
        Some(Light { share, thriving: thriving(share, traits.preferred_light.into()) })
    }
}
