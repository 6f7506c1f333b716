//! The life of one organism as plain data.

use serde::{Serialize, Serializer};
use terrarium_creatures::behaviour::{CodePlace, Death, EnergyState, OrganismId};
use terrarium_creatures::species::Kind;

use super::budget::EnergyBudget;
use super::episode::{Episode, explained};
use super::names::Individual;
use crate::inspection::Line;

/// The life of one organism, as far as a run has it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LifeHistory {
    /// Its identity.
    pub id: OrganismId,
    /// The name of its species.
    pub species: String,
    /// The kind of its species.
    pub kind: Kind,
    /// The number of its ancestors.
    pub generation: u32,
    /// Its birth.
    pub born: Birth,
    /// Its death; `None` if it is alive in the last tick.
    pub died: Option<Ending>,
    /// Why it died, or how it is, in a few sentences.
    pub conclusion: String,
    /// The first tick that was observed: that of its birth, or the first of the run.
    pub first_tick: u64,
    /// The last tick that was observed: that of its death, or the last of the run.
    pub last_tick: u64,
    /// Its age in that tick, in ticks.
    pub age: u64,
    /// The age at which it dies, in ticks.
    pub lifespan: u64,
    /// Its body before its death, or in the last tick.
    pub body: Vitals,
    /// The energy that it had when the observation began, in units: 0 if it was born later.
    pub energy_before: f64,
    /// The energy that it had at the end, in units: 0 if it died.
    pub energy_after: f64,
    /// The changes of its energy in all observed ticks. Their sum is `energy_after` less
    /// `energy_before`, exactly.
    pub energy: EnergyBudget,
    /// What it gained and spent in the last ticks.
    pub recent: Recent,
    /// Its energy states, in order.
    pub states: Vec<StateInterval>,
    /// What it ate, by species, the most energy first.
    pub meals: Vec<MealCount>,
    /// Its children, in the order of birth.
    pub children: Vec<OrganismId>,
    /// The number of organisms that it killed.
    pub kills: u64,
    /// Its refused actions, the most frequent first.
    pub refusals: Vec<RefusalCount>,
    /// Its failed turns by kind, the most frequent first.
    pub faults: Vec<FaultCount>,
    /// Whether its species was suspended after too many faults.
    pub suspended: bool,
    /// The last turn of which the result is known.
    pub last_decision: Option<Decision>,
    /// Everything that happened to it, merged into runs of equal events, in the order in which these
    /// began.
    pub episodes: Vec<Episode>,
}

/// The birth of an organism.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Birth {
    /// The tick; negative or 0 for founders, which are older than the world.
    pub tick: i64,
    /// Its parent; `None` for founders, creatures from nests and added ones.
    pub parent: Option<Individual>,
    /// Its position when the observation began, in units.
    pub at: [f64; 2],
}

/// The death of an organism.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Ending {
    /// The tick.
    pub tick: u64,
    /// The cause.
    #[serde(serialize_with = "cause")]
    pub cause: Death,
    /// The organism that caused it, if one did.
    pub by: Option<Individual>,
    /// Its last position, in units.
    pub at: [f64; 2],
}

/// A body between two ticks.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Vitals {
    /// The tick.
    pub tick: u64,
    /// Its energy, in units.
    pub energy: f64,
    /// The most energy that it can hold, in units.
    pub max_energy: f64,
    /// Its energy state.
    #[serde(serialize_with = "state")]
    pub state: EnergyState,
    /// Its damage, as a share of the lethal damage.
    pub damage: f64,
    /// Half the side of its body, in units.
    pub radius: f64,
    /// The radius at which it is mature, in units.
    pub mature_radius: f64,
    /// For a plant: the share of full light that its neighbours leave it, 0 to 1.
    pub light: Option<f64>,
}

/// The last ticks of a life.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Recent {
    /// The number of ticks.
    pub ticks: u64,
    /// The changes of its energy in them.
    pub energy: EnergyBudget,
    /// The most frequent refusal in them.
    pub refusal: Option<RefusalCount>,
    /// The number of failed turns in them.
    pub faults: u64,
    /// The number of blows that it received in them.
    pub blows: u64,
    /// The damage of these blows.
    pub damage: f64,
}

/// An interval in which an organism was in one energy state. Other states of fewer than
/// [`SETTLED`](super::SETTLED) ticks are counted with the one before.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StateInterval {
    /// The first tick.
    pub first_tick: u64,
    /// The last tick.
    pub last_tick: u64,
    /// The state.
    #[serde(serialize_with = "state")]
    pub state: EnergyState,
    /// The changes of its energy.
    pub energy: EnergyBudget,
}

/// What an organism ate of one species.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MealCount {
    /// The species.
    pub species: String,
    /// The number of bites.
    pub bites: u64,
    /// The energy, in units.
    pub energy: f64,
    /// The tick of the last bite.
    pub last_tick: u64,
}

/// Refusals of one action for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RefusalCount {
    /// The slot of the action.
    pub slot: String,
    /// The reason.
    pub why: String,
    /// How often.
    pub count: u64,
}

/// Failed turns of one kind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FaultCount {
    /// The kind.
    pub fault: String,
    /// How often.
    pub count: u64,
    /// The tick of the first.
    pub first_tick: u64,
    /// The creature of the first.
    pub first: Individual,
    /// The reason of the first, with its location in the code.
    pub reason: String,
    /// The line of the first, if it is known.
    pub line: Option<usize>,
    /// The functions of a module that were running at the first, if they were found.
    pub code: Option<CodePlace>,
}

impl FaultCount {
    /// The reason of the first, with its location in the code.
    #[must_use]
    pub fn reason_and_code(&self) -> String {
        let code = self.code.as_ref().map(|code| format!(", {code}"));
        format!("{}{}", self.reason, code.unwrap_or_default())
    }
}

/// A turn with the results of its actions.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Decision {
    /// The tick.
    pub tick: u64,
    /// The requested actions with their results, and the journey.
    pub lines: Vec<Line>,
    /// Its memory as text.
    pub memory: Option<String>,
}

/// The name of an energy state.
pub(super) fn state_name(state: EnergyState) -> &'static str {
    match state {
        EnergyState::Full => "full",
        EnergyState::Normal => "normal",
        EnergyState::Hungry => "hungry",
        EnergyState::Deteriorating => "deteriorating",
    }
}

fn state<S: Serializer>(state: &EnergyState, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(state_name(*state))
}

pub(super) fn cause<S: Serializer>(cause: &Death, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(cause.name())
}

impl StateInterval {
    /// The name of the state.
    #[must_use]
    pub fn name(&self) -> &'static str {
        state_name(self.state)
    }
}

impl RefusalCount {
    /// The reason as a clause, with its name and how to avoid it.
    #[must_use]
    pub fn explanation(&self) -> String {
        explained(&self.why)
    }
}
