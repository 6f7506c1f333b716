//! The colours of values and groups.

use terrarium_run::palette::scales::{NO_VALUE, STEPS, circle, groups, ramp};
use terrarium_run::palette::{Lab, Vision};

#[test]
fn steps_of_the_ramp_look_equally_great() {
    let steps: Vec<f32> = ramp()
        .windows(2)
        .map(|pair| Lab::from_rgb(pair[0]).distance(Lab::from_rgb(pair[1])))
        .collect();
    let mean = steps.iter().sum::<f32>() / steps.len() as f32;
    assert!(steps.iter().all(|step| (0.75..1.25).contains(&(step / mean))), "{steps:?}");
}

#[test]
fn all_eyes_see_which_value_of_the_ramp_is_greater() {
    for vision in Vision::ALL {
        for pair in ramp().windows(2) {
            let [lower, higher] = [pair[0], pair[1]].map(|it| Lab::seen(it, vision).lightness);
            assert!(lower > higher + 0.008, "{pair:?} {vision:?}");
        }
    }
}

#[test]
fn opposite_colours_of_the_circle_are_apart_for_all_eyes() {
    let circle = circle();
    for vision in Vision::ALL {
        for index in 0..STEPS {
            let [one, other] =
                [index, (index + STEPS / 2) % STEPS].map(|index| Lab::seen(circle[index], vision));
            assert!(one.distance(other) > 0.1, "{index} {vision:?}");
        }
    }
}

#[test]
fn groups_are_apart_from_each_other_and_from_what_has_no_value() {
    let mut colours = groups().to_vec();
    colours.push(NO_VALUE);
    for vision in Vision::ALL {
        for (index, &colour) in colours.iter().enumerate() {
            for &other in &colours[..index] {
                let distance = Lab::seen(colour, vision).distance(Lab::seen(other, vision));
                assert!(distance > 0.035, "{colour:?} {other:?} {vision:?}: {distance}");
            }
        }
    }
}
