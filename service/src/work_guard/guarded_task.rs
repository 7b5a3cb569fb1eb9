//! A task of which every step runs under a mark.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use super::WorkGuard;
use super::work::Work;
use crate::error::Error;

/// A task of which every step runs under a mark. It ends with an error if a step panics.
pub(crate) struct GuardedTask<F: ?Sized> {
    guard: Arc<WorkGuard>,
    work: Work,
    /// `None` after its end.
    task: Option<Pin<Box<F>>>,
}

impl WorkGuard {
    /// Runs a task, every step of it under a mark. It ends with an error if a step panics.
    pub(crate) fn watch<F: Future + ?Sized>(
        self: &Arc<Self>,
        work: Work,
        task: Pin<Box<F>>,
    ) -> GuardedTask<F> {
        GuardedTask {
            guard: Arc::clone(self),
            work,
            task: Some(task),
        }
    }
}

impl<F: Future + ?Sized> Future for GuardedTask<F> {
    type Output = Result<F::Output, Error>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let this = self.get_mut();
        let Some(task) = &mut this.task else {
            return Poll::Pending;
        };
        let mark = this.guard.enter(&this.work, this.guard.step_limit());
        let polled = catch_unwind(AssertUnwindSafe(|| task.as_mut().poll(context)));
        drop(mark);
        let output = match polled {
            Ok(Poll::Pending) => return Poll::Pending,
            Ok(Poll::Ready(output)) => Ok(output),
            Err(panic) => Err(this.guard.record_panic(&this.work, &*panic)),
        };
        this.task = None;
        Poll::Ready(output)
    }
}
