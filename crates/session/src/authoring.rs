//! What the editor of creatures needs: what can be completed, new creatures, checks, and creatures taken over.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use terrarium_authoring::creature_check;
use terrarium_authoring::scaffold::{Language, Scaffold};
use terrarium_creatures::behaviour::native::NATIVES;
use terrarium_creatures::behaviour::{self, EventKind, OrganismId};
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{
    CreatureFiles, Kind, Species, SpeciesContext, SpeciesError, SpeciesId, schema,
};
use terrarium_input::Diagnostic;
use terrarium_script::{HANDLERS, interface};
use terrarium_sim::behaviours;
use terrarium_sim::tick::{Change, Command};

use crate::refusal::{Answer, refused};
use crate::session::Session;

/// What an editor of scripts and creature files completes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Completions {
    /// The functions of scripts.
    pub functions: Vec<Function>,
    /// The values of scripts.
    pub properties: Vec<Property>,
    /// The handlers that scripts can have.
    pub handlers: Vec<HandlerEntry>,
    /// The schema of creature files.
    #[cfg_attr(test, ts(type = "object"))]
    pub schema: Value,
}

/// A function of scripts.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Function {
    /// Its syntax.
    pub form: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it does.
    pub text: &'static str,
}

/// A value of scripts.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Property {
    /// The value that it is a property of; empty for others.
    pub owner: &'static str,
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub text: &'static str,
}

/// A handler of scripts.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct HandlerEntry {
    /// Its name.
    pub name: &'static str,
    /// The names of its parameters.
    pub parameters: Vec<&'static str>,
    /// When it is called.
    pub text: String,
}

/// A creature that is built into the program.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct ShippedCreature {
    /// Its name.
    pub name: String,
    /// Its files by name; binary ones as `base64:…`.
    #[cfg_attr(test, ts(type = "Record<string, string>"))]
    pub files: Value,
    /// What it eats: `plant`, `herbivore` or `carnivore`.
    pub kind: &'static str,
}

/// A mistake in a creature, with its place in its files.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// The name of the file.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The number of characters.
    pub length: usize,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub remedy: Option<String>,
}

/// The report of the check of a creature.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct CreatureReport {
    /// The lines of its text.
    pub lines: Vec<String>,
    /// What keeps it from running, or its turns had.
    pub problems: Vec<Problem>,
}

/// What came of replacing a creature.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Saved {
    /// What was done.
    pub text: String,
    /// The mistakes in the creature; with any, nothing has changed.
    pub problems: Vec<Problem>,
}

/// What a creature has noted in its last turn.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct Note {
    /// The tick.
    pub tick: u64,
    /// The name of its species.
    pub species: String,
    /// The creature.
    pub organism: u64,
    /// What it noted.
    pub text: String,
    /// Whether this is a fault of its turn.
    pub is_fault: bool,
}

/// What an editor completes: functions, properties and handlers of scripts, and the schema of creature
/// files. It is the reference of `terrarium creature docs`.
#[must_use]
pub fn completions() -> Completions {
    let (mut functions, mut properties) = (Vec::new(), Vec::new());
    for entry in interface() {
        if let Some((name, _)) = entry.form.split_once('(') {
            functions.push(Function { form: entry.form, name, text: entry.meaning });
        } else if let Some((owner, name)) = entry.form.split_once('.') {
            properties.push(Property { owner, name, text: entry.meaning });
        } else {
            properties.push(Property { owner: "", name: entry.form, text: entry.meaning });
        }
    }
    let handler = |it: &terrarium_script::Handler| HandlerEntry {
        name: it.name,
        parameters: it.parameters.to_vec(),
        text: format!("Called when: {}", it.when),
    };
    let handlers = HANDLERS.iter().map(handler).collect();
    let natives: Vec<&str> = NATIVES.iter().map(|native| native.name).collect();
    Completions { functions, properties, handlers, schema: schema(&natives) }
}

/// The files of a new creature by name.
///
/// # Errors
/// When the name is invalid or taken, or there is no such kind.
pub fn template_files(name: &str, kind: &str) -> Answer<BTreeMap<String, String>> {
    let kinds = [Kind::Plant, Kind::Herbivore, Kind::Carnivore];
    let found = kinds.into_iter().find(|it| it.name() == kind);
    let found = found.ok_or_else(|| refused(format!("there is no kind `{kind}`")))?;
    let scaffold = Scaffold::new(name, found, Language::Rhai).map_err(refused)?;
    let texts = scaffold.files().into_iter();
    Ok(texts.filter_map(|(name, bytes)| Some((name, String::from_utf8(bytes).ok()?))).collect())
}

/// The creatures that are built into the program.
///
/// # Errors
/// When one is invalid.
pub fn shipped_creatures() -> Answer<Vec<ShippedCreature>> {
    let rules = Rules::default();
    let of = |creature: CreatureFiles| {
        let species = read(&creature, &rules).map_err(|error| refused(error.diagnostic()))?;
        let mut value = serde_json::to_value(&creature).map_err(refused)?;
        let files = value["files"].take();
        Ok(ShippedCreature { name: creature.name, files, kind: species.kind.name() })
    };
    CreatureFiles::shipped().into_iter().map(of).collect()
}

