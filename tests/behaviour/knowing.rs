//! What creatures ask about others, paths and messages: the examples `herald` of the kits are compared
//! with a script that does the same, over generated turns.

use std::collections::BTreeMap;
use std::sync::Arc;

use terrarium::behaviour::script::Script;
use terrarium::behaviour::wasm::Wasm;
use terrarium::behaviour::{FaultKind, LinkSighting, Note, Notes};
use terrarium::prelude::*;
use terrarium::space::terrain::Terrain;
use terrarium_testing::neighbourhood::{neighbours, turn};
use terrarium_testing::turns;

use crate::modules::{load, module};

const KITS: [(&str, &[u8]); 3] = [
    ("Rust", include_bytes!("../creatures/herald-rust.wasm")),
    ("C", include_bytes!("../creatures/herald-c.wasm")),
    ("AssemblyScript", include_bytes!("../creatures/herald-assemblyscript.wasm")),
];

const SCRIPT: &str = include_str!("../creatures/herald/behaviour.rhai");

/// Tiles of 50 units, with the creature of [`turn`] in the middle of the room at the left.
const MAP: [&str; 20] = [
    "                    ",
    "                    ",
    "    ~~~~~~~~~~~~    ",
    "    ~          ~    ",
    "    ~          ~    ",
    "    ~          ~    ",
    "    ~  ~~~~~~  ~    ",
    "    ~  ~    ~  ~    ",
    "    ~  ~    ~  ~    ",
    "    ~       ~  ~    ",
    "    ~       ~  ~    ",
    "    ~  ~    ~  ~    ",
    "    ~  ~    ~  ~    ",
    "    ~  ~~~~~~  ~    ",
    "    ~          ~    ",
    "    ~              ~",
    "    ~~~~~~~~~~~~~~~~",
    "                    ",
    "          ~~~       ",
    "          ~ ~       ",
];

fn map() -> Arc<GroundMap> {
    let terrain = Terrain::from_rows("rooms", MAP).unwrap().with_tile_side(50.0).unwrap();
    Arc::new(GroundMap::new(terrain.area(), Some(terrain), Vec::new(), Vec::new()))
}

fn range(rng: &mut CreatureRng, least: f64, greatest: f64) -> f64 {
    least + rng.random::<f64>() * (greatest - least)
}

fn condition(rng: &mut CreatureRng) -> Condition {
    let states =
        [EnergyState::Deteriorating, EnergyState::Hungry, EnergyState::Normal, EnergyState::Full];
    Condition {
        damage: range(rng, 0.0, 1.0),
        state: states[rng.random_range(0..4)],
        mature: rng.random(),
        max_speed: range(rng, 0.0, 30.0),
        attack: range(rng, 0.0, 900.0),
        defence: range(rng, 0.0, 900.0),
        doing: Activity::ALL[rng.random_range(0..6)],
    }
}

fn message(rng: &mut CreatureRng) -> Message {
    let length = rng.random_range(0..=32);
    Message {
        from: OrganismId(rng.random_range(2..40)),
        species: SpeciesId(1),
        place: DVec2::new(range(rng, -50.0, 1050.0), range(rng, -50.0, 1050.0)),
        bytes: (0..length).map(|_| rng.random()).collect(),
    }
}

fn link(rng: &mut CreatureRng) -> LinkSighting {
    let mut place = || DVec2::new(range(rng, 0.0, 1000.0), range(rng, 0.0, 1000.0));
    let (near, far) = (place(), place());
    LinkSighting {
        link: rng.random_range(0..200),
        near,
        far,
        ticks: rng.random_range(0..1000),
        is_open: rng.random(),
        gap: range(rng, 0.0, 300.0),
    }
}

#[test]
fn heralds_of_every_kit_decide_as_the_script() {
    let none = BTreeMap::new();
    let rules = Rules::default();
    let script = Script::new(Kind::Herbivore, SCRIPT, &none, &rules).unwrap();
    let map = map();
    let mut paths = [0; 2];
    for (name, source) in KITS {
        let module = Wasm::new(Kind::Herbivore, source, &none, &rules).unwrap();
        let mut rng = CreatureRng::new(4);
        for _ in 0..400 {
            let neighbours = neighbours();
            let seen = rng.random_range(0..=neighbours.len());
            let conditions: Vec<_> = (0..seen).map(|_| condition(&mut rng)).collect();
            let messages: Vec<_> = (0..rng.random_range(0..4)).map(|_| message(&mut rng)).collect();
            let links: Vec<_> = (0..rng.random_range(0..4)).map(|_| link(&mut rng)).collect();
            let turn = || {
                let mut turn = turn(&neighbours[..seen]);
                turn.senses.conditions = conditions[..].into();
                turn.senses.messages = &messages;
                turn.senses.links = &links;
                turn.senses.ground = &map;
                turn.senses.me.moving_cost = 0.028;
                turn.notes = Notes::wanted();
                turn
            };
            let (mut expected, mut found) = ([turn()], [turn()]);
            script.decide(&mut expected);
            module.decide(&mut found);
            let ([expected], [found]) = (expected, found);
            assert_eq!((&expected.fault, &found.fault), (&None, &None), "{name}");
            assert_eq!(found.notes, expected.notes, "{name}: {messages:?}");
            assert_eq!(found.intent, expected.intent, "{name}: {messages:?}");
            assert!(expected.intent.tell.is_some());
            let path = |note: &Note| matches!(note, Note::Log(text) if text.starts_with("path"));
            paths[0] += expected.notes.into_list().iter().filter(|note| path(note)).count();
            paths[1] += messages.len();
        }
    }
    // Some places cannot be reached.
    assert!(paths[0] > 200 && paths[1] > paths[0] + 200, "{paths:?}");
}

