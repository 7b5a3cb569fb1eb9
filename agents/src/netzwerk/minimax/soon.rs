//! The end of a short task that completes a choice after its search.

use std::cell::Cell;

/// Number of times that [`Soon`] is asked after a stop before it is over.
const CHECKS_AFTER_STOP: u32 = 16;

/// The end of a short task with which a choice is completed: later than the stop, but soon.
pub(super) struct Soon<'a> {
    should_stop: &'a dyn Fn() -> bool,
    checks: Cell<u32>,
}

impl<'a> Soon<'a> {
    pub(super) const fn new(should_stop: &'a dyn Fn() -> bool) -> Self {
        Self {
            should_stop,
            checks: Cell::new(0),
        }
    }

    /// Returns `true` if the task must end without a result.
    pub(super) fn is_over(&self) -> bool {
        if self.checks.get() > 0 || (self.should_stop)() {
            self.checks.set(self.checks.get() + 1);
        }
        self.checks.get() > CHECKS_AFTER_STOP
    }
}
