//! Records that are deleted some time after their matches.

use std::ops::Range;

use crate::ids::TournamentId;

/// A tournament whose records are kept for a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RecordRetention {
    pub(crate) tournament: TournamentId,
    /// The number of days after which a record is deleted.
    pub(crate) record_days: u32,
    /// The first pairing whose record was not deleted.
    pub(crate) next_pairing: u64,
    /// Whether the tournament has ended, so that no match follows.
    pub(crate) has_ended: bool,
}

/// An attempt at a pairing whose record may be deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RetainedAttempt {
    pub(crate) pairing: u64,
    /// When its match was created, in microseconds since 1970; 0 for a forfeit.
    pub(crate) created_micros: i64,
    /// Whether its match is over.
    pub(crate) has_ended: bool,
}

/// The deletion of the records of successive pairings. Their matches and results remain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RecordDeletion {
    pub(crate) tournament: TournamentId,
    /// The pairings. The first one is the first whose record was not deleted before.
    pub(crate) pairings: Range<u64>,
    /// When they are deleted, in microseconds since 1970.
    pub(crate) at_micros: i64,
    /// Whether no record of the tournament remains or follows.
    pub(crate) is_last: bool,
}

impl RecordRetention {
    /// Returns the deletion of the records that are due, out of the attempts at the next pairings; `None` if none is.
    /// `are_all` says whether no attempt follows them.
    pub(crate) fn due(
        &self,
        attempts: &[RetainedAttempt],
        are_all: bool,
        before_micros: i64,
        now_micros: i64,
    ) -> Option<RecordDeletion> {
        let is_kept = |attempt: &&RetainedAttempt| {
            !attempt.has_ended || attempt.created_micros >= before_micros
        };
        let kept = attempts.iter().find(is_kept);
        let after_last = attempts.last().map(|last| last.pairing + 1);
        // Further attempts at the last pairing may follow those that were read, unless there are no more.
        let end = match (kept, after_last) {
            (Some(kept), _) => kept.pairing,
            (None, Some(end)) if are_all => end,
            (None, Some(end)) => end - 1,
            (None, None) => self.next_pairing,
        };
        let is_last = kept.is_none() && are_all && self.has_ended;
        (end > self.next_pairing || is_last).then(|| RecordDeletion {
            tournament: self.tournament.clone(),
            pairings: self.next_pairing..end,
            at_micros: now_micros,
            is_last,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DUE: i64 = 100;

    fn retention(has_ended: bool) -> RecordRetention {
        RecordRetention {
            tournament: "t".into(),
            record_days: 1,
            next_pairing: 3,
            has_ended,
        }
    }

    fn attempt(pairing: u64, created_micros: i64, has_ended: bool) -> RetainedAttempt {
        RetainedAttempt {
            pairing,
            created_micros,
            has_ended,
        }
    }

    fn due(
        attempts: &[RetainedAttempt],
        are_all: bool,
        has_ended: bool,
    ) -> Option<(Range<u64>, bool)> {
        let deletion = retention(has_ended).due(attempts, are_all, DUE, 200)?;
        Some((deletion.pairings, deletion.is_last))
    }

    #[test]
    fn records_are_deleted_up_to_the_first_that_is_too_new_or_in_progress() {
        let old = attempt(3, 7, true);
        assert_eq!(due(&[], true, false), None);
        assert_eq!(
            due(&[old, attempt(4, DUE, true)], true, true),
            Some((3..4, false))
        );
        assert_eq!(
            due(&[old, attempt(4, 7, false)], true, true),
            Some((3..4, false))
        );
        assert_eq!(due(&[old, attempt(3, DUE, true)], true, true), None);
        // A forfeit has no match.
        assert_eq!(
            due(&[old, attempt(5, 0, true)], true, false),
            Some((3..6, false))
        );
    }

    #[test]
    fn pairing_whose_attempts_may_not_all_be_read_waits() {
        let old = attempt(3, 7, true);
        assert_eq!(
            due(&[old, attempt(4, 7, true)], false, true),
            Some((3..4, false))
        );
        assert_eq!(due(&[old], false, true), None);
    }

    #[test]
    fn tournament_that_has_ended_is_done_once_all_records_are_deleted() {
        assert_eq!(due(&[attempt(3, 7, true)], true, true), Some((3..4, true)));
        assert_eq!(due(&[], true, true), Some((3..3, true)));
    }
}
