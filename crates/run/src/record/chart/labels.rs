//! The positions of the labels beside a panel.

/// The least distance between two labels, in pixels.
pub const LINE: i32 = 24;

/// Moves ascending positions apart so that labels at them do not overlap, and none is below the position `lowest`.
pub fn apart(places: &[i32], mut lowest: i32) -> Vec<i32> {
    let mut moved: Vec<i32> = Vec::with_capacity(places.len());
    for &place in places {
        moved.push(moved.last().map_or(place, |last| place.max(last + LINE)));
    }
    for place in moved.iter_mut().rev() {
        *place = (*place).min(lowest);
        lowest = *place - LINE;
    }
    moved
}
