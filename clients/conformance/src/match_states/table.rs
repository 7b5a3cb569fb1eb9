//! The table of states and requests, read from a file of vectors.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use botwerk_command::failure::{Failure, Reason};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::setup::MatchSetup;
use super::state::StateUnderTest;
use crate::vectors::{MATCH_STATES, MATCH_STATES_FILE};

/// Number of seats of the match.
const SEATS: u32 = 3;

/// All states with their answers.
#[derive(Debug, Clone)]
pub(super) struct MatchStateTable {
    /// The name of the file.
    pub(super) name: String,
    pub(super) setup: MatchSetup,
    pub(super) rows: Vec<StateRow>,
}

/// A state and the answers to all requests in it.
#[derive(Debug, Clone)]
pub(super) struct StateRow {
    pub(super) state: String,
    pub(super) kind: StateUnderTest,
    pub(super) pairs: Vec<StatePair>,
}

/// A request and its answer.
#[derive(Debug, Clone)]
pub(super) struct StatePair {
    pub(super) line: usize,
    pub(super) request: String,
    pub(super) expect: String,
}

/// A line of the file.
#[derive(Debug, Deserialize)]
struct StateLine {
    state: String,
    request: String,
    /// `ok`, or the reason of the rejection.
    expect: String,
}

impl StateRow {
    /// Returns the state of the match in the API, which is the first word of the state's name.
    pub(super) fn match_state(&self) -> &str {
        self.state.split(',').next().unwrap_or_default()
    }
}

impl MatchStateTable {
    pub(super) fn of_this_version() -> Result<Self, Failure> {
        Self::parse(MATCH_STATES_FILE.to_owned(), MATCH_STATES)
    }

    pub(super) fn read(folder: &Path) -> Result<Self, Failure> {
        let path = folder.join(MATCH_STATES_FILE);
        let name = path.display().to_string();
        let text = fs::read_to_string(&path).map_err(|error| {
            let message = format!(
                "cannot access {name}: {error}; write vectors with `botwerk conformance write --out DIR`, \
                 or check the rules alone with --only rules"
            );
            Failure::new(Reason::FileError, message)
        })?;
        Self::parse(name, &text)
    }

    fn parse(name: String, text: &str) -> Result<Self, Failure> {
        let mut lines = (1..).zip(text.lines());
        let (_, header) = lines.next().unwrap_or((1, ""));
        let setup: MatchSetup = parse_line(&name, 1, header)?;
        if setup.game.seats != SEATS {
            let found = setup.game.seats;
            let message = format!("seats: expected {SEATS}, found {found}");
            return Err(line_error(&name, 1, &message));
        }
        let mut rows: Vec<StateRow> = Vec::new();
        let mut indices: BTreeMap<String, usize> = BTreeMap::new();
        for (line, text) in lines {
            let StateLine {
                state,
                request,
                expect,
            } = parse_line(&name, line, text)?;
            let kind = StateUnderTest::from_name(&state)
                .ok_or_else(|| line_error(&name, line, &format!("unknown state `{state}`")))?;
            let index = *indices.entry(state.clone()).or_insert_with(|| {
                let pairs = Vec::new();
                rows.push(StateRow { state, kind, pairs });
                rows.len() - 1
            });
            rows[index].pairs.push(StatePair {
                line,
                request,
                expect,
            });
        }
        Ok(Self { name, setup, rows })
    }
}

fn parse_line<T: DeserializeOwned>(name: &str, line: usize, text: &str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|error| line_error(name, line, &error.to_string()))
}

fn line_error(name: &str, line: usize, message: &str) -> Failure {
    let message = format!("{name}:{line}: {message}; see tests/vectors/README.md");
    Failure::new(Reason::FileError, message)
}
