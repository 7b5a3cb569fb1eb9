//! Values that differ in one label.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// A value for each label. The labels are names in the program, so there are few.
#[derive(Debug, Default)]
pub(super) struct Labelled(Mutex<BTreeMap<&'static str, i64>>);

impl Labelled {
    /// Adds to the value of a label.
    pub(super) fn add(&self, label: &'static str, difference: i64) {
        self.change(label, |value| *value += difference);
    }

    /// Sets the value of a label.
    pub(super) fn set(&self, label: &'static str, value: i64) {
        self.change(label, |former| *former = value);
    }

    /// Returns all labels that have a value.
    pub(super) fn values(&self) -> Vec<(&'static str, i64)> {
        let values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        values
            .iter()
            .map(|(label, value)| (*label, *value))
            .collect()
    }

    fn change(&self, label: &'static str, change: impl FnOnce(&mut i64)) {
        let mut values = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        change(values.entry(label).or_default());
    }
}
