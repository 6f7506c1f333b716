//! The only functions that a module can import, all of them from `terrarium`.

use rand::Rng;
use wasmi::{Caller, Linker, TrapCode};
use wasmparser::{Import, ValType};

use super::error::ModuleError;
use super::guest::Host;
use super::module_info::{function_type, shown};
use crate::behaviour::Note;
use crate::geometry::DVec2;

/// The name of the module that the functions are of.
pub const MODULE: &str = "terrarium";

/// A function of the host.
#[derive(Debug, Clone, Copy)]
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// The types of its parameters, separated by spaces.
    pub parameters: &'static str,
    /// The type of its result; none if empty.
    pub result: &'static str,
    /// What it does.
    pub meaning: &'static str,
}

/// Fuel for a call of any of them, beside the call itself: what the dearest, `pow`, takes.
pub const CALL_FUEL: u64 = 50;

type Refused = wasmi::Error;

macro_rules! mathematics {
    ($($name:literal = $function:ident($($argument:ident),+), $meaning:literal;)+) => {
        const MATHEMATICS: &[Function] = &[$(Function {
            name: $name,
            parameters: mathematics!(@list $($argument),+),
            result: "f64",
            meaning: $meaning,
        }),+];

        fn define_mathematics(linker: &mut Linker<Host>) -> Result<(), Refused> {
            $(linker.func_wrap(MODULE, $name, |mut caller: Caller<'_, Host>, $($argument: f64),+| -> Result<f64, Refused> {
                spend(&mut caller, CALL_FUEL)?;
                Ok(canonical(libm::$function($($argument),+)))
            })?;)+
            Ok(())
        }
    };
    (@list $one:ident) => { "f64" };
    (@list $one:ident, $two:ident) => { "f64 f64" };
}

mathematics! {
    "sin" = sin(x), "The sine of an angle in radians.";
    "cos" = cos(x), "The cosine of an angle in radians.";
    "tan" = tan(x), "The tangent of an angle in radians.";
    "asin" = asin(x), "The angle whose sine it is.";
    "acos" = acos(x), "The angle whose cosine it is.";
    "atan" = atan(x), "The angle whose tangent it is.";
    "atan2" = atan2(y, x), "The angle of the direction (x, y), given as y and x.";
    "exp" = exp(x), "e to the power of x.";
    "ln" = log(x), "The natural logarithm.";
    "log2" = log2(x), "The logarithm to base 2.";
    "log10" = log10(x), "The logarithm to base 10.";
    "pow" = pow(x, y), "x to the power of y.";
    "cbrt" = cbrt(x), "The cube root.";
    "hypot" = hypot(x, y), "The length of (x, y).";
}

const SPEAKING: &[Function] = &[
    Function {
        name: "random",
        parameters: "",
        result: "i64",
        meaning: "The next 64 bits of the creature's own stream of chance.",
    },
    Function {
        name: "log",
        parameters: "i32 i32",
        result: "",
        meaning: "Tells the author a line of UTF-8: its address and its length in bytes.",
    },
    Function {
        name: "mark_point",
        parameters: "f64 f64",
        result: "",
        meaning: "Marks the point (x, y) for the author.",
    },
    Function {
        name: "mark_line",
        parameters: "f64 f64 f64 f64",
        result: "",
        meaning: "Marks the line from (x1, y1) to (x2, y2) for the author.",
    },
    Function {
        name: "mark_text",
        parameters: "f64 f64 i32 i32",
        result: "",
        meaning: "Writes a text beside the point (x, y) for the author: its address and length.",
    },
];

/// All of them.
pub fn functions() -> impl Iterator<Item = &'static Function> {
    SPEAKING.iter().chain(MATHEMATICS)
}

