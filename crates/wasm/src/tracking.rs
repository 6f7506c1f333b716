//! The instrumentation of a module, which marks the memory it writes so that the host can revert it
//! after a turn.
//!
//! The memory is divided into chunks. The instrumentation adds a second memory, which the module's
//! own instructions cannot access, with one byte for each chunk. Before every store, the module sets
//! the byte of the chunk that it is about to write. After the turn, the host restores the marked
//! chunks to their initial content. No data passes from one creature to another, and the cost is
//! proportional to the memory written, not to the size of the memory.

use std::convert::Infallible;

use wasm_encoder::reencode::{self, Reencode};
use wasm_encoder::{
    BlockType, CodeSection, ExportKind, ExportSection, Function, Instruction, MemArg,
    MemorySection, MemoryType, Module, ValType,
};
use wasmparser::{FunctionBody, Parser};

use super::error::ModuleError;
use super::limits::GROWTHS_A_TURN;
use super::module_info::{ModuleInfo, RESERVED};
use super::operands::{Operands, Origin};
use super::prices::LOCALS_A_NOP;
use super::recorder::{self, Located};

/// The exponent of the length of a chunk: 512 bytes.
const CHUNK_BITS: i32 = 9;

/// The length of a chunk, in bytes.
pub(super) const CHUNK: usize = 1 << CHUNK_BITS;

/// The number of bytes from the beginning of a marked chunk that may have been written. A store marks
/// the chunk of its base address, writes up to one chunk further, and has up to eight bytes.
pub(super) const REACH: usize = 2 * CHUNK + 8;

/// The index of the memory with the marks.
pub(super) const MARKS: u32 = 1;

/// The address of the count of `memory.grow` instructions in the memory of the marks: its last four
/// bytes, far behind the marks.
pub(super) const GROWTHS: usize = (1 << 16) - 4;

/// The export name of the marks.
pub(super) fn marks_export() -> String {
    format!("{RESERVED}marks")
}

/// The export name of a mutable global variable.
pub(super) fn global_export(index: u32) -> String {
    format!("{RESERVED}global {index}")
}

/// Instruments a module. A copy that `records_places` has other prices: see [`recorder`].
pub(super) fn instrument(
    module: &[u8],
    module_info: &ModuleInfo,
    records_places: bool,
) -> Result<Vec<u8>, ModuleError> {
    let mut tracker = Tracker { module_info, records_places, functions: 0 };
    let mut output = Module::new();
    match tracker.parse_core_module(&mut output, Parser::new(0), module) {
        Ok(()) => Ok(output.finish()),
        Err(reencode::Error::ParseError(error)) => Err(error.into()),
        Err(other) => Err(ModuleError::Invalid { problem: other.to_string(), offset: 0 }),
    }
}

struct Tracker<'a> {
    module_info: &'a ModuleInfo,
    records_places: bool,
    /// The number of functions instrumented so far.
    functions: usize,
}

