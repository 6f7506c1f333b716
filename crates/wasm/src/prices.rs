//! What the instructions of a module and its calls of host functions cost, in instructions.
//!
//! Most instructions cost one. Those that take longer cost more, so that every turn takes at most
//! slightly longer than that of a plain loop with the same budget. `benches/turn_costs` searches for
//! modules whose turns take longer than what they are charged.

use wasm_encoder::Instruction;
use wasmi::{CustomFuelCosts, OperatorCost};

/// The cost of a call.
pub const CALL: u8 = 30;

/// The cost of a call through a table, whose type is checked first.
pub const INDIRECT_CALL: u8 = 50;

/// The cost of a call of any host function, in addition to the call itself.
pub const HOST_CALL: u64 = 75;

/// The cost of a record that the host writes to the module's memory, and restores after the turn.
pub(super) const WRITTEN_RECORD: u64 = 200;

/// The cost of reading the conditions of others for the first time in a turn, for each organism in sight.
pub(super) const CONDITION: u64 = 60;

/// The cost of beginning a search for a path, and of each interval that it finds or expands.
pub(super) const PATH_SEARCH: u64 = 3000;
pub(super) const PATH_STEP: u64 = 300;

/// The cost of restoring a chunk of memory that a turn has written, after the turn.
pub(super) const RESTORED_CHUNK: u64 = 45;

/// The cost of a new instance, which follows on a turn in which memory grew, and of each page of memory that it begins
/// with. Most of it is the time in which the system hands out memory: three times what it takes on one thread, because
/// others may wait for memory, too.
pub(super) const NEW_INSTANCE: u64 = 12_000;
pub(super) const NEW_INSTANCE_PAGE: u64 = 8_000;

/// The number of bytes filled, copied or added to a memory for the cost of one instruction.
pub const BYTES_AN_INSTRUCTION: u32 = 16;

/// The cost of a `nop`. The instrumentation adds one for every [`LOCALS_A_NOP`] local variables of a
/// function, because a call sets all of them to zero; it is charged for, but nothing is executed for it.
const NOP: u8 = 4;

/// The number of local variables that cost as much as one `nop`.
pub(super) const LOCALS_A_NOP: u32 = 16;

/// The cost of exponentials, logarithms and inverse functions, in addition to the call.
pub(super) const TRANSCENDENTAL: u64 = 80;

/// The cost of a power, in addition to the call.
pub(super) const POWER: u64 = 220;

/// The angle, in radians, from which it takes long to find the turn of the circle that it lies in.
const LARGE_ANGLE: f64 = 1e5;

/// The cost of a function of an angle, in addition to the call.
pub(super) fn of_angle(angle: f64) -> u64 {
    if angle.abs() < LARGE_ANGLE { 60 } else { 500 }
}

/// The costs of the instructions that do not cost one.
pub(super) fn of_instructions() -> OperatorCost {
    OperatorCost {
        nop: NOP,
        call: CALL,
        call_indirect: INDIRECT_CALL,
        br_if: 4,
        if_: 8,
        br_table: 12,
        global_get: 3,
        global_set: 3,
        memory_size: 4,
        memory_fill: 30,
        memory_copy: 30,
        f32_sqrt: 12,
        f64_sqrt: 12,
        f32_div: 5,
        f64_div: 5,
        f32_ceil: 6,
        f64_ceil: 6,
        f32_floor: 6,
        f64_floor: 6,
        f32_trunc: 6,
        f64_trunc: 6,
        f32_nearest: 6,
        f64_nearest: 6,
        f64_convert_i64_u: 4,
        i64_trunc_sat_f64_s: 4,
        i64_reinterpret_f64: 3,
        ..OperatorCost::default()
    }
}

/// The costs of the instructions in a copy of a module that records places. It adds instructions of
/// some kinds that are free, and a `nop` for each unit that others of these kinds cost.
pub(super) fn of_recorded_instructions() -> OperatorCost {
    OperatorCost {
        nop: 1,
        i32_const: 0,
        i32_load: 0,
        i32_store: 0,
        i32_add: 0,
        i32_sub: 0,
        i32_div_u: 0,
        i64_load: 0,
        i64_store: 0,
        i64_and: 0,
        i64_ne: 0,
        drop: 0,
        ..of_instructions()
    }
}

/// The cost of an instruction that [`of_recorded_instructions`] does not charge, or charges less.
pub(super) fn of_free(instruction: &Instruction<'_>) -> u8 {
    use Instruction as I;
    let costs = of_instructions();
    match instruction {
        I::Nop => costs.nop,
        I::I32Const(_) => costs.i32_const,
        I::I32Load(_) => costs.i32_load,
        I::I32Store(_) => costs.i32_store,
        I::I32Add => costs.i32_add,
        I::I32Sub => costs.i32_sub,
        I::I32DivU => costs.i32_div_u,
        I::I64Load(_) => costs.i64_load,
        I::I64Store(_) => costs.i64_store,
        I::I64And => costs.i64_and,
        I::I64Ne => costs.i64_ne,
        I::Drop => costs.drop,
        _ => 0,
    }
}

/// The costs of what depends on a number of bytes.
pub(super) fn of_bytes() -> CustomFuelCosts {
    CustomFuelCosts {
        bytes_copied_per_fuel: BYTES_AN_INSTRUCTION,
        // Nothing is compiled while a module runs.
        fuel_per_bytes_translated: 0,
        fuel_per_bytes_validated: 0,
    }
}
