//! What is known of the operands of a function at one instruction: whence addresses come, and which
//! of them have been marked already.

use wasmparser::{
    BlockType, ContType, FrameKind, FuncType, ModuleArity, Operator, RefType, SubType,
};

use super::module_info::ModuleInfo;

/// Whence an operand comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// Anywhere.
    Unknown,
    /// It is the value that a local variable has now.
    Local(u32),
    /// It is this number.
    Constant(u32),
}

/// The topmost operands, as far as they are known; and what has been marked on every way here.
pub(super) struct Operands<'a> {
    module_info: &'a ModuleInfo,
    stack: Vec<Origin>,
    marked: Vec<Origin>,
}

/// The most marks that are remembered at once, which bounds the time that a function takes.
const MOST_MARKS: usize = 16;

impl<'a> Operands<'a> {
    pub fn new(module_info: &'a ModuleInfo) -> Self {
        Self { module_info, stack: Vec::new(), marked: Vec::new() }
    }

    /// Whence the operand below the topmost comes: the address of a store.
    pub fn below_top(&self) -> Origin {
        let place = self.stack.len().checked_sub(2);
        place.map_or(Origin::Unknown, |place| self.stack[place])
    }

    /// Whether the chunk of an address has to be marked; takes note that it will be.
    pub fn is_first_mark(&mut self, of: Origin) -> bool {
        let is_first = !self.marked.contains(&of);
        if is_first {
            if self.marked.len() == MOST_MARKS {
                self.marked.remove(0);
            }
            self.marked.push(of);
        }
        is_first
    }

    /// Goes past an instruction.
    pub fn step(&mut self, operator: &Operator<'_>) {
        match *operator {
            Operator::LocalGet { local_index } => self.stack.push(Origin::Local(local_index)),
            Operator::I32Const { value } => {
                self.stack.push(Origin::Constant(value.cast_unsigned()))
            }
            Operator::LocalSet { local_index } => {
                self.pop(1);
                self.forget(local_index);
            }
            Operator::LocalTee { local_index } => {
                self.pop(1);
                self.forget(local_index);
                self.stack.push(Origin::Local(local_index));
            }
            // What has been marked before a block is marked within it.
            Operator::Block { .. } | Operator::If { .. } => self.stack.clear(),
            Operator::BrIf { .. } => self.pop(1),
            Operator::Call { function_index } => {
                let (taken, given) = self.module_info.arity(function_index);
                self.replace(taken, given);
            }
            Operator::CallIndirect { type_index, .. } => {
                let (taken, given) = self.module_info.arity_of_type(type_index);
                self.replace(taken + 1, given);
            }
            Operator::Loop { .. }
            | Operator::Else
            | Operator::End
            | Operator::Br { .. }
            | Operator::BrTable { .. }
            | Operator::Return
            | Operator::Unreachable => {
                self.stack.clear();
                self.marked.clear();
            }
            ref other => match other.operator_arity(&Plain) {
                Some((taken, given)) => self.replace(taken as usize, given as usize),
                None => self.stack.clear(),
            },
        }
    }

    fn pop(&mut self, count: usize) {
        // Operands that came from before are not known, and pushed nowhere.
        self.stack.truncate(self.stack.len().saturating_sub(count));
    }

    fn replace(&mut self, taken: usize, given: usize) {
        self.pop(taken);
        self.stack.resize(self.stack.len() + given, Origin::Unknown);
    }

    /// A local variable gets another value.
    fn forget(&mut self, local: u32) {
        for origin in &mut self.stack {
            if *origin == Origin::Local(local) {
                *origin = Origin::Unknown;
            }
        }
        self.marked.retain(|origin| *origin != Origin::Local(local));
    }
}

/// Tells nothing: for instructions that always take and give alike.
struct Plain;

impl ModuleArity for Plain {
    fn sub_type_at(&self, _: u32) -> Option<&SubType> {
        None
    }
    fn tag_type_arity(&self, _: u32) -> Option<(u32, u32)> {
        None
    }
    fn type_index_of_function(&self, _: u32) -> Option<u32> {
        None
    }
    fn func_type_of_cont_type(&self, _: &ContType) -> Option<&FuncType> {
        None
    }
    fn sub_type_of_ref_type(&self, _: &RefType) -> Option<&SubType> {
        None
    }
    fn control_stack_height(&self) -> u32 {
        0
    }
    fn label_block(&self, _: u32) -> Option<(BlockType, FrameKind)> {
        None
    }
}
