//! A value that is computed from all ticks of a branch, and is kept until there are more of them.

/// The last value that was computed.
#[derive(Debug)]
pub(crate) struct Computed<K, T> {
    known: Option<Known<K, T>>,
}

/// A value, and what it is of.
#[derive(Debug)]
struct Known<K, T> {
    branch: usize,
    key: K,
    last_tick: u64,
    value: T,
}

impl<K, T> Default for Computed<K, T> {
    fn default() -> Self {
        Self { known: None }
    }
}

impl<K: PartialEq, T> Computed<K, T> {
    /// The value for a key in a branch, up to the tick at which it was computed.
    pub fn value(&self, branch: usize, key: &K) -> Option<&T> {
        let known = self.known.as_ref();
        known.filter(|it| it.branch == branch && it.key == *key).map(|it| &it.value)
    }

    /// Whether the value is not known, or was computed from fewer or more ticks.
    pub fn is_due(&self, branch: usize, key: &K, last_tick: u64) -> bool {
        let is_current =
            |it: &Known<K, T>| it.branch == branch && it.key == *key && it.last_tick == last_tick;
        !self.known.as_ref().is_some_and(is_current)
    }

    /// Keeps a value, and no other.
    pub fn keep(&mut self, branch: usize, key: K, last_tick: u64, value: T) {
        self.known = Some(Known { branch, key, last_tick, value });
    }
}
