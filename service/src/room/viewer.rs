//! One viewer's reports: numbered, kept for whoever joins again, and sent to its streams.

use super::frame::Frame;
use super::link::{LinkId, Sink};

/// What one seat, or all spectators together, may see of a match, and who is looking.
#[derive(Debug, Default)]
pub(super) struct Reports {
    /// Every report so far; the one with number `seq` is at `seq - 1`.
    log: Vec<Frame>,
    sinks: Vec<Sink>,
}

impl Reports {
    /// The number of the last report.
    pub(super) fn seq(&self) -> u64 {
        self.log.len() as u64
    }

    /// The streams that look on.
    pub(super) fn sinks(&self) -> &[Sink] {
        &self.sinks
    }

    /// Adds the next report and sends it to everybody who looks on.
    pub(super) fn report(&mut self, frame: Frame) {
        debug_assert_eq!(
            frame.seq(),
            Some(self.seq() + 1),
            "reports are numbered in order"
        );
        self.send(&frame);
        self.log.push(frame);
    }

    /// Sends a frame that is no report.
    pub(super) fn send(&mut self, frame: &Frame) {
        self.sinks.retain(|sink| sink.send(frame.clone()));
    }

    /// Whether a stream looks on.
    pub(super) fn has(&self, link: LinkId) -> bool {
        self.sinks.iter().any(|sink| sink.id() == link)
    }

    /// Adds a stream: it is sent `first` and then every report after `after_seq`, of requests
    /// only the one that is still open.
    pub(super) fn add(
        &mut self,
        sink: Sink,
        first: Frame,
        after_seq: u64,
        open_request: Option<Frame>,
    ) {
        let open_seq = open_request.as_ref().and_then(Frame::seq);
        let missed = self.log.iter().filter(|frame| match frame {
            Frame::ActRequest(_) => false,
            frame => frame.seq() > Some(after_seq),
        });
        let mut frames: Vec<_> = missed.cloned().collect();
        // The open request is sent again whatever the client has seen, at its place.
        if let (Some(request), Some(seq)) = (open_request, open_seq) {
            let at = frames
                .iter()
                .take_while(|frame| frame.seq() < Some(seq))
                .count();
            frames.insert(at, request);
        }
        if std::iter::once(first)
            .chain(frames)
            .all(|frame| sink.send_missed(frame))
        {
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
    pub(super) fn take_sinks(&mut self) -> Vec<Sink> {
        std::mem::take(&mut self.sinks)
    }
}
