//! The steps that a mover may take, the best first.
//!
//! - Where others are about to run into it, it chooses among sixteen **directions** by the time until it would
//!   collide with anybody, as if all went on as they go (velocity obstacles: Fiorini and Shiller 1998).
//! - Where it is **crowded**, it goes along the lines of a lattice as wide as its body. All who do so stand in
//!   rows, between which no room is lost, and follow each other.

use glam::DVec2;
use terrarium_creatures::behaviour::Blocker;
use terrarium_space::geometry::{Aabb, Heading, Segment};

use super::collision::{Collision, collision};
use super::lattice_lines::{Lines, spacing};
use super::mover::{Mover, Turn};
use super::neighbours::{Neighbour, NeighbourKind, Neighbourhood};
use crate::tick::plan::GRAZE;

/// For how long a mover looks ahead: the time in which it goes so many radii.
const HORIZON: f64 = 4.0;

/// The cost of a step back, where a step that gets no nearer costs 1.
const BACK: f64 = 2.0;

/// The cost of a collision at once.
const COLLISION: f64 = 4.0;

/// The share of it that counts for those that have not walked: they may give way, too.
const SHARED: f64 = 0.7;

/// The share of it that a step saves as it goes aside, even if it does not pass yet.
const MISSED: f64 = 0.5;

/// The cost of a step for which another has to make room that wants to go across; of one that wants to go
/// the same way it is 0, of one that comes towards it twice as much.
const ASKING: f64 = 0.75;

/// The cost of standing.
const STANDING: f64 = 0.2;

/// The cost of a change of velocity, where that of the pace costs as much.
const TURNING: f64 = 0.3;

/// The cost of a step to the left: all keep to the right.
const LEFT: f64 = 0.1;

/// The number of headings between directions.
const BETWEEN: u8 = Heading::COUNT / 16;

/// The cost of a step that leaves the lines of the lattice, in its spacings.
const OFF_LINE: f64 = 1.0 / 12.0;

/// The cost of standing where it is crowded, in spacings.
const CROWDED_STANDING: f64 = 1.0 / 3.0;

/// From how near a mover goes straight to its waypoint where it is crowded, in spacings.
const AT_WAYPOINT: f64 = 4.0;

/// A place to step to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Step {
    pub cost: f64,
    pub to: DVec2,
}

/// A mover that chooses a step.
pub(super) struct Choice<'a> {
    mover: &'a Mover,
    movers: &'a [Mover],
    neighbours: &'a Neighbourhood,
    /// The mover that asks it to make room.
    asked_by: Option<&'a Mover>,
    /// Whether the one for whom all make room is nearly at its waypoint.
    is_urgent: bool,
    /// How the movers around it go on.
    courses: Vec<Course>,
}

impl<'a> Choice<'a> {
    /// The choice of a mover, among its neighbours in its group and beyond. It may be asked to make room by the
    /// last of those in a chain.
    pub fn new(
        mover: &'a Mover,
        movers: &'a [Mover],
        neighbours: &'a Neighbourhood,
        asking: &[usize],
    ) -> Self {
        let asked_by = asking.last().map(|&by| &movers[by]);
        let is_urgent = asking.first().is_some_and(|&root| movers[root].is_nearly_there);
        let avoids = |it: &&Neighbour| !neighbours.is_crowded && !mover.goes_to(it.by);
        let courses = neighbours.all().iter().filter(avoids);
        let courses = courses.filter_map(|it| Course::new(it, movers));
        let courses = courses.filter(|it| it.may_be_met(mover)).collect();
        Self { mover, movers, neighbours, asked_by, is_urgent, courses }
    }

    /// Fills a list with the steps that the mover may take, the best first. `reach` tells where it gets
    /// toward a place. Returns with whom it would collide first.
    pub fn steps(&self, steps: &mut Vec<Step>, reach: &impl Fn(DVec2) -> DVec2) -> Option<Blocker> {
        steps.clear();
        let threat = self.add_steps(steps, reach);
        steps.sort_by(|a, b| a.cost.total_cmp(&b.cost));
        threat
    }

    fn add_steps(&self, steps: &mut Vec<Step>, reach: &impl Fn(DVec2) -> DVec2) -> Option<Blocker> {
        let wanted = self.mover.to - self.mover.from;
        let is_asked = self.asked_by.is_some();
        if wanted == DVec2::ZERO && !is_asked {
            return None;
        }
        if self.mover.steps_aside && !is_asked {
            steps.push(Step { cost: 0.0, to: self.mover.to });
            return None;
        }
        if self.neighbours.is_crowded {
            self.along_lines(steps, reach);
            return None;
        }
        let is_last = self.mover.is_nearly_there && !is_asked;
        let cost = if is_last { 0.0 } else { self.cost(self.mover.to) };
        steps.push(Step { cost, to: self.mover.to });
        let met = || self.meets(wanted).map(|it| (it.area.bounds(), 0.0, it.by));
        let threat = self.threat(wanted).map(|it| (it.area, it.time, it.by)).or_else(met);
        if threat.is_some() || is_asked {
            self.directions(steps, reach);
        }
        if let Some((area, time, _)) = threat {
            self.past(&area, time, steps, reach);
        }
        if let Some(by) = self.asked_by {
            self.beside(by, steps, reach);
            // Where two come towards each other, neither pushes the other back, unless it is nearly there.
            let is_opposite = !self.is_urgent && wanted.dot(by.to - by.from) < 0.0;
            let from = self.mover.from;
            steps.retain(|step| !is_opposite || (step.to - from).dot(wanted) >= 0.0);
        }
        threat.map(|(.., by)| by)
    }

