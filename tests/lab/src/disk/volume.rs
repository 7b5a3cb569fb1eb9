//! The files and directories of a disk that can lose power. Nothing here knows of FUSE.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};

use botwerk_engine::StableRng;

use super::directory::{Directory, NameChange, NameChangeKind, NodeNumber};
use super::file_content::{FileChange, FileChangeKind, FileContent};
use super::survival::{LossPattern, Survival};

/// The directory in which all others are.
pub(super) const ROOT: NodeNumber = 1;

/// Permissions of the directory in which all others are.
const ROOT_MODE: u16 = 0o700;

/// All files and directories. A power cut leaves what was synced, and of the rest any part.
#[derive(Debug, Clone)]
pub(super) struct Volume {
    nodes: BTreeMap<NodeNumber, Node>,
    last_node: NodeNumber,
    /// Number of the next change.
    next_change: u64,
}

/// A file or directory.
#[derive(Debug, Clone)]
pub(super) struct Node {
    /// Permissions.
    pub(super) mode: u16,
    pub(super) kind: NodeKind,
}

#[derive(Debug, Clone)]
pub(super) enum NodeKind {
    File(FileContent),
    Directory(Directory),
}

/// The reason why an operation is impossible.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum VolumeError {
    NotFound,
    AlreadyExists,
    IsDirectory,
    NotDirectory,
    NotEmpty,
    /// The volume cannot do this.
    Unsupported,
}

/// What a power cut did to the changes that were not synced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct PowerCut {
    pub(crate) kept: u64,
    pub(crate) lost: u64,
    /// Writes of which only the first sectors survived.
    pub(crate) torn: u64,
}

impl Volume {
    /// Creates a volume with nothing but its first directory.
    pub(super) fn new() -> Self {
        let root = Node {
            mode: ROOT_MODE,
            kind: NodeKind::Directory(Directory::default()),
        };
        Self {
            nodes: BTreeMap::from([(ROOT, root)]),
            last_node: ROOT,
            next_change: 0,
        }
    }

    /// Returns a file or directory.
    pub(super) fn node(&self, number: NodeNumber) -> Result<&Node, VolumeError> {
        self.nodes.get(&number).ok_or(VolumeError::NotFound)
    }

    /// Returns the node of a name in a directory.
    pub(super) fn find(&self, parent: NodeNumber, name: &OsStr) -> Result<NodeNumber, VolumeError> {
        self.directory(parent)?
            .find(name)
            .ok_or(VolumeError::NotFound)
    }

    /// Returns the names in a directory and their nodes.
    pub(super) fn entries(
        &self,
        number: NodeNumber,
    ) -> Result<&BTreeMap<OsString, NodeNumber>, VolumeError> {
        Ok(self.directory(number)?.entries())
    }

    /// Returns the bytes of a file.
    pub(super) fn content(&self, number: NodeNumber) -> Result<&FileContent, VolumeError> {
        match &self.node(number)?.kind {
            NodeKind::File(content) => Ok(content),
            NodeKind::Directory(_) => Err(VolumeError::IsDirectory),
        }
    }

    /// Returns the number of the next change: a sync covers all changes before it.
    pub(super) fn next_change(&self) -> u64 {
        self.next_change
    }

    /// Creates an empty file or directory.
    pub(super) fn create(
        &mut self,
        parent: NodeNumber,
        name: &OsStr,
        node: Node,
    ) -> Result<NodeNumber, VolumeError> {
        if self.directory(parent)?.find(name).is_some() {
            return Err(VolumeError::AlreadyExists);
        }
        self.last_node += 1;
        let number = self.last_node;
        self.nodes.insert(number, node);
        self.change_names(parent, NameChangeKind::Link(name.to_owned(), number))?;
        Ok(number)
    }

