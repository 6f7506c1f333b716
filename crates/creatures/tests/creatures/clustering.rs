//! Clusters: their names, and the distance of traits by which organisms belong to one.

use terrarium_creatures::clustering::{Newcomer, Placement, trait_distance};
use terrarium_creatures::species::{Kind, MATURE_RADIUS, TRAIT_COLUMNS, TraitValues};

/// Organisms that are all different, each of which founds a cluster.
struct Founders {
    clusters: Placement,
    count: u32,
}

impl Founders {
    fn none() -> Self {
        Self { clusters: Placement::new(0.0), count: 0 }
    }

    /// Founds so many clusters below another one, and returns their indices.
    fn found(&mut self, count: usize, parent: Option<usize>) -> Vec<usize> {
        (0..count).map(|_| self.place(parent)).collect()
    }

    fn place(&mut self, parent: Option<usize>) -> usize {
        self.count += 1;
        let traits = TraitValues::from_fn(Kind::Plant, |_| self.count.into());
        self.clusters.place(&Newcomer {
            species: 0,
            kind: Kind::Plant,
            parent,
            born: 0,
            traits: Some(traits),
        })
    }

    fn name(&self, cluster: usize) -> &str {
        &self.clusters.clusters()[cluster].name
    }
}

#[test]
fn names_have_letters_and_numbers_in_turn() {
    let mut founders = Founders::none();
    let without_parent = founders.found(703, None);
    let of_a = founders.found(12, Some(without_parent[0]));
    let of_a1 = founders.found(703, Some(of_a[0]));
    let of_a12 = founders.found(2, Some(of_a[11]));
    let of_a12b = founders.found(10, Some(of_a12[1]));
    let name = |cluster: usize| founders.name(cluster);
    assert_eq!(name(without_parent[0]), "A");
    assert_eq!(name(without_parent[26]), "AA");
    assert_eq!(name(of_a[0]), "A1");
    assert_eq!(name(of_a12[1]), "A12b");
    assert_eq!(name(of_a12b[9]), "A12b10");
    let numbers = [25, 26, 27, 51, 52, 701, 702];
    let counted = ["z", "aa", "ab", "az", "ba", "zz", "aaa"];
    assert_eq!(numbers.map(|number| name(without_parent[number])), counted.map(str::to_uppercase));
    assert_eq!(numbers.map(|number| name(of_a1[number])), counted.map(|it| format!("A1{it}")));
}

fn traits(kind: Kind, value: impl Fn(&str) -> f64) -> Option<TraitValues> {
    TraitValues::collect(kind, |column| Ok::<_, ()>(value(TRAIT_COLUMNS[column]))).ok()
}

fn distance(kind: Kind, one: impl Fn(&str) -> f64, other: impl Fn(&str) -> f64) -> f64 {
    trait_distance(kind, traits(kind, one), traits(kind, other))
}

#[test]
fn every_difference_counts_in_its_own_range() {
    let count = TraitValues::columns(Kind::Herbivore).len() as f64;
    let small = |name: &str| if name == "mature_radius" { 12.0 } else { 10.0 };
    let large = |name: &str| if name == "mature_radius" { 24.0 } else { 10.0 };
    assert_eq!(distance(Kind::Herbivore, small, large), (1.0 / count).sqrt());
    assert_eq!((*MATURE_RADIUS.start(), *MATURE_RADIUS.end()), (12.0, 24.0));
    let fast = |name: &str| match name {
        "points_speed" => 40.0,
        other => small(other),
    };
    let expected = 0.3 / count.sqrt();
    assert!((distance(Kind::Herbivore, small, fast) - expected).abs() < 1e-12);
    assert_eq!(distance(Kind::Herbivore, small, small), 0.0);
}

#[test]
fn traits_of_plants_are_compared_by_their_ratio() {
    let low = |name: &str| if name == "height" { 1.0 } else { 0.0 };
    let high = |name: &str| if name == "height" { 3.0 } else { 0.0 };
    let count = TraitValues::columns(Kind::Plant).len() as f64;
    assert_eq!(distance(Kind::Plant, low, high), (1.0 / count).sqrt());
    assert_eq!(distance(Kind::Plant, high, low), (1.0 / count).sqrt());
}

#[test]
fn unknown_traits_are_like_no_known_ones() {
    let known = traits(Kind::Plant, |_| 1.0);
    assert_eq!(trait_distance(Kind::Plant, known, None), f64::INFINITY);
    assert_eq!(trait_distance(Kind::Plant, None, None), 0.0);
}
