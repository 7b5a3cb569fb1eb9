//! Certificates: a whole table in a form that others can check.
//!
//! A certificate is lines of text, an empty line, and one byte for every position:
//!
//! ```text
//! botwerk netzwerk certificate 1
//! sha256 (64 hexadecimal digits: of everything behind this line)
//! option width=2
//! option ranks=4
//! option battery_control=at_least
//! option forced_capture=false
//! position w b2,d2 b8,d8 a3,c3,e3,a7,c7,e7
//! value win 3
//! positions 775775
//! ```
//!
//! `position` is the one asked for and says how many robots and batteries there are; `value` is
//! what it is worth to its side to move: `win N`, `loss N` or `draw`.
//!
//! The positions have White to move. Their robots are those of `position` or fewer, at least one a
//! side, or those with exchanged colours; neither side has won by them (NW-19, NW-20), and the
//! placement is not higher than its image with left and right exchanged. They are sorted by
//! White's squares, then by Black's, then by batteries, each set taken as the number with the bit
//! 8 x rank + file for every point, both from 0. A byte is `n` (up to 125) for a loss in n turns, 127
//! for a draw and `255 - n` (n up to 125) for a win in n turns. A position with Black to move is
//! worth as much as its image turned by half a turn with exchanged colours.

use std::fmt::Write;
use std::io;

use botwerk_engine::netzwerk::{Control, Netzwerk, Position, State};
use botwerk_engine::{GameNotation, GameRules, Options};
use sha2::{Digest, Sha256};

use super::table::Table;
use super::task::Task;

const TITLE: &str = "botwerk netzwerk certificate 1\n";
const DIGEST: &str = "sha256 ";

/// A certificate that is whole, but not yet checked.
#[derive(Debug)]
pub struct Certificate<'a> {
    pub(super) task: Task,
    pub(super) value: String,
    pub(super) scores: &'a [u8],
    digest: String,
}

/// Why something is no certificate.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CertificateError {
    /// It does not begin as a certificate does.
    #[error("certificate: does not begin with the lines of a certificate of version 1")]
    Title,
    /// It is damaged.
    #[error("certificate: sha256 is {found}, not {stated}: it was changed or is not whole")]
    Damaged {
        /// The digest of what is there.
        found: String,
        /// The digest that it states.
        stated: String,
    },
    /// A line is none of a certificate.
    #[error("certificate: line {line}: {why}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
}

impl Table {
    /// Writes the certificate and says its digest in hexadecimal digits, which is that of all
    /// behind its second line.
    ///
    /// # Errors
    /// Those of writing.
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
        let positions = self.census().positions;
        format!(
            "option width={width}\noption ranks={ranks}\noption battery_control={control}\n\
             option forced_capture={forced}\nposition {position}\nvalue {value}\n\
             positions {positions}\n\n"
        )
    }
}

/// The text of a position, which is the same on boards of every size.
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
    /// Reads a certificate and compares its digest.
    ///
    /// # Errors
    /// If it is damaged or none at all.
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
        let (header, scores) = header_of(rest).ok_or(CertificateError::Title)?;
        Self::with_header(header, scores, found)
    }

    fn with_header(
        header: &str,
        scores: &'a [u8],
        digest: String,
    ) -> Result<Self, CertificateError> {
        // Two lines stand before these.
        let lines: Vec<_> = (3..).zip(header.lines()).collect();
        let wrong = |line, why: String| CertificateError::Line { line, why };
        let mut options = Vec::new();
        let mut fields = Vec::new();
        for (number, line) in &lines {
            let (name, text) = line.split_once(' ').unwrap_or((line, ""));
            match name {
                "option" => {
                    let pair = text.split_once('=');
                    options.push(pair.ok_or_else(|| wrong(*number, "expected NAME=VALUE".into()))?);
                }
                "position" | "value" | "positions" => fields.push((*number, name, text)),
                _ => return Err(wrong(*number, format!("`{name}` is no field"))),
            }
        }
        let [
            (at, "position", position),
            (_, "value", value),
            (count_at, "positions", count),
        ] = fields[..]
        else {
            let why = "expected `position`, `value` and `positions` behind the options";
            return Err(wrong(3, why.into()));
        };
        let game = game(&options).map_err(|error| wrong(3, error.to_string()))?;
        let state = game.parse_position(position);
        let state = state.map_err(|error| wrong(at, error.to_string()))?;
        let task = Task::new(game.rules(), state.position());
        let task = task.map_err(|error| wrong(at, error.to_string()))?;
        if count != scores.len().to_string() {
            let found = scores.len();
            return Err(wrong(
                count_at,
                format!("{count} positions, but {found} bytes"),
            ));
        }
        Ok(Self {
            task,
            value: value.into(),
            scores,
            digest,
        })
    }

    /// The same with other bytes.
    #[cfg(test)]
    pub(super) fn with_scores(self, scores: &[u8]) -> Certificate<'_> {
        Certificate {
            task: self.task,
            value: self.value,
            scores,
            digest: self.digest,
        }
    }

    /// What it is about.
    pub const fn task(&self) -> &Task {
        &self.task
    }

    /// What it says that the position asked for is worth: `win N`, `loss N` or `draw`.
    pub fn value(&self) -> &str {
        &self.value
    }

    /// How many positions it has.
    pub const fn positions(&self) -> usize {
        self.scores.len()
    }

    /// Its digest in hexadecimal digits.
    pub fn digest(&self) -> &str {
        &self.digest
    }
}

/// The header's lines, and the bytes behind the empty line.
fn header_of(bytes: &[u8]) -> Option<(&str, &[u8])> {
    /// Longer than any header.
    const LONGEST: usize = 4096;
    let end = bytes
        .windows(2)
        .take(LONGEST)
        .position(|two| two == b"\n\n")?;
    let header = str::from_utf8(&bytes[..end]).ok()?;
    Some((header, &bytes[end + 2..]))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
