//! How rare an event is in its run, and so which events are worth a line.
//!
//! Events that are alike are counted, with a weight that halves with time. What happens often in a world is no news
//! there. Each event that is listed raises the bar for those that follow it, so that few are listed in a minute. All
//! numbers are whole and follow from the events alone: each display and each replay lists the same ones.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use terrarium_creatures::behaviour::{BaseId, Colony, Death, OrganismId};
use terrarium_creatures::species::{Kind, SpeciesId};

use super::{Notable, Remark};

/// The ticks of a minute at normal speed.
const MINUTE: u64 = 1800;

/// The ticks after which what was counted has half of its weight.
const HALF_LIFE: u64 = 10 * MINUTE;

/// An event of which one is expected in fewer ticks is never listed.
const COMMON: u64 = MINUTE / 2;

/// The bar doubles with each event that is listed, and halves after so many ticks.
const COOLING: u64 = MINUTE / 4;

/// The ticks that are added to those of the run: so rare is what happens for the first time at its beginning.
const PRIOR: u64 = 2 * MINUTE;

/// What one event counts.
const ONE: u64 = 1 << 10;

/// What an event is worth in its run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Mark {
    /// The number of events of one tick that are told in one line, in its first event; 0 in the others.
    pub count: u32,
    /// The ticks in which one such event is expected, times the weight of its kind.
    pub worth: u32,
    /// Whether it is worth a line.
    pub is_listed: bool,
}

impl Mark {
    /// The mark of what is always listed: commands, faults, a verdict.
    pub const ALWAYS: Self = Self { count: 1, worth: u32::MAX, is_listed: true };
}

/// What makes events alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Likeness {
    matter: Matter,
    species: Option<SpeciesId>,
    /// The other species, for kills.
    other: Option<SpeciesId>,
    /// How great it is, as a power of two: greater ones are rarer.
    size: u32,
}

/// The kinds of events that are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Matter {
    Born,
    Entered,
    FirstBorn,
    Killed,
    LastOne,
    Extinct,
    Returned,
    Halved,
    Doubled,
    Captured(BaseId, Colony),
    Neutralised(BaseId, Colony),
    Kills,
    LastIn,
}

impl Matter {
    fn of(what: &Notable) -> Option<Self> {
        Some(match what {
            Notable::FirstBorn { .. } => Self::FirstBorn,
            Notable::Born { parent } if *parent == OrganismId::NONE => Self::Entered,
            Notable::Born { .. } => Self::Born,
            Notable::Died { of: Death::Killed, .. } => Self::Killed,
            Notable::LastOne => Self::LastOne,
            Notable::Extinct => Self::Extinct,
            Notable::Returned => Self::Returned,
            Notable::Halved { .. } => Self::Halved,
            Notable::Doubled { .. } => Self::Doubled,
            Notable::Captured { base, by } => Self::Captured(*base, *by),
            Notable::Neutralised { base, by } => Self::Neutralised(*base, *by),
            Notable::Kills { .. } => Self::Kills,
            Notable::LastIn { .. } => Self::LastIn,
            _ => return None,
        })
    }

    /// How much more an event matters than its rarity says, in quarters.
    fn quarters(self) -> u64 {
        match self {
            Self::Born | Self::Entered | Self::Killed => 1,
            Self::Neutralised(..) => 2,
            Self::Kills | Self::LastIn => 4,
            Self::FirstBorn | Self::Halved | Self::Doubled | Self::Captured(..) => 8,
            Self::Returned | Self::LastOne => 32,
            Self::Extinct => 128,
        }
    }

    /// Whether several events of one tick are told in one line.
    fn is_grouped(self) -> bool {
        matches!(self, Self::Born | Self::Entered | Self::Killed | Self::Kills)
    }
}

/// Events of one tick that are told in one line.
struct Group {
    like: Likeness,
    /// Their indices among the remarks of the tick.
    members: Vec<usize>,
}

/// How often events of each likeness happen in a run. It follows from the remarks of a chronicle.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Rarity {
    kinds: Vec<Kind>,
    seen: BTreeMap<Likeness, u64>,
    /// The last tick with an event, and the ticks up to it, with the same weights.
    tick: u64,
    ticks: u64,
    /// The number of times that the bar has doubled.
    raised: u32,
}

impl Rarity {
    /// Begins at a tick, for species of these kinds.
    pub fn new(kinds: Vec<Kind>, first_tick: u64) -> Self {
        Self { kinds, seen: BTreeMap::new(), tick: first_tick, ticks: 0, raised: 0 }
    }

    /// The state after these remarks, in the order of ticks.
    pub fn after(&self, remarks: &[Remark], first_tick: u64) -> Self {
        let mut rarity = Self::new(self.kinds.clone(), first_tick);
        for of_tick in remarks.chunk_by(|a, b| a.tick == b.tick) {
            rarity.weigh(of_tick);
        }
        rarity
    }

