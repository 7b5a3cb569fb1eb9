//! Submissions of clients and choices of agents.

use botwerk_agents::{Choice, arena};
use botwerk_engine::{
    AnyAction, AnyGame, Event, GameNotation, GameRace, MAX_EXACT_NUMBER, Referee, Seat, Submission,
    SubmissionError, Termination, Viewer, read_turn,
};

use super::agents::AgentEvent;
use super::command::{SubmissionSource, SubmitCommand};
use super::frame::{Accepted, Rejected};
use super::match_room::Room;
use super::open_request::OpenRequest;
use super::stamp::Stamp;
use super::subscriber::replaced;
use crate::error::{Error, Reason};
use crate::store::SubmissionRow;
use crate::wire::SubmissionContent;
use botwerk_engine::clock::Charge;

/// Where a submission belongs: its seat, its turn, and its index within the turn.
#[derive(Debug, Clone, Copy)]
struct SubmissionKey {
    seat: Seat,
    turn: u32,
    part: u32,
}

/// What a player declares with its actions.
#[derive(Debug, Clone)]
struct Declaration {
    effort: u64,
    score: Option<i32>,
    /// What it says about its choice; empty for nothing.
    comment: String,
}

/// The actions of a submission, as far as they can be read without its view.
enum UnreadActions<A> {
    Actions(Vec<A>),
    /// A text, and whether it must be canonical.
    Text {
        is_strict: bool,
    },
}

/// A submission that the game has read.
struct ParsedSubmission<A> {
    key: SubmissionKey,
    actions: Vec<A>,
    /// The submission in canonical form, to recognise it when it is resent.
    content: String,
    declared: Declaration,
    /// Nanoseconds that the submission took by the time that counts in a race; `None` if it is too late to
    /// count.
    nanos: Option<u64>,
    /// What the seat's clock pays if it runs.
    charge: Charge,
}

impl Room {
    /// Processes the submission of a client and answers it.
    pub(super) async fn handle_submission(&mut self, stamp: Stamp, command: SubmitCommand) {
        let SubmitCommand {
            source,
            turn,
            part,
            content,
            effort,
            score,
            span: _span,
            comment,
        } = command;
        let seat = self.seat_of_source(&source);
        let result = match &seat {
            Ok(seat) => {
                self.seats[*seat].record_activity(stamp);
                let key = SubmissionKey {
                    seat: *seat,
                    turn,
                    part,
                };
                let declared = Declaration {
                    effort,
                    score,
                    comment,
                };
                self.process_submission(stamp, key, content, declared).await
            }
            Err(error) => Err(error.clone()),
        };
        let is_rejected = result.is_err();
        match (source, result) {
            (SubmissionSource::Unary { reply, .. }, result) => {
                // The caller may have disconnected; the submission counts all the same.
                let _ = reply.send(result);
            }
            (SubmissionSource::Stream { subscriber }, Ok(accepted)) => {
                subscriber.send_accepted(accepted);
            }
            (SubmissionSource::Stream { subscriber }, Err(error)) => {
                subscriber.send_rejected(Rejected::submission(turn, part, error));
            }
        }
        // The answer is sent before the frames that follow from the submission.
        self.publish();
        self.continue_overtime().await;
        if let Ok(seat) = seat
            && is_rejected
        {
            self.remove_if_over_limit(seat).await;
        }
    }

    /// Resolves what a submission in overtime has left open: the requests that follow an announcement
    /// decide whether its seat can be earlier than another one.
    async fn continue_overtime(&mut self) {
        if self.referee().overtime_end_nanos().is_some() {
            self.enforce_deadlines(self.clock.processed_until()).await;
        }
    }

    /// Returns the seat for which a source may submit.
    fn seat_of_source(&self, source: &SubmissionSource) -> Result<Seat, Error> {
        match source {
            SubmissionSource::Stream { subscriber } => {
                let seat = self.publisher.seat_of(subscriber.id());
                seat.ok_or_else(replaced)
            }
            SubmissionSource::Unary { token, .. } => self.seats.by_token(token),
        }
    }

