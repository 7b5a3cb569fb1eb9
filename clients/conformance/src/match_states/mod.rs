//! Every request in every state of a match, as the table of `service/MATCHES.md` answers it.

mod case;
mod identity;
mod requests;
mod server_control;
mod setup;
mod state;
mod table;

use std::path::Path;

use botwerk_client::Client;
use botwerk_command::failure::Failure;
use tokio::task::{JoinHandle, JoinSet};

pub(super) use server_control::ServerCommands;
pub use server_control::ServerControl;

use super::difference::Difference;
use case::MatchCase;
use setup::MatchSetup;
use state::{PreparedBy, StateUnderTest};
use table::{MatchStateTable, StateRow};

/// The states of matches and the answers to all requests in them.
///
/// ```
/// use botwerk_conformance::MatchStates;
///
/// let states = MatchStates::of_this_version().expect("the table is in its format");
/// assert_eq!(states.rows().count(), 10);
/// let (state, answers) = states.rows().next().expect("there is a first state");
/// assert_eq!(state, "WAITING");
/// assert!(answers.contains(&("Join", "ok")));
/// ```
#[derive(Debug, Clone)]
pub struct MatchStates(MatchStateTable);

/// The result of one state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckedState {
    /// All requests were sent.
    Played {
        /// The name of the state.
        state: String,
        /// The difference of each request, or `None` if it was answered as expected.
        answers: Vec<Option<Difference>>,
    },
    /// No match came into the state.
    NotReached {
        /// The name of the state.
        state: String,
        /// Why.
        reason: String,
    },
    /// The state needs control over the server, which is not available.
    Omitted {
        /// The name of the state.
        state: String,
        /// What is needed.
        reason: String,
    },
}

/// The progress of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateProgress {
    /// One more state has been checked.
    Checked,
    /// Nothing is left to do until the server's limit for joining has passed.
    WaitsForJoinLimit,
}

/// The matches of a state that takes long to reach, prepared in the background.
#[derive(Debug)]
pub struct NoShowMatches(JoinHandle<Result<Vec<MatchCase>, String>>);

impl MatchStates {
    /// Returns the states of this version of the API.
    ///
    /// # Errors
    /// Returns an error if the table that the program contains is not in its format.
    pub fn of_this_version() -> Result<Self, Failure> {
        MatchStateTable::of_this_version().map(Self)
    }

    /// Reads the states from the folder of vectors.
    ///
    /// # Errors
    /// Returns an error that names the file or line that cannot be read.
    pub fn read(folder: &Path) -> Result<Self, Failure> {
        MatchStateTable::read(folder).map(Self)
    }

    /// Returns the number of states.
    pub(super) fn len(&self) -> usize {
        self.0.rows.len()
    }

    /// Returns the states, each with all requests and their answers.
    pub fn rows(&self) -> impl Iterator<Item = (&str, Vec<(&str, &str)>)> {
        self.0.rows.iter().map(|row| {
            let pairs = row.pairs.iter();
            let pairs = pairs.map(|pair| (&*pair.request, &*pair.expect)).collect();
            (&*row.state, pairs)
        })
    }

    /// Creates the matches in which a seat does not join. They start when the server's limit for joining has
    /// passed; in the meantime other states are checked.
    pub fn start_no_show(&self, client: &Client) -> NoShowMatches {
        let row = self.row_of(StateUnderTest::NoShow);
        let count = row.map_or(0, |row| row.pairs.len());
        let (client, setup) = (client.clone(), self.0.setup.clone());
        NoShowMatches(tokio::spawn(async move {
            prepare_all(&client, &setup, StateUnderTest::NoShow, count).await
        }))
    }

    /// Brings a match into each state for each request, sends the request and compares the answer.
    pub async fn check<C: ServerControl>(
        &self,
        client: &Client,
        no_show: NoShowMatches,
        control: &C,
        progress: impl Fn(StateProgress),
    ) -> Vec<CheckedState> {
        let checker = StateChecker {
            client,
            table: &self.0,
            control,
        };
        let mut checked = Vec::new();
        for row in &self.0.rows {
            if row.kind.prepared_by() == PreparedBy::Requests {
                checked.push(checker.check(row).await);
                progress(StateProgress::Checked);
            }
        }
        if let Some(row) = self.row_of(StateUnderTest::NoShow) {
            if !no_show.0.is_finished() {
                progress(StateProgress::WaitsForJoinLimit);
            }
            let prepared = no_show
                .0
                .await
                .unwrap_or_else(|error| Err(error.to_string()));
            checked.push(checker.answer_all(row, prepared, client).await);
            progress(StateProgress::Checked);
        }
        // These two interrupt every other match.
        for kind in [
            StateUnderTest::StoreUnavailable,
            StateUnderTest::AwaitingRejoin,
        ] {
            if let Some(row) = self.row_of(kind) {
                checked.push(checker.check_controlled(row).await);
                progress(StateProgress::Checked);
            }
        }
        checked
    }