/// The type of the function that an import asks for.
///
/// # Errors
/// When there is no such function, or it is of another type. `types` tells how many parameters
/// and results the types of the module have.
pub(super) fn check<'a>(
    import: &Import<'_>,
    types: impl Fn(u32) -> Option<&'a wasmparser::FuncType>,
) -> Result<u32, ModuleError> {
    let found = functions().find(|f| import.module == MODULE && f.name == import.name);
    let function = found.ok_or_else(|| ModuleError::UnknownImport {
        module: shown(import.module),
        name: shown(import.name),
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
    /// Its type as people write it, such as `(f64, f64) -> f64`.
    #[must_use]
    pub fn signature(&self) -> String {
        let parameters = self.parameters.split_whitespace().collect::<Vec<_>>().join(", ");
        match self.result {
            "" => format!("({parameters})"),
            result => format!("({parameters}) -> {result}"),
        }
    }

    fn is_of(&self, parameters: &[ValType], results: &[ValType]) -> bool {
        let alike = |names: &str, types: &[ValType]| {
            names.split_whitespace().eq(types.iter().map(ToString::to_string))
        };
        alike(self.parameters, parameters) && alike(self.result, results)
    }
}

/// The functions, ready to be linked to a module.
pub(super) fn linker(engine: &wasmi::Engine) -> Result<Linker<Host>, Refused> {
    let mut linker = Linker::new(engine);
    define_mathematics(&mut linker)?;
    linker.func_wrap(MODULE, "random", |mut caller: Caller<'_, Host>| -> Result<i64, Refused> {
        spend(&mut caller, CALL_FUEL)?;
        Ok(caller.data_mut().rng.next_u64().cast_signed())
    })?;
    linker.func_wrap(
        MODULE,
        "log",
        |mut caller: Caller<'_, Host>, address: u32, length: u32| -> Result<(), Refused> {
            let text = text(&mut caller, address, length)?;
            note(&mut caller, || Note::Log(text.unwrap_or_default()));
            Ok(())
        },
    )?;
    linker.func_wrap(
        MODULE,
        "mark_point",
        |mut caller: Caller<'_, Host>, x: f64, y: f64| -> Result<(), Refused> {
            spend(&mut caller, CALL_FUEL)?;
            note(&mut caller, || Note::Point(DVec2::new(x, y)));
            Ok(())
        },
    )?;
    linker.func_wrap(
        MODULE,
        "mark_line",
        |mut caller: Caller<'_, Host>, x: f64, y: f64, x2: f64, y2: f64| -> Result<(), Refused> {
            spend(&mut caller, CALL_FUEL)?;
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
         -> Result<(), Refused> {
            let text = text(&mut caller, address, length)?;
            note(&mut caller, || Note::Text(DVec2::new(x, y), text.unwrap_or_default()));
            Ok(())
        },
    )?;
    Ok(linker)
}

fn note(caller: &mut Caller<'_, Host>, make: impl FnOnce() -> Note) {
    let notes = &mut caller.data_mut().notes;
    if notes.are_wanted() {
        notes.take(make());
    }
}

/// A text out of the module's memory, paid for and checked whether anybody wants it or not; made
/// only when somebody does.
fn text(
    caller: &mut Caller<'_, Host>,
    address: u32,
    length: u32,
) -> Result<Option<String>, Refused> {
    spend(caller, CALL_FUEL + u64::from(length))?;
    let memory = caller.data().memory.expect("a module that runs has its memory");
    let (bytes, host) = memory.data_and_store_mut(caller);
    let start = address as usize;
    let text = bytes.get(start..start.saturating_add(length as usize));
    let text = text.ok_or(TrapCode::MemoryOutOfBounds)?;
    Ok(host.notes.are_wanted().then(|| String::from_utf8_lossy(text).into_owned()))
}

/// Takes `fuel` off what is left of the turn.
fn spend(caller: &mut Caller<'_, Host>, fuel: u64) -> Result<(), Refused> {
    let left = caller.get_fuel()?.checked_sub(fuel);
    caller.set_fuel(left.unwrap_or(0))?;
    left.map(drop).ok_or_else(|| TrapCode::OutOfFuel.into())
}

/// The one NaN that modules get to see: which bits a NaN has differs among machines.
fn canonical(value: f64) -> f64 {
    if value.is_nan() { f64::from_bits(0x7ff8_0000_0000_0000) } else { value }
}