#[test]
fn scripts_read_conditions_of_any_expression() {
    let sight = [
        turns::sighting(11, SightingKind::Plant, 10.0),
        turns::sighting(12, SightingKind::Carnivore, 30.0),
    ];
    let mut conditions = [Condition::DEAD; 2];
    conditions[1] =
        Condition { damage: 0.25, max_speed: 9.5, doing: Activity::Eating, ..conditions[1] };
    for expression in [
        "find(12).damage",
        "all(\"carnivore\")[0].damage",
        "nearest(\"carnivore\")?.damage",
        "last(all(\"any\")).damage",
        "{ let seen = find(12); seen.damage }",
        "0.25 * hurt(find(12))",
        "if find(12).doing == \"eating\" && find(11).damage == 1.0 { 0.25 } else { 0 }",
        "find(12).max_speed - 9.25",
        "min_by(all(\"any\"), \"damage\").damage",
        "map(all(\"any\"), \"damage\")[1]",
        "{ let name = \"damage\"; map(all(\"any\"), name)[1] }",
        "if all(\"any\").sort_by(`max_speed`)[0].id == 11 { 0.25 } else { 0 }",
    ] {
        let source = format!(
            "fn hurt(whom) {{ whom.damage * 4.0 }}\nfn last(list) {{ list[-1] }}\nfn on_tick() {{ log(`${{{expression}}}`); }}"
        );
        let script = turns::script(&source).unwrap_or_else(|refusal| panic!("{refusal}"));
        let mut turn = turns::turn(&sight, &[]);
        turn.senses.conditions = conditions[..].into();
        let done = turns::run(&*script, turn);
        assert_eq!(done.fault, None, "{expression}");
        assert_eq!(done.notes.into_list(), [Note::Log("0.25".to_owned())], "{expression}");
    }
}

#[test]
fn messages_are_texts_or_bytes() {
    let told = |script: &str| {
        let script = turns::script(&format!("fn on_tick() {{ {script}; }}")).unwrap();
        let done = turns::run(&*script, turns::turn(&[], &[]));
        (done.intent.tell, done.fault.map(|fault| fault.to_string()))
    };
    assert_eq!(told("tell(\"wolf!\")"), (Some(b"wolf!".to_vec()), None));
    assert_eq!(told("tell([1, 0, 255])"), (Some(vec![1, 0, 255]), None));
    assert_eq!(told("tell(\"one\"); tell(\"two\")"), (Some(b"two".to_vec()), None));
    for wrong in ["tell([256])", "tell([-1])", "tell([\"x\"])", "tell(7)"] {
        let (message, fault) = told(wrong);
        let reason = fault.unwrap();
        let expected = "here must be a text, or a list of integers from 0 to 255";
        assert!(message.is_none() && reason.contains(expected), "{wrong}: {reason}");
    }
}

#[test]
fn a_search_for_a_path_is_charged_by_its_steps() {
    let map = map();
    let spent = |x: f64, y: f64| {
        let script = format!("fn on_tick() {{ log(`${{path_length({x}, {y})}}`); }}");
        let script = turns::script(&script).unwrap();
        let mut turn = turns::turn(&[], &[]);
        turn.senses.ground = &map;
        let done = turns::run(&*script, turn);
        assert_eq!(done.fault, None);
        (done.spent, done.notes.into_list())
    };
    let (near, _) = spent(520.0, 500.0);
    let (far, length) = spent(900.0, 100.0);
    let (unreachable, none) = spent(575.0, 975.0);
    assert!(near < far && unreachable <= near, "{near}, {far}, {unreachable}");
    assert_eq!(none, [Note::Log(String::new())]);
    assert!(matches!(&length[..], [Note::Log(text)] if text.parse::<f64>().unwrap() > 900.0));
}

#[test]
fn a_search_for_a_path_ends_with_the_budget() {
    let map = map();
    let mut rules = Rules::default();
    rules.set("turn_budget", 60.0).unwrap();
    let script =
        turns::script_with("fn on_tick() { halt(); path_length(900, 100); }", &[], &rules).unwrap();
    let mut turn = turns::turn(&[], &[]);
    turn.senses.ground = &map;
    let done = turns::run(&*script, turn);
    assert_eq!(done.fault.unwrap().kind, FaultKind::OverBudget);
    assert_eq!(done.spent, 60);
}

