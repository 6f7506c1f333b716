//! A map from small numbers to small numbers, which is never iterated.

/// An open-addressed hash table. Half of its places are free, so every probe ends.
#[derive(Debug, Clone, Default)]
pub(super) struct Table {
    /// Keys and values; a power of two of them, or none.
    places: Vec<[u32; 2]>,
    count: usize,
}

/// The key of a free place.
const FREE: u32 = u32::MAX;

impl Table {
    /// The value of a key.
    pub fn get(&self, key: u32) -> Option<u32> {
        let [found, value] = *self.places.get(self.place_of(key))?;
        (found == key && key != FREE).then_some(value)
    }

    /// Sets the value of a key. The largest number is no key and is not stored.
    pub fn set(&mut self, key: u32, value: u32) {
        if key == FREE {
            return;
        }
        if self.count * 2 >= self.places.len() {
            self.grow();
        }
        let place = self.place_of(key);
        self.count += usize::from(self.places[place][0] == FREE);
        self.places[place] = [key, value];
    }

    /// The place that holds a key, or the free one where it belongs.
    fn place_of(&self, key: u32) -> usize {
        let mask = self.places.len().wrapping_sub(1);
        // The golden ratio spreads neighbouring keys.
        let mut place = (u64::from(key).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.places.get(place).is_some_and(|&[found, _]| found != key && found != FREE) {
            place = (place + 1) & mask;
        }
        place
    }

    fn grow(&mut self) {
        let size = (self.places.len() * 2).max(16);
        let before = std::mem::replace(&mut self.places, vec![[FREE; 2]; size]);
        for [key, value] in before.into_iter().filter(|&[key, _]| key != FREE) {
            let place = self.place_of(key);
            self.places[place] = [key, value];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

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
    }
}
