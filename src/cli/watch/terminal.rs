//! `--view terminal`.

use super::warming::Monitor;
use super::{Failure, Ready, Watch, report_summary, session};
use crate::cli::interruption::Interruption;
use crate::watching::terminal::{TerminalExit, TerminalSession, is_terminal};

impl Watch {
    pub(super) fn in_terminal(&self) -> Result<(), Failure> {
        if !is_terminal() {
            return Err(Failure::input(
                "--view terminal: standard input and output are no terminal; `terrarium render \
                 meadow --png meadow.png` draws a picture, and `terrarium run` needs no terminal",
            ));
        }
        let interruption = Interruption::install();
        let is_stopped = || interruption.is_requested();
        let monitor = Monitor { report: &|_, _| {}, show: None, is_stopped: &is_stopped };
        let Ready { frame_source, options, save_location, first_look, title, .. } =
            self.ready(&monitor)?;
        let session = session(frame_source, options)?;
        let terminal_session = TerminalSession::new(session, save_location, title, first_look);
        let (session, pictures, exit) = terminal_session.run(&|| interruption.is_requested());
        let result = report_summary(session.end(), &pictures, &interruption);
        match exit {
            Ok(TerminalExit::Interrupted) => result.and(Err(Failure::Interrupted)),
            Ok(TerminalExit::Quit) => result,
            Err(error) => Err(Failure::failed(format!("the terminal was lost: {error}"))),
        }
    }
}
