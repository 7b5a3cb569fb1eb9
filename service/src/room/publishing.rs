//! Storing what happens, and only then telling those who look on.

use botwerk_engine::record::{EventLine, OutcomeLine};
use botwerk_engine::{Event, Referee, Seat, Viewer};
use botwerk_proto::v1 as proto;
use proto::{MatchState, Termination};

use super::clock::Stamp;
use super::conduct::Room;
use super::frame::Frame;
use super::link::Sink;
use super::seat::{OpenRequest, termination_name};
use crate::error::{Error, Reason};
use crate::store::{ActRow, Commit};
use crate::wire::{Wire, action_info, actor_message, outcome_message};

/// Seats that leave with a change, and why.
pub(super) type Leaving = Vec<(Seat, Termination)>;

impl<G: Wire> Room<G> {
    /// Changes the match, stores the change and tells everybody.
    pub(super) async fn change<E: Into<Error>>(
        &mut self,
        change: impl FnOnce(&mut Referee<G>, &mut Vec<Event<G::Action>>) -> Result<(), E>,
        leaving: Leaving,
    ) -> Result<(), Error> {
        self.store(change, Vec::new(), leaving).await?;
        self.publish();
        Ok(())
    }

    /// Changes the match and stores the change together with the acts that caused it. If either
    /// fails nothing has changed.
    pub(super) async fn store<E: Into<Error>>(
        &mut self,
        change: impl FnOnce(&mut Referee<G>, &mut Vec<Event<G::Action>>) -> Result<(), E>,
        acts: Vec<ActRow>,
        leaving: Leaving,
    ) -> Result<(), Error> {
        let before = self.referee.clone();
        let mut events = Vec::new();
        let changed = change(&mut self.referee, &mut events).map_err(Into::into);
        let stored = match changed {
            Ok(()) => self.write(&events, acts, &leaving).await,
            Err(error) => Err(error),
        };
        if let Err(error) = stored {
            self.referee = before;
            return Err(error);
        }
        for (seat, termination) in leaving {
            self.posts[seat.index()].termination = termination;
        }
        self.unpublished.extend(events);
        Ok(())
    }

    async fn write(
        &mut self,
        events: &[Event<G::Action>],
        acts: Vec<ActRow>,
        leaving: &Leaving,
    ) -> Result<(), Error> {
        if events.is_empty() && acts.is_empty() {
            return Ok(());
        }
        let lines = self.lines(events, leaving);
        let outcome = self.referee.outcome().map(|outcome| OutcomeLine {
            terminations: self.terminations(leaving),
            ..OutcomeLine::from(&outcome)
        });
        let state = if outcome.is_some() {
            MatchState::Over
        } else {
            self.state
        };
        self.commit(lines, acts, state, outcome).await
    }

    /// Ends the match without a result.
    pub(super) async fn call_off(&mut self, outcome: OutcomeLine) -> Result<(), Error> {
        self.commit(Vec::new(), Vec::new(), MatchState::Aborted, Some(outcome))
            .await?;
        self.publish();
        Ok(())
    }

    async fn commit(
        &mut self,
        events: Vec<String>,
        acts: Vec<ActRow>,
        state: MatchState,
        outcome: Option<OutcomeLine>,
    ) -> Result<(), Error> {
        let count = events.len() as u64;
        let outcome_text = outcome.as_ref().map(json);
        let commit = Commit {
            id: self.row.id.clone(),
            after: self.row.events,
            events,
            acts,
            state: state as i32,
            outcome: outcome_text.clone(),
        };
        if let Err(error) = self.surroundings.store.commit(commit).await {
            tracing::warn!(%error, "nothing is accepted until the store is back");
            return Err(Error::new(Reason::StoreUnavailable, error.to_string()));
        }
        self.row.events += count;
        self.row.state = state as i32;
        self.row.outcome = outcome_text;
        self.state = state;
        self.outcome = outcome;
        Ok(())
    }

    fn lines(&self, events: &[Event<G::Action>], leaving: &Leaving) -> Vec<String> {
        let game = self.referee.game();
        let why = |event: &Event<G::Action>| {
            let seat = leaving
                .iter()
                .find(|(seat, _)| game.leave(*seat) == event.action);
            seat.map(|(_, termination)| termination_name(*termination).to_owned())
        };
        let line = |(i, event): (usize, &Event<G::Action>)| {
            let mut line = EventLine::new(game, self.row.events + 1 + i as u64, event);
            line.why = why(event);
            json(&line)
        };
        events.iter().enumerate().map(line).collect()
    }

