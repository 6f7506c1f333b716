//! Whether the engine has been built so that modules cannot exhaust the stack of the host.
//!
//! The engine lets the instructions of a module follow each other by tail calls where it is built
//! for speed. Whether the compiler makes jumps of them is up to the compiler: with debug assertions
//! it does not, and then every instruction of a loop takes a piece of the host's stack, until the
//! process dies. So a loop is tried, and its appetite measured, before any module is run.

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

/// How much of the stack the loop may take, in bytes: less than one for each of its instructions.
const MOST: usize = 900;

/// Makes sure of it.
///
/// # Errors
/// When the engine takes the stack of the host for a loop.
pub(super) fn stack() -> Result<(), ModuleError> {
    static APPETITE: OnceLock<usize> = OnceLock::new();
    let appetite = *APPETITE.get_or_init(|| appetite().unwrap_or(usize::MAX));
    if appetite <= MOST { Ok(()) } else { Err(ModuleError::Engine { appetite }) }
}

/// How much of the stack the loop takes, in bytes.
fn appetite() -> Result<usize, wasmi::Error> {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loop_takes_no_stack() {
        assert!(appetite().is_ok_and(|bytes| bytes <= MOST));
    }
}
