//! Certificates: a complete table in a form that can be checked independently.
//!
//! A certificate consists of lines of text, an empty line, and one byte for every position:
//!
//! ```text
//! botwerk netzwerk certificate 1
//! sha256 (64 hexadecimal digits: of everything after this line)
//! option width=2
//! option ranks=4
//! option battery_control=at_least
//! option forced_capture=false
//! position w b2,d2 b8,d8 a3,c3,e3,a7,c7,e7
//! value win 3
//! positions 775775
//! ```
//!
//! `position` is the position of the task and determines the numbers of robots and batteries;
//! `value` is its value for the side to move: `win N`, `loss N` or `draw`.
//!
//! The positions have White to move. Their robots are those of `position` or fewer, at least one
//! for each side, or the same with exchanged colours. Neither side has won by them (NW-19, NW-20),
//! and the placement is not higher than its image with left and right exchanged. The positions are
//! sorted by White's squares, then by Black's, then by batteries, each set as the number with the
//! bit 8 x rank + file for every point, both from 0. A byte is `n` (up to 125) for a loss in n
//! turns, 127 for a draw and `255 - n` (n up to 125) for a win in n turns. A position with Black to
//! move has the value of its image rotated by half a turn with exchanged colours.

use std::fmt::Write;
use std::io;

use botwerk_engine::netzwerk::{Control, Netzwerk, Position, State};
use botwerk_engine::{GameNotation, GameType, Options};
use sha2::{Digest, Sha256};

use super::tablebase::Tablebase;
use super::task::Task;

const TITLE: &str = "botwerk netzwerk certificate 1\n";
const DIGEST: &str = "sha256 ";

/// A complete certificate that is not checked yet.
#[derive(Debug)]
pub struct Certificate<'a> {
    pub(super) task: Task,
    pub(super) value: String,
    pub(super) scores: &'a [u8],
    digest: String,
}

/// The error for bytes that are not a certificate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CertificateError {
    /// The first lines are not those of a certificate.
    #[error("certificate: expected the first lines of a certificate of version 1")]
    Title,
    /// The digest does not match.
    #[error(
        "certificate: expected sha256 {stated}, found {found}; the file was changed or is incomplete"
    )]
    Damaged {
        /// The digest of the content.
        found: String,
        /// The digest stated in the certificate.
        stated: String,
    },
    /// A line of the header is invalid.
    #[error("certificate: line {line}: {why}")]
    Line {
        /// Number of the line, from 1.
        line: usize,
        /// Description of the error.
        why: String,
    },
}

impl Tablebase {
    /// Writes the certificate and returns its digest in hexadecimal digits, which covers everything
    /// after its second line.
    ///
    /// # Errors
    /// Returns an error if writing fails.
    pub fn write_certificate(&self, out: &mut impl io::Write) -> io::Result<String> {
        let header = self.header();
        let mut hash = Sha256::new();
        hash.update(&header);
        for (_, scores) in self.in_order() {
            hash.update(scores);
        }
        let digest = hex(&hash.finalize());
        write!(out, "{TITLE}{DIGEST}{digest}\n{header}")?;
        for (_, scores) in self.in_order() {
            out.write_all(scores)?;
        }
        Ok(digest)
    }

    fn header(&self) -> String {
        let rules = self.task().rules();
        let control = match rules.control {
            Control::AtLeast => "at_least",
            Control::Present => "present",
            Control::Majority => "majority",
        };
        let (width, ranks) = (rules.board.width(), rules.board.ranks());
        let forced = rules.forced_capture;
        let position = position_text(self.task().start());
        let value = self.start_value();
        let positions = self.stats().positions;
        format!(
            "option width={width}\noption ranks={ranks}\noption battery_control={control}\n\
             option forced_capture={forced}\nposition {position}\nvalue {value}\n\
             positions {positions}\n\n"
        )
    }
}

/// Returns the text of a position, which is the same on boards of every size.
pub(super) fn position_text(position: &Position) -> String {
    let game = game(&[]).ok();
    let text = game.map(|game| game.format_position(&State::new(game.rules(), *position)));
    text.unwrap_or_default()
}

