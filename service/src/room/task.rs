//! The task of one match: it executes commands one by one and sends nothing that is not stored.

use std::ops::ControlFlow;
use std::pin::Pin;
use std::sync::Arc;

use botwerk_engine::Termination;
use tokio::runtime::Handle;
use tokio_util::task::TaskTracker;
use tracing::Instrument;

use super::agents::AgentEvent;
use super::command::{Command, SubmissionSource, SubmitCommand};
use super::context::RoomContext;
use super::inbox::{Inbox, QueuedCommand, RoomHandle};
use super::match_room::Room;
use super::seat::SeatState;
use super::stamp::Stamp;
use crate::error::{Error, Reason};
use crate::store::{AttemptKey, StoredMatch};
use crate::work_guard::{GuardedTask, Work};

/// What a room reacts to.
enum RoomInput {
    /// A command was queued.
    Command(QueuedCommand),
    /// An agent reported an event.
    AgentEvent(AgentEvent),
    /// A deadline has passed.
    DeadlineReached,
}

/// Breaks the loop of a room when the server is shutting down.
type RoomFlow = ControlFlow<()>;

/// The room of a match that was replayed and is ready to start.
pub(crate) struct ReplayedRoom {
    handle: RoomHandle,
    /// The place in a tournament, if the match belongs to one.
    attempt: Option<AttemptKey>,
    task: GuardedTask<dyn Future<Output = ()> + Send>,
    tasks: TaskTracker,
    runtime: Handle,
}

/// Replays a stored match.
///
/// # Errors
/// Returns an error if the stored match is corrupt or this server cannot play it.
pub(crate) fn replay(
    stored: StoredMatch,
    context: Arc<RoomContext>,
) -> Result<ReplayedRoom, Error> {
    let inbox = Arc::new(Inbox::new());
    let (tasks, runtimes) = (context.tasks.clone(), context.runtimes.clone());
    let (guard, work) = (
        Arc::clone(&context.guard),
        Work::of_match(&stored.row.id, "playing"),
    );
    let room = Room::recover(stored, context, Arc::clone(&inbox))?;
    let runtime = if room.has_player() {
        runtimes.io
    } else {
        runtimes.background
    };
    let tokens = room.seats.iter().filter_map(SeatState::token);
    let tournament = room.core.setup().tournament.as_ref();
    let attempt = tournament.map(|tournament| tournament.attempt.clone());
    let handle = RoomHandle::new(inbox, tokens);
    let task: Pin<Box<dyn Future<Output = ()> + Send>> = Box::pin(Box::new(room).run());
    Ok(ReplayedRoom {
        handle,
        attempt,
        task: guard.watch(work, task),
        tasks,
        runtime,
    })
}

impl ReplayedRoom {
    /// Returns the place of the match in a tournament, or `None` if it belongs to none.
    pub(crate) fn attempt(&self) -> Option<&AttemptKey> {
        self.attempt.as_ref()
    }

    /// Starts the task of the room. `closed` is called when it ends, with an error if it has failed.
    pub(crate) fn start(
        self,
        closed: impl FnOnce(Result<(), Error>) + Send + 'static,
    ) -> RoomHandle {
        let Self {
            handle,
            task,
            tasks,
            runtime,
            ..
        } = self;
        let failing = handle.clone();
        let room = async move {
            let ended = task.await;
            if ended.is_err() {
                failing.close();
            }
            closed(ended);
        };
        tasks.spawn_on(room, &runtime);
        handle
    }
}

impl Room {
    /// Runs until the match has been over for a while, or the server is shutting down.
    async fn run(mut self: Box<Self>) {
        let span = tracing::info_span!("match", id = %self.core.row().id);
        async {
            self.start_recovered().await;
            let mut flow = RoomFlow::Continue(());
            while flow.is_continue() && !self.life.is_expired(Stamp::now()) {
                flow = self.step().await;
            }
            self.close(flow).await;
            if self.life.is_over() {
                self.context.guard.forget(&self.core.row().id.name());
            }
            tracing::debug!("room closed");
        }
        .instrument(span)
        .await;
    }

    /// Closes the queue. Later senders find the room closed; queued commands are still answered.
    async fn close(&mut self, mut flow: RoomFlow) {
        let inbox = Arc::clone(&self.inbox);
        inbox.queue().close();
        while let Some(queued) = inbox.queue().try_pop() {
            if flow.is_continue() {
                flow = self.execute(queued).await;
            } else {
                reject(queued.into_parts().1);
            }
        }
    }

    /// Waits for the next input and handles it.
    async fn step(&mut self) -> RoomFlow {
        let deadline = self.next_wake();
        let input = tokio::select! {
            // Commands first: a submission that arrived before a deadline counts, however late it is
            // processed.
            biased;
            Some(queued) = self.inbox.queue().pop() => RoomInput::Command(queued),
            Some(event) = self.agents.events().pop() => RoomInput::AgentEvent(event),
            () = sleep_until(deadline), if deadline.is_some() => RoomInput::DeadlineReached,
        };
        // On the heap, since rooms are numerous and idle most of the time.
        Box::pin(self.handle_input(input)).await
    }

