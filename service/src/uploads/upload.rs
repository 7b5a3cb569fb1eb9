//! Uploads: received in pieces, checked as a whole, and stored as versions.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use botwerk_archive::{MAX_ARCHIVE_BYTES, Manifest};
use botwerk_engine::hex;
use tokio::sync::{Notify, Semaphore};

use super::host_activity::HostActivity;
use super::spool::Spool;
use super::start_limit::StartLimit;
use crate::accounts::Actor;
use crate::background;
use crate::error::{Error, Reason};
use crate::metrics::UploadCounts;
use crate::store::{
    AuditRow, StoredBot, VersionChange, VersionKey, VersionQuotas, VersionRow, VersionState,
    VersionStore, WriteCommand, now_micros, to_json,
};
use crate::token::random_bytes;

/// Maximum number of uploads in progress, each of a different owner.
const MAX_UPLOADS: usize = 256;

/// Maximum size of a piece, in bytes.
const MAX_PIECE_BYTES: usize = 2 << 20;

/// Time after which an upload is forgotten to which nothing is appended.
const IDLE_LIMIT: Duration = Duration::from_secs(300);

/// Time after which such an upload makes room for another one.
const YIELD_LIMIT: Duration = Duration::from_secs(10);

/// Number of versions of a bot that are kept.
const KEPT_VERSIONS: u32 = 5;

/// The period of the quota of versions.
const DAY: Duration = Duration::from_secs(24 * 3600);

/// An upload to be started.
#[derive(Debug, Clone)]
pub(crate) struct NewUpload {
    /// The SHA-256 of the archive, as 64 hex digits.
    pub(crate) content_sha256: String,
    /// Size of the archive.
    pub(crate) bytes: u64,
}

/// The uploads in progress, and the versions of bots.
pub(crate) struct Uploads {
    store: Arc<dyn VersionStore>,
    /// By id.
    in_progress: Mutex<BTreeMap<String, Upload>>,
    starts: StartLimit,
    /// Archives are checked one after the other, so that large ones leave the other cores to matches.
    checking: Semaphore,
    /// Maximum number of versions of a bot in 24 hours.
    versions_per_day: u32,
    /// Notified when a version is stored.
    added: Arc<Notify>,
    /// Number of bytes of the uploads that were stored.
    stored_bytes: AtomicU64,
    hosts: Arc<HostActivity>,
}

/// An upload in progress.
#[derive(Debug)]
struct Upload {
    bot: String,
    /// The owner of the bot; the bot itself for one of the operator.
    owner: String,
    new: NewUpload,
    spool: Spool,
    touched: Instant,
}

impl Uploads {
    pub(crate) fn new(
        store: Arc<dyn VersionStore>,
        versions_per_day: u32,
        added: Arc<Notify>,
    ) -> Self {
        Self {
            store,
            in_progress: Mutex::default(),
            starts: StartLimit::default(),
            checking: Semaphore::new(1),
            versions_per_day,
            added,
            stored_bytes: AtomicU64::new(0),
            hosts: Arc::default(),
        }
    }

    /// Returns the hosts that have called.
    pub(crate) fn hosts(&self) -> Arc<HostActivity> {
        Arc::clone(&self.hosts)
    }

    /// Returns the counts of uploads and hosts.
    pub(crate) fn counts(&self) -> UploadCounts {
        let uploads = self.lock();
        let in_progress = uploads
            .values()
            .filter(|upload| upload.touched.elapsed() < IDLE_LIMIT)
            .count();
        drop(uploads);
        let (accepted_versions, rejected_versions) = self.hosts.checks();
        UploadCounts {
            in_progress,
            stored_bytes: self.stored_bytes.load(Relaxed),
            accepted_versions,
            rejected_versions,
            online_hosts: self.hosts.online(),
        }
    }

