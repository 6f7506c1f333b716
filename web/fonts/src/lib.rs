//! `DejaVu` Sans with few letters: Latin, Greek and Cyrillic ones, and common signs. All letters take ten times
//! as many bytes, and the page is downloaded.

/// The regular face, as a `TrueType` file.
#[must_use]
pub fn regular() -> &'static [u8] {
    include_bytes!(concat!(env!("OUT_DIR"), "/regular.ttf"))
}

/// The bold face, as a `TrueType` file.
#[must_use]
pub fn bold() -> &'static [u8] {
    include_bytes!(concat!(env!("OUT_DIR"), "/bold.ttf"))
}

/// The monospaced face, as a `TrueType` file.
#[must_use]
pub fn mono() -> &'static [u8] {
    include_bytes!(concat!(env!("OUT_DIR"), "/mono.ttf"))
}
