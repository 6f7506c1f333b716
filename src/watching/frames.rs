//! Pictures on their way from who paints them to who shows them.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::view::Framebuffer;

/// Where the newest picture lies until it is taken. A picture that nobody took in time is dropped
/// for a newer one: who shows them slowly sees fewer, and makes nobody wait.
#[derive(Debug, Clone, Default)]
pub struct Frames(Arc<Shelf>);

#[derive(Debug, Default)]
struct Shelf {
    held: Mutex<SpooledCell>,
    news: Condvar,
}

#[derive(Debug, Default)]
struct SpooledCell {
    newest: Option<Framebuffer>,
    /// The memory of pictures that were shown, to paint others in.
    spent: Vec<Framebuffer>,
}

impl Frames {
    /// Lays down a picture, in place of one that nobody has taken.
    pub fn put(&self, framebuffer: Framebuffer) {
        let mut held = self.held();
        if let Some(missed) = held.newest.replace(framebuffer) {
            held.spent.push(missed);
        }
        self.0.news.notify_one();
    }

    /// The newest picture, if it was not taken yet; waits for one at most so long.
    #[must_use]
    pub fn take(&self, patience: Duration) -> Option<Framebuffer> {
        let held = self.held();
        let waited = self.0.news.wait_timeout_while(held, patience, |held| held.newest.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).0.newest.take()
    }

    /// Gives back a picture that is not shown any more.
    pub fn give_back(&self, framebuffer: Framebuffer) {
        let mut held = self.held();
        if held.spent.len() < 2 {
            held.spent.push(framebuffer);
        }
    }

    /// A picture to paint over, of this size. What was painted on it may still be there.
    #[must_use]
    pub fn blank(&self, width: u32, height: u32) -> Framebuffer {
        match self.held().spent.pop() {
            Some(mut framebuffer) => {
                if (framebuffer.width(), framebuffer.height()) != (width, height) {
                    framebuffer.resize(width, height);
                }
                framebuffer
            }
            None => Framebuffer::new(width, height, [0, 0, 0, 255]),
        }
    }

    fn held(&self) -> MutexGuard<'_, SpooledCell> {
        self.0.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framebuffer(width: u32) -> Framebuffer {
        Framebuffer::new(width, 1, [0, 0, 0, 255])
    }

    #[test]
    fn only_the_newest_picture_is_taken_and_only_once() {
        let frames = Frames::default();
        [1, 2, 3].map(framebuffer).into_iter().for_each(|framebuffer| frames.put(framebuffer));
        assert_eq!(frames.take(Duration::ZERO), Some(framebuffer(3)));
        assert_eq!(frames.take(Duration::ZERO), None);
    }

    #[test]
    fn memory_is_used_again_and_does_not_pile_up() {
        let frames = Frames::default();
        (0..9).for_each(|_| frames.give_back(Framebuffer::new(5, 1, [9, 9, 9, 255])));
        let painted = |framebuffer: Framebuffer| framebuffer.at(0, 0) == Some([9, 9, 9]);
        assert_eq!([0; 3].map(|_| painted(frames.blank(5, 1))), [true, true, false]);
        frames.give_back(framebuffer(7));
        assert_eq!(frames.blank(3, 2).area(), Framebuffer::new(3, 2, [0; 4]).area());
    }
}
