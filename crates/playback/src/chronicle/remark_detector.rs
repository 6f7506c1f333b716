//! Detects notable events.

use std::collections::{BTreeMap, BTreeSet};

use glam::DVec2;
use terrarium_creatures::behaviour::{Death, Event, EventKind, OrganismId};
use terrarium_creatures::species::{Kind, SpeciesId};
use terrarium_sim::world::{Body, CalamityKind, ConquestEvent, Identity, World};

use super::stories::Stories;
use super::{Chronicle, Notable, Remark, Tally};

/// The minimum population for a remark on halving or doubling.
const ENOUGH: u32 = 8;

/// The state of a run from which new notable events are detected.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct RemarkDetector {
    trends: Vec<Trend>,
    suspended: Vec<bool>,
    stories: Stories,
}

/// The population trend of one species.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
struct Trend {
    now: u32,
    /// The maximum and the minimum since the last remark.
    high: u32,
    low: u32,
    has_begun: bool,
    has_bred: bool,
}

impl RemarkDetector {
    pub fn new(world: &World) -> Self {
        Self {
            trends: vec![Trend::default(); world.config().species.len()],
            suspended: suspended(world),
            stories: Stories::new(world.config().species.iter().map(|it| it.kind).collect()),
        }
    }

    /// Creates a detector for species of these kinds, without any state.
    pub fn empty(kinds: Vec<Kind>) -> Self {
        let count = kinds.len();
        let (trends, suspended) = (vec![Trend::default(); count], vec![false; count]);
        Self { trends, suspended, stories: Stories::new(kinds) }
    }

    /// Rebuilds the state after the rows of a shorter chronicle.
    pub fn rebuilt(&self, chronicle: &Chronicle) -> Self {
        let mut detector = Self {
            trends: vec![Trend::default(); self.trends.len()],
            suspended: vec![false; self.suspended.len()],
            stories: self.stories.rebuilt(chronicle),
        };
        (0..chronicle.intervals().len()).for_each(|span| detector.count(chronicle.tallies(span)));
        detector.update_suspensions(chronicle.remarks());
        detector
    }

    /// Updates which species are suspended.
    fn update_suspensions(&mut self, remarks: &[Remark]) {
        for remark in remarks {
            let is_suspended = match remark.what {
                Notable::Suspended => true,
                Notable::Restored => false,
                _ => continue,
            };
            let suspended = remark.species.and_then(|id| self.suspended.get_mut(id.index()));
            suspended.into_iter().for_each(|it| *it = is_suspended);
        }
    }

    /// Updates what follows from the remarks of a row.
    pub fn heed(&mut self, tallies: &[Tally], remarks: &[Remark]) {
        self.update_suspensions(remarks);
        self.stories.count(tallies, remarks);
    }

    /// Updates the population trends.
    pub fn count(&mut self, tallies: &[Tally]) {
        for (trend, tally) in self.trends.iter_mut().zip(tallies) {
            trend.update(tally.count);
            trend.has_bred |= tally.births > 0;
        }
    }

    /// Returns the remarks on the tick that `world` has just completed. Births and deaths that involve organisms for which
    /// `is_close` is true are all among them.
    pub fn remarks(
        &mut self,
        world: &World,
        tallies: &[Tally],
        is_close: &dyn Fn(OrganismId) -> bool,
    ) -> Vec<Remark> {
        let mut found = Vec::new();
        self.of_lives(world, is_close, &mut found);
        self.of_species(world, tallies, &mut found);
        self.stories.tell(world, tallies, &mut found);
        self.of_faults(world, &mut found);
        of_conquest(world, &mut found);
        of_calamities(world, &mut found);
        locate(world, &mut found);
        found
    }

    /// Adds births and deaths of animals.
    fn of_lives(
        &self,
        world: &World,
        is_close: &dyn Fn(OrganismId) -> bool,
        found: &mut Vec<Remark>,
    ) {
        let config = world.config();
        let killers = killers(world.events());
        let mut first_born = BTreeSet::new();
        for event in world.events() {
            let is_animal = config.species(event.species).kind != Kind::Plant;
            let involves = |other: OrganismId| is_close(event.to) || is_close(other);
            let (what, is_close) = match event.what {
                EventKind::Born { parent } => {
                    let is_first = !self.trends[event.species.index()].has_bred
                        && parent != OrganismId::NONE
                        && first_born.insert(event.species);
                    let born = Notable::Born { parent };
                    let what = if is_first { Notable::FirstBorn { parent } } else { born };
                    (what, involves(parent))
                }
                EventKind::Died { of, by } => {
                    let is_close = involves(by.unwrap_or(OrganismId::NONE));
                    if of != Death::Killed && !is_close {
                        continue;
                    }
                    let by_species = killers.get(&event.to).copied();
                    (Notable::Died { of, by, by_species }, is_close)
                }
                _ => continue,
            };
            if is_animal || is_close || matches!(what, Notable::FirstBorn { .. }) {
                found.push(Remark { is_close, ..about(world.tick(), event, what) });
            }
        }
    }

    /// Adds changes of populations.
    fn of_species(&self, world: &World, tallies: &[Tally], found: &mut Vec<Remark>) {
        for ((id, trend), tally) in (0..).map(SpeciesId).zip(&self.trends).zip(tallies) {
            let Some(what) = trend.change(tally.count) else { continue };
            let mut died = world.events().iter().filter(|event| {
                event.species == id && matches!(event.what, EventKind::Died { .. })
            });
            let organism = match what {
                Notable::LastOne => survivor(world, id),
                Notable::Extinct => died.next_back().map(|event| event.to),
                _ => None,
            };
            let (tick, species) = (world.tick(), Some(id));
            found.push(Remark { tick, at: None, organism, species, is_close: false, what });
        }
    }

