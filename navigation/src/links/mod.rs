//! Links between places that no walk connects, or only a longer one: ferries, tunnels, jumps.

mod bounds;
mod search;

use serde::{Deserialize, Serialize};

use crate::geometry::DVec2;
use crate::input::spelling;
pub use search::LinkSearch;

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crossing {
    /// The index of the link in its set.
    pub link: u32,
    /// Whether it is used from `to` to `from`.
    pub is_backward: bool,
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

impl Link {
    /// Its ends in the direction of travel.
    #[must_use]
    pub fn ends(&self, is_backward: bool) -> [DVec2; 2] {
        if is_backward { [self.to, self.from] } else { [self.from, self.to] }
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

    /// The length of a path through `waypoints`: what is walked, and the costs of the links.
    ///
    /// # Panics
    /// When a crossing is not one of this path over these links.
    #[must_use]
    pub fn path_length(&self, start: DVec2, waypoints: &[DVec2], crossings: &[Crossing]) -> f64 {
        let mut crossings = crossings.iter().peekable();
        let starts = [start].into_iter().chain(waypoints.iter().copied());
        let mut length = 0.0;
        for (index, (from, &to)) in starts.zip(waypoints).enumerate() {
            length += match crossings.next_if(|crossing| crossing.waypoint == index) {
                Some(crossing) => self.links[crossing.link as usize].cost,
                None => from.distance(to),
            };
        }
        length
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
