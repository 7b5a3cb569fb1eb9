//! Domain types as columns.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, Type, ValueRef};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::ids::{MatchId, TournamentId};
use crate::match_state::MatchState;
use crate::tournament_state::TournamentState;

macro_rules! text_column {
    ($id:ident) => {
        impl ToSql for $id {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(self.as_str().into())
            }
        }

        impl FromSql for $id {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                value.as_str().map(Into::into)
            }
        }
    };
}

macro_rules! number_column {
    ($state:ident) => {
        impl ToSql for $state {
            fn to_sql(&self) -> rusqlite::Result<ToSqlOutput<'_>> {
                Ok(self.number().into())
            }
        }

        impl FromSql for $state {
            fn column_result(value: ValueRef<'_>) -> FromSqlResult<Self> {
                let number = value.as_i64()?;
                let state = i32::try_from(number).ok().and_then(Self::from_number);
                state.ok_or(FromSqlError::OutOfRange(number))
            }
        }
    };
}

text_column!(MatchId);
text_column!(TournamentId);
number_column!(MatchState);
number_column!(TournamentState);

/// Returns a value as JSON for a column.
pub(super) fn to_json_column<T: Serialize>(value: &T) -> rusqlite::Result<String> {
    serde_json::to_string(value)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))
}

/// Reads a value from a column of JSON.
pub(super) fn read_json<T: DeserializeOwned>(text: &str) -> rusqlite::Result<T> {
    serde_json::from_str(text).map_err(unreadable)
}

/// Returns the error of a column whose JSON cannot be read.
pub(super) fn unreadable(error: serde_json::Error) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(0, Type::Text, Box::new(error))
}
