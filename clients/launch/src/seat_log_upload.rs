//! Sends what bots write to standard error to the logs of their seats on a server.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use botwerk_client::{Client, ClientError, proto};
use tokio::sync::Notify;
use tokio::task::{JoinHandle, spawn_blocking};
use tonic::Status;

use crate::bot_log::{BotLog, LogExcerpt, char_start};

/// Maximum number of bytes that are sent at once.
const MAX_PART: usize = 16 << 10;

/// Maximum number of bytes that wait for an unreachable server, as many as it keeps of a log.
const MAX_PENDING: usize = 64 << 10;

/// Number of attempts to send what is left when the bot has ended, and the time between them.
const LAST_ATTEMPTS: u32 = 3;
const RETRY_DELAY: Duration = Duration::from_millis(200);

/// What is written by a bot.
#[derive(Debug)]
pub enum LogSource {
    /// The log of a bot that is started for a match.
    Log(BotLog),
    /// The file to which a bot's output is appended.
    File(LogFile),
}

/// The part of a file that is appended from now on.
#[derive(Debug)]
pub struct LogFile {
    path: PathBuf,
    position: u64,
}

/// The seats to whose logs a text is appended.
#[derive(Debug)]
pub enum LogDestination {
    /// A seat of a match.
    Seat {
        /// The name of the match.
        r#match: String,
        /// The token of the seat.
        seat_token: String,
    },
    /// Every seat that the bot of a token plays at the moment.
    Bot {
        /// The token of the bot.
        bot_token: String,
    },
}

/// A task that sends what a bot writes. Dropping it ends the task.
#[derive(Debug)]
pub struct SeatLogUpload {
    ending: Arc<Notify>,
    task: JoinHandle<()>,
}

impl SeatLogUpload {
    /// Starts to send new text whenever the interval has passed.
    pub fn start(
        client: &Client,
        destination: LogDestination,
        source: LogSource,
        interval: Duration,
    ) -> Self {
        let ending = Arc::new(Notify::new());
        let uploader = Uploader {
            client: client.clone(),
            destination,
            source,
            pending: String::new(),
        };
        let task = tokio::spawn(uploader.run(interval, Arc::clone(&ending)));
        Self { ending, task }
    }

    /// Sends what is left, and ends.
    pub async fn finish(mut self) {
        self.ending.notify_one();
        // A log that cannot be sent is no fault of the bot.
        let _ = (&mut self.task).await;
    }
}

impl Drop for SeatLogUpload {
    fn drop(&mut self) {
        self.task.abort();
    }
}

struct Uploader {
    client: Client,
    destination: LogDestination,
    source: LogSource,
    /// What the server has not accepted yet.
    pending: String,
}

impl Uploader {
    async fn run(mut self, interval: Duration, ending: Arc<Notify>) {
        loop {
            let is_ending = tokio::select! {
                () = ending.notified() => true,
                () = tokio::time::sleep(interval) => false,
            };
            let Ok(uploader) = spawn_blocking(move || self.with_new_text()).await else {
                return;
            };
            self = uploader;
            self.send().await;
            if is_ending {
                return self.send_rest().await;
            }
        }
    }

    /// Adds what was written since the last time.
    fn with_new_text(mut self) -> Self {
        if let Some(excerpt) = self.source.take_new() {
            self.pending.push_str(&excerpt.to_string());
            let excess = self.pending.len().saturating_sub(MAX_PENDING);
            self.pending.drain(..char_start(&self.pending, excess));
        }
        self
    }

    async fn send_rest(&mut self) {
        for _ in 1..LAST_ATTEMPTS {
            if self.pending.is_empty() {
                return;
            }
            tokio::time::sleep(RETRY_DELAY).await;
            self.send().await;
        }
    }

