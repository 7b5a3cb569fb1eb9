//! Checking and unpacking an archive.

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use flate2::read::GzDecoder;
use tar::EntryType;

use crate::{ArchiveError, MANIFEST, MAX_ENTRIES, MAX_UNPACKED_BYTES, Manifest};

/// Maximum size of a manifest, in bytes.
const MAX_MANIFEST_BYTES: u64 = 64 << 10;

/// Bytes of headers and padding that a tar file has for each entry at most, with long names.
const ENTRY_OVERHEAD: u64 = 8 << 10;

/// What an archive has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Archive {
    /// Its manifest.
    pub manifest: Manifest,
    /// Number of its files and folders.
    pub entries: usize,
    /// Size of its files together.
    pub bytes: u64,
}

impl Archive {
    /// Reads a gzipped archive, and checks it without unpacking it.
    ///
    /// # Errors
    /// Returns an error if it is damaged, has no valid manifest, or something that no archive may have.
    pub fn check(compressed: impl Read) -> Result<Self, ArchiveError> {
        let contents = read(decompressed(compressed), None)?;
        Self::new(contents)
    }

    /// Unpacks a gzipped archive into a new folder. Files may be read by all users, and executed where they were executable.
    ///
    /// # Errors
    /// Returns an error as [`check`](Self::check) does, or if a file cannot be written; what was unpacked until then stays.
    pub fn unpack(compressed: impl Read, folder: &Path) -> Result<Self, ArchiveError> {
        let contents = read(decompressed(compressed), Some(folder))?;
        Self::new(contents)
    }

    fn new(contents: Contents) -> Result<Self, ArchiveError> {
        let manifest = contents.manifest.ok_or(ArchiveError::NoManifest)?;
        Ok(Self {
            manifest: Manifest::parse(&manifest)?,
            entries: contents.paths.len(),
            bytes: contents.bytes,
        })
    }
}

/// Unpacks a tar file that is not compressed into a new folder, with the limits of an archive. It needs no manifest.
///
/// # Errors
/// Returns an error as [`Archive::unpack`] does.
pub fn unpack_tar(tar: impl Read, folder: &Path) -> Result<(), ArchiveError> {
    read(limited(tar), Some(folder)).map(drop)
}

/// Returns the decompressed bytes, up to the limit of all files and their headers.
fn decompressed(compressed: impl Read) -> impl Read {
    limited(GzDecoder::new(compressed))
}

fn limited(tar: impl Read) -> impl Read {
    tar.take(MAX_UNPACKED_BYTES + MAX_ENTRIES as u64 * ENTRY_OVERHEAD)
}

/// What was found in a tar file.
#[derive(Default)]
struct Contents {
    manifest: Option<String>,
    paths: BTreeSet<PathBuf>,
    bytes: u64,
}

/// Reads a tar file, and unpacks it into a folder if one is given.
fn read(tar: impl Read, folder: Option<&Path>) -> Result<Contents, ArchiveError> {
    let mut contents = Contents::default();
    if let Some(folder) = folder {
        create_folder(folder)?;
    }
    let mut archive = tar::Archive::new(tar);
    for entry in archive.entries()? {
        let mut entry = entry?;
        let kind = entry.header().entry_type();
        if kind == EntryType::XGlobalHeader {
            continue;
        }
        let shown = entry.path_bytes();
        let shown = String::from_utf8_lossy(&shown)
            .chars()
            .take(200)
            .collect::<String>();
        let Some(path) = inner_path(&entry.path()?, &shown)? else {
            continue;
        };
        if contents.paths.len() >= MAX_ENTRIES {
            return Err(ArchiveError::TooManyEntries(MAX_ENTRIES));
        }
        let target = folder.map(|folder| folder.join(&path));
        match kind {
            EntryType::Directory => {
                if let Some(target) = &target {
                    create_folder(target)?;
                }
                contents.paths.insert(path);
            }
            EntryType::Regular | EntryType::Continuous => {
                let is_manifest = path == Path::new(MANIFEST);
                if !contents.paths.insert(path) {
                    return Err(ArchiveError::Duplicate(shown));
                }
                contents.bytes += entry.size();
                if contents.bytes > MAX_UNPACKED_BYTES {
                    return Err(ArchiveError::TooLarge(MAX_UNPACKED_BYTES));
                }
                let is_executable = entry.header().mode().is_ok_and(|mode| mode & 0o111 != 0);
                if is_manifest {
                    let mut text = String::new();
                    (&mut entry)
                        .take(MAX_MANIFEST_BYTES)
                        .read_to_string(&mut text)?;
                    if let Some(target) = &target {
                        write_file(target, &mut text.as_bytes(), false)?;
                    }
                    contents.manifest = Some(text);
                } else if let Some(target) = &target {
                    write_file(target, &mut entry, is_executable)?;
                } else {
                    io::copy(&mut entry, &mut io::sink())?;
                }
            }
            _ => return Err(ArchiveError::Special(shown)),
        }
    }
    Ok(contents)
}

