//! The subscribers of one viewer.

use super::frame::{Frame, ViewOptions};
use super::stream::{MAX_UNREAD_BYTES, too_many_bytes};
use super::subscriber::{Subscriber, SubscriberId};

/// The subscribers that receive the same frames.
#[derive(Debug, Default)]
pub(super) struct Subscribers {
    subscribers: Vec<Subscriber>,
}

impl Subscribers {
    /// Returns the subscriber that joined first, if there is one.
    pub(super) fn first(&self) -> Option<&Subscriber> {
        self.subscribers.first()
    }

    /// Returns `true` if there is no subscriber.
    pub(super) fn is_empty(&self) -> bool {
        self.subscribers.is_empty()
    }

    /// Sends a frame to all subscribers. Removes those whose stream is closed, or is closed now
    /// because the client does not read it.
    pub(super) fn send(&mut self, frame: Frame) {
        // Most often there is one, which receives the frame itself instead of a copy.
        if let [only] = &self.subscribers[..] {
            if !only.send(frame) {
                self.subscribers.clear();
            }
            return;
        }
        self.subscribers
            .retain(|subscriber| subscriber.send(frame.clone()));
    }

    /// Returns `true` if a subscriber wants views in updates.
    pub(super) fn want_update_views(&self) -> bool {
        let mut options = self.subscribers.iter().map(Subscriber::options);
        options.any(|options| options.include_update_views)
    }

    /// Returns what the subscribers want to receive, each combination once.
    pub(super) fn distinct_options(&self) -> Vec<ViewOptions> {
        let mut distinct = Vec::new();
        for options in self.subscribers.iter().map(Subscriber::options) {
            if !distinct.contains(&options) {
                distinct.push(options);
            }
        }
        distinct
    }

    /// Sends a frame as [`Self::send`] does, but only to the subscribers with these options.
    pub(super) fn send_with(&mut self, options: ViewOptions, frame: Frame) {
        self.subscribers
            .retain(|subscriber| subscriber.options() != options || subscriber.send(frame.clone()));
    }

    /// Returns `true` if the subscriber is one of these.
    pub(super) fn contains(&self, id: SubscriberId) -> bool {
        self.subscribers
            .iter()
            .any(|subscriber| subscriber.id() == id)
    }

    /// Adds a subscriber and sends it `frames` first, of which its stream may have any number. Ends the
    /// stream after the last one that fits, however fast the client reads, if they are too large together:
    /// the client rejoins for the rest.
    pub(super) fn add(&mut self, subscriber: Subscriber, frames: impl IntoIterator<Item = Frame>) {
        let mut bytes = 0;
        for frame in frames {
            bytes += frame.size();
            if bytes > MAX_UNREAD_BYTES {
                return subscriber.end(too_many_bytes());
            }
            if !subscriber.send_uncounted(frame) {
                return;
            }
        }
        self.subscribers.push(subscriber);
    }

    /// Removes a subscriber. Returns `true` if it was one of these.
    pub(super) fn remove(&mut self, id: SubscriberId) -> bool {
        let before = self.subscribers.len();
        self.subscribers.retain(|subscriber| subscriber.id() != id);
        self.subscribers.len() < before
    }

    /// Removes and returns all subscribers.
    pub(super) fn take_all(&mut self) -> Vec<Subscriber> {
        std::mem::take(&mut self.subscribers)
    }
}

#[cfg(test)]
mod tests {
    use tokio_stream::StreamExt;

    use super::*;
    use crate::edge::RoundTrip;
    use crate::room::frame::{ClockReading, StateChanged};
    use crate::room::stream::stream_channel;

    fn frame() -> Frame {
        frame_with("resumed")
    }

    fn frame_with(message: &'static str) -> Frame {
        Frame::StateChanged(StateChanged {
            state: crate::match_state::MatchState::Running,
            message,
            clocks: ClockReading {
                remaining_nanos: None,
                bank_nanos: Vec::new(),
                is_paused: false,
            },
        })
    }

    #[tokio::test]
    async fn subscriber_is_sent_the_first_frames_that_fit_and_rejoins_for_the_rest() {
        let message = &*"x".repeat(64 << 10).leak();
        let (sender, mut receiver) = stream_channel();
        let (options, round_trip) = (ViewOptions::default(), RoundTrip::default());
        let subscriber = Subscriber::watch(1, sender, options, round_trip);
        // They fit on a stream that is read meanwhile.
        let reading = tokio::spawn(async move {
            let mut read = 0;
            loop {
                match receiver.next().await {
                    Some(Ok(_)) => read += 1,
                    last => return (read, last),
                }
            }
        });
        let mut subscribers = Subscribers::default();
        subscribers.add(subscriber, (0..1000).map(|_| frame_with(message)));
        assert!(subscribers.is_empty());
        let (read, last) = reading.await.unwrap();
        assert_eq!(read, MAX_UNREAD_BYTES / (64 << 10) - 1);
        assert!(last.unwrap().is_err());
    }

    #[test]
    fn subscriber_whose_stream_is_closed_is_removed() {
        for others in 0..2 {
            let mut subscribers = Subscribers::default();
            let mut receivers = Vec::new();
            for handle in 0..=others {
                let (sender, receiver) = stream_channel();
                let subscriber = {
                    let (options, round_trip) = (ViewOptions::default(), RoundTrip::default());
                    Subscriber::watch(handle, sender, options, round_trip)
                };
                subscribers.add(subscriber, [frame()]);
                receivers.push(receiver);
            }
            let id = subscribers.first().unwrap().id();
            drop(receivers.remove(0));
            subscribers.send(frame());
            assert!(!subscribers.contains(id));
            assert_eq!(subscribers.is_empty(), others == 0);
        }
    }
}