    /// Weighs the remarks of one tick, and counts them.
    pub fn weigh(&mut self, remarks: &[Remark]) -> Vec<Mark> {
        let mut marks: Vec<Mark> = remarks.iter().map(|it| self.unconditional(it)).collect();
        let groups = self.groups(remarks);
        let Some(tick) = remarks.first().map(|it| it.tick).filter(|_| !groups.is_empty()) else {
            return marks;
        };
        self.advance(tick);
        let mut weighed: Vec<(u64, &Group)> =
            groups.iter().map(|group| (self.worth(&group.like), group)).collect();
        // The rarest of a tick comes first.
        weighed.sort_by_key(|&(worth, _)| Reverse(worth));
        for (worth, group) in weighed {
            let is_listed = worth >= COMMON.saturating_mul(1 << self.raised.min(32));
            self.raised += u32::from(is_listed);
            let worth = u32::try_from(worth).map_or(u32::MAX - 1, |it| it.min(u32::MAX - 1));
            mark(&mut marks, remarks, group, worth, is_listed);
        }
        for group in &groups {
            *self.seen.entry(group.like).or_default() += ONE;
        }
        marks
    }

    /// The ticks in which one event like this, or a greater one, is expected, times its weight.
    fn worth(&self, like: &Likeness) -> u64 {
        let greatest = Likeness { size: u32::MAX, ..*like };
        let seen: u64 = self.seen.range(like..=&greatest).map(|(_, count)| count).sum();
        let expected = (self.ticks + PRIOR) * ONE / (seen + ONE);
        expected * like.matter.quarters() / 4
    }

    /// Lets time pass until a tick.
    fn advance(&mut self, tick: u64) {
        let cooled = (tick / COOLING).saturating_sub(self.tick / COOLING);
        self.raised = self.raised.saturating_sub(u32::try_from(cooled).unwrap_or(u32::MAX));
        while self.tick < tick {
            let next = (self.tick / HALF_LIFE + 1) * HALF_LIFE;
            self.ticks += next.min(tick) - self.tick;
            self.tick = next.min(tick);
            if self.tick == next {
                self.ticks /= 2;
                self.seen.values_mut().for_each(|count| *count /= 2);
                self.seen.retain(|_, count| *count > 0);
            }
        }
    }
}

impl Rarity {
    /// What is counted of an event. Births and deaths of plants are told only of the followed one: which one that is
    /// must not affect what is listed of others.
    fn matter(&self, remark: &Remark) -> Option<Matter> {
        let matter = Matter::of(&remark.what)?;
        let kind = remark.species.and_then(|species| self.kinds.get(species.index()));
        let is_of_plant = matter.is_grouped() && kind == Some(&Kind::Plant);
        (!is_of_plant).then_some(matter)
    }

    /// The mark of an event of which the rarity does not matter; of the others, so far.
    fn unconditional(&self, remark: &Remark) -> Mark {
        match self.matter(remark) {
            Some(_) => Mark::default(),
            None if remark.is_close => Mark { count: 1, worth: 0, is_listed: true },
            // There are three in a minute.
            None if matches!(remark.what, Notable::DayEnded { .. }) => {
                Mark { count: 1, ..Mark::default() }
            }
            None => Mark::ALWAYS,
        }
    }

    /// Groups the events of a tick that are alike.
    fn groups(&self, remarks: &[Remark]) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        let mut known: BTreeMap<Likeness, usize> = BTreeMap::new();
        for (index, remark) in remarks.iter().enumerate() {
            let Some(matter) = self.matter(remark) else { continue };
            let (other, size) = (other(remark), size(remark));
            let like = Likeness { matter, species: remark.species, other, size };
            match known.get(&like).filter(|_| matter.is_grouped()) {
                Some(&group) => groups[group].members.push(index),
                None => {
                    known.insert(like, groups.len());
                    groups.push(Group { like, members: vec![index] });
                }
            }
        }
        let by_number = groups.iter_mut().filter(|group| group.like.matter != Matter::Kills);
        by_number.for_each(|group| group.like.size = group.members.len().ilog2());
        groups
    }
}

fn other(remark: &Remark) -> Option<SpeciesId> {
    match remark.what {
        Notable::Died { by_species, .. } => by_species,
        _ => None,
    }
}

fn size(remark: &Remark) -> u32 {
    match remark.what {
        Notable::Kills { count } => count,
        _ => 0,
    }
}

