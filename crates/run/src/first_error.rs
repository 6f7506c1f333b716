//! The first error of an observer.

use std::ops::ControlFlow;

use super::observer::stop_if;

/// Keeps the first error of an observer, which stops the run.
#[derive(Debug)]
pub struct FirstError<E>(Option<E>);

impl<E> Default for FirstError<E> {
    fn default() -> Self {
        Self(None)
    }
}

impl<E> FirstError<E> {
    /// Keeps the error of a result if it is the first. `Break` once there is one.
    pub fn keep(&mut self, result: Result<(), E>) -> ControlFlow<()> {
        if let (None, Err(error)) = (&self.0, result) {
            self.0 = Some(error);
        }
        stop_if(self.0.is_some())
    }

    /// The first error, which is taken out.
    pub fn take(&mut self) -> Result<(), E> {
        self.0.take().map_or(Ok(()), Err)
    }
}
