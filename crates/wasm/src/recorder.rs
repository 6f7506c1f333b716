//! The instrumentation of a copy of a module that records where it is, to find the place of a fault.
//!
//! The copy does what the module does and is charged the same fuel at the same instructions, so a turn
//! runs in it exactly as it ran in the module. Before each instruction that can fail, it stores the
//! instruction's offset to the top of a stack of offsets, on which each call has its own entry. The
//! additional instructions are free: the engine of the copy charges nothing for any instruction of
//! their kinds, and a `nop` before each other one of these kinds is charged in its place.

use wasm_encoder::{Instruction, MemArg};

use super::prices;
use super::tracking::MARKS;

/// Where the recorder keeps its data: in the memory of the marks, between the marks, of which there
/// are at most 8192 bytes, and the count of `memory.grow`. All of it is zero when a turn begins.
pub(super) mod layout {
    /// The number of bytes of the stack in use, without its topmost entry.
    pub const DEPTH: usize = 16_384;
    /// The address of the eight bytes of the module's memory that are watched.
    pub const WATCHED: usize = DEPTH + 4;
    /// Which of their bits are watched: none unless it is set.
    pub const MASK: usize = DEPTH + 8;
    /// Their value after the last store.
    pub const PREVIOUS: usize = DEPTH + 16;
    /// The number of stores that changed them.
    pub const CHANGES: usize = DEPTH + 24;
    /// The number of changes after which the next one divides by zero.
    pub const CHANGES_ALLOWED: usize = DEPTH + 28;
    /// The stack of offsets, of four bytes each. An entry of zero is that of a function that has been
    /// called but has not begun.
    pub const STACK: usize = 32_768;
}

/// An instruction, and the offset in the module of the one that it is part of.
pub(super) struct Located<'a> {
    pub instruction: Instruction<'a>,
    pub offset: usize,
}

/// Adds the instructions that record places to those of a function. The first functions of a module
/// are `imported`.
pub(super) fn record(function: Vec<Located<'_>>, imported: u32) -> Vec<Instruction<'_>> {
    let mut recorder = Recorder { instructions: Vec::new() };
    if let Some(first) = function.first() {
        recorder.place(first.offset);
    }
    for Located { instruction, offset } in function {
        recorder.add(instruction, offset, imported);
    }
    recorder.instructions
}

struct Recorder<'a> {
    instructions: Vec<Instruction<'a>>,
}

impl<'a> Recorder<'a> {
    fn add(&mut self, instruction: Instruction<'a>, offset: usize, imported: u32) {
        let nops = prices::of_free(&instruction);
        self.instructions.extend((0..nops).map(|_| Instruction::Nop));
        match instruction {
            Instruction::Nop => {}
            Instruction::Call(function) if function < imported => {
                self.place(offset);
                self.instructions.push(instruction);
            }
            Instruction::Call(_) | Instruction::CallIndirect { .. } => {
                self.place(offset);
                self.enter();
                self.instructions.push(instruction);
                self.leave();
            }
            Instruction::Loop(_) | Instruction::Else => {
                self.instructions.push(instruction);
                self.place(offset);
            }
            _ if is_store(&instruction) => {
                self.place(offset);
                self.instructions.push(instruction);
                self.compare_watched();
            }
            _ if can_fail(&instruction) => {
                self.place(offset);
                self.instructions.push(instruction);
            }
            _ => self.instructions.push(instruction),
        }
    }

    /// Stores an offset to the top of the stack.
    fn place(&mut self, offset: usize) {
        self.load_depth();
        let offset = i32::try_from(offset).expect("the length of a module is limited");
        self.instructions.extend([Instruction::I32Const(offset), store(layout::STACK)]);
    }

    /// Begins an entry of the stack.
    fn enter(&mut self) {
        self.load_depth();
        self.instructions.extend([Instruction::I32Const(0), store(layout::STACK + 4)]);
        self.change_depth(4);
    }

    /// Removes the topmost entry of the stack.
    fn leave(&mut self) {
        self.change_depth(-4);
    }

