//! The chronicle: what became of a run, tick by tick, for charts, timelines and tickers.
//!
//! It holds a [`Row`] for each tick, in columns: how many of each species live, how many were born
//! and died of what, who holds the bases; now and then a [`Portrait`] of each species' traits; and
//! [`Remark`]s on what is worth a look, with tick, place and whom it befell. What lies far back is
//! thinned out, so that a run of any length fits into memory: spans of ticks are merged and their
//! births and deaths added up. The same rows always give the same chronicle.

mod portrait;
mod remark;
mod row;
mod series;
#[cfg(test)]
mod tests;
mod thinning;
mod watch;

use crate::behaviour::{Colony, OrganismId};
use crate::species::{Kind, Species, SpeciesId};
use crate::world::World;

pub use portrait::{BINS, Distribution, Portrait, Trait};
pub use remark::{Notable, Remark, Sort};
pub use row::{Row, Tally};
pub use series::{Flowed, Level};

use row::bases_of;
use watch::Watch;

/// The history of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Chronicle {
    species: Vec<Named>,
    bases: Vec<String>,
    spans: Vec<Span>,
    /// One for each species of each span.
    tallies: Vec<Tally>,
    /// One for each span where colonies fight, blue first.
    tickets: Vec<[u32; 2]>,
    owners: Vec<(u64, Vec<Option<Colony>>)>,
    portraits: Vec<(u64, Vec<Portrait>)>,
    /// Every how many ticks a portrait is kept.
    portrait_every: u64,
    remarks: Vec<Remark>,
    watch: Watch,
    followed: Option<OrganismId>,
}

/// A species as the chronicle knows it.
#[derive(Debug, Clone, PartialEq)]
pub struct Named {
    /// Its name.
    pub name: String,
    /// What it lives on.
    pub kind: Kind,
    /// The least and the most that its traits are drawn for, in the order of [`Trait::of`].
    pub ranges: Vec<(f32, f32)>,
}

/// Some ticks that are told of at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The last of them.
    pub tick: u64,
    /// How many; none for the moment at which the chronicle begins.
    pub ticks: u64,
}

impl Chronicle {
    /// A chronicle that begins with `world` as it stands.
    #[must_use]
    pub fn new(world: &World) -> Self {
        let config = &world.config;
        let named = |it: &Species| Named {
            name: it.name.clone(),
            kind: it.kind,
            ranges: Trait::of(it.kind).iter().map(|it| it.drawn(&config.rules)).collect(),
        };
        let terrain = config.terrain.as_ref().filter(|_| world.conquest.is_some());
        let points = terrain.map_or(&[][..], |terrain| terrain.control_points());
        let mut chronicle = Self {
            species: config.species.iter().map(named).collect(),
            bases: points.iter().map(|point| point.name.clone()).collect(),
            spans: Vec::new(),
            tallies: Vec::new(),
            tickets: Vec::new(),
            owners: Vec::new(),
            portraits: Vec::new(),
            portrait_every: portrait::EVERY,
            remarks: Vec::new(),
            watch: Watch::new(world),
            followed: None,
        };
        chronicle.add(Row::first(world));
        chronicle
    }

    /// A chronicle of which nothing but the species is known, for a run that cannot live here.
    #[must_use]
    pub fn of_species(species: Vec<Named>, first_tick: u64) -> Self {
        let watch = Watch::blind(species.len());
        let tallies = vec![Tally::default(); species.len()];
        Self {
            species,
            bases: Vec::new(),
            spans: vec![Span { tick: first_tick, ticks: 0 }],
            tallies,
            tickets: Vec::new(),
            owners: Vec::new(),
            portraits: Vec::new(),
            portrait_every: portrait::EVERY,
            remarks: Vec::new(),
            watch,
            followed: None,
        }
    }

    /// Notes the tick that `world` has just lived, and answers with what it noted: for a recording.
    /// To be called after each tick. Of a tick that it knows already it takes no notice.
    pub fn note(&mut self, world: &World) -> Option<Row> {
        let last = self.last_tick();
        if world.tick <= last {
            return None;
        }
        let mut row = Row::of(world, world.tick - last);
        row.bases =
            bases_of(world).filter(|owners| self.owners.last().map(|it| &it.1) != Some(owners));
        row.remarks = self.watch.look(world, &row.tallies, self.followed);
        self.add(row.clone());
        Some(row)
    }

