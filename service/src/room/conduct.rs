//! The task of one match: it takes commands one by one and lets nothing out that is not stored.

use crate::match_state::MatchState;
use botwerk_engine::Termination;
use std::sync::Arc;
use std::time::Duration;

use botwerk_engine::{Event, Referee, Seat};
use tracing::Instrument;

use super::Surroundings;
use super::audience::Audience;
use super::clock::Stamp;
use super::command::{ActSource, Command};
use super::inbox::{Inbox, Queued};
use super::narrator::Narrator;
use super::players::{Players, Word};
use super::seat::Post;
use super::setup::MatchSetup;
use super::suspension::{Cause, Standing};
use crate::error::{Error, Reason};
use crate::store::MatchRow;
use crate::wire::Wire;

/// How long the room of a finished match stays open for whoever wants to join again.
const LINGER: Duration = Duration::from_secs(2);

/// How long a room waits before it tries again what the store has refused.
pub(super) const RETRY: Duration = Duration::from_millis(200);

/// The room of one match.
pub(super) struct Room<G: Wire> {
    pub(super) row: MatchRow,
    pub(super) setup: MatchSetup,
    pub(super) surroundings: Arc<Surroundings>,
    pub(super) inbox: Arc<Inbox>,
    pub(super) referee: Referee<G>,
    /// What viewers have been told.
    pub(super) narrator: Narrator<G>,
    pub(super) told: Vec<Event<G::Action>>,
    /// What is stored but not yet told to anybody.
    pub(super) unpublished: Vec<Event<G::Action>>,
    pub(super) posts: Vec<Post>,
    pub(super) spectators: Audience,
    pub(super) players: Players<G>,
    pub(super) state: MatchState,
    /// What is asked now, and when that began: for the limits that all seats share.
    pub(super) asked: Option<(&'static str, u32)>,
    pub(super) since: Stamp,
    /// Everything that was said before this moment has been heard.
    pub(super) heard: Stamp,
    /// Since when and why the match stands still, if it does.
    pub(super) standing: Option<Standing>,
    /// When the match went on that stood still before.
    pub(super) went_on: Option<Stamp>,
    /// Whether a race was open when the server ended.
    pub(super) race_lost: bool,
    /// When to try again what could not be stored.
    pub(super) retry: Option<Stamp>,
    /// Seats that are to leave, as soon as that can be stored.
    pub(super) owed: Vec<(Seat, Termination)>,
    /// Whether viewers were told of the end.
    pub(super) told_end: bool,
    /// Whether the server is about to stop.
    pub(super) stopping: bool,
}

/// What a room hears of.
enum News<G: Wire> {
    Command(Queued),
    Word(Word<G>),
    /// A moment has come.
    Wake,
}

impl<G: Wire> Room<G> {
    /// Runs until the match has ended and nobody looks on any more.
    pub(super) async fn run(mut self: Box<Self>) {
        let span = tracing::info_span!("match", id = %self.row.id);
        async {
            self.resume().await;
            while !self.stopping && !self.is_deserted() {
                self.step().await;
            }
            // Whoever comes later finds the room closed; who was in time is still heard.
            let inbox = Arc::clone(&self.inbox);
            inbox.queue().close();
            while let Some(queued) = inbox.queue().take_now() {
                if self.stopping {
                    refuse(queued.open().1);
                } else {
                    self.take(queued).await;
                }
            }
            tracing::debug!("room closed");
        }
        .instrument(span)
        .await;
    }

    async fn step(&mut self) {
        let wake = self.next_wake();
        let news = tokio::select! {
            // Commands first: what arrived before a limit counts, however late it is looked at.
            biased;
            Some(queued) = self.inbox.queue().take() => News::Command(queued),
            Some(word) = self.players.words().take() => News::Word(word),
            () = sleep_until(wake), if wake.is_some() => News::Wake,
        };
        // On the heap, since a room is silent most of the time and there are many.
        Box::pin(self.hear(news)).await;
    }

    async fn hear(&mut self, news: News<G>) {
        match news {
            News::Command(queued) => self.take(queued).await,
            News::Word(word) => self.hear_player(word).await,
            News::Wake => {
                let now = self.inbox.stamp();
                let inbox = Arc::clone(&self.inbox);
                while let Some(queued) = inbox.queue().take_now() {
                    self.take(queued).await;
                }
                self.pass_time(now).await;
            }
        }
    }

    /// Carries out a command.
    async fn take(&mut self, queued: Queued) {
        let (stamp, command) = queued.open();
        self.pass_time(stamp).await;
        match command {
            Command::Join {
                token,
                after_seq,
                rules,
                sink,
                reply,
            } => {
                // Whoever joins may have gone again; the link then ends by itself.
                let _ = reply.send(self.join(&token, after_seq, &rules, sink).await);
            }
            Command::Watch { after_seq, sink } => self.watch(after_seq, sink),
            Command::Act {
                source,
                turn,
                act,
                content,
                effort,
            } => {
                self.act(stamp, source, turn, act, content, effort).await;
            }
            Command::Gone { link } => self.forget(link),
            Command::Hint {
                token,
                agent,
                reply,
            } => {
                let _ = reply.send(self.hint(&token, agent.as_ref()));
            }
            Command::Resign { token, reply } => {
                let _ = reply.send(self.resign(&token).await);
            }
            Command::Abort { token, reply } => {
                let _ = reply.send(self.abort(&token).await);
            }
            Command::Describe { reply } => {
                let _ = reply.send(self.describe());
            }
            Command::Drain => {
                self.stopping = true;
                self.stand_for_stop().await;
                self.drain();
            }
        }
    }