/// Returns the path of an entry in the folder; `None` for the folder itself.
fn inner_path(path: &Path, shown: &str) -> Result<Option<PathBuf>, ArchiveError> {
    let invalid = || ArchiveError::Path(shown.to_owned());
    let mut inner = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::Normal(name) => {
                // Other systems have other separators and drives.
                let name = name.to_str().ok_or_else(invalid)?;
                if name.contains(['\\', ':', '\0']) {
                    return Err(invalid());
                }
                inner.push(name);
            }
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => {
                return Err(invalid());
            }
        }
    }
    Ok((!inner.as_os_str().is_empty()).then_some(inner))
}

fn create_folder(path: &Path) -> Result<(), ArchiveError> {
    fs::create_dir_all(path).map_err(|error| file_error(path, error))?;
    set_mode(path, 0o755)
}

/// Writes a new file.
fn write_file(
    path: &Path,
    content: &mut dyn Read,
    is_executable: bool,
) -> Result<(), ArchiveError> {
    if let Some(parent) = path.parent() {
        create_folder(parent)?;
    }
    let file = OpenOptions::new().write(true).create_new(true).open(path);
    let mut file = file.map_err(|error| file_error(path, error))?;
    io::copy(content, &mut file).map_err(|error| file_error(path, error))?;
    set_mode(path, if is_executable { 0o755 } else { 0o644 })
}

#[cfg(unix)]
fn set_mode(path: &Path, mode: u32) -> Result<(), ArchiveError> {
    use std::os::unix::fs::PermissionsExt;
    let permissions = fs::Permissions::from_mode(mode);
    fs::set_permissions(path, permissions).map_err(|error| file_error(path, error))
}

#[cfg(not(unix))]
fn set_mode(_: &Path, _: u32) -> Result<(), ArchiveError> {
    Ok(())
}

