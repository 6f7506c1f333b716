//! Merging tiles into few boxes, to keep spatial indices small.

use super::{Cell, Terrain, Tile};
use crate::geometry::Aabb;

impl Terrain {
    /// The boxes, in units, of everything that is impassable now, walls included.
    ///
    /// They cover the impassable tiles exactly and do not overlap. Neighbouring boxes share edges,
    /// and tiles that meet in a corner share that point. An agent with a positive size cannot pass
    /// between such boxes, because inflated by its half-size they overlap; a point could, along the
    /// shared edge.
    #[must_use]
    pub fn obstacles(&self) -> Vec<Aabb> {
        self.merged_boxes(|tile| !tile.is_passable())
    }

    /// The tiles that satisfy `which` as few disjoint boxes, in units, that cover them exactly,
    /// ordered by their minimum: row by row, then from left to right.
    ///
    /// Each box starts at the first tile not covered yet, extends right to the end of the run of
    /// such tiles, and then down as far as the whole run continues without cutting a longer run in
    /// two. So no run along a row ever needs more than one box of its own: there are at most as
    /// many boxes as runs; on maps of rooms and mazes a quarter to a sixth as many, on caves half
    /// to two thirds. One pass, linear in the number of tiles.
    #[must_use]
    pub fn merged_boxes(&self, which: impl Fn(Tile) -> bool) -> Vec<Aabb> {
        let mut wanted: Vec<bool> = self.rows().flatten().map(which).collect();
        let (width, height) = (self.width() as usize, self.height() as usize);
        let mut boxes = Vec::new();
        for top in 0..height {
            let mut left = 0;
            while let Some(offset) = next(&wanted[top * width..][left..width], true) {
                left += offset;
                let run = next(&wanted[top * width..][left..width], false);
                let right = run.map_or(width, |run| left + run);
                let bottom = clear_down(&mut wanted, width, top, left, right);
                let cell = |x: usize, y: usize| Cell::new(x as u32, y as u32);
                boxes.push(self.span(cell(left, top), cell(right, bottom)));
                left = right;
            }
        }
        boxes
    }
}

/// The index of the next `value` in the row.
fn next(row: &[bool], value: bool) -> Option<usize> {
    row.iter().position(|&tile| tile == value)
}

/// Removes the columns `left..right` from the wanted tiles, from the row `top` down to the first
/// row in which not all of them are wanted, or in which the tiles on both sides of them are wanted
/// too; returns that row.
fn clear_down(wanted: &mut [bool], width: usize, top: usize, left: usize, right: usize) -> usize {
    let mut bottom = top;
    for row in wanted.chunks_exact_mut(width).skip(top) {
        let cuts = left > 0 && row[left - 1] && row.get(right) == Some(&true);
        let run = &mut row[left..right];
        if cuts || run.contains(&false) {
            break;
        }
        run.fill(false);
        bottom += 1;
    }
    bottom
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::geometry::DVec2;

    /// The obstacles of a text map with tiles of side 1, drawn with one letter per box.
    fn merged(rows: &[&str]) -> Vec<String> {
        let terrain = Terrain::from_rows("test", rows).unwrap().with_tile_side(1.0).unwrap();
        let boxes = terrain.obstacles();
        let letter = |cell| {
            let middle = terrain.cell_box(cell).centre();
            let mut letters = ('a'..).zip(&boxes).filter(|(_, b)| b.contains_inside(middle));
            letters.next().map_or(' ', |(letter, _)| letter)
        };
        (0..terrain.height())
            .map(|y| (0..terrain.width()).map(|x| letter(Cell::new(x, y))).collect())
            .collect()
    }

    #[test]
    fn a_rectangle_is_one_box() {
        assert_eq!(merged(&["    ", " .. ", " .. "]), ["    ", " aa ", " aa "]);
    }

    #[test]
    fn a_room_is_a_box_for_each_of_its_walls() {
        assert_eq!(
            merged(&["-----", "|   |", "|   |", "-- --"]),
            ["aaaaa", "b   c", "b   c", "bd ec"]
        );
    }

    #[test]
    fn a_box_does_not_cut_a_longer_run_in_two() {
        assert_eq!(merged(&[" - ", "---", " - "]), [" a ", "bbb", " c "]);
        assert_eq!(merged(&["-  ", "---", "-  "]), ["a  ", "abb", "a  "]);
    }

    #[test]
    fn impassable_tiles_of_different_kinds_merge() {
        assert_eq!(merged(&[".T@", "-s|", "1,#"]), ["aaa", "aaa", "   "]);
    }

    #[test]
    fn walls_can_be_merged_separately() {
        let terrain = Terrain::from_rows("test", [".--.", ".--."]).unwrap();
        let walls = terrain.merged_boxes(Tile::is_destructible);
        assert_eq!(walls, [Aabb::new(DVec2::new(32.0, 0.0), DVec2::new(96.0, 64.0))]);
        assert_eq!(terrain.merged_boxes(|t| !t.is_passable() && !t.is_destructible()).len(), 2);
    }

    #[test]
    fn open_ground_has_no_obstacles() {
        assert_eq!(Terrain::from_rows("test", [" # ", "1,c"]).unwrap().obstacles(), []);
    }

    /// The number of runs along the rows, which a simpler method would use.
    fn runs(rows: &[String]) -> usize {
        rows.iter().map(|row| row.split(' ').filter(|run| !run.is_empty()).count()).sum()
    }

    proptest! {
        #[test]
        fn the_boxes_cover_exactly_what_is_impassable_and_never_overlap(
            rows in (1_usize..14).prop_flat_map(|width| {
                prop::collection::vec(prop::collection::vec("[ ..-]", width), 1..14)
            }),
        ) {
            let rows: Vec<String> = rows.iter().map(|letters| letters.concat()).collect();
            let terrain = Terrain::from_rows("test", &rows).unwrap();
            let boxes = terrain.obstacles();
            for (cell, tile) in terrain.tiles() {
                let ground = terrain.cell_box(cell);
                let covering = boxes.iter().filter(|b| b.overlaps(&ground)).count();
                prop_assert_eq!(covering, usize::from(!tile.is_passable()), "at {}", cell);
                prop_assert!(boxes.iter().all(|b| !b.overlaps(&ground) || b.contains_box(&ground)));
            }
            for (index, one) in boxes.iter().enumerate() {
                prop_assert!(boxes[..index].iter().all(|other| !other.overlaps(one)));
            }
            prop_assert!(boxes.len() <= runs(&rows));
        }
    }
}
