//! Measures a turn by kind of behaviour: a creature with eight visible neighbours, the transfer
//! of its senses included; and the slowest turns that the budget of a script allows.
//!
//! `cargo bench -p terrarium-benches --bench behaviours`

#![allow(
    clippy::disallowed_methods,
    clippy::cast_precision_loss,
    reason = "a benchmark reads the clock and prints rounded figures"
)]

use std::hint::black_box;
use std::time::Instant;

use terrarium::behaviour::{self, Behaviour, Sighting, SightingKind};
use terrarium::rules::Rules;
use terrarium::species::{BehaviourChoice, Kind};
use terrarium_testing::turns::{script, sighting, turn};

/// The number of turns in one batch.
const BATCH: usize = 128;

/// The cautious grazer, which uses the helper functions of the host.
const WITH_HELPERS: &str = include_str!("../tests/creatures/grazer/behaviour.rhai");

/// A script that finds the nearest plant in a loop of its own.
const WITH_A_LOOP: &str = r#"
    fn on_tick() {
        let best = ();
        let least = 1000000.0;
        for s in all("any") {
            if s.kind == "plant" && s.food > 0.0 && s.gap < least { best = s; least = s.gap; }
        }
        if best != () { go_beside(best, 5); eat(best); }
    }
"#;

/// Scripts whose turns are as slow as the budget allows.
const SLOWEST: [(&str, &str); 10] = [
    ("an empty loop", "loop { }"),
    ("searches", "loop { nearest(\"carcass\"); }"),
    ("lists assigned", "let a = all(\"any\"); for i in 0..100 { a.push(i); } loop { let b = a; }"),
    ("strings", "let s = \"abcdefghijklmnop\"; for i in 0..5 { s += s; } loop { let t = s + s; }"),
    ("maps that grow", "let m = #{}; let i = 0; loop { m[`k${i}`] = m.len(); i += 1; }"),
    ("maps assigned", "let m = #{}; for i in 0..500 { m[`k${i}`] = i; } loop { let n = m; }"),
    (
        "maps of lists",
        "let m = #{}; let a = all(\"any\"); for i in 0..100 { a.push(i); } for i in 0..500 { m[`k${i}`] = a; } loop { let n = m; }",
    ),
    (
        "lists in place",
        "let a = []; for i in 0..128 { a.push(i); } for i in 0..127 { a[i] = a; } loop { let b = a; }",
    ),
    ("memory", "memory.a = []; for i in 0..100 { memory.a.push(i); } loop { let b = memory.a; }"),
    ("lists of lists", "let a = []; for i in 0..60 { a.push([i]); } loop { let b = [a]; }"),
];

fn main() {
    println!("Measures turns of scripts, beside a native behaviour.\n");
    let native = BehaviourChoice::native("grazer");
    let native = behaviour::make(Kind::Herbivore, &native, &Rules::default()).expect("it ships");
    let scripted = |source: &str| script(source).unwrap_or_else(|error| panic!("{error}"));
    println!("| behaviour | µs per turn |\n|---|---|");
    for (name, behaviour) in [
        ("native grazer", native),
        ("script with helpers", scripted(WITH_HELPERS)),
        ("script with a loop", scripted(WITH_A_LOOP)),
        ("script that does nothing", scripted("fn on_tick() { }")),
        ("script without a matching handler", scripted("fn on_grew() { }")),
    ] {
        println!("| {name} | {:.3} |", seconds_per_turn(&*behaviour, 200) * 1e6);
    }
    println!("\n| slowest turn | ms |\n|---|---|");
    for (name, body) in SLOWEST {
        let source = format!("fn on_tick() {{ {body} }}");
        let behaviour = scripted(&source);
        println!("| {name} | {:.2} |", seconds_per_turn(&*behaviour, 1) * 1e3);
    }
}

/// The mean duration of a turn in seconds, over some batches of turns with eight neighbours.
fn seconds_per_turn(behaviour: &dyn Behaviour, batches: usize) -> f64 {
    let sightings: Vec<Sighting> = (0..8_u32)
        .map(|n| {
            sighting(
                n.into(),
                if n == 3 { SightingKind::Carnivore } else { SightingKind::Plant },
                20.0 * f64::from(n),
            )
        })
        .collect();
    let size = if batches == 1 { 4 } else { BATCH };
    let mut spent = 0.0;
    for _ in 0..batches {
        let mut turns: Vec<_> = (0..size).map(|_| turn(&sightings, &[])).collect();
        let start = Instant::now();
        behaviour.decide(&mut turns);
        spent += start.elapsed().as_secs_f64();
        black_box(turns);
    }
    spent / (batches * size) as f64
}
