//! A check that the engine was built so that modules cannot exhaust the stack of the host.
//!
//! When it is optimised for speed, the engine dispatches instructions by tail calls. Whether the
//! compiler turns these into jumps is up to the compiler: with debug assertions it does not, and
//! every instruction of a loop then uses some of the host's stack, until the process overflows it.
//! This module therefore runs a loop and measures its stack use before any module is run.

use std::sync::OnceLock;

use wasmi::{Caller, Engine, Linker, Module, Store};

use super::error::ModuleError;

/// A module that calls the host before and after some hundred instructions in a loop:
///
/// ```text
/// (module
///   (import "" "" (func $here))
///   (func (export "go") (local $i i32)
///     (call $here)
///     (loop $on
///       (local.set $i (i32.add (local.get $i) (i32.const 1)))
///       (br_if $on (i32.lt_u (local.get $i) (i32.const 300))))
///     (call $here)))
/// ```
const LOOP: &[u8] = &[
    0, b'a', b's', b'm', 1, 0, 0, 0, // a module
    1, 4, 1, 0x60, 0, 0, // type 0: () -> ()
    2, 5, 1, 0, 0, 0, 0, // import "" "": a function of type 0
    3, 2, 1, 0, // a function of type 0
    7, 6, 1, 2, b'g', b'o', 0, 1, // export "go"
    10, 28, 1, 26, 1, 1, 0x7f, // its body: an i32
    0x10, 0, // call $here
    0x03, 0x40, // loop
    0x20, 0, 0x41, 1, 0x6a, 0x21, 0, // i = i + 1
    0x20, 0, 0x41, 0xac, 2, 0x49, // i < 300
    0x0d, 0, 0x0b, // br_if, end
    0x10, 0, 0x0b, // call $here, end
];

/// The stack that the loop may use, in bytes: less than one byte for each of its instructions.
const MAX_STACK_BYTES: usize = 900;

/// Checks that a loop does not use the stack of the host. The result is cached.
///
/// # Errors
/// When it does.
pub(super) fn stack() -> Result<(), ModuleError> {
    static STACK_BYTES: OnceLock<usize> = OnceLock::new();
    let stack_bytes = *STACK_BYTES.get_or_init(|| measure_stack().unwrap_or(usize::MAX));
    if stack_bytes <= MAX_STACK_BYTES { Ok(()) } else { Err(ModuleError::Engine { stack_bytes }) }
}

/// Measures the stack that the loop uses, in bytes.
fn measure_stack() -> Result<usize, wasmi::Error> {
    let engine = Engine::default();
    let mut linker = Linker::<Vec<usize>>::new(&engine);
    linker.func_wrap("", "", |mut caller: Caller<'_, Vec<usize>>| {
        let here = 0_u8;
        let address = std::ptr::from_ref(std::hint::black_box(&here)).addr();
        caller.data_mut().push(address);
    })?;
    let mut store = Store::new(&engine, Vec::new());
    let instance = linker.instantiate_and_start(&mut store, &Module::new(&engine, LOOP)?)?;
    instance.get_typed_func::<(), ()>(&store, "go")?.call(&mut store, ())?;
    Ok(store.data()[0].abs_diff(store.data()[1]))
}
