//! One stream to a seat: what was asked on it and what it has told, in which order.

use std::collections::{BTreeMap, BTreeSet};

use botwerk_client::proto;
use proto::MatchState;

use super::report::{PartKey, SequencedFrame};

/// What was said since a stream has joined.
#[derive(Debug)]
pub(super) struct Session {
    /// The report that the client named as its last.
    after: u64,
    /// The last report before the stream joined, once that is known.
    joined: Option<u64>,
    state: MatchState,
    /// The last report in the order of reports.
    last: u64,
    told: BTreeSet<u64>,
    /// Whether everything that was missed has come.
    settled: bool,
    /// How many answers each act is still to get.
    awaited: BTreeMap<PartKey, u32>,
    /// What happens first once the match goes on.
    first: Option<String>,
}

impl Session {
    pub(super) fn new(after: u64) -> Self {
        Self {
            after,
            joined: None,
            state: MatchState::Unspecified,
            last: 0,
            told: BTreeSet::new(),
            settled: false,
            awaited: BTreeMap::new(),
            first: None,
        }
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

    /// The last report so far.
    pub(super) fn last(&self) -> u64 {
        self.last.max(self.joined.unwrap_or(0))
    }

    pub(super) fn expect_first(&mut self, action: String) {
        self.first = Some(action);
    }

    pub(super) fn send(&mut self, key: PartKey) {
        *self.awaited.entry(key).or_default() += 1;
    }

    /// How many answers have not come yet.
    pub(super) fn awaited(&self) -> u64 {
        self.awaited.values().map(|count| u64::from(*count)).sum()
    }

    pub(super) fn awaits(&self, key: PartKey) -> bool {
        self.awaited.get(&key).is_some_and(|count| *count > 0)
    }

    /// Counts an answer; `false` if none was awaited.
    pub(super) fn answered(&mut self, key: PartKey) -> bool {
        let awaited = self.awaited.get_mut(&key).filter(|count| **count > 0);
        awaited.map(|count| *count -= 1).is_some()
    }

    /// Whether a report is none of those that were missed.
    pub(super) fn is_live(&self, seq: u64) -> bool {
        self.joined.is_some_and(|joined| seq > joined)
    }

    pub(super) fn was_told(&self, seq: u64) -> bool {
        self.told.contains(&seq)
    }

    /// Notes that everything missed has come; between which reports, if that was not known.
    pub(super) fn settle(&mut self) -> Option<(u64, u64)> {
        let joined = self.joined?;
        let first = !std::mem::replace(&mut self.settled, true);
        first.then_some((self.after, joined))
    }

    /// Checks that a report may come now, and notes it.
    pub(super) fn place(&mut self, report: &SequencedFrame) -> Result<(), String> {
        let seq = report.seq();
        let joined = self.joined.ok_or("comes before Joined")?;
        if !self.told.insert(seq) {
            return Err("is told twice on one stream".into());
        }
        let is_request = report.asks().is_some();
        let stands = self.state == MatchState::Suspended;
        if stands && (is_request || seq > joined) && !matches!(report, SequencedFrame::Over(_)) {
            return Err("comes although the match stands still".into());
        }
        if seq > joined {
            let last = self.last();
            if seq != last + 1 {
                return Err(format!("comes after {last}; what is between is missing"));
            }
            self.last = seq;
            if self.state == MatchState::Waiting {
                // A match that begins says so by what it asks.
                self.state = MatchState::Running;
            }
            return self.check_first(report);
        }
        // The open request is sent again, whatever the client has seen.
        if is_request {
            return Ok(());
        }
        let Self { after, last, .. } = *self;
        if seq <= after {
            return Err(format!(
                "comes again, though only what follows {after} was missed"
            ));
        }
        if self.settled || seq < last {
            return Err(format!("comes again behind {last}"));
        }
        self.last = seq;
        Ok(())
    }

    fn check_first(&mut self, report: &SequencedFrame) -> Result<(), String> {
        let SequencedFrame::Update(update) = report else {
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
            "tells {texts:?}; the open race is to be ended by one `{first}`"
        ))
    }
}