    /// Adds steps into all directions, a shorter one, and none.
    fn directions(&self, steps: &mut Vec<Step>, reach: &impl Fn(DVec2) -> DVec2) {
        let Mover { from, pace, .. } = *self.mover;
        let ahead = (self.mover.to - from).normalize_or_zero();
        let away = self.asked_by.map_or(DVec2::X, |by| (from - by.from).normalize_or(DVec2::X));
        let ahead = if ahead == DVec2::ZERO { away } else { ahead };
        for turn in 1..Heading::COUNT / BETWEEN {
            let sides = [turn.div_ceil(2), Heading::COUNT / BETWEEN - turn.div_ceil(2)];
            let number = sides[usize::from(turn % 2 == 0)] * BETWEEN;
            let rotation = Heading::new(number).expect("less than a circle").vector();
            let to = reach(from + (ahead * rotation.x + ahead.perp() * rotation.y) * pace);
            steps.push(Step { cost: self.cost(to), to });
        }
        let wanted = self.mover.to - from;
        let axis = if wanted.x.abs() >= wanted.y.abs() { DVec2::X } else { DVec2::Y };
        // Whoever has gone aside keeps its distance although its waypoint is not straight ahead.
        let straight = from + axis * wanted.dot(axis);
        for to in [reach(from + wanted * 0.5), reach(straight), from] {
            steps.push(Step { cost: self.cost(to), to });
        }
    }

    /// Adds the steps that just clear the one that asks.
    fn beside(&self, by: &Mover, steps: &mut Vec<Step>, reach: &impl Fn(DVec2) -> DVec2) {
        let Mover { from, radius, pace, .. } = *self.mover;
        let Aabb { min, max } = by.body().inflated(DVec2::splat(radius));
        let sides = [
            DVec2::new(min.x, from.y),
            DVec2::new(max.x, from.y),
            DVec2::new(from.x, min.y),
            DVec2::new(from.x, max.y),
        ];
        let near = sides.into_iter().filter(|side| side.distance(from) <= pace).map(reach);
        steps.extend(near.map(|to| Step { cost: self.cost(to), to }));
    }

    /// What a step costs: collisions ahead, what it loses of the way to the waypoint, and standing.
    fn cost(&self, to: DVec2) -> f64 {
        let Mover { from, pace, .. } = *self.mover;
        let (wanted, step) = (self.mover.to - from, to - from);
        let most = wanted.length();
        let left_over = |place: DVec2| place.distance(self.mover.waypoint);
        let along = if most > 0.0 { left_over(from) - left_over(to) } else { -step.length() };
        let stands = if most > 0.0 { 1.0 - (step.length() / most).min(1.0) } else { 0.0 };
        let collision = self.threat(step).map_or(0.0, |threat| threat.cost);
        let asks = self.opposition(step);
        let back = (-along).max(0.0) * (BACK - 1.0);
        // Where y points down, what is on the left of a direction has a negative sign.
        let left = if most > 0.0 { (-wanted.perp_dot(step) / most).max(0.0) } else { 0.0 };
        let turned = (step - self.mover.velocity).length() * TURNING;
        let lost = most - along + back + left * LEFT + turned;
        COLLISION * collision + lost / pace + STANDING * stands + asks
    }

    /// The collision to which a step leads soonest, or with the least to spare; `None` within the horizon.
    fn threat(&self, step: DVec2) -> Option<Threat> {
        let Mover { from, pace, waypoint, travels, .. } = *self.mover;
        let horizon = horizon(self.mover);
        // What comes after the waypoint does not matter yet.
        let left = if travels { from.distance(waypoint) / pace } else { horizon };
        let threats = self.courses.iter().filter_map(|course| {
            let Course { area, velocity, share, by } = *course;
            let Collision { time, missing } =
                collision(&area, from, step - velocity, horizon.min(left))?;
            let cost = (1.0 - time / horizon) * share * (1.0 - MISSED * (1.0 - missing));
            let area = area.inflated(DVec2::splat(GRAZE)).translated(velocity * time);
            Some(Threat { cost, time, area, by })
        });
        threats.reduce(|a, b| if b.cost > a.cost { b } else { a })
    }

    /// The other mover that is where a step leads.
    fn meets(&self, step: DVec2) -> Option<&Neighbour> {
        let Mover { from, .. } = *self.mover;
        let step = Segment::new(from, from + step);
        let mut others =
            self.neighbours.touchable().iter().filter(|it| it.kind != NeighbourKind::Standing);
        others.find(|it| it.is_met(&step) && !self.mover.goes_to(it.by))
    }