impl Reencode for Tracker<'_> {
    type Error = Infallible;

    fn parse_memory_section(
        &mut self,
        memories: &mut MemorySection,
        section: wasmparser::MemorySectionReader<'_>,
    ) -> Result<(), reencode::Error<Infallible>> {
        reencode::utils::parse_memory_section(self, memories, section)?;
        memories.memory(MemoryType {
            minimum: 1,
            maximum: Some(1),
            memory64: false,
            shared: false,
            page_size_log2: None,
        });
        Ok(())
    }

    fn parse_export_section(
        &mut self,
        exports: &mut ExportSection,
        section: wasmparser::ExportSectionReader<'_>,
    ) -> Result<(), reencode::Error<Infallible>> {
        reencode::utils::parse_export_section(self, exports, section)?;
        exports.export(&marks_export(), ExportKind::Memory, MARKS);
        for &index in &self.module_info.mutable_globals {
            exports.export(&global_export(index), ExportKind::Global, index);
        }
        Ok(())
    }

    fn parse_custom_section(
        &mut self,
        _: &mut Module,
        _: wasmparser::CustomSectionReader<'_>,
    ) -> Result<(), reencode::Error<Infallible>> {
        Ok(())
    }

    fn parse_function_body(
        &mut self,
        code: &mut CodeSection,
        body: FunctionBody<'_>,
    ) -> Result<(), reencode::Error<Infallible>> {
        let mut locals = Vec::new();
        for group in body.get_locals_reader()? {
            let (count, ty) = group?;
            locals.push((count, self.val_type(ty)?));
        }
        let declared: u32 = locals.iter().map(|(count, _)| count).sum();
        let parameters = self.module_info.parameters_of_own(self.functions);
        let first_spare = u32::try_from(parameters).expect("the arity is limited") + declared;
        let mut marker = Marker::new(first_spare);
        let mut operands = Operands::new(self.module_info);
        let mut reader = body.get_operators_reader()?;
        let mut offsets = Vec::new();
        while !reader.eof() {
            let offset = reader.original_position();
            let operator = reader.read()?;
            let instruction = self.instruction(operator.clone())?;
            marker.mark_before(&instruction, &mut operands);
            operands.step(&operator);
            marker.instructions.push(instruction);
            offsets.resize(marker.instructions.len(), offset);
        }
        if marker.has_spare_locals {
            locals.extend(Marker::SPARE);
        }
        let variables: u32 = locals.iter().map(|(count, _)| count).sum();
        let mut function = Function::new(locals);
        let nops = (0..variables / LOCALS_A_NOP).map(|_| Instruction::Nop);
        let instructions: Vec<_> = if self.records_places {
            let first = offsets.first().copied().unwrap_or_default();
            let nops = nops.map(|nop| Located { instruction: nop, offset: first });
            let located = marker.instructions.into_iter().zip(offsets);
            let located = located.map(|(instruction, offset)| Located { instruction, offset });
            recorder::record(nops.chain(located).collect(), self.module_info.imported())
        } else {
            nops.chain(marker.instructions).collect()
        };
        for instruction in &instructions {
            function.instruction(instruction);
        }
        code.function(&function);
        self.functions += 1;
        Ok(())
    }
}

/// Collects the instructions of one function, with those that set marks.
struct Marker<'a> {
    instructions: Vec<Instruction<'a>>,
    /// The index of the first local variable after the function's own.
    first_spare: u32,
    has_spare_locals: bool,
}

impl<'a> Marker<'a> {
    /// The additional local variables, which hold operands while a mark is set: three addresses or
    /// lengths, and a value of each other type.
    const SPARE: [(u32, ValType); 4] =
        [(3, ValType::I32), (1, ValType::I64), (1, ValType::F32), (1, ValType::F64)];

    fn new(first_spare: u32) -> Self {
        Self { instructions: Vec::new(), first_spare, has_spare_locals: false }
    }

    fn spare(&mut self, index: u32) -> u32 {
        self.has_spare_locals = true;
        self.first_spare + index
    }

    /// Adds the marks for the memory that an instruction is about to write.
    fn mark_before(&mut self, instruction: &Instruction<'_>, operands: &mut Operands<'_>) {
        use Instruction as I;
        match instruction {
            I::I32Store(at) | I::I32Store8(at) | I::I32Store16(at) => {
                self.mark_store(at, 1, operands);
            }
            I::I64Store(at) | I::I64Store8(at) | I::I64Store16(at) | I::I64Store32(at) => {
                self.mark_store(at, 3, operands);
            }
            I::F32Store(at) => self.mark_store(at, 4, operands),
            I::F64Store(at) => self.mark_store(at, 5, operands),
            I::MemoryFill(_) | I::MemoryCopy { .. } => self.mark_range(),
            I::MemoryGrow(_) => self.count_growth(),
            _ => {}
        }
    }

