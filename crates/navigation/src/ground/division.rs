//! Division of the free space into rectangles of one cost.

use terrarium_space::geometry::{Aabb, DVec2};

use super::pieces::{IndexedArea, Piece, pieces_of_column};
use super::{Ground, cost_at};

/// A rectangle of the free space in which a unit of path has one cost. Some have no width or no
/// height: gaps into which the agent just fits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct CostRegion {
    pub area: Aabb,
    pub cost: f64,
}

/// Divides a free rectangle into rectangles of one cost, which do not overlap.
pub(super) fn divide(area: &Aabb, ground: &Ground, regions: &mut Vec<CostRegion>) {
    let areas = ground.areas_near(area);
    if areas.is_empty() {
        regions.push(CostRegion { area: *area, cost: 1.0 });
        return;
    }
    let mut open: Vec<usize> = Vec::new();
    for [left, right] in columns(area, &areas) {
        let near: Vec<IndexedArea> = areas
            .iter()
            .copied()
            .filter(|(_, it, _)| it.min.x <= right && it.max.x >= left)
            .collect();
        let mut next = Vec::new();
        for (low, Piece { end, cost }) in rows(area, (left + right) * 0.5, &near) {
            let goes_on = |&&region: &&usize| {
                let CostRegion { area, cost: before } = regions[region];
                before == cost && area.min.y == low && area.max.y == end
            };
            match open.iter().find(goes_on) {
                Some(&region) => {
                    regions[region].area.max.x = right;
                    next.push(region);
                }
                None => {
                    let area = Aabb { min: DVec2::new(left, low), max: DVec2::new(right, end) };
                    next.push(regions.len());
                    regions.push(CostRegion { area, cost });
                }
            }
        }
        open = next;
    }
}

/// The columns of a rectangle between the sides of areas.
fn columns(area: &Aabb, areas: &[IndexedArea]) -> Vec<[f64; 2]> {
    let (left, right) = (area.min.x, area.max.x);
    let mut sides: Vec<f64> = areas.iter().flat_map(|(_, it, _)| [it.min.x, it.max.x]).collect();
    sides.retain(|&x| left < x && x < right);
    sides.extend([left, right]);
    sides.sort_unstable_by(f64::total_cmp);
    sides.dedup();
    if let [only] = sides[..] {
        return vec![[only; 2]];
    }
    sides.windows(2).map(|pair| [pair[0], pair[1]]).collect()
}

/// The rows of a column of a rectangle, each with its lower end.
fn rows(area: &Aabb, x: f64, areas: &[IndexedArea]) -> Vec<(f64, Piece)> {
    let (low, high) = (area.min.y, area.max.y);
    if low == high {
        return vec![(low, Piece { end: high, cost: cost_at(DVec2::new(x, low), areas) })];
    }
    let mut start = low;
    let with_start = |piece: Piece| (std::mem::replace(&mut start, piece.end), piece);
    pieces_of_column(x, low, high, areas).into_iter().map(with_start).collect()
}
