//! Which part of an interval gives shorter paths than the intervals known before.

use super::{Bend, FlowField};
use crate::regions::expansion::{End, Node};
use crate::regions::portal::Exit;

/// Distances that differ by less than this share are equal but for rounding.
const TIE: f64 = 1e-13;

/// By how much less is cut off than is dominated, as a share of the interval, because of the rounding of
/// where paths are equally long.
const MARGIN: f64 = 1e-6;

/// The distances to the goal along the line of a portal, by way of one bend.
#[derive(Clone, Copy)]
struct Distances {
    /// The distance of the bend from the line.
    aside: f64,
    /// Its position along the line.
    y: f64,
    /// The distance from the bend to the goal.
    length: f64,
}

impl Distances {
    fn by(bend: &Bend, x: f64) -> Self {
        Self { aside: (bend.at.x - x).abs(), y: bend.at.y, length: bend.length }
    }

    fn at(&self, y: f64) -> f64 {
        let along = y - self.y;
        self.length + (self.aside * self.aside + along * along).sqrt()
    }

    /// Where both are equal: at most two places, of which some may be none.
    fn equal_at(&self, other: &Self) -> [f64; 2] {
        // With t from `other.y`: √(a² + (t + s)²) - √(b² + t²) = k, squared twice.
        let [s, k] = [other.y - self.y, other.length - self.length];
        let c = s * s + self.aside * self.aside - other.aside * other.aside - k * k;
        let square = 4.0 * (s * s - k * k);
        let linear = 4.0 * s * c;
        let rest = c * c - 4.0 * k * k * other.aside * other.aside;
        let root = (linear * linear - 4.0 * square * rest).max(0.0).sqrt();
        let sum = -0.5 * (linear + root.copysign(linear));
        [other.y + sum / square, other.y + rest / sum]
    }
}

/// How two ways through a portal go.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sense {
    Same,
    Opposite,
}

impl FlowField {
    /// The part of a node that may give shorter paths than the expanded ones; `None` if there is none.
    /// Only its ends are cut.
    pub(super) fn remainder(&self, node: &Node, exit: &Exit) -> Option<Node> {
        let mut rest = *node;
        let twin = self.index.twins[node.exit as usize];
        for (exit_number, sense) in [(node.exit, Sense::Same), (twin, Sense::Opposite)] {
            for &other in &self.index.passed[exit_number as usize] {
                rest = self.cut(&rest, &self.nodes[other as usize], exit.x, sense)?;
            }
        }
        Some(rest)
    }

    /// What another node on the same portal leaves.
    fn cut(&self, node: &Node, other: &Node, x: f64, sense: Sense) -> Option<Node> {
        let [root, root_of_other] = [node, other].map(|it| &self.bends[it.root as usize]);
        let [mine, theirs] = [root, root_of_other].map(|root| Distances::by(root, x));
        if mine.aside == 0.0 {
            // It sees all of the region behind, and is needed unless another one begins at the same place.
            let is_repeated = sense == Sense::Same
                && root_of_other.at == root.at
                && root_of_other.length <= root.length;
            return (!is_repeated).then_some(*node);
        }
        let low = node.low.y.max(other.low.y);
        let high = node.high.y.min(other.high.y);
        if low > high || (low == high && node.low.y < node.high.y) {
            return Some(*node);
        }
        let is_dominated = |y: f64| {
            let [mine, theirs] = [mine.at(y), theirs.at(y)];
            match sense {
                Sense::Same => theirs <= mine * (1.0 + TIE),
                Sense::Opposite => theirs < mine * (1.0 - TIE),
            }
        };
        let mut bounds = [low, high, low, high];
        let equal = mine.equal_at(&theirs).map(|y| if low < y && y < high { y } else { low });
        bounds[1..3].copy_from_slice(&equal);
        bounds[1..3].sort_by(f64::total_cmp);
        let [_, first, second, _] = bounds;
        let parts = [(low, first), (first, second), (second, high)];
        let is_free = |&&(from, to): &&(f64, f64)| {
            (from < to || low == high) && !is_dominated(0.5 * (from + to))
        };
        let (from, to) = match (parts.iter().find(is_free), parts.iter().rfind(is_free)) {
            (Some(&(from, _)), Some(&(_, to))) => (from, to),
            _ if low <= node.low.y && high >= node.high.y => return None,
            // Dominated wherever they overlap.
            _ => (high, low),
        };
        Some(shortened(
            node,
            x,
            (low == node.low.y).then_some(from),
            (high == node.high.y).then_some(to),
        ))
    }
}

/// A node from one y on and up to another, unless that saves next to nothing: the end of an interval that
/// is cut off is no longer exact.
fn shortened(node: &Node, x: f64, from: Option<f64>, to: Option<f64>) -> Node {
    let margin = (node.high.y - node.low.y) * MARGIN;
    let mut rest = *node;
    if let Some(low) = from.map(|from| from - margin).filter(|low| low - node.low.y > margin) {
        rest.low = cut_end(low, x);
    }
    if let Some(high) = to.map(|to| to + margin).filter(|high| node.high.y - high > margin) {
        rest.high = cut_end(high, x);
    }
    rest
}

fn cut_end(y: f64, x: f64) -> End {
    End { y, sight: terrarium_space::geometry::DVec2::new(x, y), is_corner: false }
}
