//! Python values as TOML, the language of scenarios and experiments. `terrarium/toml.py` writes them.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use terrarium::document::Override;

use crate::errors::{input_error, refused};

/// The module that writes values.
const MODULE: &str = "terrarium.toml";

/// The overrides of a dictionary such as `{"rules.light": 40, "world.size": [1800, 1300]}`, or of a list of
/// `"KEY=VALUE"`, as for `terrarium run --set`.
pub fn overrides(given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Override>> {
    let Some(given) = given else { return Ok(Vec::new()) };
    let parse = |text: &str| Override::parse(text).map_err(|error| input_error(&error));
    if let Ok(pairs) = given.cast::<PyDict>() {
        let write = given.py().import(MODULE)?.getattr("value")?;
        let pair = |(key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            let text: String = write.call1((&key, value))?.extract()?;
            parse(&format!("{}={text}", key.extract::<String>()?))
        };
        return pairs.iter().map(pair).collect();
    }
    let texts = given.extract::<Vec<String>>().map_err(|_| {
        refused(
            "overrides are a dictionary such as {\"rules.light\": 40}, or a list of \"KEY=VALUE\"",
        )
    })?;
    texts.iter().map(|text| parse(text)).collect()
}

/// A document with the keys of a dictionary.
pub fn document(content: &Bound<'_, PyDict>) -> PyResult<String> {
    content.py().import(MODULE)?.getattr("document")?.call1((content,))?.extract()
}
