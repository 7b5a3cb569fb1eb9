//! Archives of the programs of bots: gzipped tar files with a manifest, `botwerk.toml`, as their authors upload them.
//!
//! Nothing in an archive is trusted: it has no links, no paths that lead out of its folder, and limited numbers of files and
//! bytes, also after decompression.
//!
//! ```
//! use botwerk_archive::{Archive, pack};
//!
//! # let folder = tempfile::tempdir().unwrap();
//! # let (source, target) = (folder.path().join("spinner"), folder.path().join("copy"));
//! # std::fs::create_dir(&source).unwrap();
//! let manifest = "game = \"netzwerk\"\ncommand = \"python3 bot.py\"\n";
//! std::fs::write(source.join("botwerk.toml"), manifest)?;
//! std::fs::write(source.join("bot.py"), "print('hello')\n")?;
//! let packed = pack(&source)?;
//! let archive = Archive::check(&packed[..])?;
//! assert_eq!(archive.manifest.command, "python3 bot.py");
//! Archive::unpack(&packed[..], &target)?;
//! assert!(target.join("bot.py").exists());
//! # Ok::<(), botwerk_archive::ArchiveError>(())
//! ```

mod archive;
mod error;
mod manifest;
mod pack;

pub use archive::{Archive, unpack_tar};
pub use error::ArchiveError;
pub use manifest::{MANIFEST, Manifest, Protocol};
pub use pack::pack;

/// Maximum size of an archive, in bytes.
pub const MAX_ARCHIVE_BYTES: u64 = 50 << 20;

/// Maximum size of all files of an archive together, in bytes.
pub const MAX_UNPACKED_BYTES: u64 = 256 << 20;

/// Maximum number of files and folders of an archive.
pub const MAX_ENTRIES: usize = 10_000;
