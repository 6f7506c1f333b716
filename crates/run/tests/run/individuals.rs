//! The table of all organisms.

use std::collections::BTreeMap;
use std::path::Path;

use glam::DVec2;
use terrarium_creatures::behaviour::OrganismId;
use terrarium_creatures::clustering;
use terrarium_creatures::genome::{Mutation, ParameterRange};
use terrarium_creatures::species::{MATURE_RADIUS, SexualReproduction, Species, SpeciesId};
use terrarium_output::table::TableFiles;
use terrarium_run::SimulationBuilder;
use terrarium_run::record::census::{Census, Flow, Headcount};
use terrarium_run::record::individuals::{GenomeColumns, columns};
use terrarium_run::record::{Options, Snapshot};
use terrarium_sim::tick::{Change, Command, Simulation};
use terrarium_sim::world::{SavedNature, SavedOrganism};
use terrarium_studies::phylogeny::{ClusterIndex, Clusters, Phylogeny};
use terrarium_testing::{simulation_of, small_world, small_world_with_mutation};

use crate::support::record;

/// A row of the table, by the names of its columns.
type Row = BTreeMap<String, String>;

const TICKS: u64 = 120;

/// Records so many ticks of a simulation, and returns the rows of the table. `between` is called before
/// each tick.
fn recorded(
    dir: &Path,
    sim: &mut Simulation,
    ticks: u64,
    between: impl FnMut(&mut Simulation),
) -> Vec<Row> {
    let individuals = Some(TableFiles::Both);
    record(dir, sim, ticks, Options { individuals, ..Options::default() }, between);
    let mut rows = csv::Reader::from_path(dir.join("individuals.csv")).unwrap();
    rows.deserialize().map(Result::unwrap).collect()
}

fn whole(row: &Row, column: &str) -> u64 {
    row[column].parse().unwrap_or_else(|_| panic!("{column}: {row:?}"))
}

fn number(row: &Row, column: &str) -> f64 {
    if row[column].is_empty() { 0.0 } else { row[column].parse().unwrap() }
}

/// The sum of a column over the rows of a species.
fn sum(rows: &[Row], species: &str, column: &str) -> f64 {
    rows.iter().filter(|row| row["species"] == species).map(|row| number(row, column)).sum()
}

#[test]
fn every_organism_has_one_row_and_the_sums_are_those_of_the_census() {
    let folder = tempfile::tempdir().unwrap();
    let mut sim = simulation_of(small_world());
    let mut flows = vec![Flow::default(); 3];
    let mut census = Census::new(sim.world());
    let _ = census.take(sim.world());
    let mut ways: BTreeMap<u64, f64> = BTreeMap::new();
    let mut record = |sim: &Simulation, census: &mut Census| {
        census.record(sim.world());
        for line in census.take(sim.world()) {
            flows[line.species.index()] += &line.flow;
        }
        for SavedOrganism { who, nature, .. } in sim.world().organisms() {
            if let SavedNature::Animal(_, _, _, motion) = nature {
                *ways.entry(who.id.0).or_default() += motion.velocity.length();
            }
        }
    };
    let mut seen = 0;
    let rows = recorded(&folder.path().join("run"), &mut sim, TICKS, |sim| {
        if sim.world().tick() > seen {
            seen = sim.world().tick();
            record(sim, &mut census);
        }
    });
    record(&sim, &mut census);

    let mut ids: Vec<u64> = rows.iter().map(|row| whole(row, "organism")).collect();
    ids.sort_unstable();
    assert!(ids.into_iter().eq(1..sim.world().next_id().0));
    for (flow, species) in flows.iter().zip(["clover", "hare", "fox"]) {
        let of = |column| sum(&rows, species, column);
        let meals = of("eaten_plants") + of("eaten_carcasses");
        assert_eq!(meals, flow.eaten.units(), "{species}");
        assert_eq!(of("kills"), flow.kills as f64);
        assert_eq!(of("refused"), flow.refused.iter().sum::<u64>() as f64);
        let dead = rows.iter().filter(|row| row["species"] == species && !row["died"].is_empty());
        assert_eq!(dead.count() as u64, flow.all_deaths());
    }
    assert!(
        sum(&rows, "hare", "eaten_plants") > 0.0 && sum(&rows, "hare", "eaten_carcasses") == 0.0
    );
    assert!(sum(&rows, "fox", "eaten_carcasses") > 0.0 && sum(&rows, "fox", "eaten_plants") == 0.0);
    for row in &rows {
        let id = &row["organism"];
        let children = rows.iter().filter(|child| &child["parent"] == id).count();
        assert_eq!(whole(row, "children"), children as u64);
        if row["kind"] != "plant" {
            let way = ways.get(&id.parse().unwrap()).copied().unwrap_or(0.0);
            assert_eq!(number(row, "distance"), way, "{row:?}");
        }
        assert_eq!(row["since"], row["born"]);
        assert!(!row["born_x"].is_empty());
    }
}