#[test]
fn what_the_host_writes_for_a_module_is_gone_after_the_turn() {
    let imports = r#"(import "terrarium" "heard" (func $heard (param i32 i32) (result i32)))
        (import "terrarium" "condition" (func $condition (param i32 i32) (result i32)))"#;
    // Across the border of two chunks, and at the very end of the memory.
    for (call, size) in [("$heard", 64_u32), ("$condition", 40)] {
        for address in [300_000_u32, 5 * 65_536 - size, 512 * 600 - 8] {
            let sum = format!(
                "(i32.store (i32.const 4) (i32.const 32))
                 (local.set $i (i32.const 0))
                 (loop $on
                   (i64.store (i32.const 64) (i64.add (i64.load (i32.const 64))
                     (i64.load8_u (i32.add (i32.const {address}) (local.get $i)))))
                   (local.set $i (i32.add (local.get $i) (i32.const 1)))
                   (br_if $on (i32.lt_u (local.get $i) (i32.const {size}))))
                 (drop (call {call} (i32.const 0) (i32.const {address})))"
            );
            let behaviour = load(module(imports, &sum)).unwrap();
            let sight = neighbours();
            let conditions = [Condition { mature: true, ..Condition::DEAD }];
            let messages = [Message {
                from: OrganismId(77),
                species: SpeciesId(1),
                place: DVec2::splat(3.3),
                bytes: vec![9; 32].into(),
            }];
            for _ in 0..3 {
                let mut turns = [turn(&sight), turn(&sight)];
                for turn in &mut turns {
                    turn.senses.conditions = conditions[..].into();
                    turn.senses.messages = &messages;
                }
                behaviour.decide(&mut turns);
                let found = turns.map(|turn| (turn.fault, turn.intent.signal));
                assert_eq!(found, [(None, Some(0)), (None, Some(0))], "{call} {address}");
            }
        }
    }
}

#[test]
fn a_record_outside_the_memory_fails_the_turn() {
    let import = r#"(import "terrarium" "heard" (func $heard (param i32 i32) (result i32)))"#;
    for (address, fails) in [(5 * 65_536 - 64, false), (5 * 65_536 - 63, true), (u32::MAX, true)] {
        let address = address.cast_signed();
        let call = format!("(drop (call $heard (i32.const 0) (i32.const {address})))");
        let behaviour = load(module(import, &call)).unwrap();
        let messages = [Message {
            from: OrganismId(77),
            species: SpeciesId(1),
            place: DVec2::ZERO,
            bytes: Box::default(),
        }];
        let mut turns = [turn(&[])];
        turns[0].senses.messages = &messages;
        behaviour.decide(&mut turns);
        assert_eq!(turns[0].fault.is_some(), fails, "{address}");
    }
}

#[test]
fn modules_know_the_dna_of_the_second_parent_and_mutate_and_cross() {
    let imports = r#"(import "terrarium" "needs_partner" (func $needs_partner (result i32)))
        (import "terrarium" "second_dna" (func $second_dna (param i32 i32) (result i32)))
        (import "terrarium" "mutated" (func $mutated (param f64 f64) (result f64)))
        (import "terrarium" "crossed" (func $crossed (param f64 f64) (result f64)))"#;
    let signalled = |code: &str, dna: &[u8]| -> u64 {
        let code = format!("(i32.store (i32.const 4) (i32.const 32)) {code}");
        let behaviour = load(module(imports, &code)).unwrap();
        let mut turns = [turn(&[]), turn(&[])];
        (turns[0].senses.me.second_dna, turns[0].senses.me.needs_partner) = (dna, true);
        behaviour.decide(&mut turns);
        assert_eq!((&turns[0].fault, &turns[1].fault), (&None, &None));
        let [with, without] = turns.map(|turn| turn.intent.signal.unwrap());
        assert!(dna.is_empty() || without == 0, "nothing is left of another animal");
        with
    };
    // The signal is the number at 64.
    let read = "(drop (call $second_dna (i32.const 64) (i32.const 8)))";
    assert_eq!(signalled(read, &[7, 1]), 263);
    assert_eq!(signalled(read, &[1; 40]), 0x0101_0101_0101_0101);
    let length = "(i64.store (i32.const 64) (i64.extend_i32_u
        (i32.mul (call $needs_partner) (call $second_dna (i32.const 300000) (i32.const 8)))))";
    assert_eq!(signalled(length, &[1; 40]), 40);
    let number =
        |code: &str| f64::from_bits(signalled(&format!("(f64.store (i32.const 64) {code})"), &[]));
    let mutated = number("(call $mutated (f64.const 200) (f64.const 0.05))");
    assert!(mutated != 200.0 && (mutated - 200.0).abs() <= 10.0, "{mutated}");
    assert_eq!(number("(call $mutated (f64.const 200) (f64.const 0))"), 200.0);
    assert_eq!(number("(call $mutated (f64.const 200) (f64.const -1))"), 200.0);
    let crossed = number("(call $crossed (f64.const 3) (f64.const 4))");
    assert!(crossed == 3.0 || crossed == 4.0, "{crossed}");
}
