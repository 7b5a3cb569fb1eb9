//! Derives the numbered frames of every viewer from the events of a match.
//!
//! Frames are not kept. They are derived again for a client that missed some, so that their numbers
//! and contents are the same after a restart, and a room is small however long its match is.

use botwerk_engine::{
    Actor, AnyAction, AnyGame, Event, GameEncoding, GameNotation, GameViews, Referee, Seat, Viewer,
};

use super::frame::{
    EncodedView, RaceResult, Update, ViewOptions, VisibleAnnouncement, VisibleEvent,
};
use crate::wire::{EncodedAction, EncodedPosition};

/// A request that a seat was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct IssuedRequest {
    /// The number of the turn.
    pub(super) turn: u32,
    /// The index of the next submission in the turn. A submission that leaves the turn open is
    /// followed by a new request.
    pub(super) part: u32,
    /// The number of the frame.
    pub(super) seq: u64,
}

/// The frames of one viewer that follow from events that belong together.
#[derive(Debug)]
pub(super) struct ViewerFrames {
    /// The viewer.
    pub(super) viewer: Viewer,
    /// The visible events, if there are any.
    pub(super) update: Option<Update>,
    /// The new request, if the seat must act.
    pub(super) request: Option<IssuedRequest>,
}

/// Derives the numbered frames of every viewer from the events of a match.
#[derive(Debug, Clone)]
pub(super) struct FrameSequencer {
    /// The match after the sequenced events.
    published: Referee<AnyGame>,
    seats: Vec<ViewerCursor>,
    spectators: ViewerCursor,
}

/// How many frames a viewer has.
#[derive(Debug, Clone, Copy, Default)]
struct ViewerCursor {
    /// Whether the viewer has frames at all: an agent has none.
    has_frames: bool,
    seq: u64,
    issued: Option<IssuedRequest>,
}

impl FrameSequencer {
    /// Creates a sequencer at the start of a match. `has_frames` says of each seat whether clients can
    /// join it.
    ///
    /// The requests of the start position are numbered at once, before any event.
    pub(super) fn new(start: Referee<AnyGame>, has_frames: impl Iterator<Item = bool>) -> Self {
        let cursor = |has_frames| ViewerCursor {
            has_frames,
            ..ViewerCursor::default()
        };
        let mut sequencer = Self {
            published: start,
            seats: has_frames.map(cursor).collect(),
            spectators: cursor(true),
        };
        sequencer.sequence(&[], |_| false);
        sequencer
    }

    /// Returns the match after the sequenced events.
    pub(super) fn published(&self) -> &Referee<AnyGame> {
        &self.published
    }

    /// Returns the viewers that have frames.
    pub(super) fn viewers(&self) -> impl Iterator<Item = Viewer> + use<> {
        let seats = Seat::all(self.seats.len()).zip(&self.seats);
        let seats: Vec<_> = seats
            .filter(|(_, cursor)| cursor.has_frames)
            .map(|(seat, _)| Viewer::Seat(seat))
            .collect();
        seats.into_iter().chain([Viewer::Spectator])
    }

    /// Returns the number of a viewer's latest frame.
    pub(super) fn seq(&self, viewer: Viewer) -> u64 {
        match viewer {
            Viewer::Seat(seat) => self.seats[seat.index()].seq,
            Viewer::Spectator => self.spectators.seq,
        }
    }

    /// Returns the latest request that a seat was sent.
    pub(super) fn issued_request(&self, seat: Seat) -> Option<IssuedRequest> {
        self.seats[seat.index()].issued
    }

    /// Returns the latest request of every seat, in order.
    pub(super) fn issued_requests(&self) -> Vec<Option<IssuedRequest>> {
        self.seats.iter().map(|cursor| cursor.issued).collect()
    }

    /// Returns the hash of what a viewer may know.
    pub(super) fn view_hash(&self, viewer: Viewer) -> u64 {
        let view = self.published.view(viewer);
        self.published.game().view_hash(&view)
    }

    /// Returns what a viewer may know of the published position.
    pub(super) fn view(&self, viewer: Viewer, options: ViewOptions) -> EncodedView {
        let game = self.published.game();
        let view = self.published.view(viewer);
        EncodedView {
            position: EncodedPosition::from_view(game, &view),
            text: if options.include_text {
                game.format_view(&view)
            } else {
                String::new()
            },
            hash: game.view_hash(&view),
            observation: if options.include_observation {
                let mut bytes = vec![0; game.observation_len()];
                game.write_observation(&view, &mut bytes);
                bytes
            } else {
                Vec::new()
            },
        }
    }

    /// Returns the view of an update that has just been sequenced, if the client asked for views.
    pub(super) fn update_view(
        &self,
        viewer: Viewer,
        options: ViewOptions,
    ) -> Option<Box<EncodedView>> {
        let is_wanted = options.include_update_views;
        is_wanted.then(|| Box::new(self.view(viewer, options)))
    }

