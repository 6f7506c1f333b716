//! Replays of recorded ticks in a thread of their own, so that neither the simulation nor the viewer
//! waits for them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread;
use std::time::{Duration, Instant};

use terrarium_input::clock;
use terrarium_playback::Playback;
use terrarium_playback::life_history::{ReplayObserver, ReplayProgress};
use terrarium_run::record::Recording;

/// A replay under way. Dropping it cancels it.
pub(super) struct BackgroundReplay<T> {
    answer: Receiver<Result<T, String>>,
    progress: Arc<Progress>,
    cancelled: Arc<AtomicBool>,
    begun: Instant,
}

#[derive(Default)]
struct Progress {
    done: AtomicU64,
    ticks: AtomicU64,
}

impl<T: Send + 'static> BackgroundReplay<T> {
    /// Replays a recording in a thread of its own, which uses one processor core.
    pub fn begin(
        recording: Recording,
        work: impl FnOnce(&mut Playback, &mut ReplayObserver<'_>) -> Result<T, String> + Send + 'static,
    ) -> Self {
        let (sender, answer) = channel();
        let (progress, cancelled) = (Arc::<Progress>::default(), Arc::<AtomicBool>::default());
        let (shared, flag) = (Arc::clone(&progress), Arc::clone(&cancelled));
        let replay = move || {
            let mut playback =
                Playback::of_recorded(recording).map_err(|error| error.to_string())?;
            playback.cancel_with(flag);
            work(&mut playback, &mut |now: ReplayProgress| {
                shared.done.store(now.done, Ordering::Relaxed);
                shared.ticks.store(now.ticks, Ordering::Relaxed);
            })
        };
        let failed = sender.clone();
        let run = move || {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
            let answer = match pool {
                Ok(pool) => pool.install(replay),
                Err(error) => Err(format!("no thread can be started: {error}")),
            };
            // Nobody waits for the answer of a cancelled replay.
            let _ = sender.send(answer);
        };
        if let Err(error) = thread::Builder::new().name("replay".to_owned()).spawn(run) {
            let _ = failed.send(Err(format!("no thread can be started: {error}")));
        }
        Self { answer, progress, cancelled, begun: clock::now() }
    }

    /// How far it is.
    pub fn progress(&self) -> ReplayProgress {
        let Progress { done, ticks } = &*self.progress;
        ReplayProgress { done: done.load(Ordering::Relaxed), ticks: ticks.load(Ordering::Relaxed) }
    }

    /// How long it has run.
    pub fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// The answer, once there is one.
    pub fn answer(&self) -> Option<Result<T, String>> {
        match self.answer.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                Some(Err("the replay ended unexpectedly".to_owned()))
            }
        }
    }
}

impl<T> Drop for BackgroundReplay<T> {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}
