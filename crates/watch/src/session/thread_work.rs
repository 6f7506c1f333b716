//! Work beside the simulation, in a thread of its own, so that neither the simulation nor the viewer waits for it.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use terrarium_input::clock;
use terrarium_session::background::{Background, Task, Work};

/// The time after which work under way shows what it has found.
const INTERVAL: Duration = Duration::from_millis(500);

/// Work in threads of its own.
pub(super) enum Threads {}

/// Work under way in a thread, which uses one processor core. Dropping it ends the work.
pub(super) struct ThreadWork<A> {
    answer: Receiver<Result<A, String>>,
    shared: Arc<Shared<A>>,
}

/// What the thread says of its work, and whether it shall end.
pub(super) struct Shared<A> {
    tick: AtomicU64,
    last: AtomicU64,
    so_far: Mutex<Option<A>>,
    /// Whether nobody waits for the answer any more.
    pub is_cancelled: Arc<AtomicBool>,
}

impl<A: Send + 'static> ThreadWork<A> {
    /// Begins to work.
    pub fn spawn(work: impl FnOnce(&Shared<A>) -> Result<A, String> + Send + 'static) -> Self {
        let (sender, answer) = channel();
        let shared = Arc::new(Shared {
            tick: AtomicU64::new(0),
            last: AtomicU64::new(0),
            so_far: Mutex::new(None),
            is_cancelled: Arc::default(),
        });
        let (failed, its) = (sender.clone(), Arc::clone(&shared));
        let run = move || {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
            let answer = match pool {
                Ok(pool) => pool.install(|| work(&its)),
                Err(error) => Err(format!("no thread can be started: {error}")),
            };
            // Nobody waits for the answer of cancelled work.
            let _ = sender.send(answer);
        };
        if let Err(error) = thread::Builder::new().name("replay".to_owned()).spawn(run) {
            let _ = failed.send(Err(format!("no thread can be started: {error}")));
        }
        Self { answer, shared }
    }

    /// The answer, once there is one.
    pub fn answer(&self) -> Option<Result<A, String>> {
        match self.answer.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => {
                Some(Err("the replay ended unexpectedly".to_owned()))
            }
        }
    }
}

impl<A> Shared<A> {
    /// Says how far the work is.
    pub fn report(&self, tick: u64, last: u64) {
        self.tick.store(tick, Ordering::Relaxed);
        self.last.store(last, Ordering::Relaxed);
    }

    fn show(&self, so_far: Option<A>) {
        *self.so_far.lock().unwrap_or_else(PoisonError::into_inner) = so_far;
    }
}

impl<A> Drop for ThreadWork<A> {
    fn drop(&mut self) {
        self.shared.is_cancelled.store(true, Ordering::Relaxed);
    }
}

impl Background for Threads {
    type Task<W: Work> = ThreadWork<W::Answer>;

    fn begin<W: Work>(mut work: W) -> ThreadWork<W::Answer> {
        ThreadWork::spawn(move |shared| {
            let mut shown = clock::now();
            while !shared.is_cancelled.load(Ordering::Relaxed) {
                work = match work.advance(1)? {
                    ControlFlow::Break(answer) => return Ok(answer),
                    ControlFlow::Continue(work) => work,
                };
                if let Some((tick, last)) = work.progress() {
                    shared.report(tick, last);
                }
                if shown.elapsed() >= INTERVAL {
                    shared.show(work.so_far());
                    shown = clock::now();
                }
            }
            Err("nobody waits for the answer".to_owned())
        })
    }
}

impl<A: Send + 'static> Task<A> for ThreadWork<A> {
    fn advance(&mut self, _most: u64) -> Option<Result<A, String>> {
        self.answer()
    }

    fn progress(&self) -> Option<(u64, u64)> {
        let last = self.shared.last.load(Ordering::Relaxed);
        (last > 0).then(|| (self.shared.tick.load(Ordering::Relaxed), last))
    }

    fn so_far(&self) -> Option<A> {
        self.shared.so_far.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

#[cfg(test)]
mod tests {
    use terrarium_session::background::Slices;

    use super::*;

    /// Counts, and knows who still counts.
    struct Count {
        now: u64,
        last: u64,
        alive: Arc<()>,
    }

    impl Work for Count {
        type Answer = u64;

        fn advance(mut self, most: u64) -> Result<ControlFlow<u64, Self>, String> {
            if self.last == 13 {
                return Err("13 is not counted".to_owned());
            }
            self.now = (self.now + most).min(self.last);
            let is_done = self.now == self.last;
            Ok(if is_done { ControlFlow::Break(self.now) } else { ControlFlow::Continue(self) })
        }

        fn progress(&self) -> Option<(u64, u64)> {
            Some((self.now, self.last))
        }

        fn so_far(&self) -> Option<u64> {
            Some(self.now)
        }
    }

    fn count(last: u64) -> Count {
        Count { now: 0, last, alive: Arc::default() }
    }

    fn finished<A>(mut task: impl Task<A>) -> Result<A, String> {
        loop {
            if let Some(answer) = task.advance(7) {
                return answer;
            }
            thread::yield_now();
        }
    }

    #[test]
    fn threads_and_slices_give_the_same_answers() {
        for last in [0, 1, 100, 13] {
            let [of_thread, of_slices] =
                [finished(Threads::begin(count(last))), finished(Slices::begin(count(last)))];
            assert_eq!(of_thread, of_slices);
            assert_eq!(of_thread.is_ok(), last != 13);
        }
    }

    #[test]
    fn work_that_nobody_waits_for_ends() {
        let work = count(u64::MAX);
        let alive = Arc::downgrade(&work.alive);
        let task = Threads::begin(work);
        while task.progress().is_none() || task.so_far().is_none() {
            thread::sleep(Duration::from_millis(5));
        }
        assert!(alive.upgrade().is_some());
        drop(task);
        while alive.upgrade().is_some() {
            thread::sleep(Duration::from_millis(5));
        }
    }
}
