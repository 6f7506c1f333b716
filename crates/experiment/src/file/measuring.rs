//! Reads and validates the section `[measures]`.

use terrarium_input::document::{Entry, Section};
use terrarium_input::{Diagnostic, quoted};

use super::in_expression;
use crate::base::BaseWorld;
use crate::measures::Measures;
use crate::{Experiment, RunMeasure, tables};

/// The longest name of a measure, in bytes.
const LONGEST_NAME: usize = 60;

/// Reads the measures, in the order of the file, for runs that begin with this world and have these species.
pub(super) fn read(
    root: &Section<'_>,
    experiment: &Experiment,
    species: &[String],
    world: &BaseWorld,
) -> Result<Vec<RunMeasure>, Diagnostic> {
    let Some(section) = root.section("measures")? else { return Ok(Vec::new()) };
    let mut entries: Vec<_> = section.entries().collect();
    entries.sort_by_key(|(_, entry)| entry.key.span().start);
    let columns = tables::columns(experiment, species);
    let ticks = world.run_ticks(experiment.ticks);
    let (mut parsed, mut measures) = (Measures::default(), Vec::new());
    for (name, entry) in entries {
        check_name(name, entry)?;
        if columns.iter().any(|column| column.name == name) {
            let problem = format!("{} is already a column of runs.csv", quoted(name));
            return Err(entry.key.error(problem, "choose another name for this measure"));
        }
        let text = entry.item.text()?;
        let added = parsed.add(text, species, world.is_conquest(), ticks);
        added.map_err(|error| in_expression(&entry.item, text, error))?;
        measures.push(RunMeasure { name: name.to_owned(), expression: text.trim().to_owned() });
    }
    Ok(measures)
}

fn check_name(name: &str, entry: &Entry) -> Result<(), Diagnostic> {
    let is_inner = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
    let is_valid = name.len() <= LONGEST_NAME
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(is_inner);
    if is_valid {
        return Ok(());
    }
    let problem = format!("{} cannot be the name of a measure", quoted(name));
    let remedy = format!(
        "begin with a letter from a to z, and use only such letters, digits and `_`, at most \
         {LONGEST_NAME}"
    );
    Err(entry.key.error(problem, remedy))
}
