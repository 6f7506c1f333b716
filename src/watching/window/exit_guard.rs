//! What is still done when the display is lost.
//!
//! When the connection to an X server breaks, or the server destroys the window, the system's library
//! ends the process itself: it calls `exit`, and never comes back. What the thread that called it has
//! put into thread-local storage is still dropped then, which is the last moment at which anything
//! can be saved.

use std::cell::RefCell;

thread_local! {
    static LAST_WORDS: RefCell<Option<LastWords>> = const { RefCell::new(None) };
}

struct LastWords(Option<Box<dyn FnOnce()>>);

impl Drop for LastWords {
    fn drop(&mut self) {
        if let Some(speak) = self.0.take() {
            speak();
        }
    }
}

/// Has something done should this thread end, or the process from within it, before
/// [`take_back`] is called.
pub fn prepare(words: impl FnOnce() + 'static) {
    LAST_WORDS.with(|place| *place.borrow_mut() = Some(LastWords(Some(Box::new(words)))));
}

/// There is no need for last words any more.
pub fn take_back() {
    LAST_WORDS.with(|place| {
        if let Some(mut words) = place.borrow_mut().take() {
            words.0 = None;
        }
    });
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn they_are_spoken_when_the_thread_ends_unless_taken_back() {
        for (is_taken_back, expected) in [(false, 1), (true, 0)] {
            let spoken = Arc::new(AtomicUsize::new(0));
            let count = Arc::clone(&spoken);
            let living = move || {
                prepare(move || {
                    count.fetch_add(1, Ordering::SeqCst);
                });
                if is_taken_back {
                    take_back();
                }
            };
            thread::spawn(living).join().unwrap();
            assert_eq!(spoken.load(Ordering::SeqCst), expected);
        }
    }
}
