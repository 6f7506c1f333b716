//! Labels at the ends of curves, without overlaps.

/// Moves positions apart so that labels of this height, centred at them, neither overlap nor leave the
/// range, and are as near as possible to where they were. Returns `None` for labels for which there is
/// no room: the last ones.
#[must_use]
pub fn apart(wanted: &[f32], height: f32, (top, bottom): (f32, f32)) -> Vec<Option<f32>> {
    let (first, last) = (top + height * 0.5, bottom - height * 0.5);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is small")]
    let room = if last < first { 0 } else { ((last - first) / height + 1.0001) as usize };
    let mut order: Vec<usize> = (0..wanted.len().min(room)).collect();
    order.sort_by(|&a, &b| wanted[a].total_cmp(&wanted[b]));
    // Labels that touch form a block around the mean of where they want to be.
    let mut blocks: Vec<Block> = Vec::new();
    for &index in &order {
        let mut block = Block { sum: wanted[index].clamp(first, last), count: 1.0 };
        while let Some(above) = blocks.pop_if(|above| {
            block.start(height, first, last)
                < above.start(height, first, last) + above.count * height
        }) {
            // Each label of the lower block is further down by the height of the upper one.
            block.sum += above.sum - block.count * above.count * height;
            block.count += above.count;
        }
        blocks.push(block);
    }
    let mut positions = vec![None; wanted.len()];
    let starts = blocks.iter().flat_map(|block| {
        let start = block.start(height, first, last);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is small")]
        let count = block.count as u16;
        (0..count).map(move |index| start + f32::from(index) * height)
    });
    for (index, position) in order.into_iter().zip(starts) {
        positions[index] = Some(position);
    }
    positions
}

/// Labels that touch each other.
struct Block {
    /// The sum of the positions at which its first label would be for each of its labels.
    sum: f32,
    count: f32,
}

impl Block {
    /// The position of its first label.
    fn start(&self, height: f32, first: f32, last: f32) -> f32 {
        let most = (last - (self.count - 1.0) * height).max(first);
        (self.sum / self.count).clamp(first, most)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn labels_never_overlap_or_leave_the_range(
            wanted in prop::collection::vec(-50.0_f32..350.0, 0..40),
            height in 4.0_f32..40.0,
        ) {
            let (top, bottom) = (10.0, 290.0);
            let placed = apart(&wanted, height, (top, bottom));
            prop_assert_eq!(placed.len(), wanted.len());
            let mut at: Vec<f32> = placed.iter().copied().flatten().collect();
            at.sort_by(f32::total_cmp);
            prop_assert!(at.windows(2).all(|pair| pair[1] - pair[0] > height - 0.01), "{at:?}");
            let inside = |at: &f32| at - height * 0.5 > top - 0.01 && at + height * 0.5 < bottom + 0.01;
            prop_assert!(at.iter().all(inside), "{at:?}");
            // As many as fit, the first ones.
            let shown = placed.iter().take_while(|place| place.is_some()).count();
            prop_assert_eq!(shown, at.len());
            let fits = (0..=wanted.len()).rev().find(|&n| n as f32 * height <= bottom - top);
            prop_assert!(fits.is_some_and(|fits| shown >= fits));
        }

        #[test]
        fn labels_keep_their_order_and_free_ones_stay(
            wanted in prop::collection::vec(20.0_f32..280.0, 1..8),
        ) {
            let placed = apart(&wanted, 12.0, (0.0, 300.0));
            for (a, x) in wanted.iter().zip(&placed) {
                for (b, y) in wanted.iter().zip(&placed) {
                    prop_assert!(a >= b || x < y, "{wanted:?} {placed:?}");
                }
                let is_free = wanted.iter().filter(|b| (*b - a).abs() < 12.0).count() == 1;
                let others_are_far = wanted.iter().filter(|b| (*b - a).abs() < 100.0).count() == 1;
                prop_assert!(!(is_free && others_are_far) || *x == Some(*a));
            }
        }
    }
}
