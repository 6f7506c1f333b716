//! The pieces of a segment, each of one cost.

use std::collections::BTreeMap;

use terrarium_space::geometry::{Aabb, Segment};

/// A piece of a line: from the end of the piece before it to `end`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Piece {
    pub end: f64,
    /// The cost of a unit of path.
    pub cost: f64,
}

/// Where an area begins or ends on one side of a line.
#[derive(Debug, Clone, Copy)]
struct Change {
    at: f64,
    side: usize,
    index: u64,
    /// The cost of an area that begins; `None` where it ends.
    begins: Option<f64>,
}

/// An area with its index and its cost. Of areas that overlap, the one with the highest index applies;
/// along a border, the lower cost of its two sides.
pub(super) type IndexedArea = (u64, Aabb, f64);

/// Divides a segment into pieces of one cost, whose ends are fractions of it.
pub(super) fn pieces(segment: &Segment, areas: &[IndexedArea]) -> Vec<Piece> {
    pieces_between(0.0, 1.0, areas, |area, is_high| span(segment, area, is_high))
}

/// Divides the line at `x` from `low` to `high` into pieces of one cost, whose ends are heights.
pub(super) fn pieces_of_column(x: f64, low: f64, high: f64, areas: &[IndexedArea]) -> Vec<Piece> {
    pieces_between(low, high, areas, |area, is_high| {
        let rows = [area.min.y.max(low), area.max.y.min(high)];
        (is_beside(x, area.min.x, area.max.x, is_high) && rows[0] < rows[1]).then_some(rows)
    })
}

fn pieces_between(
    start: f64,
    end: f64,
    areas: &[IndexedArea],
    span: impl Fn(&Aabb, bool) -> Option<[f64; 2]>,
) -> Vec<Piece> {
    let mut changes = Vec::new();
    for (index, area, cost) in areas {
        for side in 0..2 {
            if let Some([start, end]) = span(area, side == 1) {
                let change = |at, begins| Change { at, side, index: *index, begins };
                changes.extend([change(start, Some(*cost)), change(end, None)]);
            }
        }
    }
    changes.sort_unstable_by(|a, b| {
        a.at.total_cmp(&b.at).then((a.side, a.index).cmp(&(b.side, b.index)))
    });
    let mut covers = [BTreeMap::new(), BTreeMap::new()];
    let mut pieces: Vec<Piece> = Vec::new();
    let mut add = |end: f64, covers: &[BTreeMap<u64, f64>; 2]| {
        let last = |covers: &BTreeMap<u64, f64>| covers.last_key_value().map(|(_, &cost)| cost);
        let [low, high] = [0, 1].map(|side: usize| last(&covers[side]).unwrap_or(1.0));
        let cost = low.min(high);
        match pieces.last_mut() {
            Some(last) if last.cost == cost => last.end = end,
            Some(last) if last.end == end => {}
            None if end == start => {}
            _ => pieces.push(Piece { end, cost }),
        }
    };
    for here in changes.chunk_by(|a, b| a.at == b.at) {
        add(here[0].at, &covers);
        for change in here {
            let covers = &mut covers[change.side];
            match change.begins {
                Some(cost) => covers.insert(change.index, cost),
                None => covers.remove(&change.index),
            };
        }
    }
    add(end, &covers);
    pieces
}

/// From where to where an area covers one side of a segment, as fractions of it. Only a segment along
/// an axis has two sides that can be covered differently.
fn span(segment: &Segment, area: &Aabb, is_high: bool) -> Option<[f64; 2]> {
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    for axis in [0, 1] {
        let (from, to) = (segment.from[axis], segment.to[axis]);
        let (min, max) = (area.min[axis], area.max[axis]);
        if from == to {
            if !is_beside(from, min, max, is_high) {
                return None;
            }
        } else {
            let [a, b] = [min, max].map(|side| (side - from) / (to - from));
            start = start.max(a.min(b));
            end = end.min(a.max(b));
        }
    }
    (start < end).then_some([start, end])
}

/// Whether an area between two coordinates covers the higher or the lower side of another.
pub(super) fn is_beside(at: f64, min: f64, max: f64, is_high: bool) -> bool {
    if is_high { min <= at && at < max } else { min < at && at <= max }
}
