//! Ctrl-C: the first stops the run after the current tick, the second exits at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::output;

/// A flag that the first Ctrl-C sets.
#[derive(Debug, Clone)]
pub(super) struct Interruption(Arc<AtomicBool>);

impl Interruption {
    /// Installs the handler of Ctrl-C.
    pub fn install() -> Self {
        let requested = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&requested);
        let installed = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::SeqCst) {
                std::process::exit(130);
            }
        });
        if let Err(error) = installed {
            output::note(format_args!(
                "note: Ctrl-C will exit at once: its handler cannot be installed: {error}"
            ));
        }
        Self(requested)
    }

    /// Whether the user pressed Ctrl-C.
    pub fn is_requested(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}
