//! The sequenced frames of a seat, without the fields that may differ when a frame is re-sent.

use botwerk_client::proto;

/// A turn of a seat, and the index of a submission within it.
pub(in crate::chaos) type PartKey = (u32, u32);

/// A sequenced frame, whose content is the same whenever it is sent.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::chaos) enum SequencedFrame {
    Request(Box<proto::ActionRequest>),
    Update(Box<proto::Update>),
    Over(Box<proto::MatchOver>),
}

impl SequencedFrame {
    pub(super) fn request(request: proto::ActionRequest) -> Self {
        Self::Request(Box::new(proto::ActionRequest {
            handle: 0,
            clocks: None,
            ..request
        }))
    }

    pub(super) fn update(update: proto::Update) -> Self {
        Self::Update(Box::new(proto::Update {
            handle: 0,
            clocks: None,
            ..update
        }))
    }

    pub(super) fn over(over: proto::MatchOver) -> Self {
        Self::Over(Box::new(proto::MatchOver { handle: 0, ..over }))
    }

    pub(super) fn seq(&self) -> u64 {
        match self {
            Self::Request(request) => request.seq,
            Self::Update(update) => update.seq,
            Self::Over(over) => over.seq,
        }
    }

    /// Returns the requested part, or `None` if the frame is not a request.
    pub(super) fn requested_part(&self) -> Option<PartKey> {
        match self {
            Self::Request(request) => Some((request.turn, request.part)),
            Self::Update(_) | Self::Over(_) => None,
        }
    }

    /// Returns the hash of the seat's view after the frame.
    pub(super) fn view_hash(&self) -> Option<u64> {
        match self {
            Self::Request(request) => request.view.as_ref().map(|view| view.view_hash),
            Self::Update(update) => Some(update.view_hash),
            Self::Over(over) => Some(over.view_hash),
        }
    }

    /// Returns `true` if the frame is the same. A request contains the position at the time of sending,
    /// so one that is no longer the last frame may contain a later position.
    pub(super) fn matches_resend(&self, resent: &Self, is_last: bool) -> bool {
        match (self, resent) {
            (Self::Request(before), Self::Request(now)) if !is_last => {
                let without_position = |request: &proto::ActionRequest| proto::ActionRequest {
                    view: None,
                    legal_actions: Vec::new(),
                    ..request.clone()
                };
                without_position(before) == without_position(now)
            }
            _ => self == resent,
        }
    }
}