    /// Adds a row out of a recording. One that does not come after all others, or that is of other
    /// species, is left out.
    pub fn add(&mut self, row: Row) {
        let Row { tick, ticks, tallies, tickets, bases, portraits, remarks } = row;
        let comes_late = self.spans.last().is_none_or(|last| tick > last.tick);
        if !comes_late || tallies.len() != self.species.len() {
            return;
        }
        self.spans.push(Span { tick, ticks });
        self.watch.count(&tallies);
        self.watch.heed(&remarks);
        self.tallies.extend(tallies);
        self.tickets.extend(tickets);
        self.owners.extend(bases.map(|owners| (tick, owners)));
        self.portraits.extend(portraits.map(|of_all| (tick, of_all)));
        remarks.into_iter().for_each(|remark| self.remark(remark));
        self.thin();
    }

    /// Adds a remark, such as on a command that was obeyed; it is put where its tick belongs.
    pub fn remark(&mut self, remark: Remark) {
        let place = self.remarks.partition_point(|other| other.tick <= remark.tick);
        self.remarks.insert(place, remark);
    }

    /// What befalls this creature is worth a remark from now on, and of no other.
    pub fn follow(&mut self, whom: Option<OrganismId>) {
        self.followed = whom;
    }

    /// What the chronicle tells up to a tick, and nothing of what came after it: the past of another
    /// future. Merged ticks that reach beyond it are left out.
    #[must_use]
    pub fn until(&self, tick: u64) -> Self {
        let kept = self.spans.partition_point(|span| span.tick <= tick).max(1);
        let mut past = self.clone();
        past.spans.truncate(kept);
        past.tallies.truncate(kept * self.species.len());
        past.tickets.truncate(kept);
        past.owners.retain(|&(at, _)| at <= tick);
        past.portraits.retain(|&(at, _)| at <= tick);
        past.remarks.retain(|remark| remark.tick <= tick);
        past.watch = self.watch.again(&past);
        past
    }

    /// The species, in the order of the world.
    #[must_use]
    pub fn species(&self) -> &[Named] {
        &self.species
    }

    /// The names of the bases, in the order of the map; none where nobody fights for them.
    #[must_use]
    pub fn bases(&self) -> &[String] {
        &self.bases
    }

    /// The first tick that it tells of.
    #[must_use]
    pub fn first_tick(&self) -> u64 {
        self.spans.first().map_or(0, |span| span.tick)
    }

    /// The last tick that it tells of.
    #[must_use]
    pub fn last_tick(&self) -> u64 {
        self.spans.last().map_or(0, |span| span.tick)
    }

    /// The spans of ticks, oldest first.
    #[must_use]
    pub fn spans(&self) -> &[Span] {
        &self.spans
    }

    /// What each species came to in a span, by its place in the list.
    ///
    /// # Panics
    /// When there are not so many spans.
    #[must_use]
    pub fn tallies(&self, span: usize) -> &[Tally] {
        let count = self.species.len();
        &self.tallies[span * count..(span + 1) * count]
    }

    /// How many of each species lived at a tick: as the latest span up to it tells.
    #[must_use]
    pub fn populations(&self, tick: u64) -> Vec<u32> {
        self.tallies(self.span_at(tick)).iter().map(|tally| tally.count).collect()
    }

    /// The tickets of the colonies at a tick, blue first; `None` where nobody fights for bases.
    #[must_use]
    pub fn tickets(&self, tick: u64) -> Option<[u32; 2]> {
        self.tickets.get(self.span_at(tick)).copied()
    }

    /// Who held each base at a tick; nobody anything where nobody fights for them.
    #[must_use]
    pub fn owners(&self, tick: u64) -> &[Option<Colony>] {
        let known = self.owners.partition_point(|&(at, _)| at <= tick);
        known.checked_sub(1).map_or(&[], |place| &self.owners[place].1)
    }

    /// The latest portraits of all species up to a tick, and of which tick they are.
    #[must_use]
    pub fn portraits(&self, tick: u64) -> Option<(u64, &[Portrait])> {
        let known = self.portraits.partition_point(|&(at, _)| at <= tick);
        self.portraits[..known].last().map(|(at, of_all)| (*at, &of_all[..]))
    }

    /// All portraits that were kept, with their ticks, oldest first.
    pub fn all_portraits(&self) -> impl DoubleEndedIterator<Item = (u64, &[Portrait])> {
        self.portraits.iter().map(|(at, of_all)| (*at, &of_all[..]))
    }

    /// The remarks, oldest first.
    #[must_use]
    pub fn remarks(&self) -> &[Remark] {
        &self.remarks
    }

    /// A remark as a sentence for people.
    #[must_use]
    pub fn tell(&self, remark: &Remark) -> String {
        remark.sentence(&self.species, &self.bases)
    }

    /// The name of a species.
    #[must_use]
    pub fn name(&self, species: SpeciesId) -> &str {
        self.species.get(species.index()).map_or("?", |species| &species.name)
    }

    fn span_at(&self, tick: u64) -> usize {
        self.spans.partition_point(|span| span.tick <= tick).saturating_sub(1)
    }
}
