//! The rules of life, each in a world so small that the expected result can be computed by hand.

use std::collections::{BTreeMap, BTreeSet};

use terrarium_creatures::behaviour::{
    ActionKind, BaseId, Blocker, CreatureRng, Death, EventKind, Memory, OrganismId, Refusal, Turn,
};
use terrarium_creatures::rules::{Energy, Rules};
use terrarium_creatures::species::{MATURE_RADIUS, SexualReproduction, TraitMutation, Traits};
use terrarium_navigation::Method;
use terrarium_sim::world::{Account, Growth, SavedNature, SavedOrganism};
use terrarium_space::geometry::{Aabb, DVec2};
use terrarium_space::terrain::Cell;
use terrarium_testing::by_hand::{CELL, HERBIVORE, Scene, Stage};

/// Does nothing.
fn idle(_: &mut Turn<'_>) {}

/// The share of light that a plant receives.
fn light_of(stage: &Stage, id: OrganismId) -> f64 {
    stage.0.world().light_of(id).expect("it was computed this tick")
}

fn is_close(a: f64, b: f64) -> bool {
    (a - b).abs() < 1e-4
}

/// The memory of an animal.
fn memory_of<T: serde::de::DeserializeOwned + Default>(stage: &Stage, id: OrganismId) -> T {
    match stage.see(id).expect("it is there").nature {
        SavedNature::Animal(_, _, mind, _) => mind.memory.recall(),
        _ => panic!("{id} is no living animal"),
    }
}

#[test]
fn neighbours_take_light_and_taller_ones_take_more() {
    // The crowns extend over five radii, so those of touching bodies overlap by four fifths.
    for (picture, of_grass) in
        [("g.", 1.0), ("gg", 1.0 - 0.8 * (0.1 + 0.35)), ("gt", 1.0 - 0.8 * (0.1 + 0.3))]
    {
        let scene = Scene::new(picture);
        let grass = scene.id('g');
        let before = scene.clone().go(idle).life(grass).energy;
        let mut stage = scene.go(idle);
        stage.tick();
        assert!(is_close(light_of(&stage, grass), of_grass), "{picture}");
        // The plant prefers full light. A body of radius 24 would gain twice as much.
        let gained = stage.life(grass).energy - before;
        let burned = 0.35 * (1.0 + 0.2 * 0.5) * 12.0;
        let expected = 30.0 * of_grass * 0.5 - burned;
        assert!((gained.units() - expected).abs() < 1e-3, "{picture}: {gained:?}");
    }
    let scene = Scene::new("gt");
    let tree = scene.id('t');
    let mut stage = scene.go(idle);
    stage.tick();
    assert!(is_close(light_of(&stage, tree), 1.0 - 0.8 * 0.1), "a lower neighbour casts no shade");
}

#[test]
fn light_is_recomputed_when_a_neighbour_dies() {
    let scene = Scene::new("gt").life('t', |life| life.energy = Energy::from_units(1.0));
    let (grass, tree) = (scene.id('g'), scene.id('t'));
    let mut stage = scene.go(idle);
    stage.tick();
    assert_eq!(stage.events_of(tree), [EventKind::Died { of: Death::Starved, by: None }]);
    assert_eq!(light_of(&stage, grass), 1.0);
}

/// A scene with one plant or animal in the middle of open ground.
fn alone_in_the_open(letter: &str) -> Scene {
    let mut scene = Scene::new(letter);
    scene.config.bounds = Aabb::square(DVec2::ZERO, 1500.0);
    scene
}

#[test]
fn seeds_land_anywhere_within_their_spread() {
    let scene = alone_in_the_open("g").rule("mutation", 0.0).rule("breeding_wait_plant", 0.0);
    let scene = scene.rule("crowding", 0.0).rule("likeness", 0.0);
    let mut stage = scene.go(idle);
    let mut places =
        BTreeMap::from([(OrganismId(1), stage.see(OrganismId(1)).unwrap().body.centre)]);
    let mut throws = Vec::new();
    for _ in 0..700 {
        stage.tick();
        for SavedOrganism { who, body, .. } in stage.newcomers(1) {
            if places.insert(who.id, body.centre).is_none() {
                throws.push((body.centre - places[&who.parent]).abs().max_element());
            }
        }
    }
    assert!(throws.len() > 40, "{}", throws.len());
    assert!(throws.iter().all(|&throw| throw <= 100.0), "{throws:?}");
    assert!(throws.iter().any(|&throw| throw > 80.0) && throws.iter().any(|&throw| throw < 40.0));
}

/// Simulates until the first herbivore of a scene has so many children; returns them.
fn children(scene: Scene, count: usize) -> Vec<SavedOrganism> {
    let founders = scene.organisms.len() as u64;
    let (parent, scene) = (scene.id('h'), scene.rule("breeding_wait_herbivore", 0.0));
    // So much energy that no creature needs to eat.
    let scene = scene.rule("energy_base", 10_000.0).rule("lifespan_herbivore", 10_000.0);
    let scene = scene.life('h', |life| life.energy = Energy::from_units(100_000.0));
    let mut stage = scene.go(move |turn| {
        if turn.senses.me.id == parent && turn.senses.me.can_reproduce {
            turn.intent.reproduce = Some(vec![1, 2, 3]);
        }
    });
    while stage.newcomers(founders).len() < count {
        stage.tick();
        assert!(stage.0.world().tick() < 2_000, "too few children");
    }
    stage.newcomers(founders)
}

#[test]
fn a_child_differs_from_its_parent_by_at_most_the_mutation_and_a_scale() {
    let points = [10.0, 10.0, 10.0, 10.0, 10.0, 10.0, 1.0];
    let scene = alone_in_the_open("h").points('h', points).rule("mutation", 5.0);
    let children = children(scene, 12);
    let mut seen = BTreeSet::new();
    for SavedOrganism { who, nature, .. } in &children {
        let SavedNature::Animal(_, traits, ..) = nature else { panic!("{who:?} is no animal") };
        // Divided by one scale, each is at most five from the parent's: the ranges of that scale overlap.
        let (mut least, mut most) = (0.0_f32, f32::INFINITY);
        for (&own, parents) in traits.points.iter().zip(points) {
            assert!(own >= 0.0, "{traits:?}");
            least = least.max(own / (parents + 5.0));
            most = if parents > 5.0 { most.min(own / (parents - 5.0)) } else { most };
            seen.insert(own.to_bits());
        }
        assert!(least <= most * 1.000_01, "{traits:?}");
        assert!((traits.mature_radius - 12.0).abs() <= 0.05 * 12.0 + 1e-5);
        assert!(MATURE_RADIUS.contains(&traits.mature_radius));
        assert_eq!((who.parent, who.generation), (OrganismId(1), 1));
    }
    assert!(seen.len() > 70, "hardly anything differs: {}", seen.len());
}

#[test]
fn the_points_of_a_child_cost_as_much_as_those_of_its_parent() {
    let points = [40.0, 40.0, 20.0, 0.0, 0.0, 0.0, 0.0];
    let scene = alone_in_the_open("h").points('h', points).rule("mutation", 30.0);
    let parent = Traits { mature_radius: 12.0, points };
    for SavedOrganism { nature, .. } in children(scene, 12) {
        let SavedNature::Animal(_, child, ..) = nature else { panic!("it is no animal") };
        assert!(child.points.iter().all(|&p| p >= 0.0), "{child:?}");
        assert!((child.price() / parent.price() - 1.0).abs() < 1e-5, "{child:?}");
    }
    // Where the rules allow less than a parent has, its children have that.
    let mut rules = Rules::default();
    rules.set("points", 50.0).unwrap();
    let child =
        parent.mutated(&TraitMutation::new(None, None, &rules), &rules, &mut CreatureRng::new(1));
    assert!((child.price() / (50.0 * 50.0) - 1.0).abs() < 1e-5, "{child:?}");
    // Nothing comes of nothing.
    let poor = Traits { points: [0.0; 7], ..parent };
    assert_eq!(
        poor.mutated(&TraitMutation::new(None, None, &rules), &rules, &mut CreatureRng::new(1))
            .points,
        [0.0; 7]
    );
}

#[test]
fn the_dna_of_a_child_is_that_given_by_its_parent() {
    for child in children(alone_in_the_open("h"), 2) {
        let SavedNature::Animal(_, _, mind, _) = child.nature else { panic!("it is no animal") };
        assert_eq!(*mind.dna, [1, 2, 3]);
    }
}

#[test]
fn a_plant_beside_an_obstacle_has_no_room_to_grow() {
    let youth = |scene: Scene| {
        scene.life('g', |life| (life.growth, life.mature_radius) = (Growth::Growing, 14.0))
    };
    for (picture, growth, side) in [
        (".g.", Growth::Growing, 26.0),
        (".gg", Growth::NoRoom, 24.0),
        ("g..", Growth::NoRoom, 24.0),
    ] {
        // Room above and below.
        let picture = format!("... {picture} ...");
        let scene = youth(Scene::new(&picture));
        let grass = scene.id('g');
        let mut stage = scene.go(idle);
        stage.tick();
        assert_eq!(stage.life(grass).growth, growth, "{picture}");
        assert_eq!(stage.body(grass).size(), DVec2::splat(side), "{picture}");
    }
}

#[test]
fn an_animal_grows_away_from_an_obstacle_unless_it_is_surrounded() {
    let youth = |scene: Scene| {
        scene.life('h', |life| (life.growth, life.mature_radius) = (Growth::Growing, 14.0))
    };
    let scene = youth(Scene::new("... .hg ..."));
    let herbivore = scene.id('h');
    let before = scene.clone().go(idle).body(herbivore);
    let mut stage = scene.go(idle);
    stage.tick();
    assert_eq!(stage.events_of(herbivore), [EventKind::Grew]);
    let now = stage.body(herbivore);
    assert_eq!(now.size(), DVec2::splat(26.0));
    assert_eq!(now.centre(), before.centre() - DVec2::X);

    let scene = youth(Scene::new("ggg ghg ggg"));
    let herbivore = scene.id('h');
    let mut stage = scene.go(idle);
    stage.tick();
    assert_eq!(stage.life(herbivore).growth, Growth::NoRoom);
    assert_eq!(stage.body(herbivore).size(), DVec2::splat(24.0));
}

#[test]
fn an_organism_without_energy_starves() {
    for (letter, is_plant) in [('g', true), ('h', false)] {
        let picture = letter.to_string();
        let scene = Scene::new(&picture).life(letter, |life| life.energy = Energy::from_units(0.1));
        let mut stage = scene.go(idle);
        stage.tick();
        let id = OrganismId(1);
        assert_eq!(stage.events_of(id), [EventKind::Died { of: Death::Starved, by: None }]);
        match stage.see(id).map(|left| left.nature) {
            None => assert!(is_plant, "an animal leaves a carcass"),
            Some(SavedNature::Carcass(_)) => assert!(!is_plant, "a plant leaves nothing"),
            Some(nature) => panic!("it is alive: {nature:?}"),
        }
    }
}

#[test]
fn organisms_die_of_old_age_at_the_end_of_their_lifespan() {
    for (letter, lifespan) in [('g', 150 * 12), ('h', 50 * 12), ('w', 100 * 12)] {
        let scene = Scene::new(&letter.to_string()).form(letter, |who, _| who.born = 2 - lifespan);
        let mut stage = scene.go(idle);
        stage.ticks(2);
        assert_eq!(stage.events_of(OrganismId(1)), [], "{letter}");
        stage.tick();
        let death = EventKind::Died { of: Death::OldAge, by: None };
        assert_eq!(stage.events_of(OrganismId(1)), [death], "{letter}");
    }
}

/// The damage of many attacks of a carnivore on a herbivore, which defends itself or not.
fn damages(defends: bool) -> Vec<f64> {
    let scene = Scene::new("wh").rule("toughness", 100_000.0).rule("healing", 0.0);
    let scene = scene.rule("living_animal", 0.0).rule("attacking", 0.0).rule("defending", 0.0);
    let (wolf, prey) = (scene.id('w'), scene.id('h'));
    let mut stage = scene.go(move |turn| {
        if turn.senses.me.id == wolf {
            turn.intent.attack(prey);
        } else if defends {
            turn.intent.defend(wolf);
        }
    });
    let mut damages = Vec::new();
    for _ in 0..500 {
        stage.tick();
        let [EventKind::Attacked { by, damage }] = stage.events_of(prey)[..] else {
            panic!("{:?}", stage.events_of(prey))
        };
        let struck = EventKind::Struck { target: prey, damage, killed: false };
        assert_eq!((by, stage.events_of(wolf)), (wolf, vec![struck]));
        damages.push(damage);
    }
    damages
}

#[test]
fn damage_is_random_up_to_the_attack_less_a_random_defence() {
    // With 20 points each; a carnivore is twice as strong.
    let (attack, defence) = ((50.0 + 200.0 * 0.2) * 12.0 * 2.0, (50.0 + 200.0 * 0.2) * 12.0);
    let mean = |damages: &[f64]| damages.iter().sum::<f64>() / damages.len() as f64;
    let undefended = damages(false);
    assert!(undefended.iter().all(|damage| (0.0..=attack).contains(damage)));
    assert!(undefended.iter().any(|&damage| damage > 0.95 * attack));
    assert!((mean(&undefended) / attack - 0.5).abs() < 0.05);
    let defended = damages(true);
    assert!(defended.iter().all(|damage| (0.0..=attack).contains(damage)));
    assert!(defended.contains(&0.0), "some attacks are absorbed completely");
    // Of two uniform numbers up to 2 and up to 1, the first exceeds the second by 13/24 on average.
    assert!((mean(&defended) / defence - 13.0 / 24.0).abs() < 0.05);
}

#[test]
fn lethal_damage_leaves_a_carcass_that_rots_away() {
    let scene = Scene::new("wh").rule("toughness", 1.0).rule("rotting_ticks", 5.0);
    let (wolf, prey) = (scene.id('w'), scene.id('h'));
    let held = scene.clone().go(idle).life(prey).energy;
    let mut stage = scene.go(move |turn| {
        if turn.senses.me.id == wolf && turn.senses.tick == 0 {
            turn.intent.attack(prey);
        }
    });
    stage.tick();
    let died = EventKind::Died { of: Death::Killed, by: Some(wolf) };
    assert_eq!(stage.events_of(prey).last(), Some(&died));
    let Some(SavedNature::Carcass(carcass)) = stage.see(prey).map(|left| left.nature) else {
        panic!("there is no carcass")
    };
    // A carcass holds at most 50 energy per unit of radius; the rest of the body is litter.
    assert_eq!(carcass.energy, Energy::from_units(50.0 * 12.0));
    assert!(held > carcass.energy);
    stage.ticks(4);
    assert!(stage.see(prey).is_some());
    stage.tick();
    assert!(stage.see(prey).is_none());
    assert_eq!(stage.0.world().ledger().total(Account::Rotted), carcass.energy);
}

#[test]
fn a_herbivore_attacks_only_when_hungry_or_attacked() {
    let (h, i) = (OrganismId(1), OrganismId(2));
    let struck = |stage: &Stage, who| {
        stage.events_of(who).iter().any(|what| matches!(what, EventKind::Struck { .. }))
    };
    let not_hungry =
        EventKind::Refused { slot: ActionKind::Attack, why: Refusal::NotHungry, target: Some(i) };
    let share = |part: f64| Energy::from_units(3019.0 * part);
    let fight = |fed: f64, other_begins: bool| {
        let scene = Scene::new("hi").life('h', |life| life.energy = share(fed));
        let scene = scene.life('i', |life| life.energy = share(0.3));
        let mut stage = scene.go(move |turn| {
            let me = turn.senses.me.id;
            if me == h && turn.senses.tick == 1 {
                turn.intent.attack(i);
            } else if me == i && turn.senses.tick == 0 && other_begins {
                turn.intent.attack(h);
            }
        });
        stage.tick();
        assert_eq!(struck(&stage, i), other_begins);
        stage.tick();
        stage
    };
    assert_eq!(fight(0.6, false).events_of(h), [not_hungry]);
    assert!(struck(&fight(0.3, false), h), "it is hungry");
    assert!(struck(&fight(0.6, true), h), "it was attacked");
}

#[test]
fn a_bite_is_limited_by_the_bite_size_the_missing_energy_and_the_roots() {
    // 20 points on eating: a bite of (1 + 100 × 0.2) × 12. A half-full plant of 600, less 42 %
    // roots.
    let (bite, above_roots) = (252.0, 300.0 - 600.0 * 0.42);
    let ate = |scene: Scene| {
        let mut stage = scene.rule("light", 0.0).rule("living_plant", 0.0).go(|turn| {
            let food = turn.senses.sight[0].id;
            turn.intent.eat(food);
        });
        stage.tick();
        let events = stage.events_of(OrganismId(1));
        let [EventKind::Ate { food: OrganismId(2), energy }] = events[..] else {
            panic!("{events:?}")
        };
        energy.units()
    };
    let full_plant = |scene: Scene| scene.life('g', |life| life.energy = Energy::from_units(600.0));
    assert!(is_close(ate(Scene::new("hg")), above_roots));
    assert!(is_close(ate(full_plant(Scene::new("hg"))), bite));
    for strength in [0.5, 1.0, 1.1] {
        let scene = Scene::new("wc").rule("carnivore_strength", strength);
        assert!(is_close(ate(scene), strength * bite));
    }
    // The cost of living of the same tick makes room for 0.05 × 12 more.
    let nearly_full =
        full_plant(Scene::new("hg")).points('h', [0.0, 20.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    let nearly_full = nearly_full.life('h', |life| life.energy = Energy::from_units(480.0));
    assert!(is_close(ate(nearly_full), 600.0 - 480.0 + 0.05 * 12.0));
}

/// A request that must be refused: the scene, the creature, the action and the reason.
struct Invalid {
    what: &'static str,
    scene: Scene,
    who: char,
    request: fn(&mut Turn<'_>),
    slot: ActionKind,
    why: Refusal,
}

/// All refusal reasons, each with the requests that are refused for it.
fn invalid_requests() -> Vec<Invalid> {
    let mut list = Vec::new();
    let mut add = |what, scene: &Scene, who, request, slot, why| {
        list.push(Invalid { what, scene: scene.clone(), who, request, slot, why });
    };
    use ActionKind::{Attack, Breach, Defend, Eat, Move, Remember, Reproduce, Tell};
    use Refusal as Why;

    let pond = "~~~... ~h~..g ~~~...";
    let there: fn(&mut Turn<'_>) = |turn| turn.intent.go_beside(OrganismId(2), 4.0);
    add("leaving an island", &Scene::new(pond), 'h', there, Move, Why::Enclosed);
    let pond = "......~~~ h.....~g~ ......~~~";
    add("going to an island", &Scene::new(pond), 'h', there, Move, Why::Unreachable);
    let mut on_grid = Scene::new(pond);
    on_grid.config.species[HERBIVORE.index()].navigation = Method::new("wave", [].into()).unwrap();
    add("a path that is not on the grid", &on_grid, 'h', there, Move, Why::PathNotFound);

    let open = Scene::new("... .h. ...");
    let nan: fn(&mut Turn<'_>) = |turn| turn.intent.go_to(DVec2::new(f64::NAN, 30.0), 4.0);
    add("a point that is not a number", &open, 'h', nan, Move, Why::NotANumber);
    add(
        "an infinite speed",
        &open,
        'h',
        |t| t.intent.go_to(DVec2::splat(30.0), f64::INFINITY),
        Move,
        Why::NotANumber,
    );
    add(
        "a speed above the maximum",
        &open,
        'h',
        |t| t.intent.go_to(DVec2::splat(30.0), 25.1),
        Move,
        Why::TooFast,
    );
    add(
        "a speed below the minimum",
        &open,
        'h',
        |t| t.intent.go_to(DVec2::splat(30.0), 1.9),
        Move,
        Why::TooSlow,
    );
    add(
        "a negative speed",
        &open,
        'h',
        |t| t.intent.go_to(DVec2::splat(30.0), -3.0),
        Move,
        Why::TooSlow,
    );
    add(
        "leaving the world",
        &open,
        'h',
        |t| t.intent.go_to(DVec2::splat(72.1), 4.0),
        Move,
        Why::OutOfBounds,
    );
    add(
        "going to an organism that does not exist",
        &open,
        'h',
        |t| t.intent.go_beside(OrganismId(99), 4.0),
        Move,
        Why::NotVisible,
    );
    add(
        "going to itself",
        &open,
        'h',
        |t| t.intent.go_beside(OrganismId(1), 4.0),
        Move,
        Why::Itself,
    );

    let hunt = Scene::new("wh");
    add(
        "attacking an organism that does not exist",
        &hunt,
        'w',
        |t| t.intent.attack(OrganismId(99)),
        Attack,
        Why::NotVisible,
    );
    add("attacking itself", &hunt, 'w', |t| t.intent.attack(OrganismId(1)), Attack, Why::Itself);
    let far = Scene::new("w.h");
    add(
        "attacking out of reach",
        &far,
        'w',
        |t| t.intent.attack(OrganismId(2)),
        Attack,
        Why::NotWithinReach,
    );
    add(
        "attacking without hunger",
        &hunt,
        'h',
        |t| t.intent.attack(OrganismId(1)),
        Attack,
        Why::NotHungry,
    );
    let carrion = Scene::new("wc");
    add(
        "attacking a carcass",
        &carrion,
        'w',
        |t| t.intent.attack(OrganismId(2)),
        Attack,
        Why::AlreadyDead,
    );
    add(
        "attacking a plant",
        &Scene::new("wg"),
        'w',
        |t| t.intent.attack(OrganismId(2)),
        Attack,
        Why::ImproperFood,
    );
    let weak = hunt.clone().rule("living_animal", 0.0);
    let weak = weak.life('w', |life| life.energy = Energy::from_units(1.0));
    add(
        "attacking without energy",
        &weak,
        'w',
        |t| t.intent.attack(OrganismId(2)),
        Attack,
        Why::NotEnoughEnergy,
    );

    add(
        "defending against an organism that does not exist",
        &hunt,
        'h',
        |t| t.intent.defend(OrganismId(99)),
        Defend,
        Why::NotVisible,
    );
    add(
        "defending against itself",
        &hunt,
        'h',
        |t| t.intent.defend(OrganismId(2)),
        Defend,
        Why::Itself,
    );
    add(
        "defending against a carcass",
        &Scene::new("hc"),
        'h',
        |t| t.intent.defend(OrganismId(2)),
        Defend,
        Why::AlreadyDead,
    );

    let pasture = Scene::new("hg");
    let graze: fn(&mut Turn<'_>) = |turn| turn.intent.eat(OrganismId(2));
    add(
        "eating what does not exist",
        &pasture,
        'h',
        |t| t.intent.eat(OrganismId(99)),
        Eat,
        Why::NotVisible,
    );
    add("eating itself", &pasture, 'h', |t| t.intent.eat(OrganismId(1)), Eat, Why::Itself);
    add("eating out of reach", &Scene::new("h.g"), 'h', graze, Eat, Why::NotWithinReach);
    let full = pasture.clone().life('h', |life| life.energy = Energy::from_units(2900.0));
    add("eating when full", &full, 'h', graze, Eat, Why::AlreadyFull);
    let tall = Scene::new("ht").rule("browsing", 5.9);
    add("eating a plant that is too tall", &tall, 'h', graze, Eat, Why::TooTall);
    add("a herbivore eating a carcass", &Scene::new("hc"), 'h', graze, Eat, Why::ImproperFood);
    add("a herbivore eating a herbivore", &Scene::new("hi"), 'h', graze, Eat, Why::ImproperFood);
    add("a carnivore eating a plant", &Scene::new("wg"), 'w', graze, Eat, Why::ImproperFood);
    add("a carnivore eating a living animal", &hunt, 'w', graze, Eat, Why::NotDead);

    let breed: fn(&mut Turn<'_>) = |turn| turn.intent.reproduce();
    let young = open.clone().life('h', |life| (life.growth, life.grows_at) = (Growth::NoRoom, 9));
    add("breeding before maturity", &young, 'h', breed, Reproduce, Why::NotMature);
    let hungry = open.clone().life('h', |life| life.energy = Energy::from_units(900.0));
    add("breeding hungry", &hungry, 'h', breed, Reproduce, Why::NotEnoughEnergy);
    let early = open.clone().life('h', |life| life.breeds_at = 1);
    add("breeding too soon", &early, 'h', breed, Reproduce, Why::NotReady);
    let expecting = open.clone().life('h', |life| life.incubation = 5);
    add("breeding when expecting", &expecting, 'h', breed, Reproduce, Why::AlreadyReproducing);

    let mates = SexualReproduction { reach: 24.0, distance: None };
    let lonely = open.clone().sexual(HERBIVORE, mates);
    add("breeding without a partner", &lonely, 'h', breed, Reproduce, Why::NoPartner);

    let small_memory = open.clone().rule("memory_limit", 10.0);
    add(
        "DNA above the memory limit",
        &small_memory,
        'h',
        |t| t.intent.reproduce = Some(vec![0; 11]),
        Reproduce,
        Why::TooLarge,
    );
    add(
        "memory above the limit",
        &small_memory,
        'h',
        |t| t.memory = Memory::from_bytes(vec![0; 11]),
        Remember,
        Why::TooLarge,
    );
    add(
        "going to a base without a colony",
        &open,
        'h',
        |t| t.intent.go_to_base(BaseId(0), 5.0),
        Move,
        Why::NoColony,
    );
    add(
        "attacking a wall without a colony",
        &open,
        'h',
        |t| t.intent.breach(Cell::new(0, 0)),
        Breach,
        Why::NoColony,
    );
    let long: fn(&mut Turn<'_>) = |turn| turn.intent.tell("a story of more than thirty-two bytes");
    add("a message that is too long", &open, 'h', long, Tell, Why::MessageTooLong);
    let silent = open.clone().rule("message_radius", 0.0);
    let word: fn(&mut Turn<'_>) = |turn| turn.intent.tell("food");
    add("a message where there are none", &silent, 'h', word, Tell, Why::NoMessages);
    list
}

#[test]
fn every_invalid_request_is_refused_with_its_reason_and_has_no_effect() {
    let mut reasons = BTreeSet::new();
    for Invalid { what, scene, who, request, slot, why } in invalid_requests() {
        let id = scene.id(who);
        let mut stage = scene.go(move |turn| {
            if turn.senses.me.id == id {
                request(turn);
            }
        });
        let before = stage.body(id);
        stage.tick();
        let events_of = stage.events_of(id);
        let [EventKind::Refused { slot: kind, why: reason, .. }] = events_of[..] else {
            panic!("{what}: {events_of:?}");
        };
        assert_eq!((kind, reason), (slot, why), "{what}");
        assert_eq!(stage.0.world().events().len(), 1, "{what}: {:?}", stage.0.world().events());
        assert_eq!(stage.body(id), before, "{what}");
        reasons.insert(why);
    }
    // The reasons that need colonies are covered by conquest.rs and conquest_routes.rs, and mates by mating.rs.
    let of_colonies =
        [Refusal::NoRoute, Refusal::NoSuchBase, Refusal::NoSuchWall, Refusal::OwnSentry];
    reasons.extend(of_colonies);
    reasons.insert(Refusal::TooDistant);
    assert!(reasons.into_iter().eq(Refusal::ALL), "a reason is missing");
}

#[test]
fn memory_up_to_the_limit_is_kept_and_longer_memory_is_lost() {
    for (length, kept) in [(10, 10), (11, 0)] {
        let mut stage = Scene::new("h").rule("memory_limit", 10.0).go(move |turn| {
            if turn.senses.tick == 0 {
                turn.memory = Memory::from_bytes(vec![7; length]);
            } else {
                assert_eq!(turn.memory.bytes(), vec![7; kept]);
            }
        });
        stage.ticks(2);
        let SavedNature::Animal(_, _, mind, _) = stage.see(OrganismId(1)).unwrap().nature else {
            panic!("it died")
        };
        assert_eq!(mind.memory.bytes().len(), kept);
    }
}

/// Sends the first herbivore of a scene to a cell of its picture; returns its final cell and its
/// events in the last tick.
fn send(picture: &str, column: u32, row: u32) -> (DVec2, Vec<EventKind>) {
    let scene = Scene::new(picture);
    let walker = scene.id('h');
    let target = (DVec2::new(column.into(), row.into()) + 0.5) * CELL;
    let mut stage = scene.go(move |turn| {
        if turn.senses.me.id == walker && turn.senses.tick == 0 {
            turn.intent.go_to(target, 20.0);
        }
    });
    stage.ticks(12);
    (stage.body(walker).centre() / CELL - 0.5, stage.events_of(walker))
}

#[test]
fn a_mover_reaches_its_destination_or_the_place_beside_an_obstacle_there() {
    let arrived = |column: f64, row: f64| (DVec2::new(column, row), vec![]);
    assert_eq!(send("h....", 4, 0), arrived(4.0, 0.0));
    assert_eq!(send("h...g", 4, 0), arrived(3.0, 0.0));
    assert_eq!(send("h..cc", 4, 0), arrived(2.0, 0.0));
    assert_eq!(send("h...~", 4, 0), arrived(3.0, 0.0));
    assert_eq!(send("h.... ~~~~~ ~~~~~", 4, 2), arrived(4.0, 0.0));
    // A gap as wide as the body is wide enough.
    assert_eq!(send("..g. h... ..g.", 3, 1), arrived(3.0, 1.0));
}

#[test]
fn a_journey_ends_at_a_goal_that_somebody_has_left_in_time_and_else_beside_it() {
    for (leaves, column) in [(Some(4), 8.0), (Some(20), 8.0), (None, 7.0)] {
        let scene = Scene::new("h.......i.... ............. ............. .............");
        let [walker, stander] = ['h', 'i'].map(|letter| scene.id(letter));
        let at = |column: f64, row: f64| (DVec2::new(column, row) + 0.5) * CELL;
        let mut stage = scene.go(move |turn| {
            let Turn { senses, intent, .. } = turn;
            if senses.me.id == walker && senses.tick == 0 {
                intent.go_to(at(8.0, 0.0), 6.0);
            } else if senses.me.id == stander && Some(senses.tick) == leaves {
                intent.go_to(at(12.0, 3.0), 20.0);
            }
        });
        stage.ticks(50);
        assert_eq!(stage.body(walker).centre(), at(column, 0.0), "left in tick {leaves:?}");
    }
}

/// Who is there, and goes there again in each tick, stays where it is: the others go around it.
#[test]
fn all_of_a_pack_get_beside_an_organism_that_stands() {
    let scene = Scene::new("............ ............ hhhhh...i... ............ ............");
    let target = scene.id('i');
    let mut stage = scene.go(move |turn| {
        if turn.senses.me.id != target {
            turn.intent.go_beside(target, 8.0);
        }
    });
    stage.ticks(80);
    let there = stage.body(target);
    let pack: Vec<OrganismId> = (1..=6).map(OrganismId).filter(|&id| id != target).collect();
    let away: Vec<_> = pack.iter().filter(|&&id| !stage.body(id).touches(&there)).collect();
    assert!(away.is_empty(), "{away:?} are not beside {target}");
}

#[test]
fn a_blocked_event_names_the_blocker() {
    let scene = Scene::new("h.........i");
    let (h, i) = (scene.id('h'), scene.id('i'));
    let mut stage = scene.go(move |turn| {
        let target = if turn.senses.me.id == h { 252.0 } else { 12.0 };
        if turn.senses.tick == 0 {
            turn.intent.go_to(DVec2::new(target, 12.0), 6.0);
        }
    });
    let blocked = |by| [EventKind::Blocked { by: Blocker::Organism(by) }];
    let meet = (0..40).any(|_| {
        stage.tick();
        stage.events_of(h) == blocked(i) && stage.events_of(i) == blocked(h)
    });
    assert!(meet, "each is told of the other");
}

#[test]
fn a_mover_stops_at_the_border_of_the_world() {
    let mut stage = Scene::new("h..").go(|turn| turn.intent.go_to(DVec2::new(72.0, 12.0), 20.0));
    stage.ticks(5);
    assert_eq!(stage.body(OrganismId(1)).max.x, 72.0);
}

#[test]
fn the_cost_of_movement_grows_with_the_square_of_the_speed() {
    let cost = |speed: f64| {
        let scene = Scene::new("h.....").rule("living_animal", 0.0);
        let before = scene.clone().go(idle).life(OrganismId(1)).energy;
        let mut stage = scene.go(move |turn| turn.intent.go_to(DVec2::new(132.0, 12.0), speed));
        stage.tick();
        (before - stage.life(OrganismId(1)).energy).units()
    };
    assert!(is_close(cost(5.0), 5.0 * 5.0 * 0.002 * 12.0));
    assert!(is_close(cost(20.0), 20.0 * 20.0 * 0.002 * 12.0));
}

#[test]
fn a_signal_is_seen_by_others_from_the_next_tick_on() {
    let scene = Scene::new("h.i");
    let (h, i) = (scene.id('h'), scene.id('i'));
    let mut stage = scene.go(move |turn| {
        if turn.senses.me.id == h && turn.senses.tick == 0 {
            turn.intent.signal(7);
        }
        if turn.senses.me.id == i {
            turn.memory.remember(&turn.senses.sight[0].signal);
        }
    });
    for expected in [0, 7, 7] {
        stage.tick();
        assert_eq!(memory_of::<u64>(&stage, i), expected);
    }
}

/// Counts the ticks in which the carnivore of a scene sees the herbivore.
fn sightings(scene: Scene, ticks: u64) -> u64 {
    let (wolf, prey) = (scene.id('w'), scene.id('h'));
    let mut stage = scene.rule("living_animal", 0.0).go(move |turn| {
        if turn.senses.me.id == wolf && turn.senses.sight.iter().any(|s| s.id == prey) {
            turn.memory.remember(&(turn.memory.recall::<u64>() + 1));
        }
    });
    stage.ticks(ticks);
    memory_of(&stage, wolf)
}

#[test]
fn camouflage_is_the_probability_of_not_being_noticed() {
    let hidden = |points| Scene::new("w.h").points('h', [0.0, 0.0, 0.0, 0.0, 0.0, points, 0.0]);
    assert_eq!(sightings(hidden(0.0), 500), 500);
    // The best camouflage hides nine times in ten, half of it half as often.
    assert!((30..=70).contains(&sightings(hidden(100.0), 500)));
    assert!((245..=305).contains(&sightings(hidden(50.0), 500)));
}

#[test]
fn with_occlusion_bodies_and_terrain_hide_organisms_behind_them() {
    // The last line of sight passes between two water cells that meet at a corner.
    for (picture, is_clear) in
        [("w.h", true), ("wgh", false), ("w~h", false), ("w~. ~.. ..h", true)]
    {
        let scene = Scene::new(picture);
        assert_eq!(
            sightings(scene.clone(), 1),
            1,
            "{picture}: nothing is hidden without occlusion"
        );
        let seen = sightings(scene.rule("occlusion", 1.0), 1);
        assert_eq!(seen == 1, is_clear, "{picture}");
    }
}

#[test]
fn sensor_range_follows_the_rule() {
    // The distance from the centre of one to the nearest side of the other is a cell and a half.
    let scene = |sight| Scene::new("w.h").rule("sight_base", sight);
    assert_eq!(sightings(scene(36.0), 1), 1);
    assert_eq!(sightings(scene(35.9), 1), 0);
}
