//! The states of a match, and how a match comes into each of them.

use botwerk_client::Client;

use super::case::MatchCase;
use super::setup::MatchSetup;

/// Time of a turn in matches in which a seat is flagged, in milliseconds.
const FLAGGED_TURN_MILLIS: u64 = 2000;

/// A state of a match as seen by seat 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StateUnderTest {
    Waiting,
    ToAct,
    OthersToAct,
    Resigned,
    NoShow,
    StoreUnavailable,
    AwaitingRejoin,
    Over,
    Flagged,
    Aborted,
}

/// What brings a match into a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PreparedBy {
    /// Requests alone.
    Requests,
    /// The server's limit for joining.
    JoinLimit,
    /// Something that happens to the server.
    Control,
}

/// The names of the states in the table.
const NAMES: [(&str, StateUnderTest); 10] = [
    ("WAITING", StateUnderTest::Waiting),
    ("RUNNING, seat 0 is to act", StateUnderTest::ToAct),
    (
        "RUNNING, other seats are to act",
        StateUnderTest::OthersToAct,
    ),
    ("RUNNING, seat 0 resigned", StateUnderTest::Resigned),
    (
        "RUNNING, seat 0 did not join in time",
        StateUnderTest::NoShow,
    ),
    (
        "SUSPENDED, store unavailable",
        StateUnderTest::StoreUnavailable,
    ),
    ("SUSPENDED, awaiting rejoin", StateUnderTest::AwaitingRejoin),
    ("OVER", StateUnderTest::Over),
    ("OVER, seat 0 was flagged", StateUnderTest::Flagged),
    ("ABORTED", StateUnderTest::Aborted),
];

impl StateUnderTest {
    /// Returns the state with a name, or `None` if no state has it.
    pub(super) fn from_name(name: &str) -> Option<Self> {
        let found = NAMES.iter().find(|(known, _)| *known == name);
        found.map(|(_, state)| *state)
    }

    pub(super) const fn prepared_by(self) -> PreparedBy {
        match self {
            Self::NoShow => PreparedBy::JoinLimit,
            Self::StoreUnavailable | Self::AwaitingRejoin => PreparedBy::Control,
            _ => PreparedBy::Requests,
        }
    }

    /// Creates a match in this state, or in the one before if the server must be controlled.
    ///
    /// # Errors
    /// Returns what the server did instead.
    pub(super) async fn prepare(
        self,
        client: &Client,
        setup: &MatchSetup,
    ) -> Result<MatchCase, String> {
        match self {
            Self::Waiting => MatchCase::joined(client, setup, &[0, 1], None).await,
            Self::ToAct | Self::StoreUnavailable | Self::AwaitingRejoin => {
                MatchCase::running(client, setup, None).await
            }
            Self::OthersToAct => {
                let mut case = MatchCase::running(client, setup, None).await?;
                case.announce(1, setup).await?;
                Ok(case)
            }
            Self::Resigned => {
                let case = MatchCase::running(client, setup, None).await?;
                case.resign(client, 0).await?;
                Ok(case)
            }
            Self::NoShow => {
                let mut case = MatchCase::joined(client, setup, &[1, 2], None).await?;
                case.wait_for_start().await?;
                Ok(case)
            }
            Self::Over => {
                let case = MatchCase::running(client, setup, None).await?;
                case.resign(client, 1).await?;
                case.resign(client, 2).await?;
                Ok(case)
            }
            Self::Flagged => {
                let mut case = MatchCase::running(client, setup, Some(FLAGGED_TURN_MILLIS)).await?;
                case.announce(0, setup).await?;
                case.wait_for_flag(client).await?;
                case.resign(client, 1).await?;
                Ok(case)
            }
            Self::Aborted => {
                let case = MatchCase::running(client, setup, None).await?;
                case.abort(client).await?;
                Ok(case)
            }
        }
    }
}
