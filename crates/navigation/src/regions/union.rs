//! Decomposition of a union of rectangles, as the sweep over obstacles decomposes what they leave free.

use std::cmp::Ordering;

use terrarium_space::geometry::{Aabb, DVec2};

use super::portal::Portal;
use super::sweep::Decomposition;

/// A closed interval of a vertical line.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Span {
    low: f64,
    high: f64,
}

/// The rectangles found so far.
struct Union<'a> {
    found: Decomposition,
    /// The rectangles that the line crosses, from low to high.
    open: Vec<(Span, u32)>,
    /// Sorted by x, then y.
    cuts: &'a [DVec2],
}

impl Decomposition {
    /// Decomposes what closed rectangles cover, which may overlap and touch. At `cuts`, which are sorted by
    /// x, then y, rectangles end and begin in any case, and have no portals.
    pub fn of_union(mut pieces: Vec<Aabb>, cuts: &[DVec2]) -> Self {
        pieces.sort_by(|a, b| compare(a.min.x, b.min.x));
        let mut lines: Vec<f64> = pieces.iter().flat_map(|it| [it.min.x, it.max.x]).collect();
        lines.sort_by(|a, b| compare(*a, *b));
        lines.dedup();
        let mut union = Union { found: Self::default(), open: Vec::new(), cuts };
        let mut rest = pieces.into_iter().peekable();
        let mut near: Vec<Aabb> = Vec::new();
        for x in lines {
            near.extend(std::iter::from_fn(|| rest.next_if(|piece| piece.min.x <= x)));
            let on_line = spans(&near);
            near.retain(|piece| piece.max.x > x);
            union.advance(x, &on_line, &spans(&near));
        }
        union.found
    }
}

impl Union<'_> {
    /// Moves the line to `x`. What is covered there and to the right of it is given from low to high.
    fn advance(&mut self, x: f64, on_line: &[Span], mut after: &[Span]) {
        let open = std::mem::take(&mut self.open);
        let mut before = &open[..];
        for line in on_line {
            let count = before.partition_point(|(rows, _)| rows.low <= line.high);
            let (left, others) = before.split_at(count);
            before = others;
            let count = after.partition_point(|rows| rows.low <= line.high);
            let (right, others) = after.split_at(count);
            after = others;
            self.pass(x, line, left, right);
        }
    }

    /// Passes a covered interval of the line, with what is covered to its left and to its right.
    fn pass(&mut self, x: f64, line: &Span, left: &[(Span, u32)], right: &[Span]) {
        let is_cut = self.is_cut(x, line);
        if let ([(rows, region)], [after]) = (left, right)
            && [rows, after] == [line; 2]
            && !is_cut
        {
            self.open.push((*rows, *region));
            return;
        }
        for &(_, region) in left {
            self.found.regions[region as usize].max.x = x;
        }
        let first = self.open.len();
        for rows in right {
            let region = self.add(x, rows);
            self.open.push((*rows, region));
        }
        if is_cut {
            return;
        }
        let right = self.open[first..].to_vec();
        let rows = || left.iter().chain(&right).map(|&(rows, _)| rows);
        if merged(rows().collect()) == [*line] {
            self.connect(x, left, &right);
        } else {
            let gap = [(*line, self.add(x, line))];
            self.connect(x, left, &gap);
            self.connect(x, &gap, &right);
        }
    }

    fn is_cut(&self, x: f64, line: &Span) -> bool {
        let is_before = |cut: &DVec2| cut.x < x || (cut.x == x && cut.y < line.low);
        let next = self.cuts.get(self.cuts.partition_point(is_before));
        next.is_some_and(|cut| cut.x == x && cut.y <= line.high)
    }

    fn add(&mut self, x: f64, rows: &Span) -> u32 {
        let (min, max) = (DVec2::new(x, rows.low), DVec2::new(x, rows.high));
        self.found.regions.push(Aabb { min, max });
        (self.found.regions.len() - 1) as u32
    }

    fn connect(&mut self, x: f64, left: &[(Span, u32)], right: &[(Span, u32)]) {
        for &(rows, left) in left {
            let first = right.partition_point(|(other, _)| other.high < rows.low);
            let touching = right[first..].iter().take_while(|(other, _)| other.low <= rows.high);
            for &(other, right) in touching {
                let (low, high) = (rows.low.max(other.low), rows.high.min(other.high));
                self.found.portals.push(Portal { x, low, high, left, right });
            }
        }
    }
}

/// The rows of rectangles, from low to high; those that overlap or touch are one.
fn spans(areas: &[Aabb]) -> Vec<Span> {
    merged(areas.iter().map(|area| Span { low: area.min.y, high: area.max.y }).collect())
}

fn merged(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_by(|a, b| compare(a.low, b.low));
    spans.dedup_by(|next, last| {
        let unites = next.low <= last.high;
        if unites {
            last.high = last.high.max(next.high);
        }
        unites
    });
    spans
}

fn compare(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).unwrap_or(Ordering::Equal)
}
