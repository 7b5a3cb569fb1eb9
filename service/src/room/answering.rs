//! What players answer: acts over streams and calls, and the choices of bundled players.

use crate::match_state::MatchState;
use botwerk_agents::{Choice, arena};
use botwerk_engine::Termination;
use botwerk_engine::{Act, Event, Game, Referee, Refusal, Seat, Viewer};
use botwerk_proto::v1 as proto;

use super::clock::Stamp;
use super::command::{ActContent, ActSource};
use super::conduct::Room;
use super::frame::Frame;
use super::players::Word;
use super::seat::{Answered, OpenRequest, Post};
use crate::error::{Error, Reason};
use crate::store::SubmissionRow;
use crate::wire::Wire;

/// An act that was understood.
struct Understood<A> {
    seat: Seat,
    turn: u32,
    act: u32,
    actions: Vec<A>,
    /// As it was written, to recognise it when it comes again.
    content: String,
    effort: u64,
    /// Nanoseconds that it took by the time that counts in a race.
    nanos: u64,
    /// Nanoseconds since the seat's latest act in this turn, or since the request, on its clock.
    step: u64,
    /// Nanoseconds of these that are charged.
    charged: u64,
}

impl<G: Wire> Room<G> {
    /// Takes an act of a remote player and answers it.
    pub(super) async fn act(
        &mut self,
        stamp: Stamp,
        source: ActSource,
        turn: u32,
        act: u32,
        content: ActContent,
        effort: u64,
    ) {
        let seat = match &source {
            ActSource::Link { joined, .. } => {
                if self.posts[joined.seat].audience.has(joined.link) {
                    Ok(joined.seat)
                } else {
                    let message = "a newer stream has joined this seat";
                    Err(Error::new(Reason::Replaced, message))
                }
            }
            ActSource::Call { token, .. } => self.seat_of(token),
        };
        if let Ok(seat) = seat {
            self.note_sign_of_life(seat, stamp);
        }
        let result = match &seat {
            Ok(seat) => self.answer(stamp, *seat, turn, act, content, effort).await,
            Err(error) => Err(error.clone()),
        };
        match source {
            ActSource::Call { reply, .. } => {
                // Whoever called may have gone; the act counts all the same.
                let _ = reply.send(result.clone());
            }
            ActSource::Link { sink, .. } => {
                let frame = match &result {
                    Ok(accepted) => Frame::Accepted(*accepted),
                    Err(error) => Frame::Rejected(proto::Rejected {
                        handle: 0,
                        turn,
                        act,
                        error: Some(error.to_proto()),
                    }),
                };
                // A stream that ends with this is noticed at the next report.
                sink.send(frame);
            }
        }
        // Accepted leaves before the reports of what came of it.
        self.publish();
        if let (Ok(seat), Err(_)) = (seat, &result) {
            self.expel_if_illegal(seat).await;
        }
    }

    /// The answer to an act; what comes of it is stored, but not yet shown to anybody.
    async fn answer(
        &mut self,
        stamp: Stamp,
        seat: usize,
        turn: u32,
        act: u32,
        content: ActContent,
        effort: u64,
    ) -> Result<proto::Accepted, Error> {
        let game = self.referee.game();
        // Text is read only once it is known to answer the open request: it may need its view.
        let (content, actions) = match content {
            ActContent::Text(text) => (text, None),
            ActContent::Actions(actions) => {
                let actions = game.actions(&actions)?;
                (written(game, &actions), Some(actions))
            }
        };
        if let Some(answered) = self.posts[seat].answered.get(&(turn, act)) {
            if answered.content == content && answered.effort == effort {
                return Ok(answered.accepted);
            }
            let message = format!(
                "turn {turn}, act {act} was answered with `{}`",
                answered.content
            );
            return Err(Error::new(Reason::AlreadyActed, message));
        }
        self.check_turn(stamp, seat, turn, act)?;
        let seat = self.posts[seat].seat;
        let actions = match actions {
            Some(actions) => actions,
            None => game.parse_turn(&self.referee.view(Viewer::Seat(seat)), &content)?,
        };
        if let Some(most) = self.setup.time_control.budget_nodes
            && effort > most
        {
            let message = format!("effort: {effort} nodes; the time control allows {most}");
            return Err(Error::new(Reason::LimitExceeded, message));
        }
        let post = &self.posts[seat.index()];
        let nanos = self.elapsed(seat, stamp);
        let step = post.clock.step(turn, nanos);
        let forgiven = if self.time_left(post).is_some() {
            self.allowance(post)
        } else {
            0
        };
        let (actions, nanos) = if self.setup.is_virtual() {
            let choice = Choice::new(actions, effort);
            arena::timed(&self.referee, choice)
        } else {
            (actions, nanos)
        };
        self.carry_out(Understood {
            seat,
            turn,
            act,
            actions,
            content,
            effort,
            nanos,
            step,
            charged: step.saturating_sub(forgiven),
        })
        .await
    }

