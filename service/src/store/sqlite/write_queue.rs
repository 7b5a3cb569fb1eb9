//! The commands that wait for the writer. Those for which a player waits are written first, but not all the
//! time: every other transaction takes some of the others as well.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use crate::store::{QueuedWrite, WriterActivity};

/// Maximum number of commands of players in one transaction.
const MAX_PROMPT: usize = 1024;

/// Maximum number of other commands in one transaction, which a player may have to wait for.
const MAX_OTHERS: usize = 64;

/// The queue between the callers of a store and its writer.
#[derive(Debug, Default)]
pub(super) struct WriteQueue {
    activity: Arc<WriterActivity>,
    state: Mutex<State>,
    has_commands: Condvar,
}

#[derive(Debug, Default)]
struct State {
    prompt: VecDeque<QueuedWrite>,
    others: VecDeque<QueuedWrite>,
    /// Whether the last transaction left others waiting.
    owes_others: bool,
    is_closed: bool,
}

impl WriteQueue {
    /// Adds a command; drops it if the queue is closed.
    pub(super) fn push(&self, write: QueuedWrite) {
        let mut state = self.lock();
        if state.is_closed {
            return;
        }
        self.activity.queued();
        // No command overtakes an earlier one about the same match.
        let command = &write.command;
        let is_about_same = |other: &QueuedWrite| other.command.match_id() == command.match_id();
        if command.is_prompt() && !state.others.iter().any(is_about_same) {
            state.prompt.push_back(write);
        } else {
            state.others.push_back(write);
        }
        drop(state);
        self.has_commands.notify_one();
    }

    /// Ends the writer once everything that is queued is written.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.has_commands.notify_one();
    }

    /// Waits for commands and moves those of the next transaction into `batch`; returns `false` if none will
    /// come any more.
    pub(super) fn next_batch(&self, batch: &mut Vec<QueuedWrite>) -> bool {
        let is_empty = |state: &mut State| {
            state.prompt.is_empty() && state.others.is_empty() && !state.is_closed
        };
        let state = self.has_commands.wait_while(self.lock(), is_empty);
        let mut state = state.unwrap_or_else(PoisonError::into_inner);
        let prompt = state.prompt.len().min(MAX_PROMPT);
        batch.extend(state.prompt.drain(..prompt));
        if batch.is_empty() || state.owes_others {
            let others = state.others.len().min(MAX_OTHERS);
            batch.extend(state.others.drain(..others));
            state.owes_others = false;
        } else {
            state.owes_others = !state.others.is_empty();
        }
        self.activity.taken(batch.len());
        !batch.is_empty()
    }

    /// Moves everything that waits into `batch`.
    pub(super) fn take_all(&self, batch: &mut Vec<QueuedWrite>) {
        let mut state = self.lock();
        let waiting = state.prompt.len() + state.others.len();
        self.activity.dropped(waiting);
        batch.extend(state.prompt.drain(..));
        batch.extend(state.others.drain(..));
    }

    /// Returns what waits, and how much is written at a time.
    pub(super) fn activity(&self) -> Arc<WriterActivity> {
        Arc::clone(&self.activity)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::match_state::MatchState;
    use crate::store::test_stores::empty_match;
    use crate::store::{Commit, WriteCommand};

    fn create(id: usize) -> QueuedWrite {
        let row = empty_match(&id.to_string(), MatchState::Waiting);
        QueuedWrite::new(WriteCommand::Create(row)).0
    }

    fn submission() -> QueuedWrite {
        let commit = Commit::new("m".into(), 0, MatchState::Running);
        QueuedWrite::new(WriteCommand::Commit(commit)).0
    }

    /// Returns the numbers of submissions and of other commands in the next transaction.
    fn next(queue: &WriteQueue) -> (usize, usize) {
        let mut batch = Vec::new();
        assert!(queue.next_batch(&mut batch));
        let prompt = batch.iter().filter(|it| it.command.is_prompt()).count();
        (prompt, batch.len() - prompt)
    }

    #[test]
    fn submission_waits_for_a_few_other_commands_and_they_for_a_few_submissions() {
        let queue = WriteQueue::default();
        (0..1000).for_each(|id| queue.push(create(id)));
        assert_eq!(next(&queue), (0, MAX_OTHERS));
        let activity = queue.activity();
        assert_eq!(activity.queue_length(), (1000 - MAX_OTHERS) as i64);
        queue.push(submission());
        assert_eq!(next(&queue), (1, 0));
        // A flood of submissions does not keep the others out.
        queue.push(submission());
        assert_eq!(next(&queue), (1, MAX_OTHERS));
        queue.push(submission());
        assert_eq!(next(&queue), (1, 0));
        queue.close();
        let mut written = 2 * MAX_OTHERS;
        let mut batch = Vec::new();
        while queue.next_batch(&mut batch) {
            written += batch.drain(..).count();
        }
        assert_eq!(written, 1000);
        assert_eq!(activity.queue_length(), 0);
        assert_eq!(activity.batch_sizes().sum(), 1003);
    }
}
