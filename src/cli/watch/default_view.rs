//! `terrarium` without arguments: show the meadow in a window, in the terminal or as a picture.

use std::path::Path;

use super::display::WatchDisplay;
use super::{Failure, View, Watch};
use crate::cli::output;
use crate::cli::run::Run;
use crate::record::{Scene, Snapshot};
use crate::view::{Camera, Framebuffer, Painter, Rect, View as PaintedView};

/// The size of the picture of a run that is not shown, in pixels.
const SIZE: (u32, u32) = (1280, 960);

/// Shows the meadow in a window if there is a display, or else in the terminal. With neither, runs
/// it without showing it and saves its record and a picture. Reports the choice and its reason.
pub fn run_default() -> Result<(), Failure> {
    match WatchDisplay::find() {
        WatchDisplay::Display => {
            output::note("there is a display; showing the meadow in a window (press F1 for help)");
            let watch = Watch::meadow(None);
            match watch.open_window() {
                Ok(window) => watch.in_window(window),
                Err(error) => without_display(&error.to_string()),
            }
        }
        _ => without_display("there is no display"),
    }
}

fn without_display(reason: &str) -> Result<(), Failure> {
    if super::display::has_terminal() {
        output::note(format_args!("{reason}; showing the meadow in this terminal"));
        return Watch::meadow(Some(View::Terminal)).execute();
    }
    output::note(format_args!(
        "{reason} and no terminal; running the meadow for 5000 ticks without showing it, and \
         saving its record and a picture (see `terrarium watch --help` and `terrarium run --help`)"
    ));
    let run = Run::run_default();
    let folder = run.out().map(Path::to_owned);
    let done = run.execute();
    if matches!(done, Ok(()) | Err(Failure::Interrupted)) {
        folder.map_or(Ok(()), |folder| save_picture(&folder))?;
    }
    done
}

/// Draws the final state of the run in a directory.
fn save_picture(folder: &Path) -> Result<(), Failure> {
    let Snapshot { world, .. } =
        Snapshot::load(folder.join("final.snapshot")).map_err(Failure::failed)?;
    let scene = Scene::of_world(&world, None).into();
    let mut framebuffer = Framebuffer::new(SIZE.0, SIZE.1, [16, 19, 24, 255]);
    #[expect(clippy::cast_precision_loss, reason = "a small picture")]
    let port = Rect::new(0.0, 0.0, SIZE.0 as f32, SIZE.1 as f32);
    let camera = Camera::new(&world.config().bounds, port);
    Painter::default().paint(&mut framebuffer, &PaintedView::new(&camera, &scene));
    let path = folder.join("final.png");
    framebuffer.save(&path).map_err(|error| {
        Failure::failed(format!("{}: cannot be written: {error}", path.display()))
    })?;
    output::note(format_args!("saved a picture to {}", path.display()));
    Ok(())
}