    /// Refuses what only a seat may do that plays, while the match goes on.
    pub(super) fn check_plays_now(&self, seat: usize) -> Result<(), Error> {
        let post = &self.posts[seat];
        // Whoever was too late is told so, even if that has ended the match.
        let message = "the seat's time was up; it has left";
        if post.termination == Some(Termination::Flagged) {
            return Err(Error::new(Reason::Flagged, message));
        }
        match self.state {
            MatchState::Over | MatchState::Aborted => {
                return Err(Error::new(Reason::MatchOver, "the match has ended"));
            }
            MatchState::Running => {}
            MatchState::Suspended => self.check_not_standing()?,
            _ => return Err(Error::new(Reason::NotYourTurn, "the match has not begun")),
        }
        post.check_plays()
    }

    /// Checks that an act answers the open request.
    fn check_turn(&self, stamp: Stamp, seat: usize, turn: u32, act: u32) -> Result<(), Error> {
        self.check_plays_now(seat)?;
        let post = &self.posts[seat];
        let (open, acts) = (self.referee.turn(post.seat), self.referee.acts(post.seat));
        if turn != open {
            let message = format!("turn {turn} was answered, the latest request is {open}");
            return Err(Error::new(Reason::WrongTurn, message));
        }
        if !self.referee.owing().contains(post.seat) {
            let message = format!("turn {turn} is over: somebody was faster, or it took too long");
            return Err(Error::new(Reason::WrongTurn, message));
        }
        let start = post.open.as_ref().and_then(|open| open.start);
        if self.went_on.is_some_and(|went_on| stamp < went_on) {
            let message = "the match stood still when this act arrived; it is asked again";
            return Err(Error::new(Reason::Suspended, message));
        }
        if start.is_none_or(|start| stamp < start) {
            // Nobody answers what was not asked yet, least of all in no time.
            let message = format!("turn {turn} had not been asked when this act arrived");
            return Err(Error::new(Reason::WrongTurn, message));
        }
        if act != acts {
            let message = format!("act {act} was given, the next one of this turn is {acts}");
            return Err(Error::new(Reason::WrongTurn, message));
        }
        Ok(())
    }

    /// Lets the referee take an act, decides what can be decided, and stores all of it.
    async fn carry_out(&mut self, act: Understood<G::Action>) -> Result<proto::Accepted, Error> {
        let Understood {
            seat,
            turn,
            act: number,
            actions,
            content,
            effort,
            nanos,
            step,
            charged,
        } = act;
        let under_the_clock = self.time_left(&self.posts[seat.index()]).is_some();
        let mut row = SubmissionRow {
            seat: seat.index() as u32,
            turn,
            act: number,
            content,
            nanos,
            charged: if under_the_clock { charged } else { nanos },
            effort,
            seq: self.seq(Some(seat.index())),
            view_hash: 0,
        };
        let soonest = self.soonest();
        let mut illegal = false;
        let change = |referee: &mut Referee<G>, events: &mut Vec<Event<G::Action>>| {
            let act = Act {
                seat,
                actions: &actions,
                nanos,
                effort,
            };
            referee.act(act, events).inspect_err(|refusal| {
                // Only what was understood comes here: whoever cannot spell is not thrown out.
                let Refusal::Illegal { why, .. } = refusal else {
                    return;
                };
                illegal = !why.is_without_penalty;
            })?;
            referee.decide(soonest, events);
            referee.advance(events);
            Ok::<_, Refusal>(())
        };
        let stored = self.store(change, Some(&mut row), Vec::new()).await;
        let goes_on = self.referee.turn(seat) == turn && self.referee.owing().contains(seat);
        let post = &mut self.posts[seat.index()];
        if illegal {
            post.illegal += 1;
        }
        stored?;
        if under_the_clock {
            post.clock.count(turn, step, charged);
            if !goes_on {
                post.clock.complete();
            }
        }
        Ok(post.remember(row))
    }

