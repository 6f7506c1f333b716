//! Places in a scenario: those of founders (`at`), and walls.

use std::ops::RangeInclusive;

use terrarium_creatures::species::MATURE_RADIUS;
use terrarium_input::document::{Item, Section};
use terrarium_input::{Diagnostic, Located};
use terrarium_sim::world::{MAX_WALLS, WorldConfig};
use terrarium_space::geometry::{Aabb, DVec2, lattice};

use super::{FoundingError, Scenario};

/// The place of a founder.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FounderPlace {
    /// Its centre, in units.
    pub centre: DVec2,
    /// Its radius, in units; `None` if it is mature.
    pub radius: Option<f64>,
}

/// Reads the list `at` of a population.
pub(super) fn read_places(section: &Section<'_>) -> Result<Vec<Located<FounderPlace>>, Diagnostic> {
    const MEMBERS: &str = "places, such as [[120, 80], [360, 80]]";
    let Some(list) = section.get("at") else { return Ok(Vec::new()) };
    list.list(MEMBERS)?.iter().map(read_founder_place).collect()
}

fn read_founder_place(item: &Item) -> Result<Located<FounderPlace>, Diagnostic> {
    const MEMBERS: &str =
        "two or three numbers: x, y and the radius if it is not mature, such as [120, 80, 11]";
    let (x, y, radius) = match item.list(MEMBERS)? {
        [x, y] => (x, y, None),
        [x, y, radius] => (x, y, Some(radius)),
        _ => return Err(item.invalid_value(format!("give a list of {MEMBERS}"))),
    };
    let coordinate = |item: &Item| item.number_in(0.0..=lattice::LIMIT, "units").map(lattice::snap);
    let greatest = f64::from(*MATURE_RADIUS.end());
    let radius = radius.map(|item| item.number_in(1.0..=greatest, "units").map(lattice::snap));
    let centre = DVec2::new(coordinate(x)?, coordinate(y)?);
    let value = FounderPlace { centre, radius: radius.transpose()? };
    Ok(Located { value, location: item.location.clone() })
}

/// Reads a place in the world: its coordinates, on the lattice.
pub(super) fn read_place(item: &Item) -> Result<DVec2, Diagnostic> {
    read_point(item, 0.0..=lattice::LIMIT).map(lattice::snap_point)
}

/// Reads a point with coordinates in a range, in units.
pub(super) fn read_point(item: &Item, range: RangeInclusive<f64>) -> Result<DVec2, Diagnostic> {
    const MEMBERS: &str = "two numbers, x and y, such as [120, 80]";
    let [x, y] = item.list(MEMBERS)? else {
        return Err(item.invalid_value(format!("give a list of {MEMBERS}")));
    };
    let coordinate = |item: &Item| item.number_in(range.clone(), "units");
    Ok(DVec2::new(coordinate(x)?, coordinate(y)?))
}

/// Reads the list `walls`.
pub(super) fn read_walls(root: &Section<'_>) -> Result<Vec<Located<Aabb>>, Diagnostic> {
    let Some(list) = root.get("walls") else { return Ok(Vec::new()) };
    let walls = list.list("walls, such as [[100, 100, 124, 700]]")?;
    if walls.len() > MAX_WALLS {
        let problem = format!("there are {} walls", walls.len());
        return Err(list.location.error(problem, format!("give at most {MAX_WALLS}")));
    }
    walls.iter().map(read_wall).collect()
}

pub(super) fn read_wall(item: &Item) -> Result<Located<Aabb>, Diagnostic> {
    const MEMBERS: &str =
        "four numbers, the left, upper, right and lower edge, such as [100, 100, 124, 700]";
    let edges = item.list(MEMBERS)?;
    let [left, top, right, bottom] = edges else {
        return Err(item.invalid_value(format!("give a list of {MEMBERS}")));
    };
    let edge = |item: &Item| item.number_in(0.0..=lattice::LIMIT, "units").map(lattice::snap);
    let (min, max) = (DVec2::new(edge(left)?, edge(top)?), DVec2::new(edge(right)?, edge(bottom)?));
    if !min.cmplt(max).all() {
        let problem = "the wall has no area: its right or lower edge is not beyond the other";
        return Err(item.location.error(problem, format!("give {MEMBERS}")));
    }
    Ok(Located { value: Aabb { min, max }, location: item.location.clone() })
}

impl Scenario {
    /// The walls in a world with these bounds, which they must not leave. A scenario on another map has none of
    /// its walls.
    pub(super) fn walls_within(&self, config: &WorldConfig) -> Result<Vec<Aabb>, FoundingError> {
        if self.original_land.is_some() {
            return Ok(Vec::new());
        }
        let bounds = config.bounds;
        match self.walls.iter().find(|wall| !bounds.contains_box(&wall.value)) {
            None => Ok(self.walls.iter().map(|wall| wall.value).collect()),
            Some(wall) => {
                let DVec2 { x, y } = bounds.max;
                let remedy = format!("give edges from [0, 0] to [{x}, {y}]");
                let problem = "the wall extends beyond the world";
                Err(FoundingError::Misplaced(wall.location.error(problem, remedy)))
            }
        }
    }
}
