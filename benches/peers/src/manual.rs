//! The section of the manual that shows the results.

use std::error::Error;
use std::fs;
use std::path::Path;

use crate::chart;
use crate::results::Results;
use crate::tables;

/// Writes the tables and the chart into the manual, between `<!-- measured: NAME -->` and
/// `<!-- end -->`.
///
/// # Errors
/// When a file cannot be read or written, or the manual has no such part.
pub fn update(results: &Results) -> Result<(), Box<dyn Error>> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let manual = docs.join("performance.md");
    let mut text = fs::read_to_string(&manual)?;
    for (name, part) in [
        ("flocking", tables::flocking(results)),
        ("wolf-sheep", tables::wolf_sheep(results)),
        ("machine", format!("On one thread of: {}.\n", results.processor)),
    ] {
        text = replaced(&text, name, &part)?;
    }
    fs::write(manual, text)?;
    Ok(fs::write(docs.join("pictures/peers.svg"), chart::draw(results))?)
}

fn replaced(text: &str, name: &str, part: &str) -> Result<String, String> {
    let begin = format!("<!-- measured: {name} -->");
    let missing = || format!("the manual has no part `{begin}` with an end");
    let (before, rest) = text.split_once(&begin).ok_or_else(missing)?;
    let (_, after) = rest.split_once("<!-- end -->").ok_or_else(missing)?;
    Ok(format!("{before}{begin}\n\n{part}\n<!-- end -->{after}"))
}