    /// Adds the mark for a store. The spare local variable `value` has the type of the stored value.
    fn mark_store(&mut self, at: &MemArg, value: u32, operands: &mut Operands<'_>) {
        let is_near = at.offset < CHUNK as u64;
        match operands.below_top() {
            Origin::Constant(base) => {
                let chunk = (u64::from(base) + at.offset) >> CHUNK_BITS;
                // Beyond 32 bits the store traps.
                let Ok(chunk) = i32::try_from(chunk) else { return };
                if operands.is_first_mark(Origin::Constant(chunk.cast_unsigned())) {
                    self.instructions.push(Instruction::I32Const(chunk));
                    self.set_mark();
                }
            }
            Origin::Local(local) => {
                if !is_near || operands.is_first_mark(Origin::Local(local)) {
                    self.instructions.push(Instruction::LocalGet(local));
                    self.mark_address(at.offset);
                }
            }
            Origin::Unknown => {
                let (address, value) = (self.spare(0), self.spare(value));
                self.instructions.push(Instruction::LocalSet(value));
                self.instructions.push(Instruction::LocalTee(address));
                self.mark_address(at.offset);
                self.instructions.push(Instruction::LocalGet(address));
                self.instructions.push(Instruction::LocalGet(value));
            }
        }
    }

    /// Marks the chunk of the address on the stack. The mark covers offsets of less than one chunk.
    fn mark_address(&mut self, offset: u64) {
        if offset >= CHUNK as u64 {
            let offset = u32::try_from(offset).expect("memories have 32 bits").cast_signed();
            self.instructions.extend([Instruction::I32Const(offset), Instruction::I32Add]);
        }
        self.instructions.extend([Instruction::I32Const(CHUNK_BITS), Instruction::I32ShrU]);
        self.set_mark();
    }

    /// Sets the mark of the chunk whose index is on the stack.
    fn set_mark(&mut self) {
        let at = MemArg { offset: 0, align: 0, memory_index: MARKS };
        self.instructions.extend([Instruction::I32Const(1), Instruction::I32Store8(at)]);
    }

    /// Marks all chunks that `memory.fill` or `memory.copy` writes.
    fn mark_range(&mut self) {
        use Instruction as I;
        let (to, what, length) = (self.spare(0), self.spare(1), self.spare(2));
        self.instructions.extend([I::LocalSet(length), I::LocalSet(what), I::LocalTee(to)]);
        self.instructions.extend([I::I32Const(CHUNK_BITS), I::I32ShrU, I::I32Const(1)]);
        // From the chunk of the first byte to that of the byte after the last.
        self.instructions.extend([I::LocalGet(to), I::LocalGet(length), I::I32Add]);
        self.instructions.extend([I::I32Const(CHUNK_BITS), I::I32ShrU]);
        self.instructions.extend([I::LocalGet(to), I::I32Const(CHUNK_BITS), I::I32ShrU, I::I32Sub]);
        self.instructions.extend([I::I32Const(1), I::I32Add, I::MemoryFill(MARKS)]);
        self.instructions.extend([I::LocalGet(to), I::LocalGet(what), I::LocalGet(length)]);
    }

    /// Traps when a turn executes `memory.grow` too often. It is the one instruction for which the
    /// engine uses some of the host's stack in every build.
    fn count_growth(&mut self) {
        use Instruction as I;
        let count = MemArg { offset: GROWTHS as u64, align: 2, memory_index: MARKS };
        self.instructions.extend([I::I32Const(0), I::I32Const(0), I::I32Load(count)]);
        self.instructions.extend([I::I32Const(1), I::I32Add, I::I32Store(count)]);
        self.instructions.extend([I::I32Const(0), I::I32Load(count), I::I32Const(GROWTHS_A_TURN)]);
        self.instructions.extend([I::I32GtU, I::If(BlockType::Empty), I::Unreachable, I::End]);
    }
}