    async fn handle_input(&mut self, input: RoomInput) -> RoomFlow {
        match input {
            RoomInput::Command(queued) => return self.execute(queued).await,
            RoomInput::AgentEvent(event) => self.handle_agent_event(event).await,
            RoomInput::DeadlineReached => {
                let now = self.inbox.next_stamp();
                let inbox = Arc::clone(&self.inbox);
                while let Some(queued) = inbox.queue().try_pop() {
                    self.execute(queued).await?;
                }
                self.advance_time(now).await;
            }
        }
        RoomFlow::Continue(())
    }

    /// Executes a command.
    async fn execute(&mut self, queued: QueuedCommand) -> RoomFlow {
        let (stamp, command) = queued.into_parts();
        self.advance_time(stamp).await;
        // A client that sent the command may have disconnected, so that its reply has no receiver.
        match command {
            Command::Join {
                token,
                resume_after_seq,
                ruleset_sha256,
                subscriber,
                reply,
            } => {
                let joined = self.join(&token, resume_after_seq, &ruleset_sha256, subscriber);
                drop(reply.send(joined.await));
            }
            Command::Watch {
                resume_after_seq,
                subscriber,
            } => self.watch(resume_after_seq, subscriber).await,
            Command::Submit(submission) => {
                let span = submission.span.clone();
                let handled = self.handle_submission(stamp, submission);
                handled.instrument(span).await;
            }
            Command::Disconnected { subscriber } => self.unsubscribe(subscriber),
            Command::Hint {
                token,
                agent,
                reply,
            } => drop(reply.send(self.hint(&token, agent.as_ref()))),
            Command::Resign {
                token,
                has_crashed,
                reply,
            } => drop(reply.send(self.resign(&token, has_crashed).await)),
            Command::Abort { token, reply } => drop(reply.send(self.abort(&token).await)),
            Command::Describe { reply } => drop(reply.send(self.describe())),
            Command::ProbeStore => {
                if self.life.is_running() {
                    // A failure suspends the match.
                    let _ = self.probe_store().await;
                }
            }
            Command::Drain => {
                // The streams are ended by the tasks that serve them.
                self.suspend_for_shutdown().await;
                return RoomFlow::Break(());
            }
        }
        RoomFlow::Continue(())
    }

    /// Handles an event of an agent.
    async fn handle_agent_event(&mut self, event: AgentEvent) {
        match event {
            AgentEvent::SearchStarted { seat, turn, at } => {
                self.seats[seat].start_search_time(turn, at);
                // A race may have waited for nothing else.
                self.enforce_deadlines(self.clock.processed_until()).await;
            }
            AgentEvent::Decided {
                seat,
                turn,
                nanos,
                choice,
                agent,
            } => {
                self.agents.return_agent(seat, agent);
                self.handle_choice(seat, turn, nanos, choice).await;
                // Another decision may have been requested while the agent was busy.
                self.start_searches();
            }
            AgentEvent::DelayElapsed {
                seat,
                turn,
                nanos,
                choice,
            } => self.handle_choice(seat, turn, nanos, choice).await,
            AgentEvent::Crashed { seat } => self.remove_seat(seat, Termination::Crashed).await,
        }
    }

    /// Returns when the room must act without an input.
    fn next_wake(&self) -> Option<Stamp> {
        if self.life.is_running() {
            self.next_deadline()
        } else {
            self.life.next_step_at()
        }
    }
}

/// Rejects a command because the server is shutting down.
fn reject(command: Command) {
    let error = || Error::new(Reason::Draining, "the server is shutting down");
    // A client that sent the command may have disconnected.
    match command {
        Command::Join { reply, .. } => drop(reply.send(Err(error()))),
        Command::Hint { reply, .. } => drop(reply.send(Err(error()))),
        Command::Resign { reply, .. } | Command::Abort { reply, .. } => {
            drop(reply.send(Err(error())));
        }
        Command::Submit(SubmitCommand {
            source: SubmissionSource::Unary { reply, .. },
            ..
        }) => drop(reply.send(Err(error()))),
        Command::Watch { subscriber, .. } => subscriber.end(error()),
        Command::Submit(_)
        | Command::Disconnected { .. }
        | Command::Describe { .. }
        | Command::ProbeStore
        | Command::Drain => {}
    }
}

/// Waits until the given time, or forever if there is none.
async fn sleep_until(at: Option<Stamp>) {
    match at {
        Some(at) => tokio::time::sleep_until(at.timer()).await,
        None => std::future::pending().await,
    }
}
