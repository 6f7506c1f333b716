//! The functions that a module can import, all of them from `terrarium`.

use rand::Rng;
use terrarium_creatures::behaviour::{Note, StepKind};
use terrarium_space::geometry::DVec2;
use wasmi::{Caller, Linker, TrapCode};
use wasmparser::{Import, ValType};

use super::error::ModuleError;
use super::guest::Host;
use super::module_info::{function_type, printable};
use super::{heredity, knowledge, prices};

/// The module name of the imports.
pub const MODULE: &str = "terrarium";

/// A host function.
#[derive(Debug, Clone, Copy)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// The types of its parameters, separated by spaces.
    pub parameters: &'static str,
    /// The type of its result; empty if it has none.
    pub result: &'static str,
    /// What it does.
    pub meaning: &'static str,
}

pub(super) type HostError = wasmi::Error;

macro_rules! mathematics {
    ($($name:literal = $function:ident($($argument:ident),+) costs $price:expr, $meaning:literal;)+) => {
        const MATHEMATICS: &[Function] = &[$(Function {
            name: $name,
            parameters: mathematics!(@list $($argument),+),
            result: "f64",
            meaning: $meaning,
        }),+];

        fn define_mathematics(linker: &mut Linker<Host>) -> Result<(), HostError> {
            $(linker.func_wrap(MODULE, $name, |mut caller: Caller<'_, Host>, $($argument: f64),+| -> Result<f64, HostError> {
                spend(&mut caller, prices::HOST_CALL + $price)?;
                let result = canonical(libm::$function($($argument),+));
                step(&mut caller, || format!("{}({:?})", $name, ($($argument),+)), &result);
                Ok(result)
            })?;)+
            Ok(())
        }
    };
    (@list $one:ident) => { "f64" };
    (@list $one:ident, $two:ident) => { "f64 f64" };
}

mathematics! {
    "sin" = sin(x) costs prices::of_angle(x), "The sine of an angle in radians.";
    "cos" = cos(x) costs prices::of_angle(x), "The cosine of an angle in radians.";
    "tan" = tan(x) costs prices::of_angle(x), "The tangent of an angle in radians.";
    "asin" = asin(x) costs prices::TRANSCENDENTAL, "The arcsine, in radians.";
    "acos" = acos(x) costs prices::TRANSCENDENTAL, "The arccosine, in radians.";
    "atan" = atan(x) costs prices::TRANSCENDENTAL, "The arctangent, in radians.";
    "atan2" = atan2(y, x) costs prices::TRANSCENDENTAL, "The angle of the direction (x, y), in radians; the arguments are y, x.";
    "exp" = exp(x) costs prices::TRANSCENDENTAL, "e to the power of x.";
    "ln" = log(x) costs prices::TRANSCENDENTAL, "The natural logarithm.";
    "log2" = log2(x) costs prices::TRANSCENDENTAL, "The logarithm to base 2.";
    "log10" = log10(x) costs prices::TRANSCENDENTAL, "The logarithm to base 10.";
    "pow" = pow(x, y) costs prices::POWER, "x to the power of y.";
    "cbrt" = cbrt(x) costs prices::TRANSCENDENTAL, "The cube root.";
    "hypot" = hypot(x, y) costs 0, "The length of the vector (x, y).";
}

const OTHERS: &[Function] = &[
    Function {
        name: "random",
        parameters: "",
        result: "i64",
        meaning: "The next 64 bits of the creature's random number generator.",
    },
    Function {
        name: "ground_at",
        parameters: "f64 f64",
        result: "i32",
        meaning: "The ground at the point (x, y): 0 plain, 1 road, 2 swamp, 3 water, 4 trees, 5 rock, 6 \
                  wall, or −1 outside the world.",
    },
    Function {
        name: "budget_left",
        parameters: "",
        result: "i64",
        meaning: "The instructions left for this turn.",
    },
    Function {
        name: "abort",
        parameters: "i32 i32",
        result: "",
        meaning: "Fails the turn with a reason in UTF-8, given by address and length. It does not return.",
    },
    Function {
        name: "log",
        parameters: "i32 i32",
        result: "",
        meaning: "Writes a line of UTF-8, given by address and length, to the debug output.",
    },
    Function {
        name: "log_number",
        parameters: "i32 i32 f64",
        result: "",
        meaning: "Writes a line to the debug output: UTF-8, given by address and length, a space and a number.",
    },
    Function {
        name: "mark_point",
        parameters: "f64 f64",
        result: "",
        meaning: "Marks the point (x, y) in the debug output.",
    },
    Function {
        name: "mark_line",
        parameters: "f64 f64 f64 f64",
        result: "",
        meaning: "Marks the line from (x1, y1) to (x2, y2) in the debug output.",
    },
    Function {
        name: "mark_text",
        parameters: "f64 f64 i32 i32",
        result: "",
        meaning: "Marks the point (x, y) with a text, given by address and length.",
    },
];

