//! The folders of bots: downloaded, unpacked and built, one for each content.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use botwerk_archive::Archive;
use botwerk_client::worker_proto::{GetContentRequest, HostedVersion};
use botwerk_client::{Client, ClientError};
use botwerk_command::failure::Failure;
use botwerk_engine::hex;
use sha2::{Digest, Sha256};

/// Maximum size of an archive that a host downloads, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// The folder with a folder for each content.
pub(crate) struct BotFolders {
    root: PathBuf,
}

/// Why the files of a version cannot be had.
pub(crate) enum FolderError {
    /// The server could not be called; it may work later.
    Call(ClientError),
    /// The version itself is at fault, or the disk.
    Version(String),
}

impl From<ClientError> for FolderError {
    fn from(error: ClientError) -> Self {
        Self::Call(error)
    }
}

impl BotFolders {
    /// Creates the folder, and deletes what an earlier host has left there.
    ///
    /// # Errors
    /// Returns an error if it cannot be written.
    pub(crate) fn create(root: &Path) -> Result<Self, Failure> {
        let failed = |error| Failure::file(&root.display().to_string(), &error);
        fs::create_dir_all(root).map_err(failed)?;
        // Names of bots in sandboxes are absolute.
        let root = root.canonicalize().map_err(failed)?;
        let folders = Self { root };
        folders.remove_except(&BTreeSet::new());
        Ok(folders)
    }

    /// Returns the folder in which a content is built; it exists once that is done.
    pub(crate) fn built(&self, content_sha256: &str) -> PathBuf {
        self.root.join(file_name(content_sha256))
    }

    /// Returns the folder to which what a build has made is unpacked.
    pub(crate) fn build_output(&self, content_sha256: &str) -> PathBuf {
        self.root
            .join(format!("{}-output", file_name(content_sha256)))
    }

    /// Returns the folder with the files of a content before they are built.
    pub(crate) fn source(&self, content_sha256: &str) -> PathBuf {
        self.root
            .join(format!("{}-source", file_name(content_sha256)))
    }

    /// Returns the file in which the guards of bots write the processor time that these use.
    pub(crate) fn processor_times(&self) -> PathBuf {
        self.root.join("processor-times")
    }

    /// Downloads and unpacks a version into its source folder.
    ///
    /// # Errors
    /// Returns an error if the server cannot be called, or the content differs from its hash or cannot be unpacked.
    pub(crate) async fn download(
        &self,
        client: &Client,
        version: &HostedVersion,
    ) -> Result<PathBuf, FolderError> {
        let mut content = Vec::new();
        let mut hosts = client.hosts();
        for part in 0.. {
            if content.len() as u64 >= version.bytes.min(MAX_BYTES) {
                break;
            }
            let request = GetContentRequest {
                content_sha256: version.content_sha256.clone(),
                part,
            };
            let part = hosts
                .get_content(request)
                .await
                .map_err(ClientError::from)?;
            content.extend(part.into_inner().content);
        }
        if hex(&Sha256::digest(&content)) != version.content_sha256 {
            let message = "the content differs from its hash; upload it again".to_owned();
            return Err(FolderError::Version(message));
        }
        let source = self.source(&version.content_sha256);
        let target = source.clone();
        let unpacked = tokio::task::spawn_blocking(move || {
            let _ = fs::remove_dir_all(&target);
            Archive::unpack(&content[..], &target).map_err(|error| error.to_string())
        });
        let unpacked = unpacked
            .await
            .unwrap_or_else(|error| Err(error.to_string()));
        unpacked.map_err(FolderError::Version)?;
        Ok(source)
    }

    /// Deletes the folders of all other contents.
    pub(crate) fn remove_except(&self, contents: &BTreeSet<String>) {
        let Ok(entries) = fs::read_dir(&self.root) else {
            return;
        };
        for entry in entries.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let content = name.split('-').next().unwrap_or_default();
            if !contents.contains(content) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
    }
}

/// Returns a hash as the name of a file: servers send nothing else, and nothing else is used.
fn file_name(content_sha256: &str) -> String {
    let digits = content_sha256.chars().filter(char::is_ascii_hexdigit);
    digits.take(64).collect()
}
