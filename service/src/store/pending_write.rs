//! The result of a write to a store.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::sync::oneshot;

use super::StoreError;

type Written = Result<(), StoreError>;

/// The result of a write: ready at once, or when the writer thread has answered.
pub(crate) struct PendingWrite {
    state: State,
    /// Called with the result, before the caller receives it.
    callback: Option<Callback>,
}

type Callback = Box<dyn FnOnce(&Written) + Send + Sync>;

enum State {
    Ready(Written),
    Waiting(oneshot::Receiver<Written>),
    Taken,
}

impl PendingWrite {
    /// Returns a write that is complete.
    pub(crate) fn ready(result: Written) -> Self {
        Self {
            state: State::Ready(result),
            callback: None,
        }
    }

    /// Returns a write that another thread answers.
    pub(crate) fn waiting(receiver: oneshot::Receiver<Written>) -> Self {
        Self {
            state: State::Waiting(receiver),
            callback: None,
        }
    }

    /// Calls `callback` with the result, even if the write is dropped before it is complete.
    pub(crate) fn on_complete(
        mut self,
        callback: impl FnOnce(&Written) + Send + Sync + 'static,
    ) -> Self {
        match &self.state {
            State::Ready(result) => callback(result),
            State::Waiting(_) | State::Taken => self.callback = Some(Box::new(callback)),
        }
        self
    }
}

fn written(answer: Result<Written, oneshot::error::RecvError>) -> Written {
    answer.unwrap_or_else(|_| {
        Err(StoreError::Unavailable(
            "the writer thread has ended".into(),
        ))
    })
}

impl Future for PendingWrite {
    type Output = Written;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let result = match std::mem::replace(&mut self.state, State::Taken) {
            State::Ready(result) => result,
            State::Waiting(mut receiver) => match Pin::new(&mut receiver).poll(context) {
                Poll::Ready(answer) => written(answer),
                Poll::Pending => {
                    self.state = State::Waiting(receiver);
                    return Poll::Pending;
                }
            },
            State::Taken => {
                let message = "the result of the write was taken before";
                return Poll::Ready(Err(StoreError::Unavailable(message.into())));
            }
        };
        if let Some(callback) = self.callback.take() {
            callback(&result);
        }
        Poll::Ready(result)
    }
}

/// A dropped write still takes place, and its callback is called.
impl Drop for PendingWrite {
    fn drop(&mut self) {
        let state = std::mem::replace(&mut self.state, State::Taken);
        if let (State::Waiting(receiver), Some(callback)) = (state, self.callback.take())
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(async move { callback(&written(receiver.await)) });
        }
    }
}

impl fmt::Debug for PendingWrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PendingWrite(..)")
    }
}