/// Lists all host functions.
pub fn functions() -> impl Iterator<Item = &'static Function> {
    OTHERS.iter().chain(knowledge::FUNCTIONS).chain(heredity::FUNCTIONS).chain(MATHEMATICS)
}

/// Checks an import and returns its type index. `types` looks up a type of the module.
///
/// # Errors
/// When there is no such function, or its type differs.
pub(super) fn check<'a>(
    import: &Import<'_>,
    types: impl Fn(u32) -> Option<&'a wasmparser::FuncType>,
) -> Result<u32, ModuleError> {
    let found = functions().find(|f| import.module == MODULE && f.name == import.name);
    let function = found.ok_or_else(|| ModuleError::UnknownImport {
        module: printable(import.module),
        name: printable(import.name),
        known: functions().map(|f| f.name).collect::<Vec<_>>().join(", "),
    })?;
    let index = function_type(import.ty);
    match index.and_then(|index| Some((index, types(index)?))) {
        Some((index, ty)) if function.is_of(ty.params(), ty.results()) => Ok(index),
        _ => Err(ModuleError::ImportType {
            name: function.name.to_owned(),
            expected: function.signature(),
        }),
    }
}

impl Function {
    /// Formats its type, such as `(f64, f64) -> f64`.
    #[must_use]
    pub fn signature(&self) -> String {
        let parameters = self.parameters.split_whitespace().collect::<Vec<_>>().join(", ");
        match self.result {
            "" => format!("({parameters})"),
            result => format!("({parameters}) -> {result}"),
        }
    }

    fn is_of(&self, parameters: &[ValType], results: &[ValType]) -> bool {
        let is_same = |names: &str, types: &[ValType]| {
            names.split_whitespace().eq(types.iter().map(ToString::to_string))
        };
        is_same(self.parameters, parameters) && is_same(self.result, results)
    }
}

/// Creates a linker with all host functions.
pub(super) fn linker(engine: &wasmi::Engine) -> Result<Linker<Host>, HostError> {
    let mut linker = Linker::new(engine);
    define_mathematics(&mut linker)?;
    knowledge::define(&mut linker)?;
    heredity::define(&mut linker)?;
    linker.func_wrap(
        MODULE,
        "random",
        |mut caller: Caller<'_, Host>| -> Result<i64, HostError> {
            spend(&mut caller, prices::HOST_CALL)?;
            let number = caller.data_mut().rng.next_u64().cast_signed();
            step(&mut caller, || "random()".to_owned(), &number);
            Ok(number)
        },
    )?;
    linker.func_wrap(
        MODULE,
        "ground_at",
        |mut caller: Caller<'_, Host>, x: f64, y: f64| -> Result<i32, HostError> {
            spend(&mut caller, prices::HOST_CALL)?;
            let kind = caller.data().ground.at(DVec2::new(x, y));
            let kind = kind.map_or(-1, |kind| kind as i32);
            step(&mut caller, || format!("ground_at({x:?}, {y:?})"), &kind);
            Ok(kind)
        },
    )?;
    linker.func_wrap(
        MODULE,
        "budget_left",
        |mut caller: Caller<'_, Host>| -> Result<i64, HostError> {
            spend(&mut caller, prices::HOST_CALL)?;
            let left = (caller.get_fuel()? + caller.data().hidden_fuel).cast_signed();
            step(&mut caller, || "budget_left()".to_owned(), &left);
            Ok(left)
        },
    )?;
    linker.func_wrap(
        MODULE,
        "abort",
        |mut caller: Caller<'_, Host>, address: u32, length: u32| -> Result<(), HostError> {
            let reason = bytes(&mut caller, address, length)?;
            Err(HostError::new(String::from_utf8_lossy(reason.0).into_owned()))
        },
    )?;
    linker.func_wrap(
        MODULE,
        "log",
        |mut caller: Caller<'_, Host>, address: u32, length: u32| -> Result<(), HostError> {
            let text = text(&mut caller, address, length)?;
            note(&mut caller, || Note::Log(text.unwrap_or_default()));
            Ok(())
        },
    )?;
    linker.func_wrap(
        MODULE,
        "log_number",
        |mut caller: Caller<'_, Host>,
         address: u32,
         length: u32,
         number: f64|
         -> Result<(), HostError> {
            let text = text(&mut caller, address, length)?;
            let number = canonical(number);
            note(&mut caller, || Note::Log(format!("{} {number:?}", text.unwrap_or_default())));
            Ok(())
        },
    )?;
    linker.func_wrap(
        MODULE,
        "mark_point",
        |mut caller: Caller<'_, Host>, x: f64, y: f64| -> Result<(), HostError> {
            spend(&mut caller, prices::HOST_CALL)?;
            note(&mut caller, || Note::Point(DVec2::new(x, y)));
            Ok(())
        },
    )?;
    linker.func_wrap(
        MODULE,
        "mark_line",
        |mut caller: Caller<'_, Host>, x: f64, y: f64, x2: f64, y2: f64| -> Result<(), HostError> {
            spend(&mut caller, prices::HOST_CALL)?;
            note(&mut caller, || Note::Line(DVec2::new(x, y), DVec2::new(x2, y2)));
            Ok(())
        },
    )?;
    linker.func_wrap(
        MODULE,
        "mark_text",
        |mut caller: Caller<'_, Host>,
         x: f64,
         y: f64,
         address: u32,
         length: u32|
         -> Result<(), HostError> {
            let text = text(&mut caller, address, length)?;
            note(&mut caller, || Note::Text(DVec2::new(x, y), text.unwrap_or_default()));
            Ok(())
        },
    )?;
    Ok(linker)
}

