//! A small world for tests, with many events within a hundred ticks.

use glam::DVec2;
use rand::RngExt;
use terrarium_creatures::behaviour::{Behaviour, EnergyState, SightingKind, Turn};
use terrarium_creatures::rules::{Energy, Rules};
use terrarium_creatures::species::{
    Appearance, BehaviourChoice, GroundOverrides, Kind, Nature, PlantTraits, Silhouette, Species,
    SpeciesId, Steering, Traits,
};
use terrarium_navigation::Method;
use terrarium_sim::tick::Simulation;
use terrarium_sim::world::{
    Account, Body, Growth, Identity, Life, Lineage, Mind, Motion, World, WorldConfig,
};
use terrarium_space::geometry::{Aabb, lattice};

use crate::ticked;

/// Eats, attacks and breeds whenever it can, and wanders otherwise. Remembers what it ate.
struct Eager(Kind);

impl Behaviour for Eager {
    fn decide(&self, turns: &mut [Turn<'_>]) {
        for turn in turns {
            let me = &turn.senses.me;
            let is_food = |kind| match self.0 {
                Kind::Carnivore => matches!(kind, SightingKind::Carcass | SightingKind::Herbivore),
                _ => kind == SightingKind::Plant,
            };
            let food = turn.senses.sight.iter().find(|s| is_food(s.kind));
            if let Some(food) = food.filter(|_| me.state < EnergyState::Full) {
                turn.intent.go_beside(food.id, me.max_speed);
                match food.kind {
                    SightingKind::Herbivore => turn.intent.attack(food.id),
                    _ => turn.intent.eat(food.id),
                }
            } else if !me.travelling {
                let goal = DVec2::new(turn.rng.random(), turn.rng.random());
                turn.intent.go_to(goal * turn.senses.bounds.size(), 6.0);
            }
            turn.memory.remember(&turn.intent.eat);
            turn.intent.signal(turn.senses.tick);
            turn.intent.reproduce = me.can_reproduce.then(|| vec![7; 3]);
        }
    }
}

/// A simulation of a world with the three species of [`small_world`].
pub fn simulation_of(world: World) -> Simulation {
    let eager = |kind| Some(Box::new(Eager(kind)) as Box<dyn Behaviour>);
    Simulation::new(world, vec![None, eager(Kind::Herbivore), eager(Kind::Carnivore)])
}

/// A simulation of a [`small_world`] after so many ticks.
pub fn simulated(ticks: u64) -> Simulation {
    ticked(simulation_of(small_world()), ticks)
}

/// 36 clovers, 6 hares and 2 foxes.
pub fn small_world() -> World {
    small_world_with_mutation(0.0)
}

/// The same world, in which children differ from their parents.
pub fn small_world_with_mutation(mutation: f64) -> World {
    let mut rules = Rules::default();
    let values = [("toughness", 20.0), ("lifespan_herbivore", 8.0), ("mutation", mutation)];
    for (rule, value) in values {
        rules.set(rule, value).expect("within its range");
    }
    let mut world = World::new(WorldConfig {
        seed: 7,
        bounds: Aabb::new(DVec2::ZERO, DVec2::splat(600.0)),
        rules,
        terrain: None,
        species: vec![clover(), animal("hare", Kind::Herbivore), animal("fox", Kind::Carnivore)],
        colonies: Vec::new(),
        links: Vec::new(),
        timetable: Vec::new(),
    })
    .unwrap();
    for index in 0..36 {
        found(&mut world, 0, DVec2::new(f64::from(index % 6), f64::from(index / 6)) * 100.0 + 40.0);
    }
    for index in 0..6 {
        found(&mut world, 1, DVec2::new(90.0 + 80.0 * f64::from(index), 90.0));
    }
    for index in 0..2 {
        found(&mut world, 2, DVec2::new(210.0 + 160.0 * f64::from(index), 130.0));
    }
    let stock = world.stock();
    world.insides().ledger.book(Account::Founding, stock);
    world
}

fn clover() -> Species {
    let traits =
        PlantTraits { mature_radius: 12.0, height: 1.0, preferred_light: 0.7, seed_spread: 200.0 };
    species("clover", Kind::Plant, Nature::Plant(traits))
}

fn animal(name: &str, kind: Kind) -> Species {
    let points = [30.0, 20.0, 10.0, 0.0, 20.0, 10.0, 10.0];
    species(name, kind, Nature::Animal(Traits { mature_radius: 12.0, points }))
}

fn species(name: &str, kind: Kind, nature: Nature) -> Species {
    let behaviour = (kind != Kind::Plant).then(|| BehaviourChoice::native("eager"));
    let colour = match kind {
        Kind::Plant => [90, 160, 60],
        Kind::Herbivore => [200, 150, 60],
        Kind::Carnivore => [190, 60, 40],
    };
    let silhouette = Silhouette::usual(kind, nature.mature_radius());
    Species {
        name: name.to_owned(),
        description: format!("a {name}"),
        kind,
        nature,
        appearance: Appearance { colour, silhouette },
        behaviour,
        wariness: 0.0,
        ground: GroundOverrides::default(),
        navigation: Method::default(),
        steering: Steering::default(),
        mutation: None,
        brain: None,
        reproduction: None,
        content_hash: blake3::hash(name.as_bytes()).to_string(),
    }
}

fn found(world: &mut World, species: u16, centre: DVec2) {
    let id = world.new_id();
    let species = SpeciesId(species);
    let who = Identity::without_parent(id, Lineage(id.0), species, 0);
    let body = Body { centre: lattice::snap_point(centre), radius: 12.0 };
    let mut life = Life {
        energy: Energy::from_units(400.0),
        embryo: Energy::ZERO,
        damage: 0.0,
        grows_at: 0,
        breeds_at: 0,
        incubation: 0,
        mature_radius: 12.0,
        growth: Growth::Grown,
    };
    match world.config().species(species).nature.clone() {
        Nature::Plant(traits) => {
            world.spawn_plant((who, body, life), traits, None);
        }
        Nature::Animal(traits) => {
            life.energy = Energy::from_units(3000.0);
            world.spawn_animal(
                (who, body, life),
                (traits, None),
                Mind::default(),
                Motion::default(),
            );
        }
    }
}
