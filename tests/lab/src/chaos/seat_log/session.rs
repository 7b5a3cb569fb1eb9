//! One stream of a seat: its join, and the order of the frames received on it.

use std::collections::{BTreeMap, BTreeSet};

use botwerk_client::proto;
use proto::MatchState;

use super::sequenced_frame::{PartKey, SequencedFrame};

/// The state of one stream since its join.
#[derive(Debug)]
pub(super) struct Session {
    /// The last frame that the client named.
    after: u64,
    /// The run of the server to which the stream leads.
    run: usize,
    /// The last frame before the join, once `Joined` has reported it.
    joined: Option<u64>,
    state: MatchState,
    /// The last frame received in order.
    last: u64,
    received: BTreeSet<u64>,
    /// Whether all missed frames have been received.
    is_settled: bool,
    /// Number of pending replies for each submission.
    pending: BTreeMap<PartKey, u32>,
    /// The first action after the match resumes.
    first: Option<String>,
}

impl Session {
    pub(super) fn new(after: u64, run: usize) -> Self {
        Self {
            after,
            run,
            joined: None,
            state: MatchState::Unspecified,
            last: 0,
            received: BTreeSet::new(),
            is_settled: false,
            pending: BTreeMap::new(),
            first: None,
        }
    }

    /// Returns the run of the server to which the stream leads.
    pub(super) fn run(&self) -> usize {
        self.run
    }

    /// Returns the last frame received in order, or 0 before the first.
    pub(super) fn last_in_order(&self) -> u64 {
        self.last
    }

    pub(super) fn joined(&mut self, seq: u64, state: MatchState) {
        self.joined = Some(seq);
        self.state = state;
    }

    pub(super) fn changed(&mut self, state: MatchState) {
        self.state = state;
    }

    pub(super) fn state(&self) -> MatchState {
        self.state
    }

    /// Returns the last frame so far.
    pub(super) fn last(&self) -> u64 {
        self.last.max(self.joined.unwrap_or(0))
    }

    pub(super) fn expect_first(&mut self, action: String) {
        self.first = Some(action);
    }

    pub(super) fn send(&mut self, key: PartKey) {
        *self.pending.entry(key).or_default() += 1;
    }

    /// Returns the number of pending replies.
    pub(super) fn pending_count(&self) -> u64 {
        self.pending.values().map(|count| u64::from(*count)).sum()
    }

    pub(super) fn is_pending(&self, key: PartKey) -> bool {
        self.pending.get(&key).is_some_and(|count| *count > 0)
    }

    /// Counts a reply. Returns `false` if none was pending.
    pub(super) fn record_reply(&mut self, key: PartKey) -> bool {
        let pending = self.pending.get_mut(&key).filter(|count| **count > 0);
        pending.map(|count| *count -= 1).is_some()
    }

    /// Returns `true` if the frame is newer than the join.
    pub(super) fn is_live(&self, seq: u64) -> bool {
        self.joined.is_some_and(|joined| seq > joined)
    }

    pub(super) fn has_received(&self, seq: u64) -> bool {
        self.received.contains(&seq)
    }

    /// Records that all missed frames have been received. Returns the range of these frames on the first
    /// call after the join, or `None`.
    pub(super) fn settle(&mut self) -> Option<(u64, u64)> {
        let joined = self.joined?;
        let is_first_call = !std::mem::replace(&mut self.is_settled, true);
        is_first_call.then_some((self.after, joined))
    }

    /// Checks that a frame may be received now, and adds it.
    pub(super) fn add(&mut self, frame: &SequencedFrame) -> Result<(), String> {
        let seq = frame.seq();
        let joined = self.joined.ok_or("is sent before Joined")?;
        if !self.received.insert(seq) {
            return Err("is sent twice on one stream".into());
        }
        let is_request = frame.requested_part().is_some();
        let is_suspended = self.state == MatchState::Suspended;
        if is_suspended && (is_request || seq > joined) && !matches!(frame, SequencedFrame::Over(_))
        {
            return Err("is sent although the match is suspended".into());
        }
        if seq > joined {
            let last = self.last();
            if seq != last + 1 {
                return Err(format!(
                    "is sent after {last}; the frames between are missing"
                ));
            }
            self.last = seq;
            if self.state == MatchState::Waiting {
                // The first frame shows that the match has started.
                self.state = MatchState::Running;
            }
            return self.check_first(frame);
        }
        // The open request is always re-sent.
        if is_request {
            return Ok(());
        }
        let Self { after, last, .. } = *self;
        if seq <= after {
            return Err(format!(
                "is re-sent, but only frames after {after} were missed"
            ));
        }
        if self.is_settled || seq < last {
            return Err(format!("is re-sent after {last}"));
        }
        self.last = seq;
        Ok(())
    }

    fn check_first(&mut self, frame: &SequencedFrame) -> Result<(), String> {
        let SequencedFrame::Update(update) = frame else {
            return Ok(());
        };
        let Some(first) = self.first.take() else {
            return Ok(());
        };
        let texts: Vec<_> = update.events.iter().map(|e| e.text.as_str()).collect();
        let count = texts.iter().filter(|text| **text == first).count();
        if texts.first() == Some(&&*first) && count == 1 {
            return Ok(());
        }
        Err(format!(
            "contains {texts:?}; expected exactly one `{first}` first, which interrupts the open race"
        ))
    }
}
