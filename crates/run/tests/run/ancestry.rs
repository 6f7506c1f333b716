//! The table of the living and their ancestors.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use glam::DVec2;
use proptest::prelude::*;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::species::{SexualReproduction, SpeciesId};
use terrarium_output::table::TableFiles;
use terrarium_run::record::{Options, Snapshot};
use terrarium_sim::tick::{Command, Simulation};
use terrarium_sim::world::World;
use terrarium_testing::{simulation_of, small_world};

use self::kept::KeptDead;
use crate::support::record;

// It is private, and its cases are more than those of worlds.
#[path = "../../src/record/individuals/ancestry/kept.rs"]
mod kept;

const HARE: SpeciesId = SpeciesId(1);

/// A row of a table by the names of its columns.
type Row = BTreeMap<String, String>;

fn number(row: &Row, column: &str) -> Option<u64> {
    row[column].parse().ok()
}

fn rows(path: &Path) -> Vec<Row> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    reader.deserialize().map(Result::unwrap).collect()
}

/// The rows of the living and their ancestors, in the order of birth and identity.
fn of_living(all: &[Row]) -> Vec<Row> {
    let by_id: BTreeMap<_, _> = all.iter().map(|row| (number(row, "organism"), row)).collect();
    let mut extant = BTreeMap::new();
    for living in all.iter().filter(|row| row["died"].is_empty()) {
        let mut next = Some(living);
        while let Some(row) = next {
            extant.insert((number(row, "born"), number(row, "organism")), row.clone());
            next = by_id.get(&number(row, "parent")).copied().filter(|_| !row["parent"].is_empty());
        }
    }
    extant.into_values().collect()
}

/// Records both tables for so many ticks. `between` is called before each tick.
fn recorded(
    dir: &Path,
    sim: &mut Simulation,
    ticks: u64,
    between: impl FnMut(&mut Simulation),
) -> [Vec<Row>; 2] {
    let both = Some(TableFiles::Both);
    let options = Options { individuals: both, ancestry: both, ..Options::default() };
    record(dir, sim, ticks, options, between);
    ["individuals.csv", "ancestry.csv"].map(|name| rows(&dir.join(name)))
}

/// A small world with this seed and several generations of plants, too, in which all mate or none.
fn world(seed: u64, mates: bool) -> World {
    let mut world = small_world();
    world.reseed(seed);
    let mut rules = world.config().rules.clone();
    for (rule, value) in [("lifespan_plant", 8.0), ("breeding_wait_plant", 2.0)] {
        rules.set(rule, value).expect("within its range");
    }
    world.change_rules(rules);
    for index in (0..world.config().species.len()).filter(|_| mates) {
        let mut species = world.config().species[index].clone();
        species.reproduction = Some(SexualReproduction { reach: 400.0, distance: None });
        world.change_species(SpeciesId(u16::try_from(index).unwrap()), species);
    }
    world
}

/// Before some ticks, adds hares and removes the one with this number among them at once.
fn meddle(sim: &mut Simulation, every: u64, removed: u64) {
    if !sim.world().tick().is_multiple_of(every) {
        return;
    }
    let first = sim.world().next_id().0;
    for index in 0..3 {
        let at = DVec2::new(100.0 + 200.0 * f64::from(index), 500.0);
        let _ = sim.apply(Command::Add { species: HARE, at });
    }
    let _ = sim.apply(Command::Remove { organism: OrganismId(first + removed) });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn rows_are_those_of_the_living_and_their_ancestors_among_all(
        seed: u64, mates: bool, ticks in 0..160_u64, every in 5..60_u64, removed in 0..3_u64,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let mut sim = simulation_of(world(seed, mates));
        let first = folder.path().join("first");
        let [all, ancestry] = recorded(&first, &mut sim, ticks, |sim| meddle(sim, every, removed));
        prop_assert_eq!(&ancestry, &of_living(&all));

        // A continuation has no row of those who died before it: their children are roots.
        let snapshot = Snapshot::load(first.join("final.snapshot")).unwrap();
        let mut sim = simulation_of(snapshot.world);
        let [all, ancestry] = recorded(&folder.path().join("second"), &mut sim, 40, |_| {});
        prop_assert_eq!(&ancestry, &of_living(&all));
    }
}

