//! What viewers are sent.

use botwerk_proto::v1 as proto;
use proto::play_response::Kind as Play;
use proto::watch_match_response::Kind as Watch;

/// One message to a viewer, not yet addressed to a handle.
#[derive(Debug, Clone)]
pub(super) enum Frame {
    Joined(Box<proto::Joined>),
    ActRequest(Box<proto::ActRequest>),
    Accepted(proto::Accepted),
    Rejected(proto::Rejected),
    Update(proto::Update),
    MatchOver(proto::MatchOver),
    StateChanged(proto::StateChanged),
}

impl Frame {
    /// The number of a frame that reports on the match; `None` for answers.
    pub(super) fn seq(&self) -> Option<u64> {
        match self {
            Self::ActRequest(frame) => Some(frame.seq),
            Self::Update(frame) => Some(frame.seq),
            Self::MatchOver(frame) => Some(frame.seq),
            Self::Joined(_) | Self::Accepted(_) | Self::Rejected(_) | Self::StateChanged(_) => None,
        }
    }

    /// The frame for a stream of Play.
    pub(super) fn play(self, handle: u32) -> proto::PlayResponse {
        let kind = match self {
            Self::Joined(frame) => Play::Joined(proto::Joined { handle, ..*frame }),
            Self::ActRequest(frame) => Play::ActRequest(proto::ActRequest { handle, ..*frame }),
            Self::Accepted(frame) => Play::Accepted(proto::Accepted { handle, ..frame }),
            Self::Rejected(frame) => Play::Rejected(proto::Rejected { handle, ..frame }),
            Self::Update(frame) => Play::Update(proto::Update { handle, ..frame }),
            Self::MatchOver(frame) => Play::MatchOver(proto::MatchOver { handle, ..frame }),
            Self::StateChanged(frame) => {
                Play::StateChanged(proto::StateChanged { handle, ..frame })
            }
        };
        proto::PlayResponse { kind: Some(kind) }
    }

    /// The frame for a stream of `WatchMatch`, which carries no answers.
    pub(super) fn watch(self, handle: u32) -> Option<proto::WatchMatchResponse> {
        let kind = match self {
            Self::Joined(frame) => Watch::Joined(proto::Joined { handle, ..*frame }),
            Self::ActRequest(frame) => Watch::ActRequest(proto::ActRequest { handle, ..*frame }),
            Self::Update(frame) => Watch::Update(proto::Update { handle, ..frame }),
            Self::MatchOver(frame) => Watch::MatchOver(proto::MatchOver { handle, ..frame }),
            Self::StateChanged(frame) => {
                Watch::StateChanged(proto::StateChanged { handle, ..frame })
            }
            Self::Accepted(_) | Self::Rejected(_) => return None,
        };
        Some(proto::WatchMatchResponse { kind: Some(kind) })
    }
}
