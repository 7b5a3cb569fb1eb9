//! Domain types as columns.

use rusqlite::types::{FromSql, FromSqlError, FromSqlResult, ToSql, ToSqlOutput, ValueRef};

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
