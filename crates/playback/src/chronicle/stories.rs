//! Stories: what a reader of the events remembers, among thousands of births and deaths.

use std::collections::BTreeMap;

use glam::DVec2;
use serde::{Deserialize, Serialize};
use terrarium_creatures::behaviour::{Death, EventKind, OrganismId};
use terrarium_creatures::species::{Kind, SpeciesId};
use terrarium_run::record::scene::DAY;
use terrarium_sim::world::{Body, Carcass, Identity, World};
use terrarium_space::geometry::Aabb;

use super::{Chronicle, Notable, Remark, Tally};

/// The most animals of a species for which it is told that the last one in a part of the world died.
const RARE: u32 = 30;

/// The least ticks between two such stories about a species and a part of the world.
const REPEATED: u64 = 2 * DAY;

/// A part of the world, as seen from its middle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Region {
    /// Where y is least.
    North,
    /// Where x is greatest.
    East,
    /// Where y is greatest.
    South,
    /// Where x is least.
    West,
}

impl Region {
    /// The part of a world with these bounds in which a place lies: the one of the nearest edge, relative to
    /// the size of the world.
    #[must_use]
    pub fn containing(place: DVec2, bounds: &Aabb) -> Self {
        let off = (place - bounds.centre()) / bounds.size().max(DVec2::splat(f64::MIN_POSITIVE));
        match (off.x.abs() > off.y.abs(), off.x > 0.0, off.y > 0.0) {
            (true, true, _) => Self::East,
            (true, false, _) => Self::West,
            (false, _, true) => Self::South,
            (false, _, false) => Self::North,
        }
    }

    /// The display name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::North => "north",
            Self::East => "east",
            Self::South => "south",
            Self::West => "west",
        }
    }
}

/// The births and deaths of animals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Toll {
    /// The number of births.
    pub births: u32,
    /// The number of deaths of each cause, in the order of [`Death::ALL`].
    pub deaths: [u32; Death::ALL.len()],
}

impl Toll {
    /// Formats it: `412 animals are born, 380 die (212 killed, 168 starved)`.
    pub(super) fn sentence(&self) -> String {
        let all: u32 = self.deaths.iter().sum();
        let mut causes: Vec<(u32, Death)> =
            self.deaths.into_iter().zip(Death::ALL).filter(|&(count, _)| count > 0).collect();
        causes.sort_by_key(|&(count, _)| std::cmp::Reverse(count));
        let named = |(count, of): (u32, Death)| format!("{count} {}", of.title());
        let causes: Vec<String> = causes.into_iter().take(2).map(named).collect();
        let causes =
            if causes.is_empty() { String::new() } else { format!(" ({})", causes.join(", ")) };
        format!("{} animals are born, {all} die{causes}", self.births)
    }

    fn add(&mut self, tallies: &[Tally], kinds: &[Kind]) {
        for (tally, _) in tallies.iter().zip(kinds).filter(|(_, kind)| **kind != Kind::Plant) {
            self.births += tally.births;
            self.deaths.iter_mut().zip(tally.deaths).for_each(|(sum, more)| *sum += more);
        }
    }
}

/// What is needed to tell stories. It follows from the rows of a chronicle.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Stories {
    kinds: Vec<Kind>,
    /// The kills of animals.
    kills: BTreeMap<OrganismId, u32>,
    /// The tick of the last story about a species and a part of the world.
    told: BTreeMap<(SpeciesId, Region), u64>,
    /// The births and deaths since the beginning of the day.
    today: Toll,
}

/// The most animals whose kills are counted.
const MOST_HUNTERS: usize = 4096;

impl Stories {
    pub fn new(kinds: Vec<Kind>) -> Self {
        Self { kinds, ..Self::default() }
    }

    /// The state after a chronicle, as far as its remarks reach back.
    pub fn rebuilt(&self, chronicle: &Chronicle) -> Self {
        let mut stories = Self::new(self.kinds.clone());
        stories.heed(chronicle.remarks());
        let last = chronicle.last_tick();
        let dawn = last - last % DAY;
        let spans = chronicle.intervals().iter().enumerate().rev();
        for (span, _) in spans.take_while(|(_, span)| span.tick > dawn) {
            stories.today.add(chronicle.tallies(span), &self.kinds);
        }
        stories
    }

    /// Counts a row.
    pub fn count(&mut self, tallies: &[Tally], remarks: &[Remark]) {
        self.today.add(tallies, &self.kinds);
        self.heed(remarks);
    }

    fn heed(&mut self, remarks: &[Remark]) {
        for remark in remarks {
            match remark.what {
                Notable::Died { of: Death::Killed, by: Some(by), .. } => {
                    *self.kills.entry(by).or_default() += 1;
                }
                Notable::LastIn { region } => {
                    let key = remark.species.map(|species| (species, region));
                    self.told.extend(key.map(|key| (key, remark.tick)));
                }
                Notable::DayEnded { .. } => self.today = Toll::default(),
                _ => {}
            }
        }
        // Many of those with few kills have died since.
        let mut few = 0;
        while self.kills.len() > MOST_HUNTERS {
            few += 1;
            self.kills.retain(|_, kills| *kills > few);
        }
    }

    /// Adds the stories of the tick that `world` has just completed to its other remarks.
    pub fn tell(&self, world: &World, tallies: &[Tally], found: &mut Vec<Remark>) {
        self.tell_of_kills(world.tick(), found);
        // In a conquest, the colonies spawn again.
        if world.conquest().is_none() {
            self.tell_of_deserted_regions(world, tallies, found);
        }
        if world.tick().is_multiple_of(DAY) {
            let mut toll = self.today;
            toll.add(tallies, &self.kinds);
            let what = Notable::DayEnded { day: world.tick() / DAY, toll };
            found.push(remark(world.tick(), None, None, what));
        }
    }

