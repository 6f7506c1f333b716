//! Measures a turn by kind of behaviour: the same grazer as native code and as WebAssembly modules,
//! with eight visible neighbours, the transfer of senses included; and worst-case turns that exhaust
//! their budget.
//!
//! `cargo bench -p terrarium-benches --bench behaviour_turns`

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::Duration;

use terrarium::behaviour::native;
use terrarium::behaviour::wasm::Wasm;
use terrarium::prelude::*;
use terrarium_testing::neighbourhood;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// The number of creatures that decide in one batch, as in a tick.
const BATCH: usize = 128;

fn measure(criterion: &mut Criterion) {
    println!("Measures turns of WebAssembly modules, beside the same behaviour as native code.\n");
    let (none, rules) = (BTreeMap::new(), Rules::default());
    let module = |bytes: &[u8]| -> Box<dyn Behaviour> {
        Box::new(Wasm::new(Kind::Herbivore, bytes, &none, &rules).expect("the module is valid"))
    };
    let native = native::behaviour(Kind::Herbivore, "grazer", &none).expect("the grazer ships");
    let kinds = [
        ("native", native),
        ("wasm_rust", module(include_bytes!("../tests/creatures/grazer-rust.wasm"))),
        ("wasm_c", module(include_bytes!("../tests/creatures/grazer-c.wasm"))),
        ("wasm_rust_browser", module(include_bytes!("../tests/creatures/browser-rust.wasm"))),
    ];
    let neighbours = neighbourhood::neighbours();
    let mut group = criterion.benchmark_group("turn");
    group.throughput(Throughput::Elements(BATCH as u64));
    for (name, behaviour) in kinds {
        let mut turns: Vec<_> = (0..BATCH).map(|_| neighbourhood::turn(&neighbours)).collect();
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                behaviour.decide(&mut turns);
                black_box(&turns);
            });
        });
        assert!(turns.iter().all(|turn| turn.fault.is_none() && turn.intent != Intent::default()));
    }
    group.finish();
}

/// A module that repeats an instruction until its budget is exhausted.
fn endless(instruction: &str) -> String {
    let locals = "i64 ".repeat(250);
    format!(
        r#"(module
            (import "terrarium" "pow" (func $pow (param f64 f64) (result f64)))
            (memory (export "memory") 64)
            (func $wide (local {locals}))
            (func (export "terrarium_abi") (result i32) (i32.const 1))
            (func (export "terrarium_buffer") (result i32) (i32.const 0))
            (func (export "terrarium_turn") (local $i i32)
                (loop $on
                    (local.set $i (i32.add (local.get $i) (i32.const 70001)))
                    {instruction}
                    (br $on))))"#
    )
}

fn measure_worst(criterion: &mut Criterion) {
    let far = "(i32.and (local.get $i) (i32.const 0x3ffff8))";
    let instructions = [
        ("nothing", String::new()),
        ("storing", format!("(i64.store {far} (i64.const 1))")),
        (
            "dividing",
            "(drop (i64.rem_s (i64.const -9223372036854775807) (i64.extend_i32_s (local.get $i))))"
                .to_owned(),
        ),
        ("calling", "(call $wide)".to_owned()),
        ("filling", "(memory.fill (i32.const 0) (i32.const 1) (i32.const 4194304))".to_owned()),
        (
            "copying",
            "(memory.copy (i32.const 0) (i32.const 2097152) (i32.const 2097152))".to_owned(),
        ),
        ("powers", "(drop (call $pow (f64.const 1.000001) (f64.const 1e5)))".to_owned()),
        ("growing", "(drop (memory.grow (i32.const 1)))".to_owned()),
    ];
    let neighbours = neighbourhood::neighbours();
    let mut group = criterion.benchmark_group("worst_turn");
    group.sample_size(10);
    for (name, instruction) in instructions {
        let behaviour = Wasm::new(
            Kind::Herbivore,
            endless(&instruction).as_bytes(),
            &BTreeMap::new(),
            &Rules::default(),
        );
        let behaviour = behaviour.unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut turns = [neighbourhood::turn(&neighbours)];
        group.bench_function(name, |bencher| bencher.iter(|| behaviour.decide(&mut turns)));
        assert!(turns[0].fault.is_some(), "{name}");
    }
    group.finish();
}

// Plots would need a font, which may not be installed.
criterion_group! {
    name = benches;
    config = Criterion::default()
        .without_plots()
        .sample_size(30)
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_millis(1500));
    targets = measure, measure_worst
}
criterion_main!(benches);
