//! Telling those who look on what was stored, and asking whoever is to act.

use crate::match_state::MatchState;
use botwerk_engine::Viewer;
use botwerk_proto::v1 as proto;

use super::clock::Stamp;
use super::conduct::Room;
use super::frame::Frame;
use super::link::Sink;
use super::narrator::{Listener, Narrator, News, Told, groups};
use super::players::Question;
use super::seat::OpenRequest;
use crate::wire::{Wire, action_info, outcome_message, termination_message};

impl<G: Wire> Room<G> {
    /// Tells everybody what was stored since the last time, and asks whoever is to act.
    pub(super) fn publish(&mut self) {
        let events = std::mem::take(&mut self.unpublished);
        let now = self.inbox.stamp();
        let asked = self.referee.ask().map(|ask| (ask.stage, ask.number));
        if asked != self.asked {
            self.asked = asked;
            self.since = now;
        }
        // Time begins for everybody who is asked anew, in one step, before anybody is told (MR-24).
        self.mark_requests(now);
        for group in groups(&events) {
            let (posts, spectators) = (&self.posts, &self.spectators);
            let hears = |listener: Listener| {
                !listener.map_or(spectators.is_empty(), |seat| {
                    posts[seat].audience.is_empty()
                })
            };
            for news in self.narrator.tell(group, hears) {
                self.send_news(news);
            }
        }
        self.told.extend(events);
        self.ask_players();
        if self.is_finished() && !self.told_end {
            self.told_end = true;
            self.since = now;
            self.tell_end();
        }
        self.note_absence(now);
    }

    /// Opens the requests that are owed an answer, and closes all others.
    fn mark_requests(&mut self, now: Stamp) {
        let owing = self.referee.owing();
        for post in &mut self.posts {
            if self.state == MatchState::Running && owing.contains(post.seat) {
                let (turn, act) = (self.referee.turn(post.seat), self.referee.acts(post.seat));
                post.ask(turn, act, now);
            } else if self.state != MatchState::Suspended {
                post.open = None;
            }
        }
    }

    /// Sends a listener its update and its new request.
    fn send_news(&mut self, news: News) {
        let listener = news.listener;
        if let Some(mut update) = news.update {
            update.clocks = Some(self.clocks(listener));
            self.send(listener, Frame::Update(update));
        }
        if let (Some(seat), Some(told)) = (listener, news.request) {
            let options = self.posts[seat].audience.sinks().first().map(Sink::options);
            let frame = self.request_frame(seat, told, options.unwrap_or_default());
            self.send(listener, frame);
        }
    }

    pub(super) fn send(&mut self, listener: Listener, frame: Frame) {
        match listener {
            Some(seat) => self.posts[seat].audience.send(frame),
            None => self.spectators.send(frame),
        }
    }

    /// Everybody who may be told: the seats that somebody may join, then all spectators together.
    pub(super) fn listeners(&self) -> Vec<Listener> {
        let remote = self.posts.iter().filter(|post| !post.is_bundled());
        let seats = remote.map(|post| Some(post.seat.index()));
        seats.chain([None]).collect()
    }

    /// The number of a listener's last report.
    pub(super) fn seq(&self, listener: Listener) -> u64 {
        self.narrator.seq(listener) + u64::from(self.told_end)
    }

    /// What a stream that joins now is to be sent: every report after `after_seq`, of requests
    /// only the one that is open, whatever the client has seen.
    pub(super) fn missed(&self, listener: Listener, after_seq: u64, sink: &Sink) -> Vec<Frame> {
        let mut frames = Vec::new();
        if after_seq < self.narrator.seq(listener) {
            let mut narrator = self.narrator_at_start();
            for group in groups(&self.told) {
                let news = narrator.tell(group, |other| other == listener);
                let updates = news.into_iter().filter_map(|news| news.update);
                frames.extend(updates.filter(|u| u.seq > after_seq).map(Frame::Update));
            }
        }
        if let Some(request) = listener.and_then(|seat| self.open_request(seat, sink)) {
            let before = |frame: &&Frame| frame.seq() < request.seq();
            let at = frames.iter().take_while(before).count();
            frames.insert(at, request);
        }
        let end = self.told_end.then(|| self.end_frame(listener));
        frames.extend(end.filter(|end| end.seq() > Some(after_seq)));
        frames
    }

