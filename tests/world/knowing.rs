//! What creatures know of others and of themselves, and tell their kin, compared with the state of the world.

use std::collections::BTreeMap;

use rand::{RngExt, SeedableRng};
use terrarium::behaviour::{
    ActionKind, Activity, Condition, CreatureRng, EnergyState, EventKind, MESSAGE_LENGTH, Message,
    OrganismId, Refusal, Turn,
};
use terrarium::geometry::DVec2;
use terrarium::species::{Kind, SpeciesId};
use terrarium::tick::Simulation;
use terrarium::world::{
    Account, Frame, Growth, Life, RestoreError, SavedNature, SavedOrganism, World,
};
use terrarium_testing::by_hand::{CELL, HERBIVORE, Scene, Stage};

use crate::restored::reread;
use crate::shipped::{SMALL_MEADOW, simulation};

/// The condition of an organism by the state of its world.
fn expected(world: &World, seen: &SavedOrganism) -> Condition {
    let rules = &world.config().rules;
    let radius = seen.body.radius;
    let of_life = |life: &Life, max_energy: f64, reserve: f64| Condition {
        damage: life.damage / (rules.toughness * radius),
        state: match life.energy.units() {
            energy if energy <= reserve / 2.0 => EnergyState::Deteriorating,
            energy if energy <= reserve => EnergyState::Hungry,
            energy if energy <= 0.8 * max_energy => EnergyState::Normal,
            _ => EnergyState::Full,
        },
        mature: life.growth == Growth::Grown,
        ..Condition::DEAD
    };
    match &seen.nature {
        SavedNature::Plant(life, traits) => {
            let max_energy = traits.max_energy(radius, rules).units();
            of_life(life, max_energy, 0.4 * max_energy)
        }
        SavedNature::Animal(life, traits, _, motion) => {
            let is_carnivore = world.config().species(seen.who.species).kind == Kind::Carnivore;
            let strength = if is_carnivore { rules.carnivore_strength } else { 1.0 };
            Condition {
                max_speed: traits.speed(rules),
                attack: strength * traits.attack(radius, rules),
                defence: strength * traits.defence(radius, rules),
                doing: doing(world, seen.who.id, motion.velocity),
                ..of_life(life, traits.max_energy(radius, rules).units(), rules.reserve * radius)
            }
        }
        SavedNature::Carcass(_) => Condition::DEAD,
    }
}

fn doing(world: &World, id: OrganismId, velocity: DVec2) -> Activity {
    let has = |is: fn(&EventKind) -> bool| {
        world.events().iter().any(|event| event.to == id && is(&event.what))
    };
    if has(|it| matches!(it, EventKind::Struck { .. } | EventKind::StruckWall { .. })) {
        Activity::Attacking
    } else if has(|it| matches!(it, EventKind::Ate { .. })) {
        Activity::Eating
    } else if has(|it| matches!(it, EventKind::Conceived | EventKind::GaveBirth { .. })) {
        Activity::Breeding
    } else if velocity == DVec2::ZERO {
        Activity::Resting
    } else {
        Activity::Moving
    }
}

#[test]
fn animals_see_the_condition_of_others() {
    let mut sim = simulation("meadow", SMALL_MEADOW, 5);
    let mut seen: BTreeMap<String, u64> = BTreeMap::new();
    let mut tally = |what: String| *seen.entry(what).or_default() += 1;
    for _ in 0..40 {
        (0..10).for_each(|_| sim.tick());
        let organisms: BTreeMap<_, _> =
            sim.world().organisms().map(|organism| (organism.who.id, organism)).collect();
        for &id in organisms.keys() {
            sim.sensed(id, |senses| {
                assert_eq!(senses.conditions.len(), senses.sight.len());
                for (sighting, condition) in senses.sight.iter().zip(senses.conditions.iter()) {
                    let expected = expected(sim.world(), &organisms[&sighting.id]);
                    assert_eq!(condition, expected, "{id} sees {sighting:?}");
                    tally(format!("{:?}", sighting.kind));
                    tally(format!("{:?} {:?}", sighting.kind, condition.state));
                    tally(format!("{:?}", condition.doing));
                    tally(format!("hurt {}", condition.damage > 0.0));
                    tally(format!("mature {}", condition.mature));
                }
            });
        }
    }
    let wanted = ["Plant", "Herbivore", "Carnivore", "Carcass", "hurt true", "mature true"];
    // Nobody courts in worlds without mates: mating.rs.
    let activities = Activity::ALL.iter().filter(|it| **it != Activity::Courting);
    let activities: Vec<String> = activities.map(|it| format!("{it:?}")).collect();
    let states = ["Plant Full", "Herbivore Hungry", "Herbivore Normal"];
    for what in wanted.into_iter().chain(activities.iter().map(String::as_str)).chain(states) {
        assert!(seen.contains_key(what), "none {what}: {seen:?}");
    }
}