    /// Listens to a bundled player.
    async fn hear_player(&mut self, word: Word<G>) {
        match word {
            Word::Begun { seat, turn, at } => {
                let open = &mut self.posts[seat.index()].open;
                if let Some(open) = open.as_mut().filter(|open| open.turn == turn) {
                    open.start = Some(at);
                }
                // A race may have waited for nothing else.
                if self.state == MatchState::Running {
                    self.pass_limits(self.heard).await;
                }
            }
            Word::Chosen {
                seat,
                turn,
                nanos,
                choice,
                agent,
            } => {
                self.players.give_back(seat, agent);
                self.chosen(seat, turn, nanos, choice).await;
                // It may have been asked something else meanwhile.
                self.ask_players();
            }
            Word::Due {
                seat,
                turn,
                nanos,
                choice,
            } => {
                self.chosen(seat, turn, nanos, choice).await;
            }
            Word::Crashed { seat } => self.take_out(seat, Termination::Crashed).await,
        }
    }

    /// Whether the match has ended a while ago. Whoever looks on has been sent everything.
    fn is_deserted(&self) -> bool {
        self.is_finished() && Stamp::now() >= self.since.after(LINGER)
    }

    /// Whether the match has ended.
    pub(super) fn is_finished(&self) -> bool {
        matches!(self.state, MatchState::Over | MatchState::Aborted)
    }

    /// The next moment at which something happens although nobody says anything.
    fn next_wake(&self) -> Option<Stamp> {
        if self.retry.is_some() {
            return self.retry;
        }
        match self.state {
            MatchState::Waiting => Some(self.since.after(self.surroundings.limits.join)),
            MatchState::Running => self.next_limit(),
            MatchState::Suspended => self.standing.and_then(Standing::gives_up_at),
            _ => Some(self.since.after(LINGER)),
        }
    }

    /// Lets the match begin once every seat is taken.
    pub(super) async fn begin_if_complete(&mut self) {
        let complete = self
            .posts
            .iter()
            .all(|post| post.is_bundled() || post.joined);
        if self.state == MatchState::Waiting && complete {
            self.begin().await;
        }
    }

    /// Lets the match begin; seats that nobody has taken leave it at once.
    pub(super) async fn begin(&mut self) {
        let absent: Vec<_> = self
            .posts
            .iter()
            .filter(|post| !post.is_bundled() && !post.joined)
            .map(|post| post.seat)
            .collect();
        if absent.len() == self.posts.len() {
            return self.nobody_came().await;
        }
        let game = self.referee.game().clone();
        let change = |referee: &mut Referee<G>, events: &mut Vec<Event<G::Action>>| {
            for seat in &absent {
                // Somebody is there, so nobody leaves after the end.
                referee.intervene(game.leave_action(*seat), events)?;
            }
            referee.advance(events);
            Ok::<_, Error>(())
        };
        let leaving = absent
            .iter()
            .map(|seat| (*seat, Termination::NoShow))
            .collect();
        if self.store(change, None, leaving).await.is_err() {
            // Tried again once the store may be back.
            return;
        }
        if self.row.state == MatchState::Waiting {
            // Nothing has happened, for chance does not begin; that seats are asked is stored too.
            let begun = self.commit(Vec::new(), Vec::new(), MatchState::Running, None);
            if begun.await.is_err() {
                return;
            }
        }
        if !self.is_finished() {
            self.state = MatchState::Running;
        }
        let told = self.told_requests();
        self.publish();
        self.ask_again(&told);
    }

    /// Calls the match off: it would have no winner. If that cannot be stored it is tried again.
    async fn nobody_came(&mut self) {
        let _ = self
            .call_off("aborted", |_| Some(Termination::NoShow))
            .await;
    }

    /// Tries again what the store has refused.
    pub(super) async fn catch_up(&mut self) {
        match self.standing.map(|standing| standing.cause) {
            Some(Cause::Store) => self.go_on().await,
            Some(Cause::Return { .. }) => self.go_on_if_all_are_back().await,
            Some(Cause::Stop) => {}
            None => self.begin_if_complete().await,
        }
        if self.standing.is_some() {
            return;
        }
        for (seat, termination) in std::mem::take(&mut self.owed) {
            self.take_out(seat, termination).await;
        }
        self.publish();
    }
}

/// Refuses a command since the server is about to stop.
fn refuse(command: Command) {
    let error = || Error::new(Reason::Draining, "the server is about to stop");
    // Whoever asked may have gone.
    match command {
        Command::Join { reply, .. } => drop(reply.send(Err(error()))),
        Command::Hint { reply, .. } => drop(reply.send(Err(error()))),
        Command::Resign { reply, .. } | Command::Abort { reply, .. } => {
            drop(reply.send(Err(error())));
        }
        Command::Act {
            source: ActSource::Call { reply, .. },
            ..
        } => drop(reply.send(Err(error()))),
        Command::Watch { sink, .. } => sink.end(error()),
        Command::Act { .. } | Command::Gone { .. } | Command::Describe { .. } | Command::Drain => {}
    }
}

/// Waits until a moment; for ever if there is none.
async fn sleep_until(wake: Option<Stamp>) {
    match wake {
        Some(wake) => tokio::time::sleep_until(wake.timer()).await,
        None => std::future::pending().await,
    }
}
