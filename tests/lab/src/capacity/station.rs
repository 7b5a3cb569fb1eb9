//! A part of a cluster that serves requests one after the other.

use std::collections::VecDeque;

/// A queue with several servers of the same speed, in the sense of queueing theory.
#[derive(Debug)]
pub(super) struct Station<T> {
    lanes: u32,
    busy: u32,
    waiting: VecDeque<(T, f64)>,
    /// The sum of all service times that have started.
    served_seconds: f64,
}

impl<T> Station<T> {
    pub(super) fn new(lanes: u32) -> Self {
        Self {
            lanes,
            busy: 0,
            waiting: VecDeque::new(),
            served_seconds: 0.0,
        }
    }

    /// Adds a request that takes `seconds`. Returns it with its time if it is served at once.
    pub(super) fn arrive(&mut self, request: T, seconds: f64) -> Option<(T, f64)> {
        if self.busy == self.lanes {
            self.waiting.push_back((request, seconds));
            return None;
        }
        self.busy += 1;
        self.served_seconds += seconds;
        Some((request, seconds))
    }

    /// Ends the service of a request. Returns the next request and its time.
    pub(super) fn depart(&mut self) -> Option<(T, f64)> {
        let Some((request, seconds)) = self.waiting.pop_front() else {
            self.busy -= 1;
            return None;
        };
        self.served_seconds += seconds;
        Some((request, seconds))
    }

    /// Returns the share of the time in which the station was busy; above 1 if it has promised more than it could serve.
    pub(super) fn utilization(&self, seconds: f64) -> f64 {
        self.served_seconds / (seconds * f64::from(self.lanes))
    }

    /// Starts the measurement.
    pub(super) fn reset(&mut self) {
        self.served_seconds = 0.0;
    }
}
