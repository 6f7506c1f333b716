//! Births: organisms that are due are placed near their parents, where there is room.

use glam::DVec2;
use hecs::Entity;
use rand::RngExt;
use terrarium_creatures::behaviour::{CreatureRng, EventKind, SightingKind};
use terrarium_creatures::genome::Genome;
use terrarium_creatures::rules::{Energy, Rules};
use terrarium_creatures::species::{Kind, Nature, PlantTraits, Traits};
use terrarium_space::Mobility;
use terrarium_space::geometry::{Aabb, lattice};

use super::appearance::Appearance;
use super::grow::growth_wait;
use super::incubate::is_due;
use super::light;
use super::parallel;
use super::rounding::whole;
use super::scratch::{Derived, Scratch, slot_of};
use super::{Phase, Simulation};
use crate::world::chance::{Lot, Purpose};
use crate::world::{
    Account, Body, Gamete, Growth, Identity, Life, Mating, Mind, Motion, World, WorldConfig,
};

/// This phase.
pub(super) const PHASE: Phase = Phase {
    name: "place births",
    file: file!(),
    what: "newborns that are due are placed near their parents",
    order: "lot",
    run: place_births,
};

/// Places all organisms that are due, in an order drawn by lot. A seed without room is lost; an
/// animal without room tries again in the next tick.
pub(super) fn place_births(sim: &mut Simulation) {
    let Simulation { world, scratch, .. } = sim;
    let config = world.config.clone();
    let tick = world.tick;
    let query = world.organisms.query_mut::<(Entity, &Identity, &Body, &Life)>();
    let mut due = parallel::filter_map(query, |(entity, who, body, life)| {
        let drawn = || (Lot::draw(config.seed, tick, who, body.centre), who.lineage, entity);
        is_due(life).then(drawn)
    });
    due.sort_unstable_by_key(|&(lot, ..)| lot);
    for (_, lineage, parent) in due {
        let mut rng = config.chance(tick, lineage, Purpose::Birth);
        let is_plant = world.organisms.satisfies::<&PlantTraits>(parent);
        if is_plant {
            sow(world, scratch, &config, parent, &mut rng);
        } else {
            bear(world, scratch, &config, parent, &mut rng);
        }
    }
}

fn sow(
    world: &mut World,
    scratch: &mut Scratch,
    config: &WorldConfig,
    parent: Entity,
    rng: &mut CreatureRng,
) {
    type Plant<'a> = (
        &'a Identity,
        &'a Body,
        &'a mut Life,
        &'a PlantTraits,
        Option<&'a Genome>,
        Option<&'a mut Mating>,
    );
    let (who, body, life, traits, genome, mating) =
        world.organisms.query_one_mut::<Plant<'_>>(parent).expect("the parent is alive");
    let (who, centre) = (*who, body.centre);
    let spread = f64::from(traits.seed_spread);
    let pollen = mating.and_then(|mating| mating.gamete.take());
    let mut crossover = crossover(config, &who, world.tick);
    let crossed = match pollen.as_deref().map(|pollen| &pollen.traits) {
        Some(Nature::Plant(others)) => traits.crossed(others, &mut crossover),
        _ => *traits,
    };
    let mutation = config.species(who.species).trait_mutation(genome, &config.rules);
    let traits = crossed.mutated(&mutation, &config.rules, rng);
    life.breeds_at = world.tick + wait(breeding_wait(Kind::Plant, &config.rules), life);
    let invested = std::mem::take(&mut life.embryo);
    let Some(body) = find_room(scratch, config, centre, spread, rng) else {
        world.ledger.book(Account::Birth, invested);
        scratch.this_tick.record_event(&who, EventKind::NoRoomForBirth);
        return;
    };
    let genome = inherited(config, &who, (genome, pollen.as_deref(), &mut crossover), world.tick);
    let child = child_of(world, &who);
    let energy = endow(world, invested, traits.max_energy(body.radius, &config.rules));
    let life = newborn(world, &child, energy, traits.mature_radius);
    let entity = world.spawn_plant((child, body, life), traits, genome);
    remember_second_parent(world, entity, pollen);
    scratch.derived.index.insert(slot_of(entity), body.area(), Mobility::Stationary);
    scratch.derived.set_appearance(Appearance {
        height: traits.height,
        ..Appearance::new(entity, &child, SightingKind::Plant)
    });
    light::neighbours_change(world, scratch, &body.area());
    announce(scratch, &who, &child);
}

