//! Errors as exceptions of JavaScript, with the text that users read, and answers as JSON.

use serde::Serialize;
use terrarium_session::Answer as SessionAnswer;
use wasm_bindgen::JsError;

/// The result of a call from JavaScript.
pub type Answer<T> = Result<T, JsError>;

/// An exception with the text of an error.
pub fn failure(error: impl ToString) -> JsError {
    JsError::new(&error.to_string())
}

/// A value as JSON.
pub fn json(value: &impl Serialize) -> Answer<String> {
    serde_json::to_string(value).map_err(failure)
}

/// What was answered, as JSON.
pub fn answer(value: SessionAnswer<impl Serialize>) -> Answer<String> {
    json(&value.map_err(failure)?)
}