    /// Why each seat ended; nothing if all played to the end.
    fn terminations(&self, leaving: &Leaving) -> Vec<String> {
        let termination = |post: &super::seat::Post| {
            let now = leaving.iter().find(|(seat, _)| *seat == post.seat);
            termination_name(now.map_or(post.termination, |(_, termination)| *termination)).into()
        };
        let all: Vec<String> = self.posts.iter().map(termination).collect();
        if all.iter().all(String::is_empty) {
            Vec::new()
        } else {
            all
        }
    }

    /// Tells everybody what was stored since the last time, and asks whoever is to act.
    pub(super) fn publish(&mut self) {
        let events = std::mem::take(&mut self.unpublished);
        let seen = self.seen(&events);
        self.shown = self.referee.state().clone();
        self.mark_requests();
        let now = self.inbox.stamp();
        self.start_clocks(now);
        for (post, events) in seen {
            self.tell(post, events);
        }
        self.ask_players();
        if self.is_finished() && !self.told_end {
            self.told_end = true;
            self.since = now;
            self.tell_end();
        }
    }

    /// What each viewer may see of events: every seat that somebody may join, then spectators.
    fn seen(&mut self, events: &[Event<G::Action>]) -> Vec<(Option<usize>, Vec<proto::EventInfo>)> {
        let game = self.referee.game().clone();
        let remote = self.posts.iter().filter(|post| !post.is_bundled());
        let viewers = remote.map(|post| Some(post.seat.index())).chain([None]);
        let mut seen: Vec<_> = viewers.map(|viewer| (viewer, Vec::new())).collect();
        for event in events {
            for (viewer, list) in &mut seen {
                let viewer = self.viewer(*viewer);
                let shown = game.shown(&self.shown, viewer, event.actor, event.action);
                list.extend(shown.map(|action| proto::EventInfo {
                    actor: Some(actor_message(event.actor)),
                    action: Some(G::action_message(action)),
                    text: game.format_action(action),
                }));
            }
            // The event was applied to the position itself before, so it applies here.
            let _ = game.apply(&mut self.shown, event.actor, event.action);
        }
        seen
    }

    fn viewer(&self, post: Option<usize>) -> Viewer {
        post.map_or(Viewer::Spectator, |post| {
            Viewer::Seat(self.posts[post].seat)
        })
    }

    /// Opens and closes the requests of seats.
    fn mark_requests(&mut self) {
        let owing = self.referee.owing();
        let running = self.state == MatchState::Running;
        for post in &mut self.posts {
            let (turn, act) = (self.referee.turn(post.seat), self.referee.acts(post.seat));
            let running_since = match &post.open {
                _ if !running || !owing.contains(post.seat) => {
                    post.open = None;
                    continue;
                }
                Some(open) if (open.turn, open.act) == (turn, act) => continue,
                // The turn goes on, and so does its time; a bundled player's runs while it searches.
                Some(open) if open.turn == turn && !post.is_bundled() => open.start,
                Some(_) => None,
                None if turn == post.asked => continue,
                None => None,
            };
            post.asked = turn;
            post.open = Some(OpenRequest {
                turn,
                act,
                seq: 0,
                start: running_since,
                finishing: None,
            });
        }
    }

    /// Time begins for everybody who is asked anew, in one step (MR-24).
    fn start_clocks(&mut self, now: Stamp) {
        let asked = self.referee.ask().map(|ask| (ask.stage, ask.number));
        if asked != self.asked {
            self.asked = asked;
            self.since = now;
        }
        for post in self.posts.iter_mut().filter(|post| !post.is_bundled()) {
            if let Some(open) = post.open.as_mut().filter(|open| open.start.is_none()) {
                open.start = Some(now);
            }
        }
    }

