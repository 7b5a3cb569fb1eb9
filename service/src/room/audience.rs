//! The streams that look on from one seat, or from nowhere in particular.

use super::frame::Frame;
use super::link::{LinkId, Sink};

/// Everybody who is sent the same reports.
#[derive(Debug, Default)]
pub(super) struct Audience {
    sinks: Vec<Sink>,
}

impl Audience {
    /// The streams.
    pub(super) fn sinks(&self) -> &[Sink] {
        &self.sinks
    }

    /// Whether nobody looks on.
    pub(super) fn is_empty(&self) -> bool {
        self.sinks.is_empty()
    }

    /// Sends a frame to all; streams that have ended, or end now since they are not read, go.
    pub(super) fn send(&mut self, frame: Frame) {
        // Most often there is one, which gets the frame itself.
        if let [only] = &self.sinks[..] {
            if !only.send(frame) {
                self.sinks.clear();
            }
            return;
        }
        self.sinks.retain(|sink| sink.send(frame.clone()));
    }

    /// Whether a stream looks on.
    pub(super) fn has(&self, link: LinkId) -> bool {
        self.sinks.iter().any(|sink| sink.id() == link)
    }

    /// Adds a stream, which is sent all these frames first, however many there are.
    pub(super) fn add(&mut self, sink: Sink, frames: impl IntoIterator<Item = Frame>) {
        if frames.into_iter().all(|frame| sink.send_missed(frame)) {
            self.sinks.push(sink);
        }
    }

    /// Removes a stream; `true` if it was there.
    pub(super) fn remove(&mut self, link: LinkId) -> bool {
        let before = self.sinks.len();
        self.sinks.retain(|sink| sink.id() != link);
        self.sinks.len() < before
    }

    /// Removes all streams.
    pub(super) fn take(&mut self) -> Vec<Sink> {
        std::mem::take(&mut self.sinks)
    }
}