    /// Sends what is pending; keeps what does not reach the server.
    async fn send(&mut self) {
        while !self.pending.is_empty() {
            let length = part_end(&self.pending);
            let text = self.pending[..length].to_owned();
            let (request, token) = self.destination.request(text);
            let sent = match self.client.with_token(token) {
                Ok(client) => client.bots().append_seat_log(request).await,
                Err(error) => Err(Status::permission_denied(error.to_string())),
            };
            match sent.map_err(ClientError::from) {
                // Text that the server rejects would be rejected again.
                Ok(_) | Err(ClientError::Rejected { .. }) => drop(self.pending.drain(..length)),
                Err(_) => return,
            }
        }
    }
}

/// Returns the length of the first characters that can be sent at once.
fn part_end(text: &str) -> usize {
    let mut ends = (0..=text.len().min(MAX_PART)).rev();
    ends.find(|end| text.is_char_boundary(*end)).unwrap_or(0)
}

impl LogDestination {
    /// Returns the request that appends a text, and its token.
    fn request(&self, text: String) -> (proto::AppendSeatLogRequest, &str) {
        let (r#match, token) = match self {
            Self::Seat {
                r#match,
                seat_token,
            } => (r#match.clone(), seat_token),
            Self::Bot { bot_token } => (String::new(), bot_token),
        };
        (proto::AppendSeatLogRequest { r#match, text }, token)
    }
}

impl LogSource {
    /// Returns what was written since the last call, or `None` if that is nothing.
    fn take_new(&mut self) -> Option<LogExcerpt> {
        match self {
            Self::Log(log) => log.take_new(),
            Self::File(file) => file.take_new(),
        }
    }
}

impl LogFile {
    /// Returns what will be appended to a file, which need not exist yet.
    pub fn from_end(path: PathBuf) -> Self {
        let position = std::fs::metadata(&path).map_or(0, |metadata| metadata.len());
        Self { path, position }
    }

    fn take_new(&mut self) -> Option<LogExcerpt> {
        let length = std::fs::metadata(&self.path).ok()?.len();
        if length <= self.position {
            // Another program may have emptied the file.
            self.position = length;
            return None;
        }
        let omitted = (length - self.position).saturating_sub(MAX_PENDING as u64);
        let mut file = File::open(&self.path).ok()?;
        file.seek(SeekFrom::Start(self.position + omitted)).ok()?;
        let mut bytes = Vec::new();
        file.take(length - self.position - omitted)
            .read_to_end(&mut bytes)
            .ok()?;
        // A line that is not complete is read with its rest.
        let end = bytes.iter().rposition(|byte| *byte == b'\n')? + 1;
        bytes.truncate(end);
        self.position += omitted + end as u64;
        Some(LogExcerpt {
            omitted_bytes: omitted,
            text: String::from_utf8_lossy(&bytes).into_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn file_is_read_in_whole_lines_from_its_present_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        std::fs::write(&path, "of an earlier run\n").unwrap();
        let mut source = LogFile::from_end(path.clone());
        let mut next = || source.take_new().map(|excerpt| excerpt.to_string());
        assert_eq!(next(), None);
        let mut file = File::options().append(true).open(&path).unwrap();
        file.write_all(b"one\ntwo").unwrap();
        assert_eq!(next().as_deref(), Some("one\n"));
        assert_eq!(next(), None);
        file.write_all(b" words\xff\n").unwrap();
        assert_eq!(next().as_deref(), Some("two words\u{fffd}\n"));
        file.write_all("x".repeat(MAX_PENDING).as_bytes()).unwrap();
        file.write_all(b"\nend\n").unwrap();
        let text = next().unwrap();
        assert!(
            text.starts_with("[5 bytes omitted]\nxxx"),
            "{}",
            &text[..40]
        );
        assert!(text.ends_with("x\nend\n"));
        file.set_len(3).unwrap();
        assert_eq!(next(), None);
        std::fs::remove_file(&path).unwrap();
        assert_eq!(next(), None);
    }

    #[test]
    fn parts_are_whole_characters() {
        assert_eq!(part_end("a line\n"), 7);
        assert_eq!(part_end(&"x".repeat(MAX_PART + 1)), MAX_PART);
        assert_eq!(
            part_end(&format!("x{}", "ä".repeat(MAX_PART))),
            MAX_PART - 1
        );
    }
}