    /// The request that a seat has not answered, for one of its streams; none while the match
    /// stands still: it is asked once that goes on.
    pub(super) fn open_request(&self, seat: usize, sink: &Sink) -> Option<Frame> {
        let open = self.posts[seat].open.as_ref()?;
        let told = self.narrator.told(seat)?;
        let is_open = self.state == MatchState::Running && open.turn == told.turn;
        is_open.then(|| self.request_frame(seat, told, sink.options()))
    }

    fn request_frame(&self, seat: usize, told: Told, options: proto::ViewOptions) -> Frame {
        let shown = self.narrator.shown();
        let game = shown.game();
        let listener = Some(seat);
        let legal_actions = if options.legal_actions {
            let mut actions = Vec::new();
            game.view_actions(&shown.view(Narrator::<G>::viewer(listener)), &mut actions);
            actions
                .into_iter()
                .map(|action| action_info(game, action))
                .collect()
        } else {
            Vec::new()
        };
        Frame::ActRequest(Box::new(proto::ActRequest {
            handle: 0,
            seq: told.seq,
            turn: told.turn,
            stage: shown.ask().map_or("", |ask| ask.stage).into(),
            act: told.act,
            view: Some(self.view_message(listener, options)),
            legal_actions,
            clocks: Some(self.clocks(listener)),
        }))
    }

    pub(super) fn view_message(
        &self,
        listener: Listener,
        options: proto::ViewOptions,
    ) -> proto::View {
        let shown = self.narrator.shown();
        let game = shown.game();
        let view = shown.view(Narrator::<G>::viewer(listener));
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

    /// The latest request that each seat was told of.
    pub(super) fn told_requests(&self) -> Vec<Option<Told>> {
        let seats = 0..self.posts.len();
        seats.map(|seat| self.narrator.told(seat)).collect()
    }

    /// Asks every connected seat what it owed before a match began or went on, and owes still.
    pub(super) fn ask_again(&mut self, before: &[Option<Told>]) {
        for (seat, told) in before.iter().enumerate() {
            if self.narrator.told(seat) != *told {
                // It was asked something new.
                continue;
            }
            let sinks = self.posts[seat].audience.sinks();
            let request = sinks.first().and_then(|sink| self.open_request(seat, sink));
            if let Some(request) = request {
                self.send(Some(seat), request);
            }
        }
    }

    /// Lets the bundled players that are asked begin.
    pub(super) fn ask_players(&mut self) {
        if self.state != MatchState::Running {
            return;
        }
        for seat in 0..self.posts.len() {
            let post = &self.posts[seat];
            let is_asked = |open: &OpenRequest| open.search.is_none();
            if post.is_bundled() && post.open.as_ref().is_some_and(is_asked) {
                self.ask_player(seat);
            }
        }
    }

    fn ask_player(&mut self, seat: usize) {
        let allotment = self.allotment(seat);
        let post = &mut self.posts[seat];
        if let Some(open) = &mut post.open {
            let viewer = Viewer::Seat(post.seat);
            let question = Question {
                view: self.referee.view(viewer),
                earlier: self.referee.earlier_views(viewer),
                seat: post.seat,
                turn: open.turn,
            };
            let (pool, game) = (&self.surroundings.pool, self.referee.game());
            open.search = self.players.ask(pool, game, question, allotment);
        }
    }

    fn tell_end(&mut self) {
        for listener in self.listeners() {
            let frame = self.end_frame(listener);
            self.send(listener, frame);
        }
        tracing::info!(state = self.state.label(), "match ended");
    }

    fn end_frame(&self, listener: Listener) -> Frame {
        let outcome = self
            .referee
            .outcome()
            .filter(|_| self.state == MatchState::Over);
        let terminations = self.posts.iter();
        let terminations = terminations.map(|post| termination_message(post.termination) as i32);
        Frame::MatchOver(proto::MatchOver {
            handle: 0,
            seq: self.narrator.seq(listener) + 1,
            outcome: outcome.as_ref().map(outcome_message),
            state: self.state as i32,
            terminations: terminations.collect(),
            record: self.row.id.name(),
            view_hash: self.narrator.view_hash(listener),
        })
    }
}
