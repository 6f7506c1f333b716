//! Signals that end the program: the first stops the run after the current tick and saves it, a second Ctrl-C exits
//! at once.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::output;

/// A flag that is set by Ctrl-C, by a TERM signal, and when the terminal hangs up.
#[derive(Debug, Clone)]
pub(super) struct Interruption(Arc<AtomicBool>);

impl Interruption {
    /// Installs the handlers of the signals.
    pub fn install() -> Self {
        let requested = Arc::new(AtomicBool::new(false));
        if let Err(error) = install_handlers(&requested) {
            output::note(format_args!(
                "note: Ctrl-C will exit at once: its handler cannot be installed: {error}"
            ));
        }
        Self(requested)
    }

    /// Asks the program to end, as a signal does.
    pub fn request(&self) {
        self.0.store(true, Ordering::SeqCst);
    }

    /// Whether the program was asked to end.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}

/// Only a second Ctrl-C exits at once: when a terminal is closed, both the system and the shell may send a HUP signal,
/// and services are stopped with several signals.
#[cfg(unix)]
fn install_handlers(requested: &Arc<AtomicBool>) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::flag;

    flag::register_conditional_shutdown(SIGINT, 130, Arc::clone(requested))?;
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        if signal != SIGHUP || !ignores_hang_ups() {
            flag::register(signal, Arc::clone(requested))?;
        }
    }
    Ok(())
}

/// Whether the process was started with HUP signals ignored, as `nohup` does. Only known on Linux.
#[cfg(unix)]
fn ignores_hang_ups() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    ignored.is_some_and(|mask| mask & 1 << (signal_hook::consts::SIGHUP - 1) != 0)
}

#[cfg(not(unix))]
fn install_handlers(requested: &Arc<AtomicBool>) -> io::Result<()> {
    let flag = Arc::clone(requested);
    let handler = move || {
        if flag.swap(true, Ordering::SeqCst) {
            std::process::exit(130);
        }
    };
    ctrlc::set_handler(handler).map_err(io::Error::other)
}
