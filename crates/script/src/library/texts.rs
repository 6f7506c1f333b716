//! Texts: what they consist of, and other texts made of them. All functions take linear time.

use rhai::{Array, Dynamic, EvalAltResult, ImmutableString, Map, NativeCallContext, Position};

use super::super::limits::{LIST_LENGTH, TEXT_LENGTH};
use super::super::prices;
use super::super::turn_state::{HostResult, raise};
use super::lists::{length, limited};
use super::{Library, a_value, charge};

pub(super) fn register(library: &mut Library) {
    library.overload("len", |text: &str| length(text.chars().count()));
    searches(library);
    cuts(library);
    changes(library);
    writing(library);
}

fn searches(library: &mut Library) {
    let mut search = |name, find: fn(&str, &str) -> Dynamic| {
        library.overload(
            name,
            move |context: NativeCallContext<'_>,
                  text: &str,
                  part: Dynamic|
                  -> HostResult<Dynamic> {
                let part = plain_text(&part)?;
                charge_for(&context, 2 * (text.len() + part.len()))?;
                Ok(find(text, &part))
            },
        );
    };
    search("contains", |text, part| text.contains(part).into());
    search("index_of", |text, part| {
        let before = text.find(part).map(|start| text[..start].chars().count());
        before.map_or(-1, length).into()
    });
    library.function(
        "starts_with(text, part)",
        "whether a text begins with another one",
        |context: NativeCallContext<'_>, text: &str, part: Dynamic| -> HostResult<bool> {
            let part = plain_text(&part)?;
            charge_for(&context, part.len())?;
            Ok(text.starts_with(&*part))
        },
    );
    library.function(
        "ends_with(text, part)",
        "whether a text ends with another one",
        |context: NativeCallContext<'_>, text: &str, part: Dynamic| -> HostResult<bool> {
            let part = plain_text(&part)?;
            charge_for(&context, part.len())?;
            Ok(text.ends_with(&*part))
        },
    );
}

fn cuts(library: &mut Library) {
    library.overload(
        "slice",
        |context: NativeCallContext<'_>,
         text: &str,
         from: i64,
         to: i64|
         -> HostResult<ImmutableString> {
            charge_for(&context, 2 * text.len())?;
            let (from, to) = (limited(from, text.len()), limited(to, text.len()));
            let characters = text.chars().skip(from).take(to.saturating_sub(from));
            Ok(characters.collect::<String>().into())
        },
    );
    library.function(
        "split(text, separator)",
        "a list of the parts of a text between those places where another one stands; of its characters if that is empty",
        |context: NativeCallContext<'_>, text: &str, separator: Dynamic| -> HostResult<Array> {
            let separator = plain_text(&separator)?;
            charge_for(&context, 2 * (text.len() + separator.len()))?;
            let parts: Vec<&str> = if separator.is_empty() {
                text.split("").filter(|part| !part.is_empty()).take(LIST_LENGTH + 1).collect()
            } else {
                text.split(&*separator).take(LIST_LENGTH + 1).collect()
            };
            charge(&context, PART * parts.len() as u64)?;
            if parts.len() > LIST_LENGTH {
                let what = "Size of array".to_owned();
                return Err(EvalAltResult::ErrorDataTooLarge(what, Position::NONE).into());
            }
            Ok(parts.into_iter().map(|part| Dynamic::from(part.to_owned())).collect())
        },
    );
    library.function(
        "trim(text)",
        "a text without the blanks at its beginning and end",
        |context: NativeCallContext<'_>, text: &str| -> HostResult<ImmutableString> {
            charge_for(&context, 2 * text.len())?;
            Ok(text.trim().into())
        },
    );
}

