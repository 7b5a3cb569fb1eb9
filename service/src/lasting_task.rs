//! Tasks and threads that last as long as the server: a panic ends one of their steps, and not all of their work.

use std::any::Any;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use tokio_util::sync::CancellationToken;

use crate::store::StoreError;

/// Time after a panic before the next step of a task, which may panic at once as well.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// Runs a step of a thread. Returns `None` if it panics.
pub(crate) fn run_step<T>(task: &'static str, step: impl FnOnce() -> T) -> Option<T> {
    match catch_unwind(AssertUnwindSafe(step)) {
        Ok(done) => Some(done),
        Err(panic) => {
            let panic = panic_text(&*panic);
            tracing::error!(task, panic, "step panicked");
            None
        }
    }
}

/// Awaits a step of a task. Returns `None` some time after a panic.
pub(crate) async fn await_step<T>(task: &'static str, step: impl Future<Output = T>) -> Option<T> {
    let mut step = pin!(step);
    let done = poll_fn(
        |context| match run_step(task, || step.as_mut().poll(context)) {
            Some(Poll::Ready(done)) => Poll::Ready(Some(done)),
            Some(Poll::Pending) => Poll::Pending,
            None => Poll::Ready(None),
        },
    );
    let done = done.await;
    if done.is_none() {
        tokio::time::sleep(RETRY_DELAY).await;
    }
    done
}

/// A task that repeats one step.
pub(crate) trait RepeatedTask: Send {
    /// The name of the task in the log.
    const NAME: &'static str;
    /// The time before each step.
    const INTERVAL: Duration;

    /// Does what is due.
    ///
    /// # Errors
    /// Returns an error that the log is to have.
    fn step(&mut self) -> impl Future<Output = Result<(), StoreError>> + Send;
}

/// Repeats the step of a task until the server is shutting down.
pub(crate) async fn repeat<T: RepeatedTask>(mut task: T, shutdown: CancellationToken) {
    let repeated = async {
        loop {
            tokio::time::sleep(T::INTERVAL).await;
            if let Some(Err(error)) = await_step(T::NAME, task.step()).await {
                tracing::warn!(%error, task = T::NAME, "step failed");
            }
        }
    };
    tokio::select! {
        () = shutdown.cancelled() => {}
        () = repeated => {}
    }
}

/// Returns the text of a panic, or none if it has no text.
pub(crate) fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test]
    async fn task_continues_after_a_panic_of_a_step() {
        let steps = AtomicU32::new(0);
        let step = async || {
            tokio::task::yield_now().await;
            let number = steps.fetch_add(1, Ordering::Relaxed);
            assert!(number > 0, "planted");
            number
        };
        assert_eq!(await_step("test", step()).await, None);
        assert_eq!(await_step("test", step()).await, Some(1));
    }

    /// A task that panics, fails, and ends the server with its fourth step.
    struct FailingTask<'a> {
        steps: &'a mut u32,
        shutdown: CancellationToken,
    }

    impl RepeatedTask for FailingTask<'_> {
        const NAME: &'static str = "test";
        const INTERVAL: Duration = Duration::from_millis(1);

        async fn step(&mut self) -> Result<(), StoreError> {
            *self.steps += 1;
            assert!(*self.steps > 1, "planted");
            if *self.steps == 4 {
                self.shutdown.cancel();
            }
            Err(StoreError::NotFound("test".into()))
        }
    }

    #[tokio::test]
    async fn step_is_repeated_after_failures_and_panics_until_the_shutdown() {
        let shutdown = CancellationToken::new();
        let mut steps = 0;
        let task = FailingTask {
            steps: &mut steps,
            shutdown: shutdown.clone(),
        };
        repeat(task, shutdown).await;
        assert_eq!(steps, 4);
    }
}
