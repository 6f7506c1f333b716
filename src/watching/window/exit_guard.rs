//! A callback for the loss of the display.
//!
//! When the connection to an X server breaks, or the server destroys the window, Xlib ends the
//! process by calling `exit`. The thread-local values of the calling thread are still dropped then,
//! which is the last opportunity to save anything.

use std::cell::RefCell;

thread_local! {
    static EXIT_GUARD: RefCell<Option<ExitGuard>> = const { RefCell::new(None) };
}

struct ExitGuard(Option<Box<dyn FnOnce()>>);

impl Drop for ExitGuard {
    fn drop(&mut self) {
        if let Some(callback) = self.0.take() {
            callback();
        }
    }
}

/// Runs `callback` if this thread ends, or ends the process, before [`disarm`] is called.
pub fn arm(callback: impl FnOnce() + 'static) {
    EXIT_GUARD.with(|place| *place.borrow_mut() = Some(ExitGuard(Some(Box::new(callback)))));
}

/// Drops the callback without running it.
pub fn disarm() {
    EXIT_GUARD.with(|place| {
        if let Some(mut guard) = place.borrow_mut().take() {
            guard.0 = None;
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
    fn the_callback_runs_when_the_thread_ends_unless_disarmed() {
        for (is_disarmed, expected) in [(false, 1), (true, 0)] {
            let calls = Arc::new(AtomicUsize::new(0));
            let count = Arc::clone(&calls);
            let run = move || {
                arm(move || {
                    count.fetch_add(1, Ordering::SeqCst);
                });
                if is_disarmed {
                    disarm();
                }
            };
            thread::spawn(run).join().unwrap();
            assert_eq!(calls.load(Ordering::SeqCst), expected);
        }
    }
}
