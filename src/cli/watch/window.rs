//! In a window.

use std::process;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use super::{Failure, Ready, Size, Watch, session, tell};
use crate::cli::interruption::Interruption;
use crate::cli::output;
use crate::watching::window::{NoWindow, Window, WindowConfig, find_display, is_display_there};
use crate::watching::{Frames, Input, SessionSummary, Viewer, ViewerOptions};

/// What is left when the desk is.
type ViewerResult = (SessionSummary, Vec<std::path::PathBuf>);

impl Watch {
    pub(super) fn in_window(&self) -> Result<(), Failure> {
        find_display().map_err(no_window)?;
        let interruption = Interruption::listen();
        let Ready { frame_source, options, keeping, title } = self.ready(&interruption)?;
        let size = self.size.map(|Size(width, height)| (width, height));
        let window =
            Window::open(&WindowConfig { title, size, scale: self.scale }).map_err(no_window)?;
        let furnishing = ViewerOptions {
            size: window.size(),
            scale: window.scale(),
            keeping,
            follow: self.follow,
        };
        let mut viewer = Viewer::new(session(frame_source, options)?, furnishing);
        let (inputs, received) = channel();
        let frames = Frames::default();
        let shown = frames.clone();
        let work = move || {
            viewer.work(&received, &shown);
            let (session, pictures) = viewer.leave();
            (session.end(), pictures)
        };
        let working = thread::Builder::new().name("desk".to_owned()).spawn(work);
        let working = working
            .map_err(|error| Failure::failed(format!("no thread can be started: {error}")))?;
        let working = Arc::new(Mutex::new(Some(working)));
        let is_over = {
            let working = Arc::clone(&working);
            let interruption = interruption.clone();
            move || interruption.is_asked_for() || is_finished(&working)
        };
        let last_words = {
            let (working, inputs) = (Arc::clone(&working), inputs.clone());
            move || lost(&working, &inputs)
        };
        let _ = window.show(&frames, &inputs, &is_over, last_words);
        let _ = inputs.send(Input::Closing);
        let (summary, pictures) = join(&working)?;
        tell(summary, &pictures, &interruption)
    }
}

type Working = Mutex<Option<JoinHandle<ViewerResult>>>;

fn is_finished(working: &Working) -> bool {
    let working = working.lock().unwrap_or_else(PoisonError::into_inner);
    working.as_ref().is_none_or(JoinHandle::is_finished)
}

fn join(working: &Working) -> Result<ViewerResult, Failure> {
    let handle = working.lock().unwrap_or_else(PoisonError::into_inner).take();
    let left = handle.map(JoinHandle::join);
    left.and_then(Result::ok).ok_or_else(|| {
        Failure::failed("the window came to an end it should not have; what was recorded is kept")
    })
}

/// The window is not there any more, and nor will this process be: saves what was to be kept.
fn lost(working: &Working, inputs: &std::sync::mpsc::Sender<Input>) {
    let _ = inputs.send(Input::Closing);
    let left = join(working);
    let is_there = is_display_there();
    let told = if is_there {
        output::note("the window was destroyed by somebody else");
        Ok(())
    } else {
        output::note("the display is gone; everything is saved that was to be kept");
        Err(())
    };
    let done = left.and_then(|(summary, pictures)| {
        for path in summary.saved.iter().chain(&pictures) {
            output::note(format_args!("saved {}", path.display()));
        }
        summary.problem.map_or(Ok(()), |problem| Err(Failure::failed(problem)))
    });
    if let Err(failure) = done {
        failure.tell();
        process::exit(1);
    }
    process::exit(i32::from(told.is_err()));
}

fn no_window(error: NoWindow) -> Failure {
    let libraries = match &error {
        NoWindow::Refused { problem, .. } if problem.contains("load") => {
            "; it needs the libraries of X11 (libX11 and libXcursor) or of Wayland"
        }
        _ => "",
    };
    Failure::input(format!(
        "{error}{libraries}; `terrarium watch --view terminal` shows the world in a terminal, and \
         `terrarium render meadow --png meadow.png` paints a picture of it"
    ))
}