fn file_error(path: &Path, error: io::Error) -> ArchiveError {
    let path = path.display().to_string();
    ArchiveError::File { path, error }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use tar::{Builder, Header};

    use super::*;

    const TEXT: &str = "game = \"netzwerk\"\ncommand = \"./bot\"\n";

    fn header(kind: EntryType, size: u64) -> Header {
        let mut header = Header::new_gnu();
        header.set_entry_type(kind);
        header.set_size(size);
        header.set_mode(0o777);
        header
    }

    /// Returns an archive with a manifest and what `add` adds.
    fn archive(add: impl FnOnce(&mut Builder<Vec<u8>>)) -> Vec<u8> {
        let mut builder = Builder::new(Vec::new());
        let mut manifest = header(EntryType::Regular, TEXT.len() as u64);
        builder
            .append_data(&mut manifest, MANIFEST, TEXT.as_bytes())
            .unwrap();
        add(&mut builder);
        compress(&builder.into_inner().unwrap())
    }

    fn compress(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    /// Returns a header with any name, also one that the library would not write.
    fn named(kind: EntryType, name: &str, size: u64) -> Header {
        let mut header = header(kind, size);
        header.as_mut_bytes()[..name.len()].copy_from_slice(name.as_bytes());
        header.set_cksum();
        header
    }

    fn rejected(archive: &[u8]) -> String {
        let folder = tempfile::tempdir().unwrap();
        let unpacked = Archive::unpack(archive, &folder.path().join("bot"));
        let checked = Archive::check(archive).unwrap_err().to_string();
        assert_eq!(unpacked.unwrap_err().to_string(), checked);
        // Nothing is written next to the folder.
        assert!(fs::read_dir(folder.path()).unwrap().count() <= 1);
        checked
    }

    #[test]
    fn files_and_folders_are_unpacked_for_all_readers() {
        let archive = archive(|builder| {
            let mut file = header(EntryType::Regular, 2);
            builder
                .append_data(&mut file, "./src/deep/bot", &b"hi"[..])
                .unwrap();
            let mut folder = header(EntryType::Directory, 0);
            builder
                .append_data(&mut folder, "empty/", io::empty())
                .unwrap();
        });
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("bot");
        let found = Archive::unpack(&archive[..], &target).unwrap();
        assert_eq!((found.entries, found.bytes), (3, TEXT.len() as u64 + 2));
        assert_eq!(fs::read(target.join("src/deep/bot")).unwrap(), b"hi");
        assert!(target.join("empty").is_dir() && target.join(MANIFEST).exists());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &str| target.join(path).metadata().unwrap().permissions().mode();
            assert_eq!(mode("src/deep/bot") & 0o7777, 0o755);
            assert_eq!(mode(MANIFEST) & 0o7777, 0o644);
        }
        assert_eq!(Archive::check(&archive[..]).unwrap(), found);
    }

    #[test]
    fn paths_that_lead_out_of_the_folder_are_rejected() {
        for name in [
            "../evil",
            "a/../../evil",
            "/etc/evil",
            "C:\\evil",
            "a\\..\\evil",
        ] {
            let archive = archive(|builder| {
                let header = named(EntryType::Regular, name, 4);
                builder.append(&header, &b"evil"[..]).unwrap();
            });
            let message = rejected(&archive);
            assert!(message.contains("not a path within"), "{name}: {message}");
        }
    }

    #[test]
    fn links_and_special_files_are_rejected() {
        for kind in [
            EntryType::Symlink,
            EntryType::Link,
            EntryType::Char,
            EntryType::Block,
            EntryType::Fifo,
        ] {
            let archive = archive(|builder| {
                let mut header = named(kind, "link", 0);
                header.set_link_name("/etc/passwd").unwrap();
                header.set_cksum();
                builder.append(&header, io::empty()).unwrap();
            });
            let message = rejected(&archive);
            assert!(
                message.starts_with("link: a link or a special file"),
                "{message}"
            );
        }
    }

    #[test]
    fn bombs_and_floods_of_files_are_rejected_before_they_are_unpacked() {
        // Its size is known before its content.
        let huge = archive(|builder| {
            let header = named(EntryType::Regular, "huge", MAX_UNPACKED_BYTES);
            builder.append(&header, &b"content"[..]).unwrap();
        });
        assert!(rejected(&huge).starts_with("files of more than"));
        let many = archive(|builder| {
            for number in 0..MAX_ENTRIES {
                let header = named(EntryType::Directory, &format!("d{number}"), 0);
                builder.append(&header, io::empty()).unwrap();
            }
        });
        assert!(rejected(&many).starts_with("more than 10000 files"));
    }

    #[test]
    fn damaged_archives_and_those_without_a_manifest_are_rejected() {
        let whole = archive(|builder| {
            let mut file = header(EntryType::Regular, 10_000);
            builder
                .append_data(&mut file, "data", io::repeat(7).take(10_000))
                .unwrap();
        });
        for damaged in [
            &whole[..whole.len() / 2],
            b"",
            b"PK\x03\x04",
            &compress(b"no tar"),
        ] {
            let message = Archive::check(damaged).unwrap_err().to_string();
            assert!(
                message.contains("cannot be read") || message.contains("missing"),
                "{message}"
            );
        }
        let twice = archive(|builder| {
            let mut manifest = header(EntryType::Regular, TEXT.len() as u64);
            builder
                .append_data(&mut manifest, MANIFEST, TEXT.as_bytes())
                .unwrap();
        });
        assert!(rejected(&twice).ends_with("twice in the archive"));
        let none = compress(&Builder::new(Vec::new()).into_inner().unwrap());
        assert!(rejected(&none).starts_with("botwerk.toml: missing"));
    }
}
