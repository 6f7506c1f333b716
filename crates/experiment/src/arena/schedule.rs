//! The schedule of a league: its stages, each an experiment whose points are line-ups.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use terrarium_creatures::species::Kind;

use super::entrant::ENTRANTS;
use super::field::{BODY_SIZE, CARNIVORES, FIELDS, HERBIVORES, SOLDIER_SIZE, SOLDIERS};
use super::league::SAMPLES;
use super::{Entrant, Format, Game, League, LeagueDir, Winner};
use crate::{
    Base, Case, Design, Experiment, Factor, FactorValue, Keep, Levels, Replicates, Stop, Variant,
};

/// A part of a league: games on one field that do not depend on each other.
#[derive(Debug, Clone, PartialEq)]
pub struct Stage {
    /// Its name, which is that of the directory of its sweep.
    pub name: String,
    /// The experiment whose runs are its games.
    pub experiment: Experiment,
    /// The entrants of each point of the experiment, in the order of their places.
    line_ups: Vec<Vec<usize>>,
}

impl Stage {
    /// The entrants of a game, in the order of their places.
    #[must_use]
    pub fn line_up(&self, case: u64) -> &[usize] {
        let point = case / self.experiment.replicates.count();
        let line_up = usize::try_from(point).ok().and_then(|point| self.line_ups.get(point));
        line_up.map_or(&[], Vec::as_slice)
    }

    /// The arguments that define the world of a game, for `terrarium run` and `terrarium watch`, where
    /// the directory of the league has the path `dir`.
    #[must_use]
    pub fn world_arguments(&self, case: &Case, dir: &Path) -> Vec<String> {
        let mut experiment = self.experiment.clone();
        experiment.base.folder = dir.to_owned();
        experiment.world_arguments(case)
    }
}

/// The stage with this number, counted from 0; `None` after the last. `games` are those of the
/// stages before: the format `king` depends on them.
#[must_use]
pub fn stage(league: &League, dir: &LeagueDir, number: usize, games: &[Game]) -> Option<Stage> {
    let mut groups = league.groups().into_iter().filter(|group| group.len() > 1);
    let (name, field, line_ups) = match league.format {
        Format::Duel | Format::RoundRobin => {
            let group = groups.nth(number)?;
            let kind = league.group_name(&group);
            (kind.to_owned(), kind, mirrored(pairs(&group)))
        }
        Format::Conquest => {
            let group = groups.nth(number)?;
            ("conquest".to_owned(), "conquest", mirrored(pairs(&group)))
        }
        Format::Meadow if number == 0 => {
            let all: Vec<usize> = (0..league.entrants.len()).collect();
            ("meadow".to_owned(), "meadow", rotations(&all))
        }
        Format::Meadow => return None,
        Format::King => {
            let (group, challenge) = challenge(groups, number)?;
            let kind = league.group_name(&group);
            let name = format!("{kind}-{challenge:03}");
            let holder = holder(&group[..challenge], &format!("{kind}-"), games);
            (name, kind, mirrored(vec![(holder, group[challenge])]))
        }
    };
    let experiment = experiment(league, dir, &name, field, &line_ups);
    Some(Stage { name, experiment, line_ups })
}

/// Every two members of a group, the first before the second.
fn pairs(group: &[usize]) -> Vec<(usize, usize)> {
    let after = |index: usize| group[index + 1..].iter().map(move |&other| (group[index], other));
    (0..group.len()).flat_map(after).collect()
}

/// Both orders of each pair.
fn mirrored(pairs: Vec<(usize, usize)>) -> Vec<Vec<usize>> {
    pairs.into_iter().flat_map(|(a, b)| [vec![a, b], vec![b, a]]).collect()
}

/// All rotations: each entrant has each place once.
fn rotations(all: &[usize]) -> Vec<Vec<usize>> {
    let rotation = |by: usize| {
        let mut line_up = all.to_vec();
        line_up.rotate_left(by);
        line_up
    };
    (0..all.len()).map(rotation).collect()
}

/// The group and the place in it of the challenger of a series of the format `king`.
fn challenge(
    groups: impl Iterator<Item = Vec<usize>>,
    mut number: usize,
) -> Option<(Vec<usize>, usize)> {
    for group in groups {
        if number + 1 < group.len() {
            return Some((group, number + 1));
        }
        number -= group.len() - 1;
    }
    None
}