    /// Removes a name. Its file remains readable for those who have it open, until a power cut.
    pub(super) fn remove(&mut self, parent: NodeNumber, name: &OsStr) -> Result<(), VolumeError> {
        let number = self.find(parent, name)?;
        if let NodeKind::Directory(directory) = &self.node(number)?.kind
            && !directory.entries().is_empty()
        {
            return Err(VolumeError::NotEmpty);
        }
        self.change_names(parent, NameChangeKind::Unlink(name.to_owned(), number))
    }

    /// Renames a file or directory within its directory.
    pub(super) fn rename(
        &mut self,
        (parent, from): (NodeNumber, &OsStr),
        (new_parent, to): (NodeNumber, &OsStr),
    ) -> Result<(), VolumeError> {
        if parent != new_parent {
            return Err(VolumeError::Unsupported);
        }
        let number = self.find(parent, from)?;
        let change = NameChangeKind::Rename(from.to_owned(), to.to_owned(), number);
        self.change_names(parent, change)
    }

    /// Sets the permissions of a file or directory.
    pub(super) fn set_mode(&mut self, number: NodeNumber, mode: u16) -> Result<(), VolumeError> {
        self.node_mut(number)?.mode = mode;
        Ok(())
    }

    /// Writes to a file or changes its size.
    pub(super) fn change_file(
        &mut self,
        number: NodeNumber,
        kind: FileChangeKind,
    ) -> Result<(), VolumeError> {
        let change = FileChange {
            number: self.next_change,
            kind,
        };
        match &mut self.node_mut(number)?.kind {
            NodeKind::File(content) => content.change(change),
            NodeKind::Directory(_) => return Err(VolumeError::IsDirectory),
        }
        self.next_change += 1;
        Ok(())
    }

    /// Makes a file durable with its name, or the names in a directory: everything that was changed before
    /// the change with the number `until`.
    pub(super) fn sync(&mut self, number: NodeNumber, until: u64) -> Result<(), VolumeError> {
        match &mut self.node_mut(number)?.kind {
            NodeKind::File(content) => content.sync(until),
            NodeKind::Directory(directory) => directory.sync(until),
        }
        for node in self.nodes.values_mut() {
            if let NodeKind::Directory(directory) = &mut node.kind {
                directory.sync_node(number, until);
            }
        }
        Ok(())
    }

    /// Cuts the power: every change that was not synced survives or is lost, as the random numbers say.
    /// The latest write was in progress: only its first sectors survive, none or all of them.
    pub(super) fn cut_power(&mut self, rng: &mut StableRng) -> PowerCut {
        let latest_write = self.latest_unsynced_write();
        let first = self.first_unsynced().unwrap_or(self.next_change);
        let pattern = LossPattern::sample(first, self.next_change, rng);
        let mut cut = PowerCut::default();
        for node in self.nodes.values_mut() {
            match &mut node.kind {
                NodeKind::File(content) => content.cut_power(|change| {
                    let survival = if Some(change.number) == latest_write {
                        tear(&change.kind, rng)
                    } else if pattern.keeps(change.number, rng) {
                        Survival::Kept
                    } else {
                        Survival::Lost
                    };
                    cut.count(survival);
                    survival
                }),
                NodeKind::Directory(directory) => directory.cut_power(|change| {
                    let is_kept = pattern.keeps(change.number, rng);
                    cut.count(if is_kept {
                        Survival::Kept
                    } else {
                        Survival::Lost
                    });
                    is_kept
                }),
            }
        }
        self.remove_unnamed();
        cut
    }

    fn change_names(
        &mut self,
        parent: NodeNumber,
        kind: NameChangeKind,
    ) -> Result<(), VolumeError> {
        let change = NameChange {
            number: self.next_change,
            kind,
        };
        match &mut self.node_mut(parent)?.kind {
            NodeKind::Directory(directory) => directory.change(change),
            NodeKind::File(_) => return Err(VolumeError::NotDirectory),
        }
        self.next_change += 1;
        Ok(())
    }

