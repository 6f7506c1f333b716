//! Inherited traits: as columns of a table, and how far apart those of two organisms are.

use terrarium_creatures::rules::Rules;
use terrarium_creatures::species::{
    Characteristic, Kind, Nature, PlantTraits, TRAIT_COLUMNS, TraitValues, Traits,
};

use super::support::shipped;

#[test]
fn the_columns_of_points_are_those_of_all_characteristics() {
    let names = Characteristic::ALL.map(|it| format!("points_{}", it.name()));
    assert_eq!(TRAIT_COLUMNS[1..8], names);
}

#[test]
fn a_kind_has_its_own_traits_and_no_others() {
    let ten_times = |column: usize| Ok::<_, ()>(column as f64 * 10.0);
    let plant = TraitValues::collect(Kind::Plant, ten_times).unwrap();
    let all = (0..TRAIT_COLUMNS.len()).map(|column| plant.at(Kind::Plant, column));
    let found: Vec<f64> = all.flatten().collect();
    assert_eq!(found, [0.0, 80.0, 90.0, 100.0]);
    let animal = TraitValues::collect(Kind::Carnivore, ten_times).unwrap();
    assert_eq!(animal.at(Kind::Carnivore, 7), Some(70.0));
    assert_eq!(animal.at(Kind::Carnivore, 8), None);
    assert_ne!(plant, animal);
}

/// The square of the genetic distance of two organisms without genomes.
fn square_distance(one: &Nature, other: &Nature) -> f64 {
    let shipped = shipped(&[]);
    let species = shipped.species().find(|it| one.is_of(it.kind)).unwrap();
    species.square_distance((one, None), (other, None), &Rules::default())
}

#[test]
fn every_difference_counts_in_its_own_range() {
    let slow = Nature::Animal(Traits { mature_radius: 12.0, points: [10.0; 7] });
    let mut points = [10.0; 7];
    points[4] = 40.0;
    let fast = Nature::Animal(Traits { mature_radius: 24.0, points });
    // The mean of eight traits, six of which are equal.
    assert!((square_distance(&slow, &fast) * 8.0 - (1.0 + 0.3 * 0.3)).abs() < 1e-12);
    assert_eq!(square_distance(&slow, &slow), 0.0);
}

#[test]
fn traits_of_plants_are_compared_by_shares_of_their_mean() {
    let plant = |height: f32| {
        let [preferred_light, seed_spread] = [0.0; 2];
        Nature::Plant(PlantTraits { mature_radius: 16.0, height, preferred_light, seed_spread })
    };
    // The mean of four traits.
    assert_eq!(square_distance(&plant(1.0), &plant(3.0)), 1.0 / 4.0);
    assert_eq!(square_distance(&plant(3.0), &plant(1.0)), 1.0 / 4.0);
}
