//! The published frames of a match and the subscribers that receive them.

use std::thread;

use botwerk_engine::{
    AnyAction, AnyGame, Event, GameEncoding, GameNotation, GameViews, Referee, Seat, Viewer,
};

use super::frame::{ActionRequest, ClockReading, Frame, LegalAction, Update, ViewOptions};
use super::frame_sequencer::{FrameSequencer, IssuedRequest, ViewerFrames, frame_groups};
use super::missed_updates::MissedUpdates;
use super::room_failed;
use super::subscriber::{Subscriber, SubscriberId};
use super::subscribers::Subscribers;
use crate::wire::EncodedAction;

/// Numbers the frames of a match and sends them to its subscribers.
pub(super) struct FramePublisher {
    sequencer: FrameSequencer,
    /// The events whose frames were published.
    published: Vec<Event<AnyAction>>,
    seats: Vec<Subscribers>,
    spectators: Subscribers,
}

/// A room that panics closes the streams of its subscribers, so that their clients rejoin.
impl Drop for FramePublisher {
    fn drop(&mut self) {
        if thread::panicking() {
            for subscriber in self.all_subscribers().flat_map(Subscribers::take_all) {
                subscriber.end(room_failed());
            }
        }
    }
}

impl FramePublisher {
    /// Creates the publisher of a match at its start. `has_frames` says of each seat whether clients
    /// can join it.
    pub(super) fn new(
        start: Referee<AnyGame>,
        has_frames: impl ExactSizeIterator<Item = bool>,
    ) -> Self {
        let seats = has_frames.len();
        Self {
            sequencer: FrameSequencer::new(start, has_frames),
            published: Vec::new(),
            seats: (0..seats).map(|_| Subscribers::default()).collect(),
            spectators: Subscribers::default(),
        }
    }

    /// Returns the frame numbers and the published position.
    pub(super) fn sequencer(&self) -> &FrameSequencer {
        &self.sequencer
    }

    /// Returns the subscribers of a viewer.
    fn subscribers(&self, viewer: Viewer) -> &Subscribers {
        match viewer {
            Viewer::Seat(seat) => &self.seats[seat.index()],
            Viewer::Spectator => &self.spectators,
        }
    }

    fn subscribers_mut(&mut self, viewer: Viewer) -> &mut Subscribers {
        match viewer {
            Viewer::Seat(seat) => &mut self.seats[seat.index()],
            Viewer::Spectator => &mut self.spectators,
        }
    }

    /// Returns `true` if a stream plays the seat.
    pub(super) fn is_connected(&self, seat: Seat) -> bool {
        !self.seats[seat.index()].is_empty()
    }

    /// Returns the seat that a subscriber plays, or `None` if a newer stream has taken it over.
    pub(super) fn seat_of(&self, subscriber: SubscriberId) -> Option<Seat> {
        Seat::all(self.seats.len()).find(|seat| self.seats[seat.index()].contains(subscriber))
    }

    /// Returns the nanoseconds of the round trip of a seat's connection, or 0 if it is unknown.
    pub(super) fn round_trip(&self, seat: Seat) -> u64 {
        let subscriber = self.seats[seat.index()].first();
        subscriber.map_or(0, Subscriber::round_trip)
    }

    /// Adds a subscriber and sends it `frames` first.
    pub(super) fn subscribe(&mut self, viewer: Viewer, subscriber: Subscriber, frames: Vec<Frame>) {
        self.subscribers_mut(viewer).add(subscriber, frames);
    }

    /// Removes the streams that play a seat and reports that a newer one does.
    pub(super) fn replace_subscribers(&mut self, seat: Seat) {
        for subscriber in self.seats[seat.index()].take_all() {
            subscriber.end_replaced();
        }
    }

    /// Removes a subscriber. Returns `true` if it was subscribed.
    pub(super) fn unsubscribe(&mut self, subscriber: SubscriberId) -> bool {
        self.all_subscribers()
            .any(|subscribers| subscribers.remove(subscriber))
    }

    fn all_subscribers(&mut self) -> impl Iterator<Item = &mut Subscribers> {
        self.seats.iter_mut().chain([&mut self.spectators])
    }

    /// Sends a frame to the subscribers of a viewer.
    pub(super) fn send(&mut self, viewer: Viewer, frame: Frame) {
        self.subscribers_mut(viewer).send(frame);
    }

