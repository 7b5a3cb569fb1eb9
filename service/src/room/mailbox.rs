//! A queue that takes memory only for what it holds.
//!
//! Rooms and streams are numerous and mostly idle; a channel that reserves slots costs more than the
//! rest of a room.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// Capacity that an empty queue may keep.
const IDLE_CAPACITY: usize = 8;

/// An unbounded queue between tasks with one receiver.
#[derive(Debug)]
pub(super) struct Mailbox<T> {
    // A mutex of the standard library: every access is one short step.
    inner: Mutex<MailboxState<T>>,
}

#[derive(Debug)]
struct MailboxState<T> {
    items: VecDeque<T>,
    receiver: Option<Waker>,
    is_closed: bool,
}

impl<T> Default for Mailbox<T> {
    fn default() -> Self {
        Self {
            inner: Mutex::new(MailboxState {
                items: VecDeque::new(),
                receiver: None,
                is_closed: false,
            }),
        }
    }
}

impl<T> Mailbox<T> {
    /// Appends an item.
    ///
    /// # Errors
    /// Returns the item if the mailbox is closed.
    pub(super) fn push(&self, item: T) -> Result<(), T> {
        let receiver = {
            let mut inner = self.lock();
            if inner.is_closed {
                return Err(item);
            }
            inner.items.push_back(item);
            inner.receiver.take()
        };
        // Woken outside the lock, or the receiver would wait for it at once.
        if let Some(receiver) = receiver {
            receiver.wake();
        }
        Ok(())
    }

    /// Replaces all queued items with one.
    ///
    /// # Errors
    /// Returns the item if the mailbox is closed.
    pub(super) fn replace_all(&self, item: T) -> Result<(), T> {
        let replaced = std::mem::take(&mut self.lock().items);
        drop(replaced);
        self.push(item)
    }

    /// Polls for the oldest item; ready with `None` once the mailbox is closed and empty.
    pub(super) fn poll_pop(&self, context: &mut Context<'_>) -> Poll<Option<T>> {
        let mut inner = self.lock();
        if let Some(item) = inner.pop() {
            return Poll::Ready(Some(item));
        }
        if inner.is_closed {
            return Poll::Ready(None);
        }
        match &mut inner.receiver {
            Some(receiver) => receiver.clone_from(context.waker()),
            none => *none = Some(context.waker().clone()),
        }
        Poll::Pending
    }

    /// Waits for the oldest item and removes it; returns `None` once the mailbox is closed and empty.
    pub(super) async fn pop(&self) -> Option<T> {
        poll_fn(|context| self.poll_pop(context)).await
    }

    /// Removes and returns the oldest item, or `None` if the queue is empty.
    pub(super) fn try_pop(&self) -> Option<T> {
        self.lock().pop()
    }

    /// Returns the number of queued items.
    pub(super) fn len(&self) -> usize {
        self.lock().items.len()
    }

    /// Closes the mailbox: it accepts no further items, and the queued ones can still be removed.
    pub(super) fn close(&self) {
        let receiver = {
            let mut inner = self.lock();
            inner.is_closed = true;
            inner.receiver.take()
        };
        if let Some(receiver) = receiver {
            receiver.wake();
        }
    }

    /// Returns `true` if the mailbox accepts no further items.
    pub(super) fn is_closed(&self) -> bool {
        self.lock().is_closed
    }

    fn lock(&self) -> MutexGuard<'_, MailboxState<T>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> MailboxState<T> {
    fn pop(&mut self) -> Option<T> {
        let item = self.items.pop_front();
        if self.items.is_empty() && self.items.capacity() > IDLE_CAPACITY {
            self.items = VecDeque::new();
        }
        item
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn replace_all_drops_the_queued_items() {
        let mailbox = Mailbox::default();
        for item in 0..3 {
            mailbox.push(item).unwrap();
        }
        mailbox.replace_all(3).unwrap();
        assert_eq!((mailbox.try_pop(), mailbox.try_pop()), (Some(3), None));
        mailbox.close();
        assert_eq!(mailbox.replace_all(4), Err(4));
    }

    #[tokio::test]
    async fn mailbox_returns_items_in_order_and_accepts_none_after_it_is_closed() {
        let mailbox = Arc::new(Mailbox::default());
        let receiver = Arc::clone(&mailbox);
        let receiving = tokio::spawn(async move {
            let mut received = Vec::new();
            while let Some(item) = receiver.pop().await {
                received.push(item);
            }
            received
        });
        for item in 0..100 {
            mailbox.push(item).unwrap();
            if item % 10 == 0 {
                // The receiver gets its turn.
                tokio::task::yield_now().await;
            }
        }
        mailbox.close();
        assert_eq!(mailbox.push(100), Err(100));
        assert!(receiving.await.unwrap().into_iter().eq(0..100));
        assert_eq!(mailbox.try_pop(), None);
    }
}
