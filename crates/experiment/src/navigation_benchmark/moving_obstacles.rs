//! Measures one attempt among moving obstacles.
//!
//! In each turn every obstacle moves; one that would leave the world or hit the mover reverses
//! instead. Then the mover advances by one stride, which is its smaller side. A navigator that plans
//! a whole path follows it until an obstacle blocks it, and then replans. A navigator that decides
//! one move at a time decides the next when it has completed a move or is blocked. A mover without a
//! path waits a turn and tries again.

use std::collections::VecDeque;

use terrarium_navigation::{Method, ObstacleField, ObstacleKey, Outcome, Request, Search};
use terrarium_space::geometry::{Aabb, DVec2, Segment, lattice};

use super::indexed_scene::is_free;
use super::{Attempt, Ending, Gauge, Problem};

/// The limit of turns: a multiple of the turns for the straight line, plus a constant.
const TURN_LIMIT: (f64, f64) = (8.0, 400.0);

/// Runs a method among moving obstacles.
pub(super) fn attempt_as_they_move(
    gauge: &Gauge<'_>,
    problem: &Problem,
    method: &Method,
) -> Attempt {
    let half = problem.environment.scene.half;
    let stride = 2.0 * half.min_element();
    let mut obstacles = MovingObstacles::new(problem);
    let mut mover = Mover::new(problem.start, half);
    let mut planner = Planner::new(gauge, problem, method);
    let straight = problem.start.distance(problem.goal) / stride;
    let mut turns = straight * TURN_LIMIT.0 + TURN_LIMIT.1;
    let mut ending = Ending::GaveUp;
    while turns > 0.0 && !(gauge.stop)() {
        turns -= 1.0;
        obstacles.advance(&mover.body());
        let field = obstacles.field();
        if !mover.is_clear(stride, &field) {
            match planner.plan(&mover, &field) {
                Ok(waypoints) => mover.waypoints = waypoints.into(),
                Err(failed) => {
                    ending = failed;
                    break;
                }
            }
        }
        mover.advance(stride, &field);
        if mover.position == problem.goal {
            ending = Ending::Found;
            break;
        }
    }
    let Planner { steps, plans, micros, .. } = planner;
    Attempt {
        ending,
        path: mover.path,
        crossings: Vec::new(),
        raw_path: Vec::new(),
        steps,
        plans,
        micros,
    }
}

/// The obstacles at the current turn.
struct MovingObstacles {
    bounds: Aabb,
    boxes: Vec<Aabb>,
    velocities: Vec<DVec2>,
}

impl MovingObstacles {
    fn new(problem: &Problem) -> Self {
        let scene = &problem.environment.scene;
        Self {
            bounds: scene.area(),
            boxes: scene.boxes.clone(),
            velocities: problem.velocities.clone(),
        }
    }

    /// Moves every obstacle by its velocity, or reverses it at the border or at the `mover`.
    fn advance(&mut self, mover: &Aabb) {
        for (area, velocity) in self.boxes.iter_mut().zip(&mut self.velocities) {
            let next = area.translated(*velocity);
            if !self.bounds.contains_box(&next) {
                let beyond = next.min.cmplt(self.bounds.min) | next.max.cmpgt(self.bounds.max);
                *velocity = DVec2::select(beyond, -*velocity, *velocity);
            } else if next.overlaps(mover) {
                *velocity = -*velocity;
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

/// The mover and its plan.
struct Mover {
    position: DVec2,
    half: DVec2,
    /// The rest of the planned path.
    waypoints: VecDeque<DVec2>,
    path: Vec<DVec2>,
}

impl Mover {
    fn new(position: DVec2, half: DVec2) -> Self {
        Self { position, half, waypoints: VecDeque::new(), path: vec![position] }
    }

    fn body(&self) -> Aabb {
        Aabb::around(self.position, self.half)
    }

    /// The segments of the next stride along the planned path.
    fn segments(&self, stride: f64) -> Vec<Segment> {
        let mut segments = Vec::new();
        let (mut from, mut left) = (self.position, stride);
        for &to in &self.waypoints {
            let length = from.distance(to);
            if length <= left {
                segments.push(Segment::new(from, to));
                left -= length;
                from = to;
                continue;
            }
            let stop = lattice::snap_point(from.lerp(to, left / length));
            if stop != from {
                segments.push(Segment::new(from, stop));
            }
            break;
        }
        segments
    }

    /// Whether there is a planned path, and its next stride is free.
    fn is_clear(&self, stride: f64, field: &ObstacleField) -> bool {
        let segments = self.segments(stride);
        !segments.is_empty() && segments.iter().all(|segment| is_free(field, self.half, segment))
    }

    /// Moves one stride along the planned path, or as far as it is free.
    fn advance(&mut self, stride: f64, field: &ObstacleField) {
        for segment in self.segments(stride) {
            if !is_free(field, self.half, &segment) {
                break;
            }
            if self.waypoints.front() == Some(&segment.to) {
                self.waypoints.pop_front();
            }
            if segment.to != self.position {
                self.path.push(segment.to);
            }
            self.position = segment.to;
        }
    }
}

/// The navigator that plans for the mover.
struct Planner<'a> {
    gauge: &'a Gauge<'a>,
    problem: &'a Problem,
    method: &'a Method,
    /// The current search of a navigator that decides one move at a time.
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

    /// Plans from the position of the mover. Returns no waypoints if there is no path at present, and
    /// an error if the navigator has failed for good.
    fn plan(&mut self, mover: &Mover, field: &ObstacleField) -> Result<Vec<DVec2>, Ending> {
        self.plans += 1;
        let begin = (self.gauge.clock)();
        let plan = match self.search.take() {
            None => Ok(self.plan_path(mover, field)),
            Some(mut search) => {
                let before = u64::from(search.steps());
                let plan = next_move(&mut search, mover, field);
                self.steps += u64::from(search.steps()) - before;
                match plan {
                    // An obstacle may move and free the mover: restart from its position.
                    Err(Ending::Stuck) => {
                        self.search = Some(self.method.begin(self.request(mover)));
                        Ok(Vec::new())
                    }
                    plan => {
                        self.search = Some(search);
                        plan
                    }
                }
            }
        };
        self.micros += (self.gauge.clock)() - begin;
        plan
    }

    /// The request from the position of the mover.
    fn request(&self, mover: &Mover) -> Request {
        Request { start: mover.position, ..self.problem.request(self.gauge.budget) }
    }

    /// Plans a whole path; empty if there is none.
    fn plan_path(&mut self, mover: &Mover, field: &ObstacleField) -> Vec<DVec2> {
        let mut search = self.method.begin(self.request(mover));
        let outcome = self.gauge.finish(&mut search, field);
        self.steps += u64::from(search.steps());
        match outcome {
            Outcome::Found(waypoints) => waypoints,
            _ => Vec::new(),
        }
    }
}

/// The waypoints of the next move of a search that decides one move at a time.
fn next_move(
    search: &mut Search,
    mover: &Mover,
    field: &ObstacleField,
) -> Result<Vec<DVec2>, Ending> {
    if search.walk().last() != Some(&mover.position) {
        search.moved_to(mover.position);
    }
    let decided = search.walk().len();
    loop {
        let outcome = search.advance(field, 1);
        let path = search.walk();
        if path.len() > decided {
            return Ok(path[decided..].to_vec());
        }
        match outcome {
            None => {}
            Some(Outcome::Found(_)) => return Ok(Vec::new()),
            Some(failed) => return Err(Ending::from(&failed)),
        }
    }
}
