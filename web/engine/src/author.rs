//! What the editor of creatures needs: what can be completed, new creatures, checks, and creatures taken over.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use terrarium_authoring::creature_check;
use terrarium_authoring::scaffold::{Language, Scaffold};
use terrarium_creatures::behaviour::native::NATIVES;
use terrarium_creatures::behaviour::{EventKind, Note};
use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{
    CreatureFiles, Kind, Species, SpeciesContext, SpeciesError, SpeciesId, schema,
};
use terrarium_input::Diagnostic;
use terrarium_script::{HANDLERS, interface};
use terrarium_sim::behaviours;
use terrarium_sim::tick::{Change, Command};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{Answer, failure, json, refused};
use crate::picture::number;
use crate::session::Session;

/// What an editor completes, as JSON: functions, properties and handlers of scripts, and the schema of creature
/// files. It is the reference of `terrarium creature docs`.
///
/// # Errors
/// Never: these are tables.
#[wasm_bindgen]
pub fn completions() -> Answer<String> {
    let (mut functions, mut properties) = (Vec::new(), Vec::new());
    for entry in interface() {
        if let Some((name, _)) = entry.form.split_once('(') {
            functions.push(json!({ "form": entry.form, "name": name, "text": entry.meaning }));
        } else if let Some((owner, name)) = entry.form.split_once('.') {
            properties.push(json!({ "owner": owner, "name": name, "text": entry.meaning }));
        } else {
            properties.push(json!({ "owner": "", "name": entry.form, "text": entry.meaning }));
        }
    }
    let handler = |it: &terrarium_script::Handler| json!({ "name": it.name, "parameters": it.parameters, "text": format!("Called when: {}", it.when) });
    let handlers: Vec<Value> = HANDLERS.iter().map(handler).collect();
    let natives: Vec<&str> = NATIVES.iter().map(|native| native.name).collect();
    let schema = schema(&natives);
    json(
        &json!({ "functions": functions, "properties": properties, "handlers": handlers, "schema": schema }),
    )
}

/// The files of a new creature, as JSON.
///
/// # Errors
/// When the name is invalid or taken, or there is no such kind.
#[wasm_bindgen(js_name = templateFiles)]
pub fn template_files(name: &str, kind: &str) -> Answer<String> {
    let kinds = [Kind::Plant, Kind::Herbivore, Kind::Carnivore];
    let found = kinds.into_iter().find(|it| it.name() == kind);
    let found = found.ok_or_else(|| failure(format!("there is no kind `{kind}`")))?;
    let scaffold = Scaffold::new(name, found, Language::Rhai).map_err(failure)?;
    let files: BTreeMap<String, String> = scaffold
        .files()
        .into_iter()
        .filter_map(|(name, bytes)| Some((name, String::from_utf8(bytes).ok()?)))
        .collect();
    json(&files)
}

/// The creatures that are built into the program, as JSON of name, kind and files.
///
/// # Errors
/// When one is invalid.
#[wasm_bindgen(js_name = shippedCreatures)]
pub fn shipped_creatures() -> Answer<String> {
    let rules = Rules::default();
    let of = |creature: CreatureFiles| -> Answer<Value> {
        let species = read(&creature, &rules).map_err(|error| refused(&error.diagnostic()))?;
        let mut value = serde_json::to_value(&creature).map_err(failure)?;
        value["kind"] = species.kind.name().into();
        Ok(value)
    };
    let all: Vec<Value> = CreatureFiles::shipped().into_iter().map(of).collect::<Answer<_>>()?;
    json(&all)
}

/// The mistakes in a creature, as JSON; none if it is sound. Only the first one is found.
///
/// # Errors
/// When the files are not JSON.
#[wasm_bindgen(js_name = checkCreature)]
pub fn check_creature(name: &str, files: &str) -> Answer<String> {
    let checked = read(&creature(name, files)?, &Rules::default());
    json(
        &checked
            .err()
            .map(|error| problem(name, &error.diagnostic()))
            .into_iter()
            .collect::<Vec<_>>(),
    )
}

