//! The absences of withdrawn entrants.

/// The batches that do not pair an entrant, from its withdrawal to its readmission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Absence {
    /// The entrant.
    pub entrant: usize,
    /// The index of the first batch that does not pair the entrant.
    pub from_batch: usize,
    /// The index of the first batch that pairs it again; `None` until it is readmitted.
    pub until_batch: Option<usize>,
}

impl Absence {
    /// Returns `true` until the entrant is readmitted.
    pub const fn is_open(&self) -> bool {
        self.until_batch.is_none()
    }

    /// Returns `true` if the batch with this index does not pair the entrant.
    pub fn contains(&self, batch: usize) -> bool {
        let has_returned = self.until_batch.is_some_and(|until| batch >= until);
        batch >= self.from_batch && !has_returned
    }
}
