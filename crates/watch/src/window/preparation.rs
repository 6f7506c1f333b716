//! What a window shows while its world is founded and simulated up to the first frame.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use terrarium_picture::actions::UiAction;
use terrarium_picture::theme::ACCENT;
use terrarium_picture::{Camera, Colour, Font, Framebuffer, Painter, Rect, TextStyle, Vec2, View};
use terrarium_run::record::Scene;

use crate::frames::Frames;
use crate::input::Input;

/// The time between two frames.
const INTERVAL: Duration = Duration::from_millis(50);

/// The height of the strip below the world, in pixels at scale 1.
const FOOT: f32 = 64.0;

const BACKGROUND: Colour = [16, 19, 24, 255];
const TROUGH: Colour = [44, 51, 63, 255];
const BAR: Colour = ACCENT;
const INK: Colour = [228, 233, 240, 255];

/// The progress of the preparation of a world, shared by the thread that prepares it and the one that
/// shows it.
#[derive(Debug, Clone, Default)]
pub struct Preparation(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    progress: Mutex<Progress>,
    is_stopped: AtomicBool,
}

/// What is being done, the share of it that is done, 0 to 1, and the world so far.
#[derive(Debug, Clone, Default)]
struct Progress {
    text: String,
    share: f64,
    scene: Option<Arc<Scene>>,
    /// The number of reports so far.
    number: u64,
}

impl Preparation {
    /// Reports what is being done, and the share of it that is done, 0 to 1.
    pub fn report(&self, text: &str, share: f64) {
        let mut progress = self.0.progress.lock().unwrap_or_else(PoisonError::into_inner);
        (progress.text, progress.share) = (text.to_owned(), share.clamp(0.0, 1.0));
        progress.number += 1;
    }

    /// Shows the world as it is so far.
    pub fn show(&self, scene: Scene) {
        let mut progress = self.0.progress.lock().unwrap_or_else(PoisonError::into_inner);
        progress.scene = Some(Arc::new(scene));
        progress.number += 1;
    }

    /// Asks for the end of the preparation.
    pub fn stop(&self) {
        self.0.is_stopped.store(true, Ordering::SeqCst);
    }

    /// Whether the preparation should end.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.is_stopped.load(Ordering::SeqCst)
    }

    fn progress(&self) -> Progress {
        self.0.progress.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Shows the progress of a preparation in frames of a size in pixels, until there are no more inputs. Stops the
/// preparation when the user quits.
pub fn show_progress(
    preparation: &Preparation,
    mut size: (usize, usize),
    scale: f64,
    inputs: &Receiver<Input>,
    frames: &Frames,
) {
    #[expect(clippy::cast_possible_truncation, reason = "a scale is a small number")]
    let scale = scale as f32;
    let (mut font, mut painter) = (Font::new(scale), Painter::new(scale));
    let mut shown = None;
    loop {
        let progress = preparation.progress();
        if shown != Some((progress.number, size)) {
            let side = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
            let mut framebuffer = frames.blank(side(size.0), side(size.1));
            paint(&mut framebuffer, (&mut font, &mut painter), &progress);
            frames.put(framebuffer);
            shown = Some((progress.number, size));
        }
        match inputs.recv_timeout(INTERVAL) {
            Ok(Input::Resized(width, height)) => size = (width, height),
            Ok(Input::Key { stroke, .. })
                if UiAction::from_stroke(stroke) == Some(UiAction::Quit) =>
            {
                preparation.stop();
            }
            Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
}

/// Paints the world, if there is one, and a line of text with a bar below it: in the middle, or below the world.
fn paint(
    framebuffer: &mut Framebuffer,
    (font, painter): (&mut Font, &mut Painter),
    progress: &Progress,
) {
    framebuffer.set_clip(None);
    let area = framebuffer.area();
    framebuffer.fill(area, BACKGROUND);
    if progress.text.is_empty() {
        return;
    }
    let scale = font.scale();
    let (world, below) = area.cut_top((area.height - FOOT * scale).max(0.0));
    let centre = match &progress.scene {
        Some(scene) => {
            let camera = Camera::new(&scene.bounds, world);
            painter.paint(framebuffer, &View { scale_bar: false, ..View::new(&camera, scene) });
            below.centre().round()
        }
        None => area.centre().round(),
    };
    let text = format!("{} … {:.0} %", progress.text, (progress.share * 100.0).floor());
    let above = centre - Vec2::new(0.0, 18.0 * scale);
    font.write_centred(framebuffer, &text, above.round(), &TextStyle::new(15.0, INK));
    let size = Vec2::new((260.0 * scale).min(area.width * 0.8), 6.0 * scale).round();
    let trough = Rect::around_size(centre + Vec2::new(0.0, 6.0 * scale), size);
    framebuffer.fill_rounded(trough, 3.0 * scale, TROUGH);
    #[expect(clippy::cast_possible_truncation, reason = "a share")]
    let bar = Rect { width: trough.width * progress.share as f32, ..trough };
    framebuffer.fill_rounded(bar, 3.0 * scale, BAR);
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use terrarium_testing::{simulation_of, small_world};

    use super::*;

    #[test]
    fn the_bar_grows_with_the_share_that_is_done() {
        let mut font = Font::new(1.0);
        let mut bar = |share| {
            let mut framebuffer = Framebuffer::new(400, 225, [0; 4]);
            let text = "warm-up".to_owned();
            let progress = Progress { text, share, ..Progress::default() };
            paint(&mut framebuffer, (&mut font, &mut Painter::new(1.0)), &progress);
            (0..400).filter(|&x| framebuffer.at(x, 119) == Some([BAR[0], BAR[1], BAR[2]])).count()
        };
        assert_eq!(bar(0.0), 0);
        assert!(bar(0.5).abs_diff(130) <= 2 && bar(1.0).abs_diff(260) <= 2);
    }

    #[test]
    fn the_world_is_shown_above_the_bar() {
        let scene = Scene::new(&simulation_of(small_world()), None);
        let preparation = Preparation::default();
        preparation.report("warm-up", 0.5);
        let paint_now = || {
            let mut framebuffer = Framebuffer::new(400, 225, [0; 4]);
            let (mut font, mut painter) = (Font::new(1.0), Painter::new(1.0));
            paint(&mut framebuffer, (&mut font, &mut painter), &preparation.progress());
            framebuffer
        };
        let is_world =
            |framebuffer: &Framebuffer| framebuffer.at(200, 60) != framebuffer.at(0, 224);
        assert!(!is_world(&paint_now()));
        preparation.show(scene);
        let shown = paint_now();
        assert!(is_world(&shown));
        let bar = [BAR[0], BAR[1], BAR[2]];
        assert!((0..400).any(|x| shown.at(x, 225 - 26) == Some(bar)));
    }

    #[test]
    fn quitting_stops_the_preparation() {
        let (sender, inputs) = channel();
        let stroke = UiAction::Quit.entry().strokes[0];
        sender.send(Input::Key { stroke, text: None, again: false }).unwrap();
        drop(sender);
        let (preparation, frames) = (Preparation::default(), Frames::default());
        show_progress(&preparation, (90, 60), 1.0, &inputs, &frames);
        assert!(preparation.is_stopped() && frames.take(Duration::ZERO).is_some());
    }
}
