//! The position of a client in the sequence of frames of a seat.

use botwerk_proto::v1 as proto;
use proto::play_response::Kind;

/// The `seq` of the last frame received, or 0.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FramePosition(u64);

impl FramePosition {
    /// Returns the number for `resume_after_seq` of the next join.
    pub const fn last_seq(self) -> u64 {
        self.0
    }

    /// Records a received frame.
    ///
    /// ```
    /// use botwerk_client::{FramePosition, proto};
    /// use proto::play_response::Kind;
    ///
    /// let mut position = FramePosition::default();
    /// position.record(&Kind::Update(proto::Update { seq: 7, ..Default::default() }));
    /// assert_eq!(position.last_seq(), 7);
    /// ```
    pub fn record(&mut self, frame: &Kind) {
        match frame {
            // The match may have fewer frames than were received: a server without full durability loses
            // the latest ones in a power failure, and their numbers are used again.
            Kind::Joined(joined) => self.0 = self.0.min(joined.seq),
            Kind::ActionRequest(request) => self.0 = self.0.max(request.seq),
            Kind::Update(update) => self.0 = self.0.max(update.seq),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn update(seq: u64) -> Kind {
        Kind::Update(proto::Update {
            seq,
            ..Default::default()
        })
    }

    fn joined(seq: u64) -> Kind {
        Kind::Joined(proto::Joined {
            seq,
            ..Default::default()
        })
    }

    #[test]
    fn rejoin_resumes_after_the_last_frame_that_the_match_still_has() {
        let mut position = FramePosition::default();
        for (frame, last_seq) in [
            (joined(3), 0),
            (update(2), 2),
            (update(7), 7),
            // A rejoin that missed frames.
            (joined(9), 7),
            (update(9), 9),
            // A power failure has undone frames.
            (joined(4), 4),
            (update(5), 5),
        ] {
            position.record(&frame);
            assert_eq!(position.last_seq(), last_seq, "{frame:?}");
        }
    }
}
