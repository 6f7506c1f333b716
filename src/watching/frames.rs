//! Pictures on their way from who paints them to who shows them.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A painted picture: rows of pixels, 0x00RRGGBB each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Frame {
    /// How many pixels a row has.
    pub width: usize,
    /// How many rows there are.
    pub height: usize,
    /// The pixels, row after row.
    pub pixels: Vec<u32>,
}

/// Where the newest picture lies until it is taken. A picture that nobody took in time is dropped
/// for a newer one: who shows them slowly sees fewer, and makes nobody wait.
#[derive(Debug, Clone, Default)]
pub struct Frames(Arc<Shelf>);

#[derive(Debug, Default)]
struct Shelf {
    held: Mutex<Held>,
    news: Condvar,
}

#[derive(Debug, Default)]
struct Held {
    newest: Option<Frame>,
    /// The memory of pictures that were shown, to paint others in.
    spent: Vec<Frame>,
}

impl Frames {
    /// Lays down a picture, in place of one that nobody has taken.
    pub fn put(&self, frame: Frame) {
        let mut held = self.held();
        if let Some(missed) = held.newest.replace(frame) {
            held.spent.push(missed);
        }
        self.0.news.notify_one();
    }

    /// The newest picture, if it was not taken yet; waits for one at most so long.
    #[must_use]
    pub fn take(&self, patience: Duration) -> Option<Frame> {
        let held = self.held();
        let waited = self.0.news.wait_timeout_while(held, patience, |held| held.newest.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).0.newest.take()
    }

    /// Gives back a picture that is not shown any more.
    pub fn give_back(&self, frame: Frame) {
        let mut held = self.held();
        if held.spent.len() < 2 {
            held.spent.push(frame);
        }
    }

    /// A picture to paint over, of any size.
    #[must_use]
    pub fn spent(&self) -> Frame {
        self.held().spent.pop().unwrap_or_default()
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.0.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_newest_picture_is_taken_and_only_once() {
        let frames = Frames::default();
        for width in [1, 2, 3] {
            frames.put(Frame { width, ..Frame::default() });
        }
        assert_eq!(frames.take(Duration::ZERO).map(|frame| frame.width), Some(3));
        assert_eq!(frames.take(Duration::ZERO), None);
    }

    #[test]
    fn memory_is_used_again_and_does_not_pile_up() {
        let frames = Frames::default();
        for _ in 0..9 {
            frames.give_back(Frame { pixels: Vec::with_capacity(64), ..Frame::default() });
        }
        let capacities: Vec<usize> = (0..3).map(|_| frames.spent().pixels.capacity()).collect();
        assert_eq!(capacities, [64, 64, 0]);
    }
}
