//! An evenly spaced sample of a sequence, in constant memory.

/// A sample of the items that were added: all at first, then every second, fourth, eighth …
#[derive(Debug, Clone)]
pub(crate) struct Thinned<T> {
    kept: Vec<T>,
    most: usize,
    stride: u64,
    added: u64,
}

impl<T> Thinned<T> {
    /// A sample of at most `most` items.
    pub fn new(most: usize) -> Self {
        Self { kept: Vec::new(), most, stride: 1, added: 0 }
    }

    pub fn add(&mut self, item: T) {
        if self.added.is_multiple_of(self.stride) {
            self.kept.push(item);
        }
        self.added += 1;
        if self.kept.len() > self.most {
            self.stride *= 2;
            let mut index = 0;
            self.kept.retain(|_| {
                index += 1;
                index % 2 == 1
            });
        }
    }

    /// The sampled items, in the order in which they were added.
    pub fn kept(&self) -> &[T] {
        &self.kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_evenly_spaced_and_bounded() {
        let mut thinned = Thinned::new(100);
        for number in 0..12_345_u64 {
            thinned.add(number);
            assert!(thinned.kept().len() <= 100);
        }
        let gaps: Vec<u64> = thinned.kept().windows(2).map(|pair| pair[1] - pair[0]).collect();
        assert!(gaps.iter().all(|&gap| gap == gaps[0]) && gaps.len() >= 45);
    }
}
