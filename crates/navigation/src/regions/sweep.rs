//! Decomposition of the free space into rectangles, by a line that sweeps from left to right.
//!
//! The free part of the line consists of closed intervals. As long as one of them does not change, its
//! rectangle grows; where obstacles start or end next to it, the rectangle ends and others begin.
//! Where the line is free but neither side of it is, as in a gap of exactly no width between two
//! obstacles, a rectangle without width connects the intervals on both sides.

use terrarium_space::geometry::{Aabb, DVec2};

use super::coverage::{Coverage, Interval};
use super::portal::Portal;
use super::rank_set::RankSet;

/// Free rectangles and the portals between them.
#[derive(Debug, Default)]
pub(super) struct Decomposition {
    pub regions: Vec<Aabb>,
    pub portals: Vec<Portal>,
}

struct Sweep {
    found: Decomposition,
    /// The rows of the regions found.
    rows: Vec<Interval>,
    coverage: Coverage,
    /// The heights of all ranks.
    heights: Vec<f64>,
    /// The lower ends of the regions that the line crosses, and for each such rank the region.
    lows: RankSet,
    open: Vec<u32>,
    buffers: Buffers,
}

#[derive(Default)]
struct Buffers {
    touched: Vec<Interval>,
    on_line: Vec<Interval>,
    after: Vec<Interval>,
}

/// A side of an obstacle or of the room on the line.
#[derive(Clone, Copy)]
struct Side {
    x: f64,
    kind: Kind,
    rows: Interval,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    /// A side of the room.
    Border,
    /// An obstacle ends here.
    End,
    /// An obstacle starts here.
    Start,
}

impl Decomposition {
    /// Decomposes what `obstacles`, which are open boxes, leave free of `room`, which is closed.
    pub fn new(room: Aabb, obstacles: impl IntoIterator<Item = Aabb>) -> Self {
        if !room.min.cmple(room.max).all() {
            return Self::default();
        }
        // A room without width or height has no interior that obstacles could overlap.
        let cuts = |it: &Aabb| it.min.cmplt(room.max).all() && room.min.cmplt(it.max).all();
        let is_inside = |it: &Aabb| it.min.cmplt(it.max).all() && cuts(it);
        let obstacles: Vec<Aabb> = obstacles.into_iter().filter(is_inside).collect();
        let heights = heights(&room, &obstacles);
        let rank = |y: f64| heights.partition_point(|&height| height < y) as u32;
        let rows = |it: &Aabb| Interval { low: rank(it.min.y), high: rank(it.max.y) };
        let mut coverage = Coverage::around(rows(&room), heights.len());
        let border = |x| Side { x, kind: Kind::Border, rows: rows(&room) };
        let mut sides = vec![border(room.min.x), border(room.max.x)];
        for obstacle in &obstacles {
            let (Aabb { min, max }, rows) = (*obstacle, rows(obstacle));
            if min.x < room.min.x {
                coverage.add(rows);
            } else {
                sides.push(Side { x: min.x, kind: Kind::Start, rows });
            }
            if max.x <= room.max.x {
                sides.push(Side { x: max.x, kind: Kind::End, rows });
            }
        }
        sides.sort_unstable_by(|a, b| {
            let by_x = a.x.partial_cmp(&b.x).unwrap_or(std::cmp::Ordering::Equal);
            by_x.then(a.kind.cmp(&b.kind))
        });
        let mut sweep = Sweep {
            found: Self::default(),
            rows: Vec::new(),
            coverage,
            lows: RankSet::new(heights.len()),
            open: vec![0; heights.len()],
            heights,
            buffers: Buffers::default(),
        };
        for line in sides.chunk_by(|a, b| a.x == b.x) {
            sweep.advance(line[0].x, line, line[0].x < room.max.x);
        }
        sweep.found
    }
}

/// The heights at which the room or an obstacle starts or ends, and the infinite ones, in order.
fn heights(room: &Aabb, obstacles: &[Aabb]) -> Vec<f64> {
    let mut heights = vec![f64::NEG_INFINITY, room.min.y, room.max.y, f64::INFINITY];
    heights.extend(obstacles.iter().flat_map(|it| [it.min.y, it.max.y]));
    // Adding zero makes both zeros equal.
    heights.iter_mut().for_each(|height| *height += 0.0);
    heights.sort_unstable_by(f64::total_cmp);
    heights.dedup();
    heights
}