    fn directory(&self, number: NodeNumber) -> Result<&Directory, VolumeError> {
        match &self.node(number)?.kind {
            NodeKind::Directory(directory) => Ok(directory),
            NodeKind::File(_) => Err(VolumeError::NotDirectory),
        }
    }

    fn node_mut(&mut self, number: NodeNumber) -> Result<&mut Node, VolumeError> {
        self.nodes.get_mut(&number).ok_or(VolumeError::NotFound)
    }

    fn first_unsynced(&self) -> Option<u64> {
        let firsts = self.nodes.values().filter_map(|node| match &node.kind {
            NodeKind::File(content) => content.unsynced().first().map(|change| change.number),
            NodeKind::Directory(names) => names.unsynced().first().map(|change| change.number),
        });
        firsts.min()
    }

    fn latest_unsynced_write(&self) -> Option<u64> {
        let writes = self.nodes.values().filter_map(|node| match &node.kind {
            NodeKind::File(content) => {
                let mut changes = content.unsynced().iter().rev();
                changes.find(|change| change.kind.sectors() > 0)
            }
            NodeKind::Directory(_) => None,
        });
        writes.map(|change| change.number).max()
    }

    /// Removes the nodes that no directory names any longer.
    fn remove_unnamed(&mut self) {
        let mut named = BTreeSet::from([ROOT]);
        let mut open = vec![ROOT];
        while let Some(number) = open.pop() {
            let entries = self.entries(number).into_iter().flatten();
            open.extend(
                entries
                    .map(|(_, node)| *node)
                    .filter(|node| named.insert(*node)),
            );
        }
        self.nodes.retain(|number, _| named.contains(number));
    }
}

impl PowerCut {
    fn count(&mut self, survival: Survival) {
        match survival {
            Survival::Kept => self.kept += 1,
            Survival::Lost => self.lost += 1,
            Survival::Torn { .. } => self.torn += 1,
        }
    }
}

/// Samples how much of a write in progress survives.
fn tear(change: &FileChangeKind, rng: &mut StableRng) -> Survival {
    let all = change.sectors();
    match rng.below(all as u64 + 1) as usize {
        0 => Survival::Lost,
        sectors if sectors == all => Survival::Kept,
        sectors => Survival::Torn { sectors },
    }
}

#[cfg(test)]
mod tests {
    use botwerk_engine::RootSeed;

    use super::*;

    fn file() -> Node {
        Node {
            mode: 0o600,
            kind: NodeKind::File(FileContent::default()),
        }
    }

    fn write(volume: &mut Volume, number: NodeNumber, offset: usize, bytes: &[u8]) {
        let bytes = bytes.to_vec();
        let change = FileChangeKind::Write { offset, bytes };
        volume.change_file(number, change).unwrap();
    }

    fn sync(volume: &mut Volume, number: NodeNumber) {
        volume.sync(number, volume.next_change()).unwrap();
    }

