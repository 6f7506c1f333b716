//! A static analysis of the operands of a function: the origin of addresses, and which of them have
//! been marked already.

use wasmparser::{
    BlockType, ContType, FrameKind, FuncType, ModuleArity, Operator, RefType, SubType,
};

use super::module_info::ModuleInfo;

/// The origin of an operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// Unknown.
    Unknown,
    /// The current value of a local variable.
    Local(u32),
    /// A constant.
    Constant(u32),
}

/// The topmost operands, as far as they are known, and the addresses marked on every control-flow
/// path to the current instruction.
pub(super) struct Operands<'a> {
    module_info: &'a ModuleInfo,
    stack: Vec<Origin>,
    marked: Vec<Origin>,
}

/// The maximum number of marks remembered, which bounds the time for a function.
const MAX_MARKS: usize = 16;

impl<'a> Operands<'a> {
    pub fn new(module_info: &'a ModuleInfo) -> Self {
        Self { module_info, stack: Vec::new(), marked: Vec::new() }
    }

    /// The origin of the second operand from the top: the address of a store.
    pub fn below_top(&self) -> Origin {
        let index = self.stack.len().checked_sub(2);
        index.map_or(Origin::Unknown, |index| self.stack[index])
    }

    /// Whether the chunk of an address has not been marked yet. Records it as marked.
    pub fn is_first_mark(&mut self, of: Origin) -> bool {
        let is_first = !self.marked.contains(&of);
        if is_first {
            if self.marked.len() == MAX_MARKS {
                self.marked.remove(0);
            }
            self.marked.push(of);
        }
        is_first
    }

    /// Applies the effect of an instruction.
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
            // Marks set before a block are valid within it.
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
            ref other => match other.operator_arity(&FixedArity) {
                Some((taken, given)) => self.replace(taken as usize, given as usize),
                None => self.stack.clear(),
            },
        }
    }

    fn pop(&mut self, count: usize) {
        // Operands from before the known part of the stack are not recorded.
        self.stack.truncate(self.stack.len().saturating_sub(count));
    }

    fn replace(&mut self, taken: usize, given: usize) {
        self.pop(taken);
        self.stack.resize(self.stack.len() + given, Origin::Unknown);
    }

    /// Forgets the origins of a local variable that changes.
    fn forget(&mut self, local: u32) {
        for origin in &mut self.stack {
            if *origin == Origin::Local(local) {
                *origin = Origin::Unknown;
            }
        }
        self.marked.retain(|origin| *origin != Origin::Local(local));
    }
}

/// No module information: for instructions of fixed arity.
struct FixedArity;

impl ModuleArity for FixedArity {
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
