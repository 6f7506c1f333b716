use proptest::prelude::*;
use terrarium_space::geometry::lattice;
use terrarium_testing::{simulation_of, small_world};

use super::*;

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
        any::<u64>().prop_map(|number| {
            let mut bytes = Vec::new();
            super::value::push(number >> (number % 64), &mut bytes);
            bytes
        }),
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
        let records = Records::of(simulation.world()).unwrap().unwrap();
        all.push((records, simulation.world().state_hash()));
    }
    for (base, new) in [(0, 1), (0, 89), (30, 60), (89, 0), (44, 44)] {
        let bytes = encode(&all[base].0, &all[new].0);
        let decoded = decode(&all[base].0, &bytes).unwrap();
        assert_eq!(decoded, all[new].0, "{base} to {new}");
        assert_eq!(decoded.world().unwrap().state_hash(), all[new].1);
    }
}

/// The size of the difference between the meadow at tick 150 and so many ticks later, in percent of that world
/// stored whole. The animals of the young meadow multiply, so there is no more to store in later ones.
fn share_after(ticks: u64) -> usize {
    let mut simulation = crate::SimulationBuilder::new("meadow").build().unwrap();
    (0..150).for_each(|_| simulation.tick());
    let base = Records::of(simulation.world()).unwrap().unwrap();
    (0..ticks).for_each(|_| simulation.tick());
    let new = Records::of(simulation.world()).unwrap().unwrap();
    let whole = crate::record::recording::keyframe_chain::whole(simulation.world()).unwrap();
    let difference = encode(&base, &new);
    difference.len() * 100 / whole.len()
}

#[test]
fn a_difference_takes_what_has_changed() {
    assert!(share_after(0) < 2);
    assert!(share_after(1) < 35);
    assert!(share_after(100) < 65);
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
    let (few, many) = (encode(&base, &repeated), encode(&base, &others));
    assert_eq!(decode(&base, &few), Ok(repeated));
    assert_eq!(decode(&base, &many), Ok(others));
    assert!(2 * few.len() < many.len(), "{} {}", few.len(), many.len());
}

proptest! {
    #[test]
    fn any_records_can_be_told_by_their_difference(base in world(), new in world()) {
        let (base, new) = (records(&base), records(&new));
        prop_assert_eq!(decode(&base, &encode(&base, &new)), Ok(new));
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
        let mut bytes = encode(&base, &new);
        // The base is another one, as in a forged file.
        let _ = decode(&records(&other), &bytes);
        let _ = decode(&base, &bytes[..cut.index(bytes.len())]);
        let place = flipped.index(bytes.len());
        bytes[place] ^= 1;
        let _ = decode(&base, &bytes);
    }
}
