//! A grammar of modules: endless loops of instructions drawn at random, over every group of
//! instructions and every host function.

use rand::RngExt;
use rand::seq::IndexedRandom;

use super::search::Rng;

/// A module: the instructions of its loop.
#[derive(Debug, Clone)]
pub struct ModuleCandidate {
    instructions: Vec<String>,
}

impl ModuleCandidate {
    /// A module with this loop.
    pub fn new(instructions: &str) -> Self {
        Self { instructions: vec![instructions.to_owned()] }
    }

    /// Draws a module of one to four instructions.
    pub fn random(rng: &mut Rng) -> Self {
        let count = rng.random_range(1..=4);
        Self { instructions: (0..count).map(|_| instruction(rng)).collect() }
    }

    /// A module that differs in one instruction.
    pub fn mutated(&self, rng: &mut Rng) -> Self {
        let mut mutated = self.clone();
        let index = rng.random_range(0..mutated.instructions.len());
        match rng.random_range(0..4) {
            0 if mutated.instructions.len() > 1 => drop(mutated.instructions.remove(index)),
            1 => mutated.instructions[index] = instruction(rng),
            2 => mutated.instructions.insert(index, instruction(rng)),
            _ => {
                let repeated = mutated.instructions[index].clone();
                mutated.instructions.insert(index, repeated);
            }
        }
        mutated.instructions.truncate(8);
        mutated
    }

    /// The instructions of the loop.
    pub fn text(&self) -> String {
        self.instructions.join(" ")
    }

    /// The source of the module.
    pub fn source(&self) -> String {
        let (wide, body) = ("i64 ".repeat(250), self.instructions.join("\n"));
        format!(
            r#"(module
    (import "terrarium" "pow" (func $pow (param f64 f64) (result f64)))
    (import "terrarium" "sin" (func $sin (param f64) (result f64)))
    (import "terrarium" "tan" (func $tan (param f64) (result f64)))
    (import "terrarium" "cos" (func $cos (param f64) (result f64)))
    (import "terrarium" "exp" (func $exp (param f64) (result f64)))
    (import "terrarium" "ln" (func $ln (param f64) (result f64)))
    (import "terrarium" "atan2" (func $atan2 (param f64 f64) (result f64)))
    (import "terrarium" "hypot" (func $hypot (param f64 f64) (result f64)))
    (import "terrarium" "cbrt" (func $cbrt (param f64) (result f64)))
    (import "terrarium" "random" (func $random (result i64)))
    (import "terrarium" "budget_left" (func $budget_left (result i64)))
    (import "terrarium" "ground_at" (func $ground_at (param f64 f64) (result i32)))
    (import "terrarium" "condition" (func $condition (param i32 i32) (result i32)))
    (import "terrarium" "heard" (func $heard (param i32 i32) (result i32)))
    (import "terrarium" "link" (func $link (param i32 i32) (result i32)))
    (import "terrarium" "step_cost" (func $step_cost (param f64) (result f64)))
    (import "terrarium" "path_length" (func $path_length (param f64 f64) (result f64)))
    (import "terrarium" "tell" (func $tell (param i32 i32)))
    (import "terrarium" "log" (func $log (param i32 i32)))
    (import "terrarium" "mark_point" (func $mark_point (param f64 f64)))
    (import "terrarium" "mark_line" (func $mark_line (param f64 f64 f64 f64)))
    (import "terrarium" "mark_text" (func $mark_text (param f64 f64 i32 i32)))
    (memory (export "memory") 48)
    (table 8 funcref)
    (elem (i32.const 0) $leaf $leaf $leaf $leaf $wide $wide $leaf $leaf)
    (type $none (func))
    (global $g (mut i64) (i64.const 1))
    (func $leaf)
    (func $wide (local {wide}))
    (func $add (param i64 i64) (result i64) (i64.add (local.get 0) (local.get 1)))
    (func $deep (param i32) (if (local.get 0) (then (call $deep (i32.sub (local.get 0) (i32.const 1))))))
    (func (export "terrarium_abi") (result i32) (i32.const 1))
    (func (export "terrarium_buffer") (result i32) (i32.const 0))
    (func (export "terrarium_turn") (local $i i32) (local $l i64) (local $f f64) (local $a i32)
        (local.set $l (i64.const 0x123456789abcdef)) (local.set $f (f64.const 1.000001))
        (loop $on
            (local.set $i (i32.add (local.get $i) (i32.const 70001)))
            (local.set $a (i32.and (local.get $i) (i32.const 0x1ffff8)))
            {body}
            (br $on))))"#
        )
    }
}

/// The cheapest loop: its only instruction does nothing.
pub fn empty_loop() -> ModuleCandidate {
    ModuleCandidate::new("(nop)")
}

/// A loop of common instructions.
pub fn plain_loop() -> ModuleCandidate {
    ModuleCandidate::new("(local.set $l (i64.add (local.get $l) (i64.const 3)))")
}

fn pick<'a>(rng: &mut Rng, choices: &[&'a str]) -> &'a str {
    choices.choose(rng).expect("there are choices")
}

