//! Pictures on their way from who paints them to who shows them.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::view::Sheet;

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
    newest: Option<Sheet>,
    /// The memory of pictures that were shown, to paint others in.
    spent: Vec<Sheet>,
}

impl Frames {
    /// Lays down a picture, in place of one that nobody has taken.
    pub fn put(&self, sheet: Sheet) {
        let mut held = self.held();
        if let Some(missed) = held.newest.replace(sheet) {
            held.spent.push(missed);
        }
        self.0.news.notify_one();
    }

    /// The newest picture, if it was not taken yet; waits for one at most so long.
    #[must_use]
    pub fn take(&self, patience: Duration) -> Option<Sheet> {
        let held = self.held();
        let waited = self.0.news.wait_timeout_while(held, patience, |held| held.newest.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).0.newest.take()
    }

    /// Gives back a picture that is not shown any more.
    pub fn give_back(&self, sheet: Sheet) {
        let mut held = self.held();
        if held.spent.len() < 2 {
            held.spent.push(sheet);
        }
    }

    /// A picture to paint over, of this size. What was painted on it may still be there.
    #[must_use]
    pub fn blank(&self, width: u32, height: u32) -> Sheet {
        match self.held().spent.pop() {
            Some(mut sheet) => {
                if (sheet.width(), sheet.height()) != (width, height) {
                    sheet.resize(width, height);
                }
                sheet
            }
            None => Sheet::new(width, height, [0, 0, 0, 255]),
        }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        self.0.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sheet(width: u32) -> Sheet {
        Sheet::new(width, 1, [0, 0, 0, 255])
    }

    #[test]
    fn only_the_newest_picture_is_taken_and_only_once() {
        let frames = Frames::default();
        [1, 2, 3].map(sheet).into_iter().for_each(|sheet| frames.put(sheet));
        assert_eq!(frames.take(Duration::ZERO), Some(sheet(3)));
        assert_eq!(frames.take(Duration::ZERO), None);
    }

    #[test]
    fn memory_is_used_again_and_does_not_pile_up() {
        let frames = Frames::default();
        (0..9).for_each(|_| frames.give_back(Sheet::new(5, 1, [9, 9, 9, 255])));
        let painted = |sheet: Sheet| sheet.at(0, 0) == Some([9, 9, 9]);
        assert_eq!([0; 3].map(|_| painted(frames.blank(5, 1))), [true, true, false]);
        frames.give_back(sheet(7));
        assert_eq!(frames.blank(3, 2).area(), Sheet::new(3, 2, [0; 4]).area());
    }
}
