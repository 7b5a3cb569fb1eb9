//! Answers the kernel's requests about a volume.

use std::ffi::OsStr;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use fuser::{
    BsdFileFlags, Errno, FileAttr, FileHandle, FileType, Filesystem, FopenFlags, Generation,
    INodeNo, LockOwner, OpenFlags, RenameFlags, ReplyAttr, ReplyCreate, ReplyData, ReplyDirectory,
    ReplyEmpty, ReplyEntry, ReplyOpen, ReplyWrite, Request, TimeOrNow, WriteFlags,
};

use super::directory::{Directory, NodeNumber};
use super::file_content::{FileChangeKind, FileContent};
use super::volume::{Node, NodeKind, Volume, VolumeError};

/// How long the kernel may keep what it knows of a file: for ever, since only it changes the volume.
const CACHE_LIFETIME: Duration = Duration::from_secs(86_400);

/// The number of a file is never used for another one.
const GENERATION: Generation = Generation(0);

/// No state is kept for an open file.
const NO_HANDLE: FileHandle = FileHandle(0);

/// Size of the unit in which the kernel counts the space of a file.
const BLOCK_BYTES: u64 = 512;

/// A volume with its power supply.
#[derive(Debug)]
pub(super) struct PoweredVolume {
    pub(super) volume: Volume,
    /// Whether syncs have an effect. Without power a sync in progress fails.
    pub(super) is_powered: bool,
    /// Time that each sync takes.
    pub(super) sync_delay: Duration,
}

/// A volume that its owner and the kernel share.
pub(super) type SharedVolume = Arc<Mutex<PoweredVolume>>;

/// Locks the volume.
pub(super) fn lock(volume: &SharedVolume) -> MutexGuard<'_, PoweredVolume> {
    volume.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The file system of a volume.
#[derive(Debug)]
pub(super) struct FuseServer {
    volume: SharedVolume,
    /// Syncs that take time; a thread of its own completes them, in their order.
    delayed_syncs: Sender<DelayedSync>,
    /// User and group that own all files.
    owner: (u32, u32),
}

/// A sync that is in progress.
#[derive(Debug)]
struct DelayedSync {
    end: Instant,
    node: NodeNumber,
    /// Number of the first change that it does not cover.
    until: u64,
    reply: ReplyEmpty,
}

impl FuseServer {
    /// Creates the file system of a volume.
    ///
    /// # Errors
    /// Returns an error if no thread can be started.
    pub(super) fn new(volume: SharedVolume) -> std::io::Result<Self> {
        let (delayed_syncs, receiver) = channel();
        let synced = Arc::clone(&volume);
        thread::Builder::new()
            .name("disk-sync".into())
            .spawn(move || complete_syncs(&synced, &receiver))?;
        let user = rustix::process::geteuid().as_raw();
        let group = rustix::process::getegid().as_raw();
        Ok(Self {
            volume,
            delayed_syncs,
            owner: (user, group),
        })
    }

    fn lock(&self) -> MutexGuard<'_, PoweredVolume> {
        lock(&self.volume)
    }

    fn attributes(&self, number: NodeNumber, node: &Node) -> FileAttr {
        let (kind, size) = match &node.kind {
            NodeKind::File(content) => (FileType::RegularFile, content.written().len() as u64),
            NodeKind::Directory(_) => (FileType::Directory, 0),
        };
        FileAttr {
            ino: INodeNo(number),
            size,
            blocks: size.div_ceil(BLOCK_BYTES),
            atime: SystemTime::UNIX_EPOCH,
            mtime: SystemTime::UNIX_EPOCH,
            ctime: SystemTime::UNIX_EPOCH,
            crtime: SystemTime::UNIX_EPOCH,
            kind,
            perm: node.mode,
            nlink: 1,
            uid: self.owner.0,
            gid: self.owner.1,
            rdev: 0,
            blksize: 4096,
            flags: 0,
        }
    }

    fn read_attributes(&self, number: NodeNumber) -> Result<FileAttr, VolumeError> {
        let locked = self.lock();
        let node = locked.volume.node(number)?;
        Ok(self.attributes(number, node))
    }

    fn create_node(
        &self,
        parent: INodeNo,
        name: &OsStr,
        mode: u32,
        kind: NodeKind,
    ) -> Result<FileAttr, VolumeError> {
        let mode = (mode & 0o777) as u16;
        let number = self
            .lock()
            .volume
            .create(parent.0, name, Node { mode, kind })?;
        self.read_attributes(number)
    }

    fn sync(&self, number: NodeNumber, reply: ReplyEmpty) {
        let mut locked = self.lock();
        let until = locked.volume.next_change();
        if locked.sync_delay.is_zero() {
            send_empty(reply, locked.sync(number, until));
            return;
        }
        let sync = DelayedSync {
            end: Instant::now() + locked.sync_delay,
            node: number,
            until,
            reply,
        };
        drop(locked);
        // The thread lives as long as the sender. Otherwise the dropped reply is an error.
        let _ = self.delayed_syncs.send(sync);
    }
}