    /// Starts an upload of a bot; returns its id. An upload of the same owner that is in progress ends, and if there are too
    /// many, the one to which nothing was appended for the longest time.
    ///
    /// # Errors
    /// Returns an error if the archive is too large, its hash has another form, or too many uploads are in progress.
    pub(crate) fn create(&self, bot: &StoredBot, new: NewUpload) -> Result<String, Error> {
        let invalid = |message: String| Error::new(Reason::BadRequest, message);
        if new.bytes == 0 || new.bytes > MAX_ARCHIVE_BYTES {
            let message = format!(
                "bytes: expected 1 to {MAX_ARCHIVE_BYTES}, found {}; leave out what the bot does not need",
                new.bytes
            );
            return Err(Error::new(Reason::TooLarge, message));
        }
        let is_hex = |text: &str| text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
        if !is_hex(&new.content_sha256) {
            return Err(invalid("content_sha256: expected 64 hex digits".into()));
        }
        let spool = Spool::create()?;
        let id = hex(&random_bytes::<16>()?);
        let mut in_progress = self.lock();
        let owner = bot.row.owner.as_ref().unwrap_or(&bot.row.name);
        self.starts.count(owner)?;
        in_progress
            .retain(|_, upload| upload.owner != *owner && upload.touched.elapsed() < IDLE_LIMIT);
        if in_progress.len() >= MAX_UPLOADS {
            let oldest = in_progress
                .iter()
                .max_by_key(|(_, upload)| upload.touched.elapsed());
            let idle = oldest.filter(|(_, upload)| upload.touched.elapsed() >= YIELD_LIMIT);
            let Some(idle) = idle.map(|(id, _)| id.clone()) else {
                let message =
                    format!("{MAX_UPLOADS} uploads are in progress; try it again in a minute");
                return Err(Error::new(Reason::LimitExceeded, message));
            };
            in_progress.remove(&idle);
        }
        let upload = Upload {
            bot: bot.row.name.clone(),
            owner: owner.clone(),
            new: NewUpload {
                content_sha256: new.content_sha256.to_ascii_lowercase(),
                ..new
            },
            spool,
            touched: Instant::now(),
        };
        in_progress.insert(id.clone(), upload);
        Ok(id)
    }

    /// Returns the bot of an upload.
    ///
    /// # Errors
    /// Returns an error if there is no such upload.
    pub(crate) fn bot(&self, id: &str) -> Result<String, Error> {
        let in_progress = self.lock();
        let upload = in_progress.get(id).ok_or_else(unknown_upload)?;
        Ok(upload.bot.clone())
    }

    /// Appends a piece to an upload; returns the number of bytes so far. A piece that was appended before is not appended
    /// again.
    ///
    /// # Errors
    /// Returns an error if there is no such upload, or the piece is too large or does not follow the others.
    pub(crate) fn append(&self, id: &str, offset: u64, piece: &[u8]) -> Result<u64, Error> {
        if piece.len() > MAX_PIECE_BYTES {
            let message = format!("content: expected at most {MAX_PIECE_BYTES} bytes");
            return Err(Error::new(Reason::TooLarge, message));
        }
        let mut in_progress = self.lock();
        let upload = in_progress.get_mut(id).ok_or_else(unknown_upload)?;
        let received = upload.spool.len();
        let end = offset.saturating_add(piece.len() as u64);
        if end <= received {
            return Ok(received);
        }
        if offset != received || end > upload.new.bytes {
            let message = format!(
                "offset: expected {received} of {} bytes, found {offset} and {} bytes more",
                upload.new.bytes,
                piece.len()
            );
            return Err(Error::new(Reason::BadRequest, message));
        }
        upload.spool.append(piece)?;
        upload.touched = Instant::now();
        Ok(upload.spool.len())
    }

    /// Checks and stores what was uploaded; returns the version.
    ///
    /// # Errors
    /// Returns an error if the upload is incomplete, differs from its hash or may not be uploaded, a quota is used up, or the
    /// store accepts no writes.
    pub(crate) async fn finish(&self, actor: &Actor, id: &str) -> Result<VersionRow, Error> {
        let upload = self.lock().remove(id).ok_or_else(unknown_upload)?;
        let Upload {
            bot, new, spool, ..
        } = upload;
        if spool.len() != new.bytes {
            let message = format!(
                "upload: {} of {} bytes were received; upload it again",
                spool.len(),
                new.bytes
            );
            return Err(Error::new(Reason::BadRequest, message));
        }
        let expected = new.content_sha256.clone();
        let (spool, manifest) = self.check(spool, expected).await?;
        self.store_content(spool, &new.content_sha256).await?;
        let created_micros = now_micros();
        let row = VersionRow {
            bot: bot.clone(),
            number: 0,
            state: VersionState::Uploaded,
            reason: String::new(),
            created_micros,
            content_sha256: new.content_sha256.clone(),
            bytes: new.bytes,
            manifest: to_json(&manifest),
            host: None,
            leased_until_micros: 0,
        };
        let quotas = VersionQuotas {
            per_day: self.versions_per_day,
            since_micros: created_micros - DAY.as_micros() as i64,
            kept: KEPT_VERSIONS,
        };
        let entry = AuditRow {
            number: 0,
            at_micros: created_micros,
            actor: actor.to_string(),
            act: "bot.push".into(),
            subject: format!("bots/{bot}"),
            detail: new.content_sha256,
        };
        self.write(VersionChange::Add(row, quotas, entry)).await?;
        self.stored_bytes.fetch_add(new.bytes, Relaxed);
        self.added.notify_waiters();
        let newest = self.versions(&bot).await?.into_iter().next();
        newest.ok_or_else(|| Error::new(Reason::NotFound, format!("the bot `{bot}` was deleted")))
    }

