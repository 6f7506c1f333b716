//! A map to small numbers, which is never iterated.

/// A key of a [`Table`].
pub trait TableKey: Copy + Eq {
    /// Marks a free place. It is no key: nothing is stored for it.
    const FREE: Self;

    /// Bits that differ for different keys.
    fn bits(self) -> u64;
}

impl TableKey for u32 {
    const FREE: Self = Self::MAX;

    fn bits(self) -> u64 {
        self.into()
    }
}

impl TableKey for u64 {
    const FREE: Self = Self::MAX;

    fn bits(self) -> u64 {
        self
    }
}

/// Whole coordinates, which may be far apart.
impl TableKey for (i32, i32) {
    const FREE: Self = (i32::MIN, i32::MIN);

    fn bits(self) -> u64 {
        u64::from(self.0.cast_unsigned()) | u64::from(self.1.cast_unsigned()) << 32
    }
}

/// An open-addressed hash table. Half of its entries are free, so every probe ends.
///
/// ```
/// use terrarium_space::Table;
/// let mut table = Table::default();
/// table.set((3, -7), 42);
/// assert_eq!((table.get((3, -7)), table.get((0, 0))), (Some(42), None));
/// ```
#[derive(Debug, Clone)]
pub struct Table<K> {
    /// Keys and values; a power of two of them, or none.
    entries: Vec<(K, u32)>,
    count: usize,
}

impl<K> Default for Table<K> {
    fn default() -> Self {
        Self { entries: Vec::new(), count: 0 }
    }
}

impl<K: TableKey> Table<K> {
    /// A table with room for so many keys.
    #[must_use]
    pub fn with_capacity(count: usize) -> Self {
        Self { entries: vec![(K::FREE, 0); (count * 2 + 1).next_power_of_two()], count: 0 }
    }

    /// The value of a key.
    #[must_use]
    #[inline]
    pub fn get(&self, key: K) -> Option<u32> {
        let (found, value) = *self.entries.get(self.index_of(key))?;
        (found == key && key != K::FREE).then_some(value)
    }

    /// Sets the value of a key. [`TableKey::FREE`] is not stored.
    pub fn set(&mut self, key: K, value: u32) {
        if key == K::FREE {
            return;
        }
        if self.count * 2 >= self.entries.len() {
            self.grow();
        }
        let index = self.index_of(key);
        self.count += usize::from(self.entries[index].0 == K::FREE);
        self.entries[index] = (key, value);
    }

    /// The index of the entry that holds a key, or of the free one where it belongs.
    #[inline]
    fn index_of(&self, key: K) -> usize {
        let mask = self.entries.len().wrapping_sub(1);
        // The golden ratio spreads neighbouring keys.
        let mut index = (key.bits().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.entries.get(index).is_some_and(|&(found, _)| found != key && found != K::FREE) {
            index = (index + 1) & mask;
        }
        index
    }

    fn grow(&mut self) {
        let size = (self.entries.len() * 2).max(16);
        let before = std::mem::replace(&mut self.entries, vec![(K::FREE, 0); size]);
        for (key, value) in before.into_iter().filter(|&(key, _)| key != K::FREE) {
            let index = self.index_of(key);
            self.entries[index] = (key, value);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn it_holds_what_was_set_last(
            entries in prop::collection::vec((0..300_u32, any::<u32>()), 0..500),
        ) {
            let (mut table, mut map) = (Table::default(), BTreeMap::new());
            for (key, value) in entries {
                table.set(key, value);
                map.insert(key, value);
            }
            for key in (0..301).chain([u32::MAX]) {
                prop_assert_eq!(table.get(key), map.get(&key).copied());
            }
        }

        #[test]
        fn it_finds_what_was_inserted_and_nothing_else(
            keys in prop::collection::btree_set((-40..40_i32, -40..40_i32), 0..200),
            others in prop::collection::vec((-40..40_i32, -40..40_i32), 0..50),
        ) {
            let model: BTreeMap<_, _> = keys.into_iter().zip(0..).collect();
            let mut table = Table::default();
            model.iter().for_each(|(&key, &value)| table.set(key, value));
            for key in model.keys().copied().chain(others) {
                prop_assert_eq!(table.get(key), model.get(&key).copied());
            }
        }
    }
}
