//! The updates that a new subscriber has missed.

use botwerk_engine::{AnyAction, AnyGame, Event, Referee, Viewer};

use super::frame::{Frame, Update, ViewOptions};
use super::frame_sequencer::{FrameSequencer, frame_groups};
use super::stream::MAX_UNREAD_BYTES;
use crate::background;
use crate::error::Error;

/// Maximum number of events whose updates are computed on the thread of the room, within 1 ms.
const MAX_EVENTS_IN_PLACE: usize = 32;

/// The updates of a match after a frame that a viewer has received. To compute them is to play the
/// match again.
pub(super) struct MissedUpdates {
    /// The match at its start.
    pub(super) start: Referee<AnyGame>,
    /// Whether clients can join each seat.
    pub(super) has_frames: Vec<bool>,
    /// The events whose frames were published.
    pub(super) events: Vec<Event<AnyAction>>,
    pub(super) viewer: Viewer,
    /// What the client wants to receive.
    pub(super) options: ViewOptions,
    pub(super) resume_after_seq: u64,
}

impl MissedUpdates {
    /// Returns the frames in their order, not many more than a stream may have; those of a long match are
    /// computed off the async threads.
    ///
    /// # Errors
    /// Returns an error if the computation panics.
    pub(super) async fn frames(self) -> Result<Vec<Frame>, Error> {
        if self.events.len() <= MAX_EVENTS_IN_PLACE {
            return Ok(self.compute());
        }
        background::compute(move || Ok(self.compute())).await
    }

    fn compute(self) -> Vec<Frame> {
        let mut sequencer = FrameSequencer::new(self.start, self.has_frames.into_iter());
        let mut frames = Vec::new();
        let mut bytes = 0;
        for group in frame_groups(&self.events) {
            let group = sequencer.sequence(group, |other| other == self.viewer);
            let updates = group.into_iter().filter_map(|frames| frames.update);
            let missed = updates.filter(|update| update.seq > self.resume_after_seq);
            frames.extend(missed.map(|update| {
                let view = sequencer.update_view(self.viewer, self.options);
                let frame = Frame::Update(Update { view, ..update });
                bytes += frame.size();
                frame
            }));
            if bytes > MAX_UNREAD_BYTES {
                break;
            }
        }
        frames
    }
}