/// Marks the events of a group: one line for all of them, but one for each that involves the followed creature.
fn mark(marks: &mut [Mark], remarks: &[Remark], group: &Group, worth: u32, is_listed: bool) {
    let (close, others): (Vec<usize>, Vec<usize>) =
        group.members.iter().partition(|&&index| remarks[index].is_close);
    for index in close {
        marks[index] = Mark { count: 1, worth, is_listed: true };
    }
    let count = u32::try_from(others.len()).unwrap_or(u32::MAX);
    for (index, count) in others.into_iter().zip(std::iter::once(count).chain(std::iter::repeat(0)))
    {
        marks[index] = Mark { count, worth, is_listed };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HARE: SpeciesId = SpeciesId(1);
    const WOLF: SpeciesId = SpeciesId(2);

    fn rarity() -> Rarity {
        Rarity::new(vec![Kind::Plant, Kind::Herbivore, Kind::Carnivore], 0)
    }

    fn remark(tick: u64, species: SpeciesId, what: Notable) -> Remark {
        let organism = Some(OrganismId(tick));
        Remark { tick, at: None, organism, species: Some(species), is_close: false, what }
    }

    fn kill(tick: u64, by: SpeciesId, of: SpeciesId) -> Remark {
        let (by, by_species) = (Some(OrganismId(1)), Some(by));
        remark(tick, of, Notable::Died { of: Death::Killed, by, by_species })
    }

    fn is_listed(rarity: &mut Rarity, remark: Remark) -> bool {
        rarity.weigh(&[remark])[0].is_listed
    }

    #[test]
    fn what_happens_often_is_not_listed_and_what_is_rare_there_is() {
        let mut rarity = rarity();
        for tick in (10..6000).step_by(10) {
            let listed = is_listed(&mut rarity, kill(tick, WOLF, HARE));
            assert!(!listed || tick <= 40, "the kill in tick {tick} is none of the first");
        }
        assert!(is_listed(&mut rarity, kill(6000, HARE, WOLF)), "a hare kills a wolf");
        let fifth = |tick| remark(tick, WOLF, Notable::Kills { count: 5 });
        assert!(is_listed(&mut rarity, fifth(6500)));
        for tick in (6510..9000).step_by(100) {
            is_listed(&mut rarity, fifth(tick));
        }
        assert!(!is_listed(&mut rarity, fifth(9010)), "it is usual now");
        let hundredth = remark(9020, WOLF, Notable::Kills { count: 100 });
        assert!(is_listed(&mut rarity, hundredth), "greater ones are rarer");
        assert!(is_listed(&mut rarity, fifth(9020 + 6 * HALF_LIFE)), "it was forgotten");
    }

    #[test]
    fn few_events_are_listed_in_a_minute_however_many_kinds_there_are() {
        let mut rarity = Rarity::new(vec![Kind::Herbivore; 400], 0);
        let mut listed = 0;
        for tick in 1..=10 * MINUTE {
            let species = SpeciesId(u16::try_from(tick % 400).unwrap());
            listed += u32::from(is_listed(
                &mut rarity,
                remark(tick, species, Notable::Doubled { from: 4, to: 8 }),
            ));
        }
        assert!((10..=60).contains(&listed), "{listed} in ten minutes");
    }

    #[test]
    fn events_of_one_tick_that_are_alike_are_one_line() {
        let born = |id| Remark {
            organism: Some(OrganismId(id)),
            ..remark(5, HARE, Notable::Born { parent: OrganismId(1) })
        };
        let close = Remark { is_close: true, ..born(4) };
        let marks = rarity().weigh(&[born(2), kill(5, WOLF, HARE), born(3), close, born(6)]);
        assert_eq!(marks.iter().map(|mark| mark.count).collect::<Vec<_>>(), [3, 1, 0, 1, 0]);
        assert!(marks[3].is_listed, "what involves the followed creature always is");
    }

    #[test]
    fn what_is_listed_of_others_does_not_depend_on_who_is_followed() {
        let events = |is_close: bool| {
            (1..400_u64).flat_map(move |tick| {
                let own =
                    (tick % 7 == 0).then(|| Remark { is_close, ..kill(3 * tick, WOLF, HARE) });
                let eaten = Remark {
                    is_close: true,
                    ..remark(
                        3 * tick,
                        SpeciesId(0),
                        Notable::Died { of: Death::Eaten, by: None, by_species: None },
                    )
                };
                let other = remark(3 * tick, HARE, Notable::Born { parent: OrganismId(1) });
                [own, (is_close && tick % 3 == 0).then_some(eaten), Some(other)]
                    .into_iter()
                    .flatten()
            })
        };
        let listed = |is_close| {
            let all: Vec<Remark> = events(is_close).collect();
            let mut rarity = rarity();
            let mut others = Vec::new();
            for of_tick in all.chunk_by(|a, b| a.tick == b.tick) {
                let marks = rarity.weigh(of_tick);
                let births = of_tick
                    .iter()
                    .zip(marks)
                    .filter(|(it, _)| matches!(it.what, Notable::Born { .. }));
                others.extend(births.map(|(it, mark)| (it.tick, mark)));
            }
            others
        };
        assert_eq!(listed(true), listed(false));
    }
}
