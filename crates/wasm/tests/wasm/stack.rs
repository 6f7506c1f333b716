//! The stack of the host, which no module can exhaust.

use std::collections::BTreeMap;

use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::Kind;
use terrarium_testing::turns::{run, turn};
use terrarium_wasm::Wasm;

#[test]
fn a_loop_uses_no_stack() {
    // A module is refused if the engine needs stack for the instructions of a loop.
    let source = r#"(module
        (memory (export "memory") 5)
        (func (export "terrarium_abi") (result i32) (i32.const 1))
        (func (export "terrarium_buffer") (result i32) (i32.const 0))
        (func (export "terrarium_turn") (local $n i32)
            (loop $on
                (local.set $n (i32.add (local.get $n) (i32.const 1)))
                (br_if $on (i32.lt_u (local.get $n) (i32.const 100000))))))"#;
    let mut rules = Rules::default();
    rules.set("turn_budget", 1e6).unwrap();
    let module = Wasm::new(Kind::Herbivore, source.as_bytes(), &BTreeMap::new(), &rules);
    let module = module.unwrap_or_else(|refusal| panic!("{refusal}"));
    // Nor does the loop of this one, with some 400 000 of them, overflow the stack.
    assert_eq!(run(&module, turn(&[], &[])).fault, None);
}