#[test]
fn a_step_costs_what_is_burned() {
    for speed in [2.0, 7.5, 20.0] {
        let mut stage = Scene::new("h........................").go(move |turn| {
            let to = turn.senses.me.centre + DVec2::new(100.0, 0.0);
            turn.intent.go_to(to, speed);
        });
        let id = OrganismId(1);
        let cost = stage.0.sensed(id, |senses| senses.me.step_cost(speed)).unwrap();
        stage.tick();
        let burned = stage.0.world().ledger().total(Account::Moving).units();
        assert!((burned - cost).abs() < 1e-4, "at {speed}: {burned} instead of {cost}");
    }
}

/// Animals that wander, and tell their identity, twice in a row, every third tick.
fn talkers(radius: f64, heard: f64) -> (Stage, usize) {
    let mut scene = Scene::new(&"...................\n".repeat(19))
        .rule("message_radius", radius)
        .rule("messages_heard", heard);
    let mut rng = CreatureRng::seed_from_u64(9);
    for cell in 0..19 * 19_u32 {
        if rng.random::<f64>() < 0.25 {
            let letter = if rng.random::<f64>() < 0.7 { 'h' } else { 'v' };
            let at = DVec2::new(f64::from(cell % 19), f64::from(cell / 19));
            scene.add(letter, (at + 0.5) * CELL);
        }
    }
    let count = scene.organisms.len();
    let stage = scene.go(|turn| {
        let me = &turn.senses.me;
        if (turn.senses.tick + me.id.0) % 3 != 0 {
            turn.intent.tell("replaced by the next");
            turn.intent.tell(me.id.0.to_le_bytes());
        }
        let [x, y] = [0; 2].map(|_| turn.rng.random_range(-30.0..30.0));
        turn.intent.go_to(turn.senses.bounds.nearest_point(me.centre + DVec2::new(x, y)), 5.0);
    });
    (stage, count)
}

/// The messages that an animal hears, from all that were told: by whom and where.
fn heard_of(
    told: &[(OrganismId, DVec2)],
    hearer: &SavedOrganism,
    radius: f64,
    most: usize,
) -> Vec<(OrganismId, DVec2)> {
    let distance = |place: DVec2| place.distance(hearer.body.centre);
    let mut heard: Vec<_> = told
        .iter()
        .copied()
        .filter(|&(from, place)| from != hearer.who.id && distance(place) <= radius)
        .collect();
    heard.sort_by(|a, b| distance(a.1).total_cmp(&distance(b.1)).then(a.0.cmp(&b.0)));
    heard.truncate(most);
    heard
}

#[test]
fn messages_are_heard_by_the_nearest_kin_in_the_next_tick() {
    let mut sizes = BTreeMap::new();
    for (radius, most) in [(60.0, 3), (0.5 * CELL, 8), (300.0, 64), (100.0, 0), (1e-300, 8)] {
        let (mut stage, count) = talkers(radius, most as f64);
        assert!(count > 50);
        for _ in 0..30 {
            let before: Vec<_> = stage.0.world().organisms().collect();
            let tick = stage.0.world().tick();
            stage.tick();
            let mut told: BTreeMap<_, Vec<_>> = BTreeMap::new();
            for it in before.iter().filter(|it| (tick + it.who.id.0) % 3 != 0) {
                let is_alive = matches!(it.nature, SavedNature::Animal(..));
                if is_alive {
                    let of_species = told.entry(it.who.species).or_default();
                    of_species.push((it.who.id, it.body.centre));
                }
            }
            for hearer in stage.0.world().organisms() {
                let told = told.get(&hearer.who.species).map_or(&[][..], Vec::as_slice);
                let expected = heard_of(told, &hearer, radius, most);
                let Some(heard) = stage.0.sensed(hearer.who.id, |it| it.messages.to_vec()) else {
                    continue;
                };
                let found: Vec<_> = heard.iter().map(|it| (it.from, it.place)).collect();
                assert_eq!(found, expected, "{} within {radius}", hearer.who.id);
                let is_right = |it: &Message| *it.bytes == it.from.0.to_le_bytes();
                assert!(heard.iter().all(is_right), "{heard:?}");
                *sizes.entry((most, heard.len())).or_insert(0) += 1;
            }
        }
    }
    assert!(sizes.contains_key(&(3, 3)) && sizes.contains_key(&(3, 0)), "{sizes:?}");
    assert!(sizes.keys().any(|&(most, heard)| most == 64 && heard > 20), "{sizes:?}");
}

#[test]
fn a_message_that_is_too_long_or_not_allowed_is_refused() {
    let longest = MESSAGE_LENGTH;
    let cases = [
        (longest, 50.0, None),
        (longest + 1, 50.0, Some(Refusal::MessageTooLong)),
        (1, 0.0, Some(Refusal::NoMessages)),
        (0, 50.0, None),
    ];
    for (length, radius, refusal) in cases {
        let scene = Scene::new("h..").rule("message_radius", radius);
        let mut stage = scene.go(move |turn| turn.intent.tell(vec![7; length]));
        stage.tick();
        let events = stage.events_of(OrganismId(1));
        let refused = |why| EventKind::Refused { slot: ActionKind::Tell, why, target: None };
        assert_eq!(events, refusal.map(refused).into_iter().collect::<Vec<_>>());
        let messages = stage.0.world().messages();
        assert_eq!(messages.len(), usize::from(refusal.is_none()), "{messages:?}");
        assert!(messages.iter().all(|it| it.bytes.len() == length && it.species == HERBIVORE));
    }
}