#[test]
fn the_worlds_of_the_comparison_have_dead_ancestors_and_extinct_branches() {
    let folder = tempfile::tempdir().unwrap();
    for mates in [false, true] {
        let dir = folder.path().join(mates.to_string());
        let mut sim = simulation_of(world(3, mates));
        let [all, ancestry] = recorded(&dir, &mut sim, 160, |sim| meddle(sim, 20, 1));
        let dead = |rows: &[Row], kind: &str| {
            rows.iter().filter(|row| row["kind"] == kind && !row["died"].is_empty()).count()
        };
        for kind in ["plant", "herbivore"] {
            let (kept, died) = (dead(&ancestry, kind), dead(&all, kind));
            assert!(0 < kept && kept < died, "{kind}, {mates}: {kept} of {died}");
        }
        let unseen = |rows: &[Row]| rows.iter().any(|row| row["generation"].is_empty());
        assert!(unseen(&all) && !unseen(&ancestry));
    }
}

#[test]
fn a_parent_that_died_before_the_record_is_no_ancestor_of_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut sim = simulation_of(world(3, false));
    let first = folder.path().join("first");
    recorded(&first, &mut sim, 120, |_| {});
    let snapshot = Snapshot::load(first.join("final.snapshot")).unwrap();
    let mut sim = simulation_of(snapshot.world);
    let [_, ancestry] = recorded(&folder.path().join("second"), &mut sim, 60, |_| {});
    let known: BTreeSet<_> = ancestry.iter().map(|row| &row["organism"]).collect();
    let orphans = ancestry.iter().filter(|row| !row["parent"].is_empty());
    assert!(orphans.filter(|row| !known.contains(&row["parent"])).count() > 0);
}

/// Births and deaths in a model: each birth has the number of its parent among the living, or none.
#[derive(Debug, Clone)]
enum Turn {
    Birth(Option<prop::sample::Index>),
    Death(prop::sample::Index),
}

fn turns() -> impl Strategy<Value = Vec<Turn>> {
    let index = || any::<prop::sample::Index>();
    let turn = prop_oneof![
        1 => Just(Turn::Birth(None)),
        8 => index().prop_map(|it| Turn::Birth(Some(it))),
        8 => index().prop_map(Turn::Death),
    ];
    prop::collection::vec(turn, 0..200)
}

proptest! {
    #[test]
    fn the_dead_that_are_kept_are_the_ancestors_of_the_living(turns in turns()) {
        let mut ancestry = KeptDead::new();
        let mut parents: BTreeMap<OrganismId, OrganismId> = BTreeMap::new();
        let mut living: BTreeSet<OrganismId> = BTreeSet::new();
        for (tick, turn) in (1..).zip(turns) {
            let at = |index: &prop::sample::Index| {
                (!living.is_empty()).then(|| *living.iter().nth(index.index(living.len())).unwrap())
            };
            match turn {
                Turn::Birth(index) => {
                    let parent = index.as_ref().and_then(at).unwrap_or(OrganismId::NONE);
                    living.insert(OrganismId(tick));
                    parents.insert(OrganismId(tick), parent);
                    ancestry.add_child(parent);
                }
                Turn::Death(index) => {
                    let Some(id) = at(&index) else { continue };
                    living.remove(&id);
                    ancestry.bury(id, parents[&id], tick);
                }
            }
            let above = |id: &OrganismId| parents.get(id).copied().filter(|&it| it != OrganismId::NONE);
            let lines = living.iter().flat_map(|&id| std::iter::successors(Some(id), above));
            let expected: BTreeSet<OrganismId> = lines.filter(|id| !living.contains(id)).collect();
            let kept: BTreeSet<OrganismId> = ancestry.dead.keys().copied().collect();
            prop_assert_eq!(kept, expected);
            prop_assert!(ancestry.extant_children.len() <= ancestry.dead.len() + living.len());
        }
    }
}
