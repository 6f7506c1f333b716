//! The chronicle: the history of a run, tick by tick, for charts, timelines and tickers.
//!
//! It stores a [`Row`] for each tick, in columns: the population, births and deaths of each species
//! and the owners of the bases. At intervals it adds a [`Portrait`] of each species' traits.
//! [`Remark`]s describe notable events, with tick, position and organism. Those who watch the run add its [`Album`].
//!
//! Old rows are merged, so that a run of any length fits into memory: intervals of ticks are joined
//! and their births and deaths added up. The same rows always give the same chronicle.

mod contest;
mod moments;
mod portrait;
mod rarity;
mod remark;
mod remark_detector;
mod remarks;
mod row;
mod series;
mod stories;
#[cfg(test)]
mod tests;
mod thinning;

use terrarium_creatures::behaviour::{Colony, Death, OrganismId};
use terrarium_creatures::species::{Kind, Species, SpeciesId};
use terrarium_sim::tick::{Simulation, TimedOutcome};
use terrarium_sim::world::World;

use crate::album::Album;
use crate::colony_name::named_after;

pub use contest::TurningPoint;
pub use portrait::{BINS, Distribution, Portrait, Trait};
use rarity::{Mark, Rarity};
pub(crate) use remark::verb_of;
pub use remark::{Notable, Remark, RemarkCategory};
use remark_detector::RemarkDetector;
pub use remarks::Entry;
use remarks::Remarks;
use row::bases_of;
pub use row::{Row, Tally};
pub use series::{Flow, Level};
pub use stories::{Region, Toll};

/// The history of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Chronicle {
    species: Vec<SpeciesInfo>,
    bases: Vec<String>,
    intervals: Vec<Interval>,
    /// One for each species of each interval.
    tallies: Vec<Tally>,
    /// One for each interval of a conquest, blue first.
    tickets: Vec<[u32; 2]>,
    owners: Vec<(u64, Vec<Option<Colony>>)>,
    portraits: Vec<(u64, Vec<Portrait>)>,
    /// The number of ticks between two stored portraits.
    portrait_every: u64,
    remarks: Remarks,
    rarity: Rarity,
    remark_detector: RemarkDetector,
    followed: Option<OrganismId>,
    album: Album,
}

/// The description of a species in a chronicle.
#[derive(Debug, Clone, PartialEq)]
pub struct SpeciesInfo {
    /// Its name.
    pub name: String,
    /// Its kind.
    pub kind: Kind,
    /// Its colony, if it has one.
    pub colony: Option<Colony>,
    /// The range in which charts draw each trait, in the order of [`Trait::of`].
    pub ranges: Vec<(f32, f32)>,
}

/// An interval of ticks with one entry in the chronicle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval {
    /// The last tick of the interval.
    pub tick: u64,
    /// The number of ticks; 0 for the state with which the chronicle begins.
    pub ticks: u64,
}

impl Chronicle {
    /// Creates a chronicle that begins with the current state of `world`.
    #[must_use]
    pub fn new(world: &World) -> Self {
        let config = world.config();
        let named = |(id, it): (SpeciesId, &Species)| SpeciesInfo {
            name: it.name.clone(),
            kind: it.kind,
            colony: config.colony(id),
            ranges: Trait::of(it.kind).iter().map(|it| it.drawn(&config.rules)).collect(),
        };
        let terrain = config.terrain.as_ref().filter(|_| world.conquest().is_some());
        let points = terrain.map_or(&[][..], |terrain| terrain.control_points());
        let kinds = config.species.iter().map(|it| it.kind).collect();
        let mut chronicle = Self {
            species: (0..).map(SpeciesId).zip(&config.species).map(named).collect(),
            bases: points.iter().map(|point| point.name.clone()).collect(),
            intervals: Vec::new(),
            tallies: Vec::new(),
            tickets: Vec::new(),
            owners: Vec::new(),
            portraits: Vec::new(),
            portrait_every: portrait::EVERY,
            remarks: Remarks::default(),
            rarity: Rarity::new(kinds, world.tick()),
            remark_detector: RemarkDetector::new(world),
            followed: None,
            album: Album::default(),
        };
        chronicle.add(Row::first(world));
        chronicle
    }

    /// Creates a chronicle that holds nothing but the species, for recordings whose world cannot be
    /// simulated by this build.
    #[must_use]
    pub fn of_species(species: Vec<SpeciesInfo>, first_tick: u64) -> Self {
        let kinds: Vec<Kind> = species.iter().map(|species| species.kind).collect();
        let remark_detector = RemarkDetector::empty(kinds.clone());
        let tallies = vec![Tally::default(); species.len()];
        Self {
            species,
            bases: Vec::new(),
            intervals: vec![Interval { tick: first_tick, ticks: 0 }],
            tallies,
            tickets: Vec::new(),
            owners: Vec::new(),
            portraits: Vec::new(),
            portrait_every: portrait::EVERY,
            remarks: Remarks::default(),
            rarity: Rarity::new(kinds, first_tick),
            remark_detector,
            followed: None,
            album: Album::default(),
        }
    }

