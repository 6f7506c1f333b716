//! Makes the link of a run.

use std::path::{Path, PathBuf};

use terrarium_creatures::species::{CreatureFiles, Species, read_creature_files};
use terrarium_input::document::{Document, Override, key_part, quoted};
use terrarium_run::record::manifest::ScenarioRecord;
use terrarium_run::record::{Provenance, snapshot};
use terrarium_run::scenario::{Land, Scenario, ScenarioError};
use terrarium_run::{Ready, StartError};
use terrarium_sim::tick::Command;
use terrarium_sim::world::{StateHash, World};
use terrarium_space::terrain::{Alphabet, Cell, ControlPoint, Terrain};

use super::encoding::own_version;
use super::{LinkCommand, LinkError, LinkScenario, RunLink, checking};
use crate::{Album, Playback};

/// A run of which a link is made.
#[derive(Clone, Copy)]
pub struct SharedRun<'a> {
    /// What it began from.
    pub provenance: &'a Provenance,
    /// Its world before the first tick and before all commands.
    pub first: &'a World,
    /// Its commands up to the tick of the link, in order, with their ticks.
    pub commands: &'a [(u64, Command)],
    /// The favourites among its organisms are those of this album, if there is one.
    pub album: Option<&'a Album>,
    /// The tick of the link.
    pub tick: u64,
    /// The state hash there, after the commands.
    pub hash: StateHash,
}

impl RunLink {
    /// The link of a run. Its scenario is founded once more, without files, to make sure that the link gives the
    /// same world.
    ///
    /// Creatures in folders are taken from there if they are unchanged, and from the world if not.
    ///
    /// # Errors
    /// When the run does not follow from a scenario, or the link exceeds a limit.
    pub fn of_run(run: SharedRun<'_>) -> Result<Self, LinkError> {
        let SharedRun { provenance, first, commands, album, tick, hash } = run;
        if let Some(snapshot) = &provenance.started_from {
            let path = snapshot.path.display();
            return Err(LinkError::NoScenario(format!("the run began with the snapshot {path}")));
        }
        let record = &provenance.scenario;
        if record.text.is_empty() || first.tick() != 0 {
            let problem = "the run did not begin with a scenario".to_owned();
            return Err(LinkError::NoScenario(problem));
        }
        let name = name_of(record);
        let scenario =
            match record.path.is_none() && Scenario::shipped_text(&name) == Some(&record.text) {
                true => {
                    let content_hash = blake3::hash(record.text.as_bytes()).to_hex().to_string();
                    LinkScenario::Shipped { name, content_hash }
                }
                false => LinkScenario::Own { name, text: record.text.clone() },
            };
        let rules = &first.config().rules;
        let favourites = album.into_iter().flat_map(Album::favourites);
        let commands: Result<_, LinkError> =
            commands.iter().map(|(tick, it)| LinkCommand::new(*tick, it, rules)).collect();
        let link = Self {
            program: own_version().to_owned(),
            snapshot_format: snapshot::FORMAT,
            scenario,
            overrides: overrides(record, first)?,
            creatures: creatures(record, first),
            commands: commands?,
            favourites: favourites.map(|(id, it)| (id, it.clone())).collect(),
            tick,
            hash,
        };
        checking::check(&link)?;
        match link.create()?.simulation.world().state_hash() == first.state_hash() {
            true => Ok(link),
            false => Err(LinkError::OtherWorld),
        }
    }

    /// The link of a scenario at its first tick.
    ///
    /// # Errors
    /// Those of [`of_run`](Self::of_run).
    pub fn of_start(ready: &Ready) -> Result<Self, LinkError> {
        let first = ready.simulation.world();
        let provenance = &ready.provenance;
        let hash = first.state_hash();
        let (commands, album, tick) = (&[][..], None, first.tick());
        Self::of_run(SharedRun { provenance, first, commands, album, tick, hash })
    }

    /// The link of a playback at its current tick; at its last tick, after the commands of that tick.
    ///
    /// # Errors
    /// Those of [`of_run`](Self::of_run), and when the first world cannot be read.
    pub fn of_playback(playback: &Playback) -> Result<Self, LinkError> {
        let (tick, recording) = (playback.tick(), playback.timeline().recording());
        let is_last = playback.is_at_frontier();
        let commands = recording.commands();
        let is_before = |it: &&(u64, Command)| it.0 < tick || (is_last && it.0 == tick);
        let count = commands.iter().take_while(is_before).count();
        let first = recording.world_at_or_before(recording.first_tick())?;
        let mut album = playback.chronicle().album().clone();
        album.cut(tick, playback.simulation().world().next_id());
        let hash = playback.simulation().world().state_hash();
        Self::of_run(SharedRun {
            provenance: &recording.head().provenance,
            first: &first,
            commands: &commands[..count],
            album: Some(&album),
            tick,
            hash,
        })
    }
}

/// The name of a recorded scenario, as links can have it.
fn name_of(record: &ScenarioRecord) -> String {
    match checking::is_name(&record.name) {
        true => record.name.clone(),
        false => "scenario".to_owned(),
    }
}

