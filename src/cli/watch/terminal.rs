//! In the terminal.

use super::{Failure, Ready, Watch, session, tell};
use crate::cli::interruption::Interruption;
use crate::watching::terminal::{TerminalExit, TerminalSession, is_terminal};

impl Watch {
    pub(super) fn in_terminal(&self) -> Result<(), Failure> {
        if !is_terminal() {
            return Err(Failure::input(
                "--view terminal: standard input and output are no terminal; `terrarium render \
                 meadow --png meadow.png` paints a picture, and `terrarium run` needs neither",
            ));
        }
        let interruption = Interruption::listen();
        let Ready { frame_source, options, keeping, title } = self.ready(&interruption)?;
        let session = session(frame_source, options)?;
        let seat = TerminalSession::take(session, keeping, title, self.follow);
        let (session, pictures, left) = seat.watch(&|| interruption.is_asked_for());
        let told = tell(session.end(), &pictures, &interruption);
        match left {
            Ok(TerminalExit::Interrupted) => told.and(Err(Failure::Interrupted)),
            Ok(TerminalExit::Quit) => told,
            Err(error) => Err(Failure::failed(format!("the terminal is gone: {error}"))),
        }
    }
}