/// The report of the creature check, as JSON: `lines` of text, and `problems` that keep it from running or that its
/// turns had.
///
/// # Errors
/// When the files are not JSON.
#[wasm_bindgen(js_name = testCreature)]
pub fn test_creature(name: &str, files: &str) -> Answer<String> {
    let species = match read(&creature(name, files)?, &Rules::default()) {
        Ok(species) => species,
        Err(error) => {
            let problems = [problem(name, &error.diagnostic())];
            return json(&json!({ "lines": [], "problems": problems }));
        }
    };
    let report = creature_check::check(&species).map_err(failure)?;
    let text = report.text();
    let faults = report.faults.iter().map(|fault| {
        let (line, column) = fault.place.unwrap_or((1, 1));
        let message = format!("{}, in {} turns", fault.reason_and_code(), fault.count);
        json!({ "file": "behaviour.rhai", "line": line, "column": column, "length": 1, "message": message, "remedy": fault.remedy })
    });
    json(
        &json!({ "lines": text.lines().collect::<Vec<_>>(), "problems": faults.collect::<Vec<_>>() }),
    )
}

#[wasm_bindgen]
impl Session {
    /// Replaces the species of the same name by this creature from the next tick on, as JSON of a `text` and of
    /// `problems`: with any, nothing has changed.
    ///
    /// # Errors
    /// When the files are not JSON, or the world has no such species.
    #[wasm_bindgen(js_name = saveCreature)]
    pub fn save_creature(&mut self, name: &str, files: &str) -> Answer<String> {
        let creature = creature(name, files)?;
        let config = self.run()?.simulation().world().config();
        let species = config.species_id(name).ok_or_else(|| {
            failure(format!("this world has no species `{name}`; found a new world with it"))
        })?;
        let into = match read(&creature, &config.rules) {
            Ok(into) => into,
            Err(error) => {
                let problems = [problem(name, &error.diagnostic())];
                return json(
                    &json!({ "text": format!("{name} has a mistake"), "problems": problems }),
                );
            }
        };
        config.allows(species, &into).map_err(failure)?;
        if *config.species(species) == into {
            return json(&json!({ "text": format!("{name} is the same"), "problems": [] }));
        }
        let text = self.apply(Command::Change(Change { species, into: Box::new(into) }))?;
        json(&json!({ "text": text, "problems": [] }))
    }

    /// What creatures have noted in their last turns, as JSON: log lines of the selected one, and the faults of all.
    ///
    /// # Errors
    /// Never: these are texts.
    pub fn notes(&self) -> Answer<String> {
        let Some(simulation) = self.simulation() else { return Ok("[]".to_owned()) };
        let world = simulation.world();
        let note = |species: SpeciesId, organism, text: &str, is_fault: bool| {
            let species = &world.config().species(species).name;
            json!({ "tick": world.tick(), "species": species, "organism": number(organism), "text": text, "isFault": is_fault })
        };
        let logs = simulation.trace_entries().iter().filter_map(|entry| match &entry.note {
            Note::Log(text) => Some(note(entry.species, entry.by, text, false)),
            _ => None,
        });
        let faults = world.events().iter().filter_map(|event| match &event.what {
            EventKind::Failed { fault } => {
                let text = format!("{}: {}", fault.kind.explanation().0, fault.reason);
                Some(note(event.species, event.to, &text, true))
            }
            _ => None,
        });
        json(&logs.chain(faults.take(MOST_FAULTS)).collect::<Vec<_>>())
    }
}

/// The greatest number of faults that are listed of a tick.
const MOST_FAULTS: usize = 50;

/// A creature from the JSON of its files.
fn creature(name: &str, files: &str) -> Answer<CreatureFiles> {
    let files: Value = serde_json::from_str(files).map_err(failure)?;
    serde_json::from_value(json!({ "name": name, "files": files })).map_err(failure)
}

fn read(creature: &CreatureFiles, rules: &Rules) -> Result<Species, SpeciesError> {
    let context = SpeciesContext { rules, overrides: &[], behaviours: &behaviours::check };
    Species::of_files(&creature.name, &creature.files, &context)
}

/// A mistake with its place in the files of the creature.
fn problem(name: &str, diagnostic: &Diagnostic) -> Value {
    let location = diagnostic.location.as_ref();
    let file = location.and_then(|it| it.file_name()).unwrap_or("creature.toml");
    let file = file.strip_prefix(name).map_or(file, |rest| rest.trim_start_matches('/'));
    let (line, column) = location.map_or((1, 1), |it| it.line_and_column());
    let length = location.map_or(0, |it| it.text().chars().count());
    json!({
        "file": file, "line": line, "column": column, "length": length.max(1),
        "message": diagnostic.what, "remedy": diagnostic.remedy,
    })
}
