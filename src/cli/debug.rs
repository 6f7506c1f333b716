//! What creatures tell their authors, for those who ask.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use clap::Args;
use serde_json::json;

use super::Failure;
use crate::behaviour::{Note, OrganismId};
use crate::input::spelling;
use crate::species::SpeciesId;
use crate::tick::{Simulation, TraceEntry, TraceTarget};
use crate::world::World;

/// To whom to listen, and where to show it.
#[derive(Debug, Args, Default)]
pub(super) struct Debug {
    /// Show what these creatures log and mark, which changes nothing else; for example fox, or 345
    #[arg(long, value_name = "SPECIES|ID")]
    debug: Vec<String>,
    /// Write that into this file, an object of JSON on each line; for example notes.jsonl
    #[arg(long, value_name = "FILE", requires = "debug")]
    debug_out: Option<PathBuf>,
}

/// Where it is shown.
pub(super) struct TraceOutput {
    file: Option<(PathBuf, BufWriter<File>)>,
}

impl Debug {
    /// To whom to listen, in a world of the species with these names.
    pub fn listening<'a>(
        &self,
        species: impl Iterator<Item = &'a str> + Clone,
    ) -> Result<Vec<TraceTarget>, Failure> {
        let find = |given: &String| {
            let named = species.clone().zip((0..).map(SpeciesId)).find(|(name, _)| name == given);
            let named = named.map(|(_, id)| TraceTarget::Species(id));
            let numbered = || {
                given
                    .trim_start_matches('#')
                    .parse()
                    .ok()
                    .map(|id| TraceTarget::Organism(OrganismId(id)))
            };
            named.or_else(numbered).ok_or_else(|| {
                let names = species.clone();
                let remedy = match spelling::nearest(given, species.clone()) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!(
                        "give the number of a creature, or one of {}",
                        spelling::listed(names)
                    ),
                };
                Failure::input(format!("--debug {given}: no such species lives here; {remedy}"))
            })
        };
        self.debug.iter().map(find).collect()
    }

    /// Opens the file, if there is to be one.
    pub fn ear(&self) -> Result<TraceOutput, Failure> {
        let open = |path: &PathBuf| -> Result<_, Failure> {
            let file = File::create(path).map_err(|error| {
                let path = path.display();
                Failure::input(format!(
                    "--debug-out {path}: cannot be written: {error}; give another file"
                ))
            })?;
            Ok((path.clone(), BufWriter::new(file)))
        };
        Ok(TraceOutput { file: self.debug_out.as_ref().map(open).transpose()? })
    }
}

impl TraceOutput {
    /// Takes in what was told in the tick that was just lived: into the file, or else line by line to
    /// `show`.
    pub fn hear(&mut self, simulation: &Simulation, show: &dyn Fn(&str)) -> std::io::Result<()> {
        let world = simulation.world();
        for told in simulation.told() {
            match &mut self.file {
                Some((_, file)) => writeln!(file, "{}", as_json(told, world))?,
                None => show(&line(told, world)),
            }
        }
        Ok(())
    }

    /// Brings everything to the disk.
    pub fn finish(self) -> Result<(), Failure> {
        let Some((path, mut file)) = self.file else { return Ok(()) };
        file.flush().map_err(|error| {
            Failure::failed(format!("--debug-out {}: cannot be written: {error}", path.display()))
        })
    }
}

fn line(told: &TraceEntry, world: &World) -> String {
    let what = match &told.note {
        Note::Log(text) => text.clone(),
        Note::Point(at) => format!("marks ({}, {})", at.x, at.y),
        Note::Line(from, to) => {
            format!("marks a line from ({}, {}) to ({}, {})", from.x, from.y, to.x, to.y)
        }
        Note::Text(at, text) => format!("marks ({}, {}): {text}", at.x, at.y),
    };
    let name = &world.config.species(told.species).name;
    format!("tick {}, {name} {}: {what}", world.tick, told.by)
}

fn as_json(told: &TraceEntry, world: &World) -> serde_json::Value {
    let mut object = match &told.note {
        Note::Log(text) => json!({ "log": text }),
        Note::Point(at) => json!({ "point": [at.x, at.y] }),
        Note::Line(from, to) => json!({ "line": [[from.x, from.y], [to.x, to.y]] }),
        Note::Text(at, text) => json!({ "point": [at.x, at.y], "text": text }),
    };
    object["tick"] = json!(world.tick);
    object["species"] = json!(world.config.species(told.species).name);
    object["id"] = json!(told.by);
    object
}
