//! Packing the folder of a bot.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use tar::{Builder, EntryType, Header};

use crate::{Archive, ArchiveError, MAX_ENTRIES};

/// Packs a folder, and checks what was packed. The archive depends on the names, contents and executable bits of the files only.
/// Names that start with a dot are left out, such as `.git`.
///
/// # Errors
/// Returns an error if the folder cannot be read, or may not be uploaded: see [`Archive::check`].
pub fn pack(folder: &Path) -> Result<Vec<u8>, ArchiveError> {
    let mut builder = Builder::new(GzEncoder::new(Vec::new(), Compression::default()));
    let mut pending = vec![PathBuf::new()];
    let mut entries = 0;
    while let Some(inner) = pending.pop() {
        let mut names = Vec::new();
        let path = folder.join(&inner);
        let failed = |error: io::Error| file_error(&path, error);
        for entry in fs::read_dir(&path).map_err(failed)? {
            let name = entry.map_err(failed)?.file_name();
            if !name.to_string_lossy().starts_with('.') {
                names.push(inner.join(name));
            }
        }
        names.sort();
        for inner in names {
            entries += 1;
            if entries > MAX_ENTRIES {
                return Err(ArchiveError::TooManyEntries(MAX_ENTRIES));
            }
            let path = folder.join(&inner);
            let metadata = fs::symlink_metadata(&path).map_err(|error| file_error(&path, error))?;
            if metadata.is_dir() {
                pending.push(inner);
            } else if metadata.is_file() {
                append(&mut builder, &inner, &path)?;
            } else {
                return Err(ArchiveError::Special(inner.display().to_string()));
            }
        }
    }
    let packed = builder.into_inner().and_then(GzEncoder::finish);
    let packed = packed.map_err(ArchiveError::Unreadable)?;
    Archive::check(&packed[..])?;
    Ok(packed)
}

fn append(
    builder: &mut Builder<GzEncoder<Vec<u8>>>,
    inner: &Path,
    path: &Path,
) -> Result<(), ArchiveError> {
    let failed = |error| file_error(path, error);
    let content = fs::read(path).map_err(failed)?;
    let mut header = Header::new_gnu();
    header.set_entry_type(EntryType::Regular);
    header.set_size(content.len() as u64);
    header.set_mode(if is_executable(path) { 0o755 } else { 0o644 });
    let appended = builder.append_data(&mut header, inner, &content[..]);
    appended.map_err(failed)
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    let metadata = fs::metadata(path);
    metadata.is_ok_and(|metadata| metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    true
}

fn file_error(path: &Path, error: io::Error) -> ArchiveError {
    let path = path.display().to_string();
    ArchiveError::File { path, error }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_folder_gives_the_same_archive_without_hidden_files() {
        let folder = tempfile::tempdir().unwrap();
        let write = |path: &str, text: &str| {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write(
            "botwerk.toml",
            "game = \"netzwerk\"\ncommand = \"python3 bot.py\"\n",
        );
        write("bot.py", "print()\n");
        write("src/deep/part.py", "x = 1\n");
        write(".git/config", "secret");
        write("src/.env", "secret");
        let first = pack(folder.path()).unwrap();
        assert_eq!(pack(folder.path()).unwrap(), first);
        let archive = Archive::check(&first[..]).unwrap();
        assert_eq!(archive.entries, 3);
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("/etc/passwd", folder.path().join("link")).unwrap();
            let error = pack(folder.path()).unwrap_err().to_string();
            assert!(error.starts_with("link: a link"), "{error}");
        }
    }
}
