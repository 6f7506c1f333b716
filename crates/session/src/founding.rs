//! Sessions from scenarios, from files and from links.

use std::io::Cursor;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use terrarium_creatures::species::CreatureFiles;
use terrarium_input::document::Override;
use terrarium_playback::run_link::{LinkReplay, LinkVerdict, RunLink};
use terrarium_playback::{FrameSource, Playback};
use terrarium_run::record::manifest::SnapshotRecord;
use terrarium_run::record::recording::{Place, Recording};
use terrarium_run::record::{Provenance, snapshot};
use terrarium_run::scenario::Scenario;
use terrarium_run::{PreparedScenario, Ready};
use terrarium_sim::behaviours;
use terrarium_sim::tick::Simulation;

use crate::refusal::{Answer, refused};
use crate::session::Session;

/// How recordings and snapshots begin.
const RECORDING: &[u8] = b"terrarium record";
const SNAPSHOT: &[u8] = b"terrarium ";

/// What a world is founded from.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Founding {
    /// The scenario.
    pub scenario: ScenarioChoice,
    /// Overrides of keys in it, such as `seed=7`.
    #[serde(default)]
    pub overrides: Vec<String>,
    /// Creatures besides the shipped ones.
    #[serde(default)]
    #[cfg_attr(test, ts(type = "Creature[]"))]
    pub creatures: Vec<CreatureFiles>,
}

/// A scenario: the name of a shipped one, or a text.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct ScenarioChoice {
    /// The name.
    pub name: Option<String>,
    /// The text.
    pub text: Option<String>,
}

/// What a link holds.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LinkContents {
    /// The name of the scenario.
    pub scenario: String,
    /// The seed of the world.
    pub seed: String,
    /// The tick that it leads to.
    pub ticks: u64,
    /// The state hash of the world at that tick.
    pub hash: String,
    /// The version of the program that made it.
    pub version: String,
    /// The names of the creatures in it.
    pub creatures: Vec<String>,
    /// The number of commands in it.
    pub commands: usize,
    /// Its length.
    pub bytes: usize,
    /// The memory that its founders take at least, in bytes.
    pub memory: u64,
}

/// The link that a run came from.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct LinkState {
    /// The tick that it leads to.
    pub tick: u64,
    /// The state hash that it promises for that tick.
    pub hash: String,
    /// Whether the hash is that of the world there.
    #[cfg_attr(test, ts(type = "\"pending\" | \"same\" | \"different\""))]
    pub verdict: &'static str,
}

impl LinkState {
    pub(crate) fn new(replay: &LinkReplay) -> Self {
        let verdict = match replay.verdict() {
            LinkVerdict::Pending => "pending",
            LinkVerdict::Same => "same",
            LinkVerdict::Different { .. } => "different",
        };
        let link = replay.link();
        Self { tick: link.tick, hash: link.hash.to_string(), verdict }
    }
}

impl Founding {
    fn create(self) -> Answer<Session> {
        let overrides = self.overrides.iter().map(|text| Override::parse(text));
        let overrides: Vec<Override> =
            overrides.collect::<Result<_, _>>().map_err(|error| refused(&error))?;
        let name = self.scenario.name.unwrap_or_else(|| "scenario".to_owned());
        let shipped = || {
            let unknown = || refused(format!("there is no scenario `{name}`"));
            Scenario::shipped_text(&name).map(str::to_owned).ok_or_else(unknown)
        };
        let text = self.scenario.text.map_or_else(shipped, Ok)?;
        let prepared = PreparedScenario::of_text(&name, &text, &overrides, &self.creatures);
        let ready = prepared.and_then(|prepared| prepared.create());
        let ready = ready.map_err(|error| refused(error.diagnostic()))?;
        Session::live(name, ready)
    }
}

impl Session {
    /// Founds a world.
    ///
    /// # Errors
    /// When the scenario, an override or a creature is invalid, or there is no room for all founders.
    pub fn create(founding: Founding) -> Answer<Session> {
        founding.create()
    }

