//! Colours of organisms by what they inherit or are, instead of by their species.
//!
//! A [`Colouring`] is computed from a world, like the data of overlays, and matches the organisms of one scene. What a
//! colour means is in its [`Key`].

mod attribute;
#[cfg(test)]
mod tests;

use std::cmp::Reverse;
use std::collections::BTreeMap;

use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::genome::Genome;
use terrarium_creatures::species::{Kind, PlantTraits, Species, SpeciesId, Traits};
use terrarium_output::colour::Rgb;
use terrarium_playback::Founders;
use terrarium_run::palette::scales::{self, GROUPS, NO_VALUE, STEPS};
use terrarium_sim::world::{Identity, Life, World};
use terrarium_studies::charts::{round_range, short};
use terrarium_studies::phylogeny::ClusterIndex;

use attribute::Bearer;
pub use attribute::{ColourBy, UnknownColour};

/// The colours of the organisms of a world at one tick.
#[derive(Debug, Clone, PartialEq)]
pub struct Colouring {
    /// What they are coloured by.
    pub by: ColourBy,
    /// Which organisms have colours; all others are grey: the name of a species, `animals` or `plants`.
    pub subject: String,
    /// What the colours mean.
    pub key: Key,
    /// All colours; the last one is that of organisms without a value.
    colours: Vec<Rgb>,
    /// The index of the colour of each organism that has one, in the order of identity.
    tints: Vec<(OrganismId, u16)>,
}

/// What the colours of a [`Colouring`] mean.
#[derive(Debug, Clone, PartialEq)]
pub enum Key {
    /// Values between two ends, in even steps.
    Range {
        /// The value of the first colour.
        least: f64,
        /// The value of the last colour.
        most: f64,
    },
    /// A circle: its end is its beginning.
    Circle,
    /// The lineages or clusters with the most living members, and the number of the organisms of all others.
    Lineages {
        /// The lineages with colours, the largest first.
        largest: Vec<LineageColour>,
        /// The number of all lineages.
        count: usize,
        /// The number of the organisms of those without a colour.
        others: u64,
    },
}

/// A lineage or cluster with a colour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineageColour {
    /// Its founder, of a cluster its first member.
    pub founder: OrganismId,
    /// Its name with that of its species: `hare #17` or `hare-A1b`.
    pub name: String,
    /// The number of its living members.
    pub living: u64,
    /// Its colour.
    pub colour: Rgb,
}

/// What is known of the descent of the organisms of a world.
#[derive(Debug, Clone, Copy, Default)]
pub struct Descent<'a> {
    /// Their founders.
    pub founders: Option<&'a Founders>,
    /// Their clusters.
    pub clusters: Option<&'a ClusterIndex>,
}

/// What the colour of a living organism may follow from.
type Living<'a> =
    (&'a Identity, &'a Life, Option<&'a Traits>, Option<&'a PlantTraits>, Option<&'a Genome>);

impl Colouring {
    /// Colours the living organisms of a species that has such a value, or else all animals; plants, if animals have none.
    /// Returns `None` for lineages without founders, and for clusters without these.
    #[must_use]
    pub fn new(
        world: &World,
        descent: Descent<'_>,
        by: &ColourBy,
        species: Option<SpeciesId>,
    ) -> Option<Self> {
        let species = species.filter(|it| by.applies_to(world.config().species(*it)));
        let is_of_animals =
            world.config().species.iter().any(|it| is_animal(it) && by.applies_to(it));
        let is_subject = |who: &Identity| match species {
            Some(species) => who.species == species,
            None => is_animal(world.config().species(who.species)) == is_of_animals,
        };
        let subject = match species {
            Some(species) => world.config().species(species).name.clone(),
            None if is_of_animals => "animals".to_owned(),
            None => "plants".to_owned(),
        };
        let (key, tints) = match by {
            ColourBy::Lineage => {
                let founders = descent.founders?;
                let named = |id: OrganismId, species: &str| {
                    let founder = founders.of(id);
                    Some((founder, format!("{species} {founder}")))
                };
                of_groups(world, is_subject, named)
            }
            ColourBy::Cluster => {
                let clusters = descent.clusters?;
                let named = |id, _: &str| {
                    clusters.cluster(id).map(|(first, label)| (first, label.to_owned()))
                };
                of_groups(world, is_subject, named)
            }
            _ => of_values(world, by, is_subject),
        };
        let mut colours = match &key {
            Key::Range { .. } => scales::ramp().to_vec(),
            Key::Circle => scales::circle().to_vec(),
            Key::Lineages { .. } => scales::groups().to_vec(),
        };
        colours.push(NO_VALUE);
        Some(Self { by: by.clone(), subject, key, colours, tints })
    }

    /// All colours. The last one is that of organisms without a value.
    #[must_use]
    pub fn colours(&self) -> &[Rgb] {
        &self.colours
    }

    /// The index of the colour of an organism.
    #[must_use]
    pub fn tint(&self, organism: OrganismId) -> u16 {
        let index = self.tints.binary_search_by_key(&organism, |&(id, _)| id);
        index.map_or(u16::try_from(self.colours.len() - 1).unwrap_or(0), |it| self.tints[it].1)
    }

    /// The colour of an organism.
    #[must_use]
    pub fn colour(&self, organism: OrganismId) -> Rgb {
        self.colours[usize::from(self.tint(organism))]
    }

    /// What the colours stand for: `animals by points_speed, in points`.
    #[must_use]
    pub fn title(&self) -> String {
        let unit = self.by.unit();
        let of = if unit.is_empty() { String::new() } else { format!(", in {unit}") };
        format!("{} by {}{of}", self.subject, self.by.name())
    }

    /// The lines of its key below the title, each with its colour.
    #[must_use]
    pub fn lines(&self) -> Vec<(Rgb, String)> {
        match &self.key {
            Key::Range { least, most } => {
                self.ends([short(*least), short((least + most) / 2.0), short(*most)])
            }
            Key::Circle => self.ends(["0°".into(), "180°".into(), "345°".into()]),
            Key::Lineages { largest, count, others } => {
                let line = |it: &LineageColour| (it.colour, format!("{}: {}", it.name, it.living));
                let mut lines: Vec<(Rgb, String)> = largest.iter().map(line).collect();
                if *others > 0 {
                    let rest = count - largest.len();
                    let what = if self.by == ColourBy::Cluster { "clusters" } else { "lineages" };
                    lines.push((NO_VALUE, format!("{rest} other {what}: {others}")));
                }
                lines
            }
        }
    }

    /// The first, the middle and the last colour of a scale with these texts.
    fn ends(&self, texts: [String; 3]) -> Vec<(Rgb, String)> {
        let indices = [0, STEPS / 2, STEPS - 1];
        indices.into_iter().map(|index| self.colours[index]).zip(texts).collect()
    }
}

fn is_animal(species: &Species) -> bool {
    species.kind != Kind::Plant
}

/// Colours by the place of each value between round numbers around the least and the greatest.
fn of_values(
    world: &World,
    by: &ColourBy,
    is_subject: impl Fn(&Identity) -> bool,
) -> (Key, Vec<(OrganismId, u16)>) {
    let mut values: Vec<(OrganismId, f64)> = Vec::new();
    for (who, _, animal, plant, genome) in world.query::<Living<'_>>().iter() {
        if is_subject(who) {
            let value = by.value(&Bearer { who, animal, plant, genome }, world);
            values.extend(value.map(|value| (who.id, value)));
        }
    }
    values.sort_unstable_by_key(|&(id, _)| id);
    let key = match by {
        ColourBy::Hue => Key::Circle,
        _ => {
            let (least, most) = round_range(values.iter().map(|&(_, value)| value));
            Key::Range { least, most }
        }
    };
    let tint = |(id, value): (OrganismId, f64)| (id, step(&key, value));
    let tints = values.into_iter().map(tint).collect();
    (key, tints)
}