#[test]
fn the_living_are_those_of_the_world_and_the_dead_come_in_the_order_of_death() {
    let folder = tempfile::tempdir().unwrap();
    let mut sim = simulation_of(small_world());
    let rows = recorded(&folder.path().join("run"), &mut sim, TICKS, |_| {});
    let (dead, living): (Vec<Row>, Vec<Row>) =
        rows.into_iter().partition(|row| !row["died"].is_empty());
    let order = |row: &Row| (whole(row, "died"), whole(row, "organism"));
    assert!(dead.is_sorted_by_key(order));
    assert!(dead.iter().all(|row| !row["cause"].is_empty() && !row["last_x"].is_empty()));
    let counts: u64 = Headcount::of(sim.world()).iter().map(|count| count.count).sum();
    assert_eq!(living.len() as u64, counts);
    let organisms = sim.world().organisms();
    let organisms = organisms.filter(|it| !matches!(it.nature, SavedNature::Carcass(_)));
    for (row, SavedOrganism { who, body, .. }) in living.iter().zip(organisms) {
        assert_eq!(whole(row, "organism"), who.id.0);
        assert_eq!(whole(row, "generation"), u64::from(who.generation));
        let [x, y] = ["last_x", "last_y"].map(|column| number(row, column));
        assert_eq!(DVec2::new(x, y), body.centre);
    }
}

#[test]
fn the_tables_of_a_run_and_of_its_continuation_add_up_to_that_of_the_whole() {
    let folder = tempfile::tempdir().unwrap();
    let [whole_dir, first, second] =
        ["whole", "first", "second"].map(|name| folder.path().join(name));
    let mut expected = recorded(&whole_dir, &mut simulation_of(small_world()), TICKS, |_| {});
    let before = recorded(&first, &mut simulation_of(small_world()), 50, |_| {});
    let snapshot = Snapshot::load(first.join("final.snapshot")).unwrap();
    let after = recorded(&second, &mut simulation_of(snapshot.world), TICKS - 50, |_| {});
    let later: BTreeMap<&str, &Row> =
        after.iter().map(|row| (row["organism"].as_str(), row)).collect();
    let mut joined: Vec<Row> = Vec::new();
    for row in &before {
        let Some(rest) = later.get(row["organism"].as_str()) else {
            joined.push(row.clone());
            continue;
        };
        assert!(row["died"].is_empty() && rest["since"] == "50" && rest["born_x"].is_empty());
        let mut row = row.clone();
        for column in ["died", "age", "cause", "killer", "last_x", "last_y"] {
            row.insert(column.to_owned(), rest[column].clone());
        }
        for column in ["children", "kills", "refused", "faults"] {
            if !row[column].is_empty() {
                let sum = whole(&row, column) + whole(rest, column);
                row.insert(column.to_owned(), sum.to_string());
            }
        }
        for column in ["eaten_plants", "eaten_carcasses"] {
            if !row[column].is_empty() {
                let sum = number(&row, column) + number(rest, column);
                row.insert(column.to_owned(), format!("{sum:?}"));
            }
        }
        joined.push(row);
    }
    let new = after.iter().filter(|row| whole(row, "born") > 50);
    joined.extend(new.cloned());
    // Sums of lengths depend on their order, and clusters are those since a record began.
    for row in joined.iter_mut().chain(&mut expected) {
        row.remove("distance");
        row.remove("cluster");
    }
    let by_id = |row: &Row| whole(row, "organism");
    joined.sort_by_key(by_id);
    expected.sort_by_key(by_id);
    assert_eq!(joined, expected);
}

#[test]
fn clusters_are_those_of_the_trees_that_the_table_gives() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("run");
    let mut sim = simulation_of(small_world_with_mutation(8.0));
    let mut added = 0;
    let rows = recorded(&dir, &mut sim, 4 * TICKS, |sim| {
        let tick = sim.world().tick();
        if tick.is_multiple_of(40) {
            let id = sim.world().next_id();
            let at = DVec2::new(500.0, 500.0);
            let species = SpeciesId(1);
            added += u64::from(sim.apply(Command::Add { species, at }).is_ok());
            // One of two dies before it is seen.
            if tick.is_multiple_of(80) {
                let _ = sim.apply(Command::Remove { organism: id });
            }
        }
    });
    let organisms = Phylogeny::read(&dir.join("individuals.csv")).unwrap();
    let clusters = Clusters::new(&organisms, clustering::DISTANCE);
    let index = ClusterIndex::new(&organisms, &clusters);
    for row in &rows {
        let id = OrganismId(whole(row, "organism"));
        assert_eq!(Some(row["cluster"].as_str()), index.cluster(id).map(|(_, label)| label));
    }
    assert!(added > 4, "{added} were added");
    assert!(clusters.tree().taxa().iter().any(|cluster| cluster.parent.is_some()));
}

