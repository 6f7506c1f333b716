//! All organisms of a run with their parents, traits and deaths, from one tick on.

mod genomes;
mod kinship;
#[cfg(test)]
mod tests;

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::{EventKind, OrganismId};
use terrarium_creatures::genome::Genome;
use terrarium_creatures::species::{PlantTraits, SpeciesId, Traits};
use terrarium_run::Observer;
use terrarium_sim::tick::Simulation;
use terrarium_sim::world::{Carcass, Identity, Mating, World};

pub use genomes::GenomeNumbers;
pub use kinship::{Kin, Kinship};

use super::chronicle::Trait;
use super::history::History;

/// All organisms that were alive at one tick of a run or are born later, up to another tick.
///
/// A world knows the parents of the living, but not of the dead, since nothing depends on them. The values are those of the table
/// of individuals of the same ticks. Each organism takes about 80 bytes, and with a genome about 40 and 16 for each of its numbers more.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Pedigree {
    first_tick: u64,
    last_tick: u64,
    /// The first identity that is not in use yet.
    next: OrganismId,
    /// By identity.
    members: Vec<Member>,
    /// The numbers of the genomes of members; `None` in worlds without genomes.
    genomes: Option<GenomeNumbers>,
}

/// An organism of a [`Pedigree`].
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Member {
    /// Its identity.
    pub id: OrganismId,
    /// Its parent; [`OrganismId::NONE`] if it has none.
    pub parent: OrganismId,
    /// The parent that did not bear it; [`OrganismId::NONE`] if it has none.
    pub second_parent: OrganismId,
    /// Its species.
    pub species: SpeciesId,
    /// The tick of its birth; 0 for founders.
    pub born: u64,
    /// The tick of its death; `None` if it is alive at the last tick.
    pub died: Option<u64>,
    /// Its traits, in the order of [`Trait::of`]; `None` if it died before it was seen.
    pub traits: Option<[f32; Trait::MOST]>,
}

/// What is seen of a living organism.
type Living<'a> = (
    &'a Identity,
    Option<&'a Traits>,
    Option<&'a PlantTraits>,
    Option<&'a Mating>,
    Option<&'a Genome>,
);

impl Pedigree {
    /// The numbers of the genomes of all members; `None` if no species had a genome at the first tick.
    #[must_use]
    pub fn genomes(&self) -> Option<&GenomeNumbers> {
        self.genomes.as_ref()
    }

    /// The tick at which it begins. The parents of organisms that are older may be missing.
    #[must_use]
    pub fn first_tick(&self) -> u64 {
        self.first_tick
    }

    /// All members, in the order of identity.
    #[must_use]
    pub fn members(&self) -> &[Member] {
        &self.members
    }

    /// The member with this identity.
    #[must_use]
    pub fn member(&self, id: OrganismId) -> Option<&Member> {
        self.index_of(id).map(|index| &self.members[index])
    }

    fn index_of(&self, id: OrganismId) -> Option<usize> {
        self.members.binary_search_by_key(&id, |member| member.id).ok()
    }

    /// Adds the living organisms that are new.
    fn see(&mut self, world: &World) {
        if self.next >= world.next_id() {
            return;
        }
        let known = self.members.len();
        let mut query = world.query::<Living<'_>>().without::<&Carcass>();
        for living in query.iter().filter(|(who, ..)| who.id >= self.next) {
            let (who, .., genome) = living;
            self.members.push(Member::new(living, world));
            if let Some(genomes) = &mut self.genomes {
                genomes.add(who.id, genome, world.config().species(who.species));
            }
        }
        self.members[known..].sort_unstable_by_key(|member| member.id);
        self.next = world.next_id();
    }

    /// Adds those that died in the last tick, although they had not been seen, and the ticks of all deaths.
    fn bury(&mut self, world: &World) {
        for event in world.events() {
            let EventKind::Died { .. } = event.what else { continue };
            let index = match self.members.binary_search_by_key(&event.to, |member| member.id) {
                Ok(index) => index,
                Err(index) => {
                    let (id, species) = (event.to, event.species);
                    self.members.insert(index, Member::unseen(id, species, world.tick()));
                    index
                }
            };
            self.members[index].died = Some(world.tick());
        }
    }

    /// Continues this pedigree with one that began at its last tick or before. Returns whether it does.
    pub fn join(&mut self, later: &Self) -> bool {
        if later.first_tick > self.last_tick || later.last_tick < self.last_tick {
            return false;
        }
        for member in &later.members {
            match self.index_of(member.id) {
                Some(index) => self.members[index].died = member.died,
                None => self.members.push(*member),
            }
        }
        self.members.sort_unstable_by_key(|member| member.id);
        if let (Some(own), Some(later)) = (&mut self.genomes, &later.genomes) {
            own.extend(later);
        }
        (self.last_tick, self.next) = (later.last_tick, later.next);
        true
    }

    /// The pedigree up to the tick of `world`, from which another branch of the run can continue.
    #[must_use]
    pub(super) fn until(&self, world: &World) -> Self {
        let mut cut = self.clone();
        if world.tick() < self.last_tick {
            (cut.last_tick, cut.next) = (world.tick(), world.next_id());
            cut.members.retain(|member| member.born <= world.tick());
            for member in &mut cut.members {
                member.died = member.died.filter(|&died| died <= world.tick());
            }
            cut.genomes = cut.genomes.map(|genomes| genomes.before(world.next_id()));
        }
        cut
    }
}

impl Member {
    fn new((who, animal, plant, mating, _): Living<'_>, world: &World) -> Self {
        let kind = world.config().species(who.species).kind;
        let mut traits = [0.0; Trait::MOST];
        for (slot, what) in traits.iter_mut().zip(Trait::of(kind)) {
            *slot = what.stored(animal, plant).unwrap_or_default();
        }
        Self {
            id: who.id,
            parent: who.parent,
            second_parent: mating.map_or(OrganismId::NONE, |mating| mating.second_parent),
            species: who.species,
            born: who.birth_tick(),
            died: None,
            traits: Some(traits),
        }
    }

    /// An organism that was added and died before it was seen.
    fn unseen(id: OrganismId, species: SpeciesId, tick: u64) -> Self {
        let (parent, second_parent) = (OrganismId::NONE, OrganismId::NONE);
        Self { id, parent, second_parent, species, born: tick, died: Some(tick), traits: None }
    }

    /// Whether it is alive after a tick.
    #[must_use]
    pub fn is_alive(&self, tick: u64) -> bool {
        self.born <= tick && self.died.is_none_or(|died| died > tick)
    }
}

impl History for Pedigree {
    fn begin(world: &World) -> Self {
        let (first_tick, next) = (world.tick(), OrganismId(1));
        let last_tick = first_tick;
        let genomes = GenomeNumbers::none_yet(&world.config().species);
        let mut pedigree = Self { first_tick, last_tick, next, members: Vec::new(), genomes };
        pedigree.see(world);
        pedigree
    }

    fn last_tick(&self) -> u64 {
        self.last_tick
    }

    fn record(&mut self, world: &World) {
        if world.tick() != self.last_tick + 1 {
            return;
        }
        self.last_tick = world.tick();
        self.see(world);
        self.bury(world);
    }
}

impl Observer for Pedigree {
    fn after_tick(&mut self, simulation: &Simulation) -> ControlFlow<()> {
        self.record(simulation.world());
        ControlFlow::Continue(())
    }
}
