//! Debug output. It costs the same whether or not notes are wanted.

use rhai::{Dynamic, NativeCallContext};

use super::super::super::Note;
use super::super::turn_state::HostResult;
use super::{Library, number, with_turn};
use crate::geometry::DVec2;

pub(super) fn register(library: &mut Library) {
    library.function(
        "log(value)",
        "writes a value to the debug output",
        |context: NativeCallContext<'_>, value: Dynamic| {
            take_note(&context, || Ok(Note::Log(text_of(&context, &value))))
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
            take_note(&context, || Ok(Note::Text(at, text_of(&context, &text))))
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

/// The text of a value; for a host type, the name of the type.
fn text_of(context: &NativeCallContext<'_>, value: &Dynamic) -> String {
    match value.type_name() {
        name if name.contains("::script::") => context.engine().map_type_name(name).to_owned(),
        _ => value.to_string(),
    }
}

fn point(x: &Dynamic, y: &Dynamic) -> HostResult<DVec2> {
    Ok(DVec2::new(number(x)?, number(y)?))
}

/// Takes a note, which is created only if notes are wanted.
fn take_note(
    context: &NativeCallContext<'_>,
    note: impl FnOnce() -> HostResult<Note>,
) -> HostResult<()> {
    with_turn(context, |state| {
        if state.notes.is_enabled() {
            state.notes.take(note()?);
        }
        Ok(())
    })
}
