//! What all candidates do in a tick, in their own way.

use terrarium::geometry::Aabb;

use super::crowd::Crowd;

/// An index of bodies by place.
pub trait BodyIndex {
    /// The number of ticks after which its work repeats.
    const TICKS: u32 = 1;

    /// An index of a crowd.
    fn new(crowd: &Crowd) -> Self;

    /// Prepares the index for the queries of a tick.
    fn begin_tick(&mut self, _crowd: &Crowd) {}

    /// Calls `visit` with every body whose closed box meets the closed square in which an animal sees,
    /// given its place in the list of animals. Its own body may be among them.
    fn visit(&mut self, asker: usize, seen: &Aabb, visit: impl FnMut(u32, &Aabb));

    /// Takes notice of an animal that moved.
    fn relocate(&mut self, _slot: u32, _area: Aabb) {}
}

/// What the animals found in a tick.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Tally {
    pub found: u64,
    /// A sum over the slots and positions of the bodies that were found.
    sum: u64,
}

impl Tally {
    #[inline]
    fn add(&mut self, asker: u32, slot: u32, area: &Aabb) {
        if slot != asker {
            self.found += 1;
            let place = area.min.x.to_bits() ^ area.max.y.to_bits().rotate_left(32);
            let pair = u64::from(asker) << 32 | u64::from(slot);
            self.sum = self.sum.wrapping_add(place ^ pair.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        }
    }
}

/// A crowd with an index of it.
pub trait Candidate {
    /// Every animal asks for all that it sees; then all of them move.
    fn tick(&mut self) -> Tally;
}

struct Indexed<I> {
    crowd: Crowd,
    index: I,
}

/// A crowd with an index of a kind.
pub fn indexed<I: BodyIndex + 'static>(crowd: &Crowd) -> Box<dyn Candidate> {
    Box::new(Indexed { crowd: crowd.clone(), index: I::new(crowd) })
}

impl<I: BodyIndex> Candidate for Indexed<I> {
    fn tick(&mut self) -> Tally {
        let Self { crowd, index } = self;
        let mut tally = Tally::default();
        index.begin_tick(crowd);
        for (asker, &slot) in crowd.animals.iter().enumerate() {
            index.visit(asker, &crowd.seen_by(slot), |other, area| tally.add(slot, other, area));
        }
        for asker in 0..crowd.animals.len() {
            let slot = crowd.animals[asker];
            let area = crowd.step(slot);
            index.relocate(slot, area);
        }
        tally
    }
}
