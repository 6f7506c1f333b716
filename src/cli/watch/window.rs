//! `--view window`.

use std::path::PathBuf;
use std::sync::mpsc::channel;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use super::warming::Monitor;
use super::{Failure, Ready, Target, View, Watch, report_summary, session};
use crate::cli::interruption::Interruption;
use crate::cli::link::link_of;
use crate::clock::now;
use crate::species::creature_folders;
use crate::watching::window::{
    Preparation, Window, WindowConfig, WindowError, WindowExit, show_progress,
};
use crate::watching::{Frames, Input, Viewer, ViewerOptions, Wish};

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

    /// Shows the world in a window, and then what the user wants to see instead, until the window is closed.
    pub(super) fn in_window(&self, mut window: Window) -> Result<(), Failure> {
        let interruption = Interruption::install();
        let mut watch = self.clone();
        let Some(ready) = watch.prepare(&mut window, &interruption)?.ready()? else {
            return Ok(());
        };
        let mut shown = Shown::new(ready, &mut window, !self.tour)?;
        loop {
            shown = shown.until_closed(&mut window, &interruption)?;
            let wish = shown.viewer.wish().cloned();
            match wish.and_then(|wish| watch.instead(wish, &shown)) {
                None => return shown.end(&interruption),
                Some(next) if next.is_opened => {
                    match next.open_beside(shown, &mut window, &interruption)? {
                        Opened::Other(other) => (watch, shown) = (next, *other),
                        Opened::Same(same) => shown = *same,
                        Opened::Closed => return Ok(()),
                    }
                }
                Some(next) => {
                    shown.end(&interruption)?;
                    let Some(ready) = next.prepare(&mut window, &interruption)?.ready()? else {
                        return Ok(());
                    };
                    shown = Shown::new(ready, &mut window, false)?;
                    watch = next;
                }
            }
        }
    }

    /// Prepares what was opened while another world is kept, which is shown again if there is nothing to show instead.
    fn open_beside(
        &self,
        mut shown: Shown,
        window: &mut Window,
        interruption: &Interruption,
    ) -> Result<Opened, Failure> {
        let prepared = self.prepare(window, interruption);
        let problem = match prepared {
            Ok(Prepared::Ready(ready)) => match Shown::new(*ready, window, false) {
                Ok(other) => {
                    shown.end(interruption)?;
                    return Ok(Opened::Other(Box::new(other)));
                }
                Err(problem) => problem.text(),
            },
            Ok(Prepared::Unwanted) => None,
            Ok(Prepared::Closed) => {
                shown.end(interruption)?;
                return Ok(Opened::Closed);
            }
            Ok(Prepared::DisplayLost) => {
                shown.end(interruption)?;
                return Err(display_lost());
            }
            Err(Failure::Interrupted) => {
                shown.end(interruption)?;
                return Err(Failure::Interrupted);
            }
            Err(problem) => problem.text(),
        };
        window.set_title(&shown.title);
        shown.viewer.take_up_again(window.size(), problem);
        Ok(Opened::Same(Box::new(shown)))
    }

    /// What is shown for a wish.
    fn instead(&self, wish: Wish, shown: &Shown) -> Option<Self> {
        match wish {
            Wish::AnotherSeed => {
                shown.next_seed.map(|seed| Self { seed: Some(seed), ..self.clone() })
            }
            Wish::Target(target) => Some(Self { target: Some(target), ..self.blank() }),
            Wish::Creatures(folder) => Some(self.with_creatures(folder, &shown.viewer)),
        }
    }

    /// The same window without a target, for something that is opened in it.
    fn blank(&self) -> Self {
        Self {
            is_opened: true,
            size: self.size,
            scale: self.scale,
            keep_in: self.keep_in.clone(),
            threads: self.threads,
            ..Self::meadow(Some(View::Window))
        }
    }

    /// The scenario that is shown, or else the meadow, with the creatures of a folder too. Those without a population get
    /// one.
    fn with_creatures(&self, folder: PathBuf, viewer: &Viewer) -> Self {
        /// As many as the notes on creatures without a population suggest.
        const COUNT: u32 = 20;
        let target = self.target.clone().unwrap_or_else(|| "meadow".to_owned());
        let is_scenario = !self.recover
            && matches!(link_of(&target), Ok(None))
            && matches!(Target::find(&target), Ok(Target::Scenario(_)));
        let base = self.blank();
        let mut next = match is_scenario {
            true => Self {
                target: Some(target),
                seed: self.seed,
                set: self.set.clone(),
                map: self.map.clone(),
                creatures: self.creatures.clone(),
                ..base
            },
            false => Self { target: Some("meadow".to_owned()), ..base },
        };
        let shown = &viewer.view_state().now.species;
        let is_shown = |name: &str| is_scenario && shown.iter().any(|look| look.name == name);
        // A folder that cannot be read is reported when it is opened.
        let creatures = creature_folders(&folder).unwrap_or_default();
        let new = creatures.iter().filter(|(name, _)| !is_shown(name));
        next.set.extend(new.map(|(name, _)| format!("population.{name}={COUNT}")));
        next.creatures.push(folder);
        next
    }

    /// Prepares the world while the window shows the progress.
    fn prepare(
        &self,
        window: &mut Window,
        interruption: &Interruption,
    ) -> Result<Prepared, Failure> {
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
                .map(|ready| Prepared::Ready(Box::new(ready)));
        }
        // It ends after the current tick, and removes its temporary recording.
        preparation.stop();
        let stopped = now();
        while !worker.is_finished() && stopped.elapsed() < PATIENCE {
            thread::sleep(PATIENCE / 100);
        }
        match exit {
            _ if interruption.is_requested() => Err(Failure::Interrupted),
            WindowExit::DisplayLost => Ok(Prepared::DisplayLost),
            WindowExit::Closed => Ok(Prepared::Closed),
            WindowExit::Over => Ok(Prepared::Unwanted),
        }
    }
}

