//! The census: counts, means and their table.

use proptest::prelude::*;
use terrarium_creatures::behaviour::Death;
use terrarium_creatures::rules::Energy;
use terrarium_output::table::{Cell, Holds};
use terrarium_run::record::census::{Census, Flow, Headcount, Line, Mean, cells, columns};
use terrarium_sim::world::Life;
use terrarium_testing::{simulated, simulation_of, small_world};

/// The census of a small world with a line every `every` ticks, up to tick 120.
fn lines(every: u64) -> Vec<Line> {
    let mut sim = simulation_of(small_world());
    let mut census = Census::new(sim.world());
    let mut lines = census.take(sim.world());
    for tick in 1..=120 {
        sim.tick();
        census.record(sim.world());
        if tick % every == 0 {
            lines.extend(census.take(sim.world()));
        }
    }
    lines
}

#[test]
fn counts_follow_from_births_and_deaths_at_any_interval() {
    for every in [1, 7, 40] {
        let lines = lines(every);
        for pair in lines.windows(4) {
            let (before, after) = (&pair[0], &pair[3]);
            assert_eq!(before.species, after.species);
            let expected = before.headcount.count + after.flow.births - after.flow.all_deaths();
            assert_eq!(after.headcount.count, expected, "tick {}", after.tick);
        }
    }
    let total = |every| {
        let mut total = Flow::default();
        lines(every).iter().for_each(|line| total += &line.flow);
        total
    };
    let each = total(1);
    assert_eq!(total(40), each);
    assert!(each.births > 0 && each.kills > 0 && each.meals > 0 && each.eaten.is_positive());
    assert!(each.deaths[Death::OldAge as usize] > 0 && each.refused.iter().sum::<u64>() > 0);
    assert_eq!(each.deaths[Death::Killed as usize], each.kills);
}

#[test]
fn a_headcount_agrees_with_the_world() {
    let sim = simulated(12);
    let world = sim.world();
    let counts = Headcount::of(world);
    let populations: Vec<u64> = counts.iter().map(|count| count.count).collect();
    assert_eq!(populations, world.populations());
    let carcasses: u64 = counts.iter().map(|count| count.carcasses).sum();
    assert_eq!(carcasses, world.carcasses());
    assert!(carcasses > 0);
    let energy = world.query::<&Life>().iter().map(|life| life.energy).sum();
    assert_eq!(counts.iter().map(|count| count.energy).sum::<Energy>(), energy);
}

#[test]
fn means_are_of_those_that_have_the_trait() {
    let counts = Headcount::of(&small_world());
    let clover = &counts[0];
    assert_eq!((clover.count, clover.grown, clover.hungry), (36, 36, 0));
    assert_eq!(clover.mature_radius.value(), Some(12.0));
    assert_eq!(clover.plant.preferred_light.value(), Some(0.7));
    assert_eq!(clover.points[0].value(), None);
    let hare = &counts[1];
    assert_eq!(hare.points[0].value(), Some(30.0));
    assert_eq!(hare.plant.preferred_light.value(), None);
}

#[test]
fn every_cell_has_the_type_of_its_column() {
    let columns = columns();
    let mut names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), columns.len(), "a name occurs twice");
    let world = small_world();
    for line in lines(40) {
        let cells = cells(&line, world.config().species(line.species));
        assert_eq!(cells.len(), columns.len());
        for (cell, column) in cells.iter().zip(&columns) {
            let holds = match cell {
                Cell::Whole(_) => Holds::Whole,
                Cell::Number(_) => Holds::Number,
                Cell::Word(_) => Holds::Word,
                Cell::Empty => continue,
            };
            assert_eq!(holds, column.holds, "{}", column.name);
        }
    }
}

#[test]
fn columns_that_do_not_apply_to_a_species_are_empty() {
    let world = small_world();
    let rows: Vec<String> = Census::new(&world)
        .take(&world)
        .iter()
        .map(|line| {
            let cells = cells(line, world.config().species(line.species));
            let named = columns().into_iter().zip(cells);
            let empty =
                named.filter(|(_, cell)| *cell == Cell::Empty).map(|(column, _)| column.name);
            empty.collect::<Vec<_>>().join(" ")
        })
        .collect();
    insta::assert_snapshot!(rows.join("\n"), @"
    mean_points_energy mean_points_eating mean_points_attack mean_points_defence mean_points_speed mean_points_camouflage mean_points_sight carcasses kills meals eaten plans planning_steps enclosures blocked_ticks refused_move refused_attack refused_defend refused_eat refused_reproduce refused_remember refused_breach refused_tell faults suspended no_time
    mean_height mean_preferred_light mean_seed_spread
    mean_height mean_preferred_light mean_seed_spread
    ");
}

proptest! {
    #[test]
    fn a_mean_does_not_depend_on_the_order(
        numbers in prop::collection::vec(-1e3_f64..1e3, 1..50),
        shift in 0_usize..50,
    ) {
        let mean = |numbers: &[f64]| {
            let mut mean = Mean::default();
            numbers.iter().for_each(|&number| mean.add(number));
            mean
        };
        let mut rotated = numbers.clone();
        rotated.rotate_left(shift % numbers.len());
        prop_assert_eq!(mean(&rotated), mean(&numbers));
        let plain = numbers.iter().sum::<f64>() / numbers.len() as f64;
        prop_assert!((mean(&numbers).value().unwrap() - plain).abs() < 1e-6);
    }
}

#[test]
fn there_is_no_mean_of_nothing() {
    assert_eq!(Mean::default().value(), None);
}
