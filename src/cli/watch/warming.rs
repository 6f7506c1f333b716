//! The warm-up before the first frame.

use std::time::Duration;

use super::Failure;
use crate::cli::interruption::Interruption;
use crate::cli::progress::Progress;
use crate::clock::now;
use crate::record::scene::Scene;
use crate::watching::FrameSource;

/// The longest duration of a warm-up. Slow machines simulate fewer ticks in it.
const MAX_DURATION: Duration = Duration::from_secs(7);

/// Simulates up to `ticks` ticks and shows the progress.
pub(super) fn warm_up(
    frame_source: &mut FrameSource,
    ticks: u64,
    interruption: &Interruption,
) -> Result<(), Failure> {
    let FrameSource::Run(playback) = frame_source else { return Ok(()) };
    if ticks == 0 {
        return Ok(());
    }
    let progress = Progress::new(ticks, playback.simulation().world());
    let start = now();
    for _ in 0..ticks {
        if interruption.is_requested() {
            progress.clear();
            return Err(Failure::Interrupted);
        }
        if start.elapsed() > MAX_DURATION {
            break;
        }
        playback.step().map_err(Failure::failed)?;
        progress.tick(playback.simulation().world());
    }
    progress.clear();
    Ok(())
}

/// The seed of the world that is shown.
pub(super) fn seed_of(frame_source: &FrameSource) -> u64 {
    match frame_source {
        FrameSource::Run(playback) => playback.simulation().world().config.seed,
        FrameSource::Keyframes { recording, .. } => {
            let scene = recording.scene_at_or_before(recording.first_tick());
            scene.map_or(0, |scene: Scene| scene.seed)
        }
    }
}
