//! A loaded module: validated, compiled, and queried for its buffer and parameters; and the program
//! of a species, which is a module with the values of its parameters.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use terrarium_creatures::behaviour::CodeCache;
use terrarium_creatures::behaviour::{CreatureRng, GroundMap, Notes};
use terrarium_creatures::species::Kind;
use wasmi::{
    CompilationMode, Config, Engine, ExternType, Global, Instance, Linker, Store,
    StoreLimitsBuilder, TrapCode, ValType,
};
use wast::core::{EncodeOptions, GenerateDwarf};

use super::error::ModuleError;
use super::guest::{Host, Image};
use super::heredity::Heredity;
use super::imports;
use super::knowledge::{self, Knowledge};
use super::limits;
use super::module_info::ModuleInfo;
use super::parameters::Declared;
use super::prices;
use super::record::{ABI, BUFFER_BYTES};
use super::tracking::{self, global_export};

/// The modules of this process. Validated and translated, a module takes up to some ten times as much
/// memory as its source.
static LOADED: CodeCache<Module> =
    CodeCache::new(|source, module| (64 << 10) + 16 * source.len() + module.image.memory.len());

/// The module of a species.
pub(super) struct Program {
    /// The module.
    pub module: Arc<Module>,
    /// The kind of the creatures that it decides for.
    pub kind: Kind,
    /// The values of its parameters.
    pub parameters: Vec<f64>,
    /// The instructions allowed in a turn.
    pub budget: u64,
    /// Whether a turn that exceeds its budget keeps the actions requested before.
    pub keeps_decisions: bool,
    /// The maximum size of the memory and of the dna of a creature, in bytes.
    pub memory_limit: usize,
}

/// A loaded module, from which instances are created. It follows from the source alone, so species
/// and runs share it.
pub(super) struct Module {
    code: wasmi::Module,
    linker: Linker<Host>,
    mutable_globals: Vec<u32>,
    /// Whether it can read the conditions of others.
    pub reads_conditions: bool,
    /// The state of each instance before its first turn.
    pub image: Image,
    /// The address of its buffer.
    pub buffer: usize,
    /// The parameters it declares.
    pub declared: Vec<Declared>,
    /// What it was loaded from, in binary or text form.
    pub source: Arc<[u8]>,
}

/// The first bytes of every module in binary form.
const MAGIC: &[u8] = b"\0asm";

/// The required exports, with the types of their results.
const EXPORTS: [(&str, &[ValType], &str); 3] = [
    ("terrarium_abi", &[ValType::I32], "the function `terrarium_abi`: () -> i32"),
    ("terrarium_buffer", &[ValType::I32], "the function `terrarium_buffer`: () -> i32"),
    ("terrarium_turn", &[], "the function `terrarium_turn`: ()"),
];

const PARAMETERS: (&str, &[ValType], &str) =
    ("terrarium_parameters", &[ValType::I32], "`terrarium_parameters` as a function: () -> i32");

impl Module {
    /// Returns the module in binary or text form, loaded unless it was loaded before.
    ///
    /// # Errors
    /// When the module is invalid or too large, has an unknown import or lacks a required export.
    pub fn new(source: &[u8]) -> Result<Arc<Self>, ModuleError> {
        LOADED.get_or_compile(source, || Self::load(source))
    }

    fn load(source: &[u8]) -> Result<Self, ModuleError> {
        if source.len() as u64 > limits::MODULE_BYTES {
            return Err(ModuleError::TooLong { length: source.len() as u64 });
        }
        let binary = binary(source)?;
        let module_info = ModuleInfo::new(&binary)?;
        module_info.exported_memory()?;
        Self::compile(&binary, source, module_info, false)
    }

    /// Compiles a copy of a module, in binary form, that records places.
    ///
    /// # Errors
    /// When it does not fit into the engine, because it is longer.
    pub fn recording(binary: &[u8]) -> Result<Self, ModuleError> {
        Self::compile(binary, &[], ModuleInfo::new(binary)?, true)
    }

    fn compile(
        binary: &[u8],
        source: &[u8],
        module_info: ModuleInfo,
        records_places: bool,
    ) -> Result<Self, ModuleError> {
        let engine = Engine::new(&config(records_places));
        let instrumented = tracking::instrument(binary, &module_info, records_places)?;
        let code = wasmi::Module::new(&engine, instrumented);
        let code = code.map_err(|error| compile_error(&error))?;
        check_exports(&code)?;
        let linker = imports::linker(&engine).map_err(|error| compile_error(&error))?;
        let reads_conditions = code.imports().any(|import| import.name() == knowledge::CONDITION);
        let mut module = Self {
            code,
            reads_conditions,
            linker,
            mutable_globals: module_info.mutable_globals,
            image: Image::default(),
            buffer: 0,
            declared: Vec::new(),
            source: source.into(),
        };
        module.query()?;
        Ok(module)
    }

    /// Creates an instance and runs its start function.
    pub fn instantiate(&self) -> Result<(Store<Host>, Instance), wasmi::Error> {
        let limits = StoreLimitsBuilder::new()
            .memory_size((limits::MEMORY_PAGES as usize) << 16)
            .table_elements(limits::TABLE_ELEMENTS as usize)
            .build();
        let rng = CreatureRng::new(0);
        let ground = Arc::clone(GroundMap::nowhere());
        let host = Host {
            rng,
            ground,
            notes: Notes::default(),
            hidden_fuel: 0,
            memory: None,
            marks: None,
            knowledge: Knowledge::default(),
            heredity: Heredity::default(),
            limits,
            left: 0,
        };
        let mut store = Store::new(self.code.engine(), host);
        store.limiter(|host| &mut host.limits);
        store.set_fuel(limits::LOADING_FUEL)?;
        let instance = self.linker.instantiate_and_start(&mut store, &self.code)?;
        Ok((store, instance))
    }

