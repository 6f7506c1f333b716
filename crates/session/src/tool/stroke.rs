//! The command of a tool at the end of a stroke.

use std::collections::BTreeSet;

use terrarium_run::record::Scene;
use terrarium_run::record::scene::Ground;
use terrarium_sim::tick::Command;
use terrarium_space::geometry::{Aabb, DVec2};
use terrarium_space::terrain::{Cell, Tile};

use super::{Brush, Grid, Tool, placed};
use crate::refusal::{Answer, refused};

/// Half the side of an area that stands for a place, in units.
const POINT: f64 = 1.0 / 1024.0;

/// The maximum number of places of a stroke.
const MOST_PLACES: usize = 4096;

impl Tool {
    /// The command of the tool after a stroke: the places from where the pointer went down to where it is. A click is one
    /// place; a rectangle has the first and the last one as corners.
    ///
    /// # Errors
    /// When there is nothing to be done there.
    pub fn command(self, stroke: &[DVec2], scene: &Scene) -> Answer<Command> {
        let (Some(&from), Some(&to)) = (stroke.first(), stroke.last()) else {
            return Err(refused("a stroke has at least one place"));
        };
        match self {
            Self::Add(spray) if spray.radius > 0.0 => {
                Ok(spray.command(spaced(stroke, spray.radius)))
            }
            Self::Add(spray) => Ok(Command::Add { species: spray.species, at: to }),
            Self::Wall if from == to => Err(refused("drag a rectangle to build a wall")),
            Self::Wall => Ok(Command::BuildWall { area: whole_tiles(&scene.ground, from, to) }),
            Self::Polygon if stroke.len() < 3 => {
                Err(refused("a polygon has at least three corners"))
            }
            Self::Polygon => Ok(Command::BuildPolygon { corners: stroke.to_vec() }),
            Self::RemoveWalls if from == to => {
                let area = wall_at(&scene.ground, to);
                let area = area.ok_or_else(|| {
                    refused("there is no wall here; click on a wall, or drag a rectangle over some")
                })?;
                Ok(Command::RemoveWalls { area })
            }
            Self::RemoveWalls => {
                Ok(Command::RemoveWalls { area: whole_tiles(&scene.ground, from, to) })
            }
            Self::Paint(brush) => Ok(painting(brush, stroke, scene)),
            Self::Calamity(calamity) => Ok(Command::Calamity(placed(calamity, to))),
        }
    }
}

/// Paints the tiles along a stroke. Without tiles there are none, and the world says why.
fn painting(brush: Brush, stroke: &[DVec2], scene: &Scene) -> Command {
    let Some(grid) = Grid::of(scene) else {
        return Command::PaintTiles { tile: brush.tile, cells: Vec::new() };
    };
    let places = spaced(stroke, brush.step(&grid));
    let places = places.iter().chain(stroke);
    let cells: BTreeSet<Cell> = places.flat_map(|&place| brush.cells(place, &grid)).collect();
    Command::PaintTiles { tile: brush.tile, cells: cells.into_iter().collect() }
}

/// Places along a stroke from its first one on, so far apart.
fn spaced(stroke: &[DVec2], step: f64) -> Vec<DVec2> {
    let mut places: Vec<DVec2> = stroke.first().copied().into_iter().collect();
    for &to in stroke {
        extend(&mut places, to, step);
    }
    places
}

/// Extends places toward another one, so far apart.
pub fn extend(places: &mut Vec<DVec2>, to: DVec2, step: f64) {
    let step = step.max(1.0);
    let Some(mut last) = places.last().copied() else { return };
    while last.distance(to) >= step && places.len() < MOST_PLACES {
        last += (to - last).normalize_or_zero() * step;
        places.push(last);
    }
}

/// The area of a wall that is dragged from one place to another: in worlds with tiles, whole tiles.
fn whole_tiles(ground: &Ground, from: DVec2, to: DVec2) -> Aabb {
    let area = Aabb::spanning(from, to);
    if ground.columns == 0 {
        return area;
    }
    let side = ground.tile_side;
    Aabb { min: (area.min / side).floor() * side, max: (area.max / side).ceil() * side }
}

/// The wall at a place: a built one, a polygon, or a tile of the terrain. Of a polygon, it is a small area within.
fn wall_at(ground: &Ground, place: DVec2) -> Option<Aabb> {
    let built = ground.walls.iter().find(|wall| wall.nearest_point(place) == place);
    let of_polygon = || {
        let is_there = ground.polygons.iter().any(|polygon| polygon.contains_inside(place));
        is_there.then(|| Aabb::square(place, POINT))
    };
    let of_tile = || {
        let corner = (place / ground.tile_side).floor() * ground.tile_side;
        let is_wall = ground.columns > 0 && ground.tile_at(place) == Some(Tile::Wall);
        is_wall.then(|| Aabb::spanning(corner, corner + ground.tile_side))
    };
    built.copied().or_else(of_polygon).or_else(of_tile)
}
