//! Links between places that no walk connects, or only a longer one: ferries, tunnels, jumps.

mod bounds;
mod search;

use serde::{Deserialize, Serialize};
use terrarium_input::spelling;
use terrarium_space::geometry::DVec2;

pub use search::LinkSearch;

use crate::path_length;
use crate::regions::Regions;

/// A link: an agent whose centre is at one end can go to the other, whatever lies between.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// Its name, unique among the links of a set.
    pub name: String,
    /// The end at which it begins.
    pub from: DVec2,
    /// The end at which it ends.
    pub to: DVec2,
    /// Its length, in units of path: at least 0. It may be less than the distance of its ends.
    pub cost: f64,
    /// Whether it leads from `to` to `from` as well.
    pub both_ways: bool,
    /// Whether it can be used.
    pub is_open: bool,
}

/// A set of links, in the order in which they were added.
///
/// ```
/// use terrarium_navigation::geometry::{Aabb, DVec2};
/// use terrarium_navigation::links::{Link, LinkSearch, Links};
/// use terrarium_navigation::{Goal, Method, ObstacleField, ObstacleKey, Outcome, Request};
///
/// let world = Aabb::new(DVec2::ZERO, DVec2::new(20.0, 10.0));
/// let river = Aabb::new(DVec2::new(9.0, 0.0), DVec2::new(11.0, 10.0));
/// let field = ObstacleField::new(world, vec![(ObstacleKey(0), river)]);
/// let [landing, quay] = [DVec2::new(8.0, 5.0), DVec2::new(12.0, 5.0)];
/// let ferry = Link {
///     name: "ferry".to_owned(),
///     from: landing,
///     to: quay,
///     cost: 10.0,
///     both_ways: false,
///     is_open: true,
/// };
/// let links = Links::new([ferry]).unwrap();
/// let goal = DVec2::new(18.0, 5.0);
/// let request = Request::new(DVec2::new(2.0, 5.0), Goal::Point(goal), DVec2::splat(0.5));
/// let mut search = LinkSearch::new(Method::default(), request, &links);
/// let outcome = search.advance(&field, u32::MAX);
/// assert_eq!(outcome, Some(Outcome::Found(vec![landing, quay, goal])));
/// assert_eq!(search.cost(), Some(6.0 + 10.0 + 6.0));
/// let crossings = search.crossings();
/// assert_eq!((crossings[0].link, crossings[0].waypoint), (0, 1));
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Links {
    links: Vec<Link>,
}

/// The maximum number of links in a set.
pub const MAX_LINKS: usize = 1024;

/// Where a path leads over a link.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Crossing {
    /// The index of the link in its set.
    pub link: u32,
    /// Whether it is used from `to` to `from`.
    pub is_backward: bool,
    /// The cost of the link.
    pub cost: f64,
    /// The index of the waypoint at the far end. The one before it, or the start, is at the near end.
    pub waypoint: usize,
}

/// Why a link cannot be added, removed or found.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum LinkError {
    /// A cost is negative or not finite.
    #[error("the link {name:?} cannot cost {cost}; give a finite cost of at least 0")]
    Cost {
        /// The name of the link.
        name: String,
        /// The cost.
        cost: f64,
    },
    /// An end is not finite.
    #[error("an end of the link {name:?} is not finite; give finite coordinates")]
    Place {
        /// The name of the link.
        name: String,
    },
    /// Another link has this name.
    #[error("there is already a link {name:?}; give each link a name of its own")]
    Taken {
        /// The name.
        name: String,
    },
    /// No link has this name.
    #[error("there is no link {name:?}{hint}")]
    Unknown {
        /// The name.
        name: String,
        /// The names that could be meant.
        hint: String,
    },
    /// There are too many links.
    #[error("there are more than {MAX_LINKS} links; leave some out")]
    TooMany,
}

/// The length of a path through `waypoints`: what is walked, and the costs of the links.
#[must_use]
pub fn linked_length(start: DVec2, waypoints: &[DVec2], crossings: &[Crossing]) -> f64 {
    let points: Vec<DVec2> = [start].into_iter().chain(waypoints.iter().copied()).collect();
    let walked = walked_parts(&points, crossings).into_iter();
    let walked = walked.map(|part| part.split_first().map_or(0.0, |(a, b)| path_length(*a, b)));
    let links = crossings.iter().map(|crossing| crossing.cost);
    walked.chain(links).fold(0.0, std::ops::Add::add)
}

