//! What a turn costs, by kind of behaviour: the same grazer as native code and as WebAssembly
//! modules, with eight neighbours in sight, the handing over of senses included.
//!
//! `cargo bench --bench behaviour_turns`

#[path = "../tests/turns/mod.rs"]
mod turns;

use std::collections::BTreeMap;
use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use terrarium::behaviour::native;
use terrarium::behaviour::wasm::Wasm;
use terrarium::prelude::*;

/// How many creatures decide at once, as in a tick.
const BATCH: usize = 128;

fn measure(criterion: &mut Criterion) {
    let (none, rules) = (BTreeMap::new(), Rules::default());
    let module = |bytes: &[u8]| -> Box<dyn Behaviour> {
        Box::new(Wasm::new(bytes, &none, &rules).expect("the module is sound"))
    };
    let native = native::behaviour(Kind::Herbivore, "grazer", &none).expect("there is a grazer");
    let kinds = [
        ("native", native),
        ("wasm_rust", module(include_bytes!("../tests/creatures/grazer-rust.wasm"))),
        ("wasm_c", module(include_bytes!("../tests/creatures/grazer-c.wasm"))),
        ("wasm_rust_browser", module(include_bytes!("../tests/creatures/browser-rust.wasm"))),
    ];
    let sight = turns::neighbours();
    let mut group = criterion.benchmark_group("turn");
    group.throughput(Throughput::Elements(BATCH as u64));
    for (name, behaviour) in kinds {
        let mut turns: Vec<_> = (0..BATCH).map(|_| turns::turn(&sight)).collect();
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

criterion_group!(benches, measure);
criterion_main!(benches);
