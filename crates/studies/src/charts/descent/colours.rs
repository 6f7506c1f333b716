//! Colours of bands that lie next to each other.

use terrarium_run::palette::{Rgb, distinct};

/// The number of colours, all of which can be told apart.
const COLOURS: usize = 12;

/// The number of elder siblings whose colours a band does not have.
const SIBLINGS: usize = 4;

/// Colours of bands, given by their parents, which come before them: other ones than those of its parent, the parent of this and the
/// siblings before it; of the rest the one that is used least.
pub(super) fn of_bands(parents: &[Option<usize>]) -> Vec<Rgb> {
    let palette = distinct(&[[92, 142, 200]; COLOURS]);
    let mut chosen: Vec<usize> = Vec::with_capacity(parents.len());
    let mut uses = [0_u32; COLOURS];
    for (index, &parent) in parents.iter().enumerate() {
        let above = std::iter::successors(parent, |&it| parents[it]).take(2);
        let siblings = (0..index).rev().filter(|&it| parents[it] == parent).take(SIBLINGS);
        let taken: Vec<usize> = above.chain(siblings).map(|it| chosen[it]).collect();
        let free = (0..COLOURS).filter(|colour| !taken.contains(colour));
        let colour = free.min_by_key(|&colour| uses[colour]).unwrap_or(0);
        uses[colour] += 1;
        chosen.push(colour);
    }
    chosen.into_iter().map(|colour| palette[colour]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relatives_have_other_colours() {
        // A ladder with a comb at its end.
        let parents: Vec<Option<usize>> =
            (0..40_usize).map(|index| index.checked_sub(1).map(|above| above.min(20))).collect();
        let colours = of_bands(&parents);
        for (index, &parent) in parents.iter().enumerate() {
            let above = std::iter::successors(parent, |&it| parents[it]).take(2);
            assert!(above.into_iter().all(|it| colours[it] != colours[index]), "{index}");
            let sibling = (0..index).rev().find(|&it| parents[it] == parent);
            assert!(sibling.is_none_or(|it| colours[it] != colours[index]), "{index}");
        }
    }
}
