//! Files of vectors: one JSON object a line, after a header.

use std::fs;
use std::path::Path;

use botwerk_command::failure::{Failure, Reason};
use botwerk_engine::GameId;
use botwerk_engine::record::ruleset_sha256;
use serde::{Deserialize, Serialize};
use serde_json::Error as JsonError;

use super::vector::Vector;

/// The version of the format.
const FORMAT: u32 = 1;

/// The first line of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct VectorHeader {
    /// Always `header`.
    kind: String,
    format: u32,
    pub(crate) game: String,
    /// SHA-256 of the ruleset under which the answers hold, as 64 hex digits.
    pub(crate) ruleset_sha256: String,
    /// The seed from which the requests were sampled.
    seed: String,
    /// Number of vectors after the header.
    vectors: usize,
}

/// The vectors of one game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct VectorFile {
    /// The name of the file, with its folder if it was read.
    pub(crate) name: String,
    pub(crate) header: VectorHeader,
    /// The vectors; the first one is line 2 of the file.
    pub(crate) vectors: Vec<Vector>,
}

impl VectorFile {
    /// Creates a file of vectors that were sampled from a seed.
    pub(super) fn new(game: GameId, seed: &str, vectors: Vec<Vector>) -> Self {
        Self {
            name: file_name(game),
            header: VectorHeader {
                kind: "header".to_owned(),
                format: FORMAT,
                game: game.name().to_owned(),
                ruleset_sha256: ruleset_sha256(game),
                seed: seed.to_owned(),
                vectors: vectors.len(),
            },
            vectors,
        }
    }

    /// Returns the text of the file.
    ///
    /// # Errors
    /// Returns an error if a value has no JSON text, which no vector has.
    pub(crate) fn to_text(&self) -> Result<String, Failure> {
        let failed =
            |error: JsonError| Failure::new(Reason::FileError, format!("{}: {error}", self.name));
        let mut text = serde_json::to_string(&self.header).map_err(failed)? + "\n";
        for vector in &self.vectors {
            text += &serde_json::to_string(vector).map_err(failed)?;
            text += "\n";
        }
        Ok(text)
    }

    /// Reads the vectors of a game from a folder.
    ///
    /// # Errors
    /// Returns an error that names the file and line that is not in the format.
    pub(crate) fn read(folder: &Path, game: GameId) -> Result<Self, Failure> {
        let path = folder.join(file_name(game));
        let name = path.display().to_string();
        let text = fs::read_to_string(&path).map_err(|error| {
            let message = format!(
                "cannot access {name}: {error}; write vectors with `botwerk conformance write --out DIR`, \
                 or select games with --game"
            );
            Failure::new(Reason::FileError, message)
        })?;
        Self::parse(name, &text, game)
    }

    fn parse(name: String, text: &str, game: GameId) -> Result<Self, Failure> {
        let at = |line: usize, message: &str| {
            let message = format!("{name}:{line}: {message}; see tests/vectors/README.md");
            Failure::new(Reason::FileError, message)
        };
        let mut lines = text.lines();
        let header: VectorHeader = serde_json::from_str(lines.next().unwrap_or_default())
            .map_err(|error| at(1, &format!("expected a header: {error}")))?;
        if header.kind != "header" || header.format != FORMAT {
            let (kind, format) = (&header.kind, header.format);
            let message =
                format!("expected a header of format {FORMAT}, found {kind} of format {format}");
            return Err(at(1, &message));
        }
        if header.game != game.name() {
            let message = format!("expected vectors of {game}, found {}", header.game);
            return Err(at(1, &message));
        }
        let read = |(index, line): (usize, &str)| {
            serde_json::from_str(line)
                .map_err(|error| at(index + 2, &format!("expected a vector: {error}")))
        };
        let vectors: Vec<Vector> = lines.enumerate().map(read).collect::<Result<_, _>>()?;
        if vectors.len() != header.vectors {
            let (expected, found) = (header.vectors, vectors.len());
            let message = format!("expected {expected} vectors, found {found}");
            return Err(at(1, &message));
        }
        Ok(Self {
            name,
            header,
            vectors,
        })
    }
}

fn file_name(game: GameId) -> String {
    format!("{game}.jsonl")
}