    fn tell_of_kills(&self, tick: u64, found: &mut Vec<Remark>) {
        let mut now: BTreeMap<OrganismId, u32> = BTreeMap::new();
        let mut told = Vec::new();
        for other in found.iter() {
            let Notable::Died { of: Death::Killed, by: Some(by), by_species } = other.what else {
                continue;
            };
            let kills = now.entry(by).or_insert_with(|| self.kills.get(&by).copied().unwrap_or(0));
            *kills += 1;
            if is_milestone(*kills) {
                let what = Notable::Kills { count: *kills };
                told.push(remark(tick, Some(by), by_species, what));
            }
        }
        found.append(&mut told);
    }

    fn tell_of_deserted_regions(&self, world: &World, tallies: &[Tally], found: &mut Vec<Remark>) {
        for event in world.events() {
            let left = tallies.get(event.species.index()).map_or(0, |tally| tally.count);
            let is_animal = self.kinds.get(event.species.index()) != Some(&Kind::Plant);
            let has_died = matches!(event.what, EventKind::Died { .. });
            if !has_died || !is_animal || !(1..=RARE).contains(&left) {
                continue;
            }
            if let Some(region) = self.deserted(world, event.to, event.species) {
                let what = Notable::LastIn { region };
                found.push(remark(world.tick(), Some(event.to), Some(event.species), what));
            }
        }
    }

    /// The part of the world in which a dead animal was the last of its species, unless that was told
    /// lately.
    fn deserted(&self, world: &World, dead: OrganismId, species: SpeciesId) -> Option<Region> {
        let bounds = &world.config().bounds;
        let mut died = None;
        let mut inhabited = Vec::new();
        let mut query = world.query::<(&Identity, &Body, Option<&Carcass>)>();
        for (who, body, carcass) in query.iter().filter(|(who, ..)| who.species == species) {
            let region = Region::containing(body.centre, bounds);
            if who.id == dead {
                died = Some(region);
            } else if carcass.is_none() {
                inhabited.push(region);
            }
        }
        let region = died.filter(|region| !inhabited.contains(region))?;
        let told = self.told.get(&(species, region));
        told.is_none_or(|told| world.tick() >= told + REPEATED).then_some(region)
    }
}

fn remark(
    tick: u64,
    organism: Option<OrganismId>,
    species: Option<SpeciesId>,
    what: Notable,
) -> Remark {
    Remark { tick, at: None, organism, species, is_close: false, what }
}

/// Whether so many kills are worth a story.
fn is_milestone(kills: u32) -> bool {
    matches!(kills, 5 | 10 | 20) || (kills > 0 && kills.is_multiple_of(50))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_those_of_the_nearest_edge() {
        let bounds = Aabb::new(DVec2::ZERO, DVec2::new(400.0, 100.0));
        let of = |x, y| Region::containing(DVec2::new(x, y), &bounds).name();
        assert_eq!([of(10.0, 50.0), of(390.0, 40.0)], ["west", "east"]);
        assert_eq!([of(200.0, 3.0), of(250.0, 99.0)], ["north", "south"]);
    }

    #[test]
    fn kills_are_counted_until_they_are_memorable() {
        let kill = |tick, by| {
            let (by, by_species) = (Some(OrganismId(by)), Some(SpeciesId(2)));
            let what = Notable::Died { of: Death::Killed, by, by_species };
            remark(tick, Some(OrganismId(90)), Some(SpeciesId(1)), what)
        };
        let mut stories = Stories::new(vec![Kind::Plant, Kind::Herbivore, Kind::Carnivore]);
        stories.heed(&[1, 2, 3, 4].map(|tick| kill(tick, 7)));
        stories.heed(&[kill(4, 8)]);
        let mut found = vec![kill(5, 8), kill(5, 7), kill(5, 7)];
        stories.tell_of_kills(5, &mut found);
        let told = remark(5, Some(OrganismId(7)), Some(SpeciesId(2)), Notable::Kills { count: 5 });
        assert_eq!(found[3..], [told]);
    }

    #[test]
    fn only_so_many_hunters_are_remembered() {
        let mut stories = Stories::default();
        let hunters = (0..3 * MOST_HUNTERS as u64).map(|id| {
            let (by, by_species) = (Some(OrganismId(id % (2 * MOST_HUNTERS as u64))), None);
            let what = Notable::Died { of: Death::Killed, by, by_species };
            remark(1, None, None, what)
        });
        stories.heed(&hunters.collect::<Vec<_>>());
        assert_eq!(stories.kills.len(), MOST_HUNTERS, "those with two kills");
    }

    #[test]
    fn milestones_become_rarer() {
        let told: Vec<u32> = (0..=160).filter(|&kills| is_milestone(kills)).collect();
        assert_eq!(told, [5, 10, 20, 50, 100, 150]);
    }

    #[test]
    fn a_toll_names_the_most_frequent_causes() {
        let mut toll = Toll { births: 7, deaths: [0; Death::ALL.len()] };
        assert_eq!(toll.sentence(), "7 animals are born, 0 die");
        toll.deaths[Death::Killed as usize] = 5;
        toll.deaths[Death::Starved as usize] = 9;
        toll.deaths[Death::Sick as usize] = 1;
        assert_eq!(toll.sentence(), "7 animals are born, 15 die (9 starved, 5 killed)");
    }
}
