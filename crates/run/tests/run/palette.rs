//! The colours of species.

use proptest::prelude::*;
use terrarium_run::palette::{APART, LIGHTNESS, Lab, Rgb, Vision, distinct};

/// The distance between the two colours that any eye can tell apart the least.
fn least_distance(colours: &[Rgb]) -> f32 {
    let of_eye = |vision: Vision| {
        let seen: Vec<Lab> = colours.iter().map(|&colour| Lab::seen(colour, vision)).collect();
        let pairs = (1..seen.len()).flat_map(|index| {
            seen[..index].iter().map(|other| seen[index].distance(*other)).collect::<Vec<_>>()
        });
        pairs.fold(f32::INFINITY, f32::min)
    };
    Vision::ALL.map(of_eye).into_iter().fold(f32::INFINITY, f32::min)
}

proptest! {
    // The search for free colours is slow without optimisation.
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn up_to_six_species_are_apart(wishes in prop::collection::vec(any::<[u8; 3]>(), 0..=6)) {
        let colours = distinct(&wishes);
        prop_assert_eq!(colours.len(), wishes.len());
        prop_assert!(least_distance(&colours) >= APART, "{:?}", colours);
    }

    #[test]
    fn a_dozen_species_can_be_told_apart(
        wishes in prop::collection::vec(any::<[u8; 3]>(), 12),
    ) {
        prop_assert!(least_distance(&distinct(&wishes)) >= 0.05);
    }

    #[test]
    fn all_species_are_seen_on_panels_and_on_the_ground(
        wishes in prop::collection::vec(any::<[u8; 3]>(), 1..60),
    ) {
        for colour in distinct(&wishes) {
            let lightness = Lab::from_rgb(colour).lightness;
            prop_assert!((LIGHTNESS[0] - 0.01..LIGHTNESS[1] + 0.01).contains(&lightness));
        }
    }

    #[test]
    fn colours_that_are_apart_stay(wishes in prop::collection::vec(any::<[u8; 3]>(), 0..8)) {
        let colours = distinct(&wishes);
        prop_assert_eq!(&distinct(&colours), &colours);
    }
}

#[test]
fn many_species_of_one_colour_differ_as_far_as_there_are_colours() {
    let colours = distinct(&[[120, 90, 60]; 30]);
    assert!(least_distance(&colours) > 0.025, "{}", least_distance(&colours));
    assert_eq!(distinct(&[[120, 90, 60]; 3000]).len(), 3000);
}
