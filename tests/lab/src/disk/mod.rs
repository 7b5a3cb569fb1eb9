//! A disk that can lose power, and whose syncs can take time: a file system of FUSE that knows of every
//! file what is durable and what is only written.
//!
//! Durable is what was there at the last fsync or fdatasync of the file. A name that was created, changed
//! or removed is durable after a sync of its directory or, as on ext4, of the file. When the power is cut,
//! every other change survives or is lost independently of all others, as on a disk that writes in any
//! order, and of the write in progress only the first sectors survive.

mod directory;
mod file_content;
mod fuse_server;
mod layered;
#[cfg(test)]
mod mount_tests;
mod simulated_disk;
mod survival;
mod volume;

pub(crate) use simulated_disk::SimulatedDisk;