#[test]
fn an_organism_that_dies_before_it_is_seen_has_a_row() {
    let folder = tempfile::tempdir().unwrap();
    let mut sim = simulation_of(small_world());
    let hare = SpeciesId(1);
    let mut added = None;
    let rows = recorded(&folder.path().join("run"), &mut sim, 3, |sim| {
        if sim.world().tick() == 1 {
            let id = sim.world().next_id();
            let near = DVec2::new(500.0, 500.0);
            sim.apply(Command::Add { species: hare, at: near }).unwrap();
            sim.apply(Command::Remove { organism: id }).unwrap();
            added = Some(id.0.to_string());
        }
    });
    let row = rows.iter().find(|row| Some(&row["organism"]) == added.as_ref()).unwrap();
    assert_eq!((row["cause"].as_str(), row["died"].as_str()), ("removed", "2"));
    assert!(row["points_speed"].is_empty() && row["species"] == "hare");
}

#[test]
fn a_cell_stands_in_each_column() {
    let folder = tempfile::tempdir().unwrap();
    let mut sim = simulation_of(small_world());
    let options = Options { individuals: Some(TableFiles::Csv), ..Options::default() };
    record(folder.path(), &mut sim, 1, options, |_| {});
    let mut table = csv::Reader::from_path(folder.path().join("individuals.csv")).unwrap();
    let genomes = GenomeColumns::new(&sim.world().config().species);
    let columns = columns(&genomes).into_iter().map(|column| column.name);
    assert!(table.headers().unwrap().iter().eq(columns));
    let width = table.headers().unwrap().len();
    let mut rows = 0;
    for (row, id) in table.records().map(Result::unwrap).zip(1_u64..) {
        assert_eq!((row.len(), &row[0]), (width, &*id.to_string()));
        rows += 1;
    }
    assert_eq!(rows, sim.world().organism_count());
}

#[test]
fn a_genome_keeps_its_values_when_its_species_gets_other_parameters() {
    let counts = [("clover", 80), ("oak", 0), ("hare", 9), ("deer", 0), ("lynx", 0), ("wolf", 0)];
    let meadow = SimulationBuilder::new("meadow").world_size(900.0, 600.0);
    let meadow =
        counts.into_iter().fold(meadow, |it, (species, count)| it.population(species, count));
    let mut sim = meadow.build().unwrap();
    let names = sim.world().config().species.iter().map(|species| species.name.as_str());
    let hare = SpeciesId((0..).zip(names).find(|(_, name)| *name == "hare").unwrap().0);
    let with = |values: &[(&str, f64)], sim: &Simulation| {
        let mut into = Species {
            mutation: Some(Mutation::none(&MATURE_RADIUS)),
            reproduction: Some(SexualReproduction { reach: 40.0, distance: None }),
            ..sim.world().config().species(hare).clone()
        };
        let choice = into.behaviour.as_mut().unwrap();
        let range = ParameterRange { min: 0.0, max: 90.0 };
        choice.heritable = values.iter().map(|&(name, _)| (name.to_owned(), range)).collect();
        choice.parameters.extend(values.iter().map(|&(name, value)| (name.to_owned(), value)));
        Command::Change(Change { species: hare, into: Box::new(into) })
    };
    let both = with(&[("nerve", 20.0), ("pace", 0.5)], &sim);
    sim.apply(both).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut first_new = None;
    let rows = recorded(&folder.path().join("run"), &mut sim, 3, |sim| {
        if sim.world().tick() == 1 {
            let one = with(&[("pace", 0.75)], sim);
            sim.apply(one).unwrap();
            first_new = Some(sim.world().next_id().0);
            let places = (0_u8..40).map(|index| DVec2::new(20.0 * f64::from(index) + 10.0, 300.0));
            let added = places.filter(|&at| sim.apply(Command::Add { species: hare, at }).is_ok());
            assert!(added.count() > 0);
        }
    });
    let (new, old): (Vec<&Row>, Vec<&Row>) = rows
        .iter()
        .filter(|row| row["species"] == "hare")
        .partition(|row| whole(row, "organism") >= first_new.unwrap());
    assert!(!new.is_empty() && old.len() == 9);
    let cells = |row: &Row| {
        ["param_nerve", "param_pace", "second_parent"].map(|column| row[column].clone())
    };
    assert!(old.iter().all(|row| cells(row) == ["20.0", "0.5", ""]), "{old:?}");
    assert!(new.iter().all(|row| cells(row) == ["", "0.75", ""]), "{new:?}");
}