    fn of_faults(&mut self, world: &World, found: &mut Vec<Remark>) {
        let now = suspended(world);
        for ((id, was), is) in (0..).map(SpeciesId).zip(&self.suspended).zip(&now) {
            let what = match (was, is) {
                (false, true) => Notable::Suspended,
                (true, false) => Notable::Restored,
                _ => continue,
            };
            let (tick, species) = (world.tick(), Some(id));
            found.push(Remark { tick, at: None, organism: None, species, is_close: false, what });
        }
        self.suspended = now;
    }
}

impl Trend {
    /// Returns the notable change to a population, if there is one.
    fn change(&self, count: u32) -> Option<Notable> {
        if !self.has_begun || count == self.now {
            return None;
        }
        match (self.now, count) {
            (_, 0) => Some(Notable::Extinct),
            (0, _) => Some(Notable::Returned),
            (2.., 1) => Some(Notable::LastOne),
            _ if self.high >= ENOUGH && count <= self.high / 2 => {
                Some(Notable::Halved { from: self.high, to: count })
            }
            _ if count >= ENOUGH && count / 2 >= self.low => {
                Some(Notable::Doubled { from: self.low, to: count })
            }
            _ => None,
        }
    }

    fn update(&mut self, count: u32) {
        let is_new = !self.has_begun || self.change(count).is_some();
        if is_new {
            (self.high, self.low) = (count, count);
        }
        (self.high, self.low) = (self.high.max(count), self.low.min(count));
        (self.now, self.has_begun) = (count, true);
    }
}

fn suspended(world: &World) -> Vec<bool> {
    let species = (0..).map(SpeciesId).zip(world.turn_accounts());
    species.map(|(id, _)| world.is_suspended(id)).collect()
}

fn about(tick: u64, event: &Event, what: Notable) -> Remark {
    let (organism, species) = (Some(event.to), Some(event.species));
    Remark { tick, at: None, organism, species, is_close: false, what }
}

/// The species of the killer of each organism that was killed.
fn killers(events: &[Event]) -> BTreeMap<OrganismId, SpeciesId> {
    let killing = events.iter().filter_map(|event| match event.what {
        EventKind::Struck { target, killed: true, .. } => Some((target, event.species)),
        _ => None,
    });
    killing.collect()
}

fn survivor(world: &World, species: SpeciesId) -> Option<OrganismId> {
    let mut query = world.query::<&Identity>().without::<&terrarium_sim::world::Carcass>();
    let found = query.iter().find(|who| who.species == species);
    found.map(|who| who.id)
}

fn of_conquest(world: &World, found: &mut Vec<Remark>) {
    let Some(conquest) = &world.conquest() else { return };
    let terrain = world.config().terrain.as_ref();
    for event in &conquest.events {
        let (what, base) = match *event {
            ConquestEvent::Captured { base, by } => (Notable::Captured { base, by }, Some(base)),
            ConquestEvent::Neutralised { base, by } => {
                (Notable::Neutralised { base, by }, Some(base))
            }
            ConquestEvent::Decided(verdict) => (Notable::Decided(verdict), None),
            ConquestEvent::Silenced { .. }
            | ConquestEvent::Breached { .. }
            | ConquestEvent::TicketsLost { .. } => continue,
        };
        let at = terrain.zip(base).and_then(|(terrain, base)| {
            let point = terrain.control_points().get(base.index())?;
            Some(terrain.cell_box(point.capture).centre())
        });
        let tick = world.tick();
        found.push(Remark { tick, at, organism: None, species: None, is_close: false, what });
    }
}

/// Adds what calamities did that are over.
fn of_calamities(world: &World, found: &mut Vec<Remark>) {
    let tick = world.tick();
    for calamity in world.calamities().iter().filter(|calamity| calamity.ends() == tick) {
        let species = match calamity.kind {
            CalamityKind::Plague { species, .. } => Some(species),
            CalamityKind::Drought { .. } | CalamityKind::Fire { .. } => None,
        };
        let at = calamity.area().map(|area| area.at);
        let what = Notable::CalamityOver(calamity.account(world.config()));
        found.push(Remark { tick, at, organism: None, species, is_close: false, what });
    }
}

/// Fills in the positions of the organisms that remarks are about.
fn locate(world: &World, remarks: &mut [Remark]) {
    let mut places: BTreeMap<OrganismId, Option<DVec2>> =
        remarks.iter().filter_map(|remark| Some((remark.organism?, None))).collect();
    if places.is_empty() {
        return;
    }
    for (who, body) in world.query::<(&Identity, &Body)>().iter() {
        if let Some(place) = places.get_mut(&who.id) {
            *place = Some(body.centre);
        }
    }
    for remark in remarks.iter_mut().filter(|remark| remark.at.is_none()) {
        remark.at = remark.organism.and_then(|organism| places.get(&organism).copied().flatten());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn population_changes_are_reported_once_and_relative_to_the_last_report() {
        let mut trend = Trend::default();
        let mut changes = Vec::new();
        for count in [40, 50, 30, 25, 24, 12, 13, 26, 20, 1, 1, 0, 0, 9, 17, 18] {
            changes.extend(trend.change(count).map(|what| format!("{count}: {what:?}")));
            trend.update(count);
        }
        assert_eq!(
            changes,
            [
                "25: Halved { from: 50, to: 25 }",
                "12: Halved { from: 25, to: 12 }",
                "26: Doubled { from: 12, to: 26 }",
                "1: LastOne",
                "0: Extinct",
                "9: Returned",
                "18: Doubled { from: 9, to: 18 }",
            ]
        );
    }
}