/// The step of a scale that a value has.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it saturates")]
fn step(key: &Key, value: f64) -> u16 {
    let steps = STEPS as u16;
    match key {
        Key::Range { least, most } => {
            let share = ((value - least) / (most - least)).clamp(0.0, 1.0);
            (share * f64::from(steps - 1)).round() as u16
        }
        // The colour of the next turn is that of the last.
        _ => (value * f64::from(steps)).round() as u16 % steps,
    }
}

/// Colours the largest groups; `named` returns the first member of an organism's group, which stands for it, and its name. A group
/// keeps its colour from tick to tick as far as possible: it follows from its first member, unless an older one of the largest has
/// it.
fn of_groups(
    world: &World,
    is_subject: impl Fn(&Identity) -> bool,
    named: impl Fn(OrganismId, &str) -> Option<(OrganismId, String)>,
) -> (Key, Vec<(OrganismId, u16)>) {
    let mut members: Vec<(OrganismId, Option<OrganismId>)> = Vec::new();
    let mut all: BTreeMap<OrganismId, (u64, String)> = BTreeMap::new();
    for (who, _) in world.query::<(&Identity, &Life)>().iter() {
        if is_subject(who) {
            let group = named(who.id, &world.config().species(who.species).name);
            members.push((who.id, group.as_ref().map(|(first, _)| *first)));
            if let Some((first, name)) = group {
                all.entry(first).or_insert((0, name)).0 += 1;
            }
        }
    }
    members.sort_unstable();
    let count = all.len();
    let mut largest: Vec<(OrganismId, (u64, String))> = all.into_iter().collect();
    largest.sort_by_key(|(founder, (living, _))| (Reverse(*living), *founder));
    largest.truncate(GROUPS);
    let groups = groups_of(largest.iter().map(|&(founder, _)| founder).collect());
    let colours = scales::groups();
    let tint =
        |(id, first): &(OrganismId, Option<OrganismId>)| Some((*id, *groups.get(&(*first)?)?));
    let tints: Vec<(OrganismId, u16)> = members.iter().filter_map(tint).collect();
    let largest = largest.into_iter().map(|(founder, (living, name))| LineageColour {
        founder,
        name,
        living,
        colour: colours[usize::from(groups[&founder])],
    });
    let others = (members.len() - tints.len()) as u64;
    (Key::Lineages { largest: largest.collect(), count, others }, tints)
}

/// The group of each founder: the one that follows from its identity, or else the next that no older founder has.
fn groups_of(mut founders: Vec<OrganismId>) -> BTreeMap<OrganismId, u16> {
    const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;
    founders.sort_unstable();
    let groups = GROUPS as u64;
    let mut taken: BTreeMap<OrganismId, u16> = BTreeMap::new();
    for founder in founders {
        let first = (founder.0.wrapping_mul(GOLDEN) >> 32) % groups;
        let mut in_turn = (0..groups).map(|step| ((first + step) % groups) as u16);
        let free = in_turn.find(|group| !taken.values().any(|other| other == group));
        taken.insert(founder, free.unwrap_or(0));
    }
    taken
}
