//! The preparation of a world before its first frame: the founding and the warm-up.

use std::time::Duration;

use terrarium_session::SETTLING_SECONDS;

use super::Failure;
use crate::cli::progress::Progress;
use crate::clock::now;
use crate::record::scene::Scene;
use crate::watching::FrameSource;

/// The longest duration of the warm-up that comes without `--warm-up`. Slow machines simulate fewer ticks in it.
const MAX_DURATION: Duration = Duration::from_secs(SETTLING_SECONDS);

/// The least time between two scenes of a warm-up that are shown.
const BETWEEN_SCENES: Duration = Duration::from_millis(90);

/// What observes a preparation, and may end it.
pub(super) struct Monitor<'a> {
    /// Called with what is being done, and the share of it that is done, 0 to 1.
    pub report: &'a dyn Fn(&str, f64),
    /// Shows the world as it is so far; `None` if there is nothing to show it on.
    pub show: Option<&'a dyn Fn(Scene)>,
    /// Whether the preparation should end.
    pub is_stopped: &'a dyn Fn() -> bool,
}

/// Simulates `ticks` ticks and shows the progress. If the user has not `asked` for them, fewer on slow machines.
pub(super) fn warm_up(
    frame_source: &mut FrameSource,
    ticks: u64,
    asked: bool,
    monitor: &Monitor<'_>,
) -> Result<(), Failure> {
    let FrameSource::Run(playback) = frame_source else { return Ok(()) };
    if ticks == 0 {
        return Ok(());
    }
    let progress = Progress::new(ticks, playback.simulation().world());
    let most = if asked { Duration::MAX } else { MAX_DURATION };
    let start = now();
    let mut shown = start;
    for done in 0..ticks {
        if (monitor.is_stopped)() {
            progress.clear();
            return Err(Failure::Interrupted);
        }
        if start.elapsed() > most {
            break;
        }
        // Slow machines end early, so the time counts as well.
        let of_time = start.elapsed().as_secs_f64() / most.as_secs_f64();
        (monitor.report)("simulating the first ticks", of_time.max(share(done, ticks)));
        playback.step().map_err(Failure::failed)?;
        if let Some(show) = monitor.show.filter(|_| shown.elapsed() >= BETWEEN_SCENES) {
            show(Scene::new(playback.simulation(), None));
            shown = now();
        }
        progress.tick(playback.simulation().world());
    }
    progress.clear();
    Ok(())
}

/// The share of a number in a whole.
#[expect(clippy::cast_precision_loss, reason = "a share")]
pub(super) fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

/// The seed of the world that is shown.
pub(super) fn seed_of(frame_source: &FrameSource) -> u64 {
    match frame_source {
        FrameSource::Run(playback) => playback.simulation().world().config().seed,
        FrameSource::Keyframes { recording, .. } => {
            let scene = recording.scene_at_or_before(recording.first_tick());
            scene.map_or(0, |scene: Scene| scene.seed)
        }
    }
}
