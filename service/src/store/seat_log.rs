//! The logs of seats.

use crate::ids::MatchId;

/// Maximum number of bytes that are kept of a log.
pub(crate) const MAX_LOG_BYTES: usize = 64 << 10;

/// Number of parts of logs that are kept of a bot that has an owner; a part has 16 KiB at most. Without a limit one bot could
/// fill the disk.
pub(crate) const MAX_PARTS_OF_BOT: i64 = 2_000;

/// Deletes the logs of matches of bot `$1` before its newest parts, of which `$2` are kept.
pub(super) const DELETE_OLD_LOGS: &str = "DELETE FROM seat_logs WHERE bot = $1 AND match_key <
     (SELECT match_key FROM seat_logs WHERE bot = $1 ORDER BY match_key DESC LIMIT 1 OFFSET $2)";

/// The end of the log of a seat.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct SeatLog {
    /// Number of bytes before the text that are not kept.
    pub(crate) omitted_bytes: u64,
    /// At most [`MAX_LOG_BYTES`].
    pub(crate) text: String,
}

impl SeatLog {
    /// Appends a text, and omits what is then too much at the start.
    pub(super) fn append(&mut self, text: &str) {
        self.text.push_str(text);
        let excess = self.text.len().saturating_sub(MAX_LOG_BYTES);
        let mut starts = excess..self.text.len();
        let start = starts.find(|start| self.text.is_char_boundary(*start));
        let start = start.unwrap_or(self.text.len());
        self.text.drain(..start);
        self.omitted_bytes += start as u64;
    }
}

/// A text for the log of a seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SeatLogAppend {
    /// The match.
    pub(crate) id: MatchId,
    /// The seat.
    pub(crate) seat: usize,
    /// The registered bot that plays the seat; `None` for other players.
    pub(crate) bot: Option<String>,
    /// What is appended.
    pub(crate) text: String,
}

impl SeatLogAppend {
    /// Returns the bot whose old logs are deleted, when the first part of the log of a seat is stored.
    pub(super) fn bot_with_limit(&self, start: i64) -> Option<&str> {
        let bot = self.bot.as_deref();
        bot.filter(|name| start == 0 && name.contains('/'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn end_of_a_log_is_kept_in_whole_characters() {
        let mut log = SeatLog::default();
        log.append("start\n");
        assert_eq!(log.omitted_bytes, 0);
        log.append(&"ä".repeat(MAX_LOG_BYTES / 2));
        assert_eq!((log.omitted_bytes, log.text.len()), (6, MAX_LOG_BYTES));
        log.append("x");
        assert_eq!((log.omitted_bytes, log.text.len()), (8, MAX_LOG_BYTES - 1));
        assert!(log.text.ends_with("äx"));
    }
}
