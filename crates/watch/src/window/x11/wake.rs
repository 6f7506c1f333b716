//! Waiting for the display and the painter at once.

use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};

use crate::frames::Frames;

/// What ends the waiting of a window when there is a frame: a byte that the painter sends.
pub(super) struct Wake {
    sender: Arc<UnixStream>,
    receiver: UnixStream,
}

impl Wake {
    /// # Errors
    /// If the system has no more files.
    pub fn new() -> io::Result<Self> {
        let (sender, receiver) = UnixStream::pair()?;
        sender.set_nonblocking(true)?;
        receiver.set_nonblocking(true)?;
        Ok(Self { sender: Arc::new(sender), receiver })
    }

    /// Has each frame wake the window.
    pub fn at_each(&self, frames: &Frames) {
        let sender = Arc::clone(&self.sender);
        frames.on_put(move || {
            // If nothing more can be sent, enough bytes wait to be read.
            let _ = (&*sender).write(&[0]);
        });
    }

    /// Waits until the display sends something, there is a frame, or the time is over.
    pub fn wait(&self, display: &impl AsFd, timeout: Duration) {
        let mut files = [display.as_fd(), self.receiver.as_fd()]
            .map(|file| PollFd::from_borrowed_fd(file, PollFlags::IN));
        // The next step notices what has happened to the display; after a signal, nothing is lost by returning early.
        let _ = poll(&mut files, Timespec::try_from(timeout).ok().as_ref());
        let mut bytes = [0; 64];
        while (&self.receiver).read(&mut bytes).is_ok_and(|count| count == bytes.len()) {}
    }
}
