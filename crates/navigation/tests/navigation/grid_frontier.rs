//! The order in which searches on grids expand nodes.

#[path = "../../src/grid/frontier.rs"]
mod frontier;

use proptest::prelude::*;

use frontier::{Entry, Frontier};

proptest! {
    #[test]
    fn entries_come_out_in_order(
        entries in prop::collection::vec((0..9_u64, 0..3_u64, 0..9_u32), 0..200),
    ) {
        let mut frontier = Frontier::default();
        let entries = entries.into_iter();
        let mut entries: Vec<Entry> =
            entries.map(|(bound, ahead, node)| Entry::new(bound, ahead << 16, node)).collect();
        entries.iter().for_each(|&entry| frontier.push(entry));
        if let Some(&entry) = entries.last() {
            frontier.push(Entry::new(0, 0, 0));
            frontier.pop();
            frontier.push(Entry::new(0, 0, 0));
            frontier.replace(entry);
            entries.push(entry);
        }
        entries.sort_unstable();
        let mut kept = frontier.entries().to_vec();
        kept.sort_unstable();
        prop_assert_eq!(&kept, &entries);
        prop_assert_eq!(frontier.peek(), entries.first().copied());
        let popped: Vec<Entry> = std::iter::from_fn(|| frontier.pop()).collect();
        prop_assert!(popped.is_sorted_by_key(|entry| entry.bound));
        prop_assert!(popped.iter().all(|entry| entry.node() < 9));
        prop_assert_eq!(popped, entries);
    }
}