/// The entrant that holds the hill after the series of these entrants: the first, or the last one
/// that won more games of its series than the holder.
fn holder(before: &[usize], stages: &str, games: &[Game]) -> usize {
    let mut holder = before[0];
    for (challenge, &challenger) in before.iter().enumerate().skip(1) {
        let stage = format!("{stages}{challenge:03}");
        let series = games.iter().filter(|game| game.stage == stage);
        let encounters: Vec<_> = series.flat_map(|game| &game.encounters).collect();
        let wins =
            |of: usize| encounters.iter().filter(|it| it.winner == Winner::Entrant(of)).count();
        if wins(challenger) > wins(holder) {
            holder = challenger;
        }
    }
    holder
}

/// The entrant of each group that holds the hill at the end of a league of the format `king`.
pub(super) fn holders(league: &League, games: &[Game]) -> Vec<usize> {
    let groups = league.groups().into_iter();
    let holder =
        |group: Vec<usize>| holder(&group, &format!("{}-", league.group_name(&group)), games);
    groups.filter(|group| group.len() > 1).map(holder).collect()
}

fn experiment(
    league: &League,
    dir: &LeagueDir,
    name: &str,
    field: &str,
    line_ups: &[Vec<usize>],
) -> Experiment {
    let names: Vec<String> = line_ups.iter().map(|line_up| variant_name(league, line_up)).collect();
    let variants = names.iter().cloned().zip(line_ups.iter().map(|it| variant(league, it)));
    let values = names.iter().cloned().map(FactorValue::Text).collect();
    let (first, last) = league.conditions.seeds;
    let members: BTreeSet<usize> = line_ups.iter().flatten().copied().collect();
    let loses = |&number: &usize| Stop::Extinction(league.entrants[number].name.clone());
    Experiment {
        name: format!("{}-{name}", league.format.name()),
        file: None,
        description: format!("The games of a league, {}", league.format.name()),
        seed: 0,
        base: Base {
            scenario: format!("{FIELDS}/{field}.toml"),
            stored: None,
            map: None,
            overrides: league.conditions.overrides.clone(),
            creatures: Vec::new(),
            variants: variants.collect::<BTreeMap<_, _>>(),
            folder: dir.path().to_owned(),
        },
        factors: vec![Factor {
            name: "variant".to_owned(),
            levels: Levels::List(values),
            base: None,
        }],
        design: Design::Grid,
        replicates: Replicates::Seeds { first, last },
        ticks: league.conditions.ticks,
        stops: match league.format {
            Format::Duel | Format::RoundRobin | Format::King => members.iter().map(loses).collect(),
            Format::Meadow | Format::Conquest => Vec::new(),
        },
        stops_when_decided: true,
        measures: Vec::new(),
        evolution: None,
        keep: Keep {
            census_every: (league.conditions.ticks / SAMPLES).try_into().ok(),
            summary: false,
            ..Keep::default()
        },
    }
}

/// The name of a line-up: both entrants, or the first of all.
fn variant_name(league: &League, line_up: &[usize]) -> String {
    let name = |place: usize| league.entrants[line_up[place]].name.as_str();
    match (league.format, line_up) {
        (Format::Meadow, _) => format!("{} first", name(0)),
        _ => format!("{} - {}", name(0), name(1)),
    }
}

/// What makes the bodies of all entrants equally large, for size costs no points.
fn equal_bodies(format: Format, entrant: &Entrant) -> impl Iterator<Item = String> {
    let size = if format == Format::Conquest { SOLDIER_SIZE } else { BODY_SIZE };
    let name = &entrant.name;
    let stays =
        entrant.mutates.then(|| format!("species.{name}.mutation.mature_size=[{size}, {size}]"));
    std::iter::once(format!("species.{name}.mature_size={size}")).chain(stays)
}

fn variant(league: &League, line_up: &[usize]) -> Variant {
    let entrants = || line_up.iter().map(|&number| &league.entrants[number]);
    let mut overrides = Vec::new();
    if league.format == Format::Conquest {
        for (colony, entrant) in ["blue", "red"].into_iter().zip(entrants()) {
            overrides.push(format!("colonies.{colony}=[\"{}\"]", entrant.name));
        }
    }
    for entrant in entrants() {
        let founders = match (league.format, entrant.kind) {
            (Format::Conquest, _) => SOLDIERS,
            (_, Kind::Carnivore) => CARNIVORES,
            (_, Kind::Herbivore | Kind::Plant) => HERBIVORES,
        };
        overrides.push(format!("population.{}={founders}", entrant.name));
        overrides.extend(equal_bodies(league.format, entrant));
        if league.format == Format::Conquest {
            overrides.push(format!("population.{}.grown=1", entrant.name));
        }
    }
    let own = entrants().filter(|entrant| !entrant.is_shipped());
    let creatures = own.map(|entrant| format!("{ENTRANTS}/{}", entrant.name)).collect();
    Variant { overrides, creatures }
}
