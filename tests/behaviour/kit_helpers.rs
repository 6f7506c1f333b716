//! The helpers of the kits decide as the functions of the same names in scripts: the examples `forager`
//! use all of them, and are compared with a script that does the same, over generated turns.

use std::collections::BTreeMap;

use terrarium::behaviour::script::Script;
use terrarium::behaviour::wasm::Wasm;
use terrarium::prelude::*;
use terrarium_testing::neighbourhood::turn;

use crate::conformance::copy;

const KITS: [(&str, &[u8]); 3] = [
    ("Rust", include_bytes!("../creatures/forager-rust.wasm")),
    ("C", include_bytes!("../creatures/forager-c.wasm")),
    ("AssemblyScript", include_bytes!("../creatures/forager-assemblyscript.wasm")),
];

const SCRIPT: &str = include_str!("../creatures/forager/behaviour.rhai");

/// What a creature perceives in one turn, besides its memory.
struct Scene {
    me: OwnState<'static>,
    sight: Vec<Sighting>,
    events: Vec<Event>,
}

fn chance(rng: &mut CreatureRng, probability: f64) -> bool {
    rng.random::<f64>() < probability
}

fn range(rng: &mut CreatureRng, least: f64, greatest: f64) -> f64 {
    least + rng.random::<f64>() * (greatest - least)
}

fn point(rng: &mut CreatureRng) -> DVec2 {
    DVec2::new(range(rng, 14.0, 986.0), range(rng, 14.0, 986.0))
}

fn scene(rng: &mut CreatureRng) -> Scene {
    let mut me = turn(&[]).senses.me;
    me.centre = point(rng);
    if chance(rng, 0.3) {
        // At a border or in a corner, where flights turn aside.
        me.centre.x = if chance(rng, 0.5) { 14.0 } else { 986.0 };
    }
    if chance(rng, 0.3) {
        me.centre.y = if chance(rng, 0.5) { 14.0 } else { 986.0 };
    }
    me.travelling = chance(rng, 0.3);
    me.energy = range(rng, 0.0, me.max_energy);
    me.can_reproduce = chance(rng, 0.2);
    me.max_speed = range(rng, 1.0, 30.0);
    let mut sight: Vec<_> = (0..rng.random_range(0..12)).map(|_| sighting(rng, &me)).collect();
    sight.sort_by_key(|s| s.id);
    sight.dedup_by_key(|s| s.id);
    sight.sort_by(|a, b| a.gap.total_cmp(&b.gap));
    let events = (0..rng.random_range(0..3)).map(|_| event(rng)).collect();
    Scene { me, sight, events }
}

fn sighting(rng: &mut CreatureRng, me: &OwnState<'_>) -> Sighting {
    let kinds = [
        SightingKind::Plant,
        SightingKind::Plant,
        SightingKind::Herbivore,
        SightingKind::Carnivore,
        SightingKind::Carcass,
    ];
    let kind = kinds[rng.random_range(0..kinds.len())];
    let feeds = matches!(kind, SightingKind::Plant | SightingKind::Carcass);
    let gap = if chance(rng, 0.2) { range(rng, 0.0, 3.0) } else { range(rng, 0.0, 180.0) };
    Sighting {
        id: OrganismId(rng.random_range(2..40)),
        kind,
        species: SpeciesId(rng.random_range(0..4)),
        centre: me.centre + DVec2::new(range(rng, -200.0, 200.0), range(rng, -200.0, 200.0)),
        radius: 12.0,
        velocity: DVec2::new(range(rng, -9.0, 9.0), range(rng, -9.0, 9.0)),
        food: if feeds && chance(rng, 0.9) { range(rng, 0.0, 90.0) } else { 0.0 },
        signal: 0,
        gap,
        hostile: chance(rng, 0.1),
    }
}

