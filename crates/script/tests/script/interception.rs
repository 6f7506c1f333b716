//! The point at which a creature meets another one.

use proptest::prelude::*;
use rhai::{Array, Map};
use terrarium_creatures::behaviour::SightingKind;
use terrarium_creatures::rules::Rules;
use terrarium_script::decode;
use terrarium_space::geometry::{Aabb, DVec2};
use terrarium_testing::turns::{run, script_with, sighting, turn};

/// Where a creature at the origin meets one at `to` that moves by `velocity` per tick, at a speed.
fn intercept(to: DVec2, velocity: DVec2, speed: f64) -> Option<DVec2> {
    let source = "fn on_tick() { memory.met = intercept(11, param(\"speed\")); }";
    let behaviour = script_with(source, &[("speed", speed)], &Rules::default()).unwrap();
    let mut other = sighting(11, SightingKind::Herbivore, 0.0);
    (other.centre, other.velocity) = (to, velocity);
    let sight = [other];
    let mut turn = turn(&sight, &[]);
    turn.senses.me.centre = DVec2::ZERO;
    // It meets nobody beyond the border.
    turn.senses.bounds = Aabb::square(DVec2::ZERO, 1e15);
    let done = run(&*behaviour, turn);
    assert_eq!(done.fault, None);
    let memory = decode(done.memory.bytes()).cast::<Map>();
    let met = memory["met"].read_lock::<Array>()?;
    let [x, y] = [0, 1].map(|part| met[part].as_float().unwrap());
    Some(DVec2::new(x, y))
}

proptest! {
    #[test]
    fn one_is_at_the_meeting_point_at_the_same_time(
        x in -500.0..500.0, y in -500.0..500.0, vx in -20.0..20.0, vy in -20.0..20.0, speed in 1.0..40.0,
    ) {
        let (to, velocity) = (DVec2::new(x, y), DVec2::new(vx, vy));
        match intercept(to, velocity, speed) {
            Some(met) => {
                let ticks = met.length() / speed;
                prop_assert!((to + velocity * ticks).distance(met) < 1e-6 * (1.0 + met.length()));
            }
            None => prop_assert!(velocity.length() >= speed),
        }
    }
}