impl Sweep {
    /// Moves the line to `x`, where these sides are. `continues` tells whether there is anything to the
    /// right.
    fn advance(&mut self, x: f64, sides: &[Side], continues: bool) {
        let Buffers { mut touched, mut on_line, mut after } = std::mem::take(&mut self.buffers);
        touched.clear();
        touched.extend(sides.iter().map(|side| side.rows));
        merge(&mut touched);
        let of = |kind: Kind| sides.iter().filter(move |side| side.kind == kind);
        of(Kind::End).for_each(|side| self.coverage.remove(side.rows));
        self.free_near(&touched, &mut on_line);
        of(Kind::Start).for_each(|side| self.coverage.add(side.rows));
        self.free_near(&touched, &mut after);
        let mut rest = &after[..];
        for &line in &on_line {
            let count = rest.iter().take_while(|rows| rows.low <= line.high).count();
            let (rows, others) = rest.split_at(count);
            rest = others;
            self.pass(x, line, if continues { rows } else { &[] });
        }
        self.buffers = Buffers { touched, on_line, after };
    }

    fn free_near(&self, touched: &[Interval], free: &mut Vec<Interval>) {
        free.clear();
        for &rows in touched {
            self.coverage.free_within(rows, free);
        }
        // An interval may be near several changes.
        free.dedup();
    }

    /// Passes a free interval of the line. `after` are the free intervals to its right.
    fn pass(&mut self, x: f64, line: Interval, after: &[Interval]) {
        let lows = self.lows.within(line.low, line.high + 1);
        let before: Vec<u32> = lows.map(|low| self.open[low as usize]).collect();
        if let ([region], [rows]) = (&before[..], after)
            && *rows == line
            && self.rows_of(*region) == line
        {
            return;
        }
        for &region in &before {
            self.found.regions[region as usize].max.x = x;
            self.lows.remove(self.rows_of(region).low);
        }
        let after: Vec<u32> = after.iter().map(|&rows| self.open_region(x, rows)).collect();
        for &region in &after {
            let low = self.rows_of(region).low;
            self.lows.insert(low);
            self.open[low as usize] = region;
        }
        if self.is_connected(line, &before, &after) {
            self.connect(x, &before, &after);
        } else {
            let gap = [self.open_region(x, line)];
            self.connect(x, &before, &gap);
            self.connect(x, &gap, &after);
        }
    }

    fn open_region(&mut self, x: f64, rows: Interval) -> u32 {
        let place = |rank: u32| DVec2::new(x, self.heights[rank as usize]);
        self.found.regions.push(Aabb { min: place(rows.low), max: place(rows.high) });
        self.rows.push(rows);
        u32::try_from(self.found.regions.len() - 1).expect("fewer than 2^32 regions")
    }

    fn rows_of(&self, region: u32) -> Interval {
        self.rows[region as usize]
    }

    /// Whether the regions on both sides cover the whole interval of the line, and overlap from one
    /// to the next.
    fn is_connected(&self, line: Interval, before: &[u32], after: &[u32]) -> bool {
        let mut all: Vec<Interval> =
            before.iter().chain(after).map(|&region| self.rows_of(region)).collect();
        merge(&mut all);
        all == [line]
    }

    /// Adds the portals between the regions that end at the line at `x` and those that begin there.
    fn connect(&mut self, x: f64, before: &[u32], after: &[u32]) {
        let mut first = 0;
        for &left in before {
            let rows = self.rows_of(left);
            let skipped = after[first..].iter().take_while(|&&it| self.rows_of(it).high < rows.low);
            first += skipped.count();
            for &right in &after[first..] {
                let overlap = rows.overlap(self.rows_of(right));
                let Some(Interval { low, high }) = overlap else { break };
                let [low, high] = [low, high].map(|rank| self.heights[rank as usize]);
                self.found.portals.push(Portal { x, low, high, left, right });
            }
        }
    }
}

/// Sorts intervals and unites those that overlap or touch.
fn merge(intervals: &mut Vec<Interval>) {
    intervals.sort_unstable_by_key(|it| (it.low, it.high));
    intervals.dedup_by(|next, last| {
        let unites = next.low <= last.high;
        if unites {
            last.high = last.high.max(next.high);
        }
        unites
    });
}