    /// Checks an archive on a thread of its own.
    async fn check(&self, mut spool: Spool, expected: String) -> Result<(Spool, Manifest), Error> {
        let turn = self.checking.acquire().await;
        let checked = tokio::task::spawn_blocking(move || {
            background::lower_priority();
            let manifest = spool.check(&expected)?;
            Ok((spool, manifest))
        });
        let checked = checked.await;
        drop(turn);
        checked.unwrap_or_else(|error| Err(Error::new(Reason::Internal, error.to_string())))
    }

    /// Stores the parts of a content, each in a commit of its own.
    async fn store_content(&self, spool: Spool, content_sha256: &str) -> Result<(), Error> {
        let spool = Arc::new(Mutex::new(spool));
        let mut offset = 0;
        for part in 0.. {
            let spool = Arc::clone(&spool);
            let content = background::compute(move || {
                let mut spool = spool.lock().unwrap_or_else(PoisonError::into_inner);
                spool.part(offset)
            });
            let content = content.await?;
            if content.is_empty() {
                break;
            }
            offset += content.len() as u64;
            let add = VersionChange::AddPart {
                content_sha256: content_sha256.to_owned(),
                part,
                content,
                now_micros: now_micros(),
            };
            self.write(add).await?;
        }
        Ok(())
    }

    /// Returns the versions of a bot that are kept, the newest first.
    ///
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn versions(&self, bot: &str) -> Result<Vec<VersionRow>, Error> {
        Ok(self.store.versions(bot).await?)
    }

    /// Returns a version with its log; 0 for the newest.
    ///
    /// # Errors
    /// Returns an error if there is no such version, or the store cannot be read.
    pub(crate) async fn version(
        &self,
        bot: &str,
        number: u32,
    ) -> Result<(VersionRow, String), Error> {
        let versions = self.versions(bot).await?;
        let mut versions = versions.into_iter();
        let found = versions.find(|row| number == 0 || row.number == number);
        let row = found.ok_or_else(|| {
            let message = match number {
                0 => format!("the bot `{bot}` has no version; push one (`botwerk bot push`)"),
                number => {
                    format!("the bot `{bot}` has no version {number}, or it is not kept any more")
                }
            };
            Error::new(Reason::NotFound, message)
        })?;
        let log = self.store.version_log(&VersionKey {
            bot: row.bot.clone(),
            number: row.number,
        });
        let log = log.await?;
        Ok((row, log))
    }

