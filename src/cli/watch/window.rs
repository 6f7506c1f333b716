//! `--view window`.

use std::sync::mpsc::channel;
use std::thread;

use super::{Failure, Ready, Size, Watch, report_summary, session};
use crate::cli::interruption::Interruption;
use crate::watching::window::{Window, WindowConfig, WindowError, WindowExit, find_display};
use crate::watching::{Frames, Input, Viewer, ViewerOptions};

impl Watch {
    pub(super) fn in_window(&self) -> Result<(), Failure> {
        find_display().map_err(no_window)?;
        let interruption = Interruption::install();
        let mut watch = self.clone();
        while let Some(seed) = watch.in_one_window(&interruption)? {
            watch.seed = Some(seed);
        }
        Ok(())
    }

    /// Shows the world until its window is closed. Returns the seed with which to show it again, if the user
    /// wants another one.
    fn in_one_window(&self, interruption: &Interruption) -> Result<Option<u64>, Failure> {
        let Ready { frame_source, options, save_location, first_look, title, next_seed } =
            self.ready(interruption)?;
        let size = self.size.map(|Size(width, height)| (width, height));
        let window =
            Window::open(&WindowConfig { title, size, scale: self.scale }).map_err(no_window)?;
        let viewer_options = ViewerOptions {
            size: window.size(),
            scale: window.scale(),
            save_location,
            first_look,
            can_reseed: next_seed.is_some(),
        };
        let mut viewer = Viewer::new(session(frame_source, options)?, viewer_options);
        let (inputs, received) = channel();
        let frames = Frames::default();
        let painted = frames.clone();
        let work = move || {
            viewer.run(&received, &painted);
            let wants_another_seed = viewer.wants_another_seed();
            let (session, pictures) = viewer.finish();
            (session.end(), pictures, wants_another_seed)
        };
        let viewer_thread = thread::Builder::new().name("viewer".to_owned()).spawn(work);
        let viewer_thread = viewer_thread
            .map_err(|error| Failure::failed(format!("no thread can be started: {error}")))?;
        let is_over = || interruption.is_requested() || viewer_thread.is_finished();
        let exit = window.show(&frames, &inputs, &is_over);
        let _ = inputs.send(Input::Closing);
        let (summary, pictures, wants_another_seed) = viewer_thread.join().map_err(|_| {
            Failure::failed("the viewer ended unexpectedly; what was recorded is kept")
        })?;
        report_summary(summary, &pictures, interruption)?;
        match exit {
            WindowExit::DisplayLost => Err(Failure::failed("the display is gone")),
            WindowExit::Closed | WindowExit::Over => Ok(next_seed.filter(|_| wants_another_seed)),
        }
    }
}

fn no_window(error: WindowError) -> Failure {
    Failure::input(format!(
        "{error}; `terrarium watch --view terminal` shows the world in a terminal, and \
         `terrarium render meadow --png meadow.png` draws a picture of it"
    ))
}
