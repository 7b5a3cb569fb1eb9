//! What a store gives whoever lets it write.

use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::sync::oneshot;

use super::StoreError;

type Written = Result<(), StoreError>;

/// The result of writing: ready at once, or once a writer has got to it.
pub(crate) struct PendingWrite {
    state: State,
    /// Sees the result before whoever waits.
    note: Option<Note>,
}

type Note = Box<dyn FnOnce(&Written) + Send>;

enum State {
    Ready(Written),
    Waiting(oneshot::Receiver<Written>),
    Given,
}

impl PendingWrite {
    pub(crate) fn ready(result: Written) -> Self {
        Self {
            state: State::Ready(result),
            note: None,
        }
    }

    pub(crate) fn waiting(receiver: oneshot::Receiver<Written>) -> Self {
        Self {
            state: State::Waiting(receiver),
            note: None,
        }
    }

    /// Lets `note` see the result, even if nobody waits for it any more.
    pub(crate) fn on_complete(mut self, note: impl FnOnce(&Written) + Send + 'static) -> Self {
        match &self.state {
            State::Ready(result) => note(result),
            State::Waiting(_) | State::Given => self.note = Some(Box::new(note)),
        }
        self
    }
}

fn written(answer: Result<Written, oneshot::error::RecvError>) -> Written {
    answer.unwrap_or_else(|_| Err(StoreError::Unavailable("its writer has stopped".into())))
}

impl Future for PendingWrite {
    type Output = Written;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let result = match std::mem::replace(&mut self.state, State::Given) {
            State::Ready(result) => result,
            State::Waiting(mut receiver) => match Pin::new(&mut receiver).poll(context) {
                Poll::Ready(answer) => written(answer),
                Poll::Pending => {
                    self.state = State::Waiting(receiver);
                    return Poll::Pending;
                }
            },
            State::Given => {
                let twice = "its result was given before";
                return Poll::Ready(Err(StoreError::Unavailable(twice.into())));
            }
        };
        if let Some(note) = self.note.take() {
            note(&result);
        }
        Poll::Ready(result)
    }
}

/// A caller who has gone wrote all the same.
impl Drop for PendingWrite {
    fn drop(&mut self) {
        let state = std::mem::replace(&mut self.state, State::Given);
        if let (State::Waiting(receiver), Some(note)) = (state, self.note.take())
            && let Ok(runtime) = tokio::runtime::Handle::try_current()
        {
            runtime.spawn(async move { note(&written(receiver.await)) });
        }
    }
}

impl fmt::Debug for PendingWrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PendingWrite(..)")
    }
}
