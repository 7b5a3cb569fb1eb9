//! The names in a directory: as written, as durable, and the changes between the two.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};

use super::layered::{Change, Layered, Numbered};

/// Number of a file or directory in the volume.
pub(super) type NodeNumber = u64;

/// The names in a directory, and what of them a power cut cannot undo.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Directory {
    names: Layered<NameChangeKind>,
}

type Entries = BTreeMap<OsString, NodeNumber>;

/// A change of names that was made, but not synced.
pub(super) type NameChange = Numbered<NameChangeKind>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum NameChangeKind {
    /// Gives a node a name, instead of the node that had it.
    Link(OsString, NodeNumber),
    Unlink(OsString, NodeNumber),
    /// Gives a node another name in the same directory, in one step.
    Rename(OsString, OsString, NodeNumber),
}

impl NameChangeKind {
    fn node(&self) -> NodeNumber {
        let (Self::Link(_, node) | Self::Unlink(_, node) | Self::Rename(_, _, node)) = self;
        *node
    }
}

impl Directory {
    /// Returns the names and their nodes.
    pub(super) fn entries(&self) -> &BTreeMap<OsString, NodeNumber> {
        self.names.written()
    }

    /// Returns the node of a name, or `None` if there is none.
    pub(super) fn find(&self, name: &OsStr) -> Option<NodeNumber> {
        self.entries().get(name).copied()
    }

    /// Makes a change.
    pub(super) fn change(&mut self, change: NameChange) {
        self.names.change(change);
    }

    /// Makes all changes durable that were made before the change with the number `until`.
    pub(super) fn sync(&mut self, until: u64) {
        self.names.sync(until);
    }

    /// Makes the names of a node durable that it had before the change with the number `until`, as its own
    /// sync does on ext4: with them all changes before, since they are in one journal.
    pub(super) fn sync_node(&mut self, node: NodeNumber, until: u64) {
        let of_node = |change: &&NameChange| change.number < until && change.kind.node() == node;
        if let Some(last) = self.unsynced().iter().rev().find(of_node) {
            let until = last.number + 1;
            self.sync(until);
        }
    }

    /// Returns the changes that a power cut can undo.
    pub(super) fn unsynced(&self) -> &[NameChange] {
        self.names.unsynced()
    }

    /// Keeps what is durable, and those of the other changes for which `survives` returns `true`.
    pub(super) fn cut_power(&mut self, mut survives: impl FnMut(&NameChange) -> bool) {
        self.names
            .cut_power(|change| survives(change).then(|| change.kind.clone()));
    }
}

impl Change for NameChangeKind {
    type Content = Entries;

    fn apply(&self, entries: &mut Entries) {
        match self {
            Self::Link(name, node) => {
                entries.insert(name.clone(), *node);
            }
            Self::Unlink(name, _) => {
                entries.remove(name);
            }
            Self::Rename(from, to, node) => {
                entries.remove(from);
                entries.insert(to.clone(), *node);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn link(number: u64, name: &str, node: NodeNumber) -> NameChange {
        let kind = NameChangeKind::Link(name.into(), node);
        NameChange { number, kind }
    }

    fn unlink(number: u64, name: &str, node: NodeNumber) -> NameChange {
        let kind = NameChangeKind::Unlink(name.into(), node);
        NameChange { number, kind }
    }

    fn rename(number: u64, from: &str, to: &str, node: NodeNumber) -> NameChange {
        let kind = NameChangeKind::Rename(from.into(), to.into(), node);
        NameChange { number, kind }
    }

    fn directory(changes: impl IntoIterator<Item = NameChange>) -> Directory {
        let mut directory = Directory::default();
        for change in changes {
            directory.change(change);
        }
        directory
    }

    fn after_losing_all(mut directory: Directory) -> Vec<(String, NodeNumber)> {
        directory.cut_power(|_| false);
        let entries = directory.entries().iter();
        entries
            .map(|(name, node)| (name.to_string_lossy().into_owned(), *node))
            .collect()
    }

    #[test]
    fn created_renamed_and_deleted_names_are_durable_after_a_sync_of_the_directory() {
        let mut names = directory([link(1, "a", 10), link(2, "b", 11)]);
        names.sync(3);
        names.change(rename(3, "a", "c", 10));
        names.change(unlink(4, "b", 11));
        let unsynced = names.clone();
        names.sync(5);
        assert_eq!(after_losing_all(names), [("c".into(), 10)]);
        let before = [("a".into(), 10), ("b".into(), 11)];
        assert_eq!(after_losing_all(unsynced), before);
    }

    #[test]
    fn sync_of_a_file_makes_its_name_durable_and_every_change_before() {
        let mut names = directory([link(1, "a", 10), link(2, "b", 11), link(3, "c", 12)]);
        names.sync_node(11, 4);
        let expected = [("a".into(), 10), ("b".into(), 11)];
        assert_eq!(after_losing_all(names.clone()), expected);
        // A sync that began before the file was created does not cover its name.
        names.sync_node(12, 3);
        assert_eq!(after_losing_all(names), expected);
    }

    #[test]
    fn rename_over_an_existing_name_is_one_step() {
        let mut names = directory([link(1, "new", 10), link(2, "old", 11)]);
        names.sync(3);
        names.change(rename(3, "new", "old", 10));
        let lost = [("new".into(), 10), ("old".into(), 11)];
        assert_eq!(after_losing_all(names.clone()), lost);
        names.cut_power(|_| true);
        assert_eq!(names.find("old".as_ref()), Some(10));
        assert_eq!(names.find("new".as_ref()), None);
    }
}
