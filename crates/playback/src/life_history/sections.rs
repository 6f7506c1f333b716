//! The life of an organism as sections of lines, for panels and terminals.

use terrarium_creatures::behaviour::Death;
use terrarium_creatures::rules::Energy;
use terrarium_creatures::species::Kind;
use terrarium_sim::tick::EnergyAccount;

use super::episode::Episode;
use super::life::{LifeHistory, StateInterval};
use crate::inspection::{Line, Section, Severity};

/// The number of children that are listed.
const LISTED: usize = 12;

/// The number of first and of last episodes that are listed of a long life.
const FIRST: usize = 30;
const LAST: usize = 120;

impl LifeHistory {
    /// What it is and how it ended, in a line: `hare #17, herbivore: starved in tick 812, 640 ticks old`.
    #[must_use]
    pub fn heading(&self) -> String {
        format!("{} {}, {}: {}", self.species, self.id, self.kind.name(), self.ending())
    }

    /// How it ended and how old it is.
    #[must_use]
    pub fn ending(&self) -> String {
        let age = self.age;
        let Some(ending) = &self.died else {
            return format!("alive in tick {}, {age} ticks old", self.last_tick);
        };
        let cause = match (ending.cause, &ending.by) {
            (Death::Killed, Some(by)) => format!("killed by {by}"),
            (Death::Eaten, Some(by)) => format!("eaten by {by}"),
            (Death::OldAge, _) => "died of old age".to_owned(),
            (Death::Sick, _) => "died of sickness".to_owned(),
            (cause, _) => cause.name().to_owned(),
        };
        format!("{cause} in tick {}, {age} ticks old", ending.tick)
    }

    /// The whole life as sections of lines, of which those about a tick or another organism link to it.
    /// Of a long life, only the first and last events are listed.
    #[must_use]
    pub fn sections(&self) -> Vec<Section> {
        let conclusion = vec![Line::new("", self.conclusion.clone())];
        let mut sections = vec![Section { title: "Conclusion", lines: conclusion }];
        let mut add = |title, lines: Vec<Line>| {
            if !lines.is_empty() {
                sections.push(Section { title, lines });
            }
        };
        add("Life", self.facts());
        add("Energy", self.energy_lines());
        add("Energy states", self.states.iter().map(state).collect());
        add("Food", self.food());
        add("Refused actions", self.refused());
        add("Failed turns", self.failed());
        add("Events", self.events());
        sections
    }

    fn facts(&self) -> Vec<Line> {
        let born = &self.born;
        let parent = match &born.parent {
            Some(parent) => format!("tick {}, to {parent}", born.tick),
            None => format!("tick {}, without a parent", born.tick),
        };
        let parent_id = born.parent.as_ref().map(|parent| parent.id);
        let mut lines = vec![Line::new("born", parent).about(parent_id)];
        if let Some(ending) = &self.died {
            let [x, y] = ending.at;
            let text = format!("tick {}, at {x:.0}, {y:.0}", ending.tick);
            lines.push(Line::new("died", text).of(Severity::Bad).in_tick(ending.tick));
            if let Some(by) = &ending.by {
                lines.push(Line::new("by", by.to_string()).about(by.id));
            }
        }
        lines.push(Line::new("age", format!("{} of {} ticks", self.age, self.lifespan)));
        let body = &self.body;
        lines.push(Line::new("size", format!("{:.1} of {:.1}", body.radius, body.mature_radius)));
        if body.damage > 0.0 {
            let text = format!("{:.0} % of the lethal damage", body.damage * 100.0);
            lines.push(Line::new("damage", text));
        }
        if let Some(light) = body.light {
            lines.push(Line::new("light", format!("{:.0} % of full light", light * 100.0)));
        }
        if self.kind == Kind::Carnivore || self.kills > 0 {
            lines.push(Line::new("kills", self.kills.to_string()));
        }
        lines.push(Line::new("children", self.children.len().to_string()));
        let child = |id| Line::new("", format!("{} {id}", self.species)).about(id);
        lines.extend(self.children.iter().copied().take(LISTED).map(child));
        lines
    }

    fn energy_lines(&self) -> Vec<Line> {
        let recent = &self.recent;
        // Of a short life, the last ticks are all of them.
        let is_short = self.last_tick - self.first_tick <= recent.ticks;
        let text = |all: Energy, last: Energy| match is_short {
            true => format!("{:+.1}", all.units()),
            false => format!("{:+.1}, last {}: {:+.1}", all.units(), recent.ticks, last.units()),
        };
        let account = |account: EnergyAccount| {
            let (all, last) = (self.energy.amount(account), recent.energy.amount(account));
            let is_used = all != Energy::ZERO || last != Energy::ZERO;
            is_used.then(|| Line::new(account.name(), text(all, last)))
        };
        let mut lines: Vec<Line> = EnergyAccount::ALL.into_iter().filter_map(account).collect();
        lines.push(Line::new("change", text(self.energy.change(), recent.energy.change())));
        let ends = format!("from {:.1} to {:.1}", self.energy_before, self.energy_after);
        lines.push(Line::new("energy", ends));
        lines
    }

    fn food(&self) -> Vec<Line> {
        let line = |meal: &super::MealCount| {
            let text = format!(
                "{} bites, {:.1} energy, last in tick {}",
                meal.bites, meal.energy, meal.last_tick
            );
            Line::new(meal.species.clone(), text).in_tick(meal.last_tick)
        };
        self.meals.iter().map(line).collect()
    }

    fn refused(&self) -> Vec<Line> {
        let line = |refusal: &super::RefusalCount| {
            let text = format!("{} times: {}", refusal.count, refusal.explanation());
            Line::new(refusal.slot.clone(), text)
        };
        self.refusals.iter().map(line).collect()
    }

    fn failed(&self) -> Vec<Line> {
        let line = |fault: &super::FaultCount| {
            let text = format!(
                "{} times, first in tick {}: {}",
                fault.count, fault.first_tick, fault.reason
            );
            let line = Line::new(fault.fault.clone(), text).of(Severity::Warning);
            line.in_tick(fault.first_tick)
        };
        self.faults.iter().map(line).collect()
    }

    fn events(&self) -> Vec<Line> {
        let omitted = self.episodes.len().saturating_sub(FIRST + LAST);
        let mut lines: Vec<Line> = self.episodes.iter().take(FIRST).map(episode).collect();
        if omitted > 0 {
            lines.push(Line::new("…", format!("{omitted} more")).of(Severity::Faint));
        }
        lines.extend(self.episodes.iter().skip(FIRST + omitted).map(episode));
        lines
    }
}

fn state(interval: &StateInterval) -> Line {
    let StateInterval { first_tick, last_tick, energy, .. } = interval;
    let (gained, spent) = (energy.gained().units(), energy.spent().units());
    let text = format!("{}, +{gained:.1}, −{spent:.1}", interval.name());
    Line::new(ticks(*first_tick, *last_tick), text).in_tick(*first_tick)
}

fn episode(episode: &Episode) -> Line {
    let line = Line::new(ticks(episode.first_tick, episode.last_tick), episode.text());
    let severity = match episode.what.as_str() {
        "died" | "attacked" => Severity::Bad,
        "refused" | "failed" => Severity::Warning,
        _ => Severity::Plain,
    };
    line.of(severity).in_tick(episode.first_tick)
}

fn ticks(first: u64, last: u64) -> String {
    if first == last { first.to_string() } else { format!("{first}–{last}") }
}