impl PoweredVolume {
    fn sync(&mut self, node: NodeNumber, until: u64) -> Result<(), Errno> {
        if !self.is_powered {
            return Err(Errno::EIO);
        }
        self.volume.sync(node, until).map_err(errno)
    }
}

fn complete_syncs(volume: &SharedVolume, syncs: &Receiver<DelayedSync>) {
    while let Ok(sync) = syncs.recv() {
        thread::sleep(sync.end.saturating_duration_since(Instant::now()));
        let result = lock(volume).sync(sync.node, sync.until);
        send_empty(sync.reply, result);
    }
}

fn errno(error: VolumeError) -> Errno {
    match error {
        VolumeError::NotFound => Errno::ENOENT,
        VolumeError::AlreadyExists => Errno::EEXIST,
        VolumeError::IsDirectory => Errno::EISDIR,
        VolumeError::NotDirectory => Errno::ENOTDIR,
        VolumeError::NotEmpty => Errno::ENOTEMPTY,
        VolumeError::Unsupported => Errno::EXDEV,
    }
}

fn send_empty(reply: ReplyEmpty, result: Result<(), Errno>) {
    match result {
        Ok(()) => reply.ok(),
        Err(error) => reply.error(error),
    }
}

fn send_entry(reply: ReplyEntry, result: Result<FileAttr, VolumeError>) {
    match result {
        Ok(attributes) => reply.entry(&CACHE_LIFETIME, &attributes, GENERATION),
        Err(error) => reply.error(errno(error)),
    }
}

fn send_attributes(reply: ReplyAttr, result: Result<FileAttr, VolumeError>) {
    match result {
        Ok(attributes) => reply.attr(&CACHE_LIFETIME, &attributes),
        Err(error) => reply.error(errno(error)),
    }
}

/// Returns how files are opened: pages that the kernel has of a file stay valid, and closing it needs no
/// request.
fn open_flags() -> FopenFlags {
    FopenFlags::FOPEN_KEEP_CACHE | FopenFlags::FOPEN_NOFLUSH
}

impl Filesystem for FuseServer {
    fn lookup(&self, _: &Request, parent: INodeNo, name: &OsStr, reply: ReplyEntry) {
        let number = self.lock().volume.find(parent.0, name);
        let found = number.and_then(|number| self.read_attributes(number));
        send_entry(reply, found);
    }

    fn getattr(&self, _: &Request, node: INodeNo, _: Option<FileHandle>, reply: ReplyAttr) {
        send_attributes(reply, self.read_attributes(node.0));
    }

    fn setattr(
        &self,
        _: &Request,
        node: INodeNo,
        mode: Option<u32>,
        _uid: Option<u32>,
        _gid: Option<u32>,
        size: Option<u64>,
        _atime: Option<TimeOrNow>,
        _mtime: Option<TimeOrNow>,
        _ctime: Option<SystemTime>,
        _: Option<FileHandle>,
        _crtime: Option<SystemTime>,
        _chgtime: Option<SystemTime>,
        _bkuptime: Option<SystemTime>,
        _: Option<BsdFileFlags>,
        reply: ReplyAttr,
    ) {
        let change = || {
            let volume = &mut self.lock().volume;
            if let Some(mode) = mode {
                volume.set_mode(node.0, (mode & 0o777) as u16)?;
            }
            if let Some(size) = size {
                volume.change_file(node.0, FileChangeKind::Resize(size as usize))?;
            }
            Ok(())
        };
        let changed = change().and_then(|()| self.read_attributes(node.0));
        send_attributes(reply, changed);
    }

