//! The marks of threads: what each works on now, and since when.

use std::cell::Cell;
use std::marker::PhantomData;
use std::sync::atomic::{AtomicI32, AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use super::work::Work;
use crate::process_clock;

/// How many times longer than a step a search may take that has no time limit of its own.
pub(super) const SEARCH_FACTOR: u32 = 60;

/// Maximum number of marks at a time: more than a server has threads. What comes after them is not marked.
const MAX_MARKS: usize = 256;

/// Maximum size of a mark's text in words of eight bytes. A longer one, which no id of this program has, is not marked.
const MAX_WORDS: usize = 24;

/// All marks of the process, where the handler of a signal can read them.
static SLOTS: [MarkSlot; MAX_MARKS] = [const { MarkSlot::new() }; MAX_MARKS];

thread_local! {
    /// The innermost mark of this thread. Without a destructor, so that the handler of a signal can read it.
    static CURRENT: Cell<Option<&'static MarkSlot>> = const { Cell::new(None) };
    /// The slot that this thread had last.
    static LAST_INDEX: Cell<usize> = const { Cell::new(usize::MAX) };
}

/// The place of one mark.
#[derive(Debug)]
pub(super) struct MarkSlot {
    /// The guard that has the mark; 0 if the slot is free.
    guard: AtomicU64,
    /// Increases whenever a step starts.
    number: AtomicU64,
    /// When the step started, in nanoseconds of the process clock.
    started: AtomicU64,
    /// Time for one step of this work in nanoseconds.
    step_limit: AtomicU64,
    /// Time for the step in progress in nanoseconds.
    limit: AtomicU64,
    /// The id of the thread, as the system knows it; 0 if it is unknown.
    thread: AtomicI32,
    length: AtomicUsize,
    words: [AtomicU64; MAX_WORDS],
}

/// A step that is in progress, as another thread sees it.
#[derive(Debug)]
pub(super) struct StepInProgress {
    /// The number of the slot.
    pub(super) slot: usize,
    /// Differs from that of every other step in the slot.
    pub(super) number: u64,
    pub(super) elapsed: Duration,
    pub(super) limit: Duration,
    pub(super) thread: i32,
    /// What is worked on, as members of a JSON object.
    pub(super) members: String,
}

impl MarkSlot {
    const fn new() -> Self {
        Self {
            guard: AtomicU64::new(0),
            number: AtomicU64::new(0),
            started: AtomicU64::new(0),
            step_limit: AtomicU64::new(0),
            limit: AtomicU64::new(0),
            thread: AtomicI32::new(0),
            length: AtomicUsize::new(0),
            words: [const { AtomicU64::new(0) }; MAX_WORDS],
        }
    }

    /// Returns `true` if the mark is that of a guard.
    pub(super) fn is_of(&self, guard: u64) -> bool {
        self.guard.load(Ordering::Acquire) == guard
    }

    /// Copies the text to a buffer; returns its length. Allocates nothing.
    pub(super) fn copy_text(&self, buffer: &mut [u8; MAX_WORDS * 8]) -> usize {
        for (bytes, word) in buffer.chunks_exact_mut(8).zip(&self.words) {
            bytes.copy_from_slice(&word.load(Ordering::Relaxed).to_le_bytes());
        }
        self.length.load(Ordering::Relaxed).min(buffer.len())
    }

    fn write(&self, text: &str) {
        for (chunk, word) in text.as_bytes().chunks(8).zip(&self.words) {
            let mut bytes = [0; 8];
            bytes[..chunk.len()].copy_from_slice(chunk);
            word.store(u64::from_le_bytes(bytes), Ordering::Relaxed);
        }
        self.length.store(text.len(), Ordering::Relaxed);
    }

    /// Starts the next step, which may take `factor` times as long as one step of this work.
    fn start_step(&self, factor: u32) {
        let limit = self.step_limit.load(Ordering::Relaxed);
        let limit = limit.saturating_mul(factor.into());
        self.limit.store(limit, Ordering::Relaxed);
        self.started.store(process_clock::now(), Ordering::Relaxed);
        self.number.fetch_add(1, Ordering::Release);
    }
}

/// Marks what a thread works on until it is dropped, by the same thread.
#[derive(Debug)]
pub(crate) struct WorkMark {
    slot: Option<&'static MarkSlot>,
    /// The mark of what contains this work.
    outer: Option<&'static MarkSlot>,
    /// Keeps the mark on its thread.
    _thread: PhantomData<*const ()>,
}

impl WorkMark {
    pub(super) fn new(guard: u64, work: &Work, limit: Duration) -> Self {
        let fits = work.members().len() <= MAX_WORDS * 8;
        let slot = fits.then(take_slot).flatten();
        if let Some(slot) = slot {
            slot.thread.store(thread_id(), Ordering::Relaxed);
            slot.write(work.members());
            let nanos = u64::try_from(limit.as_nanos()).unwrap_or(u64::MAX);
            slot.step_limit.store(nanos, Ordering::Relaxed);
            slot.start_step(1);
            slot.guard.store(guard, Ordering::Release);
        }
        let outer = CURRENT.get();
        if slot.is_some() {
            CURRENT.set(slot);
        }
        Self {
            slot,
            outer,
            _thread: PhantomData,
        }
    }
}

impl Drop for WorkMark {
    fn drop(&mut self) {
        if let Some(slot) = self.slot {
            CURRENT.set(self.outer);
            slot.guard.store(0, Ordering::Release);
        }
    }
}

/// A slot that is being filled.
const TAKEN: u64 = u64::MAX;

/// Takes a free slot, at best that which the thread had before.
fn take_slot() -> Option<&'static MarkSlot> {
    let last = LAST_INDEX.get();
    let first = if last < MAX_MARKS { last } else { 0 };
    let indices = (first..MAX_MARKS).chain(0..first);
    for index in indices {
        let slot = &SLOTS[index];
        let taken = slot
            .guard
            .compare_exchange(0, TAKEN, Ordering::Acquire, Ordering::Relaxed);
        if taken.is_ok() {
            LAST_INDEX.set(index);
            return Some(slot);
        }
    }
    None
}

