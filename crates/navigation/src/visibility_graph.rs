//! The shortest path among convex shapes: A* over their mutually visible corners.

use core::cmp::Ordering;
use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use terrarium_space::geometry::{Aabb, DVec2, Segment, turn};

use super::best_first::{BestFirst, is_length};
use super::coincident::Coincident;
use super::shapes::Shapes;
use super::view::{Gap, Seen, View, straight_on};
use super::{Barrier, ObstacleKey};

/// Where a path leads, and what it must not enter.
pub(super) struct Scene<'a> {
    pub shapes: &'a Shapes<'a>,
    /// The area in which the agent's centre may be.
    pub room: Aabb,
    /// The closed box at which a path ends.
    pub target: Aabb,
    /// Places in the target at which a path may end, besides the nearest.
    pub ends: &'a [DVec2],
}

/// A search for the shortest path among shapes.
///
/// A shortest path bends only at corners of shapes, and only around them. So A* expands corners,
/// and of the corners in view considers those at which the view of their shape ends. A view is
/// limited to a distance; the gaps that remain between the shapes within it are candidates of their
/// own, with a lower bound of the length of the paths through them, and are looked into only when no
/// other candidate is more promising. So the search queries only what lies near candidate paths, and
/// needs no known path to begin with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct VisibilityGraph {
    /// The corners reached, by the key of their obstacle and their index.
    reached: BestFirst<Place, (ObstacleKey, u32)>,
    /// The gaps and ends that were open once, in order of discovery.
    sights: Vec<Sight>,
    /// Those that are open: the lower bound of the length through one, as bits, and its index.
    open: BTreeSet<(u64, u32)>,
    /// The distance of the first view from a place.
    range: f64,
    /// The weight of the estimate of the rest: the path is longer than the shortest by at most this
    /// factor.
    weight: f64,
    /// The path, once it is known; none when there is none.
    path: Option<Option<Vec<DVec2>>>,
}

/// The start or a corner.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Place {
    point: DVec2,
    /// How a path bends at a corner; none at the start.
    bend: Option<Bend>,
}

/// The bend of a path around a corner.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Bend {
    /// Whether the shape is on the left.
    to_the_left: bool,
    /// The shape's next corner in the direction of the path.
    next: DVec2,
}

/// A part of the view from a place.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
struct Sight {
    /// The index of the place.
    place: u32,
    at: DVec2,
    part: Part,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
enum Part {
    /// A gap through which nothing blocks the view up to a distance.
    Gap(Gap, f64),
    /// An end of the path that may be visible.
    End(DVec2),
}

/// The maximum weight of the estimate.
pub(super) const MAX_WEIGHT: f64 = 100.0;

/// With more shapes in a view than this, the distance of the first view shrinks.
const MANY: usize = 6;

/// With fewer shapes in a view than this, the distance of the first view grows.
const FEW: usize = 2;

impl VisibilityGraph {
    /// A search that has not begun. `range` is the distance of the first view, not zero; the path is
    /// longer than the shortest by at most the factor `weight`.
    pub fn new(start: DVec2, range: f64, weight: f64) -> Self {
        Self {
            reached: BestFirst::new(Place { point: start, bend: None }),
            sights: Vec::new(),
            open: BTreeSet::new(),
            range,
            weight,
            path: None,
        }
    }

    /// The waypoints after the start, or none when there is no path, once that is known.
    pub fn path(&self) -> Option<Option<&[DVec2]>> {
        self.path.as_ref().map(|path| path.as_deref())
    }

    /// Expands the most promising place, or looks into the most promising sight.
    pub fn step(&mut self, scene: &Scene) {
        let place = self.reached.bound();
        let sight = self.open.first().map(|&(bound, _)| f64::from_bits(bound));
        match (place, sight) {
            _ if self.path.is_some() => {}
            (None, None) => self.path = Some(None),
            (Some(place), Some(sight)) if sight <= place => self.look(scene),
            (None, Some(_)) => self.look(scene),
            (Some(_), _) => self.expand(scene),
        }
    }

    /// Whether all numbers are finite and all references resolve.
    pub fn is_sound(&self) -> bool {
        let mut path = self.path.iter().flatten().flatten();
        self.reached.is_sound(Place::is_sound)
            && self.sights.iter().all(|sight| {
                (sight.place as usize) < self.reached.places().count() && sight.is_sound()
            })
            && self.open.iter().all(|&(_, index)| (index as usize) < self.sights.len())
            && is_length(self.range)
            && self.range > 0.0
            && (1.0..=MAX_WEIGHT).contains(&self.weight)
            && path.all(|point| point.is_finite())
    }

