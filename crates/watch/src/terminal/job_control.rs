//! Job control: the viewer is stopped by a signal, and continued in the foreground or in the background.
//!
//! TSTP only asks to stop, so the terminal is restored before. Nothing can precede STOP: after it, as after any other
//! signal that stops, CONT shows that the terminal has to be set up again.

use std::io;

use super::screen::Screen;

/// Stops and continues the viewer as signals ask, until it is dropped.
pub struct JobControl {
    signals: signals::Signals,
    /// Whether the terminal is left to other programs.
    is_away: bool,
}

impl JobControl {
    /// Begins to handle the signals.
    ///
    /// # Errors
    /// If a handler cannot be installed.
    pub fn begin() -> io::Result<Self> {
        Ok(Self { signals: signals::Signals::begin()?, is_away: false })
    }

    /// Does what signals since the last call ask for: stops this process, and sets the screen up again once it is
    /// continued. Returns whether the screen can be used; otherwise the terminal belongs to another program.
    ///
    /// # Errors
    /// If the terminal cannot be set up.
    pub fn follow(&mut self, screen: &mut Screen) -> io::Result<bool> {
        let is_asked = self.signals.is_stop_requested();
        if is_asked {
            screen.leave();
            signals::stop()?;
        }
        self.is_away |= is_asked | self.signals.is_continued();
        if self.is_away && !signals::is_in_foreground() {
            // As a process is that reads the terminal in the background.
            signals::stop()?;
        }
        if self.is_away && signals::is_in_foreground() {
            screen.set_up_again()?;
            self.is_away = false;
        }
        Ok(!self.is_away)
    }
}

#[cfg(unix)]
mod signals {
    use std::io;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::sync::{Arc, OnceLock};

    use rustix::process::getpgrp;
    use rustix::termios::tcgetpgrp;
    use signal_hook::consts::{SIGCONT, SIGTSTP, SIGTTOU};
    use signal_hook::{flag, low_level};

    /// What the handlers of signals set and read. They stay for ever: a signal that had one never gets its default back.
    struct Flags {
        is_stop_requested: Arc<AtomicBool>,
        is_continued: Arc<AtomicBool>,
        /// Whether TSTP stops the process at once, since no viewer uses the terminal.
        is_unused: Arc<AtomicBool>,
    }

    static FLAGS: OnceLock<Flags> = OnceLock::new();

    impl Flags {
        fn register() -> io::Result<Self> {
            let flags = Self {
                is_stop_requested: Arc::default(),
                is_continued: Arc::default(),
                is_unused: Arc::default(),
            };
            flag::register_conditional_default(SIGTSTP, Arc::clone(&flags.is_unused))?;
            flag::register(SIGTSTP, Arc::clone(&flags.is_stop_requested))?;
            flag::register(SIGCONT, Arc::clone(&flags.is_continued))?;
            Ok(flags)
        }
    }

    /// The signals that stop and continue the process, handled until this is dropped.
    pub struct Signals(&'static Flags);

    impl Signals {
        pub fn begin() -> io::Result<Self> {
            let flags = match FLAGS.get() {
                Some(flags) => flags,
                None => {
                    let flags = Flags::register()?;
                    FLAGS.get_or_init(|| flags)
                }
            };
            flags.is_stop_requested.store(false, Ordering::SeqCst);
            flags.is_continued.store(false, Ordering::SeqCst);
            flags.is_unused.store(false, Ordering::SeqCst);
            Ok(Self(flags))
        }

        /// Whether a signal has asked to stop since the last call.
        pub fn is_stop_requested(&self) -> bool {
            self.0.is_stop_requested.swap(false, Ordering::SeqCst)
        }

        /// Whether the process was continued since the last call.
        pub fn is_continued(&self) -> bool {
            self.0.is_continued.swap(false, Ordering::SeqCst)
        }
    }

    impl Drop for Signals {
        fn drop(&mut self) {
            self.0.is_unused.store(true, Ordering::SeqCst);
        }
    }

    /// Stops this process until it is continued; does nothing where no shell could continue it.
    pub fn stop() -> io::Result<()> {
        // The signals of terminals stop a process only where it can be continued, and this one has no handler here.
        low_level::raise(SIGTTOU)
    }

    /// Whether the terminal is at the disposal of this process.
    pub fn is_in_foreground() -> bool {
        // A terminal that does not control the process knows no foreground.
        tcgetpgrp(io::stdin()).map_or(true, |foreground| foreground == getpgrp())
    }
}

#[cfg(not(unix))]
mod signals {
    use std::io;

    /// There are no signals that stop a process.
    pub struct Signals;

    impl Signals {
        pub fn begin() -> io::Result<Self> {
            Ok(Self)
        }

        pub fn is_stop_requested(&self) -> bool {
            false
        }

        pub fn is_continued(&self) -> bool {
            false
        }
    }

    pub fn stop() -> io::Result<()> {
        Ok(())
    }

    pub fn is_in_foreground() -> bool {
        true
    }
}