fn event(rng: &mut CreatureRng) -> Event {
    let other = OrganismId(rng.random_range(2..40));
    let target = chance(rng, 0.8).then_some(other);
    let why = Refusal::ALL[rng.random_range(0..Refusal::ALL.len())];
    let what = match rng.random_range(0..4) {
        0 => EventKind::Attacked { by: other, damage: 2.0 },
        1 => EventKind::Arrived,
        _ => EventKind::Refused { slot: ActionKind::Move, why, target },
    };
    Event { to: OrganismId(1), species: SpeciesId(1), what }
}

fn module(kind: Kind, source: &[u8], parameters: &BTreeMap<String, f64>) -> Wasm {
    Wasm::new(kind, source, parameters, &Rules::default()).unwrap()
}

/// The turn in a scene, with a memory.
fn turn_in<'a>(scene: &'a Scene, tick: u64, memory: Memory, rng: &CreatureRng) -> Turn<'a> {
    let mut turn = turn(&scene.sight);
    turn.senses.tick = tick;
    turn.senses.me = scene.me.clone();
    turn.senses.events = &scene.events;
    turn.rng = rng.clone();
    copy(&turn, memory)
}

/// Compares a module with the script over the lives of many creatures, and counts their decisions.
fn compare(name: &str, kind: Kind, source: &[u8], tally: &mut BTreeMap<&'static str, u64>) {
    let parameters = BTreeMap::from([("caution".to_owned(), 75.0)]);
    let module = module(kind, source, &parameters);
    let script = Script::new(kind, SCRIPT, &parameters, &Rules::default()).unwrap();
    for seed in 0..100 {
        let mut rng = CreatureRng::new(seed);
        let (mut of_script, mut of_module) = (Memory::default(), Memory::default());
        for tick in 70..110 {
            let scene = scene(&mut rng);
            let mut expected = [turn_in(&scene, tick, of_script, &rng)];
            let mut found = [turn_in(&scene, tick, of_module, &rng)];
            script.decide(&mut expected);
            module.decide(&mut found);
            let ([expected], [found]) = (expected, found);
            let place = || format!("{name}, {kind:?}, seed {seed}, tick {tick}: {expected:?}");
            assert_eq!((&expected.fault, &found.fault), (&None, &None), "{}", place());
            assert_eq!(found.intent, expected.intent, "{}", place());
            assert_eq!(found.rng, expected.rng, "{}", place());
            assert_eq!(found.notes, expected.notes, "{}", place());
            count(&expected.intent, tally);
            (of_script, of_module) = (expected.memory, found.memory);
        }
    }
}

fn count(intent: &Intent, tally: &mut BTreeMap<&'static str, u64>) {
    let counted = [
        ("attack", intent.attack.is_some()),
        ("defend", intent.defend.is_some()),
        ("eat", intent.eat.is_some()),
        ("halt", intent.movement == Movement::Halt),
        ("reproduce", intent.reproduce.is_some()),
        ("go", matches!(intent.movement, Movement::Go { .. })),
        ("continue", intent.movement == Movement::Continue),
    ];
    for (name, is_counted) in counted {
        *tally.entry(name).or_default() += u64::from(is_counted);
    }
}

#[test]
fn the_helpers_of_every_kit_decide_as_those_of_scripts() {
    for (name, source) in KITS {
        let mut tally = BTreeMap::new();
        for kind in [Kind::Herbivore, Kind::Carnivore] {
            compare(name, kind, source, &mut tally);
        }
        assert!(tally.values().all(|&times| times > 20), "{name}: {tally:?}");
    }
}

#[test]
fn a_failed_module_reports_its_message_and_place() {
    let parameters = BTreeMap::from([("fault".to_owned(), 1.0)]);
    let reasons = KITS.map(|(_, source)| {
        let mut turns = [turn(&[])];
        module(Kind::Herbivore, source, &parameters).decide(&mut turns);
        let fault = turns[0].fault.clone().expect("it fails on purpose");
        assert!(fault.line_and_column().is_some(), "{fault}");
        fault.to_string()
    });
    insta::assert_snapshot!(reasons.join("\n"), @"
    trapped: a fault at tick 77 in examples/forager/src/lib.rs (line 37, column 9)
    trapped: a fault in forager.c (line 45)
    trapped: a fault in examples/forager.ts (line 56, column 29)
    ");
}