/// The parts of a path that are walked, before, between and after its links. The points of the path
/// include its start.
#[must_use]
pub fn walked_parts<'a>(points: &'a [DVec2], crossings: &[Crossing]) -> Vec<&'a [DVec2]> {
    let (mut parts, mut rest, mut passed) = (Vec::with_capacity(crossings.len() + 1), points, 0);
    for crossing in crossings {
        let (part, after) = rest.split_at((crossing.waypoint + 1 - passed).min(rest.len()));
        parts.push(part);
        (rest, passed) = (after, crossing.waypoint + 1);
    }
    parts.push(rest);
    parts
}

impl Link {
    /// Its ends in the direction of travel.
    #[must_use]
    pub fn ends(&self, is_backward: bool) -> [DVec2; 2] {
        if is_backward { [self.to, self.from] } else { [self.from, self.to] }
    }

    /// The directions in which it leads, open or not: whether each is the one from `to` to `from`.
    #[must_use]
    pub fn directions(&self) -> &'static [bool] {
        if self.both_ways { &[false, true] } else { &[false] }
    }
}

impl Links {
    /// A set with these links.
    ///
    /// # Errors
    /// When one of them is refused; see [`insert`](Self::insert).
    pub fn new(links: impl IntoIterator<Item = Link>) -> Result<Self, LinkError> {
        let mut set = Self::default();
        links.into_iter().try_for_each(|link| set.insert(link))?;
        Ok(set)
    }

    /// Adds a link.
    ///
    /// # Errors
    /// When its name is taken, its cost is negative, a number is not finite, or there are [`MAX_LINKS`]
    /// already.
    pub fn insert(&mut self, link: Link) -> Result<(), LinkError> {
        let Link { name, cost, .. } = &link;
        if !(cost.is_finite() && *cost >= 0.0) {
            return Err(LinkError::Cost { name: name.clone(), cost: *cost });
        }
        if !(link.from.is_finite() && link.to.is_finite()) {
            return Err(LinkError::Place { name: name.clone() });
        }
        if self.position(name).is_some() {
            return Err(LinkError::Taken { name: name.clone() });
        }
        if self.links.len() >= MAX_LINKS {
            return Err(LinkError::TooMany);
        }
        self.links.push(link);
        Ok(())
    }

    /// Removes a link. The indices of those after it go down by one.
    ///
    /// # Errors
    /// When there is none of this name.
    pub fn remove(&mut self, name: &str) -> Result<Link, LinkError> {
        let index = self.known(name)?;
        Ok(self.links.remove(index))
    }

    /// Opens or closes a link. Returns whether it was open.
    ///
    /// # Errors
    /// When there is none of this name.
    pub fn set_open(&mut self, name: &str, is_open: bool) -> Result<bool, LinkError> {
        let index = self.known(name)?;
        Ok(std::mem::replace(&mut self.links[index].is_open, is_open))
    }

    /// The link with an index.
    #[must_use]
    pub fn get(&self, index: u32) -> Option<&Link> {
        self.links.get(index as usize)
    }

    /// The links, in the order of their indices.
    pub fn iter(&self) -> impl Iterator<Item = &Link> {
        self.links.iter()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.links.is_empty()
    }

    /// The reachable point with the least straight distance to `goal`, over open links too; `None` if the
    /// start is not in the free space. See [`Regions::nearest_reachable`].
    #[must_use]
    pub fn nearest_reachable(&self, regions: &Regions, start: DVec2, goal: DVec2) -> Option<DVec2> {
        let open = self.links.iter().filter(|link| link.is_open);
        let ways = |link| Link::directions(link).iter().map(|&is_backward| link.ends(is_backward));
        let mut ahead: Vec<[DVec2; 2]> = open.flat_map(ways).collect();
        let mut places = vec![start];
        let mut nearest: Option<DVec2> = None;
        while let Some(place) = places.pop() {
            let found = regions.nearest_reachable(place, goal);
            let is_nearer = |found: &DVec2| {
                nearest.is_none_or(|nearest| found.distance(goal) < nearest.distance(goal))
            };
            nearest = found.filter(is_nearer).or(nearest);
            let leads_on = |[near, _]: &mut [DVec2; 2]| regions.check(place, *near).is_ok();
            places.extend(ahead.extract_if(.., leads_on).map(|[_, far]| far));
        }
        nearest
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|link| link.name == name)
    }

    fn known(&self, name: &str) -> Result<usize, LinkError> {
        self.position(name).ok_or_else(|| {
            let names = || self.links.iter().map(|link| link.name.as_str());
            let nearest = spelling::hint(spelling::nearest(name, names()));
            let all = match self.links.is_empty() {
                true => "there are no links".to_owned(),
                false => format!("there are {}", spelling::listed(names())),
            };
            LinkError::Unknown { name: name.to_owned(), hint: format!("{nearest}; {all}") }
        })
    }
}
