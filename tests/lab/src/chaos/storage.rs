//! Where the database lies, and what happens to it when its server is killed.

use std::fs;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};
use std::time::Duration;

use botwerk_command::failure::Failure;
use botwerk_engine::StableRng;
use botwerk_service::{Database, DatabaseError, Durability};
use serde::Serialize;

use super::durability_promise::Promise;
use super::plan::rng_for;
use crate::disk::SimulatedDisk;

/// Times that a sync takes, in microseconds; one is sampled for each run of the server. Most power cuts hit a
/// slow disk in the middle of a sync.
const SYNC_DELAYS_MICROS: [u64; 4] = [0, 0, 1_000, 4_000];

/// The place of a database.
#[derive(Debug)]
pub(super) enum Storage {
    /// A folder of this machine: what a killed server has written stays.
    Folder(PathBuf),
    /// A simulated disk, which loses power with every kill.
    Disk(Box<FailingDisk>),
}

/// A simulated disk whose power is cut.
#[derive(Debug)]
pub(super) struct FailingDisk {
    disk: SimulatedDisk,
    rng: StableRng,
    /// Folder of a copy that is checked after each power cut.
    check_dir: PathBuf,
    stats: PowerCutStats,
}

/// Counts over all power cuts.
#[derive(Debug, Clone, Copy, Default, Serialize)]
pub(super) struct PowerCutStats {
    pub(super) power_cuts: u64,
    /// Power cuts that lost at least a part of a write.
    pub(super) lossy_power_cuts: u64,
    /// Unsynced writes that survived, were lost, and of which only the first sectors survived.
    pub(super) kept_writes: u64,
    pub(super) lost_writes: u64,
    pub(super) torn_writes: u64,
}

impl PowerCutStats {
    /// Returns the counts as a sentence.
    pub(super) fn text(&self) -> String {
        format!(
            "{} power cuts, {} of them with losses; of the unsynced writes {} survived, {} were lost and {} \
             torn",
            self.power_cuts,
            self.lossy_power_cuts,
            self.kept_writes,
            self.lost_writes,
            self.torn_writes
        )
    }
}

impl AddAssign for PowerCutStats {
    fn add_assign(&mut self, other: Self) {
        self.power_cuts += other.power_cuts;
        self.lossy_power_cuts += other.lossy_power_cuts;
        self.kept_writes += other.kept_writes;
        self.lost_writes += other.lost_writes;
        self.torn_writes += other.torn_writes;
    }
}

impl Storage {
    /// Mounts a disk on a folder in the folder of the trials.
    ///
    /// # Errors
    /// Returns an error if this system cannot mount it.
    pub(super) fn disk(folder: &Path, seed: &str) -> Result<Self, Failure> {
        let check_dir = folder.join("after-power-cut");
        fs::create_dir_all(&check_dir)?;
        Ok(Self::Disk(Box::new(FailingDisk {
            disk: SimulatedDisk::mount(&folder.join("disk"))?,
            rng: rng_for(seed, "disk"),
            check_dir,
            stats: PowerCutStats::default(),
        })))
    }

    /// Returns what a server with this durability promises on a kill.
    pub(super) fn promise(&self, durability: Durability) -> Promise {
        match (self, durability) {
            (Self::Folder(_), _) | (Self::Disk(_), Durability::Full) => Promise::KeepAll,
            (Self::Disk(_), Durability::Results) => Promise::KeepUntilResult,
        }
    }

    /// Returns the folder of the database.
    pub(super) fn folder(&self) -> &Path {
        match self {
            Self::Folder(folder) => folder,
            Self::Disk(failing) => failing.disk.folder(),
        }
    }

    /// Cuts the power while the server is being killed: it no longer sees what happens to its files.
    pub(super) fn cut_power(&self) {
        if let Self::Disk(failing) = self {
            failing.disk.switch_off();
        }
    }

    /// Returns to power once the server is dead. Returns the faults that the database has then.
    ///
    /// # Errors
    /// Returns an error if the disk cannot be mounted again or copied.
    pub(super) fn restore_power(&mut self) -> Result<Vec<String>, Failure> {
        match self {
            Self::Folder(_) => Ok(Vec::new()),
            Self::Disk(failing) => failing.restart(),
        }
    }

    /// Returns the counts of power cuts, or `None` if there are none.
    pub(super) fn power_cuts(&self) -> Option<PowerCutStats> {
        match self {
            Self::Folder(_) => None,
            Self::Disk(failing) => Some(failing.stats),
        }
    }
}

impl FailingDisk {
    fn restart(&mut self) -> Result<Vec<String>, Failure> {
        let cut = self.disk.restart(&mut self.rng)?;
        let stats = &mut self.stats;
        stats.power_cuts += 1;
        stats.lossy_power_cuts += u64::from(cut.lost + cut.torn > 0);
        stats.kept_writes += cut.kept;
        stats.lost_writes += cut.lost;
        stats.torn_writes += cut.torn;
        let delay = SYNC_DELAYS_MICROS[self.rng.below(4) as usize];
        self.disk.set_sync_delay(Duration::from_micros(delay));
        self.check()
    }

    /// Checks a copy of the files: a check of the database itself would repair its log before the server
    /// does.
    fn check(&self) -> Result<Vec<String>, Failure> {
        fs::remove_dir_all(&self.check_dir)?;
        fs::create_dir_all(&self.check_dir)?;
        self.disk.copy_files(&self.check_dir)?;
        let mut faults = Vec::new();
        for entry in fs::read_dir(&self.check_dir)? {
            let path = entry?.path();
            if path.extension().is_some_and(|extension| extension == "db") {
                faults.extend(database_faults(&path));
            }
        }
        Ok(faults)
    }
}

/// Returns the faults of a database. One that was not set up completely has none: nothing was
/// acknowledged yet, and the server that opens it sets it up again.
fn database_faults(path: &Path) -> Vec<String> {
    let faults = Database::open(path).and_then(|database| database.integrity_errors());
    match faults {
        Ok(faults) => faults,
        Err(DatabaseError::Unusable(_) | DatabaseError::RecordDeleted(_)) => Vec::new(),
        Err(DatabaseError::Corrupt(fault)) => vec![fault],
    }
}
