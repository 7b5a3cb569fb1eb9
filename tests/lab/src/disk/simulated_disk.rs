//! A mounted volume.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use botwerk_command::failure::{Failure, Reason};
use botwerk_engine::StableRng;
use fuser::{BackgroundSession, Config, MountOption, Session};
use rustix::io::Errno;
use rustix::mount::{UnmountFlags, unmount};

use super::fuse_server::{FuseServer, PoweredVolume, SharedVolume, lock};
use super::volume::{PowerCut, ROOT, Volume};

/// The device through which the kernel asks for files.
const DEVICE: &str = "/dev/fuse";

/// Time for the programs that were killed to close their files.
const UNMOUNT_TIMEOUT: Duration = Duration::from_secs(10);

/// Interval at which an unmount is tried again.
const UNMOUNT_INTERVAL: Duration = Duration::from_millis(2);

/// A disk in memory that can lose power, mounted on a folder. It is unmounted when it is dropped.
#[derive(Debug)]
pub(crate) struct SimulatedDisk {
    folder: PathBuf,
    volume: SharedVolume,
    // `None` while it is not mounted.
    session: Option<BackgroundSession>,
}

impl SimulatedDisk {
    /// Mounts an empty disk on a new folder.
    ///
    /// # Errors
    /// Returns an error if the system has no FUSE or does not allow this user to mount.
    pub(crate) fn mount(folder: &Path) -> Result<Self, Failure> {
        let volume = PoweredVolume {
            volume: Volume::new(),
            is_powered: true,
            sync_delay: Duration::ZERO,
        };
        std::fs::create_dir_all(folder)
            .map_err(|error| Failure::file(&folder.display().to_string(), &error))?;
        let mut disk = Self {
            folder: folder.to_owned(),
            volume: Arc::new(Mutex::new(volume)),
            session: None,
        };
        disk.attach()?;
        Ok(disk)
    }

    /// Returns the folder on which the disk is mounted.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Sets the time that each sync takes.
    pub(crate) fn set_sync_delay(&self, delay: Duration) {
        lock(&self.volume).sync_delay = delay;
    }

    /// Switches the power off: syncs in progress fail. The programs that use the disk must be dead or about
    /// to die, so that none of them sees the failure.
    pub(crate) fn switch_off(&self) {
        lock(&self.volume).is_powered = false;
    }

    /// Loses what was not synced, as the random numbers say, and switches the power on again.
    ///
    /// # Errors
    /// Returns an error if a program still has a file open or the disk cannot be mounted again.
    pub(crate) fn restart(&mut self, rng: &mut StableRng) -> Result<PowerCut, Failure> {
        // The kernel must forget what it has of the files.
        self.detach()?;
        let cut = {
            let mut locked = lock(&self.volume);
            locked.is_powered = true;
            locked.volume.cut_power(rng)
        };
        self.attach()?;
        Ok(cut)
    }

    /// Copies the files of the disk's first directory into another folder.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub(crate) fn copy_files(&self, folder: &Path) -> Result<(), Failure> {
        let locked = lock(&self.volume);
        let entries = locked.volume.entries(ROOT).into_iter().flatten();
        for (name, node) in entries {
            if let Ok(content) = locked.volume.content(*node) {
                std::fs::write(folder.join(name), content.written())?;
            }
        }
        Ok(())
    }

    fn attach(&mut self) -> Result<(), Failure> {
        let server = FuseServer::new(Arc::clone(&self.volume))?;
        let mut config = Config::default();
        config.mount_options = vec![MountOption::FSName("botwerk-lab".into())];
        let mounted = Session::new(server, &self.folder, &config).and_then(Session::spawn);
        let has_device = Path::new(DEVICE).exists();
        self.session = Some(mounted.map_err(|error| cannot_mount(&error, has_device))?);
        Ok(())
    }

    fn detach(&mut self) -> Result<(), Failure> {
        let Some(session) = self.session.take() else {
            return Ok(());
        };
        let failed = |error: std::io::Error| {
            let message = format!(
                "{}: cannot be unmounted ({error}); end the programs that use it and run `umount {0}`",
                self.folder.display()
            );
            Failure::new(Reason::FileError, message)
        };
        let end = Instant::now() + UNMOUNT_TIMEOUT;
        loop {
            match unmount(&self.folder, UnmountFlags::empty()) {
                Ok(()) => {
                    // The kernel ends the connection with an error or without one.
                    let _ = session.join();
                    return Ok(());
                }
                // The kernel closes the files of a killed program after its end.
                Err(Errno::BUSY) if Instant::now() < end => thread::sleep(UNMOUNT_INTERVAL),
                // Another user than root unmounts through a program of FUSE.
                Err(Errno::PERM) => return session.umount_and_join().map_err(failed),
                Err(error) => return Err(failed(error.into())),
            }
        }
    }
}

impl Drop for SimulatedDisk {
    fn drop(&mut self) {
        if let Err(failure) = self.detach() {
            eprintln!("botwerk-lab: {failure:?}");
        }
    }
}

fn cannot_mount(error: &std::io::Error, has_device: bool) -> Failure {
    let remedy = if has_device {
        "run it as root, or install the package fuse3, whose fusermount3 mounts for other users"
    } else {
        "load the kernel's module with `modprobe fuse`, and give a container `--device /dev/fuse \
         --cap-add SYS_ADMIN`"
    };
    let message = format!("{DEVICE}: cannot mount a simulated disk ({error}); {remedy}");
    Failure::new(Reason::FileError, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failed_mount_says_what_is_missing() {
        let error = std::io::Error::from(std::io::ErrorKind::NotFound);
        for (has_device, expected) in [(false, "modprobe fuse"), (true, "package fuse3")] {
            let failure = format!("{:?}", cannot_mount(&error, has_device));
            assert!(
                failure.contains("/dev/fuse: cannot mount") && failure.contains(expected),
                "{failure}"
            );
        }
    }
}
