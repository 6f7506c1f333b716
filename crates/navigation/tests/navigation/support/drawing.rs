//! Worlds drawn with letters: each is a box, `s` the start, `g` the goal of a unit square. A
//! character is one unit wide.

use std::collections::BTreeMap;

use terrarium_navigation::geometry::{Aabb, DVec2};
use terrarium_navigation::{Goal, ObstacleField, ObstacleKey, Request};

pub struct Drawing {
    pub field: ObstacleField,
    pub boxes: Vec<Aabb>,
    pub request: Request,
}

impl Drawing {
    /// Reads rows of which the first has the smallest y.
    pub fn read(rows: &[Vec<char>]) -> Self {
        let mut boxes: BTreeMap<char, Aabb> = BTreeMap::new();
        let (mut start, mut goal) = (DVec2::ZERO, DVec2::ZERO);
        for (y, row) in (0_u32..).zip(rows) {
            for (x, &mark) in (0_u32..).zip(row) {
                let place = DVec2::new(f64::from(x), f64::from(y));
                let cell = Aabb::square(place, 0.5);
                match mark {
                    's' => start = place,
                    'g' => goal = place,
                    'A'..='Z' => {
                        boxes.entry(mark).and_modify(|b| *b = b.union(&cell)).or_insert(cell);
                    }
                    _ => {}
                }
            }
        }
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let far = DVec2::new(width as f64, rows.len() as f64);
        let bounds = Aabb::new(DVec2::splat(-0.5), far - DVec2::splat(0.5));
        let named = boxes.iter().map(|(&name, &aabb)| (key(name), aabb)).collect();
        Self {
            field: ObstacleField::new(bounds, named),
            boxes: boxes.into_values().collect(),
            request: Request::new(start, Goal::Point(goal), DVec2::splat(0.5)),
        }
    }
}

/// The key of the box with this letter.
pub fn key(name: char) -> ObstacleKey {
    ObstacleKey(u64::from(u32::from(name)))
}
