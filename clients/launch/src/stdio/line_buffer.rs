//! Bytes of a pipe, cut into lines of limited length.

use super::message::{LineError, LineReason};

/// Maximum length of a line of a bot, in bytes.
pub(crate) const MAX_LINE: usize = 1 << 20;

/// What was read of a bot and is not yet a line.
#[derive(Debug, Default)]
pub(crate) struct LineBuffer {
    bytes: Vec<u8>,
    /// Number of bytes that have been searched for a line feed.
    searched: usize,
}

impl LineBuffer {
    /// Appends bytes that were read.
    pub(crate) fn append(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Removes and returns the first complete line without its line feed, or `None` if there is none.
    ///
    /// # Errors
    /// Returns an error if the line is longer than [`MAX_LINE`], complete or not.
    pub(crate) fn next_line(&mut self) -> Result<Option<Vec<u8>>, LineError> {
        let found = self.bytes[self.searched..]
            .iter()
            .position(|byte| *byte == b'\n');
        let length = found.map_or(self.bytes.len(), |at| self.searched + at);
        if length > MAX_LINE {
            return Err(LineError {
                reason: LineReason::LineTooLong,
                message: format!("expected at most {MAX_LINE} bytes before a line feed"),
            });
        }
        if found.is_none() {
            self.searched = length;
            return Ok(None);
        }
        let rest = self.bytes.split_off(length + 1);
        let mut line = std::mem::replace(&mut self.bytes, rest);
        self.searched = 0;
        line.truncate(length);
        // As programs on other systems end lines.
        line.pop_if(|byte| *byte == b'\r');
        Ok(Some(line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_wherever_reads_end() {
        let text = b"one\r\n\ntwo\nthree";
        for size in 1..text.len() {
            let mut buffer = LineBuffer::default();
            let mut lines = Vec::new();
            for part in text.chunks(size) {
                buffer.append(part);
                while let Some(line) = buffer.next_line().unwrap() {
                    lines.push(String::from_utf8(line).unwrap());
                }
            }
            assert_eq!(lines, ["one", "", "two"]);
        }
    }

    #[test]
    fn endless_line_is_rejected_before_it_ends() {
        let mut buffer = LineBuffer::default();
        buffer.append(&vec![b' '; MAX_LINE]);
        assert_eq!(buffer.next_line().unwrap(), None);
        buffer.append(b" ");
        let error = buffer.next_line().unwrap_err();
        assert_eq!(error.reason, LineReason::LineTooLong);
        let mut complete = LineBuffer::default();
        complete.append(&vec![b' '; MAX_LINE + 1]);
        complete.append(b"\n");
        assert_eq!(
            complete.next_line().unwrap_err().reason,
            LineReason::LineTooLong
        );
    }
}
