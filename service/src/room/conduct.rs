//! The task of one match: it takes commands one by one and lets nothing out that is not stored.

use std::sync::Arc;
use std::time::Duration;

use botwerk_engine::record::OutcomeLine;
use botwerk_engine::{Event, Referee, Seat};
use botwerk_proto::v1 as proto;
use proto::{MatchState, Termination};
use tokio::sync::mpsc;
use tracing::Instrument;

use super::clock::Stamp;
use super::command::{ActSource, Command};
use super::players::{Players, Word};
use super::seat::{Post, termination_name};
use super::setup::MatchSetup;
use super::viewer::Reports;
use super::{Inbox, Surroundings};
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
    /// The match as far as viewers have been shown it.
    pub(super) shown: Referee<G>,
    /// What is stored but not yet shown to anybody.
    pub(super) unpublished: Vec<Event<G::Action>>,
    pub(super) posts: Vec<Post>,
    /// What spectators see.
    pub(super) public: Reports,
    pub(super) players: Players<G>,
    pub(super) words: mpsc::UnboundedReceiver<Word<G>>,
    pub(super) state: MatchState,
    /// What is asked now, and when that began: for the limits that all seats share.
    pub(super) asked: Option<(&'static str, u32)>,
    pub(super) since: Stamp,
    /// Everything that was said before this moment has been heard.
    pub(super) heard: Stamp,
    /// When to try again what could not be stored.
    pub(super) retry: Option<Stamp>,
    /// Seats that are to leave, as soon as that can be stored.
    pub(super) owed: Vec<(Seat, Termination)>,
    /// Whether viewers were told of the end.
    pub(super) told_end: bool,
    /// Whether the server is about to stop.
    pub(super) stopping: bool,
}

impl<G: Wire> Room<G> {
    /// Runs until the match has ended and nobody looks on any more.
    pub(super) async fn run(mut self, mut commands: mpsc::Receiver<(Stamp, Command)>) {
        let span = tracing::info_span!("match", id = %self.row.id);
        async {
            self.resume().await;
            while !self.stopping && !self.is_deserted() {
                self.step(&mut commands).await;
            }
            // Whoever comes later finds the room closed; who was in time is still heard.
            commands.close();
            while let Some((stamp, command)) = commands.recv().await {
                if self.stopping {
                    refuse(command);
                } else {
                    self.take(stamp, command).await;
                }
            }
            tracing::debug!("room closed");
        }
        .instrument(span)
        .await;
    }

    async fn step(&mut self, commands: &mut mpsc::Receiver<(Stamp, Command)>) {
        let wake = self.next_wake();
        tokio::select! {
            // Commands first: what arrived before a limit counts, however late it is looked at.
            biased;
            Some((stamp, command)) = commands.recv() => self.take(stamp, command).await,
            Some(word) = self.words.recv() => self.hear(word).await,
            () = sleep_until(wake), if wake.is_some() => {
                let now = self.inbox.stamp();
                while let Ok((stamp, command)) = commands.try_recv() {
                    self.take(stamp, command).await;
                }
                self.pass_time(now).await;
            }
        }
    }

    /// Carries out a command that arrived at `stamp`.
    async fn take(&mut self, stamp: Stamp, command: Command) {
        self.pass_time(stamp).await;
        match command {
            Command::Join {
                token,
                after_seq,
                sink,
                reply,
            } => {
                // Whoever joins may have gone again; the link then ends by itself.
                let _ = reply.send(self.join(&token, after_seq, sink).await);
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
                self.drain();
            }
        }
    }

    /// Listens to a bundled player.
    async fn hear(&mut self, word: Word<G>) {
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
                if self.retry.is_none() {
                    self.ask_players();
                }
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

    /// Notes that the store refused something, to try again what nobody will repeat.
    pub(super) fn try_later(&mut self) {
        self.retry = Some(Stamp::now().after(RETRY));
    }

    /// The next moment at which something happens although nobody says anything.
    fn next_wake(&self) -> Option<Stamp> {
        if self.retry.is_some() {
            return self.retry;
        }
        match self.state {
            MatchState::Waiting => Some(self.since.after(self.surroundings.join_limit)),
            MatchState::Running => self.next_limit(),
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
        self.state = MatchState::Running;
        let game = self.referee.game().clone();
        let change = |referee: &mut Referee<G>, events: &mut Vec<Event<G::Action>>| {
            for seat in &absent {
                // Somebody is there, so nobody leaves after the end.
                referee.intervene(game.leave(*seat), events)?;
            }
            referee.advance(events);
            Ok::<_, Error>(())
        };
        let leaving = absent
            .iter()
            .map(|seat| (*seat, Termination::NoShow))
            .collect();
        if self.change(change, leaving).await.is_err() {
            self.state = MatchState::Waiting;
            self.try_later();
        }
    }

    /// Calls the match off: it would have no winner.
    async fn nobody_came(&mut self) {
        let line = OutcomeLine {
            outcome: "aborted".into(),
            places: Vec::new(),
            points: Vec::new(),
            terminations: vec![termination_name(Termination::NoShow).into(); self.posts.len()],
        };
        if self.call_off(line, Termination::NoShow).await.is_err() {
            self.try_later();
        }
    }

    /// Tries again what the store has refused.
    pub(super) async fn catch_up(&mut self) {
        self.begin_if_complete().await;
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
