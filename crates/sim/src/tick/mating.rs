//! Mating: organisms of species with sexual reproduction take the gamete of a partner, without which they do not
//! conceive.

use hecs::Entity;
use terrarium_creatures::behaviour::{ActionKind, EnergyState, EventKind, Refusal};
use terrarium_creatures::genome::Genome;
use terrarium_creatures::species::{Nature, PlantTraits, Traits};
use terrarium_space::geometry::{Aabb, DVec2};

use super::Simulation;
use super::incubate::breeding_obstacle;
use super::scratch::Derived;
use super::validate::ValidatedIntent;
use crate::world::{Body, Gamete, Growth, Identity, Life, Mating, WorldConfig};

/// Gives each animal that conceives in this tick the gamete of its partner: the nearest of its species within reach that
/// conceives, too. Animals without one do not conceive, and their request is refused.
pub(super) fn meet(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    if !world.config.mates() {
        return;
    }
    let mut intents = std::mem::take(&mut scratch.this_tick.intents);
    let mates = |intent: &&mut ValidatedIntent| {
        intent.conceive.is_some() && world.config.species(intent.species).reproduction.is_some()
    };
    let mut requests: Vec<_> = intents.iter_mut().flatten().filter(mates).collect();
    let mut outcomes = Vec::new();
    let view = world.organisms.view::<(&Identity, &Body, &Traits, Option<&Genome>)>();
    let suitors = requests.iter().enumerate().filter_map(|(index, request)| {
        let (who, body, traits, genome) = view.get(request.entity)?;
        let traits = Nature::Animal(*traits);
        Some(Mate { entity: request.entity, who, area: body.area(), traits, genome, index })
    });
    let suitors = Mates::new(suitors.collect());
    for own in &suitors.0 {
        let gamete = suitors.nearest(own, &world.config, &scratch.derived).map(|partner| {
            partner.gamete(requests[partner.index].conceive.clone().unwrap_or_default())
        });
        outcomes.push((own.index, own.entity, *own.who, gamete));
    }
    drop(suitors);
    drop(view);
    for (index, entity, who, gamete) in outcomes {
        match gamete {
            Ok(gamete) => take(&world.organisms, entity, gamete),
            Err(why) => {
                requests[index].conceive = None;
                let slot = ActionKind::Reproduce;
                scratch
                    .this_tick
                    .record_event(&who, EventKind::Refused { slot, why, target: None });
            }
        }
    }
    scratch.this_tick.intents = intents;
}

/// Gives each plant that could make a seed the pollen of the nearest grown plant of its species within reach. A plant
/// without one waits.
pub(super) fn pollinate(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    if !world.config.mates() {
        return;
    }
    type Plant<'a> =
        (Entity, &'a Identity, &'a Body, &'a Life, &'a PlantTraits, Option<&'a Genome>, &'a Mating);
    let mut receptive = Vec::new();
    let mut query = world.organisms.query::<Plant<'_>>();
    let grown = query.iter().filter(|(_, _, _, life, ..)| life.growth == Growth::Grown);
    let grown = grown.map(|(entity, who, body, life, traits, genome, mating)| {
        let limits = traits.energy_limits(body.radius, &world.config.rules);
        let state = EnergyState::new(life.energy, limits);
        if mating.gamete.is_none() && breeding_obstacle(life, state, world.tick).is_none() {
            receptive.push(entity);
        }
        let traits = Nature::Plant(*traits);
        Mate { entity, who, area: body.area(), traits, genome, index: 0 }
    });
    let grown = Mates::new(grown.collect());
    let pollinated = receptive.into_iter().filter_map(|entity| {
        let partner = grown.nearest(grown.find(entity)?, &world.config, &scratch.derived).ok()?;
        Some((entity, partner.gamete(Box::default())))
    });
    let pollinated: Vec<_> = pollinated.collect();
    drop(query);
    for (entity, pollen) in pollinated {
        take(&world.organisms, entity, pollen);
    }
}

fn take(organisms: &hecs::World, entity: Entity, gamete: Gamete) {
    let mut mating = organisms.get::<&mut Mating>(entity).expect("it mates");
    mating.gamete = Some(Box::new(gamete));
}

/// An organism that others can mate with.
struct Mate<'a> {
    entity: Entity,
    who: &'a Identity,
    area: Aabb,
    traits: Nature,
    genome: Option<&'a Genome>,
    /// The index of its request, if it is an animal.
    index: usize,
}

impl Mate<'_> {
    fn gamete(&self, dna: Box<[u8]>) -> Gamete {
        let traits = self.traits.clone();
        Gamete { of: self.who.id, traits, genome: self.genome.cloned(), dna }
    }
}

/// All organisms that can mate in a tick, by entity.
struct Mates<'a>(Vec<Mate<'a>>);

impl<'a> Mates<'a> {
    fn new(mut mates: Vec<Mate<'a>>) -> Self {
        mates.sort_unstable_by_key(|mate| mate.entity);
        Self(mates)
    }

    fn find(&self, entity: Entity) -> Option<&Mate<'a>> {
        let index = self.0.binary_search_by_key(&entity, |mate| mate.entity).ok()?;
        Some(&self.0[index])
    }

    /// The nearest partner of an organism; of equally near ones, that with the smallest identity.
    fn nearest(
        &self,
        own: &Mate<'_>,
        config: &WorldConfig,
        derived: &Derived,
    ) -> Result<&Mate<'a>, Refusal> {
        let species = config.species(own.who.species);
        let reproduction = species.reproduction.expect("only species that mate have mates");
        let mut within_reach = Vec::new();
        let around = own.area.inflated(DVec2::splat(reproduction.reach));
        derived.index.visit(&around, |slot, area| {
            let seen = derived.appearance(slot);
            if seen.species == own.who.species && seen.id != own.who.id {
                within_reach.push((own.area.gap(area), seen.id, seen.entity));
            }
        });
        within_reach.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let mates = within_reach.into_iter().filter_map(|(.., entity)| self.find(entity));
        let mut why = Refusal::NoPartner;
        for mate in mates {
            let pair = [own, mate].map(|it| (&it.traits, it.genome));
            let distance = || species.genetic_distance(pair[0], pair[1], &config.rules);
            if reproduction.distance.is_none_or(|most| distance() <= most) {
                return Ok(mate);
            }
            why = Refusal::TooDistant;
        }
        Err(why)
    }
}