/// Returns the mark of the calling thread, or `None` without one.
pub(super) fn current() -> Option<&'static MarkSlot> {
    CURRENT.try_with(Cell::get).ok().flatten()
}

/// Records that the calling thread starts its next step, if it works under a mark.
pub(crate) fn record_step() {
    if let Some(slot) = current() {
        slot.start_step(1);
    }
}

/// Records that the calling thread starts a search, if it works under a mark.
pub(crate) fn record_search() {
    if let Some(slot) = current() {
        slot.start_step(SEARCH_FACTOR);
    }
}

/// Returns the steps of a guard that are in progress.
pub(super) fn steps_in_progress(guard: u64) -> Vec<StepInProgress> {
    let mut steps = Vec::new();
    let now = process_clock::now();
    for (index, slot) in SLOTS.iter().enumerate() {
        let number = slot.number.load(Ordering::Acquire);
        if !slot.is_of(guard) {
            continue;
        }
        let mut buffer = [0; MAX_WORDS * 8];
        let length = slot.copy_text(&mut buffer);
        let started = slot.started.load(Ordering::Relaxed);
        let step = StepInProgress {
            slot: index,
            number,
            elapsed: Duration::from_nanos(now.saturating_sub(started)),
            limit: Duration::from_nanos(slot.limit.load(Ordering::Relaxed)),
            thread: slot.thread.load(Ordering::Relaxed),
            members: String::from_utf8_lossy(&buffer[..length]).into_owned(),
        };
        // Otherwise the step has ended in the meantime.
        if slot.is_of(guard) && slot.number.load(Ordering::Acquire) == number {
            steps.push(step);
        }
    }
    steps
}

fn thread_id() -> i32 {
    #[cfg(target_os = "linux")]
    let id = rustix::thread::gettid().as_raw_nonzero().get();
    #[cfg(not(target_os = "linux"))]
    let id = 0;
    id
}
