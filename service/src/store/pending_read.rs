//! The result of a read from a store.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::sync::oneshot;

use super::StoreError;

/// The result of a read: ready at once, or when a reader thread has answered.
pub(crate) struct PendingRead<T>(State<T>);

enum State<T> {
    Ready(Result<T, StoreError>),
    Waiting(oneshot::Receiver<Result<T, StoreError>>),
    Taken,
}

impl<T> PendingRead<T> {
    /// Returns a read that is complete.
    pub(crate) const fn ready(result: Result<T, StoreError>) -> Self {
        Self(State::Ready(result))
    }

    /// Returns a read that another thread answers.
    pub(crate) const fn waiting(receiver: oneshot::Receiver<Result<T, StoreError>>) -> Self {
        Self(State::Waiting(receiver))
    }
}

// The result is moved, never pinned.
impl<T> Unpin for PendingRead<T> {}

impl<T> Future for PendingRead<T> {
    type Output = Result<T, StoreError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match std::mem::replace(&mut self.0, State::Taken) {
            State::Ready(result) => Poll::Ready(result),
            State::Waiting(mut receiver) => match Pin::new(&mut receiver).poll(context) {
                Poll::Ready(answer) => Poll::Ready(answer.unwrap_or_else(|_| {
                    let message = "the thread that reads has ended";
                    Err(StoreError::Unavailable(message.into()))
                })),
                Poll::Pending => {
                    self.0 = State::Waiting(receiver);
                    Poll::Pending
                }
            },
            State::Taken => {
                let message = "the result of the read was taken before";
                Poll::Ready(Err(StoreError::Unavailable(message.into())))
            }
        }
    }
}

impl<T> fmt::Debug for PendingRead<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PendingRead(..)")
    }
}