    fn load_depth(&mut self) {
        self.instructions.extend([Instruction::I32Const(0), load(layout::DEPTH)]);
    }

    fn change_depth(&mut self, by: i32) {
        self.instructions.push(Instruction::I32Const(0));
        self.load_depth();
        let add = [Instruction::I32Const(by), Instruction::I32Add, store(layout::DEPTH)];
        self.instructions.extend(add);
    }

    /// Counts a change of the watched bytes, and fails if it is one too many.
    fn compare_watched(&mut self) {
        use Instruction as I;
        self.instructions.extend([I::I32Const(0), I::I32Const(0), load(layout::CHANGES)]);
        self.load_watched();
        self.instructions.extend([I::I32Const(0), I::I64Load(at(layout::PREVIOUS)), I::I64Ne]);
        self.instructions.extend([I::I32Add, store(layout::CHANGES), I::I32Const(0)]);
        self.load_watched();
        self.instructions.push(I::I64Store(at(layout::PREVIOUS)));
        // 1 / (allowed + 1 - changes)
        self.instructions.extend([I::I32Const(1), I::I32Const(0), load(layout::CHANGES_ALLOWED)]);
        self.instructions.extend([I::I32Const(1), I::I32Add]);
        self.instructions.extend([I::I32Const(0), load(layout::CHANGES), I::I32Sub]);
        self.instructions.extend([I::I32DivU, I::Drop]);
    }

    fn load_watched(&mut self) {
        use Instruction as I;
        let watched = MemArg { offset: 0, align: 0, memory_index: 0 };
        self.instructions.extend([I::I32Const(0), load(layout::WATCHED), I::I64Load(watched)]);
        self.instructions.extend([I::I32Const(0), I::I64Load(at(layout::MASK)), I::I64And]);
    }
}

fn at(address: usize) -> MemArg {
    MemArg { offset: address as u64, align: 0, memory_index: MARKS }
}

fn load(address: usize) -> Instruction<'static> {
    Instruction::I32Load(at(address))
}

fn store(address: usize) -> Instruction<'static> {
    Instruction::I32Store(at(address))
}

fn is_store(instruction: &Instruction<'_>) -> bool {
    use Instruction as I;
    matches!(
        instruction,
        I::I32Store(_)
            | I::I32Store8(_)
            | I::I32Store16(_)
            | I::I64Store(_)
            | I::I64Store8(_)
            | I::I64Store16(_)
            | I::I64Store32(_)
            | I::F32Store(_)
            | I::F64Store(_)
            | I::MemoryFill(_)
            | I::MemoryCopy { .. }
    )
}

/// Whether an instruction other than a store or call can trap, or run out of fuel, or is a branch to
/// one that can.
fn can_fail(instruction: &Instruction<'_>) -> bool {
    use Instruction as I;
    matches!(
        instruction,
        I::Unreachable
            | I::If(_)
            | I::Br(_)
            | I::BrIf(_)
            | I::BrTable(..)
            | I::I32Load(_)
            | I::I32Load8S(_)
            | I::I32Load8U(_)
            | I::I32Load16S(_)
            | I::I32Load16U(_)
            | I::I64Load(_)
            | I::I64Load8S(_)
            | I::I64Load8U(_)
            | I::I64Load16S(_)
            | I::I64Load16U(_)
            | I::I64Load32S(_)
            | I::I64Load32U(_)
            | I::F32Load(_)
            | I::F64Load(_)
            | I::MemoryGrow(_)
            | I::TableGet(_)
            | I::I32DivS
            | I::I32DivU
            | I::I32RemS
            | I::I32RemU
            | I::I64DivS
            | I::I64DivU
            | I::I64RemS
            | I::I64RemU
            | I::I32TruncF32S
            | I::I32TruncF32U
            | I::I32TruncF64S
            | I::I32TruncF64U
            | I::I64TruncF32S
            | I::I64TruncF32U
            | I::I64TruncF64S
            | I::I64TruncF64U
    )
}
