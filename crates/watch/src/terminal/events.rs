//! The events of the terminal, read in a thread of their own.
//!
//! Once the terminal has hung up, crossterm reads the end of its input again and again and never returns. So nothing
//! but this thread waits for it, and hang-ups are detected elsewhere.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use crossterm::event::{self, Event};

/// The time after which the thread notices that nobody wants more events.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// The events of the terminal. Dropping this ends its thread, unless the terminal has hung up.
pub struct Events {
    received: Receiver<io::Result<Event>>,
    is_over: Arc<AtomicBool>,
}

impl Events {
    /// Begins to read events.
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn begin() -> io::Result<Self> {
        let (sender, received) = channel();
        let is_over = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&is_over);
        let read = move || {
            while !flag.load(Ordering::Relaxed) {
                let event = match event::poll(CHECK_INTERVAL) {
                    Ok(false) => continue,
                    Ok(true) => event::read(),
                    Err(error) => Err(error),
                };
                let is_last = event.is_err();
                if sender.send(event).is_err() || is_last {
                    break;
                }
            }
        };
        thread::Builder::new().name("terminal".to_owned()).spawn(read)?;
        Ok(Self { received, is_over })
    }

    /// Returns the next event, or `None` if there is none within `timeout`.
    ///
    /// # Errors
    /// If the terminal has hung up, or cannot be read.
    pub fn next(&self, timeout: Duration) -> io::Result<Option<Event>> {
        match self.received.recv_timeout(timeout) {
            Ok(event) => event.map(Some),
            Err(RecvTimeoutError::Timeout) if !has_hung_up()? => Ok(None),
            Err(_) => Err(io::Error::new(io::ErrorKind::UnexpectedEof, "it was closed")),
        }
    }
}

impl Drop for Events {
    fn drop(&mut self) {
        self.is_over.store(true, Ordering::Relaxed);
    }
}

/// Whether nothing can be read from the terminal any more.
#[cfg(unix)]
fn has_hung_up() -> io::Result<bool> {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let input = io::stdin();
    let mut state = [PollFd::new(&input, PollFlags::empty())];
    match poll(&mut state, Some(&Timespec::default())) {
        Ok(_) => {
            Ok(state[0].revents().intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL))
        }
        Err(rustix::io::Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

#[cfg(not(unix))]
fn has_hung_up() -> io::Result<bool> {
    Ok(false)
}
