//! When the commands of a timetable are due.

use proptest::prelude::*;
use terrarium_sim::world::{Intervention, TimedCommand};

proptest! {
    #[test]
    fn the_next_tick_is_the_first_at_which_it_is_due(
        tick in 0..40_u64,
        every in prop::option::of(1..9_u64),
        until in prop::option::of(0..60_u64),
        from in 0..60_u64,
    ) {
        let name = "reseed".to_owned();
        let intervention = Intervention::Reseed(1);
        let timed = TimedCommand { name, tick, every, until, intervention };
        let expected = (from..200).find(|&tick| timed.is_due(tick));
        prop_assert_eq!(timed.next(from), expected);
    }
}
