//! Compiled code that runs of a process share, and how much of it is kept.

use std::sync::{Arc, Weak};

use terrarium_creatures::behaviour::CodeCache;

type Cache = CodeCache<Vec<u8>>;

/// Code of a third of the capacity, so that three fit.
const SIZE: usize = Cache::CAPACITY / 3;

fn cache() -> Cache {
    CodeCache::new(|_, _| SIZE)
}

/// The code of a source, which is its bytes in capitals, and whether it was compiled.
fn used(cache: &Cache, source: &str) -> (Arc<Vec<u8>>, bool) {
    let mut is_compiled = false;
    let code = cache.get_or_compile(source.as_bytes(), || {
        is_compiled = true;
        Ok::<_, ()>(source.to_uppercase().into_bytes())
    });
    let code = code.unwrap();
    assert_eq!(code.as_slice(), source.to_uppercase().as_bytes());
    (code, is_compiled)
}

/// Uses the code of a source. Returns whether it was compiled.
fn is_compiled(cache: &Cache, source: &str) -> bool {
    used(cache, source).1
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
    let mut variants: Vec<Weak<Vec<u8>>> = Vec::new();
    for number in 0..5000 {
        let (code, is_compiled) = used(&cache, &format!("variant {number}"));
        assert!(is_compiled);
        variants.push(Arc::downgrade(&code));
    }
    // Nobody else has them any more.
    let kept: Vec<bool> = variants.iter().map(|code| code.strong_count() > 0).collect();
    let count = kept.iter().filter(|is_kept| **is_kept).count();
    assert_eq!(count, 3);
    assert!(count * SIZE <= Cache::CAPACITY);
    assert!(kept[4997..].iter().all(|is_kept| *is_kept));
}

#[test]
fn errors_are_not_cached() {
    let cache = cache();
    assert_eq!(cache.get_or_compile(b"a", || Err("no")).map(drop), Err("no"));
    assert!(is_compiled(&cache, "a"));
}
