//! A module keeps no state between turns, neither in global variables nor in memory, with any
//! instruction and on any thread.

use proptest::prelude::*;
use rayon::prelude::*;
use terrarium::prelude::*;
use terrarium_testing::neighbourhood::{neighbours, turn};
use terrarium_testing::with_threads;

use crate::modules::{load, module, showing};

/// The signals of a number of creatures, whose turns run in batches on some threads.
fn signals(behaviour: &dyn Behaviour, creatures: usize, batch: usize, threads: usize) -> Vec<u64> {
    let sight = neighbours();
    let mut turns: Vec<_> = (0..creatures).map(|_| turn(&sight)).collect();
    with_threads(threads, || turns.par_chunks_mut(batch).for_each(|batch| behaviour.decide(batch)));
    let signal = |turn: &Turn<'_>| match &turn.fault {
        None => turn.intent.signal.unwrap(),
        Some(fault) => panic!("{fault}"),
    };
    turns.iter().map(signal).collect()
}

/// Modules that count their turns, each in a different place, and signal the count.
fn counting() -> Vec<(&'static str, String)> {
    let global = "(global $n (mut i64) (i64.const 0))";
    let in_memory = |load: &str, store: &str, add: &str, at: &str, show: &str| {
        let next = format!("({add} ({load} {at}) ({}.const 1))", &add[..3]);
        module(
            "",
            &(format!("({store} {at} {next})")
                + &*showing(&show.replace("IT", &format!("({load} {at})")))),
        )
    };
    let far = "(i32.add (local.get $i) (i32.const 300000))";
    vec![
        ("a global variable", module(global, &("(global.set $n (i64.add (global.get $n) (i64.const 1)))".to_owned() + &*showing("(global.get $n)")))),
        ("i64.store", in_memory("i64.load", "i64.store", "i64.add", far, "IT")),
        ("i32.store", in_memory("i32.load", "i32.store", "i32.add", far, "(i64.extend_i32_u IT)")),
        ("i32.store8", in_memory("i32.load8_u", "i32.store8", "i32.add", far, "(i64.extend_i32_u IT)")),
        ("i64.store32", in_memory("i64.load32_u", "i64.store32", "i64.add", far, "IT")),
        ("f64.store", in_memory("f64.load", "f64.store", "f64.add", far, "(i64.trunc_f64_u IT)")),
        ("f32.store", in_memory("f32.load", "f32.store", "f32.add", far, "(i64.trunc_f32_u IT)")),
        ("a constant address", in_memory("i64.load", "i64.store", "i64.add", "(i32.const 290000)", "IT")),
        ("a local address", in_memory("i64.load offset=300000", "i64.store offset=300000", "i64.add", "(local.get $j)", "IT")),
        ("a near offset", in_memory("i64.load offset=1023", "i64.store offset=1023", "i64.add", "(i32.const 301055)", "IT")),
        ("the end of the memory", in_memory("i64.load", "i64.store", "i64.add", "(i32.const 327672)", "IT")),
        ("the buffer's end", in_memory("i64.load", "i64.store", "i64.add", "(i32.const 262136)", "IT")),
        ("memory.fill", module("", &("(memory.fill (i32.const 270000) (i32.add (i32.load8_u (i32.const 279999)) (i32.const 1)) (i32.const 10000))".to_owned() + &*showing("(i64.load8_u (i32.const 275000))")))),
        ("memory.copy", module("(data (i32.const 280000) \"\\01\\02\\03\\04\\05\\06\\07\")", &("(memory.copy (i32.const 280000) (i32.const 280001) (i32.const 6))".to_owned() + &*showing("(i64.sub (i64.load8_u (i32.const 280000)) (i64.const 1))")))),
        ("memory.grow", module("", &("(drop (memory.grow (i32.const 1)))".to_owned() + &*showing("(i64.extend_i32_u (i32.sub (memory.size) (i32.const 5)))")))),
    ]
}

#[test]
fn a_module_that_counts_its_turns_never_gets_past_one() {
    for (place, source) in counting() {
        let behaviour = load(&source).unwrap_or_else(|refusal| panic!("{place}: {refusal}"));
        for (batch, threads) in [(1, 1), (128, 1), (7, 8)] {
            let counts = signals(&behaviour, 200, batch, threads);
            assert!(counts.iter().all(|&count| count == 1), "{place}: {:?}", &counts[..9]);
        }
    }
}

#[test]
fn the_buffer_holds_no_data_of_another_creature() {
    // Signals the sum of all words of the buffer after the lists.
    let sum = showing("(i64.const 0)")
        + "(local.set $i (i32.const 1500))
           (loop $on
             (i64.store (i32.const 64)
               (i64.add (i64.load (i32.const 64)) (i64.load offset=4 (local.get $i))))
             (local.set $i (i32.add (local.get $i) (i32.const 8)))
             (br_if $on (i32.lt_u (local.get $i) (i32.const 9000))))";
    let behaviour = load(module("", &sum)).unwrap();
    let few = neighbours();
    let many: Vec<_> = few.iter().cycle().take(80).cloned().collect();
    let alone = &mut [turn(&few)];
    behaviour.decide(alone);
    let mut turns = [turn(&many), turn(&few), turn(&many)];
    behaviour.decide(&mut turns);
    assert_eq!(turns[1].intent.signal, alone[0].intent.signal);
    assert_eq!(turns[0].intent.signal, turns[2].intent.signal);
    assert_ne!(turns[0].intent.signal, turns[1].intent.signal);
}

