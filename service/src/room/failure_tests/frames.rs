//! The frames that a seat of a [`super::RoomFixture`] receives.

use std::time::Duration;

use botwerk_engine::Actor;
use tokio_stream::StreamExt;

use crate::match_state::MatchState;
use crate::room::{
    ActionRequest, Addressed, Frame, MatchOver, PlayMessage, StreamReceiver, Update,
};

/// The frames of one seat.
pub(super) struct Frames(StreamReceiver<Addressed<PlayMessage>>);

impl Frames {
    /// Creates a reader of a stream's frames.
    pub(super) fn new(receiver: StreamReceiver<Addressed<PlayMessage>>) -> Self {
        Self(receiver)
    }

    /// Reads frames until `select` accepts one.
    async fn next<T>(&mut self, select: impl Fn(Frame) -> Option<T>) -> T {
        let reading = async {
            loop {
                let message = self.0.next().await.unwrap().unwrap().message;
                if let PlayMessage::Frame(frame) = message
                    && let Some(selected) = select(frame)
                {
                    return selected;
                }
            }
        };
        let limit = Duration::from_secs(20);
        tokio::time::timeout(limit, reading).await.unwrap()
    }

    /// Reads the next request.
    pub(super) async fn request(&mut self) -> ActionRequest {
        let request = |frame| match frame {
            Frame::ActionRequest(request) => Some(*request),
            _ => None,
        };
        self.next(request).await
    }

    /// Reads the end of the match.
    pub(super) async fn over(&mut self) -> MatchOver {
        let over = |frame| match frame {
            Frame::MatchOver(over) => Some(over),
            _ => None,
        };
        self.next(over).await
    }

    /// Reads frames until the match has this state.
    pub(super) async fn state(&mut self, state: MatchState) {
        let changed = |frame| match frame {
            Frame::StateChanged(changed) => (changed.state == state).then_some(()),
            _ => None,
        };
        self.next(changed).await;
    }

    async fn next_update(&mut self) -> Update {
        let update = |frame| match frame {
            Frame::Update(update) => Some(update),
            _ => None,
        };
        self.next(update).await
    }

    /// Reads the texts of the next update.
    pub(super) async fn update(&mut self) -> Vec<String> {
        let events = self.next_update().await.events.into_iter();
        events.map(|event| event.text).collect()
    }

    /// Reads the actor of the first event in the next update.
    pub(super) async fn actor(&mut self) -> Actor {
        self.next_update().await.events[0].actor
    }

    /// Returns `true` if no update comes within 100 ms.
    pub(super) async fn has_no_update(&mut self) -> bool {
        let limit = Duration::from_millis(100);
        tokio::time::timeout(limit, self.next_update())
            .await
            .is_err()
    }
}
