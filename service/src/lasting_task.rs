//! Tasks and threads that last as long as the server: a panic ends one of their steps, and not all of their work.

use std::any::Any;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

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
}
