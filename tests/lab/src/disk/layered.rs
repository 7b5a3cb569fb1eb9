//! Content as it was written, as it is durable, and the changes between the two.

/// A change of content.
pub(super) trait Change {
    /// What is changed.
    type Content: Clone + Default;

    /// Makes the change.
    fn apply(&self, content: &mut Self::Content);
}

/// A change with its position among all changes of the volume.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Numbered<C> {
    pub(super) number: u64,
    pub(super) kind: C,
}

/// Content as programs read it, and what of it a power cut cannot undo.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Layered<C: Change> {
    written: C::Content,
    durable: C::Content,
    /// Changes that no sync has covered, in the order in which they were made.
    unsynced: Vec<Numbered<C>>,
}

impl<C: Change> Default for Layered<C> {
    fn default() -> Self {
        Self {
            written: C::Content::default(),
            durable: C::Content::default(),
            unsynced: Vec::new(),
        }
    }
}

impl<C: Change> Layered<C> {
    /// Returns the content as written.
    pub(super) fn written(&self) -> &C::Content {
        &self.written
    }

    /// Returns the changes that a power cut can undo.
    pub(super) fn unsynced(&self) -> &[Numbered<C>] {
        &self.unsynced
    }

    /// Makes a change.
    pub(super) fn change(&mut self, change: Numbered<C>) {
        change.kind.apply(&mut self.written);
        self.unsynced.push(change);
    }

    /// Makes all changes durable that were made before the change with the number `until`.
    pub(super) fn sync(&mut self, until: u64) {
        let covered = self
            .unsynced
            .partition_point(|change| change.number < until);
        for change in self.unsynced.drain(..covered) {
            change.kind.apply(&mut self.durable);
        }
    }

    /// Keeps what is durable, and of every other change what `surviving` returns for it.
    pub(super) fn cut_power(&mut self, mut surviving: impl FnMut(&Numbered<C>) -> Option<C>) {
        for change in std::mem::take(&mut self.unsynced) {
            if let Some(kind) = surviving(&change) {
                kind.apply(&mut self.durable);
            }
        }
        self.written.clone_from(&self.durable);
    }
}
