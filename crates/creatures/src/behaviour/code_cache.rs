//! A bounded cache of compiled code, which all runs of a process share.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

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
    /// The most memory that the code in a cache may take, as its sizes say, in bytes. The code of one source is kept
    /// even if it takes more.
    pub const CAPACITY: usize = 64 << 20;

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
        while self.size > CodeCache::<C>::CAPACITY && self.by_source.len() > 1 {
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
