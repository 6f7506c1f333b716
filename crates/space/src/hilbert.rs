//! The Hilbert curve, along which places near together follow each other.

use crate::geometry::{Aabb, DVec2};

/// Sorts `items` by where the middles of their boxes are on a Hilbert curve through all of them.
///
/// ```
/// use terrarium_space::geometry::{Aabb, DVec2};
/// use terrarium_space::hilbert::sort_along_curve;
///
/// let corners = [[0.0, 0.0], [9.0, 0.0], [0.0, 9.0], [9.0, 9.0]].map(DVec2::from_array);
/// let mut boxes = corners.map(|corner| Aabb::square(corner, 1.0)).to_vec();
/// sort_along_curve(&mut boxes, |area| *area);
/// assert_eq!(boxes[2].centre(), DVec2::new(9.0, 9.0));
/// ```
pub fn sort_along_curve<T: Copy>(items: &mut Vec<T>, area: impl Fn(&T) -> Aabb) {
    let order = order_along_curve(items, area);
    *items = order.into_iter().map(|(_, index)| items[index as usize]).collect();
}

/// Like [`sort_along_curve`], and those in the same cell of the curve by `key`: if keys are unique, the order does not
/// depend on the one before.
///
/// ```
/// use terrarium_space::geometry::{Aabb, DVec2};
/// use terrarium_space::hilbert::sort_along_curve_and_by;
///
/// let mut items = vec![(9.0, 1), (0.0, 3), (0.0, 2)];
/// let area = |&(x, _): &(f64, u32)| Aabb::square(DVec2::new(x, 0.0), 1.0);
/// sort_along_curve_and_by(&mut items, area, |&(_, key)| key);
/// assert_eq!(items.iter().map(|&(_, key)| key).collect::<Vec<_>>(), [2, 3, 1]);
/// ```
pub fn sort_along_curve_and_by<T: Copy, K: Ord>(
    items: &mut Vec<T>,
    area: impl Fn(&T) -> Aabb,
    key: impl Fn(&T) -> K,
) {
    let mut order = order_along_curve(items, area);
    for same in order.chunk_by_mut(|a, b| a.0 == b.0) {
        same.sort_unstable_by_key(|&(_, index)| key(&items[index as usize]));
    }
    *items = order.into_iter().map(|(_, index)| items[index as usize]).collect();
}

/// The cells of `items` along the curve, with their indices, which stay in order in the same cell.
fn order_along_curve<T>(items: &[T], area: impl Fn(&T) -> Aabb) -> Vec<(u32, u32)> {
    let middles = items.iter().map(|item| {
        let Aabb { min, max } = area(item);
        min + max
    });
    let (least, most) =
        middles.clone().fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(least, most), middle| {
            (least.min(middle), most.max(middle))
        });
    let side = DVec2::splat(f64::from(u16::MAX));
    let scale = side / (most - least).max(DVec2::splat(f64::MIN_POSITIVE));
    let mut order: Vec<(u32, u32)> = middles
        .zip(0..)
        .map(|(middle, index)| {
            let cell = ((middle - least) * scale).as_u16vec2();
            (along_curve(cell.x, cell.y), index)
        })
        .collect();
    radsort::sort_by_key(&mut order, |&(along, _)| along);
    order
}

/// The position of a cell along the Hilbert curve through a square with a side of 2¹⁶ cells.
#[must_use]
#[inline]
pub fn along_curve(x: u16, y: u16) -> u32 {
    let (mut along, mut attitude) = (0, 0);
    for shift in [12, 8, 4, 0] {
        let cell = (x >> shift & 15) << 4 | (y >> shift & 15);
        let (part, next) = STEPS[attitude as usize][cell as usize];
        along = along << 8 | u32::from(part);
        attitude = next;
    }
    along
}

/// For each of the curve's four orientations and each of 16 × 16 cells: which part of the curve passes through that
/// cell, and in which orientation.
static STEPS: [[(u8, u8); 256]; 4] = {
    // The same for each quarter.
    const QUARTERS: [[(u8, u8); 4]; 4] = [
        [(0, 1), (1, 0), (3, 3), (2, 0)],
        [(0, 0), (3, 2), (1, 1), (2, 1)],
        [(2, 2), (3, 1), (1, 2), (0, 3)],
        [(2, 3), (1, 3), (3, 0), (0, 2)],
    ];
    let mut steps = [[(0, 0); 256]; 4];
    let mut start = 0;
    while start < 4 {
        let mut cell = 0;
        while cell < 256 {
            let (mut along, mut attitude, mut bit) = (0, start, 4);
            while bit > 0 {
                bit -= 1;
                let quarter = (cell >> (4 + bit) & 1) << 1 | (cell >> bit & 1);
                let (part, next) = QUARTERS[attitude][quarter];
                along = along << 2 | part;
                attitude = next as usize;
            }
            steps[start][cell] = (along, attitude as u8);
            cell += 1;
        }
        start += 1;
    }
    steps
};
