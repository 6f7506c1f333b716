//! Debug output. It costs the same whether or not notes are wanted.

use rhai::{Array, Dynamic, NativeCallContext};
use terrarium_creatures::behaviour::{Note, SightingKind};
use terrarium_space::geometry::DVec2;

use super::super::prices;
use super::super::turn_state::{HostResult, TurnState};
use super::messages::{Heard, message_of};
use super::sight::{Sight, sighting_of};
use super::{Library, charge, is_of_host, number, type_name, uncharged};

pub(super) fn register(library: &mut Library) {
    library.function(
        "log(value)",
        "writes a value to the debug output",
        |context: NativeCallContext<'_>, value: Dynamic| {
            charge(&context, prices::writing(&value)?)?;
            let text = wanted_text(&context, &value)?;
            take_note(&context, || Ok(Note::Log(text)))
        },
    );
    library.function(
        "mark(x, y)",
        "marks a point in the debug output",
        |context: NativeCallContext<'_>, x: Dynamic, y: Dynamic| {
            let at = point(&x, &y)?;
            take_note(&context, || Ok(Note::Point(at)))
        },
    );
    library.function(
        "mark(x, y, text)",
        "marks a point with a text in the debug output",
        |context: NativeCallContext<'_>, x: Dynamic, y: Dynamic, text: Dynamic| {
            let at = point(&x, &y)?;
            charge(&context, prices::writing(&text)?)?;
            let text = wanted_text(&context, &text)?;
            take_note(&context, || Ok(Note::Text(at, text)))
        },
    );
    library.function(
        "mark_line(x1, y1, x2, y2)",
        "marks a line in the debug output",
        |context: NativeCallContext<'_>, x1: Dynamic, y1: Dynamic, x2: Dynamic, y2: Dynamic| {
            let (from, to) = (point(&x1, &y1)?, point(&x2, &y2)?);
            take_note(&context, || Ok(Note::Line(from, to)))
        },
    );
}

/// The text of a value; empty unless notes are wanted.
fn wanted_text(context: &NativeCallContext<'_>, value: &Dynamic) -> HostResult<String> {
    uncharged(context, |state| {
        let is_wanted = state.notes.is_enabled();
        Ok(if is_wanted { text_of_value(state, value) } else { String::new() })
    })
}

/// The text of a value: of a sighting, what it is and where; of another host type, its name.
pub(crate) fn text_of_value(state: &TurnState, value: &Dynamic) -> String {
    if let Some(sight) = value.read_lock::<Sight>().map(|sight| *sight) {
        return describe(state, sight).unwrap_or_else(|_| "a sighting of another turn".to_owned());
    }
    if let Some(list) = value.read_lock::<Array>() {
        let items: Vec<_> = list.iter().map(|item| text_of_value(state, item)).collect();
        return format!("[{}]", items.join(", "));
    }
    if let Some(heard) = value.read_lock::<Heard>().map(|heard| *heard) {
        return heard_text(state, heard).unwrap_or_else(|_| "a message of another turn".to_owned());
    }
    if is_of_host(value) { type_name(value).to_owned() } else { value.to_string() }
}

/// A message in one line.
fn heard_text(state: &TurnState, heard: Heard) -> HostResult<String> {
    let message = message_of(state, heard)?;
    let text = message.text().escape_debug().to_string();
    Ok(format!("message \"{text}\" from {}", message.from))
}

/// A sighting in one line.
fn describe(state: &TurnState, sight: Sight) -> HostResult<String> {
    let seen = sighting_of(state, sight)?;
    let name = state.species_names.get(seen.species.index()).map_or("organism", String::as_str);
    let carcass = if seen.kind == SightingKind::Carcass { "carcass of " } else { "" };
    let (x, y) = (seen.centre.x, seen.centre.y);
    Ok(format!("{carcass}{name} {} at ({x:.1}, {y:.1}), gap {:.1}", seen.id, seen.gap))
}

fn point(x: &Dynamic, y: &Dynamic) -> HostResult<DVec2> {
    Ok(DVec2::new(number(x)?, number(y)?))
}

/// Takes a note, which is created only if notes are wanted.
fn take_note(
    context: &NativeCallContext<'_>,
    note: impl FnOnce() -> HostResult<Note>,
) -> HostResult<()> {
    charge(context, 1)?;
    uncharged(context, |state| {
        if state.notes.is_enabled() {
            state.notes.take(note()?);
        }
        Ok(())
    })
}
