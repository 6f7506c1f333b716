//! The exchange of frames between the thread that paints them and the thread that shows them.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use terrarium_picture::Framebuffer;

/// A shared slot for the newest frame. A frame that is not taken in time is replaced by the next,
/// so that neither thread waits for the other.
#[derive(Clone, Default)]
pub struct Frames(Arc<Shared>);

#[derive(Default)]
struct Shared {
    buffers: Mutex<Buffers>,
    available: Condvar,
}

#[derive(Default)]
struct Buffers {
    newest: Option<Framebuffer>,
    /// Buffers of frames that are no longer shown, for reuse.
    unused: Vec<Framebuffer>,
    /// What is called when there is a frame.
    on_put: Option<Box<dyn Fn() + Send>>,
}

impl Frames {
    /// Publishes a frame. Replaces one that was not taken yet.
    pub fn put(&self, framebuffer: Framebuffer) {
        let mut buffers = self.buffers();
        if let Some(missed) = buffers.newest.replace(framebuffer) {
            buffers.unused.push(missed);
        }
        if let Some(on_put) = &buffers.on_put {
            on_put();
        }
        self.0.available.notify_one();
    }

    /// Has every frame call this, besides being there to take. It must not wait.
    pub fn on_put(&self, call: impl Fn() + Send + 'static) {
        self.buffers().on_put = Some(Box::new(call));
    }

    /// Takes the newest frame. Waits for one until the timeout.
    #[must_use]
    pub fn take(&self, timeout: Duration) -> Option<Framebuffer> {
        let buffers = self.buffers();
        let waited = self
            .0
            .available
            .wait_timeout_while(buffers, timeout, |buffers| buffers.newest.is_none());
        waited.unwrap_or_else(PoisonError::into_inner).0.newest.take()
    }

    /// Returns a frame that is no longer shown, so that its memory can be reused.
    pub fn recycle(&self, framebuffer: Framebuffer) {
        let mut buffers = self.buffers();
        if buffers.unused.len() < 2 {
            buffers.unused.push(framebuffer);
        }
    }

    /// Returns a framebuffer of this size with arbitrary content.
    #[must_use]
    pub fn blank(&self, width: u32, height: u32) -> Framebuffer {
        match self.buffers().unused.pop() {
            Some(mut framebuffer) => {
                if (framebuffer.width(), framebuffer.height()) != (width, height) {
                    framebuffer.resize(width, height);
                }
                framebuffer
            }
            None => Framebuffer::new(width, height, [0, 0, 0, 255]),
        }
    }

    fn buffers(&self) -> MutexGuard<'_, Buffers> {
        self.0.buffers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framebuffer(width: u32) -> Framebuffer {
        Framebuffer::new(width, 1, [0, 0, 0, 255])
    }

    #[test]
    fn only_the_newest_frame_is_taken_and_only_once() {
        let frames = Frames::default();
        [1, 2, 3].map(framebuffer).into_iter().for_each(|framebuffer| frames.put(framebuffer));
        assert_eq!(frames.take(Duration::ZERO), Some(framebuffer(3)));
        assert_eq!(frames.take(Duration::ZERO), None);
    }

    #[test]
    fn each_frame_calls_whoever_waits_elsewhere() {
        let (frames, calls) = (Frames::default(), Arc::new(Mutex::new(0)));
        frames.put(framebuffer(1));
        let counted = Arc::clone(&calls);
        frames.on_put(move || *counted.lock().unwrap() += 1);
        [2, 3].map(framebuffer).into_iter().for_each(|framebuffer| frames.put(framebuffer));
        assert_eq!(*calls.lock().unwrap(), 2);
    }

    #[test]
    fn buffers_are_reused_and_do_not_accumulate() {
        let frames = Frames::default();
        (0..9).for_each(|_| frames.recycle(Framebuffer::new(5, 1, [9, 9, 9, 255])));
        let painted = |framebuffer: Framebuffer| framebuffer.at(0, 0) == Some([9, 9, 9]);
        assert_eq!([0; 3].map(|_| painted(frames.blank(5, 1))), [true, true, false]);
        frames.recycle(framebuffer(7));
        assert_eq!(frames.blank(3, 2).area(), Framebuffer::new(3, 2, [0; 4]).area());
    }
}