    fn row_of(&self, kind: StateUnderTest) -> Option<&StateRow> {
        self.0.rows.iter().find(|row| row.kind == kind)
    }
}

/// Checks states on one server.
struct StateChecker<'a, C> {
    client: &'a Client,
    table: &'a MatchStateTable,
    control: &'a C,
}

impl<C: ServerControl> StateChecker<'_, C> {
    async fn check(&self, row: &StateRow) -> CheckedState {
        let prepared = prepare_all(self.client, &self.table.setup, row.kind, row.pairs.len()).await;
        self.answer_all(row, prepared, self.client).await
    }

    /// Checks a state that needs control over the server.
    async fn check_controlled(&self, row: &StateRow) -> CheckedState {
        let needed = match row.kind {
            StateUnderTest::StoreUnavailable => self.control.cannot_block_store(),
            _ => self.control.cannot_restart(),
        };
        if let Some(reason) = needed {
            return CheckedState::Omitted {
                state: row.state.clone(),
                reason,
            };
        }
        let (setup, count) = (&self.table.setup, row.pairs.len());
        let prepared = prepare_all(self.client, setup, row.kind, count).await;
        let cases = match prepared {
            Ok(cases) => cases,
            failed => return self.answer_all(row, failed, self.client).await,
        };
        if row.kind == StateUnderTest::AwaitingRejoin {
            return match self.control.restart().await {
                Ok(client) => self.answer_all(row, Ok(cases), &client).await,
                Err(reason) => not_reached(row, reason),
            };
        }
        if let Err(reason) = self.control.block_store().await {
            return not_reached(row, reason);
        }
        let suspended = self.suspend_all(&cases).await;
        let checked = match suspended {
            Ok(()) => self.answer_all(row, Ok(cases), self.client).await,
            Err(reason) => not_reached(row, reason),
        };
        match self.control.unblock_store().await {
            Ok(()) => checked,
            Err(reason) => not_reached(row, reason),
        }
    }

    /// Makes matches notice that the store is unavailable.
    async fn suspend_all(&self, cases: &[MatchCase]) -> Result<(), String> {
        let mut tasks = JoinSet::new();
        for case in cases {
            let (client, case) = (self.client.clone(), case.identity());
            tasks.spawn(async move { case.submit_for_last_seat(&client).await });
        }
        while let Some(done) = tasks.join_next().await {
            let answer = done.map_err(|error| error.to_string())?;
            if answer != "STORE_UNAVAILABLE" {
                return Err(format!(
                    "a submission while the store is blocked: expected STORE_UNAVAILABLE, found {answer}"
                ));
            }
        }
        Ok(())
    }

    /// Sends each request to a match of its own.
    async fn answer_all(
        &self,
        row: &StateRow,
        prepared: Result<Vec<MatchCase>, String>,
        client: &Client,
    ) -> CheckedState {
        let cases = match prepared {
            Ok(cases) => cases,
            Err(reason) => return not_reached(row, reason),
        };
        let mut answers = Vec::new();
        for (pair, case) in row.pairs.iter().zip(&cases) {
            match case.state(client).await {
                Ok(state) if state == row.match_state() => {}
                Ok(state) | Err(state) => {
                    let expected = row.match_state();
                    return not_reached(
                        row,
                        format!("expected a match that is {expected}, found {state}"),
                    );
                }
            }
            let found = case.answer(client, &self.table.setup, &pair.request).await;
            let difference = (found != pair.expect).then(|| Difference {
                place: format!("{}:{}", self.table.name, pair.line),
                request: format!("{}: {}", row.state, pair.request),
                field: "answer".to_owned(),
                expected: pair.expect.clone(),
                found,
            });
            answers.push(difference);
        }
        for case in &cases {
            // A match that has ended already needs no end.
            let _ = case.abort(client).await;
        }
        CheckedState::Played {
            state: row.state.clone(),
            answers,
        }
    }
}

fn not_reached(row: &StateRow, reason: String) -> CheckedState {
    CheckedState::NotReached {
        state: row.state.clone(),
        reason,
    }
}

/// Brings several matches into a state, at the same time.
async fn prepare_all(
    client: &Client,
    setup: &MatchSetup,
    kind: StateUnderTest,
    count: usize,
) -> Result<Vec<MatchCase>, String> {
    let mut tasks = JoinSet::new();
    for _ in 0..count {
        let (client, setup) = (client.clone(), setup.clone());
        tasks.spawn(async move { kind.prepare(&client, &setup).await });
    }
    let mut cases = Vec::new();
    while let Some(done) = tasks.join_next().await {
        cases.push(done.map_err(|error| error.to_string())??);
    }
    Ok(cases)
}
