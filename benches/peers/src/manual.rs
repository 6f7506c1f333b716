//! The section of the manual that shows the results.

use std::error::Error;
use std::fs;
use std::path::Path;

use crate::chart;
use crate::results::Results;
use crate::simulator::Model;
use crate::tables;

/// Writes the tables and the chart into the manual, between `<!-- measured: NAME -->` and
/// `<!-- end -->`. What was not measured stays as it is.
///
/// # Errors
/// When a file cannot be read or written, or the manual has no such part.
pub fn update(results: &Results) -> Result<(), Box<dyn Error>> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let manual = docs.join("performance.md");
    let mut text = fs::read_to_string(&manual)?;
    for (name, part) in parts(results) {
        text = replaced(&text, name, &part)?;
    }
    fs::write(manual, text)?;
    if [Model::Flocking, Model::WolfSheep].iter().any(|&it| results.sizes(it).is_empty()) {
        eprintln!("the chart of the manual stays as it is: one of the models was not measured");
        return Ok(());
    }
    Ok(fs::write(docs.join("pictures/peers.svg"), chart::draw(results))?)
}

/// The parts of the manual for which there are results.
fn parts(results: &Results) -> Vec<(&'static str, String)> {
    let mut parts = vec![("machine", format!("On one thread of: {}.\n", results.processor))];
    if !results.sizes(Model::Flocking).is_empty() {
        parts.push(("flocking", tables::flocking(results)));
    }
    if !results.sizes(Model::WolfSheep).is_empty() {
        parts.push(("wolf-sheep", tables::wolf_sheep(results)));
    }
    if !results.populations.is_empty() {
        parts.push(("populations", tables::populations(results)));
    }
    parts
}

fn replaced(text: &str, name: &str, part: &str) -> Result<String, String> {
    let begin = format!("<!-- measured: {name} -->");
    let missing = || format!("the manual has no part `{begin}` with an end");
    let (before, rest) = text.split_once(&begin).ok_or_else(missing)?;
    let (_, after) = rest.split_once("<!-- end -->").ok_or_else(missing)?;
    Ok(format!("{before}{begin}\n\n{part}\n<!-- end -->{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measurement::Measurement;
    use crate::simulator::Simulator;

    #[test]
    fn a_part_that_was_not_measured_stays_as_it_is() {
        let flock = Measurement::of_flock(Simulator::Arrays, 1000, 0.5, 9.0);
        let results = Results { measurements: vec![flock], ..Results::default() };
        let manual = "<!-- measured: flocking -->\nold flocks\n<!-- end -->\n\
                      <!-- measured: wolf-sheep -->\nold wolves\n<!-- end -->\n\
                      <!-- measured: machine -->\n<!-- end -->\n";
        let mut text = manual.to_owned();
        for (name, part) in parts(&results) {
            text = replaced(&text, name, &part).unwrap();
        }
        assert!(text.contains("2.0 k") && text.contains("old wolves"), "{text}");
        assert!(!text.contains("old flocks"), "{text}");
    }
}