fn instruction(rng: &mut Rng) -> String {
    let length = pick(rng, &["0", "1", "15", "16", "100", "1000", "65536", "1048576"]);
    match rng.random_range(0..16) {
        0..=2 => {
            let operator = pick(
                rng,
                &["add", "sub", "mul", "div_u", "div_s", "rem_s", "rem_u", "and", "xor", "shl", "rotl"],
            );
            let right = pick(rng, &["(i64.const 3)", "(i64.extend_i32_u (local.get $i))", "(i64.const -7)"]);
            format!("(local.set $l (i64.{operator} (local.get $l) (i64.or (i64.const 1) {right})))")
        }
        3 => {
            let operator = pick(rng, &["clz", "ctz", "popcnt", "eqz"]);
            match operator {
                "eqz" => "(drop (i64.eqz (local.get $l)))".to_owned(),
                _ => format!("(local.set $l (i64.{operator} (local.get $l)))"),
            }
        }
        4 | 5 => {
            let operator = pick(
                rng,
                &["add", "mul", "div", "min", "max", "copysign"],
            );
            format!("(local.set $f (f64.{operator} (local.get $f) (f64.const 1.0000001)))")
        }
        6 => {
            let operator = pick(rng, &["sqrt", "floor", "nearest", "trunc", "abs", "neg"]);
            format!("(local.set $f (f64.{operator} (local.get $f)))")
        }
        7 => pick(
            rng,
            &[
                "(local.set $l (i64.trunc_sat_f64_s (local.get $f)))",
                "(local.set $f (f64.convert_i64_u (local.get $l)))",
                "(local.set $f (f64.promote_f32 (f32.demote_f64 (local.get $f))))",
                "(drop (i64.reinterpret_f64 (local.get $f)))",
            ],
        )
        .to_owned(),
        8 => pick(
            rng,
            &[
                "(i64.store (local.get $a) (local.get $l))",
                "(i64.store8 (local.get $a) (local.get $l))",
                "(local.set $l (i64.load (local.get $a)))",
                "(f64.store offset=64 (local.get $a) (local.get $f))",
                "(global.set $g (i64.add (global.get $g) (local.get $l)))",
                "(i64.store (i32.const 65536) (local.get $l))",
            ],
        )
        .to_owned(),
        9 => format!("(memory.fill (i32.const 100000) (i32.const 1) (i32.const {length}))"),
        10 => format!("(memory.copy (i32.const 100000) (i32.const 1500000) (i32.const {length}))"),
        11 => format!("(memory.fill (local.get $a) (i32.const 1) (i32.const {length}))"),
        12 => pick(
            rng,
            &[
                "(call $leaf)",
                "(call $wide)",
                "(call $deep (i32.const 10))",
                "(local.set $l (call $add (local.get $l) (i64.const 1)))",
                "(call_indirect (type $none) (i32.and (local.get $i) (i32.const 7)))",
            ],
        )
        .to_owned(),
        13 => pick(
            rng,
            &[
                "(drop (call $pow (f64.const 1.000001) (f64.const 1e5)))",
                "(drop (call $sin (f64.const 1e300)))",
                "(drop (call $tan (f64.const 1e22)))",
                "(drop (call $cos (local.get $f)))",
                "(drop (call $exp (local.get $f)))",
                "(drop (call $ln (local.get $f)))",
                "(drop (call $cbrt (local.get $f)))",
                "(drop (call $atan2 (local.get $f) (f64.const 0.3)))",
                "(drop (call $hypot (local.get $f) (f64.const 1e300)))",
                "(drop (call $random))",
                "(drop (call $budget_left))",
                "(drop (call $ground_at (local.get $f) (local.get $f)))",
                "(drop (call $condition (i32.const 3) (i32.const 100000)))",
                "(drop (call $heard (i32.const 3) (local.get $a)))",
                "(drop (call $link (i32.const 1) (local.get $a)))",
                "(drop (call $step_cost (local.get $f)))",
                "(drop (call $path_length (f64.const 900) (f64.const 100)))",
                "(drop (call $path_length (f64.const 20) (f64.const 980)))",
                "(drop (call $path_length (f64.const 505) (local.get $f)))",
                "(call $tell (i32.const 0) (i32.const 32))",
                "(call $log (i32.const 0) (i32.const 1))",
                "(call $log (i32.const 0) (i32.const 1000))",
                "(call $log (i32.const 0) (i32.const 100000))",
                "(call $mark_point (local.get $f) (local.get $f))",
                "(call $mark_line (local.get $f) (local.get $f) (local.get $f) (local.get $f))",
                "(call $mark_text (local.get $f) (local.get $f) (i32.const 0) (i32.const 300))",
            ],
        )
        .to_owned(),
        14 => pick(
            rng,
            &[
                "(drop (memory.grow (i32.const 1)))",
                "(drop (memory.grow (i32.const 0)))",
                "(drop (memory.size))",
                "(local.set $l (select (local.get $l) (i64.const 5) (local.get $i)))",
                "(block $b (br_if $b (local.get $i)) (local.set $i (i32.const 1)))",
                "(block $x (block $y (block $z (br_table $x $y $z (i32.and (local.get $i) (i32.const 3))))))",
            ],
        )
        .to_owned(),
        _ => "(if (i32.and (local.get $i) (i32.const 64)) (then (local.set $l (i64.const 9))) (else (local.set $f (f64.const 2))))".to_owned(),
    }
}
