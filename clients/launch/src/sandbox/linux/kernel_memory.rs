//! The memory that the kernel holds for a bot, where no control group counts it.

use std::collections::BTreeSet;
use std::fs;
use std::os::fd::OwnedFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use rustix::net::AddressFamily;
use rustix::net::sockopt::{socket_domain, socket_recv_buffer_size, socket_send_buffer_size};
use rustix::process::{Pid, PidfdFlags, PidfdGetfdFlags, RawPid, pidfd_getfd, pidfd_open};

use super::relay::OpenConnections;
use crate::process_tree::{descendants, folder_inside, folder_of};

/// Shortest and longest time between two looks.
const INTERVALS: (Duration, Duration) = (Duration::from_millis(25), Duration::from_millis(250));

/// The part of the time that looks take, at most, unless the longest time has passed.
const LOOKING_SHARE: u32 = 50;

/// Bytes of an open file, whatever it is.
const DESCRIPTOR: u64 = 1 << 10;

/// Bytes of a full pipe of the usual size, which bots cannot raise.
const PIPE: u64 = 68 << 10;

/// Bytes of a file that is waited for.
const WATCH: u64 = 192;

/// Bytes of a lock of a part of a file.
const LOCK: u64 = 256;

/// Bytes of a mapping, and for each process from which it may be inherited.
const MAPPING: u64 = 384;
const INHERITED_MAPPING: u64 = 64;

/// Number of descriptors that processes of one user can be sending to each other.
const MAX_SENT_DESCRIPTORS: u64 = 1024 + 253;

/// Time for which every look finds descriptors in sockets until they count: a receiver may wait for a processor.
const UNREAD_LIMIT: Duration = Duration::from_secs(1);

/// Number of times that the last look may be asked for until the next one is over: beyond, a bot keeps it from
/// looking, by what it does with its memory all the time.
const MAX_AGE: u32 = 80;

/// What was found last, by a thread of its own: a look may have to wait for the bot.
#[derive(Debug)]
pub(super) struct LatestKernelMemory {
    shared: Arc<SharedLook>,
    looks: u64,
    age: u32,
}

#[derive(Debug, Default)]
struct SharedLook {
    bytes: AtomicU64,
    looks: AtomicU64,
}

impl LatestKernelMemory {
    /// Starts to look at all that a process has started, until it has ended. A look ends at the limit. `relay` is
    /// that of a bot with a network.
    pub(super) fn start(process: u32, limit: u64, relay: Option<OpenConnections>) -> Self {
        let shared = Arc::<SharedLook>::default();
        let own = Arc::clone(&shared);
        let mut memory = KernelMemory::new(relay);
        thread::spawn(move || {
            loop {
                let started = Instant::now();
                let processes = descendants(process);
                if processes.is_empty() {
                    return;
                }
                if let Some(inside) = folder_inside(&processes) {
                    let bytes = memory.look(&processes, &inside, limit);
                    own.bytes.store(bytes, Ordering::Relaxed);
                    own.looks.fetch_add(1, Ordering::Release);
                }
                let (shortest, longest) = INTERVALS;
                thread::sleep((started.elapsed() * LOOKING_SHARE).clamp(shortest, longest));
            }
        });
        Self {
            shared,
            looks: 0,
            age: 0,
        }
    }

    /// Returns the bytes that the kernel holds for the processes, or `None` if they keep the look from ending.
    pub(super) fn bytes(&mut self) -> Option<u64> {
        let looks = self.shared.looks.load(Ordering::Acquire);
        self.age = if looks == self.looks { self.age + 1 } else { 0 };
        self.looks = looks;
        (self.age <= MAX_AGE).then(|| self.shared.bytes.load(Ordering::Relaxed))
    }
}

/// Counts the memory. Each thing counts as what it can hold at most.
#[derive(Debug)]
struct KernelMemory {
    /// The relay to the server, of a bot that has a network.
    relay: Option<OpenConnections>,
    bounds: Bounds,
    /// What the last look found.
    hidden_sockets: u64,
    /// Since when every look has found descriptors in sockets.
    unread_since: Option<Instant>,
}

/// What things of this machine can hold at most, in bytes.
#[derive(Debug)]
struct Bounds {
    /// A socket of a bot's own processes. One message more than its buffer fits in, and is as large as that.
    own_socket: u64,
    /// A connection.
    tcp_socket: u64,
    /// All descriptors that are being sent.
    sent_descriptors: u64,
}

impl Bounds {
    fn of_machine() -> Self {
        let setting = |path: &str, default: u64| {
            let text = fs::read_to_string(format!("/proc/sys/{path}")).unwrap_or_default();
            let last = text.split_whitespace().last();
            last.and_then(|value| value.parse().ok()).unwrap_or(default)
        };
        let watches = setting("fs/epoll/max_user_watches", 1 << 20);
        Self {
            own_socket: 2 * setting("net/core/wmem_default", 212_992),
            tcp_socket: setting("net/ipv4/tcp_rmem", 32 << 20)
                + setting("net/ipv4/tcp_wmem", 4 << 20),
            sent_descriptors: MAX_SENT_DESCRIPTORS * PIPE + watches * WATCH,
        }
    }
}

impl KernelMemory {
    fn new(relay: Option<OpenConnections>) -> Self {
        Self {
            relay,
            bounds: Bounds::of_machine(),
            hidden_sockets: 0,
            unread_since: None,
        }
    }