fn bear(
    world: &mut World,
    scratch: &mut Scratch,
    config: &WorldConfig,
    parent: Entity,
    rng: &mut CreatureRng,
) {
    type Animal<'a> = (
        &'a Identity,
        &'a Body,
        &'a mut Life,
        &'a Traits,
        &'a mut Mind,
        Option<&'a Genome>,
        Option<&'a mut Mating>,
    );
    let (who, body, life, traits, mind, genome, mating) =
        world.organisms.query_one_mut::<Animal<'_>>(parent).expect("the parent is alive");
    let crowding = crowding(&scratch.derived, config, who, body);
    let reach = body.radius + config.rules.birth_radius + config.rules.birth_distance;
    let Some(body) = find_room(scratch, config, body.centre, reach, rng) else {
        let who = *who;
        scratch.this_tick.record_event(&who, EventKind::NoRoomForBirth);
        return;
    };
    let who = *who;
    let species = config.species(who.species);
    let gamete = mating.and_then(|mating| mating.gamete.take());
    let mut crossover = crossover(config, &who, world.tick);
    let crossed = match gamete.as_deref().map(|gamete| &gamete.traits) {
        Some(Nature::Animal(others)) => traits.crossed(others, &mut crossover),
        _ => *traits,
    };
    let mutation = species.trait_mutation(genome, &config.rules);
    let traits = crossed.mutated(&mutation, &config.rules, rng);
    let genome = inherited(config, &who, (genome, gamete.as_deref(), &mut crossover), world.tick);
    let mind = Mind { dna: std::mem::take(&mut mind.dna_for_child), ..Mind::default() };
    let kind = species.kind;
    life.breeds_at = world.tick + wait(breeding_wait(kind, &config.rules) * crowding, life);
    let invested = std::mem::take(&mut life.embryo);
    let child = child_of(world, &who);
    let energy = endow(world, invested, traits.max_energy(body.radius, &config.rules));
    let life = newborn(world, &child, energy, traits.mature_radius);
    let entity = world.spawn_animal((child, body, life), (traits, genome), mind, Motion::default());
    remember_second_parent(world, entity, gamete);
    scratch.derived.index.insert(slot_of(entity), body.area(), Mobility::Moving);
    scratch.derived.set_appearance(Appearance::new(entity, &child, kind.into()));
    announce(scratch, &who, &child);
}

/// The random numbers by which a child inherits each value from one of two parents.
fn crossover(config: &WorldConfig, parent: &Identity, tick: u64) -> CreatureRng {
    config.chance(tick, parent.lineage.child(tick), Purpose::Crossover)
}

/// The genome of a child that is born in a tick, from that of its parent and the gamete of its second one. It mutates
/// by random numbers of the child's own, so that the traits and places of children are the same with and without genomes.
fn inherited(
    config: &WorldConfig,
    parent: &Identity,
    (genome, gamete, crossover): (Option<&Genome>, Option<&Gamete>, &mut CreatureRng),
    tick: u64,
) -> Option<Genome> {
    let genome = genome?;
    let others = gamete.and_then(|gamete| gamete.genome.as_ref());
    let crossed = others.map(|others| genome.crossed(others, crossover));
    let species = config.species(parent.species);
    let mut rng = config.chance(tick, parent.lineage.child(tick), Purpose::Genome);
    let genome = crossed.as_ref().unwrap_or(genome);
    Some(genome.mutated(&species.mutation(), species.parameter_ranges(), &mut rng))
}

