//! How colours look.

use proptest::prelude::*;
use terrarium_output::colour::{Lab, Vision, contrast};

proptest! {
    #[test]
    fn colours_come_back_from_the_space(colour: [u8; 3]) {
        let back = Lab::from_rgb(colour).shown().expect("a display showed it");
        for (part, again) in colour.into_iter().zip(back) {
            prop_assert!(part.abs_diff(again) <= 1, "{colour:?} {back:?}");
        }
    }

    #[test]
    fn greys_look_the_same_to_all_eyes(level: u8) {
        let usual = Lab::from_rgb([level; 3]);
        for vision in Vision::ALL {
            prop_assert!(usual.distance(Lab::seen([level; 3], vision)) < 0.002);
        }
    }
}

#[test]
fn red_and_green_look_alike_to_eyes_without_medium_receptors() {
    let (red, green) = ([190, 90, 40], [118, 122, 40]);
    let distance = |vision| Lab::seen(red, vision).distance(Lab::seen(green, vision));
    let (usual, deuteranopic) = (distance(Vision::Usual), distance(Vision::Deuteranopia));
    assert!(usual > 0.12 && deuteranopic < 0.04, "{usual} {deuteranopic}");
}

#[test]
fn contrast_reaches_from_1_to_21() {
    assert!((contrast([0; 3], [255; 3]) - 21.0).abs() < 1e-3);
    assert!((contrast([9, 80, 7], [9, 80, 7]) - 1.0).abs() < 1e-6);
}

#[test]
fn lightness_reaches_from_0_to_1() {
    assert!(Lab::from_rgb([0; 3]).lightness.abs() < 1e-4);
    assert!((Lab::from_rgb([255; 3]).lightness - 1.0).abs() < 1e-3);
}
