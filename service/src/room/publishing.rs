//! Storing what happens, and only then telling those who look on.

use botwerk_engine::record::{EventLine, OutcomeLine};
use botwerk_engine::{Actor, Event, Referee, Seat, Viewer};
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

    /// Ends the match without a result, for all seats that have not left for the same reason.
    pub(super) async fn call_off(
        &mut self,
        outcome: OutcomeLine,
        why: Termination,
    ) -> Result<(), Error> {
        self.commit(Vec::new(), Vec::new(), MatchState::Aborted, Some(outcome))
            .await?;
        if why != Termination::Unspecified {
            for post in &mut self.posts {
                post.termination = why;
            }
        }
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
        let outcome = outcome.as_ref().map(json);
        let commit = Commit {
            id: self.row.id.clone(),
            after: self.row.events,
            events,
            acts,
            state: state as i32,
            outcome: outcome.clone(),
        };
        if let Err(error) = self.surroundings.store.commit(commit).await {
            tracing::warn!(%error, "nothing is accepted until the store is back");
            return Err(Error::new(Reason::StoreUnavailable, error.to_string()));
        }
        self.row.events += count;
        self.row.state = state as i32;
        self.row.outcome = outcome;
        self.state = state;
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
    ///
    /// What is told depends on the events alone, not on how they were stored, so the numbers of
    /// reports are the same when they are written again after a restart.
    pub(super) fn publish(&mut self) {
        let events = std::mem::take(&mut self.unpublished);
        let now = self.inbox.stamp();
        let asked = self.referee.ask().map(|ask| (ask.stage, ask.number));
        if asked != self.asked {
            self.asked = asked;
            self.since = now;
        }
        for group in events.chunk_by(belongs_to) {
            self.show(group, now);
        }
        self.close_requests();
        self.ask_players();
        if self.is_finished() && !self.told_end {
            self.told_end = true;
            self.since = now;
            self.tell_end();
        }
    }

    /// Tells everybody of events that belong together and of what is asked after them.
    fn show(&mut self, events: &[Event<G::Action>], now: Stamp) {
        let seen = self.seen(events);
        // Time begins for everybody who is asked anew, in one step, before anybody is told (MR-24).
        self.mark_requests(now);
        for (post, events) in seen {
            self.tell(post, events);
        }
    }

    /// What each viewer may see of events: every seat that somebody may join, then spectators.
    fn seen(&mut self, events: &[Event<G::Action>]) -> Vec<(Option<usize>, Vec<proto::EventInfo>)> {
        let game = self.referee.game().clone();
        let viewers = self.viewers().into_iter();
        let mut seen: Vec<_> = viewers.map(|viewer| (viewer, Vec::new())).collect();
        for event in events {
            for (viewer, list) in &mut seen {
                let viewer = self.viewer(*viewer);
                let shown = game.shown(self.shown.state(), viewer, event.actor, event.action);
                list.extend(shown.map(|action| proto::EventInfo {
                    actor: Some(actor_message(event.actor)),
                    action: Some(G::action_message(action)),
                    text: game.format_action(action),
                }));
            }
            if let Err(error) = self.shown.replay(event) {
                // The event was applied to the match itself before, so it applies here.
                tracing::error!(%error, "viewers are shown another match");
            }
        }
        seen
    }

    /// Everybody who is told: the seats that somebody may join, then all spectators together.
    fn viewers(&self) -> Vec<Option<usize>> {
        let remote = self.posts.iter().filter(|post| !post.is_bundled());
        let seats = remote.map(|post| Some(post.seat.index()));
        seats.chain([None]).collect()
    }

    fn viewer(&self, post: Option<usize>) -> Viewer {
        post.map_or(Viewer::Spectator, |post| {
            Viewer::Seat(self.posts[post].seat)
        })
    }

    /// Opens the requests that follow from what was shown.
    fn mark_requests(&mut self, now: Stamp) {
        let owing = self.shown.owing();
        for post in &mut self.posts {
            if !owing.contains(post.seat) {
                continue;
            }
            let (turn, act) = (self.shown.turn(post.seat), self.shown.acts(post.seat));
            let anew = (!post.is_bundled()).then_some(now);
            let start = match &post.open {
                Some(open) if (open.turn, open.act) == (turn, act) => continue,
                // The turn goes on, and so does its time; a bundled player's runs as it searches.
                Some(open) if open.turn == turn => open.start.filter(|_| anew.is_some()),
                _ if turn == post.asked => continue,
                _ => anew,
            };
            post.asked = turn;
            post.open = Some(OpenRequest {
                start,
                ..OpenRequest::new(turn, act)
            });
        }
    }

    /// Closes the requests that nobody owes an answer to any more.
    fn close_requests(&mut self) {
        let owing = self.referee.owing();
        let running = self.state == MatchState::Running;
        for post in &mut self.posts {
            if !running || !owing.contains(post.seat) {
                post.open = None;
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
        let view = self.shown.view(self.viewer(viewer));
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
            game.view_actions(&self.shown.view(viewer), &mut actions);
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
            stage: self.shown.ask().map_or("", |ask| ask.stage).into(),
            act: self.shown.acts(post.seat),
            view: Some(self.view_message(viewer, options)),
            legal_actions,
            clocks: Some(self.clocks(Some(seat))),
        })))
    }

    pub(super) fn view_message(&self, viewer: Viewer, options: proto::ViewOptions) -> proto::View {
        let game = self.referee.game();
        let view = self.shown.view(viewer);
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
    pub(super) fn ask_players(&mut self) {
        let game = self.referee.game().clone();
        for post in self.posts.iter_mut().filter(|post| post.is_bundled()) {
            let Some(open) = post.open.as_mut().filter(|open| open.seq == 0) else {
                continue;
            };
            let view = self.referee.view(Viewer::Seat(post.seat));
            let pool = &self.surroundings.pool;
            open.finishing = self.players.ask(pool, &game, view, post.seat, open.turn);
            open.seq = u64::from(open.finishing.is_some());
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
        for viewer in self.viewers() {
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

/// Whether an event is told together with the one before it: chance with what it follows, and the
/// actions of one act.
fn belongs_to<A>(before: &Event<A>, event: &Event<A>) -> bool {
    let act = |event: &Event<A>| event.answer.map(|answer| (answer.turn, answer.act));
    let same_act = event.actor == before.actor && act(event).is_some() && act(event) == act(before);
    event.actor == Actor::Chance || same_act
}

fn json<T: serde::Serialize>(part: &T) -> String {
    serde_json::to_string(part).expect("parts of records are plain JSON")
}
