//! What a turn costs, by kind of behaviour: a creature among eight others, its senses handed over;
//! and the dearest turns that a script can make of its budget.
//!
//! `cargo bench -p terrarium-benches --bench behaviours`

#![allow(
    clippy::disallowed_methods,
    clippy::cast_precision_loss,
    reason = "a benchmark looks at the clock and prints rounded figures"
)]

#[path = "../tests/behaviour/turns.rs"]
mod turns;

use std::hint::black_box;
use std::time::Instant;

use terrarium::behaviour::{self, Behaviour, Sighting, SightingKind};
use terrarium::rules::Rules;
use terrarium::species::{BehaviourChoice, Kind};
use turns::{script, sighting, turn};

/// How many turns are handed over at once.
const BATCH: usize = 128;

/// The cautious grazer, with what the host offers.
const WITH_HELPERS: &str = include_str!("../tests/creatures/grazer/behaviour.rhai");

/// What finds the nearest plant by itself.
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

/// Turns that take as long as they can.
const DEAREST: [(&str, &str); 10] = [
    ("an empty loop", "loop { }"),
    ("searches", "loop { nearest(\"carcass\"); }"),
    ("lists handed on", "let a = all(\"any\"); for i in 0..100 { a.push(i); } loop { let b = a; }"),
    ("strings", "let s = \"abcdefghijklmnop\"; for i in 0..5 { s += s; } loop { let t = s + s; }"),
    ("maps that grow", "let m = #{}; let i = 0; loop { m[`k${i}`] = m.len(); i += 1; }"),
    ("maps copied", "let m = #{}; for i in 0..500 { m[`k${i}`] = i; } loop { let n = m; }"),
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
    let native = BehaviourChoice::native("grazer");
    let native = behaviour::make(Kind::Herbivore, &native, &Rules::default()).expect("it ships");
    let scripted = |source: &str| script(source).unwrap_or_else(|refusal| panic!("{refusal}"));
    println!("| behaviour | µs a turn |\n|---|---|");
    for (name, behaviour) in [
        ("native grazer", native),
        ("script with helpers", scripted(WITH_HELPERS)),
        ("script with a loop", scripted(WITH_A_LOOP)),
        ("script that does nothing", scripted("fn on_tick() { }")),
        ("script without reason", scripted("fn on_grew() { }")),
    ] {
        println!("| {name} | {:.3} |", seconds_a_turn(&*behaviour, 200) * 1e6);
    }
    println!("\n| dearest turn | ms |\n|---|---|");
    for (name, body) in DEAREST {
        let source = format!("fn on_tick() {{ {body} }}");
        let behaviour = scripted(&source);
        println!("| {name} | {:.2} |", seconds_a_turn(&*behaviour, 1) * 1e3);
    }
}

/// The mean over some batches of turns among eight others.
fn seconds_a_turn(behaviour: &dyn Behaviour, batches: usize) -> f64 {
    let sight: Vec<Sighting> = (0..8_u32)
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
        let mut turns: Vec<_> = (0..size).map(|_| turn(&sight, &[])).collect();
        let start = Instant::now();
        behaviour.decide(&mut turns);
        spent += start.elapsed().as_secs_f64();
        black_box(turns);
    }
    spent / (batches * size) as f64
}
