//! Requests to the session's thread.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::mpsc::Sender;

use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::SpeciesId;
use terrarium_picture::{ColourBy, Overlays};
use terrarium_playback::Moment;
use terrarium_session::{ColouredScene, Search};
use terrarium_sim::tick::Command;
use terrarium_space::geometry::DVec2;
use terrarium_studies::charts::ChartNeeds;

use super::Pace;

/// A request to a session.
#[derive(Debug, Clone)]
pub enum Request {
    /// Starts (`true`) or pauses the simulation.
    Play(bool),
    /// Sets the speed.
    Pace(Pace),
    /// Steps forward or back by a number of ticks, and pauses.
    Step(i64),
    /// Goes to a simulated tick, or the nearest to it.
    Seek(u64),
    /// Starts a new branch at the current tick.
    Branch,
    /// Switches to the next branch, in turn.
    NextBranch,
    /// Switches to the branch with this index.
    Switch(usize),
    /// Applies a command. In the past, this starts a new branch.
    Command(Command),
    /// Takes back the last command, on a new branch.
    Undo,
    /// Computes what a command would do, until the next such request; `None` stops it.
    Plan(Option<Command>),
    /// Selects the organism to inspect, or none.
    Select(Option<OrganismId>),
    /// Shows the details of the base, nest or sentry at this place, or of none.
    Site(Option<DVec2>),
    /// Makes this organism of a species a favourite, or no longer.
    Favourite(OrganismId, SpeciesId),
    /// Gives this organism of a species a name.
    Rename(OrganismId, SpeciesId, String),
    /// Keeps a moment of the run.
    Keep(Moment),
    /// Reports all events of this organism, or of none in particular.
    Follow(Option<OrganismId>),
    /// Sets the overlays to compute data for.
    Overlays(Overlays),
    /// Sets the species whose marks are traced, besides those of the selected organism.
    Marked(Option<SpeciesId>),
    /// Colours the organisms by this instead of by species.
    Colours(Option<ColourRequest>),
    /// Keeps the lineages of the world that is shown up to date.
    Lineages(bool),
    /// Keeps the relatives of this organism up to date, living and dead, or of none.
    Kin(Option<OrganismId>),
    /// Keeps the life of this organism up to date, living or dead, or of none.
    Life(Option<OrganismId>),
    /// Keeps what the chart that is shown needs up to date.
    Chart(ChartNeeds),
    /// Traces the steps of the turns of the selected organism.
    Steps(bool),
    /// Shows another branch at the same tick, too: the one that the current one branched from, or else
    /// the last one that branched from it.
    Beside(bool),
    /// Searches for a tick in which a condition holds, and goes there.
    Find(Search),
    /// Ends the search that is under way, and removes its result.
    CancelSearch,
    /// Saves a snapshot of the current tick to a new file.
    Snapshot(PathBuf),
    /// Saves the world at the current tick as a scenario to a new file.
    SaveScenario(PathBuf),
    /// Saves the link of the run up to the current tick to a new file.
    Share(PathBuf),
    /// Saves the whole run to a new recording: now, and again when the session ends.
    Record(PathBuf),
    /// Sends the last scenes shown, the oldest first.
    Recent(Sender<SceneSequence>),
    /// Sends the scenes of a range of ticks, at most this many, at equal intervals.
    Film(RangeInclusive<u64>, usize, Sender<SceneSequence>),
    /// Shows a message.
    Notice(String),
    /// Shows a message about something that failed.
    Problem(String),
    /// Ends the session.
    End,
}

/// What organisms are coloured by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ColourRequest {
    /// What they are coloured by.
    pub by: ColourBy,
    /// The only species that has colours, if organisms of it have such a value.
    pub species: Option<SpeciesId>,
}

/// A sequence of scenes, for a GIF.
pub type SceneSequence = Vec<ColouredScene>;
