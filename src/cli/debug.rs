//! `--debug`: what creatures log and mark.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::Failure;
use super::trace_target::trace_target;
use crate::behaviour::{CodePlace, Event, EventKind, Fault, FaultKind, Note};
use crate::species::SpeciesId;
use crate::tick::{Simulation, TraceEntry, TraceTarget};
use crate::world::World;

/// The options of debug output.
#[derive(Debug, Args, Default)]
pub(super) struct Debug {
    /// Print what these creatures log and mark, and the first fault of each kind; the run stays the same;
    /// for example fox or 345
    #[arg(long, value_name = "SPECIES|ID")]
    debug: Vec<String>,
    /// Write the debug output to this file, one JSON object per line; for example notes.jsonl
    #[arg(long, value_name = "FILE", requires = "debug")]
    debug_out: Option<PathBuf>,
}

/// Where debug output goes: a file, or else standard error.
pub(super) struct TraceOutput {
    file: Option<(PathBuf, BufWriter<File>)>,
    /// The faults that were reported: each kind and reason once for a species and function.
    known_faults: BTreeSet<(SpeciesId, FaultKind, Box<str>, Option<String>)>,
}

/// The maximum number of different faults that are reported, since reasons can hold any numbers.
const MAX_FAULTS: usize = 1000;

impl Debug {
    /// Returns the organisms and species to trace in a world with these species.
    pub fn trace_targets<'a>(
        &self,
        species: impl Iterator<Item = &'a str> + Clone,
    ) -> Result<Vec<TraceTarget>, Failure> {
        let target = |given: &String| trace_target("--debug", given, species.clone());
        self.debug.iter().map(target).collect()
    }

    /// Creates the file of `--debug-out`, if it was given.
    pub fn trace_output(&self) -> Result<TraceOutput, Failure> {
        let open = |path: &PathBuf| -> Result<_, Failure> {
            let file = File::create(path).map_err(|error| {
                let path = path.display();
                Failure::input(format!(
                    "--debug-out {path}: cannot be written: {error}; give another file"
                ))
            })?;
            Ok((path.clone(), BufWriter::new(file)))
        };
        let file = self.debug_out.as_ref().map(open).transpose()?;
        Ok(TraceOutput { file, known_faults: BTreeSet::new() })
    }
}

impl TraceOutput {
    /// Writes the trace of the last tick, and the faults that are new, to the file, or else line by line
    /// to `show`.
    pub fn write_trace(
        &mut self,
        simulation: &Simulation,
        show: &dyn Fn(&str),
    ) -> std::io::Result<()> {
        let world = simulation.world();
        for entry in simulation.trace_entries() {
            match &mut self.file {
                Some((_, file)) => writeln!(file, "{}", as_json(entry, world))?,
                None => show(&line(entry, world)),
            }
        }
        for event in world.events() {
            let EventKind::Failed { fault } = &event.what else { continue };
            let place = simulation.fault_place(event.to);
            let function = place.map(|place| place.function.to_string());
            let key = (event.species, fault.kind, fault.reason.clone(), function);
            let is_traced = simulation.traces_notes(event.species, event.to);
            if !is_traced || self.known_faults.len() >= MAX_FAULTS || !self.known_faults.insert(key)
            {
                continue;
            }
            match &mut self.file {
                Some((_, file)) => {
                    writeln!(file, "{}", fault_as_json(event, (fault, place), world))?
                }
                None => show(&fault_line(event, (fault, place), world)),
            }
        }
        Ok(())
    }

    /// Flushes the file.
    pub fn finish(self) -> Result<(), Failure> {
        let Some((path, mut file)) = self.file else { return Ok(()) };
        file.flush().map_err(|error| {
            Failure::failed(format!("--debug-out {}: cannot be written: {error}", path.display()))
        })
    }
}

/// A fault, and its place in the code of a module if it is known.
type PlacedFault<'a> = (&'a Fault, Option<&'a CodePlace>);

fn fault_line(event: &Event, (fault, place): PlacedFault<'_>, world: &World) -> String {
    let name = &world.config().species(event.species).name;
    let fault = fault.text(place);
    format!("tick {}, {name} {}: the turn failed: {fault}", world.tick(), event.to)
}

fn fault_as_json(
    event: &Event,
    (fault, code): PlacedFault<'_>,
    world: &World,
) -> serde_json::Value {
    let source = code.and_then(|code| code.function.line.as_ref());
    let in_source = source.map(|it| (it.line as usize, it.column.unwrap_or(1) as usize));
    let place = fault.line_and_column().or(in_source);
    json!({
        "tick": world.tick(),
        "species": world.config().species(event.species).name,
        "id": event.to,
        "fault": fault.kind.explanation().0,
        "reason": fault.reason,
        "line": place.map(|(line, _)| line),
        "column": place.map(|(_, column)| column),
        "file": fault.file().or_else(|| Some(source?.file.as_str())),
        "code": code,
    })
}

fn line(entry: &TraceEntry, world: &World) -> String {
    let what = match &entry.note {
        Note::Log(text) => text.clone(),
        Note::Point(at) => format!("marks ({}, {})", at.x, at.y),
        Note::Line(from, to) => {
            format!("marks a line from ({}, {}) to ({}, {})", from.x, from.y, to.x, to.y)
        }
        Note::Text(at, text) => format!("marks ({}, {}): {text}", at.x, at.y),
    };
    let name = &world.config().species(entry.species).name;
    format!("tick {}, {name} {}: {what}", world.tick(), entry.by)
}

fn as_json(entry: &TraceEntry, world: &World) -> serde_json::Value {
    let mut object = match &entry.note {
        Note::Log(text) => json!({ "log": text }),
        Note::Point(at) => json!({ "point": [at.x, at.y] }),
        Note::Line(from, to) => json!({ "line": [[from.x, from.y], [to.x, to.y]] }),
        Note::Text(at, text) => json!({ "point": [at.x, at.y], "text": text }),
    };
    object["tick"] = json!(world.tick());
    object["species"] = json!(world.config().species(entry.species).name);
    object["id"] = json!(entry.by);
    object
}
