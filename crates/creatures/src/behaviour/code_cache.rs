//! A bounded cache of compiled code, which all runs of a process share.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The most memory that the code in a cache may take, as its sizes say, in bytes.
const CAPACITY: usize = 64 << 20;

/// Compiled code by its source. It is immutable and follows from the source alone, so it makes no
/// difference to a run whether its code was compiled for it or found here. The code that was used
/// least recently is dropped when there is too much; runs that use it keep it.
pub struct CodeCache<C> {
    /// Estimates the memory that the code of a source takes, in bytes.
    size: fn(&[u8], &C) -> usize,
    entries: Mutex<Entries<C>>,
}

struct Entries<C> {
    by_source: BTreeMap<Box<[u8]>, Entry<C>>,
    /// The number of uses so far.
    uses: u64,
    size: usize,
}

struct Entry<C> {
    code: Arc<C>,
    size: usize,
    /// The number of its last use.
    used: u64,
}

impl<C> CodeCache<C> {
    /// Creates an empty cache.
    pub const fn new(size: fn(&[u8], &C) -> usize) -> Self {
        let entries = Entries { by_source: BTreeMap::new(), uses: 0, size: 0 };
        Self { size, entries: Mutex::new(entries) }
    }

    /// Returns the code of `source`, compiled by `compile` if it is not in the cache.
    ///
    /// # Errors
    /// Those of `compile`. They are not cached.
    pub fn get_or_compile<E>(
        &self,
        source: &[u8],
        compile: impl FnOnce() -> Result<C, E>,
    ) -> Result<Arc<C>, E> {
        if let Some(code) = self.with_entries(|entries| entries.find(source)) {
            return Ok(code);
        }
        // Not under the lock: other threads may need other code meanwhile.
        let code = compile()?;
        let size = (self.size)(source, &code);
        Ok(self.with_entries(|entries| entries.insert(source, code, size)))
    }

    fn with_entries<T>(&self, access: impl FnOnce(&mut Entries<C>) -> T) -> T {
        access(&mut self.entries.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<C> Entries<C> {
    fn find(&mut self, source: &[u8]) -> Option<Arc<C>> {
        self.uses += 1;
        let entry = self.by_source.get_mut(source)?;
        entry.used = self.uses;
        Some(Arc::clone(&entry.code))
    }

    /// Inserts code, unless another thread was faster, and drops what there is too much.
    fn insert(&mut self, source: &[u8], code: C, size: usize) -> Arc<C> {
        if let Some(code) = self.find(source) {
            return code;
        }
        let code = Arc::new(code);
        let entry = Entry { code: Arc::clone(&code), size, used: self.uses };
        self.by_source.insert(source.into(), entry);
        self.size += size;
        while self.size > CAPACITY && self.by_source.len() > 1 {
            self.drop_oldest();
        }
        code
    }

    fn drop_oldest(&mut self) {
        let oldest = self.by_source.iter().min_by_key(|(_, entry)| entry.used);
        let oldest = oldest.map(|(source, _)| source.clone());
        let dropped = oldest.and_then(|source| self.by_source.remove(&source));
        self.size -= dropped.map_or(0, |entry| entry.size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Code of a third of the capacity, so that three fit.
    fn cache() -> CodeCache<Vec<u8>> {
        CodeCache::new(|_, _| CAPACITY / 3)
    }

    /// Uses the code of a source, which is its bytes in capitals. Returns whether it was compiled.
    fn is_compiled(cache: &CodeCache<Vec<u8>>, source: &str) -> bool {
        let mut is_compiled = false;
        let code = cache.get_or_compile(source.as_bytes(), || {
            is_compiled = true;
            Ok::<_, ()>(source.to_uppercase().into_bytes())
        });
        assert_eq!(code.unwrap().as_slice(), source.to_uppercase().as_bytes());
        is_compiled
    }

    #[test]
    fn a_source_is_compiled_once_and_another_is_another() {
        let cache = cache();
        assert!(is_compiled(&cache, "hare"));
        assert!(is_compiled(&cache, "hares"));
        assert!(!is_compiled(&cache, "hare"));
        assert!(!is_compiled(&cache, "hares"));
    }

    #[test]
    fn the_code_used_least_recently_is_dropped() {
        let cache = cache();
        for source in ["a", "b", "c"] {
            assert!(is_compiled(&cache, source));
        }
        assert!(!is_compiled(&cache, "a"));
        assert!(is_compiled(&cache, "d"), "in the place of b");
        for source in ["a", "c", "d"] {
            assert!(!is_compiled(&cache, source), "{source}");
        }
        assert!(is_compiled(&cache, "b"));
    }

    #[test]
    fn thousands_of_variants_do_not_fill_the_memory() {
        let cache = cache();
        for number in 0..5000 {
            assert!(is_compiled(&cache, &format!("variant {number}")));
        }
        cache.with_entries(|entries| {
            assert_eq!(entries.by_source.len(), 3);
            assert!(entries.size <= CAPACITY);
        });
    }

    #[test]
    fn errors_are_not_cached() {
        let cache = cache();
        assert_eq!(cache.get_or_compile(b"a", || Err("no")).map(drop), Err("no"));
        assert!(is_compiled(&cache, "a"));
    }
}
