//! Errors as exceptions of JavaScript, with the text that users read.

use serde::Serialize;
use terrarium_input::Diagnostic;
use wasm_bindgen::JsError;

/// The result of a call from JavaScript.
pub type Answer<T> = Result<T, JsError>;

/// An exception with the text of an error.
pub fn failure(error: impl ToString) -> JsError {
    JsError::new(&error.to_string())
}

/// An exception with the text of a diagnostic: what is wrong, where, and what to do about it.
pub fn refused(diagnostic: &Diagnostic) -> JsError {
    JsError::new(&diagnostic.to_string())
}

/// A value as JSON.
pub fn json(value: &impl Serialize) -> Answer<String> {
    serde_json::to_string(value).map_err(failure)
}