    /// Returns the answer to a submission. What follows from it is stored, but not published yet.
    async fn process_submission(
        &mut self,
        stamp: Stamp,
        key: SubmissionKey,
        content: SubmissionContent,
        declared: Declaration,
    ) -> Result<Accepted, Error> {
        let Declaration { effort, score, .. } = declared;
        if effort > MAX_EXACT_NUMBER {
            let message = format!("effort: expected at most {MAX_EXACT_NUMBER}, found {effort}");
            return Err(Error::new(Reason::BadRequest, message));
        }
        let game = self.referee().game();
        // Text is read only once it is known to answer the open request: it may need its view.
        let (content, unread) = match content {
            SubmissionContent::Text(text) => (text, UnreadActions::Text { is_strict: false }),
            SubmissionContent::StrictText(text) => (text, UnreadActions::Text { is_strict: true }),
            SubmissionContent::Actions(actions) => {
                let actions = actions.decode(game)?;
                let content = canonical_text(game, &actions);
                (content, UnreadActions::Actions(actions))
            }
        };
        let SubmissionKey { seat, turn, part } = key;
        if let Some(accepted) = self.seats[seat].accepted(turn, part) {
            let is_lenient = matches!(unread, UnreadActions::Text { is_strict: false });
            return accepted.answer_again(&content, is_lenient, effort, score);
        }
        self.check_turn(stamp, key)?;
        let (content, actions) = match unread {
            UnreadActions::Actions(actions) => (content, actions),
            UnreadActions::Text { is_strict } => {
                let view = self.referee().view(Viewer::Seat(seat));
                let read = read_turn(game, &view, &content, is_strict);
                read.inspect_err(|_| self.seats[seat].record_unparsable())?
            }
        };
        if let Some(max) = self.clock.control().budget_nodes
            && effort > max
        {
            let message = format!("effort: expected at most {max} nodes, found {effort}");
            return Err(Error::new(Reason::TooLarge, message));
        }
        let parsed = self.measure(stamp, key, actions, content, declared);
        self.submit(parsed).await
    }

    /// Measures the time of a submission that arrived at `stamp`.
    fn measure(
        &self,
        stamp: Stamp,
        key: SubmissionKey,
        actions: Vec<AnyAction>,
        content: String,
        declared: Declaration,
    ) -> ParsedSubmission<AnyAction> {
        let (deadlines, state) = (self.deadlines(), &self.seats[key.seat]);
        let nanos = deadlines.elapsed(key.seat, stamp);
        let lag_allowance = if deadlines.time_remaining(state).is_some() {
            deadlines.lag_allowance(state, self.publisher.round_trip(key.seat))
        } else {
            0
        };
        let charge = Charge::new(nanos, lag_allowance);
        let (actions, nanos) = if self.clock.is_virtual() {
            arena::apply_virtual_time(self.referee(), Choice::new(actions, declared.effort))
        } else {
            (actions, Some(nanos))
        };
        ParsedSubmission {
            key,
            actions,
            content,
            declared,
            nanos,
            charge,
        }
    }

    /// Returns an error unless a submission answers the open request.
    fn check_turn(&self, stamp: Stamp, key: SubmissionKey) -> Result<(), Error> {
        let SubmissionKey { seat, turn, part } = key;
        self.check_can_act(seat)?;
        let wrong_turn = |message: String| Err(Error::new(Reason::WrongTurn, message));
        let (open, parts) = (self.referee().turn(seat), self.referee().parts(seat));
        if turn != open {
            return wrong_turn(format!(
                "turn: expected {open}, found {turn}; answer the latest ActionRequest"
            ));
        }
        if !self.referee().awaited_seats().contains(seat) {
            return wrong_turn(format!(
                "turn {turn} is closed: another seat was earlier or the time limit expired"
            ));
        }
        self.life.check_arrived_after_resumption(stamp)?;
        let open = self.seats[seat].open_request();
        if open.is_none_or(|open| stamp < open.turn_start()) {
            // A submission without a request would have taken no time at all.
            return wrong_turn(format!(
                "turn {turn} was not requested yet when this submission arrived"
            ));
        }
        if part != parts {
            return wrong_turn(format!("part: expected {parts}, found {part}"));
        }
        Ok(())
    }

    /// Applies a submission, resolves what can be resolved, and stores all of it.
    async fn submit(&mut self, parsed: ParsedSubmission<AnyAction>) -> Result<Accepted, Error> {
        let SubmissionKey { seat, turn, part } = parsed.key;
        let is_clocked = self.deadlines().time_remaining(&self.seats[seat]).is_some();
        let open = self.seats[seat].open_request();
        // Virtual time does not depend on the load of the server (MR-25).
        let open = open.filter(|_| !self.clock.is_virtual());
        let stalled = open.map_or(0, OpenRequest::stalled);
        let ParsedSubmission {
            actions,
            content,
            declared:
                Declaration {
                    effort,
                    score,
                    comment,
                },
            nanos,
            charge,
            ..
        } = parsed;
        let mut row = SubmissionRow {
            seat: seat.index() as u32,
            turn,
            part,
            content,
            nanos,
            charged: if is_clocked {
                charge.charged
            } else {
                nanos.unwrap_or(0)
            },
            stalled,
            effort,
            score,
            seq: self.seq(Viewer::Seat(seat)),
            view_hash: 0,
        };
        let times = self.deadlines().earliest_times();
        let mut illegal = None;
        let change = |referee: &mut Referee<AnyGame>, events: &mut Vec<Event<AnyAction>>| {
            let submission = Submission {
                seat,
                actions: &actions,
                nanos,
                effort,
                score,
            };
            referee
                .submit(submission, events)
                .inspect_err(|rejection| {
                    // A text that is no action at all fails earlier and is not counted.
                    if let SubmissionError::Illegal { error, .. } = rejection {
                        illegal = (!error.is_without_penalty).then(|| rejection.to_string());
                    }
                })?;
            times.resolve_race(referee, events);
            referee.resolve_chance(events);
            Ok::<_, SubmissionError>(())
        };
        let comment = self.seats[seat].comment(turn, part, &comment);
        let stored = self.store_change(change, Some((&mut row, comment))).await;
        let is_completed = !self.is_awaited(seat, turn);
        let limit = self.context.limits.illegal;
        let state = &mut self.seats[seat];
        if let Some(message) = illegal {
            state.record_illegal(message);
        }
        stored.map_err(|error| state.with_faults(error, limit))?;
        if is_clocked {
            state.charge(turn, charge, is_completed);
        }
        Ok(state.remember(row))
    }

