//! The steps of the movers of a district, one after the other.
//!
//! A mover takes the best of its [`steps`](super::steps) that is free. Those whom a step meets, and who have
//! not walked yet, it asks to make room **first**: they take a step that clears it, and may ask others in turn.
//! Whoever is asked in vain stays where it was, and the next step is tried (priority inheritance with
//! backtracking: Okumura et al. 2022, for bodies of all sizes). If none can be taken, it goes as far as it can.

use glam::DVec2;
use terrarium_creatures::behaviour::Blocker;
use terrarium_space::Near;
use terrarium_space::geometry::{Aabb, Segment, Solid, lattice, slide};

use super::mover::{Mover, Turn};
use super::neighbours::{Neighbour, NeighbourKind, Neighbourhood, Surroundings, reach};
use super::steps::{Choice, Step};
use crate::tick::footing::Footing;
use crate::world::WorldConfig;

/// The longest chain of movers that ask each other.
const DEEPEST: usize = 16;

/// How often a mover is asked in vain before nobody asks it again in the tick.
const MOST_FAILURES: u8 = 2;

/// The largest number of others that a step may meet.
const MOST_MET: usize = 8;

/// What the walks of one thread use, one group after the other.
#[derive(Default)]
pub(super) struct Workspace {
    /// The pages of the index around a group.
    near: Near,
    /// The lists of movers that are done with them.
    spare: Vec<(Neighbourhood, Vec<Step>)>,
}

/// The movers of a group while they walk.
pub(super) struct Walk<'a> {
    pub movers: &'a mut [Mover],
    pub surroundings: Surroundings<'a>,
    pub config: &'a WorldConfig,
    pub workspace: &'a mut Workspace,
    /// Those that ask others to make room, each asked by the one before it.
    asking: Vec<usize>,
    /// Those that have walked since the first of them asked.
    walked: Vec<usize>,
    /// The number of the first of them.
    request: u32,
    pub index_queries: u64,
}

impl<'a> Walk<'a> {
    pub fn new(
        movers: &'a mut [Mover],
        surroundings: Surroundings<'a>,
        config: &'a WorldConfig,
        workspace: &'a mut Workspace,
    ) -> Self {
        let reached = movers.iter().map(|mover| {
            let reach = mover.radius + reach(mover).max(mover.longest) + surroundings.farthest;
            Aabb::square(mover.from, reach)
        });
        let reached = reached.reduce(|a, b| a.union(&b)).expect("no group without a mover");
        workspace.near.look_up(&surroundings.derived.index, &reached);
        let (asking, walked) = (Vec::new(), Vec::new());
        Self {
            movers,
            surroundings,
            config,
            workspace,
            asking,
            walked,
            request: 0,
            index_queries: 0,
        }
    }

    /// Lets all of them walk.
    pub fn run(&mut self) {
        for index in 0..self.movers.len() {
            let mover = &self.movers[index];
            if mover.travels && mover.turn == Turn::Waiting {
                self.request += 1;
                self.walked.clear();
                self.walk(index);
            }
        }
    }

    /// Lets a mover take a step. Returns whether it could: one that is asked must make room.
    fn walk(&mut self, index: usize) -> bool {
        let (mut neighbours, mut steps) = self.workspace.spare.pop().unwrap_or_default();
        self.surroundings.gather(self.movers, index, &self.workspace.near, &mut neighbours);
        self.index_queries += 1;
        let threat = self.choose(index, &neighbours, &mut steps);
        self.movers[index].turn = Turn::Asking;
        let touchable = neighbours.touchable();
        let has_walked = steps.iter().any(|step| self.take(index, step.to, touchable));
        let is_asked = !self.asking.is_empty();
        if !has_walked && !is_asked {
            let (place, _) = self.farthest(index, touchable);
            self.finish(index, place);
        }
        let is_done = has_walked || !is_asked;
        if is_done {
            self.tell_blocker(index, touchable, threat);
        } else {
            let mover = &mut self.movers[index];
            (mover.turn, mover.end) = (Turn::Waiting, mover.from);
            mover.failed = (self.request, mover.failed.1.saturating_add(1));
        }
        self.workspace.spare.push((neighbours, steps));
        is_done
    }

    /// The steps that a mover may take, the best first. Returns with whom it would collide first.
    fn choose(
        &self,
        index: usize,
        neighbours: &Neighbourhood,
        steps: &mut Vec<Step>,
    ) -> Option<Blocker> {
        let mover = &self.movers[index];
        let room = self.room(mover);
        let steering = &self.config.species(mover.species).steering;
        let footing = self.footing(index);
        let touchable = neighbours.touchable().iter();
        let standing = areas(touchable.filter(|it| it.kind == NeighbourKind::Standing));
        let reach = |place: DVec2| {
            let to = mover.step_toward(place, steering, footing, &room);
            if standing.is_empty() { to } else { past(mover, to, &standing, footing, &room).0 }
        };
        Choice::new(mover, self.movers, neighbours, &self.asking).steps(steps, &reach)
    }