/// Adds a step to the turn, if steps are wanted: a call, its result, and what was spent since the last one.
pub(super) fn step(
    caller: &mut Caller<'_, Host>,
    call: impl FnOnce() -> String,
    result: &dyn std::fmt::Debug,
) {
    if caller.data().notes.steps().has_values() {
        let left = caller.get_fuel().unwrap_or_default();
        caller.data_mut().step(StepKind::HostCall(call()), Some(format!("{result:?}")), left);
    }
}

fn note(caller: &mut Caller<'_, Host>, make: impl FnOnce() -> Note) {
    if caller.data().notes.is_enabled() {
        let note = make();
        step(caller, || call_of(&note), &());
        caller.data_mut().notes.take(note);
    }
}

/// The call of a host function that created a note.
fn call_of(note: &Note) -> String {
    match note {
        Note::Log(text) => format!("log({text:?})"),
        Note::Point(at) => format!("mark_point({}, {})", at.x, at.y),
        Note::Line(from, to) => format!("mark_line({}, {}, {}, {})", from.x, from.y, to.x, to.y),
        Note::Text(at, text) => format!("mark_text({}, {}, {text:?})", at.x, at.y),
    }
}

/// Reads a text from the module's memory. It is charged for and checked in any case, but created
/// only if notes are wanted.
fn text(
    caller: &mut Caller<'_, Host>,
    address: u32,
    length: u32,
) -> Result<Option<String>, HostError> {
    let (text, host) = bytes(caller, address, length)?;
    Ok(host.notes.is_enabled().then(|| String::from_utf8_lossy(text).into_owned()))
}

/// Bytes of the module's memory, which are charged for.
pub(super) fn bytes<'a>(
    caller: &'a mut Caller<'_, Host>,
    address: u32,
    length: u32,
) -> Result<(&'a [u8], &'a mut Host), HostError> {
    spend(caller, prices::HOST_CALL + u64::from(length))?;
    // There is none yet while the start function runs.
    let memory = caller.data().memory.ok_or(TrapCode::MemoryOutOfBounds)?;
    let (bytes, host) = memory.data_and_store_mut(caller);
    let start = address as usize;
    let bytes = bytes.get(start..start.saturating_add(length as usize));
    Ok((bytes.ok_or(TrapCode::MemoryOutOfBounds)?, host))
}

/// Charges `fuel`.
///
/// # Errors
/// When less is left.
pub(super) fn spend(caller: &mut Caller<'_, Host>, fuel: u64) -> Result<(), HostError> {
    let left = caller.get_fuel()?.checked_sub(fuel);
    caller.set_fuel(left.unwrap_or(0))?;
    left.map(drop).ok_or_else(|| TrapCode::OutOfFuel.into())
}

/// Replaces a NaN with a canonical one, because the bits of a NaN differ between machines.
pub(super) fn canonical(value: f64) -> f64 {
    if value.is_nan() { f64::from_bits(0x7ff8_0000_0000_0000) } else { value }
}
