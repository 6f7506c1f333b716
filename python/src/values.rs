//! Values that users of Python give, checked: `terrarium/given.py` writes them as TOML, the language of scenarios and
//! experiments.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use terrarium::document::{Document, Override};
use terrarium::input::Diagnostic;

use crate::errors::input_error;

/// The module that writes values.
const MODULE: &str = "terrarium.given";

/// The name of a document that is in no file.
pub const CODE: &str = "<code>";

/// The overrides of a dictionary such as `{"rules.light": 40, "world.size": [1800, 1300]}`, or of a list of
/// `"KEY=VALUE"`, as for `terrarium run --set`.
pub fn overrides(given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Override>> {
    let Some(given) = given else { return Ok(Vec::new()) };
    let texts = given.py().import(MODULE)?.getattr("overrides")?.call1((given,))?;
    let texts: Vec<String> = texts.extract()?;
    texts.iter().map(|text| Override::parse(text).map_err(|error| input_error(&error))).collect()
}

/// The paths of a path or a list of paths.
pub fn paths(name: &str, given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<PathBuf>> {
    let Some(given) = given else { return Ok(Vec::new()) };
    given.py().import(MODULE)?.getattr("paths")?.call1((name, given))?.extract()
}

/// How what each line of a document says was given: its path, and the text of it.
pub type Places = Vec<(String, String)>;

/// A document with the keys of a dictionary, and how its lines were given.
pub fn document(content: &Bound<'_, PyDict>) -> PyResult<(Document, Places)> {
    let made = content.py().import(MODULE)?.getattr("Document")?.call1((content,))?;
    let (text, places): (String, Places) =
        (made.getattr("text")?.extract()?, made.getattr("places")?.extract()?);
    Ok((parsed(&text, &places)?, places))
}

/// A document of code, whose lines were given so.
pub fn parsed(text: &str, places: &Places) -> PyResult<Document> {
    Document::parse(CODE, text).map_err(|error| input_error(&of_code(error.diagnostic(), places)))
}

/// The error, with what was given in place of a line of a file that nobody wrote.
pub fn of_code(diagnostic: Diagnostic, places: &Places) -> Diagnostic {
    let Some(location) = diagnostic.location.as_ref() else { return diagnostic };
    if location.file_name() != Some(CODE) {
        return diagnostic;
    }
    let (line, _) = location.line_and_column();
    let what = match places.get(line - 1) {
        Some((path, given)) if !diagnostic.what.starts_with(&format!("`{path}`")) => {
            format!("{given}: {}", diagnostic.what)
        }
        _ => diagnostic.what,
    };
    Diagnostic { what, location: None, remedy: diagnostic.remedy }
}