    /// Derives the frames that follow from events that belong together, and returns those of the
    /// viewers that `receives` accepts. The frames of the other viewers are only numbered.
    pub(super) fn sequence(
        &mut self,
        events: &[Event<AnyAction>],
        receives: impl Fn(Viewer) -> bool,
    ) -> Vec<ViewerFrames> {
        let mut frames = self.visible_updates(events, &receives);
        let awaited = self.published.awaited_seats();
        for frame in &mut frames {
            let is_received = frame.update.is_some() && receives(frame.viewer);
            let view_hash = is_received.then(|| self.view_hash(frame.viewer));
            let cursor = match frame.viewer {
                Viewer::Seat(seat) => &mut self.seats[seat.index()],
                Viewer::Spectator => &mut self.spectators,
            };
            if let Some(update) = &mut frame.update {
                cursor.seq += 1;
                update.seq = cursor.seq;
                update.view_hash = view_hash.unwrap_or(0);
            }
            let Viewer::Seat(seat) = frame.viewer else {
                continue;
            };
            if !awaited.contains(seat) {
                continue;
            }
            let (turn, part) = (self.published.turn(seat), self.published.parts(seat));
            let is_new = |issued: IssuedRequest| (issued.turn, issued.part) != (turn, part);
            if cursor.issued.is_none_or(is_new) {
                cursor.seq += 1;
                cursor.issued = Some(IssuedRequest {
                    turn,
                    part,
                    seq: cursor.seq,
                });
                frame.request = cursor.issued;
            }
        }
        let is_any = |frame: &ViewerFrames| frame.update.is_some() || frame.request.is_some();
        frames.retain(|frame| is_any(frame) && receives(frame.viewer));
        frames
    }

    /// Returns the visible events of every viewer. An update that no subscriber receives is left empty.
    fn visible_updates(
        &mut self,
        events: &[Event<AnyAction>],
        receives: &impl Fn(Viewer) -> bool,
    ) -> Vec<ViewerFrames> {
        let game = self.published.game().clone();
        let mut frames: Vec<_> = Seat::all(self.seats.len())
            .map(Viewer::Seat)
            .chain([Viewer::Spectator])
            .map(|viewer| ViewerFrames {
                viewer,
                update: None,
                request: None,
            })
            .collect();
        for event in events {
            for frame in &mut frames {
                let viewer = frame.viewer;
                let has_frames = match viewer {
                    Viewer::Seat(seat) => self.seats[seat.index()].has_frames,
                    Viewer::Spectator => true,
                };
                let visible = has_frames.then(|| {
                    game.visible_action(self.published.state(), viewer, event.actor, event.action)
                });
                if let Some(action) = visible.flatten() {
                    let update = frame.update.get_or_insert_default();
                    if !receives(viewer) {
                        continue;
                    }
                    update.events.push(VisibleEvent {
                        actor: event.actor,
                        action: EncodedAction::new(&game, action),
                        text: game.format_action(action),
                    });
                    update.race = race_result(&game, event).or(update.race.take());
                }
            }
            if let Err(error) = self.published.replay(event) {
                // The event was applied to the match itself before, so it applies here.
                tracing::error!(%error, "published position differs from the match");
            }
        }
        frames
    }
}

/// Returns the race that an event has decided, or `None` if it is not the winning announcement of a race.
/// Until then no viewer receives the announcements.
fn race_result(game: &AnyGame, event: &Event<AnyAction>) -> Option<RaceResult> {
    let Actor::Seat(winner) = event.actor else {
        return None;
    };
    let mut announcements: Vec<_> = event.announcements.iter().collect();
    announcements.sort_by_key(|it| (it.nanos, it.seat != winner, it.seat));
    let visible = announcements.into_iter().map(|it| VisibleAnnouncement {
        seat: it.seat,
        action: EncodedAction::new(game, it.action),
        text: game.format_action(it.action),
        elapsed_nanos: it.nanos,
        effort: it.effort,
    });
    let announcements: Vec<_> = visible.collect();
    (!announcements.is_empty()).then_some(RaceResult {
        winner,
        announcements,
    })
}

/// Returns events in groups that are sent together.
pub(super) fn frame_groups<A>(events: &[Event<A>]) -> impl Iterator<Item = &[Event<A>]> {
    events.chunk_by(belongs_to)
}

/// Returns `true` if an event is sent together with the one before it: a chance outcome with what it
/// follows, and the actions of one submission.
fn belongs_to<A>(before: &Event<A>, event: &Event<A>) -> bool {
    let part = |event: &Event<A>| event.submission.map(|answer| (answer.turn, answer.part));
    let is_same_submission =
        event.actor == before.actor && part(event).is_some() && part(event) == part(before);
    event.actor == Actor::Chance || is_same_submission
}

#[cfg(test)]
mod tests {
    use botwerk_engine::{GameId, Options, RootSeed};

    use super::*;

    fn start(game: GameId) -> Referee<AnyGame> {
        let options = Options::resolve(game.spec().options, [("", ""); 0]).unwrap();
        let game = game.game(game.min_seats(&options).max(2), options).unwrap();
        Referee::new(game, RootSeed::new([7; 32]))
    }

    fn check_numbers(game: GameId) {
        let mut referee = start(game);
        let mut events = Vec::new();
        referee.resolve_chance(&mut events);
        let mut received = FrameSequencer::new(start(game), [true, false].into_iter());
        let mut numbered = received.clone();
        assert_eq!(received.viewers().count(), 2);
        for group in frame_groups(&events) {
            assert!(!received.sequence(group, |_| true).is_empty());
            assert!(numbered.sequence(group, |_| false).is_empty());
        }
        for viewer in received.viewers() {
            assert_eq!(received.seq(viewer), numbered.seq(viewer));
        }
        assert_eq!(received.issued_requests(), numbered.issued_requests());
        let seats = [Seat::FIRST]
            .into_iter()
            .filter(|seat| referee.awaited_seats().contains(*seat));
        for seat in seats {
            assert_eq!(
                received.issued_request(seat).unwrap().turn,
                referee.turn(seat)
            );
        }
    }

    #[test]
    fn frames_have_the_same_numbers_whether_or_not_they_are_received() {
        for game in GameId::all() {
            check_numbers(game);
        }
    }
}