    /// Adds the tick that `world` has just completed and returns the row, for a recording. Call it
    /// after each tick. Returns `None` for a tick that the chronicle already contains.
    pub fn record(&mut self, world: &World) -> Option<Row> {
        self.record_with(world, &[])
    }

    /// Adds the tick that a simulation has just completed, as [`record`](Self::record) does, with remarks on what the
    /// timetable gave before it.
    pub fn record_tick(&mut self, simulation: &Simulation) -> Option<Row> {
        self.record_with(simulation.world(), simulation.timed_outcomes())
    }

    fn record_with(&mut self, world: &World, timed: &[TimedOutcome]) -> Option<Row> {
        let last = self.last_tick();
        if world.tick() <= last {
            return None;
        }
        let mut row = Row::new(world, world.tick() - last);
        row.bases =
            bases_of(world).filter(|owners| self.owners.last().map(|it| &it.1) != Some(owners));
        row.remarks = timed.iter().filter_map(|outcome| Remark::on_timed(outcome, world)).collect();
        let is_close =
            |organism| self.followed == Some(organism) || self.album.is_favourite(organism);
        row.remarks.extend(self.remark_detector.remarks(world, &row.tallies, &is_close));
        self.add(row.clone());
        Some(row)
    }

    /// Adds a row from a recording. Ignores a row that does not come after all others, or that is
    /// of other species.
    pub fn add(&mut self, row: Row) {
        let Row { tick, ticks, tallies, tickets, bases, portraits, remarks } = row;
        let is_new = self.intervals.last().is_none_or(|last| tick > last.tick);
        if !is_new || tallies.len() != self.species.len() {
            return;
        }
        self.intervals.push(Interval { tick, ticks });
        self.remark_detector.count(&tallies);
        self.remark_detector.heed(&tallies, &remarks);
        self.tallies.extend(tallies);
        self.tickets.extend(tickets);
        self.owners.extend(bases.map(|owners| (tick, owners)));
        let is_stored = self.portraits.is_empty() || tick.is_multiple_of(self.portrait_every);
        self.portraits.extend(portraits.filter(|_| is_stored).map(|of_all| (tick, of_all)));
        let marks = self.rarity.weigh(&remarks);
        for (remark, mark) in remarks.into_iter().zip(marks) {
            self.remarks.insert(remark, mark);
        }
        self.thin();
    }

    /// Adds a remark on a command that was carried out, in the order of ticks.
    pub fn remark(&mut self, remark: Remark) {
        self.remarks.insert(remark, Mark::ALWAYS);
    }

    /// Sets the followed creature. All births and deaths that involve it or a favourite get a remark.
    pub fn follow(&mut self, organism: Option<OrganismId>) {
        self.followed = organism;
    }

    /// What those who watch the run keep of it.
    #[must_use]
    pub fn album(&self) -> &Album {
        &self.album
    }

    /// Changes what those who watch the run keep of it.
    pub fn album_mut(&mut self) -> &mut Album {
        &mut self.album
    }

    /// Returns the chronicle up to a tick, from which another branch of the run can continue.
    /// Merged intervals that reach beyond the tick are left out.
    #[must_use]
    pub fn until(&self, tick: u64) -> Self {
        let kept = self.intervals.partition_point(|span| span.tick <= tick).max(1);
        let mut cut = self.clone();
        cut.intervals.truncate(kept);
        cut.tallies.truncate(kept * self.species.len());
        cut.tickets.truncate(kept);
        cut.owners.retain(|&(at, _)| at <= tick);
        cut.portraits.retain(|&(at, _)| at <= tick);
        cut.remarks.retain(|remark, _| remark.tick <= tick);
        cut.rarity = self.rarity.after(cut.remarks.all(), cut.first_tick());
        cut.remark_detector = self.remark_detector.rebuilt(&cut);
        cut
    }

    /// Drops the remarks on commands of a tick, except on the first `kept`.
    pub(super) fn keep_commands(&mut self, tick: u64, kept: usize) {
        let mut found = 0;
        self.remarks.retain(|remark, _| {
            let is_command = remark.is_command();
            found += usize::from(remark.tick == tick && is_command);
            remark.tick != tick || !is_command || found <= kept
        });
    }

    /// The species, in the order of the world.
    #[must_use]
    pub fn species(&self) -> &[SpeciesInfo] {
        &self.species
    }

    /// The names of the bases, in the order of the map; empty outside a conquest.
    #[must_use]
    pub fn bases(&self) -> &[String] {
        &self.bases
    }

    /// The first tick of the chronicle.
    #[must_use]
    pub fn first_tick(&self) -> u64 {
        self.intervals.first().map_or(0, |span| span.tick)
    }

    /// The last tick of the chronicle.
    #[must_use]
    pub fn last_tick(&self) -> u64 {
        self.intervals.last().map_or(0, |span| span.tick)
    }

    /// The intervals, oldest first.
    #[must_use]
    pub fn intervals(&self) -> &[Interval] {
        &self.intervals
    }