fn game(options: &[(&str, &str)]) -> Result<Netzwerk, botwerk_engine::OptionError> {
    let options = Options::resolve(Netzwerk::spec().options, options.iter().copied())?;
    Netzwerk::new(2, options)
}

impl<'a> Certificate<'a> {
    /// Parses a certificate and compares its digest.
    ///
    /// # Errors
    /// Returns an error if the bytes are damaged or not a certificate.
    pub fn read(bytes: &'a [u8]) -> Result<Self, CertificateError> {
        let rest = bytes.strip_prefix(TITLE.as_bytes());
        let rest = rest.and_then(|rest| rest.strip_prefix(DIGEST.as_bytes()));
        let rest = rest.and_then(|rest| rest.split_at_checked(65));
        let (stated, rest) = rest.ok_or(CertificateError::Title)?;
        let stated = str::from_utf8(stated)
            .ok()
            .and_then(|line| line.strip_suffix('\n'));
        let stated = stated.ok_or(CertificateError::Title)?;
        let found = hex(&Sha256::digest(rest));
        if stated != found {
            let stated = stated.into();
            return Err(CertificateError::Damaged { found, stated });
        }
        let (header, scores) = split_header(rest).ok_or(CertificateError::Title)?;
        Self::with_header(header, scores, found)
    }

    fn with_header(
        header: &str,
        scores: &'a [u8],
        digest: String,
    ) -> Result<Self, CertificateError> {
        // Two lines precede the header.
        let lines: Vec<_> = (3..).zip(header.lines()).collect();
        let error = |line, why: String| CertificateError::Line { line, why };
        let mut options = Vec::new();
        let mut fields = Vec::new();
        for (number, line) in &lines {
            let (name, text) = line.split_once(' ').unwrap_or((line, ""));
            match name {
                "option" => {
                    let pair = text.split_once('=');
                    options.push(pair.ok_or_else(|| error(*number, "expected NAME=VALUE".into()))?);
                }
                "position" | "value" | "positions" => fields.push((*number, name, text)),
                _ => return Err(error(*number, format!("unknown field `{name}`"))),
            }
        }
        let [
            (position_line, "position", position),
            (_, "value", value),
            (count_line, "positions", count),
        ] = fields[..]
        else {
            let why = "expected `position`, `value` and `positions` after the options";
            return Err(error(3, why.into()));
        };
        let game = game(&options).map_err(|e| error(3, e.to_string()))?;
        let state = game.parse_position(position);
        let state = state.map_err(|e| error(position_line, e.to_string()))?;
        let task = Task::new(game.rules(), state.position());
        let task = task.map_err(|e| error(position_line, e.to_string()))?;
        if count != scores.len().to_string() {
            let found = scores.len();
            return Err(error(
                count_line,
                format!("expected {count} positions, found {found} bytes"),
            ));
        }
        Ok(Self {
            task,
            value: value.into(),
            scores,
            digest,
        })
    }

    /// Replaces the bytes of the positions.
    #[cfg(test)]
    pub(super) fn with_scores(self, scores: &[u8]) -> Certificate<'_> {
        Certificate {
            task: self.task,
            value: self.value,
            scores,
            digest: self.digest,
        }
    }

    /// Returns the task that the certificate is about.
    pub const fn task(&self) -> &Task {
        &self.task
    }

    /// Returns the stated value of the task's position: `win N`, `loss N` or `draw`.
    pub fn value(&self) -> &str {
        &self.value
    }

    /// Returns the number of positions.
    pub const fn positions(&self) -> usize {
        self.scores.len()
    }

    /// Returns the digest in hexadecimal digits.
    pub fn digest(&self) -> &str {
        &self.digest
    }
}

/// Returns the header's lines, and the bytes after the empty line.
fn split_header(bytes: &[u8]) -> Option<(&str, &[u8])> {
    /// Longer than any header.
    const MAX_HEADER: usize = 4096;
    let end = bytes
        .windows(2)
        .take(MAX_HEADER)
        .position(|pair| pair == b"\n\n")?;
    let header = str::from_utf8(&bytes[..end]).ok()?;
    Some((header, &bytes[end + 2..]))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
