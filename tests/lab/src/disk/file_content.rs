//! The bytes of a file: as written, as durable, and the changes between the two.

use super::layered::{Change, Layered, Numbered};
use super::survival::Survival;

/// Size of a sector: a disk writes it entirely or not at all.
pub(super) const SECTOR_BYTES: usize = 512;

/// A file as programs read it, and what of it a power cut cannot undo.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct FileContent {
    bytes: Layered<FileChangeKind>,
}

/// A change that was made, but not synced.
pub(super) type FileChange = Numbered<FileChangeKind>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum FileChangeKind {
    Write { offset: usize, bytes: Vec<u8> },
    Resize(usize),
}

impl FileContent {
    /// Returns the bytes as written.
    pub(super) fn written(&self) -> &[u8] {
        self.bytes.written()
    }

    /// Returns up to `length` bytes from `offset`; fewer at the end of the file.
    pub(super) fn read(&self, offset: usize, length: usize) -> &[u8] {
        let written = self.written();
        let end = offset.saturating_add(length).min(written.len());
        written.get(offset..end).unwrap_or_default()
    }

    /// Makes a change.
    pub(super) fn change(&mut self, change: FileChange) {
        self.bytes.change(change);
    }

    /// Makes all changes durable that were made before the change with the number `until`.
    pub(super) fn sync(&mut self, until: u64) {
        self.bytes.sync(until);
    }

    /// Returns the changes that a power cut can undo.
    pub(super) fn unsynced(&self) -> &[FileChange] {
        self.bytes.unsynced()
    }

    /// Keeps what is durable, and of every other change as much as `survival` returns for it.
    pub(super) fn cut_power(&mut self, mut survival: impl FnMut(&FileChange) -> Survival) {
        self.bytes.cut_power(|change| match survival(change) {
            Survival::Lost => None,
            Survival::Kept => Some(change.kind.clone()),
            Survival::Torn { sectors } => Some(change.kind.first_sectors(sectors)),
        });
    }
}

impl FileChangeKind {
    /// Returns the number of sectors that the change writes.
    pub(super) fn sectors(&self) -> usize {
        match self {
            Self::Write { bytes, .. } if bytes.is_empty() => 0,
            Self::Write { offset, bytes } => {
                (offset + bytes.len()).div_ceil(SECTOR_BYTES) - offset / SECTOR_BYTES
            }
            Self::Resize(_) => 0,
        }
    }

    /// Returns the part of the change that lies in its first sectors.
    fn first_sectors(&self, sectors: usize) -> Self {
        match self {
            Self::Write { offset, bytes } => {
                let end = (offset / SECTOR_BYTES + sectors) * SECTOR_BYTES;
                let length = end.saturating_sub(*offset).min(bytes.len());
                Self::Write {
                    offset: *offset,
                    bytes: bytes[..length].to_vec(),
                }
            }
            Self::Resize(length) => Self::Resize(*length),
        }
    }
}

impl Change for FileChangeKind {
    type Content = Vec<u8>;

    /// Makes the change. What lies between the end of the file and a write behind it is zero.
    fn apply(&self, content: &mut Vec<u8>) {
        match self {
            Self::Write { offset, bytes } if !bytes.is_empty() => {
                let end = offset + bytes.len();
                if content.len() < end {
                    content.resize(end, 0);
                }
                content[*offset..end].copy_from_slice(bytes);
            }
            Self::Write { .. } => {}
            Self::Resize(length) => content.resize(*length, 0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(number: u64, offset: usize, bytes: &[u8]) -> FileChange {
        let bytes = bytes.to_vec();
        let kind = FileChangeKind::Write { offset, bytes };
        FileChange { number, kind }
    }

    fn resize(number: u64, length: usize) -> FileChange {
        let kind = FileChangeKind::Resize(length);
        FileChange { number, kind }
    }

    fn content(changes: impl IntoIterator<Item = FileChange>) -> FileContent {
        let mut content = FileContent::default();
        for change in changes {
            content.change(change);
        }
        content
    }

    #[test]
    fn synced_writes_survive_a_power_cut_that_loses_all_others() {
        let mut file = content([write(1, 0, b"abcdef"), write(2, 2, b"XY")]);
        file.sync(3);
        file.change(write(3, 0, b"lost"));
        file.change(resize(4, 1));
        assert_eq!(file.written(), b"l");
        file.cut_power(|_| Survival::Lost);
        assert_eq!(file.written(), b"abXYef");
        assert!(file.unsynced().is_empty());
    }

    #[test]
    fn sync_covers_only_what_was_written_before_it() {
        let mut file = content([write(1, 0, b"one"), write(5, 3, b"two")]);
        file.sync(5);
        assert_eq!(file.unsynced(), [write(5, 3, b"two")]);
        file.cut_power(|_| Survival::Lost);
        assert_eq!(file.written(), b"one");
    }

    #[test]
    fn later_write_survives_without_an_earlier_one() {
        let mut file = content([write(1, 0, b"abc"), write(2, 5, b"xyz")]);
        file.cut_power(|change| {
            if change.number == 2 {
                Survival::Kept
            } else {
                Survival::Lost
            }
        });
        assert_eq!(file.written(), b"\0\0\0\0\0xyz");
    }

    #[test]
    fn torn_write_ends_at_a_sector_of_the_file() {
        let bytes = [7; 1200];
        let first = write(1, 500, &bytes);
        // 12 bytes of the first sector, two whole ones and 164 bytes of a fourth.
        assert_eq!(first.kind.sectors(), 4);
        for (sectors, length) in [(0, 0), (1, 512), (2, 1024), (3, 1536), (4, 1700)] {
            let mut file = content([first.clone()]);
            file.cut_power(|_| Survival::Torn { sectors });
            assert_eq!(file.written().len(), length, "{sectors} sectors");
            let written = file.written().get(500..).unwrap_or_default();
            assert!(written.iter().all(|byte| *byte == 7), "{sectors} sectors");
        }
    }

    #[test]
    fn read_beyond_the_end_is_short() {
        let file = content([write(1, 0, b"abc")]);
        assert_eq!(file.read(1, 100), b"bc");
        assert_eq!(file.read(3, 1), b"");
        assert_eq!(file.read(usize::MAX, 5), b"");
    }
}
