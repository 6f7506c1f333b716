//! What a species showed in the arena.

use std::collections::BTreeMap;

use serde::Serialize;

use super::gauge::Usage;
use crate::behaviour::{ActionKind, EventKind, Fault, OrganismId, Refusal};
use crate::record::Tally;
use crate::rules::whole;
use crate::species::{Characteristic, Kind, Nature, Species, SpeciesId};
use crate::world::World;

/// What a species showed in the arena.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Its name.
    pub name: String,
    /// What it lives on.
    pub kind: Kind,
    /// Who decides for it; nobody for plants.
    pub behaviour: Option<String>,
    /// How its points are spent; plants have none.
    pub points: Option<Points>,
    /// How many ticks the trial went on for.
    pub ticks: u64,
    /// How it fared.
    pub survival: Survival,
    /// What its turns took; `None` for those whose turns nobody counts: plants, native behaviours.
    pub budget: Option<Budget>,
    /// Wishes that were not granted, the most frequent first.
    pub refusals: Vec<RejectedAction>,
    /// Turns that failed, the most frequent first.
    pub faults: Vec<FaultGroup>,
    /// Whether so many failed that the species was suspended.
    pub suspended: bool,
}

/// How the points of a species are spent.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Points {
    /// All that are spent.
    pub spent: f64,
    /// All that there are to spend.
    pub allowed: f64,
    /// What nothing came of, a sentence each.
    pub wasted: Vec<String>,
}

/// How a species fared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Survival {
    /// How many there were at the start.
    pub founders: u64,
    /// How many lived in the end.
    pub alive: u64,
    /// How many were born.
    pub births: u64,
    /// How many died of each cause.
    pub deaths: BTreeMap<String, u64>,
    /// The tick in which the last of them died, if none is left.
    pub extinct: Option<u64>,
}

/// What turns took, in operations.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Budget {
    /// How many turns there were.
    pub turns: u64,
    /// The mean of all.
    pub mean: f64,
    /// What ninety-nine turns in a hundred did not exceed.
    pub p99: u64,
    /// The dearest turn.
    pub worst: u64,
    /// What a turn may take: the rule `turn_budget`.
    pub allowed: u64,
}

/// A wish that was not granted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RejectedAction {
    /// The slot of the wish.
    pub wish: &'static str,
    /// Why it was not granted.
    pub why: &'static str,
    /// What to do about it.
    pub remedy: &'static str,
    /// How often.
    pub count: u64,
}

/// A way in which turns failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FaultGroup {
    /// The kind of failure.
    pub kind: &'static str,
    /// What happened.
    pub reason: Box<str>,
    /// What to do about it.
    pub remedy: &'static str,
    /// Line and column in the code, if they are known.
    pub place: Option<(usize, usize)>,
    /// How often.
    pub count: u64,
    /// In which tick it was first.
    pub tick: u64,
    /// Whose turn that was.
    pub creature: OrganismId,
}

/// How many different faults are kept: reasons may quote what differs from turn to turn.
const MOST_FAULTS: usize = 32;

/// What is noted down while a trial goes on.
pub(super) struct CheckLog {
    subject: SpeciesId,
    founders: u64,
    extinct: Option<u64>,
    refusals: BTreeMap<(ActionKind, Refusal), u64>,
    faults: Vec<FaultGroup>,
}

impl CheckLog {
    pub fn new(world: &World, subject: SpeciesId) -> Self {
        let founders = world.populations()[subject.index()];
        Self { subject, founders, extinct: None, refusals: BTreeMap::new(), faults: Vec::new() }
    }

    /// Notes the tick that `world` has just lived.
    pub fn note(&mut self, world: &World) {
        let subject = self.subject;
        for event in world.events.iter().filter(|event| event.species == subject) {
            match &event.what {
                EventKind::Refused { slot, why, .. } => {
                    *self.refusals.entry((*slot, *why)).or_default() += 1;
                }
                EventKind::Failed { fault } => self.failed(fault, world.tick, event.to),
                _ => {}
            }
        }
        if self.extinct.is_none() && world.populations()[subject.index()] == 0 {
            self.extinct = Some(world.tick);
        }
    }

    fn failed(&mut self, fault: &Fault, tick: u64, creature: OrganismId) {
        let (kind, remedy) = fault.kind.explanation();
        let is_it = |known: &&mut FaultGroup| known.kind == kind && known.reason == fault.reason;
        if let Some(known) = self.faults.iter_mut().find(is_it) {
            known.count += 1;
        } else if self.faults.len() < MOST_FAULTS {
            let (reason, place) = (fault.reason.clone(), fault.line_and_column());
            self.faults.push(FaultGroup { kind, reason, remedy, place, count: 1, tick, creature });
        }
    }

    /// All of it, when the trial is over.
    pub fn report(self, world: &World, tally: &Tally, usage: &Usage) -> Report {
        let species = world.config.species(self.subject);
        let outcome = tally.outcome(world).species.swap_remove(self.subject.index());
        let Self { founders, extinct, refusals, mut faults, .. } = self;
        let mut refusals: Vec<RejectedAction> = refusals.into_iter().map(unmet).collect();
        refusals.sort_by_key(|unmet| std::cmp::Reverse(unmet.count));
        faults.sort_by_key(|complaint| std::cmp::Reverse(complaint.count));
        let (alive, births, deaths) = (outcome.alive, outcome.births, outcome.deaths);
        Report {
            name: species.name.clone(),
            kind: species.kind,
            behaviour: species.behaviour.as_ref().map(|choice| choice.code.to_string()),
            points: points(species, world.config.rules.points, usage, outcome.suspended),
            ticks: world.tick,
            survival: Survival { founders, alive, births, deaths, extinct },
            budget: budget(species, usage, whole(world.config.rules.turn_budget)),
            refusals,
            faults,
            suspended: outcome.suspended,
        }
    }
}

fn unmet(((slot, why), count): ((ActionKind, Refusal), u64)) -> RejectedAction {
    let (name, remedy) = why.explanation();
    RejectedAction { wish: slot.name(), why: name, remedy, count }
}

#[expect(clippy::cast_precision_loss, reason = "a mean for people")]
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

/// How the points are spent, and which of them its turns made nothing of, where it had enough.
fn points(species: &Species, allowed: f64, usage: &Usage, is_suspended: bool) -> Option<Points> {
    let Nature::Animal(traits) = &species.nature else { return None };
    let of = |what: Characteristic| f64::from(traits.points[what as usize]);
    let spent = Characteristic::ALL.into_iter().map(of).sum();
    let mut wasted = Vec::new();
    if spent < allowed {
        wasted.push(format!("{} of {allowed} points are not spent", allowed - spent));
    }
    let mut unused = |what: Characteristic, is_unused: bool, why: String| {
        if is_unused && !is_suspended && of(what) > 0.0 {
            wasted.push(format!("{} points on `{}`, but {why}", of(what), what.name()));
        }
    };
    let (attack, defence) = ("it never wanted to strike", "it never wanted to ward off a blow");
    unused(Characteristic::Attack, usage.strikes == 0, attack.to_owned());
    unused(Characteristic::Defence, usage.defences == 0, defence.to_owned());
    let percent = usage.fastest * 100.0;
    let why = format!("it never wanted to go faster than {percent:.0} % of what it can");
    unused(Characteristic::Speed, usage.fastest < LEISURELY, why);
    Some(Points { spent, allowed, wasted })
}

/// The share of its greatest speed that a species must want at times, or its speed is wasted.
const LEISURELY: f64 = 0.8;

impl Report {
    /// Whether no turn failed.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }
}