    /// Takes a step if it is free, or those whom it meets make room.
    fn take(&mut self, index: usize, to: DVec2, neighbours: &[Neighbour]) -> bool {
        let mover = &self.movers[index];
        let step = Segment::new(mover.from, to);
        if self.asking.iter().any(|&by| self.collides(index, &step, by)) {
            return false;
        }
        let mut met = [0; MOST_MET];
        let mut count = 0;
        let asks = |it: &Neighbour| match it.kind {
            NeighbourKind::Member(other) => self.movers[other].turn == Turn::Asking,
            _ => false,
        };
        for neighbour in neighbours.iter().filter(|it| it.is_met(&step) && !asks(it)) {
            if to == mover.to && mover.goes_to(neighbour.by) {
                return self.graze(index, neighbours);
            }
            match neighbour.kind {
                NeighbourKind::Member(other) if self.may_ask(other) && count < MOST_MET => {
                    met[count] = other;
                    count += 1;
                }
                NeighbourKind::Standing if to == mover.to => return self.graze(index, neighbours),
                _ => return false,
            }
        }
        self.movers[index].end = to;
        if count == 0 || self.ask(index, &met[..count]) {
            self.finish(index, to);
            return true;
        }
        self.movers[index].end = self.movers[index].from;
        false
    }

    /// Goes as far as what stands lets it, if that is most of the step or it gets where it goes to.
    fn graze(&mut self, index: usize, neighbours: &[Neighbour]) -> bool {
        let (place, met) = self.farthest(index, neighbours);
        let mover = &self.movers[index];
        let step = Segment::new(mover.from, place);
        let gained = mover.from.distance(mover.waypoint) - place.distance(mover.waypoint);
        let is_enough = gained > mover.from.distance(mover.to) * 0.5
            || met.is_some_and(|met| mover.goes_to(neighbours[met].by));
        if !is_enough || self.asking.iter().any(|&by| self.collides(index, &step, by)) {
            return false;
        }
        self.finish(index, place);
        true
    }

    fn may_ask(&self, other: usize) -> bool {
        let other = &self.movers[other];
        other.turn == Turn::Waiting
            && other.failed.0 != self.request
            && other.failed.1 < MOST_FAILURES
            && self.asking.len() < DEEPEST
    }

    /// Asks those whom a step meets to walk first, so that they are out of its way. If one of them cannot, all
    /// who have walked for it stand again where they were.
    fn ask(&mut self, index: usize, met: &[usize]) -> bool {
        let before = self.walked.len();
        self.asking.push(index);
        let make_room = met.iter().all(|&other| match self.movers[other].turn {
            Turn::Waiting => self.movers[other].failed.0 != self.request && self.walk(other),
            Turn::Asking => false,
            // It has walked for another, and kept clear of this one.
            Turn::Walked => true,
        });
        self.asking.pop();
        if !make_room {
            for other in self.walked.drain(before..) {
                let other = &mut self.movers[other];
                (other.turn, other.end, other.by) = (Turn::Waiting, other.from, None);
            }
        }
        make_room
    }

    /// Whether a step collides with one that asks, if both walk at the same time.
    fn collides(&self, index: usize, step: &Segment, by: usize) -> bool {
        let (mover, by) = (&self.movers[index], &self.movers[by]);
        let area = Aabb::square(by.from, by.radius + mover.radius);
        Segment::new(step.from, step.to - (by.end - by.from)).enters(&area)
    }

    fn finish(&mut self, index: usize, place: DVec2) {
        let mover = &mut self.movers[index];
        (mover.turn, mover.end) = (Turn::Walked, place);
        self.walked.push(index);
    }

    /// How far a mover gets on the step that it wants: to what it meets first, and along it. And what that is.
    fn farthest(&mut self, index: usize, neighbours: &[Neighbour]) -> (DVec2, Option<usize>) {
        let footing = self.footing(index);
        let room = self.room(&self.movers[index]);
        let mover = &mut self.movers[index];
        let areas = areas(neighbours);
        let reached = past(mover, mover.to, &areas, footing, &room);
        match mover.aligned().filter(|_| reached.0 == mover.from) {
            Some(to) => {
                mover.to = to;
                past(mover, to, &areas, footing, &room)
            }
            None => reached,
        }
    }

    /// Tells a mover what stopped it, unless it got nearer to its waypoint beside it.
    fn tell_blocker(&mut self, index: usize, neighbours: &[Neighbour], threat: Option<Blocker>) {
        let mover = &self.movers[index];
        if mover.end == mover.to {
            return;
        }
        let walk = slide(mover.from, mover.to, &areas(neighbours), &self.room(mover));
        if walk.end == mover.end || !mover.is_nearer(mover.end) {
            self.movers[index].by = walk.blocker.map(|met| neighbours[met].by).or(threat);
        }
    }

    /// Where the centre of a mover can be within the world.
    fn room(&self, mover: &Mover) -> Aabb {
        self.config.bounds.inflated(DVec2::splat(-mover.radius))
    }

    fn footing(&self, index: usize) -> Option<&'a Footing> {
        self.surroundings.derived.footings.of_species(self.movers[index].species)
    }
}

/// Where a mover's centre cannot be because of others.
fn areas<'a>(neighbours: impl IntoIterator<Item = &'a Neighbour>) -> Vec<Solid> {
    neighbours.into_iter().map(|neighbour| neighbour.area.clone()).collect()
}

/// How far a mover gets toward a place: to what it meets first, and along it. And what that is.
fn past(
    mover: &Mover,
    to: DVec2,
    areas: &[Solid],
    footing: Option<&Footing>,
    room: &Aabb,
) -> (DVec2, Option<usize>) {
    let walk = slide(mover.from, to, areas, room);
    let end = match footing {
        Some(footing) if walk.end != to => {
            lattice::snap_point(footing.shortened(mover.from, walk.contact, walk.end, mover.pace))
        }
        _ => walk.end,
    };
    (end, walk.blocker)
}
