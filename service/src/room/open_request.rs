//! A request that a seat must still answer.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::stamp::Stamp;
use crate::process_clock;

/// An action request without a submission.
#[derive(Debug)]
pub(super) struct OpenRequest {
    turn: u32,
    part: u32,
    /// When the first request of the turn was sent.
    turn_start: Stamp,
    start: Option<Stamp>,
    /// Whether the seat's time was running when the request was opened.
    is_continued: bool,
    /// The nanoseconds for which the process had been stalled when the request was opened.
    stalled_before: u64,
    search: Option<SearchHandle>,
}

/// A search of an agent. Dropping the handle stops the search.
#[derive(Debug, Default)]
pub(super) struct SearchHandle {
    /// Set just before the time of the decision is measured.
    pub(super) is_time_measured: Arc<AtomicBool>,
    /// Set to stop the search.
    pub(super) should_stop: Arc<AtomicBool>,
}

impl Drop for SearchHandle {
    fn drop(&mut self) {
        self.should_stop.store(true, Ordering::Relaxed);
    }
}

impl OpenRequest {
    /// Creates a request for the submission `part` of a turn whose first request was sent at
    /// `turn_start`. `start` is when the seat's time started: a client's with this request, an agent's
    /// with its search, `None` before. In a race the time of both continues from part to part.
    pub(super) fn new(turn: u32, part: u32, turn_start: Stamp, start: Option<Stamp>) -> Self {
        Self {
            turn,
            part,
            turn_start,
            start,
            is_continued: start.is_some(),
            stalled_before: process_clock::stalled(),
            search: None,
        }
    }

    /// Returns the number of the turn.
    pub(super) fn turn(&self) -> u32 {
        self.turn
    }

    /// Returns the index of the expected submission.
    pub(super) fn part(&self) -> u32 {
        self.part
    }

    /// Returns when the first request of the turn was sent.
    pub(super) fn turn_start(&self) -> Stamp {
        self.turn_start
    }

    /// Returns when the seat's time started, or `None` while an agent waits for a thread.
    pub(super) fn start(&self) -> Option<Stamp> {
        self.start
    }

    /// Returns when the seat's time started if it was running when the request was opened, otherwise
    /// `None`.
    pub(super) fn continued_start(&self) -> Option<Stamp> {
        self.start.filter(|_| self.is_continued)
    }

    /// Returns the nanoseconds for which the process was stalled since the request was opened.
    pub(super) fn stalled(&self) -> u64 {
        process_clock::stalled() - self.stalled_before
    }

    /// Returns `true` if no search was started for the request.
    pub(super) fn has_no_search(&self) -> bool {
        self.search.is_none()
    }

    /// Sets the search that answers the request, or `None` if it has to be requested again.
    pub(super) fn set_search(&mut self, search: Option<SearchHandle>) {
        self.search = search;
    }

    /// Starts the seat's time, because a thread has started the search.
    pub(super) fn start_time(&mut self, at: Stamp) {
        self.start = Some(at);
    }

    /// Moves the start of the seat's time by a suspension.
    pub(super) fn shift(&mut self, suspended_at: Stamp, resumed_at: Stamp) {
        self.turn_start = self.turn_start.shifted(suspended_at, resumed_at);
        if let Some(start) = &mut self.start {
            *start = start.shifted(suspended_at, resumed_at);
        }
    }

    /// Returns `true` if the time of an agent's decision is being measured, so that it may be any.
    fn is_time_measured(&self) -> bool {
        let is_measured = |search: &SearchHandle| search.is_time_measured.load(Ordering::SeqCst);
        self.search.as_ref().is_some_and(is_measured)
    }

    /// Returns when a submission will have taken longer than `nanos`, or `None` if the time alone does
    /// not decide it.
    pub(super) fn slower_than(&self, nanos: u64) -> Option<Stamp> {
        let start = self.start?;
        (!self.is_time_measured()).then(|| start.after_nanos(nanos.saturating_add(1)))
    }

    /// Returns the fewest nanoseconds that a submission can be found to have taken, if none arrived up
    /// to `processed_until`.
    pub(super) fn earliest_possible(&self, processed_until: Stamp) -> u64 {
        match self.start {
            Some(start) if !self.is_time_measured() => processed_until.next().nanos_since(start),
            _ => 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn submission_whose_time_is_measured_may_have_taken_any_time() {
        let start = Stamp::now();
        let mut request = OpenRequest::new(1, 0, start, Some(start));
        let search = SearchHandle::default();
        let is_time_measured = Arc::clone(&search.is_time_measured);
        request.set_search(Some(search));
        assert_eq!(request.earliest_possible(start.after_nanos(9)), 10);
        assert_eq!(request.slower_than(9), Some(start.after_nanos(10)));
        is_time_measured.store(true, Ordering::SeqCst);
        assert_eq!(request.earliest_possible(start.after_nanos(9)), 0);
        assert_eq!(request.slower_than(9), None);
    }

    #[test]
    fn dropped_search_is_stopped() {
        let search = SearchHandle::default();
        let should_stop = Arc::clone(&search.should_stop);
        let mut request = OpenRequest::new(1, 0, Stamp::now(), None);
        request.set_search(Some(search));
        assert!(!should_stop.load(Ordering::Relaxed));
        drop(request);
        assert!(should_stop.load(Ordering::Relaxed));
    }
}
