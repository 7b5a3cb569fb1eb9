//! Uploaded versions of bots as they are stored, and their content.

use super::AuditRow;
use crate::accounts::QuotaDay;

/// Size of a part of the content of a version, in bytes; the last one is shorter. Commits of matches come in between.
pub(crate) const CONTENT_PART_BYTES: usize = 256 << 10;

/// What has become of a version. The numbers are stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum VersionState {
    /// It waits for a host.
    Uploaded = 1,
    /// A host builds and checks it.
    Building = 2,
    /// It waits for a host to play.
    Checked = 3,
    /// A host plays it.
    Playing = 4,
    /// It could not be built, or failed a check.
    Rejected = 5,
    /// A newer version plays.
    Replaced = 6,
}

impl VersionState {
    const ALL: [Self; 6] = [
        Self::Uploaded,
        Self::Building,
        Self::Checked,
        Self::Playing,
        Self::Rejected,
        Self::Replaced,
    ];

    /// Returns the number that is stored.
    pub(crate) const fn number(self) -> i64 {
        self as i64
    }

    /// Returns the name in metrics, such as `playing`.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Uploaded => "uploaded",
            Self::Building => "building",
            Self::Checked => "checked",
            Self::Playing => "playing",
            Self::Rejected => "rejected",
            Self::Replaced => "replaced",
        }
    }

    /// Returns the state with a number, or `None` for another number.
    pub(crate) fn from_number(number: i64) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.number() == number)
    }
}

/// A version of the program of a bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct VersionRow {
    /// The name of the bot.
    pub(crate) bot: String,
    /// From 1.
    pub(crate) number: u32,
    pub(crate) state: VersionState,
    /// Why it was rejected; empty if it was not.
    pub(crate) reason: String,
    /// The time of the upload in microseconds since 1970.
    pub(crate) created_micros: i64,
    /// The SHA-256 of its archive, as 64 hex digits.
    pub(crate) content_sha256: String,
    /// Size of its archive.
    pub(crate) bytes: u64,
    /// Its manifest, as JSON.
    pub(crate) manifest: String,
    /// The host that has leased it; `None` if none has.
    pub(crate) host: Option<String>,
    /// When the lease ends, in microseconds since 1970.
    pub(crate) leased_until_micros: i64,
}

/// A change of uploaded versions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum VersionChange {
    /// Stores a part of a content, unless it is stored already.
    AddPart {
        content_sha256: String,
        part: u32,
        content: Vec<u8>,
        now_micros: i64,
    },
    /// Deletes the contents that no version has and that were last stored before a time.
    RemoveUnused { before_micros: i64 },
    /// Stores a version whose content is stored, within quotas, with an entry in the audit log. Older versions of the bot than
    /// the last few are deleted.
    Add(VersionRow, VersionQuotas, AuditRow),
    /// Gives a lease to a host, unless another host has one.
    Lease {
        version: VersionKey,
        from: VersionState,
        to: VersionState,
        host: String,
        now_micros: i64,
        until_micros: i64,
    },
    /// Renews the leases of all bots that a host plays.
    RenewPlaying { host: String, until_micros: i64 },
    /// Stores how building and checking have ended, if the host has the lease.
    Report {
        version: VersionKey,
        host: String,
        state: VersionState,
        reason: String,
        log: String,
    },
    /// Adds processor time to what bots have used in a day, in nanoseconds.
    AddProcessorTimes(QuotaDay, Vec<(String, u64)>),
    /// Ends the lease of a version that a newer one replaces.
    Replace(VersionKey),
    /// Ends the lease of a version that a host has played, until its owner has processor time again.
    Pause { version: VersionKey, host: String },
    /// Gives the leases of a host back that it does not need any more.
    Release { version: VersionKey, host: String },
}

impl VersionChange {
    /// Returns `true` if the change is synced to the disk with any durability: the others are made again, or are nothing without
    /// a later one.
    pub(crate) const fn must_sync(&self) -> bool {
        match self {
            Self::AddPart { .. }
            | Self::RemoveUnused { .. }
            | Self::RenewPlaying { .. }
            | Self::AddProcessorTimes(..)
            | Self::Lease { .. }
            | Self::Pause { .. }
            | Self::Release { .. } => false,
            Self::Add(..) | Self::Report { .. } | Self::Replace(..) => true,
        }
    }
}

/// Which version.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct VersionKey {
    pub(crate) bot: String,
    pub(crate) number: u32,
}

impl VersionRow {
    /// Returns which version it is.
    pub(crate) fn key(&self) -> VersionKey {
        VersionKey {
            bot: self.bot.clone(),
            number: self.number,
        }
    }
}

/// Limits of the versions of an owner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct VersionQuotas {
    /// Maximum number of versions of one bot since a time.
    pub(crate) per_day: u32,
    /// The time, in microseconds since 1970.
    pub(crate) since_micros: i64,
    /// Number of versions of a bot that are kept.
    pub(crate) kept: u32,
}

/// The processor time that the bots of an owner may use in a day, unless the operator has set another quota for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ProcessorQuota {
    pub(crate) day: QuotaDay,
    pub(crate) default_secs: u32,
}

/// How many versions are in a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct VersionCount {
    pub(crate) state: VersionState,
    pub(crate) versions: u64,
    /// Size of their archives.
    pub(crate) bytes: u64,
    /// Number of them that hosts have leased.
    pub(crate) leased: u64,
}
