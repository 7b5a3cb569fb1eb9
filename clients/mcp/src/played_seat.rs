//! A seat that a model plays: its match, what it has received, and its next actions.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use botwerk_client::Client;
use botwerk_command::resignation::resign;
use botwerk_engine::GameId;
use tokio::sync::{Notify, oneshot, watch};
use tokio::time::Instant;

use super::seat_progress::{PendingSubmission, SeatProgress, SeatStatus};
use super::tool_error::ToolError;

/// Maximum number of bytes of a turn, as on the server.
const MAX_TURN_LEN: usize = 8192;

/// Time for the answer to a submission, reconnects included.
const ANSWER_LIMIT: Duration = Duration::from_secs(30);

/// Time for the current view.
const VIEW_LIMIT: Duration = Duration::from_secs(2);

/// Where a seat is, and what grants the right to play it.
#[derive(Clone)]
pub(super) struct SeatTicket {
    pub(super) game: GameId,
    /// The resource name of the match.
    pub(super) r#match: String,
    pub(super) seat_token: String,
    /// Whether the seat may list its legal actions.
    pub(super) allows_legal_actions: bool,
}

/// A seat that a model plays.
pub(super) struct PlayedSeat {
    /// The handle by which tool calls name the seat.
    pub(super) handle: String,
    pub(super) ticket: SeatTicket,
    pub(super) client: Client,
    progress: Mutex<SeatProgress>,
    /// Counts the changes of the progress.
    changes: watch::Sender<u64>,
    /// Wakes the task of the seat when there is something to submit.
    pub(super) submitted: Notify,
    /// Asks the task of the seat for the current view.
    pub(super) view_requested: Notify,
    /// Held while a submission awaits its answer.
    acting: tokio::sync::Mutex<()>,
    last_used: Mutex<Instant>,
}

impl PlayedSeat {
    /// Creates a seat that has not joined yet.
    pub(super) fn new(handle: String, client: Client, ticket: SeatTicket) -> Self {
        Self {
            handle,
            ticket,
            client,
            progress: Mutex::default(),
            changes: watch::Sender::new(0),
            submitted: Notify::new(),
            view_requested: Notify::new(),
            acting: tokio::sync::Mutex::default(),
            last_used: Mutex::new(Instant::now()),
        }
    }

    /// Locks the progress for reading.
    pub(super) fn progress(&self) -> MutexGuard<'_, SeatProgress> {
        // A panic while it was locked leaves it as complete as the frames that were handled.
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the progress and wakes the calls that wait for it.
    pub(super) fn change<T>(&self, change: impl FnOnce(&mut SeatProgress) -> T) -> T {
        let result = change(&mut self.progress());
        self.changes.send_modify(|changes| *changes += 1);
        result
    }

    /// Records that a tool has been called for the seat.
    pub(super) fn touch(&self) {
        *self
            .last_used
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    /// Returns the instant of the latest call of a tool for the seat.
    pub(super) fn last_used(&self) -> Instant {
        *self
            .last_used
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns what the seat waits for.
    pub(super) fn status(&self) -> SeatStatus {
        self.progress().status()
    }

    /// Waits until the condition holds, at most for the given time. Returns `false` if it does not.
    pub(super) async fn wait_until(
        &self,
        limit: Duration,
        is_met: impl Fn(&SeatProgress) -> bool,
    ) -> bool {
        let mut changes = self.changes.subscribe();
        let met = changes.wait_for(|_| is_met(&self.progress()));
        tokio::time::timeout(limit, met).await.is_ok()
    }

    /// Requests the current view where others are to act, since events carry none. Without an answer the latest view
    /// stays.
    pub(super) async fn refresh_view(&self) {
        let joins = {
            let progress = self.progress();
            if progress.status() != SeatStatus::Waiting || progress.lost.is_some() {
                return;
            }
            progress.joins
        };
        self.view_requested.notify_one();
        self.wait_until(VIEW_LIMIT, |progress| {
            progress.joins > joins || progress.over.is_some()
        })
        .await;
    }

    /// Waits until the seat is to act, the match has ended or the seat has failed.
    pub(super) async fn wait_for_turn(&self, limit: Duration) {
        let is_met = |progress: &SeatProgress| {
            matches!(
                progress.status(),
                SeatStatus::ToAct | SeatStatus::Over | SeatStatus::Failed
            )
        };
        self.wait_until(limit, is_met).await;
    }

    /// Submits actions as the answer to the open request. They are checked by the rules first, so that a mistake
    /// costs time only. `turn` is the number of the turn that the model answers, if it has named one.
    ///
    /// # Errors
    /// Returns an error if the seat is not to act, the actions break a rule, or the server rejects them or does
    /// not answer.
    pub(super) async fn act(
        &self,
        actions: &str,
        turn: Option<u32>,
        effort: u64,
        comment: String,
    ) -> Result<(), ToolError> {
        if actions.len() > MAX_TURN_LEN {
            let message = format!(
                "actions: expected at most {MAX_TURN_LEN} bytes, found {}; send the turn in parts",
                actions.len()
            );
            return Err(ToolError::argument(message));
        }
        let _one_at_a_time = self.acting.lock().await;
        let (reply, answer) = oneshot::channel();
        self.change(|progress| {
            let open = progress.open_request()?;
            let (open_turn, part) = (open.request.turn, open.request.part);
            if let Some(turn) = turn.filter(|turn| *turn != open_turn) {
                let message = format!("turn: expected {open_turn}, found {turn}; call `observe`");
                return Err(ToolError::new("WRONG_TURN", message));
            }
            if let Some(texts) = &progress.texts {
                texts.check(open.view(), actions)?;
            }
            progress.pending = Some(PendingSubmission {
                turn: open_turn,
                part,
                text: actions.trim().to_owned(),
                effort,
                comment,
                is_sent: false,
                reply,
            });
            Ok(())
        })?;
        self.submitted.notify_one();
        match tokio::time::timeout(ANSWER_LIMIT, answer).await {
            Ok(Ok(result)) => result,
            Ok(Err(_)) => Err(ToolError::new(
                "WRONG_TURN",
                "another request is open now; call `observe`",
            )),
            Err(_) => {
                let message = "the server has not answered yet; call `observe`: the actions are sent again \
                               once it is reachable";
                Err(ToolError::new("UNREACHABLE", message))
            }
        }
    }

    /// Resigns the seat.
    ///
    /// # Errors
    /// Returns an error if the server rejects it or does not answer.
    pub(super) async fn resign(&self) -> Result<(), ToolError> {
        let SeatTicket {
            r#match,
            seat_token,
            ..
        } = &self.ticket;
        Ok(resign(&self.client, r#match, seat_token).await?)
    }
}
