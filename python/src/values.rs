//! Python values as TOML, the language of scenarios and experiments.

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple};
use terrarium::document::Override;

use crate::errors::{input_error, refused};

/// The overrides of a dictionary such as `{"rules.light": 40, "world.size": [1800, 1300]}`, or of a list of
/// `"KEY=VALUE"`, as for `terrarium run --set`.
pub fn overrides(given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<Override>> {
    let Some(given) = given else { return Ok(Vec::new()) };
    let parse = |text: &str| Override::parse(text).map_err(|error| input_error(&error));
    if let Ok(pairs) = given.cast::<PyDict>() {
        let pair = |(key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            let key = key.extract::<String>()?;
            parse(&format!("{key}={}", toml(&key, &value)?))
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

/// A value as TOML. `key` names it in errors.
pub fn toml(key: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    // Booleans are integers in Python.
    if value.is_instance_of::<PyBool>() {
        return Ok(value.is_truthy()?.to_string());
    }
    if value.is_instance_of::<PyString>() {
        let text = value.extract::<String>()?;
        return Ok(serde_json::to_string(&text).expect("a string can be written"));
    }
    if value.is_instance_of::<PyInt>() || value.is_instance_of::<PyFloat>() {
        return Ok(value.repr()?.to_string());
    }
    if let Ok(table) = value.cast::<PyDict>() {
        let member = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            let name = name.extract::<String>()?;
            let quoted = serde_json::to_string(&name).expect("a string can be written");
            Ok(format!("{quoted} = {}", toml(&format!("{key}.{name}"), &value)?))
        };
        let members: PyResult<Vec<String>> = table.iter().map(member).collect();
        return Ok(format!("{{ {} }}", members?.join(", ")));
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let members: PyResult<Vec<String>> =
            value.try_iter()?.map(|member| toml(key, &member?)).collect();
        return Ok(format!("[{}]", members?.join(", ")));
    }
    // Numbers of NumPy and the like.
    if let Ok(whole) = value.call_method0("__index__") {
        return Ok(whole.repr()?.to_string());
    }
    if let Ok(number) = value.extract::<f64>() {
        return Ok(format!("{number:?}"));
    }
    let kind = value.get_type().name()?;
    Err(refused(format!(
        "{key} is of type {kind}; give a number, a string, True or False, or a list or dictionary of these"
    )))
}