    /// Returns `true` if the seat must still act in this turn.
    fn is_awaited(&self, seat: Seat, turn: u32) -> bool {
        self.referee().turn(seat) == turn && self.referee().awaited_seats().contains(seat)
    }

    /// Removes a seat that has reached the limit of illegal submissions.
    async fn remove_if_over_limit(&mut self, seat: Seat) {
        let state = &self.seats[seat];
        let is_over_limit = state.illegal_submissions() >= self.context.limits.illegal;
        if is_over_limit && state.is_active() && !self.life.is_over() {
            self.remove_seat(seat, Termination::Illegal).await;
        }
    }

    /// Processes the choice of an agent, which took `nanos` so far.
    pub(super) async fn handle_choice(
        &mut self,
        seat: Seat,
        turn: u32,
        nanos: u64,
        choice: Choice<AnyAction>,
    ) {
        if !self.is_awaited(seat, turn) {
            return;
        }
        if self.life.suspension().is_some() {
            return self.seats[seat].defer_search();
        }
        if !self.life.is_running() {
            return;
        }
        let delay = choice.delay_micros.saturating_mul(1000);
        let delayed_nanos = nanos.saturating_add(delay);
        let declared = Declaration {
            effort: choice.effort,
            score: arena::declared_score(self.referee(), &choice),
            comment: String::new(),
        };
        if self.clock.is_virtual() {
            let (actions, nanos) = arena::apply_virtual_time(self.referee(), choice);
            self.submit_choice(seat, turn, actions, nanos, declared)
                .await;
        } else if let Some(pass) = self.deadlines().pass_if_late(delayed_nanos) {
            // An announcement after the end of the race is a pass in it (MR-22).
            self.submit_choice(seat, turn, vec![pass], Some(nanos), declared)
                .await;
        } else if delay > 0 && !self.is_announcement(&choice) {
            // Other seats must not learn of it early. An announcement needs no delay: it is held until
            // no seat can be found to have been earlier.
            let event = AgentEvent::DelayElapsed {
                seat,
                turn,
                nanos: delayed_nanos,
                choice: Choice {
                    delay_micros: 0,
                    ..choice
                },
            };
            let at = Stamp::now().after_nanos(delay);
            self.agents.send_later(at, event);
        } else {
            self.submit_choice(seat, turn, choice.actions, Some(delayed_nanos), declared)
                .await;
        }
    }

    /// Returns `true` if a choice competes in a race.
    fn is_announcement(&self, choice: &Choice<AnyAction>) -> bool {
        let referee = self.referee();
        let first = choice.actions.first();
        first.is_some_and(|action| referee.game().is_contested(referee.state(), *action))
    }

    /// Submits the choice of an agent. One that cannot be stored is searched again on resumption.
    async fn submit_choice(
        &mut self,
        seat: Seat,
        turn: u32,
        actions: Vec<AnyAction>,
        nanos: Option<u64>,
        declared: Declaration,
    ) {
        let part = self.referee().parts(seat);
        let content = canonical_text(self.referee().game(), &actions);
        let parsed = ParsedSubmission {
            key: SubmissionKey { seat, turn, part },
            actions,
            content,
            declared,
            nanos,
            charge: Charge::new(nanos.unwrap_or(0), 0),
        };
        match self.submit(parsed).await {
            Ok(_) => {}
            Err(error) if error.reason == Reason::StoreUnavailable => {
                return self.seats[seat].defer_search();
            }
            Err(error) => {
                tracing::error!(%seat, %error, "choice of an agent rejected");
                self.remove_seat(seat, Termination::Crashed).await;
            }
        }
        self.publish();
        self.continue_overtime().await;
    }
}

/// Returns actions as text in canonical form, to recognise them when they are resent.
fn canonical_text(game: &AnyGame, actions: &[AnyAction]) -> String {
    let texts: Vec<_> = actions
        .iter()
        .map(|action| game.format_action(*action))
        .collect();
    texts.join(", ")
}