    /// Numbers the frames of stored events, which no subscriber awaits.
    pub(super) fn restore(&mut self, events: Vec<Event<AnyAction>>) {
        for group in frame_groups(&events) {
            self.sequencer.sequence(group, |_| false);
        }
        self.published = events;
    }

    /// Publishes events: numbers their frames and sends them.
    pub(super) fn publish(
        &mut self,
        events: Vec<Event<AnyAction>>,
        clocks: impl Fn(Viewer) -> ClockReading,
    ) {
        for group in frame_groups(&events) {
            let (seats, spectators) = (&self.seats, &self.spectators);
            let receives = |viewer: Viewer| match viewer {
                Viewer::Seat(seat) => !seats[seat.index()].is_empty(),
                Viewer::Spectator => !spectators.is_empty(),
            };
            for frames in self.sequencer.sequence(group, receives) {
                self.send_frames(frames, &clocks);
            }
        }
        self.published.extend(events);
    }

    /// Sends a viewer its update and its new request.
    fn send_frames(&mut self, frames: ViewerFrames, clocks: &impl Fn(Viewer) -> ClockReading) {
        let viewer = frames.viewer;
        if let Some(mut update) = frames.update {
            update.clocks = Some(clocks(viewer));
            self.send_update(viewer, update);
        }
        if let (Viewer::Seat(seat), Some(request)) = (viewer, frames.request) {
            let options = self.subscribers(viewer).first().map(Subscriber::options);
            let frame =
                self.request_frame(seat, request, options.unwrap_or_default(), clocks(viewer));
            self.send(viewer, frame);
        }
    }

    /// Sends an update, to each subscriber with the view that it asked for.
    fn send_update(&mut self, viewer: Viewer, update: Update) {
        if !self.subscribers(viewer).want_update_views() {
            return self.send(viewer, Frame::Update(update));
        }
        for options in self.subscribers(viewer).distinct_options() {
            let update = Update {
                view: self.sequencer.update_view(viewer, options),
                ..update.clone()
            };
            self.subscribers_mut(viewer)
                .send_with(options, Frame::Update(update));
        }
    }

    /// Sends the request of a seat again, if a stream plays it.
    pub(super) fn resend_request(
        &mut self,
        seat: Seat,
        request: IssuedRequest,
        clocks: ClockReading,
    ) {
        let viewer = Viewer::Seat(seat);
        if let Some(subscriber) = self.subscribers(viewer).first() {
            let frame = self.request_frame(seat, request, subscriber.options(), clocks);
            self.send(viewer, frame);
        }
    }

    /// Returns what a new subscriber has missed after `resume_after_seq`. `start` is the match at its
    /// start.
    pub(super) fn missed_updates(
        &self,
        viewer: Viewer,
        resume_after_seq: u64,
        options: ViewOptions,
        start: impl FnOnce() -> Referee<AnyGame>,
    ) -> Option<MissedUpdates> {
        let viewers: Vec<_> = self.sequencer.viewers().collect();
        let seats = Seat::all(self.seats.len());
        (resume_after_seq < self.sequencer.seq(viewer)).then(|| MissedUpdates {
            start: start(),
            has_frames: seats
                .map(|seat| viewers.contains(&Viewer::Seat(seat)))
                .collect(),
            events: self.published.clone(),
            viewer,
            options,
            resume_after_seq,
        })
    }

    /// Returns the frame that asks a seat to act.
    pub(super) fn request_frame(
        &self,
        seat: Seat,
        request: IssuedRequest,
        options: ViewOptions,
        clocks: ClockReading,
    ) -> Frame {
        let published = self.sequencer.published();
        let viewer = Viewer::Seat(seat);
        let legal_actions = if options.include_legal_actions {
            self.legal_actions(viewer)
        } else {
            Vec::new()
        };
        Frame::ActionRequest(Box::new(ActionRequest {
            seq: request.seq,
            turn: request.turn,
            stage: published.decision().map_or("", |ask| ask.stage),
            part: request.part,
            view: self.sequencer.view(viewer, options),
            legal_actions,
            clocks,
        }))
    }

    fn legal_actions(&self, viewer: Viewer) -> Vec<LegalAction> {
        let published = self.sequencer.published();
        let game = published.game();
        let mut actions = Vec::new();
        game.view_actions(&published.view(viewer), &mut actions);
        let legal_action = |action| LegalAction {
            action: EncodedAction::new(game, action),
            text: game.format_action(action),
            number: game.action_number(action),
        };
        actions.into_iter().map(legal_action).collect()
    }
}