    /// Sends a viewer its update and its new request.
    fn tell(&mut self, viewer: Option<usize>, events: Vec<proto::EventInfo>) {
        let reports = viewer.map_or(&self.public, |post| &self.posts[post].reports);
        let mut seq = reports.seq();
        let mut frames = Vec::new();
        if !events.is_empty() {
            seq += 1;
            frames.push(Frame::Update(proto::Update {
                handle: 0,
                seq,
                events,
                clocks: Some(self.clocks(viewer)),
                view_hash: self.view_hash(viewer),
            }));
        }
        if let Some(post) = viewer
            && self.posts[post]
                .open
                .as_ref()
                .is_some_and(|open| open.seq == 0)
        {
            seq += 1;
            if let Some(open) = &mut self.posts[post].open {
                open.seq = seq;
            }
            let options = self.posts[post]
                .reports
                .sinks()
                .first()
                .map(|sink| sink.options);
            frames.extend(self.request_frame(post, options.unwrap_or_default()));
        }
        let reports = viewer.map_or(&mut self.public, |post| &mut self.posts[post].reports);
        for frame in frames {
            reports.report(frame);
        }
    }

    fn view_hash(&self, viewer: Option<usize>) -> u64 {
        let view = self.referee.view(self.viewer(viewer));
        self.referee.game().view_hash(&view)
    }

    /// The request that a seat has not answered, for a stream that joins now.
    pub(super) fn open_request(&self, seat: usize, sink: &Sink) -> Option<Frame> {
        self.request_frame(seat, sink.options)
    }

    fn request_frame(&self, seat: usize, options: proto::ViewOptions) -> Option<Frame> {
        let post = &self.posts[seat];
        let open = post.open.as_ref()?;
        let game = self.referee.game();
        let viewer = Viewer::Seat(post.seat);
        let legal_actions = if options.legal_actions {
            let mut actions = Vec::new();
            game.view_actions(&self.referee.view(viewer), &mut actions);
            actions
                .into_iter()
                .map(|action| action_info(game, action))
                .collect()
        } else {
            Vec::new()
        };
        Some(Frame::ActRequest(Box::new(proto::ActRequest {
            handle: 0,
            seq: open.seq,
            turn: open.turn,
            stage: self.referee.ask().map_or("", |ask| ask.stage).into(),
            act: self.referee.acts(post.seat),
            view: Some(self.view_message(viewer, options)),
            legal_actions,
            clocks: Some(self.clocks(Some(seat))),
        })))
    }

    pub(super) fn view_message(&self, viewer: Viewer, options: proto::ViewOptions) -> proto::View {
        let game = self.referee.game();
        let view = self.referee.view(viewer);
        proto::View {
            position: Some(game.view_message(&view)),
            text: if options.text {
                game.format_view(&view)
            } else {
                String::new()
            },
            view_hash: game.view_hash(&view),
        }
    }

    /// Lets the bundled players that are asked begin.
    fn ask_players(&mut self) {
        let game = self.referee.game().clone();
        for post in self.posts.iter_mut().filter(|post| post.is_bundled()) {
            let Some(open) = post.open.as_mut().filter(|open| open.seq == 0) else {
                continue;
            };
            open.seq = 1;
            let view = self.referee.view(Viewer::Seat(post.seat));
            let pool = &self.surroundings.pool;
            open.finishing = Some(self.players.ask(pool, &game, view, post.seat, open.turn));
        }
    }

    fn tell_end(&mut self) {
        let terminations: Vec<_> = self
            .posts
            .iter()
            .map(|post| post.termination as i32)
            .collect();
        let outcome = self
            .referee
            .outcome()
            .filter(|_| self.state == MatchState::Over);
        let remote = self.posts.iter().filter(|post| !post.is_bundled());
        let viewers: Vec<_> = remote
            .map(|post| Some(post.seat.index()))
            .chain([None])
            .collect();
        for viewer in viewers {
            let view_hash = self.view_hash(viewer);
            let reports = viewer.map_or(&mut self.public, |post| &mut self.posts[post].reports);
            reports.report(Frame::MatchOver(proto::MatchOver {
                handle: 0,
                seq: reports.seq() + 1,
                outcome: outcome.as_ref().map(outcome_message),
                state: self.state as i32,
                terminations: terminations.clone(),
                record: format!("matches/{}", self.row.id),
                view_hash,
            }));
        }
        tracing::info!(state = self.state.as_str_name(), "match ended");
    }
}

fn json<T: serde::Serialize>(part: &T) -> String {
    serde_json::to_string(part).expect("parts of records are plain JSON")
}