    /// The hash of what a seat may know of the match, told or not.
    pub(super) fn view_hash_of(&self, seat: usize) -> u64 {
        let view = self.referee.view(Viewer::Seat(self.posts[seat].seat));
        self.referee.game().view_hash(&view)
    }

    /// Takes a seat with too many illegal acts out of the match.
    async fn expel_if_illegal(&mut self, seat: usize) {
        let post = &self.posts[seat];
        if post.illegal >= self.surroundings.limits.illegal && post.plays() && !self.is_finished() {
            self.take_out(post.seat, Termination::Illegal).await;
        }
    }

    /// Takes the choice of a bundled player.
    pub(super) async fn chosen(
        &mut self,
        seat: Seat,
        turn: u32,
        nanos: u64,
        choice: Choice<G::Action>,
    ) {
        let owes = self.referee.turn(seat) == turn && self.referee.owing().contains(seat);
        if self.state == MatchState::Suspended && owes {
            return self.ask_later(seat);
        }
        if self.state != MatchState::Running || !owes {
            return;
        }
        let pause = choice.pause_micros.saturating_mul(1000);
        let nanos_after = nanos.saturating_add(pause);
        let contested = choice.actions.first().is_some_and(|action| {
            self.referee
                .game()
                .is_contested(self.referee.state(), *action)
        });
        if self.setup.is_virtual() {
            let effort = choice.effort;
            let (actions, nanos) = arena::timed(&self.referee, choice);
            self.choose(seat, turn, actions, nanos, effort).await;
        } else if let Some(silence) = self.silence_after(nanos_after) {
            // Who would announce after the race's end is silent in it (MR-22).
            self.choose(seat, turn, vec![silence], nanos, choice.effort)
                .await;
        } else if pause > 0 && !contested {
            // Others must not learn of it before its time. An announcement needs no delay: it is
            // held until nobody can be found to have been faster.
            let choice = Choice {
                pause_micros: 0,
                ..choice
            };
            let word = Word::Due {
                seat,
                turn,
                nanos: nanos_after,
                choice,
            };
            self.players
                .say_later(Stamp::now().after_nanos(pause), word);
        } else {
            self.choose(seat, turn, choice.actions, nanos_after, choice.effort)
                .await;
        }
    }

    /// Forgets a choice that cannot be stored: the player is asked again once the match goes on.
    fn ask_later(&mut self, seat: Seat) {
        if let Some(open) = &mut self.posts[seat.index()].open {
            *open = OpenRequest::new(open.turn, open.act, None);
        }
    }

    async fn choose(
        &mut self,
        seat: Seat,
        turn: u32,
        actions: Vec<G::Action>,
        nanos: u64,
        effort: u64,
    ) {
        let act = self.referee.acts(seat);
        let content = written(self.referee.game(), &actions);
        let understood = Understood {
            seat,
            turn,
            act,
            actions,
            content,
            effort,
            nanos,
            step: nanos,
            charged: nanos,
        };
        match self.carry_out(understood).await {
            Ok(_) => {}
            Err(error) if error.reason == Reason::StoreUnavailable => {
                return self.ask_later(seat);
            }
            Err(error) => {
                tracing::error!(%seat, %error, "a bundled player gave an act that is refused");
                self.take_out(seat, Termination::Crashed).await;
            }
        }
        self.publish();
    }
}

impl Post {
    /// Remembers an accepted act; gives its answer.
    pub(super) fn remember(&mut self, row: SubmissionRow) -> proto::Accepted {
        let accepted = proto::Accepted {
            handle: 0,
            seq: row.seq,
            turn: row.turn,
            act: row.act,
            elapsed_nanos: row.nanos,
            charged_nanos: row.charged,
            view_hash: row.view_hash,
        };
        let answered = Answered {
            content: row.content,
            effort: row.effort,
            accepted,
        };
        self.answered.insert((row.turn, row.act), answered);
        accepted
    }
}

/// Actions as they are written down, to recognise the act when it comes again.
fn written<G: Game>(game: &G, actions: &[G::Action]) -> String {
    let texts: Vec<_> = actions
        .iter()
        .map(|action| game.format_action(*action))
        .collect();
    texts.join(", ")
}
