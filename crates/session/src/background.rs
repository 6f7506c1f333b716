//! Work on copies of the recorded run, beside the ticks that are shown: in slices of time, or in a thread.

use std::cell::Cell;
use std::ops::ControlFlow;

/// Work that is done in pieces.
pub trait Work: Sized + Send + 'static {
    /// What it finds.
    type Answer: Send + 'static;

    /// Continues by at most `most` ticks: more work, or the answer at its end.
    ///
    /// # Errors
    /// Why there is no answer.
    fn advance(self, most: u64) -> Result<ControlFlow<Self::Answer, Self>, String>;

    /// The tick that was replayed last, and the last one to replay, once they are known.
    fn progress(&self) -> Option<(u64, u64)>;

    /// A copy of what was found so far, if that is of use.
    fn so_far(&self) -> Option<Self::Answer> {
        None
    }
}

/// Where work is done.
pub trait Background {
    /// Work under way.
    type Task<W: Work>: Task<W::Answer>;

    /// Begins to work.
    fn begin<W: Work>(work: W) -> Self::Task<W>;
}

/// Work under way. Dropping it ends it.
pub trait Task<A> {
    /// Continues by at most `most` ticks, if it does not continue by itself. Returns the answer once, or why there is none.
    fn advance(&mut self, most: u64) -> Option<Result<A, String>>;

    /// The tick that was replayed last, and the last one to replay, once they are known.
    fn progress(&self) -> Option<(u64, u64)>;

    /// What was found since this was asked last, if that is of use before the end.
    fn so_far(&self) -> Option<A>;
}

/// Work between the ticks, for those who have only one thread.
#[derive(Debug)]
pub enum Slices {}

/// Work that continues when there is time for a slice.
#[derive(Debug)]
pub struct Slice<W> {
    work: Option<W>,
    is_shown: Cell<bool>,
}

impl Background for Slices {
    type Task<W: Work> = Slice<W>;

    fn begin<W: Work>(work: W) -> Slice<W> {
        Slice { work: Some(work), is_shown: Cell::new(false) }
    }
}

impl<W: Work> Task<W::Answer> for Slice<W> {
    fn advance(&mut self, most: u64) -> Option<Result<W::Answer, String>> {
        self.is_shown.set(false);
        match self.work.take()?.advance(most) {
            Ok(ControlFlow::Continue(work)) => {
                self.work = Some(work);
                None
            }
            Ok(ControlFlow::Break(answer)) => Some(Ok(answer)),
            Err(problem) => Some(Err(problem)),
        }
    }

    fn progress(&self) -> Option<(u64, u64)> {
        self.work.as_ref()?.progress()
    }

    fn so_far(&self) -> Option<W::Answer> {
        let was_shown = self.is_shown.replace(true);
        self.work.as_ref().filter(|_| !was_shown).and_then(W::so_far)
    }
}