    /// The tally of each species in an interval, given by its index.
    ///
    /// # Panics
    /// When the index is out of range.
    #[must_use]
    pub fn tallies(&self, span: usize) -> &[Tally] {
        let count = self.species.len();
        &self.tallies[span * count..(span + 1) * count]
    }

    /// The population of each species at a tick, from the latest interval up to it.
    #[must_use]
    pub fn populations(&self, tick: u64) -> Vec<u32> {
        self.tallies(self.span_at(tick)).iter().map(|tally| tally.count).collect()
    }

    /// The population of each species at a tick, and its births and deaths since the beginning.
    #[must_use]
    pub fn totals(&self, tick: u64) -> Vec<Tally> {
        let mut totals = vec![Tally::default(); self.species.len()];
        for span in 0..=self.span_at(tick) {
            for (total, tally) in totals.iter_mut().zip(self.tallies(span)) {
                *total = total.then(tally);
            }
        }
        totals
    }

    /// The deaths of a species after one tick and up to another, of each cause in the order of [`Death::ALL`].
    #[must_use]
    pub fn deaths_between(
        &self,
        species: SpeciesId,
        after: u64,
        until: u64,
    ) -> [u32; Death::ALL.len()] {
        let first = self.intervals.partition_point(|span| span.tick <= after);
        let last = self.intervals.partition_point(|span| span.tick <= until);
        let tallies = (first..last).filter_map(|span| self.tallies(span).get(species.index()));
        let total = tallies.fold(Tally::default(), |total, tally| total.then(tally));
        total.deaths
    }

    /// The tickets of the colonies at a tick, blue first; `None` outside a conquest.
    #[must_use]
    pub fn tickets(&self, tick: u64) -> Option<[u32; 2]> {
        self.tickets.get(self.span_at(tick)).copied()
    }

    /// The owner of each base at a tick; empty outside a conquest.
    #[must_use]
    pub fn owners(&self, tick: u64) -> &[Option<Colony>] {
        let known = self.owners.partition_point(|&(at, _)| at <= tick);
        known.checked_sub(1).map_or(&[], |index| &self.owners[index].1)
    }

    /// The ticks at which bases change their owners, with the owners of all; empty outside a conquest.
    pub fn changes_of_owners(&self) -> impl Iterator<Item = (u64, &[Option<Colony>])> {
        self.owners.iter().map(|(tick, owners)| (*tick, owners.as_slice()))
    }

    /// The latest portraits of all species up to a tick, with their tick.
    #[must_use]
    pub fn portraits(&self, tick: u64) -> Option<(u64, &[Portrait])> {
        let known = self.portraits.partition_point(|&(at, _)| at <= tick);
        self.portraits[..known].last().map(|(at, of_all)| (*at, &of_all[..]))
    }

    /// All stored portraits with their ticks, oldest first.
    pub fn all_portraits(&self) -> impl DoubleEndedIterator<Item = (u64, &[Portrait])> {
        self.portraits.iter().map(|(at, of_all)| (*at, &of_all[..]))
    }

    /// The remarks, oldest first.
    #[must_use]
    pub fn remarks(&self) -> &[Remark] {
        self.remarks.all()
    }

    /// The lines of a list of events, oldest first. Events of one tick that are alike are one line.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = Entry<'_>> {
        self.remarks.entries()
    }

    /// The events that a timeline marks, oldest first: the rarest of those that are listed, at most so many.
    #[must_use]
    pub fn landmarks(&self, most: usize) -> Vec<Entry<'_>> {
        let mut rarest: Vec<Entry<'_>> = self.entries().filter(|entry| entry.is_listed).collect();
        rarest.sort_by_key(|entry| std::cmp::Reverse((entry.worth, entry.remark.tick)));
        rarest.truncate(most);
        rarest.sort_by_key(|entry| entry.remark.tick);
        rarest
    }

    /// Whether a command was carried out in the run.
    #[must_use]
    pub fn has_commands(&self) -> bool {
        self.remarks().iter().rev().any(Remark::is_command)
    }

    /// Formats a remark as a sentence.
    #[must_use]
    pub fn describe(&self, remark: &Remark) -> String {
        remark.sentence(&self.species, &self.bases)
    }

    /// Formats a line of a list of events as a sentence.
    #[must_use]
    pub fn describe_entry(&self, entry: &Entry<'_>) -> String {
        entry.sentence(&self.species, &self.bases)
    }

    /// What a colony is called: `ants`, after its species.
    #[must_use]
    pub fn colony_name(&self, colony: Colony) -> String {
        colony_name(colony, &self.species)
    }

    /// The name of a species.
    #[must_use]
    pub fn name(&self, species: SpeciesId) -> &str {
        self.species.get(species.index()).map_or("?", |species| &species.name)
    }

    fn span_at(&self, tick: u64) -> usize {
        self.intervals.partition_point(|span| span.tick <= tick).saturating_sub(1)
    }
}

/// What a colony of these species is called.
fn colony_name(colony: Colony, species: &[SpeciesInfo]) -> String {
    let members = species.iter().filter(|it| it.colony == Some(colony));
    named_after(colony, members.map(|it| &*it.name))
}