    /// The mutable global variables of an instance.
    pub fn globals(&self, instance: &Instance, store: &Store<Host>) -> Vec<Global> {
        let exported = |&index: &u32| {
            instance.get_global(store, &global_export(index)).expect("it is exported")
        };
        self.mutable_globals.iter().map(exported).collect()
    }

    /// Queries the exports that describe the module, in an instance that is discarded.
    fn query(&mut self) -> Result<(), ModuleError> {
        let failed = |what| {
            move |error: wasmi::Error| ModuleError::Loading { what, problem: problem(&error) }
        };
        let (mut store, instance) = self.instantiate().map_err(failed("the start function"))?;
        let memory = instance.get_memory(&store, "memory").expect("it is exported");
        store.data_mut().memory = Some(memory);
        let globals = self.globals(&instance, &store);
        self.image = Image::new(memory, &globals, &store);
        let mut call = |name: &'static str| {
            let function = instance.get_typed_func::<(), i32>(&store, name).expect("checked");
            function.call(&mut store, ()).map_err(failed(name))
        };
        let given = call("terrarium_abi")?;
        if given != ABI {
            return Err(ModuleError::Version { given, ours: ABI });
        }
        let address = call("terrarium_buffer")?.cast_unsigned();
        self.buffer = address as usize;
        let fits = self.buffer + BUFFER_BYTES <= self.image.memory.len();
        if !fits || !address.is_multiple_of(8) {
            return Err(ModuleError::Buffer { address });
        }
        if self.code.get_export(PARAMETERS.0).is_some() {
            let address = call(PARAMETERS.0)?.cast_unsigned() as usize;
            self.declared = Declared::read(memory.data(&store), address)?;
        }
        Ok(())
    }
}

/// The configuration of the engine: deterministic, and without use of the host's stack. In a copy
/// that records places, functions need some more of their own stack, and have other prices.
fn config(records_places: bool) -> Config {
    let (costs, stack_bytes) = if records_places {
        (prices::of_recorded_instructions(), 4 * limits::STACK_BYTES)
    } else {
        (prices::of_instructions(), limits::STACK_BYTES)
    };
    let mut config = Config::default();
    config
        // The fuel that a turn uses must not depend on when code is compiled.
        .compilation_mode(CompilationMode::Eager)
        .consume_fuel(true)
        .operator_cost(costs)
        .fuel_cost(prices::of_bytes())
        .ignore_custom_sections(true)
        .wasm_tail_call(false)
        // For the marks. `ModuleInfo` rejects modules that have several memories of their own.
        .wasm_multi_memory(true)
        .set_max_recursion_depth(limits::CALL_DEPTH)
        .set_max_stack_height(stack_bytes)
        .set_max_cached_stacks(64);
    config
}

/// The module in binary form, assembled if it is text.
fn binary(source: &[u8]) -> Result<Cow<'_, [u8]>, ModuleError> {
    assemble(source, None)
}

/// The module in binary form. One that is assembled from text has its lines as debug information.
///
/// # Errors
/// When the source is not valid.
pub(super) fn binary_with_lines(source: &[u8]) -> Result<Cow<'_, [u8]>, ModuleError> {
    assemble(source, Some(Path::new("behaviour.wat")))
}

/// Assembles a module if it is text, with debug information if the name of its file is given.
fn assemble<'a>(source: &'a [u8], file: Option<&Path>) -> Result<Cow<'a, [u8]>, ModuleError> {
    if source.starts_with(MAGIC) {
        return Ok(Cow::Borrowed(source));
    }
    let text = std::str::from_utf8(source).map_err(|error| ModuleError::Invalid {
        problem: "the file is neither a binary module nor text".to_owned(),
        offset: error.valid_up_to(),
    })?;
    let wrong = |error: wast::Error| ModuleError::Text {
        problem: error.message(),
        offset: error.span().offset(),
    };
    let mut buffer = wast::parser::ParseBuffer::new(text).map_err(wrong)?;
    buffer.track_instr_spans(file.is_some());
    let mut module = wast::parser::parse::<wast::Wat<'_>>(&buffer).map_err(wrong)?;
    let mut options = EncodeOptions::new();
    if let Some(file) = file {
        options.dwarf(file, text, GenerateDwarf::Lines);
    }
    options.encode_wat(&mut module).map(Cow::Owned).map_err(wrong)
}

fn check_exports(code: &wasmi::Module) -> Result<(), ModuleError> {
    let has = |name: &str, results: &[ValType]| match code.get_export(name) {
        Some(ExternType::Func(ty)) => ty.params().is_empty() && ty.results() == results,
        _ => false,
    };
    let missing = EXPORTS.iter().find(|(name, results, _)| !has(name, results));
    let wrong = Some(&PARAMETERS)
        .filter(|(name, results, _)| code.get_export(name).is_some() && !has(name, results));
    match missing.or(wrong) {
        Some(&(_, _, what)) => Err(ModuleError::NoExport { what }),
        None => Ok(()),
    }
}

/// The error for a valid module that the engine cannot compile.
fn compile_error(error: &wasmi::Error) -> ModuleError {
    ModuleError::Invalid { problem: problem(error), offset: 0 }
}

fn problem(error: &wasmi::Error) -> String {
    match error.as_trap_code() {
        Some(TrapCode::OutOfFuel) => "it ran too long".to_owned(),
        Some(trap) => trap.trap_message().to_owned(),
        None => error.to_string().chars().take(200).collect(),
    }
}