/// The overrides of a recorded scenario that need no files: a map becomes rows of tiles.
fn overrides(record: &ScenarioRecord, first: &World) -> Result<Vec<String>, LinkError> {
    let (scenario, given) = without_creatures(record)?;
    let is_map = matches!(scenario.land, Land::Map { .. });
    let is_used = |it: &Override| {
        let keys: Vec<&str> = it.path().iter().map(|key| key.value.as_str()).collect();
        match keys[..] {
            ["terrain", "map"] => false,
            ["species", name, ..] => first.config().species_id(name).is_some(),
            _ => true,
        }
    };
    let given = given.iter().filter(|it| is_used(it));
    let mut overrides: Vec<String> = given.map(|it| it.text().to_owned()).collect();
    if let Some(terrain) = first.config().terrain.as_ref().filter(|_| is_map) {
        overrides.extend(land(terrain));
    }
    if scenario.original_land.is_some() {
        // Counts were scaled to the map, and places were left out.
        let counts = scenario.populations.iter().zip(first.populations());
        for (population, count) in counts {
            let key = format!("population.{}", key_part(&population.species.value));
            overrides.push(format!("{key}={count}"));
            overrides.push(format!("{key}.at=[]"));
        }
    }
    Ok(overrides)
}

/// The recorded scenario and its overrides without the folders of its creatures, which may be gone.
fn without_creatures(record: &ScenarioRecord) -> Result<(Scenario, Vec<Override>), LinkError> {
    let parse =
        |text: &String| Override::parse(text).map_err(|problem| LinkError::Content(problem.into()));
    let overrides: Result<Vec<_>, _> = record.overrides.iter().map(parse).collect();
    let mut overrides = overrides?;
    overrides.retain(|it| it.path()[0].value != "creatures");
    let failed = |error: ScenarioError| LinkError::Start(StartError::Scenario(error));
    let document = Document::parse(&record.name, &record.text);
    let mut document = document.map_err(|error| failed(error.into()))?;
    document.root_mut().remove(&["creatures"]);
    let folder = record.path.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
    let scenario = Scenario::from_document(&record.name, folder, document, &overrides);
    Ok((scenario.map_err(failed)?, overrides))
}

/// The terrain of a map file as overrides.
fn land(terrain: &Terrain) -> Vec<String> {
    let mut rows = vec![String::new(); terrain.height() as usize];
    for (cell, tile) in terrain.tiles() {
        let letter = Alphabet::PICTURE.letter(tile).expect("a picture can show every tile");
        rows[cell.y as usize].push(letter);
    }
    let rows: Vec<String> = rows.iter().map(|row| quoted(row)).collect();
    let base = |base: &ControlPoint| {
        let corners: Vec<String> = base.polygon.iter().map(Cell::to_string).collect();
        let (name, capture) = (quoted(&base.name), base.capture);
        format!("{{ name = {name}, capture = {capture}, polygon = [{}] }}", corners.join(", "))
    };
    let bases: Vec<String> = terrain.control_points().iter().map(base).collect();
    let mut overrides = vec![format!("terrain.rows=[{}]", rows.join(", "))];
    if !bases.is_empty() {
        overrides.push(format!("terrain.base=[{}]", bases.join(", ")));
    }
    overrides
}

/// The creatures of the first world that are not the shipped ones.
fn creatures(record: &ScenarioRecord, first: &World) -> Vec<CreatureFiles> {
    let species = &first.config().species;
    let shipped = CreatureFiles::shipped();
    let of = |creatures: &[CreatureFiles], species: &Species| {
        let is_it = |it: &&CreatureFiles| {
            it.name == species.name && it.hash().as_ref() == Some(&species.content_hash)
        };
        creatures.iter().find(is_it).cloned()
    };
    let own_folders = own_folders(record);
    let sources = sources(record, own_folders.iter().flatten());
    let files = |species: &Species| match of(&sources, species) {
        Some(source) => source.without_notes(),
        None => CreatureFiles::of_species(species),
    };
    let own = species.iter().filter(|it| of(&shipped, it).is_none());
    let own: Vec<_> = own.map(files).collect();
    match own.is_empty() && own_folders.is_some() {
        // Something must take the place of the folders that the text names.
        true => species.iter().map(files).collect(),
        false => own,
    }
}

/// The folders of creatures that the text of a scenario names, if it does.
fn own_folders(record: &ScenarioRecord) -> Option<Vec<PathBuf>> {
    let folder = record.path.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
    let document = Document::parse(&record.name, &record.text).ok()?;
    let root = document.root().ok()?;
    let folders = root.get("creatures")?.list("folders").ok()?;
    Some(folders.iter().filter_map(|it| Some(folder.join(it.text().ok()?))).collect())
}

/// The creatures that a run was given, or those in its folders, as far as they are still there.
fn sources<'a>(
    record: &'a ScenarioRecord,
    own_folders: impl Iterator<Item = &'a PathBuf>,
) -> Vec<CreatureFiles> {
    if !record.creatures.is_empty() {
        return record.creatures.clone();
    }
    let folders = own_folders.chain(&record.creature_folders);
    folders.filter_map(|folder| read_creature_files(folder).ok()).flatten().collect()
}
