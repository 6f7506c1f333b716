//! Ctrl-C: the first ends the tick under way, the second the program.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::output;

/// Whether the user asked to stop.
#[derive(Debug, Clone)]
pub(super) struct Interruption(Arc<AtomicBool>);

impl Interruption {
    /// Listens from now on.
    pub fn listen() -> Self {
        let asked = Arc::new(AtomicBool::new(false));
        let heard = Arc::clone(&asked);
        let listening = ctrlc::set_handler(move || {
            if heard.swap(true, Ordering::SeqCst) {
                std::process::exit(130);
            }
        });
        if let Err(error) = listening {
            output::note(format_args!("note: Ctrl-C will not be answered gently: {error}"));
        }
        Self(asked)
    }

    /// Whether the user has asked to stop.
    pub fn is_asked_for(&self) -> bool {
        self.0.load(Ordering::SeqCst)
    }
}
