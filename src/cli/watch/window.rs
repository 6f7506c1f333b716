//! `--view window`.

use std::process;
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

use super::{Failure, Ready, Size, Watch, report_summary, session};
use crate::cli::interruption::Interruption;
use crate::cli::output;
use crate::watching::window::{Window, WindowConfig, WindowError, find_display, is_display_there};
use crate::watching::{Frames, Input, SessionSummary, Viewer, ViewerOptions};

/// What the viewer's thread returns.
type ViewerResult = (SessionSummary, Vec<std::path::PathBuf>);

impl Watch {
    pub(super) fn in_window(&self) -> Result<(), Failure> {
        find_display().map_err(no_window)?;
        let interruption = Interruption::listen();
        let Ready { frame_source, options, save_location, title } = self.ready(&interruption)?;
        let size = self.size.map(|Size(width, height)| (width, height));
        let window =
            Window::open(&WindowConfig { title, size, scale: self.scale }).map_err(no_window)?;
        let viewer_options = ViewerOptions {
            size: window.size(),
            scale: window.scale(),
            save_location,
            follow: self.follow,
        };
        let mut viewer = Viewer::new(session(frame_source, options)?, viewer_options);
        let (inputs, received) = channel();
        let frames = Frames::default();
        let painted = frames.clone();
        let work = move || {
            viewer.run(&received, &painted);
            let (session, pictures) = viewer.finish();
            (session.end(), pictures)
        };
        let viewer_thread = thread::Builder::new().name("viewer".to_owned()).spawn(work);
        let viewer_thread = viewer_thread
            .map_err(|error| Failure::failed(format!("no thread can be started: {error}")))?;
        let viewer_thread = Arc::new(Mutex::new(Some(viewer_thread)));
        let is_over = {
            let viewer_thread = Arc::clone(&viewer_thread);
            let interruption = interruption.clone();
            move || interruption.is_requested() || is_finished(&viewer_thread)
        };
        let on_window_lost = {
            let (viewer_thread, inputs) = (Arc::clone(&viewer_thread), inputs.clone());
            move || save_and_exit(&viewer_thread, &inputs)
        };
        let _ = window.show(&frames, &inputs, &is_over, on_window_lost);
        let _ = inputs.send(Input::Closing);
        let (summary, pictures) = join(&viewer_thread)?;
        report_summary(summary, &pictures, &interruption)
    }
}

type ViewerThread = Mutex<Option<JoinHandle<ViewerResult>>>;

fn is_finished(viewer_thread: &ViewerThread) -> bool {
    let viewer_thread = viewer_thread.lock().unwrap_or_else(PoisonError::into_inner);
    viewer_thread.as_ref().is_none_or(JoinHandle::is_finished)
}

fn join(viewer_thread: &ViewerThread) -> Result<ViewerResult, Failure> {
    let handle = viewer_thread.lock().unwrap_or_else(PoisonError::into_inner).take();
    let result = handle.map(JoinHandle::join);
    result
        .and_then(Result::ok)
        .ok_or_else(|| Failure::failed("the viewer ended unexpectedly; what was recorded is kept"))
}

/// The window is gone and the process is about to exit: saves everything and exits.
fn save_and_exit(viewer_thread: &ViewerThread, inputs: &std::sync::mpsc::Sender<Input>) {
    let _ = inputs.send(Input::Closing);
    let result = join(viewer_thread);
    let is_there = is_display_there();
    let status = if is_there {
        output::note("the window was destroyed by another program");
        Ok(())
    } else {
        output::note("the display is gone");
        Err(())
    };
    let done = result.and_then(|(summary, pictures)| {
        for path in summary.saved.iter().chain(&pictures) {
            output::note(format_args!("saved {}", path.display()));
        }
        summary.problem.map_or(Ok(()), |problem| Err(Failure::failed(problem)))
    });
    if let Err(failure) = done {
        failure.tell();
        process::exit(1);
    }
    process::exit(i32::from(status.is_err()));
}

fn no_window(error: WindowError) -> Failure {
    let libraries = match &error {
        WindowError::Refused { problem, .. } if problem.contains("load") => {
            "; a window needs the X11 libraries (libX11 and libXcursor) or those of Wayland"
        }
        _ => "",
    };
    Failure::input(format!(
        "{error}{libraries}; `terrarium watch --view terminal` shows the world in a terminal, and \
         `terrarium render meadow --png meadow.png` draws a picture of it"
    ))
}
