//! What a creature tells its author. It costs the same whether anybody listens or not.

use rhai::{Dynamic, NativeCallContext};

use super::super::super::Note;
use super::super::stage::Raised;
use super::{Library, number, on_stage};
use crate::geometry::DVec2;

pub(super) fn offer(library: &mut Library) {
    library.function(
        "log(value)",
        "tells the author a value",
        |context: NativeCallContext<'_>, value: Dynamic| {
            tell(&context, || Ok(Note::Log(told(&context, &value))))
        },
    );
    library.function(
        "mark(x, y)",
        "shows the author a point",
        |context: NativeCallContext<'_>, x: Dynamic, y: Dynamic| {
            let at = point(&x, &y)?;
            tell(&context, || Ok(Note::Point(at)))
        },
    );
    library.function(
        "mark(x, y, text)",
        "shows the author a text at a point",
        |context: NativeCallContext<'_>, x: Dynamic, y: Dynamic, text: Dynamic| {
            let at = point(&x, &y)?;
            tell(&context, || Ok(Note::Text(at, told(&context, &text))))
        },
    );
    library.function(
        "mark_line(x1, y1, x2, y2)",
        "shows the author a line",
        |context: NativeCallContext<'_>, x1: Dynamic, y1: Dynamic, x2: Dynamic, y2: Dynamic| {
            let (from, to) = (point(&x1, &y1)?, point(&x2, &y2)?);
            tell(&context, || Ok(Note::Line(from, to)))
        },
    );
}

/// A value as a text; what only the host knows the inside of, by its type.
fn told(context: &NativeCallContext<'_>, value: &Dynamic) -> String {
    match value.type_name() {
        name if name.contains("::script::") => context.engine().map_type_name(name).to_owned(),
        _ => value.to_string(),
    }
}

fn point(x: &Dynamic, y: &Dynamic) -> Raised<DVec2> {
    Ok(DVec2::new(number(x)?, number(y)?))
}

/// Makes the note only if somebody listens.
fn tell(context: &NativeCallContext<'_>, note: impl FnOnce() -> Raised<Note>) -> Raised<()> {
    on_stage(context, |stage| {
        if stage.notes.are_wanted() {
            stage.notes.take(note()?);
        }
        Ok(())
    })
}
