//! Numbers by coordinates.

/// Maps pairs of whole coordinates, which may be far apart, to numbers, by open addressing.
///
/// ```
/// use terrarium_navigation::space::Directory;
/// let mut places = Directory::default();
/// places.insert((3, -7), 42);
/// assert_eq!((places.get((3, -7)), places.get((0, 0))), (Some(42), None));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Directory {
    /// Empty, or a power of two.
    keys: Vec<Option<(i32, i32)>>,
    numbers: Vec<u32>,
    count: usize,
}

/// The smallest size of a directory that is not empty.
const FEWEST: usize = 16;

impl Directory {
    /// The number at `key`.
    #[must_use]
    #[inline]
    pub fn get(&self, key: (i32, i32)) -> Option<u32> {
        if self.keys.is_empty() {
            return None;
        }
        let at = self.find(key);
        self.keys[at].map(|_| self.numbers[at])
    }

    /// Adds a number at a key that has none yet.
    pub fn insert(&mut self, key: (i32, i32), number: u32) {
        if self.count * 2 >= self.keys.len() {
            self.grow();
        }
        let at = self.find(key);
        (self.keys[at], self.numbers[at]) = (Some(key), number);
        self.count += 1;
    }

    /// Where the key is, or would be.
    fn find(&self, key: (i32, i32)) -> usize {
        let mask = self.keys.len() - 1;
        let mut at = scattered(key) & mask;
        while self.keys[at].is_some_and(|other| other != key) {
            at = (at + 1) & mask;
        }
        at
    }

    fn grow(&mut self) {
        let size = (self.keys.len() * 2).max(FEWEST);
        let keys = std::mem::replace(&mut self.keys, vec![None; size]);
        let numbers = std::mem::replace(&mut self.numbers, vec![0; size]);
        for (key, number) in keys.into_iter().zip(numbers) {
            if let Some(key) = key {
                let at = self.find(key);
                (self.keys[at], self.numbers[at]) = (Some(key), number);
            }
        }
    }
}

/// Multiplicative hashing: the upper bits depend on all bits of both coordinates.
fn scattered((x, y): (i32, i32)) -> usize {
    let bits = u64::from(x.cast_unsigned()) | u64::from(y.cast_unsigned()) << 32;
    (bits.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn it_finds_what_was_inserted_and_nothing_else(
            keys in prop::collection::btree_set((-40..40_i32, -40..40_i32), 0..200),
            others in prop::collection::vec((-40..40_i32, -40..40_i32), 0..50),
        ) {
            let model: BTreeMap<_, _> = keys.into_iter().zip(0..).collect();
            let mut directory = Directory::default();
            model.iter().for_each(|(&key, &place)| directory.insert(key, place));
            for key in model.keys().copied().chain(others) {
                prop_assert_eq!(directory.get(key), model.get(&key).copied());
            }
        }
    }
}