#[test]
fn messages_are_part_of_the_state_and_of_snapshots() {
    let stage = |word: &'static str| {
        let scene = Scene::new("h.i");
        let mut stage = scene.go(move |turn| {
            if turn.senses.tick == 0 && turn.senses.me.id.0 == 1 {
                turn.intent.tell(word);
            }
            turn.memory.remember(&turn.senses.messages.to_vec());
        });
        stage.tick();
        stage.0
    };
    let (mut one, other) = (stage("here"), stage("there"));
    assert_ne!(one.world().state_hash(), other.world().state_hash());
    let read = reread(one.world()).world;
    assert_eq!(read.messages(), one.world().messages());
    let mut resumed = terrarium_testing::by_hand::simulation_of(read, |turn| {
        turn.memory.remember(&turn.senses.messages.to_vec());
    });
    one.tick();
    resumed.tick();
    assert_eq!(resumed.0.world().state_hash(), one.world().state_hash());
    assert_eq!(texts(&one, OrganismId(2)), ["here"]);
    assert!(one.world().messages().is_empty(), "a message is heard for one tick");
    assert!(texts(&one, OrganismId(1)).is_empty(), "its own");
}

#[test]
fn messages_that_no_animal_told_are_refused() {
    let mut stage = Scene::new("h.i").go(|turn| turn.intent.tell("here"));
    stage.tick();
    let frame = stage.0.world().frame();
    assert_eq!((frame.check(), frame.messages.len()), (Ok(()), 2));
    let changes: [fn(&mut Frame); 7] = [
        |frame| frame.messages[1].bytes = vec![0; MESSAGE_LENGTH + 1].into(),
        |frame| frame.messages[1].species = SpeciesId(9),
        |frame| frame.messages[1].from = frame.next_id,
        |frame| frame.messages[1].from = OrganismId(1),
        |frame| frame.messages[1].place.x = f64::NAN,
        |frame| frame.messages[1].place.y = -24.0,
        |frame| frame.config.rules.message_radius = 0.0,
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut wrong = frame.clone();
        change(&mut wrong);
        assert!(matches!(wrong.check(), Err(RestoreError::Message(_))), "change {number}");
    }
}

/// The texts that an animal has remembered.
fn texts(sim: &Simulation, id: OrganismId) -> Vec<String> {
    match sim.world().organism(id).unwrap().nature {
        SavedNature::Animal(_, _, mind, _) => {
            mind.memory.recall::<Vec<Message>>().iter().map(Message::text).collect()
        }
        _ => panic!("it lives"),
    }
}

#[test]
fn a_path_is_as_long_as_the_journey() {
    // Around the water, through its gap, which is as wide as the body.
    let picture = "
        ............
        .h..~~~~....
        ....~..~....
        ....~..~....
        .......~..x.
        ............";
    let scene = Scene::new(&picture.replace('x', "."));
    let id = scene.id('h');
    let to = DVec2::new(10.5, 4.5) * CELL;
    let mut stage = scene.go(move |turn| {
        if turn.senses.tick == 0 {
            turn.intent.go_to(to, 3.0);
        }
    });
    let length = |stage: &Stage, to| stage.0.sensed(id, |senses| senses.path_length(to)).unwrap();
    let expected = length(&stage, to).unwrap();
    let mut walked = 0.0;
    for _ in 0..2000 {
        let before = stage.body(id).centre();
        stage.tick();
        walked += stage.body(id).centre().distance(before);
        if stage.events_of(id).contains(&EventKind::Arrived) {
            break;
        }
    }
    assert_eq!(stage.body(id).centre(), to);
    let straight = to.distance(DVec2::splat(1.5) * CELL);
    assert!(expected > straight + 1.0 && walked >= expected - 1e-3, "{walked} of {expected}");
    assert!(walked < expected * 1.05, "{walked} of {expected}");
    assert_eq!(length(&stage, to), Some(0.0));
    assert!(length(&stage, DVec2::new(6.0, 2.6) * CELL).is_some(), "between the water");
    assert_eq!(length(&stage, DVec2::new(4.5, 2.5) * CELL), None, "in the water");
    assert_eq!(length(&stage, DVec2::new(-1.0, 2.5) * CELL), None, "outside the world");
    assert_eq!(length(&stage, DVec2::NAN), None);
    let corner = length(&stage, DVec2::ZERO).unwrap();
    assert_eq!(corner, length(&stage, DVec2::splat(12.0)).unwrap(), "moved inside");
}

/// A turn of an animal that says nothing has no messages.
#[test]
fn silence_is_heard_as_nothing() {
    let mut stage = Scene::new("h.i").go(|turn: &mut Turn<'_>| {
        assert!(turn.senses.messages.is_empty());
    });
    stage.ticks(3);
}
