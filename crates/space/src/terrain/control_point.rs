//! Control points: the bases of a map, with their capture tiles and regions.

use serde::{Deserialize, Serialize};

use super::Cell;

/// A base that teams fight for, as OpenFire maps describe it.
///
/// The tile at [`capture`](Self::capture) usually has a capture mark; like the game, the reader
/// does not require it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ControlPoint {
    /// The name of the base.
    pub name: String,
    /// The tile at which it is captured.
    pub capture: Cell,
    /// The corners of the region that belongs to the base, in order around it.
    pub polygon: Vec<Cell>,
}

impl ControlPoint {
    /// Whether the tile belongs to the base: it lies within the polygon or on its outline, which
    /// runs through the centres of the corner tiles.
    #[must_use]
    pub fn owns(&self, cell: Cell) -> bool {
        let mut inside = false;
        for (index, &to) in self.polygon.iter().enumerate() {
            let from = self.polygon[index.checked_sub(1).unwrap_or(self.polygon.len() - 1)];
            let side = side_of_line(from, to, cell);
            if side == 0 && lies_between(from, to, cell) {
                return true;
            }
            let crosses_the_row = (from.y > cell.y) != (to.y > cell.y);
            if crosses_the_row && (side > 0) == (to.y > from.y) {
                inside = !inside;
            }
        }
        inside
    }
}

/// Positive, negative or zero as `c` lies on one side of the line from `a` to `b`, on the other, or
/// on it. The type is wide enough for all cells.
fn side_of_line(a: Cell, b: Cell, c: Cell) -> i128 {
    let difference = |to: u32, from: u32| i128::from(to) - i128::from(from);
    difference(b.x, a.x) * difference(c.y, a.y) - difference(b.y, a.y) * difference(c.x, a.x)
}

/// Whether `c` lies in the bounding rectangle of `a` and `b`.
fn lies_between(a: Cell, b: Cell, c: Cell) -> bool {
    (a.x.min(b.x)..=a.x.max(b.x)).contains(&c.x) && (a.y.min(b.y)..=a.y.max(b.y)).contains(&c.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tiles that a base owns, drawn as `x`.
    fn drawn(polygon: &[(u32, u32)], width: u32, height: u32) -> Vec<String> {
        let polygon = polygon.iter().map(|&corner| corner.into()).collect();
        let base = ControlPoint { name: "base".into(), capture: Cell::new(0, 0), polygon };
        let letter = |x, y| if base.owns(Cell::new(x, y)) { 'x' } else { '.' };
        (0..height).map(|y| (0..width).map(|x| letter(x, y)).collect()).collect()
    }

    #[test]
    fn a_rectangle_owns_its_outline_too() {
        assert_eq!(
            drawn(&[(1, 0), (4, 0), (4, 2), (1, 2)], 6, 4),
            [".xxxx.", ".xxxx.", ".xxxx.", "......"]
        );
    }

    #[test]
    fn a_dented_polygon_does_not_own_its_dent() {
        let around = [(0, 0), (1, 0), (1, 2), (3, 2), (3, 0), (4, 0), (4, 4), (0, 4)];
        let mut backwards = around;
        backwards.reverse();
        let expected = ["xx.xx", "xx.xx", "xxxxx", "xxxxx", "xxxxx"];
        assert_eq!(drawn(&around, 5, 5), expected);
        assert_eq!(drawn(&backwards, 5, 5), expected);
    }

    #[test]
    fn a_slanted_side_cuts_through_the_tiles() {
        assert_eq!(
            drawn(&[(0, 0), (4, 4), (0, 4)], 5, 5),
            ["x....", "xx...", "xxx..", "xxxx.", "xxxxx"]
        );
    }

    #[test]
    fn a_base_without_corners_owns_nothing() {
        assert_eq!(drawn(&[], 2, 1), [".."]);
    }

    #[test]
    fn far_corners_do_not_overflow() {
        let all = [(0, 0), (u32::MAX, 0), (u32::MAX, u32::MAX), (0, u32::MAX)];
        assert_eq!(drawn(&all, 2, 1), ["xx"]);
    }
}