    fn text<'a>(volume: &'a Volume, name: &str) -> Option<&'a [u8]> {
        let number = volume.find(ROOT, name.as_ref()).ok()?;
        Some(volume.content(number).unwrap().written())
    }

    #[test]
    fn synced_file_survives_every_power_cut_with_its_name() {
        for seed in 0..200 {
            let mut rng = RootSeed::from_text(&seed.to_string()).rng();
            let mut volume = Volume::new();
            let number = volume.create(ROOT, "db".as_ref(), file()).unwrap();
            write(&mut volume, number, 0, b"kept");
            sync(&mut volume, number);
            write(&mut volume, number, 4, b"more");
            volume.cut_power(&mut rng);
            let text = text(&volume, "db").unwrap();
            assert!([&b"kept"[..], b"keptmore"].contains(&text), "{text:?}");
        }
    }

    #[test]
    fn unsynced_changes_survive_in_every_combination() {
        let mut seen = BTreeSet::new();
        for seed in 0..300 {
            let mut rng = RootSeed::from_text(&seed.to_string()).rng();
            let mut volume = Volume::new();
            let number = volume.create(ROOT, "db".as_ref(), file()).unwrap();
            write(&mut volume, number, 0, b"..");
            sync(&mut volume, number);
            write(&mut volume, number, 0, b"a");
            write(&mut volume, number, 1, b"b");
            volume.create(ROOT, "log".as_ref(), file()).unwrap();
            let cut = volume.cut_power(&mut rng);
            assert_eq!((cut.kept + cut.lost, cut.torn), (3, 0));
            let text = String::from_utf8(text(&volume, "db").unwrap().to_vec()).unwrap();
            seen.insert((text, self::text(&volume, "log").is_some()));
        }
        // Each of the three changes alone and with each other: in any order.
        assert_eq!(seen.len(), 8, "{seen:?}");
    }

    #[test]
    fn only_the_latest_write_is_torn() {
        let mut torn = 0;
        for seed in 0..100 {
            let mut rng = RootSeed::from_text(&seed.to_string()).rng();
            let mut volume = Volume::new();
            let number = volume.create(ROOT, "db".as_ref(), file()).unwrap();
            sync(&mut volume, number);
            write(&mut volume, number, 0, &[1; 2048]);
            write(&mut volume, number, 2048, &[2; 2048]);
            torn += volume.cut_power(&mut rng).torn;
            let bytes = text(&volume, "db").unwrap();
            let (first, second) = bytes.split_at(bytes.len().min(2048));
            let is_whole = first.is_empty() || first == [1; 2048];
            assert!(is_whole || first.iter().all(|byte| *byte == 0));
            assert!(second.len().is_multiple_of(512) && second.iter().all(|byte| *byte == 2));
        }
        assert!((30..90).contains(&torn), "{torn}");
    }

    #[test]
    fn power_cut_is_reproducible() {
        let after = || {
            let mut volume = Volume::new();
            for name in ["a", "b"] {
                let number = volume.create(ROOT, name.as_ref(), file()).unwrap();
                for offset in 0..50 {
                    write(&mut volume, number, offset * 700, &[offset as u8 + 1; 700]);
                }
            }
            let cut = volume.cut_power(&mut RootSeed::from_text("9").rng());
            let contents = ["a", "b"].map(|name| text(&volume, name).map(<[u8]>::to_vec));
            (cut, contents)
        };
        assert_eq!(after(), after());
    }

    #[test]
    fn unnamed_files_are_gone_after_a_power_cut() {
        let mut volume = Volume::new();
        let number = volume.create(ROOT, "journal".as_ref(), file()).unwrap();
        write(&mut volume, number, 0, b"x");
        volume.remove(ROOT, "journal".as_ref()).unwrap();
        assert_eq!(volume.content(number).unwrap().written(), b"x");
        sync(&mut volume, ROOT);
        volume.cut_power(&mut RootSeed::from_text("1").rng());
        assert_eq!(volume.content(number), Err(VolumeError::NotFound));
    }

    #[test]
    fn impossible_operations_are_rejected() {
        let mut volume = Volume::new();
        let directory = Node {
            mode: 0o700,
            kind: NodeKind::Directory(Directory::default()),
        };
        let folder = volume.create(ROOT, "logs".as_ref(), directory).unwrap();
        volume.create(folder, "a".as_ref(), file()).unwrap();
        let again = volume.create(ROOT, "logs".as_ref(), file());
        assert_eq!(again, Err(VolumeError::AlreadyExists));
        let not_empty = volume.remove(ROOT, "logs".as_ref());
        assert_eq!(not_empty, Err(VolumeError::NotEmpty));
        let missing = volume.remove(ROOT, "b".as_ref());
        assert_eq!(missing, Err(VolumeError::NotFound));
        assert_eq!(volume.content(folder), Err(VolumeError::IsDirectory));
        let to_other = volume.rename((folder, "a".as_ref()), (ROOT, "a".as_ref()));
        assert_eq!(to_other, Err(VolumeError::Unsupported));
    }
}
