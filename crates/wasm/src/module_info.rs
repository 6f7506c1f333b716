//! The inspection of a module before any of it is run: its imports, exports and sizes.

use wasmparser::{
    ExternalKind, FuncType, FunctionBody, Operator, Parser, Payload, TypeRef, Validator,
    WasmFeatures,
};

use super::error::ModuleError;
use super::imports;
use super::limits;

/// The supported features: those that compilers for C and Rust use, as far as they are the same on
/// every machine. Threads are not, and neither are some operations on vectors.
const FEATURES: WasmFeatures = WasmFeatures::MUTABLE_GLOBAL
    .union(WasmFeatures::MULTI_VALUE)
    .union(WasmFeatures::SATURATING_FLOAT_TO_INT)
    .union(WasmFeatures::SIGN_EXTENSION)
    .union(WasmFeatures::BULK_MEMORY)
    .union(WasmFeatures::REFERENCE_TYPES)
    .union(WasmFeatures::GC_TYPES)
    .union(WasmFeatures::EXTENDED_CONST)
    .union(WasmFeatures::FLOATS);

/// The prefix of the exports that the host adds to a module.
pub(super) const RESERVED: &str = "terrarium:";

/// Information about a valid module.
#[derive(Debug, Default)]
pub(super) struct ModuleInfo {
    types: Vec<FuncType>,
    /// The type of each function, imported ones first.
    functions: Vec<u32>,
    /// The number of imported functions.
    imported: usize,
    /// The indices of the mutable global variables.
    pub mutable_globals: Vec<u32>,
    globals: u32,
    exports_memory: bool,
}

impl ModuleInfo {
    /// Inspects a module in binary form.
    ///
    /// # Errors
    /// When it is invalid or too large, or has an unknown import.
    pub fn new(module: &[u8]) -> Result<Self, ModuleError> {
        let mut module_info = Self::default();
        // Check the sizes first: validation of a huge module takes long.
        for payload in Parser::new(0).parse_all(module) {
            module_info.record(payload?)?;
        }
        Validator::new_with_features(FEATURES).validate_all(module)?;
        Ok(module_info)
    }

    /// The numbers of parameters and results of a type.
    pub fn arity_of_type(&self, index: u32) -> (usize, usize) {
        let ty = &self.types[index as usize];
        (ty.params().len(), ty.results().len())
    }

    /// The numbers of parameters and results of a function.
    pub fn arity(&self, function: u32) -> (usize, usize) {
        self.arity_of_type(self.functions[function as usize])
    }

    /// The number of parameters of a function that the module defines; `index` counts these from 0.
    pub fn parameters_of_own(&self, index: usize) -> usize {
        self.arity_of_type(self.functions[self.imported + index]).0
    }

    /// The number of imported functions, which are the first ones.
    pub fn imported(&self) -> u32 {
        u32::try_from(self.imported).expect("the length of a module is limited")
    }

    /// Checks that the module exports its memory.
    pub fn exported_memory(&self) -> Result<(), ModuleError> {
        let what = "a memory called `memory`";
        if self.exports_memory { Ok(()) } else { Err(ModuleError::NoExport { what }) }
    }

    fn record(&mut self, payload: Payload<'_>) -> Result<(), ModuleError> {
        match payload {
            Payload::TypeSection(types) => {
                for ty in types.into_iter_err_on_gc_types() {
                    let ty = ty?;
                    at_most("parameters or results of a function", max_arity(&ty), limits::ARITY)?;
                    self.types.push(ty);
                }
            }
            Payload::ImportSection(imported) => {
                for import in imported {
                    let import = import?;
                    let index = imports::check(&import, |index| self.types.get(index as usize))?;
                    self.functions.push(index);
                }
                self.imported = self.functions.len();
            }
            Payload::FunctionSection(functions) => {
                at_most("functions", functions.count(), limits::FUNCTIONS)?;
                for ty in functions {
                    self.functions.push(ty?);
                }
            }
            Payload::GlobalSection(globals) => {
                at_most("global variables", globals.count(), limits::GLOBALS)?;
                for global in globals {
                    if global?.ty.mutable {
                        self.mutable_globals.push(self.globals);
                    }
                    self.globals += 1;
                }
            }
            Payload::MemorySection(memories) => {
                for memory in memories {
                    at_most("pages of memory", memory?.initial, limits::MEMORY_PAGES)?;
                }
            }
            Payload::TableSection(tables) => {
                at_most("tables", tables.count(), 1_u32)?;
                for table in tables {
                    at_most("elements of a table", table?.ty.initial, limits::TABLE_ELEMENTS)?;
                }
            }
            Payload::ElementSection(elements) => {
                at_most("element segments", elements.count(), limits::SEGMENTS)?;
            }
            Payload::DataSection(data) => {
                at_most("data segments", data.count(), limits::SEGMENTS)?;
            }
            Payload::ExportSection(exports) => {
                for export in exports {
                    let export = export?;
                    if export.name.starts_with(RESERVED) {
                        return Err(ModuleError::ReservedExport { name: printable(export.name) });
                    }
                    self.exports_memory |=
                        export.kind == ExternalKind::Memory && export.name == "memory";
                }
            }
            Payload::CodeSectionEntry(body) => check_function(&body)?,
            _ => {}
        }
        Ok(())
    }
}

/// Checks the body of one function, before it is validated.
fn check_function(body: &FunctionBody<'_>) -> Result<(), ModuleError> {
    let mut locals = 0_u64;
    for group in body.get_locals_reader()? {
        locals += u64::from(group?.0);
        at_most("local variables in a function", locals, limits::LOCALS)?;
    }
    let mut reader = body.get_operators_reader()?;
    while !reader.eof() {
        let offset = reader.original_position();
        if let Some(instruction) = persistent(&reader.read()?) {
            return Err(ModuleError::Instruction { instruction, offset });
        }
    }
    Ok(())
}

/// The name of an instruction whose effect the host cannot revert after the turn.
fn persistent(operator: &Operator<'_>) -> Option<&'static str> {
    Some(match operator {
        Operator::TableSet { .. } => "table.set",
        Operator::TableGrow { .. } => "table.grow",
        Operator::TableFill { .. } => "table.fill",
        Operator::TableCopy { .. } => "table.copy",
        Operator::TableInit { .. } => "table.init",
        Operator::ElemDrop { .. } => "elem.drop",
        Operator::DataDrop { .. } => "data.drop",
        Operator::MemoryInit { .. } => "memory.init",
        _ => return None,
    })
}

fn max_arity(ty: &FuncType) -> u64 {
    ty.params().len().max(ty.results().len()) as u64
}

fn at_most(
    what: &'static str,
    count: impl Into<u64>,
    most: impl TryInto<u64>,
) -> Result<(), ModuleError> {
    let (count, most) = (count.into(), most.try_into().unwrap_or(u64::MAX));
    if count > most { Err(ModuleError::TooMany { what, count, most }) } else { Ok(()) }
}

/// A name from a module, escaped and cut for messages.
pub(super) fn printable(name: &str) -> String {
    name.chars().take(60).flat_map(char::escape_debug).collect()
}

/// The type index of an import; `None` if it is not a function.
pub(super) fn function_type(ty: TypeRef) -> Option<u32> {
    match ty {
        TypeRef::Func(index) => Some(index),
        _ => None,
    }
}

impl From<wasmparser::BinaryReaderError> for ModuleError {
    fn from(error: wasmparser::BinaryReaderError) -> Self {
        Self::Invalid { problem: error.message().to_owned(), offset: error.offset() }
    }
}