    fn mkdir(
        &self,
        _: &Request,
        parent: INodeNo,
        name: &OsStr,
        mode: u32,
        _umask: u32,
        reply: ReplyEntry,
    ) {
        let kind = NodeKind::Directory(Directory::default());
        send_entry(reply, self.create_node(parent, name, mode, kind));
    }

    fn create(
        &self,
        _: &Request,
        parent: INodeNo,
        name: &OsStr,
        mode: u32,
        _umask: u32,
        _flags: i32,
        reply: ReplyCreate,
    ) {
        let kind = NodeKind::File(FileContent::default());
        match self.create_node(parent, name, mode, kind) {
            Ok(attributes) => reply.created(
                &CACHE_LIFETIME,
                &attributes,
                GENERATION,
                NO_HANDLE,
                open_flags(),
            ),
            Err(error) => reply.error(errno(error)),
        }
    }

    fn unlink(&self, _: &Request, parent: INodeNo, name: &OsStr, reply: ReplyEmpty) {
        let removed = self.lock().volume.remove(parent.0, name);
        send_empty(reply, removed.map_err(errno));
    }

    fn rmdir(&self, _: &Request, parent: INodeNo, name: &OsStr, reply: ReplyEmpty) {
        let removed = self.lock().volume.remove(parent.0, name);
        send_empty(reply, removed.map_err(errno));
    }

    fn rename(
        &self,
        _: &Request,
        parent: INodeNo,
        name: &OsStr,
        new_parent: INodeNo,
        new_name: &OsStr,
        flags: RenameFlags,
        reply: ReplyEmpty,
    ) {
        if !flags.is_empty() {
            return reply.error(Errno::EINVAL);
        }
        let (from, to) = ((parent.0, name), (new_parent.0, new_name));
        let renamed = self.lock().volume.rename(from, to);
        send_empty(reply, renamed.map_err(errno));
    }

    fn open(&self, _: &Request, _: INodeNo, _: OpenFlags, reply: ReplyOpen) {
        reply.opened(NO_HANDLE, open_flags());
    }

    fn read(
        &self,
        _: &Request,
        node: INodeNo,
        _: FileHandle,
        offset: u64,
        size: u32,
        _: OpenFlags,
        _: Option<LockOwner>,
        reply: ReplyData,
    ) {
        match self.lock().volume.content(node.0) {
            Ok(content) => reply.data(content.read(offset as usize, size as usize)),
            Err(error) => reply.error(errno(error)),
        }
    }

    fn write(
        &self,
        _: &Request,
        node: INodeNo,
        _: FileHandle,
        offset: u64,
        data: &[u8],
        _: WriteFlags,
        _: OpenFlags,
        _: Option<LockOwner>,
        reply: ReplyWrite,
    ) {
        let change = FileChangeKind::Write {
            offset: offset as usize,
            bytes: data.to_vec(),
        };
        match self.lock().volume.change_file(node.0, change) {
            Ok(()) => reply.written(data.len() as u32),
            Err(error) => reply.error(errno(error)),
        }
    }

    fn fsync(&self, _: &Request, node: INodeNo, _: FileHandle, _: bool, reply: ReplyEmpty) {
        self.sync(node.0, reply);
    }

    fn fsyncdir(&self, _: &Request, node: INodeNo, _: FileHandle, _: bool, reply: ReplyEmpty) {
        self.sync(node.0, reply);
    }

    fn readdir(
        &self,
        _: &Request,
        node: INodeNo,
        _: FileHandle,
        offset: u64,
        mut reply: ReplyDirectory,
    ) {
        let locked = self.lock();
        let entries = match locked.volume.entries(node.0) {
            Ok(entries) => entries,
            Err(error) => return reply.error(errno(error)),
        };
        for (next, (name, number)) in (1..).zip(entries).skip(offset as usize) {
            let is_directory = locked.volume.entries(*number).is_ok();
            let kind = if is_directory {
                FileType::Directory
            } else {
                FileType::RegularFile
            };
            if reply.add(INodeNo(*number), next, kind, name) {
                break;
            }
        }
        reply.ok();
    }
}
