//! One walk measured: among what moves.
//!
//! Turn by turn every obstacle moves; one that would leave the world or run into the mover turns back
//! instead. Then the mover goes a stride, its smaller side. Who plans a whole way
//! follows it until something stands in it, and plans anew then; who decides a move at a time is
//! asked for the next when it is at the end of the last, or is stopped. Whoever has no way waits a
//! turn and tries again.

use std::collections::VecDeque;

use super::ground::is_free;
use super::{Ending, Gauge, Problem, Walk};
use crate::geometry::{Aabb, DVec2, Segment, lattice};
use crate::navigation::{Method, ObstacleField, ObstacleKey, Outcome, Request, Search};

/// How many turns there are, as a multiple of those that the straight line takes, and besides.
const TURNS: (f64, f64) = (8.0, 400.0);

/// Has a method walk among obstacles that move.
pub(super) fn drive(gauge: &Gauge<'_>, problem: &Problem, method: &Method) -> Walk {
    let half = problem.ground.scene.half;
    let stride = 2.0 * half.min_element();
    let mut traffic = Traffic::of(problem);
    let mut mover = Mover::new(problem.start, half);
    let mut planner = Planner::new(gauge, problem, method);
    let straight = problem.start.distance(problem.goal) / stride;
    let mut turns = straight * TURNS.0 + TURNS.1;
    let mut ending = Ending::GaveUp;
    while turns > 0.0 {
        turns -= 1.0;
        traffic.advance(&mover.body());
        let field = traffic.field();
        if !mover.can_go(stride, &field) {
            match planner.plan(&mover, &field) {
                Ok(way) => mover.ahead = way.into(),
                Err(failed) => {
                    ending = failed;
                    break;
                }
            }
        }
        mover.go(stride, &field);
        if mover.at == problem.goal {
            ending = Ending::Found;
            break;
        }
    }
    let Planner { steps, plans, micros, .. } = planner;
    Walk { ending, path: mover.path, trail: Vec::new(), steps, plans, micros }
}

/// The obstacles as they are now.
struct Traffic {
    bounds: Aabb,
    boxes: Vec<Aabb>,
    drift: Vec<DVec2>,
}

impl Traffic {
    fn of(problem: &Problem) -> Self {
        let scene = &problem.ground.scene;
        Self { bounds: scene.area(), boxes: scene.boxes.clone(), drift: problem.drift.clone() }
    }

    /// Moves every obstacle by its drift; `mover` is in the way of some.
    fn advance(&mut self, mover: &Aabb) {
        for (area, drift) in self.boxes.iter_mut().zip(&mut self.drift) {
            let next = area.translated(*drift);
            if !self.bounds.contains_box(&next) {
                let beyond = next.min.cmplt(self.bounds.min) | next.max.cmpgt(self.bounds.max);
                *drift = DVec2::select(beyond, -*drift, *drift);
            } else if next.overlaps(mover) {
                *drift = -*drift;
            } else {
                *area = next;
            }
        }
    }

    fn field(&self) -> ObstacleField {
        let keys = (0..).map(ObstacleKey);
        ObstacleField::new(self.bounds, keys.zip(self.boxes.iter().copied()).collect())
    }
}

/// Who walks.
struct Mover {
    at: DVec2,
    half: DVec2,
    /// Where it means to go.
    ahead: VecDeque<DVec2>,
    path: Vec<DVec2>,
}

impl Mover {
    fn new(at: DVec2, half: DVec2) -> Self {
        Self { at, half, ahead: VecDeque::new(), path: vec![at] }
    }

    fn body(&self) -> Aabb {
        Aabb::around(self.at, self.half)
    }

