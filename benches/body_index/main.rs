//! Measures what a tick asks of the index of bodies: every animal asks for all bodies within its sight,
//! then moves. Compares the index of worlds, which is an R-tree of pages, with cells that follow the density, with
//! R*-trees of `rstar`, with a hierarchy of boxes of `parry2d` that is fitted again, with flat arrays sorted by cell, and
//! by cell in a crowded cell, with a packed Hilbert R-tree of `static_aabb2d_index`, and with neighbour lists that are
//! kept for several ticks.
//!
//! `cargo bench -p terrarium-benches --bench body_index`; an optional argument is a list of numbers of
//! bodies: `-- 10000,100000`. All on one thread, in turn; the numbers are the processor time of the fastest of
//! several rounds. Before any time is taken, all candidates must have found the same; and again in all ticks that
//! are timed.
//!
//! What is built anew in a tick answers as of its beginning. The index of worlds, adaptive cells, the R*-tree that is
//! updated in place, and the lists know at any time where each body is, as movement needs it.
#![allow(clippy::cast_precision_loss, reason = "a benchmark prints rounded figures")]

mod adaptive_cells;
mod candidate;
mod crowd;
mod hilbert_tree;
mod neighbour_lists;
mod nested_cells;
mod r_star;
mod r_tree_of_pages;
mod refitted_bvh;
mod sorted_cells;

use terrarium::space::Index;

use cpu_time::ThreadTime;

use self::adaptive_cells::AdaptiveCells;
use self::candidate::{BodyIndex, Candidate, Tally, indexed};
use self::crowd::{Crowd, SITUATIONS, Situation};
use self::hilbert_tree::HilbertTree;
use self::neighbour_lists::NeighbourLists;
use self::nested_cells::NestedCells;
use self::refitted_bvh::RefittedBvh;
use self::sorted_cells::SortedCells;

/// The seconds after which a candidate is given no further round, and the number of rounds that suffice.
const ENOUGH: (f64, u32) = (0.15, 20);

/// The number of ticks before those that are timed.
const WARM_UP: u32 = 2;

fn main() {
    println!("Measures the index of bodies, beside what others have for it.\n");
    println!("Nanoseconds per animal and tick, to ask for all within sight and to move:\n");
    let argument = std::env::args().skip(1).find(|it| !it.starts_with("--"));
    let sizes = argument.unwrap_or_else(|| "10000,100000".to_owned());
    let columns: Vec<&str> = kinds().iter().map(|kind| kind.name).collect();
    println!("| situation | bodies | found per query | {} |", columns.join(" | "));
    println!("|---|---|---|{}", "---|".repeat(columns.len()));
    for situation in SITUATIONS {
        for size in sizes.split(',') {
            print_row(&situation, size.parse().expect("a number of bodies"));
        }
    }
}

/// A kind of index.
struct Kind {
    name: &'static str,
    ticks: u32,
    new: fn(&Crowd) -> Box<dyn Candidate>,
}

fn kind<I: BodyIndex + 'static>(name: &'static str) -> Kind {
    Kind { name, ticks: I::TICKS, new: indexed::<I> }
}

fn kinds() -> [Kind; 11] {
    [
        kind::<Index>("R-tree of pages (`Index`)"),
        kind::<AdaptiveCells>("adaptive cells"),
        kind::<r_star::Updated>("R*-tree in place"),
        kind::<r_star::Loaded>("R*-tree anew"),
        kind::<RefittedBvh>("fitted BVH"),
        kind::<SortedCells>("sorted arrays"),
        kind::<NestedCells>("nested cells"),
        kind::<HilbertTree>("packed Hilbert tree"),
        kind::<NeighbourLists<2>>("lists for 2 ticks"),
        kind::<NeighbourLists<4>>("4 ticks"),
        kind::<NeighbourLists<8>>("8 ticks"),
    ]
}

/// A candidate, what it has found in each tick, and its times in seconds.
struct Entry {
    kind: Kind,
    candidate: Box<dyn Candidate>,
    tallies: Vec<Tally>,
    spent: f64,
    fastest_tick: f64,
}

impl Entry {
    fn new(kind: Kind, crowd: &Crowd) -> Self {
        let candidate = (kind.new)(crowd);
        let mut entry =
            Self { kind, candidate, tallies: Vec::new(), spent: 0.0, fastest_tick: f64::INFINITY };
        entry.tick(WARM_UP);
        entry
    }

    fn tick(&mut self, ticks: u32) {
        self.tallies.extend((0..ticks).map(|_| self.candidate.tick()));
    }

    fn time(&mut self) {
        let start = ThreadTime::now();
        self.tick(self.kind.ticks);
        let seconds = start.elapsed().as_secs_f64();
        self.spent += seconds;
        self.fastest_tick = self.fastest_tick.min(seconds / f64::from(self.kind.ticks));
    }
}

/// Whether all have found the same in the ticks that they share.
fn assert_agreement(entries: &[Entry]) {
    for pair in entries.windows(2) {
        let same = pair[0].tallies.iter().zip(&pair[1].tallies).all(|(one, other)| one == other);
        assert!(same, "{} and {} find the same", pair[0].kind.name, pair[1].kind.name);
    }
}

fn print_row(situation: &Situation, bodies: u32) {
    let crowd = Crowd::new(situation, bodies);
    let mut entries: Vec<Entry> =
        kinds().into_iter().map(|kind| Entry::new(kind, &crowd)).collect();
    assert_agreement(&entries);
    for _ in 0..ENOUGH.1 {
        entries.iter_mut().filter(|entry| entry.spent < ENOUGH.0).for_each(Entry::time);
    }
    assert_agreement(&entries);
    let animals = crowd.animals.len() as f64;
    let times: Vec<f64> = entries.iter().map(|it| it.fastest_tick / animals * 1e9).collect();
    let best = times.iter().copied().fold(f64::INFINITY, f64::min);
    let cells: Vec<String> = times
        .iter()
        .map(|&time| if time == best { format!("**{time:.0}**") } else { format!("{time:.0}") })
        .collect();
    let found = entries[0].tallies[0].found as f64 / animals;
    println!("| {} | {bodies} | {found:.1} | {} |", situation.name, cells.join(" | "));
}