    /// Opens a recording, a snapshot or a scenario; its content says which it is.
    ///
    /// # Errors
    /// When it is none of them, or damaged.
    pub fn open_file(name: &str, bytes: Vec<u8>) -> Answer<Session> {
        if bytes.starts_with(RECORDING) {
            let recording = Recording::of_bytes(name, &bytes).map_err(refused)?;
            let opened = Playback::open(recording).map_err(refused)?;
            return Self::new(name.to_owned(), opened.into());
        }
        if bytes.starts_with(SNAPSHOT) {
            return Self::of_snapshot(name, bytes);
        }
        let stem = name.strip_suffix(".toml").filter(|_| bytes.len() < 1 << 20);
        match (stem, String::from_utf8(bytes)) {
            (Some(stem), Ok(text)) => {
                let scenario = ScenarioChoice { name: Some(stem.to_owned()), text: Some(text) };
                Founding { scenario, overrides: Vec::new(), creatures: Vec::new() }.create()
            }
            _ => Err(refused(format!(
                "{name} is neither a recording, a snapshot nor a scenario; open a file that Terrarium has saved"
            ))),
        }
    }

    /// Founds the world of a link, at its first tick. A seek to the tick of the link gives its commands.
    ///
    /// # Errors
    /// When the link was cut or altered, is of another version, or exceeds a limit.
    pub fn open_link(link: &str) -> Answer<Session> {
        let link = RunLink::parse(link).map_err(refused)?;
        let mut session =
            Self::live(link.scenario.name().to_owned(), link.create().map_err(refused)?)?;
        let mut replay = LinkReplay::new(link);
        // The first tick may be the last one, too.
        replay.advance(session.run()?, 0).map_err(refused)?;
        session.replay = Some(replay);
        session.show()?;
        Ok(session)
    }

    /// The run of this tick as the fragment of a link.
    ///
    /// # Errors
    /// When the run did not begin with a scenario, or a link may not hold so much.
    pub fn share(&mut self) -> Answer<String> {
        let playback = self.run()?;
        let link = RunLink::of_playback(playback).map_err(refused)?;
        link.to_fragment().map_err(refused)
    }
}

impl Session {
    /// The session of a new run, recorded in memory.
    pub(crate) fn live(name: String, ready: Ready) -> Answer<Self> {
        let playback = Playback::live(ready, &Place::Memory).map_err(refused)?;
        Self::new(name, FrameSource::from(playback))
    }

    fn of_snapshot(name: &str, bytes: Vec<u8>) -> Answer<Self> {
        let snapshot = snapshot::read(name, Cursor::new(bytes)).map_err(refused)?;
        let record = SnapshotRecord {
            path: PathBuf::from(name),
            id: snapshot.head.id().to_string(),
            tick: snapshot.head.tick,
        };
        let config = snapshot.world.config();
        let behaviours = behaviours::make_all(&config.species, &config.rules).map_err(refused)?;
        let provenance = Provenance { started_from: Some(record), ..Provenance::default() };
        let simulation = Simulation::new(snapshot.world, behaviours);
        Self::live(name.to_owned(), Ready { simulation, provenance })
    }
}

/// What a link holds, before anything of it is founded.
///
/// # Errors
/// When the link was cut or altered, is of another version, or exceeds a limit.
pub fn describe_link(link: &str) -> Answer<LinkContents> {
    let bytes = link.trim().len();
    let link = RunLink::parse(link).map_err(refused)?;
    let prepared = link.prepare().map_err(refused)?;
    Ok(LinkContents {
        scenario: link.scenario.name().to_owned(),
        seed: prepared.scenario().seed.to_string(),
        ticks: link.tick,
        hash: link.hash.to_string(),
        version: link.program.clone(),
        creatures: link.creatures.iter().map(|it| it.name.clone()).collect(),
        commands: link.commands.len(),
        bytes,
        memory: prepared.least_memory(),
    })
}
