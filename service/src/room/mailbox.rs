//! A queue that takes memory only for what waits in it.
//!
//! Rooms and streams are many and mostly silent; a channel that keeps places ready costs more than
//! the rest of a room.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// Places that an empty queue may keep.
const KEPT: usize = 8;

/// A queue between tasks, from which one of them takes.
#[derive(Debug)]
pub(super) struct Mailbox<T> {
    // A mutex of the standard library: every access is one short step.
    inner: Mutex<Inner<T>>,
}

#[derive(Debug)]
struct Inner<T> {
    waiting: VecDeque<T>,
    taker: Option<Waker>,
    closed: bool,
}

impl<T> Default for Mailbox<T> {
    fn default() -> Self {
        Self {
            inner: Mutex::new(Inner {
                waiting: VecDeque::new(),
                taker: None,
                closed: false,
            }),
        }
    }
}

impl<T> Mailbox<T> {
    /// Queues something; gives it back if the mailbox is closed.
    pub(super) fn put(&self, item: T) -> Result<(), T> {
        let taker = {
            let mut inner = self.lock();
            if inner.closed {
                return Err(item);
            }
            inner.waiting.push_back(item);
            inner.taker.take()
        };
        // Woken outside the lock, or it would wait for it at once.
        if let Some(taker) = taker {
            taker.wake();
        }
        Ok(())
    }

    /// Queues something in the place of all that waits; gives it back if the mailbox is closed.
    pub(super) fn put_alone(&self, item: T) -> Result<(), T> {
        let waiting = std::mem::take(&mut self.lock().waiting);
        drop(waiting);
        self.put(item)
    }

    /// What was queued first; `None` once the mailbox is closed and empty.
    pub(super) fn poll_take(&self, context: &mut Context<'_>) -> Poll<Option<T>> {
        let mut inner = self.lock();
        if let Some(item) = inner.take() {
            return Poll::Ready(Some(item));
        }
        if inner.closed {
            return Poll::Ready(None);
        }
        match &mut inner.taker {
            Some(taker) => taker.clone_from(context.waker()),
            none => *none = Some(context.waker().clone()),
        }
        Poll::Pending
    }

    /// Waits for what was queued first; `None` once the mailbox is closed and empty.
    pub(super) async fn take(&self) -> Option<T> {
        poll_fn(|context| self.poll_take(context)).await
    }

    /// What was queued first, if anything is there.
    pub(super) fn take_now(&self) -> Option<T> {
        self.lock().take()
    }

    /// How much waits.
    pub(super) fn len(&self) -> usize {
        self.lock().waiting.len()
    }

    /// Lets nothing more in; what waits can still be taken.
    pub(super) fn close(&self) {
        let taker = {
            let mut inner = self.lock();
            inner.closed = true;
            inner.taker.take()
        };
        if let Some(taker) = taker {
            taker.wake();
        }
    }

    /// Whether nothing more is let in.
    pub(super) fn is_closed(&self) -> bool {
        self.lock().closed
    }

    fn lock(&self) -> MutexGuard<'_, Inner<T>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Inner<T> {
    fn take(&mut self) -> Option<T> {
        let item = self.waiting.pop_front();
        if self.waiting.is_empty() && self.waiting.capacity() > KEPT {
            self.waiting = VecDeque::new();
        }
        item
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;

    #[test]
    fn what_is_put_in_alone_takes_the_place_of_the_others() {
        let mailbox = Mailbox::default();
        for item in 0..3 {
            mailbox.put(item).unwrap();
        }
        mailbox.put_alone(3).unwrap();
        assert_eq!((mailbox.take_now(), mailbox.take_now()), (Some(3), None));
        mailbox.close();
        assert_eq!(mailbox.put_alone(4), Err(4));
    }

    #[tokio::test]
    async fn what_is_put_in_is_taken_in_order_and_nothing_after_the_end() {
        let mailbox = Arc::new(Mailbox::default());
        let taker = Arc::clone(&mailbox);
        let taking = tokio::spawn(async move {
            let mut taken = Vec::new();
            while let Some(item) = taker.take().await {
                taken.push(item);
            }
            taken
        });
        for item in 0..100 {
            mailbox.put(item).unwrap();
            if item % 10 == 0 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        }
        mailbox.close();
        assert_eq!(mailbox.put(100), Err(100));
        assert!(taking.await.unwrap().into_iter().eq(0..100));
        assert_eq!(mailbox.take_now(), None);
    }
}
