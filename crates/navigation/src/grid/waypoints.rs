//! Converting cells to waypoints.

use terrarium_space::geometry::{DVec2, turn};

use super::squares::Grid;

/// The waypoints from the start through the centres of cells to the arrival point. Between cells
/// the path leads diagonally first and then straight. Points at which it does not bend are left
/// out.
pub(super) fn to_waypoints(start: DVec2, grid: &Grid, cells: &[u32], arrival: DVec2) -> Vec<DVec2> {
    let mut path = vec![start];
    let is_exact = grid.is_exact();
    let mut from: Option<[i32; 2]> = None;
    for &cell in cells {
        let to = grid.place(cell);
        if let Some(mut at) = from.filter(|&from| from != to) {
            let [x, y] = [to[0] - at[0], to[1] - at[1]];
            let diagonal = x.abs().min(y.abs());
            // Cell by cell where centres are rounded, because a long segment past a corner could
            // cut it.
            let stride = if is_exact { diagonal.max(1) } else { 1 };
            for _ in 0..diagonal / stride {
                at = [at[0] + x.signum() * stride, at[1] + y.signum() * stride];
                path.push(grid.centre_of(grid.number(at)));
            }
        }
        path.push(grid.centre_of(cell));
        from = Some(to);
    }
    path.push(arrival);
    simplified(&path)
}

/// The same path without its start, and without the points at which it does not bend.
pub(super) fn simplified(path: &[DVec2]) -> Vec<DVec2> {
    let mut bends: Vec<DVec2> = Vec::with_capacity(path.len().min(64));
    for &point in path {
        if bends.last() == Some(&point) {
            continue;
        }
        if let [.., before, last] = bends[..]
            && (last - before).dot(point - last) > 0.0
            && turn(before, last, point).is_eq()
        {
            bends.pop();
        }
        bends.push(point);
    }
    if !bends.is_empty() {
        bends.remove(0);
    }
    bends
}
