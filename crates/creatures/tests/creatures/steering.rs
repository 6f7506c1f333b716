//! How fast creatures turn and change their pace.

use terrarium_creatures::species::Steering;

const CAR: Steering = Steering { turn_rate: Some(4), acceleration: Some(0.5) };

#[test]
fn slowing_down_takes_the_acceleration_in_every_tick_and_ends_in_time() {
    for (distance, then) in [(100.0, 0.0), (37.3, 1.7), (3.0, 2.0), (0.2, 0.0)] {
        let (mut left, mut pace) = (distance, CAR.before(distance, then));
        while left > pace {
            left -= pace;
            let next = CAR.before(left, then);
            assert!((pace - next - 0.5).abs() < 1e-9, "{pace} {next}");
            pace = next;
        }
        // In the tick after this one it is in the bend.
        assert!(pace - then <= 0.5 + 1e-9, "{pace} {then}");
    }
}

#[test]
fn sharper_bends_are_slower_and_a_turn_of_more_than_a_right_angle_is_on_the_spot() {
    let paces: Vec<f64> = (0..=64).map(|bend| CAR.through(bend)).collect();
    assert!(paces[0].is_infinite() && paces.windows(2).all(|pair| pair[0] > pair[1]));
    // A reversal of the velocity changes it by twice its length.
    assert_eq!(CAR.through(64), 0.25);
    assert_eq!([0, 4, 36, 64].map(|turn| CAR.along(10.0, turn)), [10.0, 10.0, 0.0, 0.0]);
    assert!((CAR.along(10.0, 4 + 16) - 50_f64.sqrt()).abs() < 1e-9);
}

#[test]
fn an_immediate_creature_has_no_limits() {
    let any = Steering::default();
    assert!(any.is_immediate() && any.is_sound());
    assert_eq!(any.along(7.0, 64), 7.0);
    assert!(any.through(64).is_infinite() && any.before(0.0, 0.0).is_infinite());
}