    async fn write(&self, change: VersionChange) -> Result<(), Error> {
        Ok(self
            .store
            .write(WriteCommand::ChangeVersions(change))
            .await?)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Upload>> {
        self.in_progress
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

fn unknown_upload() -> Error {
    let message = "upload: unknown; it was finished, another one has replaced it, or it was idle for five minutes";
    Error::new(Reason::NotFound, message)
}

#[cfg(test)]
mod tests {
    use sha2::{Digest, Sha256};

    use super::super::start_limit::MAX_STARTS_PER_HOUR;
    use super::*;
    use crate::accounts::Actor;
    use crate::store::{AccountChange, BotRow, MemoryStore, WriteStore};

    fn stored_bot(name: &str, owner: Option<&str>) -> StoredBot {
        StoredBot {
            row: BotRow {
                name: name.into(),
                created_micros: 7,
                token_sha256: name.into(),
                token_expires_micros: None,
                games: Vec::new(),
                max_concurrent_matches: 1,
                owner: owner.map(Into::into),
            },
            owner: None,
        }
    }

    fn uploads(store: Arc<MemoryStore>) -> Uploads {
        Uploads::new(store, 9, Arc::default())
    }

    fn archive() -> Vec<u8> {
        let folder = tempfile::tempdir().unwrap();
        let game = botwerk_engine::GameId::BUILT_IN[0].name();
        let manifest = format!(
            "game = \"{game}\"
command = \"./bot\"
"
        );
        std::fs::write(folder.path().join("botwerk.toml"), manifest).unwrap();
        std::fs::write(folder.path().join("bot"), vec![7; 600_000]).unwrap();
        botwerk_archive::pack(folder.path()).unwrap()
    }

    fn new_upload(content: &[u8]) -> NewUpload {
        NewUpload {
            content_sha256: hex(&Sha256::digest(content)),
            bytes: content.len() as u64,
        }
    }

    #[tokio::test]
    async fn pieces_become_a_version_whose_content_is_the_archive() {
        let store = Arc::<MemoryStore>::default();
        let bot = stored_bot("a", None);
        let entry = AuditRow {
            number: 0,
            at_micros: 7,
            actor: String::new(),
            act: String::new(),
            subject: String::new(),
            detail: String::new(),
        };
        let add = AccountChange::AddBot(bot.row.clone(), None);
        let added = store.write(WriteCommand::ChangeAccounts(add, entry));
        added.await.unwrap();
        let uploads = uploads(Arc::clone(&store));
        let content = archive();
        let id = uploads.create(&bot, new_upload(&content)).unwrap();
        let half = content.len() / 2;
        assert_eq!(
            uploads.append(&id, 0, &content[..half]).unwrap(),
            half as u64
        );
        // The answer was lost, and the piece is sent again.
        assert_eq!(
            uploads.append(&id, 0, &content[..half]).unwrap(),
            half as u64
        );
        let gap = uploads
            .append(&id, half as u64 + 1, &content[half + 1..])
            .unwrap_err();
        assert_eq!(gap.reason, Reason::BadRequest);
        uploads.append(&id, half as u64, &content[half..]).unwrap();
        let version = uploads.finish(&Actor::Operator, &id).await.unwrap();
        assert_eq!((version.number, version.state), (1, VersionState::Uploaded));
        let mut stored = Vec::new();
        for part in 0.. {
            match store
                .content_part(&version.content_sha256, part)
                .await
                .unwrap()
            {
                Some(part) => stored.extend(part),
                None => break,
            }
        }
        assert_eq!(stored, content);
        assert_eq!(uploads.bot(&id).unwrap_err().reason, Reason::NotFound);
    }

    #[tokio::test]
    async fn incomplete_and_false_uploads_are_rejected() {
        let uploads = uploads(Arc::default());
        let bot = stored_bot("a", None);
        let content = archive();
        let id = uploads.create(&bot, new_upload(&content)).unwrap();
        uploads.append(&id, 0, &content[..9]).unwrap();
        let incomplete = uploads.finish(&Actor::Operator, &id).await.unwrap_err();
        assert!(
            incomplete.message.starts_with("upload: 9 of"),
            "{incomplete}"
        );
        let id = uploads
            .create(
                &bot,
                NewUpload {
                    bytes: 9,
                    ..new_upload(&content)
                },
            )
            .unwrap();
        uploads.append(&id, 0, &content[..9]).unwrap();
        let other = uploads.finish(&Actor::Operator, &id).await.unwrap_err();
        assert!(
            other.message.starts_with("content_sha256: expected"),
            "{other}"
        );
        let id = uploads.create(&bot, new_upload(b"no archive")).unwrap();
        uploads.append(&id, 0, b"no archive").unwrap();
        let damaged = uploads.finish(&Actor::Operator, &id).await.unwrap_err();
        assert!(damaged.message.contains("cannot be read"), "{damaged}");
        for bytes in [0, MAX_ARCHIVE_BYTES + 1] {
            let new = NewUpload {
                bytes,
                ..new_upload(b"")
            };
            assert_eq!(
                uploads.create(&bot, new).unwrap_err().reason,
                Reason::TooLarge
            );
        }
    }

    #[test]
    fn owner_has_one_upload_at_a_time_and_a_limited_number_in_an_hour() {
        let uploads = uploads(Arc::default());
        let new = || new_upload(b"content");
        let first = uploads
            .create(&stored_bot("alice/a", Some("alice")), new())
            .unwrap();
        let other = uploads
            .create(&stored_bot("bob/a", Some("bob")), new())
            .unwrap();
        let second = uploads
            .create(&stored_bot("alice/b", Some("alice")), new())
            .unwrap();
        assert_eq!(uploads.bot(&first).unwrap_err().reason, Reason::NotFound);
        assert_eq!(uploads.bot(&second).unwrap(), "alice/b");
        assert_eq!(uploads.bot(&other).unwrap(), "bob/a");
        for _ in 2..MAX_STARTS_PER_HOUR {
            uploads
                .create(&stored_bot("alice/b", Some("alice")), new())
                .unwrap();
        }
        let full = uploads
            .create(&stored_bot("alice/b", Some("alice")), new())
            .unwrap_err();
        assert_eq!(full.reason, Reason::QuotaExceeded);
        assert!(
            full.message.contains("the next one may be in 60 min"),
            "{full}"
        );
        uploads
            .create(&stored_bot("bob/a", Some("bob")), new())
            .unwrap();
    }
}
