//! The engine of the page: worlds that run in a browser.
//!
//! A [`Session`](session::Session) is a run with its branches, a camera and a picture. The page's worker calls it
//! and sends what it returns to the page: numbers, JSON, and pixels. Errors are exceptions whose message is
//! written for users. The library has neither threads nor files here: recordings are in memory, creatures come as
//! texts.

mod author;
mod beside;
mod charts;
mod descent;
mod editing;
mod failure;
mod files;
mod founding;
mod library;
mod lineages;
mod lives;
mod picture;
mod plots;
mod replay;
mod reports;
mod search;
mod session;
mod tour;

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
