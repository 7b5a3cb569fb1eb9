//! A file in which the guards of bots write how much processor time their bots use, for the host that accounts for it.
//!
//! Guards append, each with a line of its own, so that any number of them writes at the same time, and a guard that is killed
//! has written all but the last seconds.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Variables of the environment of a guard, which bots do not see.
const FILE: &str = "BOTWERK_PROCESSOR_LOG";
const BOT: &str = "BOTWERK_PROCESSOR_LOG_BOT";

/// Where guards write the processor time of a bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProcessorLog {
    /// The file.
    pub file: PathBuf,
    /// The name of the bot, without spaces.
    pub bot: String,
}

impl ProcessorLog {
    /// Returns the variables with which a command, and all guards that it starts, write to this file.
    pub fn variables(&self) -> [(&'static str, OsString); 2] {
        [
            (FILE, self.file.clone().into()),
            (BOT, self.bot.clone().into()),
        ]
    }

    /// Returns the names of these variables.
    pub(crate) const VARIABLES: [&'static str; 2] = [FILE, BOT];

    /// Returns where this process is to write, or `None` if nothing accounts for its bot.
    pub(crate) fn of_environment() -> Option<Self> {
        Some(Self {
            file: std::env::var_os(FILE)?.into(),
            bot: std::env::var(BOT).ok()?,
        })
    }

    /// Appends processor time.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(crate) fn append(&self, time: Duration) -> io::Result<()> {
        let line = format!("{} {}\n", self.bot, time.as_nanos());
        let mut options = OpenOptions::new();
        let mut file = options.create(true).append(true).open(&self.file)?;
        // In one piece, which no other guard's line divides.
        file.write_all(line.as_bytes())
    }
}

/// Takes what was written to a file since the last call: the processor time of each bot in nanoseconds. What is being written
/// during a call is returned by the next one.
pub fn take_processor_times(file: &Path) -> BTreeMap<String, u64> {
    let mut taken = file.as_os_str().to_owned();
    taken.push(".taken");
    let mut times: BTreeMap<String, u64> = BTreeMap::new();
    // Renamed by the last call. A guard that had opened the file before has written its line by now.
    let text = fs::read_to_string(&taken).unwrap_or_default();
    for line in text.lines() {
        let numbers = line.split_once(' ');
        if let Some((bot, Ok(nanos))) = numbers.map(|(bot, nanos)| (bot, nanos.parse::<u64>())) {
            let time = times.entry(bot.to_owned()).or_default();
            *time = time.saturating_add(nanos);
        }
    }
    let _ = fs::remove_file(&taken);
    // Without a file nothing was written.
    let _ = fs::rename(file, &taken);
    times
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_all_guards_are_taken_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("times");
        assert!(take_processor_times(&file).is_empty());
        let append = |bot: &str, millis| {
            let log = ProcessorLog {
                file: file.clone(),
                bot: bot.into(),
            };
            log.append(Duration::from_millis(millis)).unwrap();
        };
        append("alice/a", 20);
        append("bob/b", 1);
        append("alice/a", 3);
        assert!(take_processor_times(&file).is_empty());
        append("bob/b", 5);
        let first = BTreeMap::from([("alice/a".into(), 23_000_000), ("bob/b".into(), 1_000_000)]);
        assert_eq!(take_processor_times(&file), first);
        let next = BTreeMap::from([("bob/b".into(), 5_000_000)]);
        assert_eq!(take_processor_times(&file), next);
        assert!(take_processor_times(&file).is_empty());
    }
}