fn remember_second_parent(world: &mut World, child: Entity, gamete: Option<Box<Gamete>>) {
    let Some(gamete) = gamete else { return };
    let mut mating = world.organisms.get::<&mut Mating>(child).expect("its species mates");
    (mating.second_parent, mating.second_dna) = (gamete.of, gamete.dna);
}

fn announce(scratch: &mut Scratch, parent: &Identity, child: &Identity) {
    scratch.this_tick.record_event(child, EventKind::Born { parent: parent.id });
    scratch.this_tick.record_event(parent, EventKind::GaveBirth { child: child.id });
}

/// Finds a free place for a newborn within `reach` of `centre` on each axis.
fn find_room(
    scratch: &mut Scratch,
    config: &WorldConfig,
    centre: DVec2,
    reach: f64,
    rng: &mut CreatureRng,
) -> Option<Body> {
    let radius = lattice::snap(config.rules.birth_radius);
    (0..u64::from(config.rules.birth_tries)).find_map(|_| {
        let throw = DVec2::new(rng.random(), rng.random()) * 2.0 - DVec2::ONE;
        let body = Body { centre: lattice::snap_point(centre + throw * reach), radius };
        let area = body.area();
        let is_free = config.bounds.contains_box(&area) && scratch.is_free(&area, None);
        is_free.then_some(body)
    })
}

fn child_of(world: &mut World, parent: &Identity) -> Identity {
    Identity {
        id: world.new_id(),
        parent: parent.id,
        born: i64::try_from(world.tick).unwrap_or(i64::MAX),
        generation: parent.generation + 1,
        species: parent.species,
        lineage: parent.lineage.child(world.tick),
    }
}

/// Splits what the parent invested: the part built into the newborn's body, the newborn's energy up
/// to the limit of the rules, and the rest, which is booked as the cost of birth. Returns the
/// newborn's energy.
fn endow(world: &mut World, invested: Energy, max_energy: Energy) -> Energy {
    let rules = &world.config.rules;
    let in_body = world.config.built_into(lattice::snap(rules.birth_radius));
    let most = Energy::from_units(max_energy.units() * rules.birth_energy);
    let store = (invested - in_body).min(most);
    world.ledger.book(Account::Birth, invested - in_body - store);
    store
}

fn newborn(world: &World, who: &Identity, energy: Energy, mature_radius: f32) -> Life {
    let mut life = Life {
        energy,
        embryo: Energy::ZERO,
        damage: 0.0,
        grows_at: 0,
        breeds_at: 0,
        incubation: 0,
        mature_radius,
        growth: Growth::Growing,
    };
    life.grows_at = world.tick + growth_wait(&world.config, who, &life);
    life
}

/// By how much the kin in the territory of an animal lengthen its wait after a birth.
fn crowding(derived: &Derived, config: &WorldConfig, who: &Identity, body: &Body) -> f64 {
    let rules = &config.rules;
    let radii = match config.species(who.species).kind {
        Kind::Plant => return 1.0,
        Kind::Herbivore => rules.territory_herbivore,
        Kind::Carnivore => rules.territory_carnivore,
    };
    let territory = Aabb::square(body.centre, radii * body.radius);
    let mut kin = 0_u32;
    derived.index.visit(&territory, |slot, area| {
        let other = derived.appearance(slot);
        let is_kin = other.species == who.species && other.kind.is_animal() && other.id != who.id;
        kin += u32::from(is_kin && territory.contains_inside(area.centre()));
    });
    1.0 + rules.territory_wait * f64::from(kin)
}

/// The ticks to wait after a birth, per unit of mature radius.
fn breeding_wait(kind: Kind, rules: &Rules) -> f64 {
    match kind {
        Kind::Plant => rules.breeding_wait_plant,
        Kind::Herbivore => rules.breeding_wait_herbivore,
        Kind::Carnivore => rules.breeding_wait_carnivore,
    }
}

/// The ticks to wait after a birth.
fn wait(a_unit: f64, life: &Life) -> u64 {
    whole(a_unit * f64::from(life.mature_radius))
}