    /// Returns the bytes that the kernel holds for processes. `inside` is the folder of one in the sandbox.
    fn look(&mut self, processes: &[u32], inside: &Path, limit: u64) -> u64 {
        let mut bytes = 0;
        let mut found = FoundFiles::default();
        let mapping = MAPPING + INHERITED_MAPPING * processes.len() as u64;
        let before = used_sockets(inside);
        for process in processes {
            let Some(folder) = folder_of(*process) else {
                continue;
            };
            bytes += mappings(&folder) * mapping;
            found.add(*process, &folder);
            if bytes + found.bytes() > limit {
                return bytes + found.bytes();
            }
        }
        // Those that were opened or closed meanwhile are not hidden.
        let used = before.min(used_sockets(inside));
        bytes + found.bytes() + self.sockets(used, &found) + self.sent_descriptors(&found)
    }

    /// Returns what sockets hold: all of the sandbox, also those that no process holds any more.
    fn sockets(&mut self, used: u64, found: &FoundFiles) -> u64 {
        let Some(relay) = &self.relay else {
            return used * self.bounds.own_socket;
        };
        let held = found
            .sockets
            .iter()
            .map(|socket| socket.bytes(&self.bounds));
        let visible = found.sockets.len() as u64 + relay.sockets();
        let hidden = used.saturating_sub(visible);
        // The relay opens and closes its own at any time.
        let lasting = hidden.min(std::mem::replace(&mut self.hidden_sockets, hidden));
        held.sum::<u64>() + lasting * self.bounds.tcp_socket
    }

    /// Returns what descriptors can hold that stay in sockets: it is not told what they are.
    fn sent_descriptors(&mut self, found: &FoundFiles) -> u64 {
        if !found.has_sent_descriptors {
            self.unread_since = None;
            return 0;
        }
        let since = *self.unread_since.get_or_insert_with(Instant::now);
        if since.elapsed() < UNREAD_LIMIT {
            0
        } else {
            self.bounds.sent_descriptors
        }
    }
}

/// The open files of processes.
#[derive(Debug, Default)]
struct FoundFiles {
    descriptors: u64,
    locks: u64,
    watches: u64,
    pipes: BTreeSet<String>,
    socket_names: BTreeSet<String>,
    sockets: Vec<FoundSocket>,
    /// Whether descriptors are in a socket.
    has_sent_descriptors: bool,
}

impl FoundFiles {
    fn add(&mut self, process: u32, folder: &Path) {
        let entries = fs::read_dir(folder.join("fd")).into_iter().flatten();
        for entry in entries.flatten() {
            self.descriptors += 1;
            let path = entry.path();
            let Ok(target) = path.read_link() else {
                continue;
            };
            let target = target.to_string_lossy().into_owned();
            let info = folder.join("fdinfo").join(entry.file_name());
            let info = fs::read_to_string(info).unwrap_or_default();
            let count = |name: &str| info.lines().filter(|line| line.starts_with(name)).count();
            self.locks += count("lock:") as u64;
            self.watches += count("tfd:") as u64;
            if target.starts_with("socket:") {
                let mut lines = info.lines();
                let sent = lines.find_map(|line| line.strip_prefix("scm_fds:"));
                self.has_sent_descriptors |= sent.is_some_and(|sent| sent.trim() != "0");
                if self.socket_names.insert(target) {
                    self.sockets.push(FoundSocket { process, path });
                }
            } else if target.starts_with("pipe:") {
                self.pipes.insert(target);
            } else if let Ok(file) = path.metadata()
                && file.file_type().is_fifo()
            {
                self.pipes.insert(format!("{}:{}", file.dev(), file.ino()));
            }
        }
    }

    fn bytes(&self) -> u64 {
        let pipes = self.pipes.len() as u64;
        self.descriptors * DESCRIPTOR + self.locks * LOCK + self.watches * WATCH + pipes * PIPE
    }
}

/// A socket of a process.
#[derive(Debug)]
struct FoundSocket {
    process: u32,
    path: PathBuf,
}

impl FoundSocket {
    /// Returns what the socket can hold.
    fn bytes(&self, bounds: &Bounds) -> u64 {
        let Some(socket) = self.open() else {
            return bounds.tcp_socket;
        };
        if socket_domain(&socket).is_ok_and(|family| family == AddressFamily::UNIX) {
            return bounds.own_socket;
        }
        let sizes = [
            socket_recv_buffer_size(&socket),
            socket_send_buffer_size(&socket),
        ];
        sizes.iter().flatten().map(|size| *size as u64).sum()
    }

    fn open(&self) -> Option<OwnedFd> {
        let number: i32 = self.path.file_name()?.to_str()?.parse().ok()?;
        let process = Pid::from_raw(RawPid::try_from(self.process).ok()?)?;
        let process = pidfd_open(process, PidfdFlags::empty()).ok()?;
        pidfd_getfd(&process, number, PidfdGetfdFlags::empty()).ok()
    }
}

/// Returns the number of all sockets of the network in which a process is.
fn used_sockets(folder: &Path) -> u64 {
    let text = fs::read_to_string(folder.join("net/sockstat")).unwrap_or_default();
    let used = text
        .lines()
        .find_map(|line| line.strip_prefix("sockets: used "));
    used.and_then(|used| used.trim().parse().ok()).unwrap_or(0)
}

fn mappings(folder: &Path) -> u64 {
    let listed = fs::read(folder.join("maps")).unwrap_or_default();
    // Its paths are bytes.
    String::from_utf8_lossy(&listed).lines().count() as u64
}