    /// What it costs to ask another to make room for a step.
    fn opposition(&self, step: DVec2) -> f64 {
        let Some(met) = self.meets(step) else { return 0.0 };
        let wanted = match met.kind {
            NeighbourKind::Standing => DVec2::ZERO,
            NeighbourKind::Moving(velocity) => velocity,
            NeighbourKind::Member(member) => {
                let other = &self.movers[member];
                if other.travels { other.to - other.from } else { DVec2::ZERO }
            }
        };
        ASKING * (1.0 - step.normalize_or_zero().dot(wanted.normalize_or_zero()))
    }

    /// Adds the steps that just pass one with whom the mover would collide, on both sides.
    fn past(&self, area: &Aabb, time: f64, steps: &mut Vec<Step>, reach: &impl Fn(DVec2) -> DVec2) {
        let from = self.mover.from;
        let met = from + (self.mover.to - from) * time;
        let Aabb { min, max } = *area;
        let aside = ((met - area.centre()) / area.size()).abs();
        let sides = if aside.x > aside.y {
            [DVec2::new(met.x, min.y), DVec2::new(met.x, max.y)]
        } else {
            [DVec2::new(min.x, met.y), DVec2::new(max.x, met.y)]
        };
        let places = sides.into_iter().map(reach).filter(|place| *place != from);
        steps.extend(places.map(|to| Step { cost: self.cost(to), to }));
    }

    /// Adds steps along the lines of a lattice, straight to a waypoint that is near, and none.
    fn along_lines(&self, steps: &mut Vec<Step>, reach: &impl Fn(DVec2) -> DVec2) {
        let Mover { from, to, waypoint, radius, .. } = *self.mover;
        let spacing = spacing(radius * 2.0);
        let lines = [Lines::around(from.x, spacing), Lines::around(from.y, spacing)];
        let off_line = |axis: usize| if lines[axis].is_on { 0.0 } else { OFF_LINE * spacing };
        let ends = [
            (DVec2::new(lines[0].before, from.y), off_line(1)),
            (DVec2::new(lines[0].after, from.y), off_line(1)),
            (DVec2::new(from.x, lines[1].before), off_line(0)),
            (DVec2::new(from.x, lines[1].after), off_line(0)),
        ];
        let add = |(end, cost): (DVec2, f64)| {
            let to = reach(end);
            let left = if to == from { from } else { end };
            (to != from).then_some(Step { cost: cost + left.distance(waypoint), to })
        };
        steps.extend(ends.into_iter().filter_map(add));
        if !lines[0].is_on && !lines[1].is_on {
            let x = [lines[0].before, lines[0].after];
            let ends = x
                .into_iter()
                .flat_map(|x| [lines[1].before, lines[1].after].map(|y| (DVec2::new(x, y), 0.0)));
            steps.extend(ends.filter_map(add));
        }
        let left = from.distance(waypoint);
        if left <= AT_WAYPOINT * spacing && self.mover.travels {
            steps.push(Step { cost: -CROWDED_STANDING * spacing, to });
        }
        let standing = CROWDED_STANDING * spacing + off_line(0) + off_line(1);
        steps.push(Step { cost: left + standing, to: from });
    }
}

/// How another goes on.
struct Course {
    /// Where the mover's centre cannot be, but for a graze.
    area: Aabb,
    velocity: DVec2,
    /// The share of a collision with it that counts.
    share: f64,
    by: Blocker,
}

impl Course {
    /// The course of a neighbour that moves.
    fn new(neighbour: &Neighbour, movers: &[Mover]) -> Option<Self> {
        let area = neighbour.area.bounds().inflated(DVec2::splat(-GRAZE));
        let (area, velocity, share) = match neighbour.kind {
            NeighbourKind::Standing => return None,
            NeighbourKind::Moving(velocity) => (area, velocity, SHARED),
            NeighbourKind::Member(member) => {
                let other = &movers[member];
                let step = other.end - other.from;
                match other.turn {
                    Turn::Waiting => (area, other.expected(), SHARED),
                    Turn::Asking => (area, step, 1.0),
                    // It is looked at where it was.
                    Turn::Walked => (area.translated(-step), step, 1.0),
                }
            }
        };
        Some(Self { area, velocity, share, by: neighbour.by })
    }

    /// Whether the mover could collide with it within the horizon, whatever it did.
    fn may_be_met(&self, mover: &Mover) -> bool {
        let Self { area, velocity, .. } = self;
        let gap = (area.min - mover.from).max(mover.from - area.max);
        let toward = DVec2::select(area.min.cmpgt(mover.from), -*velocity, *velocity);
        gap.cmplt((toward + mover.longest).max(DVec2::ZERO) * horizon(mover)).all()
    }
}

/// For how many ticks a mover looks ahead.
fn horizon(mover: &Mover) -> f64 {
    HORIZON * mover.radius / mover.pace
}

/// A collision to come.
struct Threat {
    /// What it costs, as a share of one at once.
    cost: f64,
    /// The time until then.
    time: f64,
    /// Where the mover's centre cannot be then.
    area: Aabb,
    by: Blocker,
}
