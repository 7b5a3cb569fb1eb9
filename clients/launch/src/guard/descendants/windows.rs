//! All of them, in job objects: what a process of a job starts belongs to the job.

use std::io;
use std::mem::size_of_val;
use std::os::windows::io::{AsRawHandle, FromRawHandle, OwnedHandle};
use std::process::Child;
use std::ptr;

use windows_sys::Win32::Foundation::HANDLE;
use windows_sys::Win32::System::JobObjects::{
    AssignProcessToJobObject, CreateJobObjectW, JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE,
    JOBOBJECT_EXTENDED_LIMIT_INFORMATION, JobObjectExtendedLimitInformation,
    SetInformationJobObject,
};
use windows_sys::Win32::System::Threading::GetCurrentProcess;

/// What this process starts, directly or not.
#[derive(Debug)]
pub(in crate::guard) struct Descendants {
    /// This process and all that it starts. Windows ends them when this process ends, however it does.
    _own: Option<Job>,
    /// The bot and all that it starts.
    bot: Option<Job>,
}

impl Descendants {
    /// Begins a job of this process.
    pub(in crate::guard) fn adopt() -> Self {
        // Without jobs, as in a system that forbids them, the bot alone ends with this process.
        let own = Job::new().ok();
        if let Some(job) = &own {
            // SAFETY: the handle of this process needs no owner.
            #[expect(unsafe_code, reason = "the system's call")]
            let process = unsafe { GetCurrentProcess() };
            let _ = job.add(process);
        }
        Self {
            _own: own,
            bot: None,
        }
    }

    /// Begins a job of the bot. What it has started already belongs to that of this process.
    pub(in crate::guard) fn add(&mut self, bot: &Child) {
        self.bot = Job::new().ok();
        if let Some(job) = &self.bot {
            let _ = job.add(bot.as_raw_handle());
        }
    }

    /// Ends the bot with all that it has started.
    pub(in crate::guard) fn kill(self) {
        drop(self.bot);
        // That of this process would end it before its exit code is known.
        std::mem::forget(self._own);
    }
}

/// A job whose processes end when it is dropped.
#[derive(Debug)]
struct Job(OwnedHandle);

impl Job {
    fn new() -> io::Result<Self> {
        // SAFETY: neither argument is required, and the handle is owned by nothing else.
        #[expect(unsafe_code, reason = "the system's call")]
        let handle = unsafe {
            let handle = CreateJobObjectW(ptr::null(), ptr::null());
            if handle.is_null() {
                return Err(io::Error::last_os_error());
            }
            OwnedHandle::from_raw_handle(handle)
        };
        let mut limits = JOBOBJECT_EXTENDED_LIMIT_INFORMATION::default();
        limits.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
        // SAFETY: the class of information is that of the structure, whose size is given.
        #[expect(unsafe_code, reason = "the system's call")]
        let is_set = unsafe {
            SetInformationJobObject(
                handle.as_raw_handle(),
                JobObjectExtendedLimitInformation,
                (&raw const limits).cast(),
                size_of_val(&limits) as u32,
            )
        };
        if is_set == 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(Self(handle))
    }

    fn add(&self, process: HANDLE) -> io::Result<()> {
        // SAFETY: both handles are open.
        #[expect(unsafe_code, reason = "the system's call")]
        let is_added = unsafe { AssignProcessToJobObject(self.0.as_raw_handle(), process) };
        if is_added == 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(())
    }
}
