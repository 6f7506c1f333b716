//! Keyframes as differences to earlier ones.

use std::io::Cursor;

use proptest::prelude::*;
use terrarium_run::SimulationBuilder;
use terrarium_run::record::recording::WorldRecords as Records;
use terrarium_run::record::snapshot;
use terrarium_sim::tick::Simulation;
use terrarium_space::geometry::lattice;
use terrarium_testing::{simulation_of, small_world};

/// Records with these identities and values.
fn records(of: &[(u64, Vec<Vec<u8>>)]) -> Records {
    let mut records = Records::default();
    for (id, values) in of {
        for value in values {
            records.buffer().0.extend(value);
            records.end_value().unwrap();
        }
        records.end_record(*id);
    }
    records
}

/// A value like those of organisms: numbers, coordinates, bytes.
fn value() -> impl Strategy<Value = Vec<u8>> {
    prop_oneof![
        any::<u64>().prop_map(|number| postcard::to_stdvec(&(number >> (number % 64))).unwrap()),
        (-9e6..9e6).prop_map(|at: f64| lattice::snap(at).to_le_bytes().to_vec()),
        any::<f64>().prop_map(|number| number.to_le_bytes().to_vec()),
        prop::collection::vec(any::<u8>(), 1..9),
        prop::collection::vec(0..3_u8, 1..300),
    ]
}

fn world() -> impl Strategy<Value = Vec<(u64, Vec<Vec<u8>>)>> {
    let values = || prop::collection::vec(value(), 0..14);
    let organisms = prop::collection::btree_map(1..40_u64, values(), 0..25);
    (values(), organisms)
        .prop_map(|(frame, organisms)| std::iter::once((0, frame)).chain(organisms).collect())
}

#[test]
fn the_world_of_every_difference_is_the_one_that_was_encoded() {
    let mut simulation = simulation_of(small_world());
    let mut all = Vec::new();
    for _ in 0..90 {
        simulation.tick();
        let records = Records::new(simulation.world()).unwrap().unwrap();
        all.push((records, simulation.world().state_hash()));
    }
    for (base, new) in [(0, 1), (0, 89), (30, 60), (89, 0), (44, 44)] {
        let bytes = all[new].0.difference(&all[base].0);
        let decoded = Records::from_difference(&all[base].0, &bytes).unwrap();
        assert_eq!(decoded, all[new].0, "{base} to {new}");
        assert_eq!(decoded.world().unwrap().state_hash(), all[new].1);
    }
}

/// The size of the difference between an earlier world and the current one, in percent of that stored whole.
fn share(base: &Records, simulation: &Simulation) -> usize {
    let new = Records::new(simulation.world()).unwrap().unwrap();
    let mut whole = Cursor::new(Vec::new());
    snapshot::write(simulation.world(), &mut whole).unwrap();
    new.difference(base).len() * 100 / whole.get_ref().len()
}

#[test]
fn a_difference_takes_what_has_changed() {
    // The animals of the young meadow multiply, so there is no more to store in later ones.
    let mut simulation = SimulationBuilder::new("meadow").build().unwrap();
    (0..150).for_each(|_| simulation.tick());
    let base = Records::new(simulation.world()).unwrap().unwrap();
    assert!(share(&base, &simulation) < 2);
    simulation.tick();
    assert!(share(&base, &simulation) < 35);
    (1..100).for_each(|_| simulation.tick());
    assert!(share(&base, &simulation) < 65);
}

#[test]
fn coordinates_that_occur_earlier_in_an_organism_are_not_stored_again() {
    let on_lattice = |number: u32| lattice::snap(f64::from(number) * 1.000_123_7);
    let world = |second: u32, third: u32| {
        let organism = |id: u32| {
            let places = [
                on_lattice(977 * id) + 1e-8,
                on_lattice(second * id) + 1e-8,
                on_lattice(third * id),
            ];
            (u64::from(id), places.map(|place| place.to_le_bytes().to_vec()).to_vec())
        };
        records(&(1..200).map(organism).collect::<Vec<_>>())
    };
    let base = records(&[(0, Vec::new())]);
    let (repeated, others) = (world(977, 977), world(1409, 1741));
    let (few, many) = (repeated.difference(&base), others.difference(&base));
    assert_eq!(Records::from_difference(&base, &few), Ok(repeated));
    assert_eq!(Records::from_difference(&base, &many), Ok(others));
    assert!(2 * few.len() < many.len(), "{} {}", few.len(), many.len());
}

proptest! {
    #[test]
    fn any_records_can_be_told_by_their_difference(base in world(), new in world()) {
        let (base, new) = (records(&base), records(&new));
        prop_assert_eq!(Records::from_difference(&base, &new.difference(&base)), Ok(new));
    }

    #[test]
    fn no_bytes_make_the_decoder_panic(
        base in world(),
        new in world(),
        other in world(),
        cut in any::<prop::sample::Index>(),
        flipped in any::<prop::sample::Index>(),
    ) {
        let (base, new) = (records(&base), records(&new));
        let mut bytes = new.difference(&base);
        // The base is another one, as in a forged file.
        let _ = Records::from_difference(&records(&other), &bytes);
        let _ = Records::from_difference(&base, &bytes[..cut.index(bytes.len())]);
        let index = flipped.index(bytes.len());
        bytes[index] ^= 1;
        let _ = Records::from_difference(&base, &bytes);
    }
}
