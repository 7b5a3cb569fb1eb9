//! How long a tournament has not progressed, and why.

use std::time::Duration;

use tokio::time::Instant;

use crate::tournaments::obstacle::Obstacle;

/// Time without progress after which the obstacles are logged.
const LOG_DELAY: Duration = Duration::from_secs(3);

/// Voided matches in a row after which a tournament is paused: the next ones would fail as well.
const MAX_VOIDED: u32 = 3;

/// How long a tournament has not progressed, and why.
#[derive(Default)]
pub(super) struct StallWatch {
    /// What was observed at the last time.
    obstacles: Vec<Obstacle>,
    /// Since when no match has been in progress; `None` if one is, or could be started.
    since: Option<Instant>,
    /// The obstacles that were logged since then.
    logged: Vec<Obstacle>,
    /// The latest failure of a match since one was played.
    failed_match: Option<Obstacle>,
    /// Why the state could not be stored at the last time.
    store_failure: Option<String>,
    voided_in_a_row: u32,
}

impl StallWatch {
    /// Returns the obstacles that were observed last.
    pub(super) fn obstacles(&self) -> &[Obstacle] {
        &self.obstacles
    }

    /// Records that a match could not be started or played.
    pub(super) fn record_failed_match(&mut self, pairing: u64, message: impl Into<String>) {
        let message = message.into();
        self.failed_match = Some(Obstacle::MatchFailed { pairing, message });
    }

    /// Records that a match has been started or played.
    pub(super) fn record_progress(&mut self) {
        self.failed_match = None;
        self.voided_in_a_row = 0;
    }

    /// Records that the state was stored, or why not.
    pub(super) fn record_store(&mut self, failure: Option<String>) {
        self.store_failure = failure;
    }

    /// Records that a match was voided; returns `true` if too many were in a row.
    pub(super) fn record_voided(&mut self) -> bool {
        self.voided_in_a_row += 1;
        self.voided_in_a_row >= MAX_VOIDED
    }

    /// Records what is observed now, and whether no match is in progress because of it.
    pub(super) fn observe(&mut self, obstacles: Vec<Obstacle>, is_stalled: bool, now: Instant) {
        self.since = is_stalled.then(|| self.since.unwrap_or(now));
        if !is_stalled {
            self.logged.clear();
        }
        self.obstacles = obstacles;
    }

    /// Returns why the latest match failed, as human-readable text.
    pub(super) fn failure_text(&self) -> String {
        let failed = self.failed_match.as_ref();
        failed.map_or_else(String::new, |failed| failed.text(""))
    }

    /// Returns `true` once if the obstacles are to be logged.
    pub(super) fn is_log_due(&mut self, now: Instant) -> bool {
        let is_due = self.since.is_some_and(|since| now >= since + LOG_DELAY);
        if !is_due || self.logged == self.obstacles {
            return false;
        }
        self.logged.clone_from(&self.obstacles);
        true
    }

    /// Returns `true` if the tournament has not progressed for this time.
    pub(super) fn has_reached(&self, limit: Duration, now: Instant) -> bool {
        self.since.is_some_and(|since| now >= since + limit)
    }

    /// Returns the obstacles that do not follow from the state of the tournament: the latest failures.
    pub(super) fn failures(&self) -> impl Iterator<Item = Obstacle> {
        let store = self.store_failure.clone();
        let store = store.map(|message| Obstacle::StoreUnavailable { message });
        self.failed_match.clone().into_iter().chain(store)
    }

    /// Returns when the obstacles are to be logged or the limit is reached.
    pub(super) fn next_at(&self, limit: Duration) -> Option<Instant> {
        let since = self.since?;
        let is_logged = self.logged == self.obstacles;
        Some(since + if is_logged { limit } else { LOG_DELAY })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(60);

    #[test]
    fn obstacles_are_logged_once_and_again_if_they_change() {
        let (mut stall, start) = (StallWatch::default(), Instant::now());
        let offline = |entrant| vec![Obstacle::BotOffline { entrant }];
        stall.observe(offline(0), true, start);
        assert_eq!(stall.next_at(LIMIT), Some(start + LOG_DELAY));
        assert!(!stall.is_log_due(start));
        assert!(stall.is_log_due(start + LOG_DELAY));
        assert!(!stall.is_log_due(start + LOG_DELAY));
        assert_eq!(stall.next_at(LIMIT), Some(start + LIMIT));
        stall.observe(offline(1), true, start + LIMIT / 2);
        assert!(stall.is_log_due(start + LIMIT / 2));
    }

    #[test]
    fn progress_restarts_the_limit() {
        let (mut stall, start) = (StallWatch::default(), Instant::now());
        let failed = |stall: &StallWatch| Vec::from_iter(stall.failed_match.clone());
        stall.record_failed_match(7, "no memory");
        stall.observe(failed(&stall), true, start);
        assert!(stall.is_log_due(start + LOG_DELAY));
        stall.record_progress();
        stall.observe(failed(&stall), false, start + LOG_DELAY);
        assert_eq!((stall.obstacles(), stall.next_at(LIMIT)), (&[][..], None));
        let later = start + LIMIT;
        stall.record_failed_match(7, "no memory");
        stall.observe(failed(&stall), true, later);
        assert_eq!(stall.next_at(LIMIT), Some(later + LOG_DELAY));
    }

    #[test]
    fn voided_matches_are_counted_until_one_is_played() {
        let mut stall = StallWatch::default();
        assert_eq!([stall.record_voided(), stall.record_voided()], [false; 2]);
        stall.record_progress();
        let voided = [(); 3].map(|()| stall.record_voided());
        assert_eq!(voided, [false, false, true]);
    }
}