/// What became of a preparation.
enum Prepared {
    Ready(Box<Ready>),
    /// The user ended it.
    Unwanted,
    /// The window was closed.
    Closed,
    DisplayLost,
}

impl Prepared {
    /// What there is to show; `None` if the program is to end.
    fn ready(self) -> Result<Option<Ready>, Failure> {
        match self {
            Self::Ready(ready) => Ok(Some(*ready)),
            Self::Unwanted | Self::Closed => Ok(None),
            Self::DisplayLost => Err(display_lost()),
        }
    }
}

/// What became of a wish to open something.
enum Opened {
    Other(Box<Shown>),
    Same(Box<Shown>),
    Closed,
}

/// A world in the window.
struct Shown {
    viewer: Viewer,
    title: String,
    /// The seed with which the same scenario can be shown again, unless this run is kept.
    next_seed: Option<u64>,
}

impl Shown {
    fn new(ready: Ready, window: &mut Window, has_hints: bool) -> Result<Self, Failure> {
        let Ready { frame_source, options, save_location, first_look, title, next_seed } = ready;
        let viewer_options = ViewerOptions {
            size: window.size(),
            scale: window.scale(),
            save_location,
            first_look,
            can_reseed: next_seed.is_some(),
            has_hints,
        };
        let viewer = Viewer::new(session(frame_source, options)?, viewer_options);
        window.set_title(&title);
        Ok(Self { viewer, title, next_seed })
    }

    /// Shows the world until the window is closed or the user wants to see something else. A wish is kept only while there
    /// is a window.
    fn until_closed(
        self,
        window: &mut Window,
        interruption: &Interruption,
    ) -> Result<Self, Failure> {
        let Self { mut viewer, title, next_seed } = self;
        let (inputs, received) = channel();
        let frames = Frames::default();
        let painted = frames.clone();
        let work = move || {
            viewer.run(&received, &painted);
            viewer
        };
        let viewer_thread = start_thread("viewer", work)?;
        let is_over = || interruption.is_requested() || viewer_thread.is_finished();
        let exit = window.show(&frames, &inputs, &is_over);
        let _ = inputs.send(Input::Closing);
        let viewer = viewer_thread.join().map_err(|_| {
            Failure::failed("the viewer ended unexpectedly; what was recorded is kept")
        })?;
        let mut shown = Self { viewer, title, next_seed };
        if exit == WindowExit::DisplayLost {
            shown.end(interruption)?;
            return Err(display_lost());
        }
        if exit == WindowExit::Closed || interruption.is_requested() {
            shown.viewer.forget_wish();
        }
        Ok(shown)
    }

    /// Ends the session, and reports which files were saved.
    fn end(self, interruption: &Interruption) -> Result<(), Failure> {
        let (session, pictures) = self.viewer.finish();
        report_summary(session.end(), &pictures, interruption)
    }
}

fn display_lost() -> Failure {
    Failure::failed("the display is gone")
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
