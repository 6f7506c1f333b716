//! `terrarium creature check`: validates a creature and reports how it does in the arena.

use std::io::Read;
use std::path::{Component, Path, PathBuf};

use clap::Args;

use super::super::{Failure, Format, creature_notes, output};
use crate::creature_check::{self, CheckError, FaultGroup};
use crate::input::{Location, regular_file};
use crate::species::{Code, SCRIPT_BYTES, Species};

/// Check a creature and simulate it in a small arena.
///
/// The report covers survival, the budget of its turns, refused actions, faults and unused points.
#[derive(Debug, Args)]
#[command(after_help = "Example:
  terrarium creature check creatures/fox

The exit code is 0 if no turn failed, 1 if a turn failed, and 2 if the creature's files are invalid.")]
pub(in super::super) struct Check {
    /// The creature's folder; for example creatures/fox
    dir: PathBuf,
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

impl Check {
    pub fn execute(self) -> Result<(), Failure> {
        creature_notes::on_modules([self.dir.as_path()]);
        let species = creature_check::subject(&self.dir)
            .map_err(|error| Failure::Input(error.diagnostic()))?;
        let report = creature_check::check(&species).map_err(|error| match error {
            CheckError::Species(error) => Failure::Input(error.diagnostic()),
            other => Failure::input(other),
        })?;
        output::print(&match self.format {
            Format::Human => report.text(),
            Format::Json => format!("{}\n", serde_json::json!(report)),
        })?;
        report.faults.first().map_or(Ok(()), |worst| Err(fault_failure(&self.dir, &species, worst)))
    }
}

/// Returns the failure for the most frequent fault, located in the source if its place is known.
pub(in super::super) fn fault_failure(
    dir: &Path,
    species: &Species,
    worst: &FaultGroup,
) -> Failure {
    let FaultGroup { kind, remedy, place, count, tick, creature, .. } = worst;
    let what = worst.reason_and_code();
    let problem =
        format!("{kind}: {what} (in {count} turns, first of creature {creature} in tick {tick})");
    match place.zip(source(dir, species, worst)) {
        Some(((line, column), file)) => {
            Failure::Failed(file.word_at(line, column).error(problem, *remedy))
        }
        None => Failure::failed(format!("{problem}; {remedy}")),
    }
}

/// The file with the code that failed: the script, or the source that the module was built from, if that
/// is in the creature's folder.
fn source(dir: &Path, species: &Species, worst: &FaultGroup) -> Option<Location> {
    let code = species.behaviour.as_ref().map(|choice| &choice.code)?;
    let (path, text) = match code {
        Code::Script { source, .. } => (dir.join("behaviour.rhai"), source.to_string()),
        _ => {
            let name = Path::new(worst.file.as_deref()?);
            let is_within = name.components().all(|part| matches!(part, Component::Normal(_)));
            let path = is_within.then(|| dir.join(name))?;
            let mut text = String::new();
            let file = regular_file::open(&path).ok()?;
            file.take(SCRIPT_BYTES).read_to_string(&mut text).ok()?;
            (path, text)
        }
    };
    Some(Location::in_file(path.display().to_string(), text))
}