fn changes(library: &mut Library) {
    library.function(
        "join(list, separator)",
        "a text of the values of a list, with another text between them",
        |context: NativeCallContext<'_>, list: &mut Array, separator: Dynamic| {
            let separator = plain_text(&separator)?;
            let mut joined = String::new();
            for (index, value) in list.iter().enumerate() {
                let value = plain_text(value)?;
                let part = separator.len() + value.len();
                charge(&context, PART + prices::reading_text(2 * part))?;
                joined.push_str(if index > 0 { &separator } else { "" });
                joined.push_str(&value);
                within_limit(joined.len())?;
            }
            HostResult::<ImmutableString>::Ok(joined.into())
        },
    );
    library.function(
        "replace(text, part, by)",
        "a text with another one in all places where a part of it stands",
        |context: NativeCallContext<'_>,
         text: &str,
         part: Dynamic,
         by: Dynamic|
         -> HostResult<ImmutableString> {
            let (part, by) = (plain_text(&part)?, plain_text(&by)?);
            charge_for(&context, 2 * (text.len() + part.len()))?;
            let places = text.matches(&*part).count();
            charge_for(&context, places * (2 + by.len()))?;
            within_limit(text.len() - places * part.len() + places * by.len())?;
            Ok(text.replace(&*part, &by).into())
        },
    );
    library.function(
        "upper(text)",
        "a text in capital letters",
        |context: NativeCallContext<'_>, text: &str| -> HostResult<ImmutableString> {
            charge_for(&context, 4 * text.len())?;
            Ok(text.to_uppercase().into())
        },
    );
    library.function(
        "lower(text)",
        "a text in small letters",
        |context: NativeCallContext<'_>, text: &str| -> HostResult<ImmutableString> {
            charge_for(&context, 4 * text.len())?;
            Ok(text.to_lowercase().into())
        },
    );
    library.overload(
        "-",
        |context: NativeCallContext<'_>, text: &str, part: &str| -> HostResult<ImmutableString> {
            charge_for(&context, 2 * (text.len() + part.len()))?;
            Ok(text.replace(part, "").into())
        },
    );
    library.overload(
        "-",
        |context: NativeCallContext<'_>, text: &str, part: char| -> HostResult<ImmutableString> {
            charge_for(&context, 2 * text.len())?;
            Ok(text.replace(part, "").into())
        },
    );
}

fn writing(library: &mut Library) {
    // What the engine calls for values in a text.
    library.overload(
        "to_string",
        |context: NativeCallContext<'_>, number: f64| -> HostResult<ImmutableString> {
            charge(&context, 1)?;
            Ok(Dynamic::from(number).to_string().into())
        },
    );
    library.overload(
        "to_string",
        |context: NativeCallContext<'_>, number: i64| -> HostResult<ImmutableString> {
            charge(&context, 1)?;
            Ok(number.to_string().into())
        },
    );
    // Without one for booleans, characters and host values, the engine would make an error for each.
    library.overload(
        "to_string",
        |context: NativeCallContext<'_>, value: Dynamic| -> HostResult<ImmutableString> {
            charge(&context, 1)?;
            Ok(context.engine().map_type_name(&value.to_string()).into())
        },
    );
    library.overload("to_string", |context: NativeCallContext<'_>, list: &mut Array| {
        written(&context, &Dynamic::from(std::mem::take(list)))
    });
    library.overload("to_string", |context: NativeCallContext<'_>, map: &mut Map| {
        written(&context, &Dynamic::from(std::mem::take(map)))
    });
    library.function(
        "text(value)",
        "the text of a number, boolean or character",
        |context: NativeCallContext<'_>, value: Dynamic| {
            charge(&context, 0)?;
            plain_text(&value)
        },
    );
}

/// The operations for one part of a text that is split or joined.
const PART: u64 = 4;

/// Charges for a call that reads and copies so many bytes of texts.
fn charge_for(context: &NativeCallContext<'_>, bytes: usize) -> HostResult<()> {
    charge(context, 1 + prices::reading_text(bytes))
}

/// Checks the length of a text before it is made; the engine checks that of one that exists.
fn within_limit(length: usize) -> HostResult<()> {
    if length <= TEXT_LENGTH {
        return Ok(());
    }
    let what = "Length of string".to_owned();
    Err(EvalAltResult::ErrorDataTooLarge(what, Position::NONE).into())
}

/// A plain value that is not made of others, as text.
fn plain_text(value: &Dynamic) -> HostResult<ImmutableString> {
    let is_plain = value.is_int() || value.is_float() || value.is_bool() || value.is_char();
    match value.read_lock::<ImmutableString>() {
        Some(text) => Ok(text.clone()),
        None if is_plain => Ok(value.to_string().into()),
        None => raise(format!("{} is not written as a text", a_value(value))),
    }
}

/// A list or map as text.
fn written(context: &NativeCallContext<'_>, value: &Dynamic) -> HostResult<ImmutableString> {
    charge(context, prices::writing(value)?)?;
    Ok(format!("{value:?}").into())
}