    fn expand(&mut self, scene: &Scene) {
        let Some(index) = self.reached.expand() else { return };
        let node = *self.reached.node(index);
        let at = node.place.point;
        let before = self.reached.parent(index).point;
        let gaps: Vec<Gap> = match node.place.bend {
            None => Gap::around(at, scene.target.nearest_point(at)).to_vec(),
            Some(bend) => {
                let ahead = straight_on(before, at, !bend.to_the_left);
                let (right, left) =
                    if bend.to_the_left { (ahead, bend.next) } else { (bend.next, ahead) };
                Gap::between(at, right, left).collect()
            }
        };
        let ends =
            core::iter::once(scene.target.nearest_point(at)).chain(scene.ends.iter().copied());
        for end in ends.filter(|&end| node.place.leads_to(before, end)) {
            self.open(index, at, Part::End(end), node.length + at.distance(end));
        }
        let mut most = 0;
        for gap in gaps {
            most = most.max(self.look_through(scene, index, gap, [0.0, self.range]));
        }
        if most > MANY {
            self.range *= 0.8;
        } else if most < FEW {
            self.range = (self.range * 1.25).min(scene.room.size().length() + f64::MIN_POSITIVE);
        }
    }

    /// Looks into the most promising sight.
    fn look(&mut self, scene: &Scene) {
        let Some((_, index)) = self.open.pop_first() else { return };
        let Sight { place, at, part } = self.sights[index as usize];
        match part {
            Part::End(end) => {
                if scene.shapes.is_free(&Segment::new(at, end)) {
                    self.path = Some(Some(self.path_through(place, end)));
                }
            }
            Part::Gap(gap, range) => {
                self.look_through(scene, place, gap, [range, range * 2.0]);
            }
        }
    }

    /// Opens what is in view through a gap and farther away than the first distance. Returns the
    /// number of shapes in view.
    fn look_through(
        &mut self,
        scene: &Scene,
        index: u32,
        gap: Gap,
        [near, far]: [f64; 2],
    ) -> usize {
        let node = *self.reached.node(index);
        let (at, before) = (node.place.point, self.reached.parent(index).point);
        let view = View::new(scene.shapes, at, gap, far);
        let mut coincident = Coincident::among(view.seen().len());
        for seen in view.seen() {
            for (corner, to_the_left) in seen.edges.into_iter().zip([true, false]) {
                let bend = Place::at(seen, corner, to_the_left);
                let step = at.distance(bend.point);
                if !coincident.is_known(bend.point, to_the_left.into())
                    && near < step
                    && step <= far
                    && gap.holds(at, bend.point)
                    && node.place.leads_to(before, bend.point)
                    && scene.room.nearest_point(bend.point) == bend.point
                {
                    self.reach(scene, index, (seen, corner), bend, &view);
                }
            }
        }
        let corner = at - scene.room.centre();
        if far < (corner.abs() + scene.room.size() * 0.5).length() {
            for gap in view.gaps() {
                let bound = node.length + gap.detour(at, far, &scene.target, self.weight);
                self.open(index, at, Part::Gap(gap, far), bound);
            }
        }
        view.seen().len()
    }

    /// Opens a corner, if it is visible and this is the shortest path to it so far.
    fn reach(
        &mut self,
        scene: &Scene,
        index: u32,
        (seen, corner): (&Seen, usize),
        place: Place,
        view: &View,
    ) {
        let Barrier::Obstacle(key) = seen.shape.barrier else { return };
        let key = (key, u32::try_from(corner).unwrap_or(u32::MAX));
        let from = self.reached.node(index);
        let length = from.length + from.place.point.distance(place.point);
        if self.reached.is_shorter(&key, length) && view.is_free(place.point) {
            let bound = length + scene.target.distance_to(place.point) * self.weight;
            self.reached.reach(key, place, length, index, bound);
        }
    }

    fn open(&mut self, place: u32, at: DVec2, part: Part, bound: f64) {
        let index = u32::try_from(self.sights.len()).unwrap_or(u32::MAX);
        self.sights.push(Sight { place, at, part });
        self.open.insert((bound.to_bits(), index));
    }

    /// The waypoints from the start through a place to the end.
    fn path_through(&self, index: u32, end: DVec2) -> Vec<DVec2> {
        let mut path = vec![end];
        path.extend(self.reached.path_back(index).map(|place| place.point));
        path.extend(self.reached.places().next().map(|start| start.point));
        path.dedup();
        path.pop();
        path.reverse();
        path
    }
}

impl Place {
    /// The corner at which the view of a shape ends. A path around it has the shape on the left if
    /// that is its right end.
    fn at(seen: &Seen, corner: usize, to_the_left: bool) -> Self {
        let corners = seen.shape.area.corners();
        let next = if to_the_left { corner + 1 } else { corner + corners.len() - 1 };
        let bend = Bend { to_the_left, next: corners[next % corners.len()] };
        Self { point: corners[corner], bend: Some(bend) }
    }

    /// Whether a taut string from `before` around this place can lead to a point.
    fn leads_to(&self, before: DVec2, point: DVec2) -> bool {
        let Some(Bend { to_the_left, next }) = self.bend else { return true };
        let inward = if to_the_left { Ordering::Greater } else { Ordering::Less };
        turn(before, self.point, point) == inward && turn(self.point, next, point) != inward
    }

    fn is_sound(&self) -> bool {
        self.point.is_finite()
            && self.bend.is_none_or(|bend| bend.next.is_finite() && bend.next != self.point)
    }
}

impl Sight {
    fn is_sound(&self) -> bool {
        self.at.is_finite()
            && match self.part {
                Part::Gap(gap, range) => is_length(range) && gap.is_sound(self.at),
                Part::End(end) => end.is_finite(),
            }
    }
}
