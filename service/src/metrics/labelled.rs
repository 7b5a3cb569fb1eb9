//! Values that differ in their labels.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// A value for each label. The labels are names in the program, so there are few.
#[derive(Debug)]
pub(super) struct Labelled<L>(Mutex<BTreeMap<L, i64>>);

impl<L> Default for Labelled<L> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<L: Ord + Copy> Labelled<L> {
    /// Adds to the value of a label.
    pub(super) fn add(&self, label: L, difference: i64) {
        self.change(label, |value| *value += difference);
    }

    /// Sets the value of a label.
    pub(super) fn set(&self, label: L, value: i64) {
        self.change(label, |former| *former = value);
    }

    /// Returns all labels that have a value.
    pub(super) fn values(&self) -> Vec<(L, i64)> {
        let values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        values
            .iter()
            .map(|(label, value)| (*label, *value))
            .collect()
    }

    fn change(&self, label: L, change: impl FnOnce(&mut i64)) {
        let mut values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        change(values.entry(label).or_default());
    }
}
