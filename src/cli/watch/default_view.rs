//! `terrarium` without arguments: the best there is to show the meadow.

use std::path::Path;

use super::audience::WatchDisplay;
use super::{Failure, View, Watch};
use crate::cli::output;
use crate::cli::run::Run;
use crate::record::{Scene, Snapshot};
use crate::view::{Camera, Framebuffer, Painter, Rect, View as SightingKind};

/// The size of the picture that a run without anybody looking on leaves.
const SIZE: (u32, u32) = (1280, 960);

/// Shows the meadow in a window if there is a display, else in the terminal if this is one, else it
/// lives unseen and leaves a record with a picture. Says which, and why.
pub fn first_look() -> Result<(), Failure> {
    match WatchDisplay::find() {
        WatchDisplay::Display => {
            output::note("there is a display: the meadow opens in a window (F1 shows all keys)");
            let shown = Watch::meadow(Some(View::Window)).execute();
            match shown {
                Err(Failure::Input(report)) => {
                    output::note(format_args!("{report}"));
                    without_display("the display opens no window")
                }
                other => other,
            }
        }
        _ => without_display("there is no display"),
    }
}

fn without_display(why: &str) -> Result<(), Failure> {
    if super::audience::has_terminal() {
        output::note(format_args!("{why}: the meadow is shown in this terminal"));
        return Watch::meadow(Some(View::Terminal)).execute();
    }
    output::note(format_args!(
        "{why}, and this is no terminal: the meadow lives unseen for 5000 ticks, and leaves its \
         record and a picture (`terrarium watch --help`, `terrarium run --help`)"
    ));
    let run = Run::first_look();
    let folder = run.out().map(Path::to_owned);
    let done = run.execute();
    if matches!(done, Ok(()) | Err(Failure::Interrupted)) {
        folder.map_or(Ok(()), |folder| leave_picture(&folder))?;
    }
    done
}

/// Paints how the run in a folder ended.
fn leave_picture(folder: &Path) -> Result<(), Failure> {
    let Snapshot { world, .. } =
        Snapshot::load(folder.join("final.snapshot")).map_err(Failure::failed)?;
    let scene = Scene::of_world(&world, None).into();
    let mut framebuffer = Framebuffer::new(SIZE.0, SIZE.1, [16, 19, 24, 255]);
    #[expect(clippy::cast_precision_loss, reason = "a small sheet")]
    let port = Rect::new(0.0, 0.0, SIZE.0 as f32, SIZE.1 as f32);
    let camera = Camera::new(&world.config.bounds, port);
    Painter::default().paint(&mut framebuffer, &SightingKind::new(&camera, &scene));
    let path = folder.join("final.png");
    framebuffer.save(&path).map_err(|error| {
        Failure::failed(format!("{}: cannot be written: {error}", path.display()))
    })?;
    output::note(format_args!("a picture of it is in {}", path.display()));
    Ok(())
}
