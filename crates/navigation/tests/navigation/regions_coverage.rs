//! The part of a line that obstacles cover, against a scan of all intervals, and the set of its ranks against that of
//! the standard library.

#[path = "../../src/regions/coverage.rs"]
mod coverage;
#[path = "../../src/regions/rank_set.rs"]
mod rank_set;

use std::collections::BTreeSet;

use proptest::prelude::*;

use coverage::{Coverage, Interval};
use rank_set::RankSet;

fn interval() -> impl Strategy<Value = Interval> {
    (0..20_u32, 1..8_u32).prop_map(|(low, length)| Interval { low, high: low + length })
}

proptest! {
    #[test]
    fn free_intervals_are_what_no_open_interval_covers(
        kept in prop::collection::vec(interval(), 0..8),
        removed in prop::collection::vec(interval(), 0..8),
        range in interval(),
    ) {
        let room = Interval { low: 2, high: 24 };
        let mut coverage = Coverage::around(room, 31);
        kept.iter().chain(&removed).for_each(|&it| coverage.add(it));
        removed.iter().for_each(|&it| coverage.remove(it));
        let mut free = Vec::new();
        coverage.free_within(room, &mut free);
        // All ends are integers, so half steps tell every point and every gap.
        for half in 0..60 {
            let at = f64::from(half) * 0.5;
            let is_inside = |it: &&Interval| f64::from(it.low) < at && at < f64::from(it.high);
            let is_covered = kept.iter().any(|it| is_inside(&it));
            let expected = (2.0..=24.0).contains(&at) && !is_covered;
            let holds = |it: &&Interval| f64::from(it.low) <= at && at <= f64::from(it.high);
            let hits = free.iter().filter(holds).count();
            prop_assert_eq!(hits, usize::from(expected), "{} in {:?}", at, free);
        }
        prop_assert!(free.is_sorted_by(|a, b| a.high < b.low));
        let mut near = Vec::new();
        coverage.free_within(range, &mut near);
        free.retain(|it| it.overlap(range).is_some());
        prop_assert_eq!(near, free, "of {:?}", range);
    }

    #[test]
    fn it_is_an_ordered_set(
        changes in prop::collection::vec((any::<bool>(), 0..9000_u32), 0..60),
        asked in prop::collection::vec(0..9000_u32, 1..20),
    ) {
        let (mut set, mut known) = (RankSet::new(9000), BTreeSet::new());
        for (is_new, number) in changes {
            if is_new {
                set.insert(number);
                known.insert(number);
            } else {
                set.remove(number);
                known.remove(&number);
            }
        }
        for number in asked {
            prop_assert_eq!(set.contains(number), known.contains(&number));
            prop_assert_eq!(set.next_from(number), known.range(number..).next().copied());
            prop_assert_eq!(set.last_before(number), known.range(..number).next_back().copied());
        }
        prop_assert!(set.within(100, 8000).eq(known.range(100..8000).copied()));
    }
}
