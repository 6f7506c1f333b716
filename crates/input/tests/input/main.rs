//! What users type and write.

mod location;
mod shell;
mod toml_text;