    /// The parts of the next stride, from here on, as far as it means to go.
    fn legs(&self, stride: f64) -> Vec<Segment> {
        let mut legs = Vec::new();
        let (mut from, mut left) = (self.at, stride);
        for &to in &self.ahead {
            let length = from.distance(to);
            if length <= left {
                legs.push(Segment::new(from, to));
                left -= length;
                from = to;
                continue;
            }
            let stop = lattice::snap_point(from.lerp(to, left / length));
            if stop != from {
                legs.push(Segment::new(from, stop));
            }
            break;
        }
        legs
    }

    /// Whether it means to go anywhere, and nothing is in the way of the next stride.
    fn can_go(&self, stride: f64, field: &ObstacleField) -> bool {
        let legs = self.legs(stride);
        !legs.is_empty() && legs.iter().all(|leg| is_free(field, self.half, leg))
    }

    /// Goes a stride, or as far as it is free.
    fn go(&mut self, stride: f64, field: &ObstacleField) {
        for leg in self.legs(stride) {
            if !is_free(field, self.half, &leg) {
                break;
            }
            if self.ahead.front() == Some(&leg.to) {
                self.ahead.pop_front();
            }
            if leg.to != self.at {
                self.path.push(leg.to);
            }
            self.at = leg.to;
        }
    }
}

/// Who decides where to go.
struct Planner<'a> {
    gauge: &'a Gauge<'a>,
    problem: &'a Problem,
    method: &'a Method,
    /// The search that goes on, of who decides a move at a time.
    search: Option<Search>,
    steps: u64,
    plans: u32,
    micros: f64,
}

impl<'a> Planner<'a> {
    fn new(gauge: &'a Gauge<'a>, problem: &'a Problem, method: &'a Method) -> Self {
        let search =
            method.navigator().is_stepwise().then(|| method.begin(problem.request(gauge.budget)));
        Self { gauge, problem, method, search, steps: 0, plans: 0, micros: 0.0 }
    }

    /// The way on from where the mover is, empty when there is none for now; or how it failed for
    /// good.
    fn plan(&mut self, mover: &Mover, field: &ObstacleField) -> Result<Vec<DVec2>, Ending> {
        self.plans += 1;
        let begin = (self.gauge.clock)();
        let way = match self.search.take() {
            None => Ok(self.plan_whole(mover, field)),
            Some(mut search) => {
                let before = u64::from(search.steps());
                let way = next_move(&mut search, mover, field);
                self.steps += u64::from(search.steps()) - before;
                match way {
                    // Something may move and let it out: it begins again from where it is.
                    Err(Ending::Stuck) => {
                        self.search = Some(self.method.begin(self.request(mover)));
                        Ok(Vec::new())
                    }
                    way => {
                        self.search = Some(search);
                        way
                    }
                }
            }
        };
        self.micros += (self.gauge.clock)() - begin;
        way
    }

    /// The question from where the mover is.
    fn request(&self, mover: &Mover) -> Request {
        Request { start: mover.at, ..self.problem.request(self.gauge.budget) }
    }

    fn plan_whole(&mut self, mover: &Mover, field: &ObstacleField) -> Vec<DVec2> {
        let mut search = self.method.begin(self.request(mover));
        let outcome = loop {
            if let Some(outcome) = search.advance(field, u32::MAX) {
                break outcome;
            }
        };
        self.steps += u64::from(search.steps());
        match outcome {
            Outcome::Found(way) => way,
            _ => Vec::new(),
        }
    }
}

/// The next move of a search that decides one at a time.
fn next_move(
    search: &mut Search,
    mover: &Mover,
    field: &ObstacleField,
) -> Result<Vec<DVec2>, Ending> {
    if search.walk().last() != Some(&mover.at) {
        search.moved_to(mover.at);
    }
    let decided = search.walk().len();
    loop {
        let outcome = search.advance(field, 1);
        let walk = search.walk();
        if walk.len() > decided {
            return Ok(walk[decided..].to_vec());
        }
        match outcome {
            None => {}
            Some(Outcome::Found(_)) => return Ok(Vec::new()),
            Some(failed) => return Err(Ending::from(&failed)),
        }
    }
}