/// The mistakes in a creature; none if it is sound. Only the first one is found.
///
/// # Errors
/// When the files are not JSON.
pub fn check_creature(name: &str, files: &str) -> Answer<Vec<Problem>> {
    let checked = read(&creature(name, files)?, &Rules::default());
    Ok(checked.err().map(|error| problem(name, &error.diagnostic())).into_iter().collect())
}

/// The report of the creature check.
///
/// # Errors
/// When the files are not JSON.
pub fn test_creature(name: &str, files: &str) -> Answer<CreatureReport> {
    let species = match read(&creature(name, files)?, &Rules::default()) {
        Ok(species) => species,
        Err(error) => {
            let problems = vec![problem(name, &error.diagnostic())];
            return Ok(CreatureReport { lines: Vec::new(), problems });
        }
    };
    let report = creature_check::check(&species).map_err(refused)?;
    let text = report.text();
    let faults = report.faults.iter().map(|fault| {
        let (line, column) = fault.place.unwrap_or((1, 1));
        let message = format!("{}, in {} turns", fault.reason_and_code(), fault.count);
        let (file, remedy) = ("behaviour.rhai".to_owned(), Some(fault.remedy.to_owned()));
        Problem { file, line, column, length: 1, message, remedy }
    });
    let lines = text.lines().map(str::to_owned).collect();
    Ok(CreatureReport { lines, problems: faults.collect() })
}

impl Session {
    /// Replaces the species of the same name by this creature from the next tick on, unless it has mistakes.
    ///
    /// # Errors
    /// When the files are not JSON, or the world has no such species.
    pub fn save_creature(&mut self, name: &str, files: &str) -> Answer<Saved> {
        let creature = creature(name, files)?;
        let config = self.run()?.simulation().world().config();
        let species = config.species_id(name).ok_or_else(|| {
            refused(format!("this world has no species `{name}`; found a new world with it"))
        })?;
        let into = match read(&creature, &config.rules) {
            Ok(into) => into,
            Err(error) => {
                let problems = vec![problem(name, &error.diagnostic())];
                return Ok(Saved { text: format!("{name} has a mistake"), problems });
            }
        };
        config.allows(species, &into).map_err(refused)?;
        if *config.species(species) == into {
            return Ok(Saved { text: format!("{name} is the same"), problems: Vec::new() });
        }
        let text = self.command(Command::Change(Change { species, into: Box::new(into) }))?;
        Ok(Saved { text, problems: Vec::new() })
    }

    /// What creatures have noted in their last turns: log lines of the selected one, and the faults of all.
    #[must_use]
    pub fn notes(&self) -> Vec<Note> {
        let Some(simulation) = self.simulation() else { return Vec::new() };
        let world = simulation.world();
        let note = |species: SpeciesId, organism: OrganismId, text: &str, is_fault: bool| Note {
            tick: world.tick(),
            species: world.config().species(species).name.clone(),
            organism: organism.0,
            text: text.to_owned(),
            is_fault,
        };
        let logs = simulation.trace_entries().iter().filter_map(|entry| match &entry.note {
            behaviour::Note::Log(text) => Some(note(entry.species, entry.by, text, false)),
            _ => None,
        });
        let faults = world.events().iter().filter_map(|event| match &event.what {
            EventKind::Failed { fault } => {
                let text = format!("{}: {}", fault.kind.explanation().0, fault.reason);
                Some(note(event.species, event.to, &text, true))
            }
            _ => None,
        });
        logs.chain(faults.take(MOST_FAULTS)).collect()
    }
}

/// The greatest number of faults that are listed of a tick.
const MOST_FAULTS: usize = 50;

/// A creature from the JSON of its files.
fn creature(name: &str, files: &str) -> Answer<CreatureFiles> {
    let files: Value = serde_json::from_str(files).map_err(refused)?;
    serde_json::from_value(serde_json::json!({ "name": name, "files": files })).map_err(refused)
}

fn read(creature: &CreatureFiles, rules: &Rules) -> Result<Species, SpeciesError> {
    let context = SpeciesContext { rules, overrides: &[], behaviours: &behaviours::check };
    Species::of_files(&creature.name, &creature.files, &context)
}

/// A mistake with its place in the files of the creature.
fn problem(name: &str, diagnostic: &Diagnostic) -> Problem {
    let location = diagnostic.location.as_ref();
    let file = location.and_then(|it| it.file_name()).unwrap_or("creature.toml");
    let file = file.strip_prefix(name).map_or(file, |rest| rest.trim_start_matches('/'));
    let (line, column) = location.map_or((1, 1), |it| it.line_and_column());
    let length = location.map_or(0, |it| it.text().chars().count());
    Problem {
        file: file.to_owned(),
        line,
        column,
        length: length.max(1),
        message: diagnostic.what.clone(),
        remedy: diagnostic.remedy.clone(),
    }
}
