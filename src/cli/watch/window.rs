//! `--view window`.

use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::warming::Monitor;
use super::{Failure, Ready, Watch, report_summary, session};
use crate::cli::interruption::Interruption;
use crate::clock::now;
use crate::watching::window::{
    Preparation, Window, WindowConfig, WindowError, WindowExit, show_progress,
};
use crate::watching::{Frames, Input, Viewer, ViewerOptions};

/// How long a preparation that the user no longer wants is waited for.
const PATIENCE: Duration = Duration::from_secs(1);

/// The stack of the thread that prepares a world, as large as that of the main thread.
const STACK: usize = 8 << 20;

impl Watch {
    /// Opens a window.
    pub(super) fn open_window(&self) -> Result<Window, WindowError> {
        let size = self.size.map(|it| (it.width as usize, it.height as usize));
        let title = "Terrarium".to_owned();
        Window::open(&WindowConfig { title, size, scale: self.scale })
    }

    /// Shows the progress in a window until there is a world to show.
    pub(super) fn in_window(&self, mut window: Window) -> Result<(), Failure> {
        let interruption = Interruption::install();
        let mut watch = self.clone();
        let mut has_hints = !self.tour;
        while let Some(seed) = watch.in_one_world(&mut window, &interruption, has_hints)? {
            (watch.seed, has_hints) = (Some(seed), false);
        }
        Ok(())
    }

    /// Prepares the world while the window shows the progress. Returns `None` if the user closed the window.
    fn prepare(
        &self,
        window: &mut Window,
        interruption: &Interruption,
    ) -> Result<Option<Ready>, Failure> {
        let preparation = Preparation::default();
        let (watch, reported) = (self.clone(), preparation.clone());
        let worker = start_thread("preparation", move || {
            let report = |text: &str, share| reported.report(text, share);
            let is_stopped = || reported.is_stopped();
            let show = |scene| reported.show(scene);
            watch.ready(&Monitor { report: &report, show: Some(&show), is_stopped: &is_stopped })
        })?;
        let (inputs, received) = channel();
        let frames = Frames::default();
        let (shown, painted) = (preparation.clone(), frames.clone());
        let (size, scale) = (window.size(), window.scale());
        let painter = start_thread("progress", move || {
            show_progress(&shown, size, scale, &received, &painted);
        })?;
        let is_over =
            || interruption.is_requested() || preparation.is_stopped() || worker.is_finished();
        let exit = window.show(&frames, &inputs, &is_over);
        drop(inputs);
        let _ = painter.join();
        let is_unwanted =
            interruption.is_requested() || preparation.is_stopped() || exit != WindowExit::Over;
        if !is_unwanted {
            let ready = worker.join();
            return ready
                .map_err(|_| Failure::failed("the world could not be prepared"))?
                .map(Some);
        }
        // It ends after the current tick, and removes its temporary recording.
        preparation.stop();
        let stopped = now();
        while !worker.is_finished() && stopped.elapsed() < PATIENCE {
            thread::sleep(PATIENCE / 100);
        }
        match exit {
            _ if interruption.is_requested() => Err(Failure::Interrupted),
            WindowExit::DisplayLost => Err(Failure::failed("the display is gone")),
            WindowExit::Closed | WindowExit::Over => Ok(None),
        }
    }

    /// Shows a world until the window is closed or the user wants another world. Returns the seed of that world.
    fn in_one_world(
        &self,
        window: &mut Window,
        interruption: &Interruption,
        has_hints: bool,
    ) -> Result<Option<u64>, Failure> {
        let Some(ready) = self.prepare(window, interruption)? else { return Ok(None) };
        let Ready { frame_source, options, save_location, first_look, title, next_seed } = ready;
        window.set_title(&title);
        let viewer_options = ViewerOptions {
            size: window.size(),
            scale: window.scale(),
            save_location,
            first_look,
            can_reseed: next_seed.is_some(),
            has_hints,
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
        let viewer_thread = start_thread("viewer", work)?;
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

fn start_thread<T: Send + 'static>(
    name: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<JoinHandle<T>, Failure> {
    let builder = thread::Builder::new().name(name.to_owned()).stack_size(STACK);
    builder
        .spawn(work)
        .map_err(|error| Failure::failed(format!("no thread can be started: {error}")))
}

pub(super) fn no_window(error: &WindowError) -> Failure {
    Failure::input(format!(
        "{error}; `terrarium watch --view terminal` shows the world in a terminal, and \
         `terrarium render meadow --png meadow.png` draws a picture of it"
    ))
}
