//! The report of a creature check.

use std::collections::BTreeMap;

use serde::Serialize;
use terrarium_creatures::behaviour::{ActionKind, EventKind, Refusal};
use terrarium_creatures::species::{Characteristic, Kind, Nature, Species, SpeciesId};
use terrarium_run::record::Tally;
use terrarium_sim::tick::Simulation;
use terrarium_sim::world::World;

use super::MAX_OPERATIONS;
use super::fault_log::{FaultGroup, FaultLog};
use super::usage::Usage;

/// The report of a creature check.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// The name of the species.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// Its behaviour; `None` for plants.
    pub behaviour: Option<String>,
    /// The distribution of its points; `None` for plants, which have no points.
    pub points: Option<Points>,
    /// The number of ticks simulated.
    pub ticks: u64,
    /// Whether the check ended early, because the turns took too many operations.
    pub ended_early: bool,
    /// Population counts over the check.
    pub survival: Survival,
    /// The operations of its turns; `None` if they are not counted: for plants and native
    /// behaviours.
    pub budget: Option<Budget>,
    /// The refused actions, most frequent first.
    pub refusals: Vec<RejectedAction>,
    /// The faults, most frequent first.
    pub faults: Vec<FaultGroup>,
    /// Whether the species was suspended after too many faults.
    pub suspended: bool,
}

/// The distribution of the points of a species.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Points {
    /// The points spent.
    pub spent: f64,
    /// The points available: the rule `points`.
    pub allowed: f64,
    /// Points that had no use, one sentence each.
    pub wasted: Vec<String>,
}

/// Population counts of a species over a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Survival {
    /// The number of founders.
    pub founders: u64,
    /// The number alive at the end.
    pub alive: u64,
    /// The number of births.
    pub births: u64,
    /// The number of deaths by cause.
    pub deaths: BTreeMap<String, u64>,
    /// The tick in which the species went extinct, if it did.
    pub extinct: Option<u64>,
}

/// The cost of turns, in operations.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Budget {
    /// The number of turns.
    pub turns: u64,
    /// The mean cost.
    pub mean: f64,
    /// The 99th percentile of the cost.
    pub p99: u64,
    /// The highest cost.
    pub worst: u64,
    /// The limit per turn: the rule `turn_budget`.
    pub allowed: u64,
}

/// A kind of action that was refused for one reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RejectedAction {
    /// The kind of action.
    #[serde(rename = "wish")]
    pub action: &'static str,
    /// Why it was refused.
    pub why: &'static str,
    /// What to do about it.
    pub remedy: &'static str,
    /// The number of refusals.
    pub count: u64,
}

/// Collects the events of the checked species during a check.
pub(super) struct CheckLog {
    subject: SpeciesId,
    founders: u64,
    extinct: Option<u64>,
    refusals: BTreeMap<(ActionKind, Refusal), u64>,
    faults: FaultLog,
}

impl CheckLog {
    pub fn new(world: &World, subject: SpeciesId) -> Self {
        let founders = world.populations()[subject.index()];
        Self {
            subject,
            founders,
            extinct: None,
            refusals: BTreeMap::new(),
            faults: FaultLog::default(),
        }
    }

    /// Records the last tick.
    pub fn record(&mut self, simulation: &Simulation) {
        let (world, subject) = (simulation.world(), self.subject);
        for event in world.events().iter().filter(|event| event.species == subject) {
            match &event.what {
                EventKind::Refused { slot, why, .. } => {
                    *self.refusals.entry((*slot, *why)).or_default() += 1;
                }
                EventKind::Failed { fault } => self.faults.record(fault, simulation, event.to),
                _ => {}
            }
        }
        if self.extinct.is_none() && world.populations()[subject.index()] == 0 {
            self.extinct = Some(world.tick());
        }
    }

    /// Creates the report at the end of the check.
    pub fn report(self, world: &World, tally: &Tally, usage: &Usage) -> Report {
        let species = world.config().species(self.subject);
        let outcome = tally.outcome(world).species.swap_remove(self.subject.index());
        let Self { founders, extinct, refusals, faults, .. } = self;
        let mut refusals: Vec<RejectedAction> = refusals.into_iter().map(rejected_action).collect();
        refusals.sort_by_key(|rejected| std::cmp::Reverse(rejected.count));
        let (alive, births, deaths) = (outcome.alive, outcome.births, outcome.deaths);
        Report {
            name: species.name.clone(),
            kind: species.kind,
            behaviour: species.behaviour.as_ref().map(|choice| choice.code.to_string()),
            points: points(species, world.config().rules.points, usage, outcome.suspended),
            ticks: world.tick(),
            ended_early: usage.operations > MAX_OPERATIONS,
            survival: Survival { founders, alive, births, deaths, extinct },
            budget: budget(species, usage, u64::from(world.config().rules.turn_budget)),
            refusals,
            faults: faults.groups(),
            suspended: outcome.suspended,
        }
    }
}

fn rejected_action(((slot, why), count): ((ActionKind, Refusal), u64)) -> RejectedAction {
    let (name, remedy) = why.explanation();
    RejectedAction { action: slot.name(), why: name, remedy, count }
}

#[expect(clippy::cast_precision_loss, reason = "a mean needs no more precision")]
fn budget(species: &Species, usage: &Usage, allowed: u64) -> Option<Budget> {
    let is_counted =
        species.behaviour.as_ref().is_some_and(|choice| choice.code.engines().is_some());
    let mut spent = usage.spent.clone();
    spent.sort_unstable();
    let worst = *spent.last().filter(|_| is_counted)?;
    let turns = spent.len();
    Some(Budget {
        turns: turns as u64,
        mean: spent.iter().sum::<u64>() as f64 / turns as f64,
        p99: spent[(turns * 99).div_ceil(100) - 1],
        worst,
        allowed,
    })
}

/// Reports how the points are spent, and which of them the behaviour made no use of.
fn points(species: &Species, allowed: f64, usage: &Usage, is_suspended: bool) -> Option<Points> {
    let Nature::Animal(traits) = &species.nature else { return None };
    let of = |characteristic: Characteristic| f64::from(traits.points[characteristic as usize]);
    let spent = Characteristic::ALL.into_iter().map(of).sum();
    let mut wasted = Vec::new();
    if spent < allowed {
        wasted.push(format!("{} of {allowed} points are not spent", allowed - spent));
    }
    let mut unused = |characteristic: Characteristic, is_unused: bool, why: String| {
        let points = of(characteristic);
        if is_unused && !is_suspended && points > 0.0 {
            wasted.push(format!("{points} points on `{}`, but {why}", characteristic.name()));
        }
    };
    let (attack, defence) = ("it never tried to attack", "it never tried to defend");
    unused(Characteristic::Attack, usage.strikes == 0, attack.to_owned());
    unused(Characteristic::Defence, usage.defences == 0, defence.to_owned());
    let percent = usage.fastest * 100.0;
    let why = format!("it never used more than {percent:.0} % of its maximum speed");
    unused(Characteristic::Speed, usage.fastest < FAST, why);
    Some(Points { spent, allowed, wasted })
}

/// The share of its maximum speed that a species must request at least once to use its points.
const FAST: f64 = 0.8;

impl Report {
    /// Returns whether no turn failed.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }
}
