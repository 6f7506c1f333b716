//! The code of an author, told from that of the libraries that it calls.

use terrarium_creatures::behaviour::{CodeFrame, CodePlace, MAX_CALLERS};

/// The place that an author looks for, among functions which are no library's if there are such.
pub(super) fn place(mut frames: Vec<CodeFrame>) -> Option<CodePlace> {
    if !frames.iter().all(is_library) {
        frames.retain(|frame| !is_library(frame));
    }
    let mut frames = frames.into_iter();
    Some(CodePlace { function: frames.next()?, callers: frames.take(MAX_CALLERS).collect() })
}

/// Whether a function belongs to the standard library of a language, or to a kit, by its name or by its
/// source.
fn is_library(frame: &CodeFrame) -> bool {
    const NAMES: [&str; 8] =
        ["core::", "alloc::", "std::", "__rust", "rust_", "terrarium_creature::", "~lib/", "kit/"];
    const FOLDERS: [&str; 4] = ["library/core/", "library/alloc/", "library/std/", "kit/"];
    const HEADERS: [&str; 2] = ["terrarium.h", "instincts.h"];
    let name = frame.name.as_deref().unwrap_or_default().trim_start_matches(['<', '&']);
    let file = frame.line.as_ref().map_or("", |line| line.file.as_str());
    NAMES.iter().any(|start| name.starts_with(start))
        || FOLDERS.iter().any(|folder| file.starts_with(folder))
        || HEADERS.contains(&file.rsplit('/').next().unwrap_or_default())
}
