//! The engine of the page: sessions for JavaScript.
//!
//! The page's worker calls a [`Session`](session::Session) and sends what it returns to the page: numbers, JSON, and pixels.
//! `web/src/contract/engine.ts` has the types of the JSON. Errors are exceptions whose message is written for users.

mod failure;
mod library;
mod number;
mod session;

use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = console, js_name = error)]
    fn report_panic(text: &str);
}

/// Called when the module is loaded: a panic is shown on the console, before the module stops.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| report_panic(&panic.to_string())));
}

/// The version of the engine.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}