#[test]
fn the_state_set_up_by_a_start_function_is_there_in_every_turn() {
    let source = module(
        "(global $n (mut i64) (i64.const 0))
         (func $s (global.set $n (i64.const 40)) (i64.store (i32.const 300000) (i64.const 2)))
         (start $s)",
        &("(global.set $n (i64.add (global.get $n) (i64.load (i32.const 300000))))
           (i64.store (i32.const 300000) (i64.const 9))"
            .to_owned()
            + &*showing("(global.get $n)")),
    );
    assert_eq!(signals(&load(source).unwrap(), 5, 5, 1), [42; 5]);
}

/// An expression for an address.
fn address() -> impl Strategy<Value = String> {
    let near_edges =
        prop_oneof![0..320_000_u32, (256..312_u32, 0..16_u32).prop_map(|(k, d)| k * 1024 + d - 8)];
    (near_edges, 0..6).prop_map(|(at, form)| match form {
        0 => format!("(i32.const {at})"),
        1 => format!("(i32.add (local.get $i) (i32.const {at}))"),
        2 => format!("(local.tee $j (i32.const {at}))"),
        3 => "(local.get $j)".to_owned(),
        4 => format!("(select (i32.const {at}) (i32.const 7) (i32.const 1))"),
        _ => format!("(call $same (i32.const {at}))"),
    })
}

/// A piece of a program that writes to memory.
fn writing() -> impl Strategy<Value = String> {
    let store = (address(), 0..8_usize, prop_oneof![Just(0), 0..1100_u32, 1000..3000_u32]);
    let store = store.prop_map(|(at, kind, offset)| {
        let (store, value) = [
            ("i32.store", "(i32.const 77)"),
            ("i32.store8", "(i32.const 77)"),
            ("i32.store16", "(local.get $k)"),
            ("i64.store", "(i64.const 77)"),
            ("i64.store16", "(i64.load (i32.const 136))"),
            ("i64.store32", "(i64.const 77)"),
            ("f32.store", "(f32.const 77)"),
            ("f64.store", "(f64.add (f64.const 7) (f64.const 70))"),
        ][kind];
        format!("({store} offset={offset} {at} {value})")
    });
    let bulk = (address(), 0..5000_u32, any::<bool>()).prop_map(|(at, length, is_fill)| {
        let what = if is_fill { "memory.fill" } else { "memory.copy" };
        format!("({what} {at} (i32.const 299) (i32.const {length}))")
    });
    let one = prop_oneof![6 => store, 1 => bulk];
    one.prop_recursive(3, 24, 4, |inner| {
        let some = prop::collection::vec(inner, 1..4).prop_map(|parts| parts.join("\n"));
        prop_oneof![
            some.clone()
                .prop_map(|parts| format!("(if (local.get $k) (then {parts}) (else {parts}))")),
            some.clone().prop_map(|parts| format!(
                "(block $b (br_if $b (i32.eqz (local.get $k))) {parts})"
            )),
            some.prop_map(|parts| format!(
                "(local.set $k (i32.const 3))
                 (loop $on {parts}
                   (local.set $j (i32.add (local.get $j) (i32.const 1500)))
                   (br_if $on (local.tee $k (i32.sub (local.get $k) (i32.const 1)))))"
            )),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Random programs write to all of their memory; the next turn begins with a checksum of it.
    #[test]
    fn writes_of_all_kinds_are_reverted(parts in prop::collection::vec(writing(), 1..12)) {
        let source = module(
            "(func $same (param i32) (result i32) (local.get 0))
             (func $sum (result i64) (local $at i32) (local $sum i64)
               (local.set $at (i32.const 1500))
               (loop $on
                 (local.set $sum (i64.add (i64.rotl (local.get $sum) (i64.const 7))
                   (i64.load offset=4 (local.get $at))))
                 (local.set $at (i32.add (local.get $at) (i32.const 8)))
                 (br_if $on (i32.lt_u (local.get $at) (i32.const 327664))))
               (local.get $sum))",
            &format!(
                "(local $k i32) (local $before i64) (local.set $before (call $sum)) (local.set $k (i32.const 1))
                 {} {}",
                parts.join("\n"),
                showing("(local.get $before)")
            ),
        );
        let behaviour = load(&source).unwrap();
        let sight = neighbours();
        let mut turns = [turn(&sight), turn(&sight), turn(&sight)];
        behaviour.decide(&mut turns);
        let signals = turns.each_ref().map(|turn| turn.intent.signal);
        // The program may overwrite the intent or its signal, but it does so alike in each turn.
        prop_assert_eq!(signals[0], signals[1]);
        prop_assert_eq!(signals[0], signals[2]);
        prop_assert_eq!(&turns[0].fault, &turns[1].fault);
        prop_assert_eq!(turns[0].spent, turns[2].spent);
    }
}
