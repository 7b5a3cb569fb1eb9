//! The numbered frames of a seat, without what may be told otherwise a second time.

use botwerk_client::proto;

/// A turn of a seat, and the index of a submission within it.
pub(in crate::chaos) type PartKey = (u32, u32);

/// A report: its content is the same whenever it is told.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::chaos) enum SequencedFrame {
    Request(Box<proto::ActionRequest>),
    Update(proto::Update),
    Over(proto::MatchOver),
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
        Self::Update(proto::Update {
            handle: 0,
            clocks: None,
            ..update
        })
    }

    pub(super) fn over(over: proto::MatchOver) -> Self {
        Self::Over(proto::MatchOver { handle: 0, ..over })
    }

    pub(super) fn seq(&self) -> u64 {
        match self {
            Self::Request(request) => request.seq,
            Self::Update(update) => update.seq,
            Self::Over(over) => over.seq,
        }
    }

    /// Turn and act that are asked for.
    pub(super) fn asks(&self) -> Option<PartKey> {
        match self {
            Self::Request(request) => Some((request.turn, request.part)),
            Self::Update(_) | Self::Over(_) => None,
        }
    }

    /// The hash of what the seat may know after the report.
    pub(super) fn view_hash(&self) -> Option<u64> {
        match self {
            Self::Request(request) => request.view.as_ref().map(|view| view.view_hash),
            Self::Update(update) => Some(update.view_hash),
            Self::Over(over) => Some(over.view_hash),
        }
    }

    /// Whether the report is the same. A request shows the position as it is when it is sent, so
    /// one that is not the last report any more may show a later one.
    pub(super) fn matches_resend(&self, again: &Self, is_last: bool) -> bool {
        match (self, again) {
            (Self::Request(before), Self::Request(now)) if !is_last => {
                let asked = |request: &proto::ActionRequest| proto::ActionRequest {
                    view: None,
                    legal_actions: Vec::new(),
                    ..request.clone()
                };
                asked(before) == asked(now)
            }
            _ => self == again,
        }
    }
}
