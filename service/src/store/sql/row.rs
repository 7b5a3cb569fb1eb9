//! A row of a query, decoded column by column.

use serde::de::DeserializeOwned;

use super::{ColumnValue, ReadFailure, ReadResult};
use crate::ids::{MatchId, TournamentId};
use crate::match_state::MatchState;
use crate::store::compressed_text::decompress_text;
use crate::tournament_state::TournamentState;

/// A row, whose columns are taken in order.
#[derive(Debug)]
pub(crate) struct SqlRow(std::vec::IntoIter<ColumnValue>);

impl SqlRow {
    pub(crate) fn new(columns: Vec<ColumnValue>) -> Self {
        Self(columns.into_iter())
    }

    /// Takes the next column.
    ///
    /// # Errors
    /// Returns an error if it has another type.
    pub(crate) fn column<T: FromColumn>(&mut self) -> ReadResult<T> {
        let value = self.0.next().unwrap_or(ColumnValue::Null);
        T::from_column(value).map_err(|value| {
            let expected = std::any::type_name::<T>();
            let found = value.description();
            ReadFailure::Corrupt(format!("expected a column of {expected}, found {found}"))
        })
    }

    /// Takes the next column, which is JSON.
    ///
    /// # Errors
    /// Returns an error if it is something else.
    pub(crate) fn json<T: DeserializeOwned>(&mut self) -> ReadResult<T> {
        Ok(serde_json::from_str(&self.column::<String>()?)?)
    }

    /// Takes the remaining columns.
    pub(crate) fn into_columns(self) -> Vec<ColumnValue> {
        self.0.collect()
    }
}

/// A type of a column.
pub(crate) trait FromColumn: Sized {
    /// Decodes a value.
    ///
    /// # Errors
    /// Returns the value if it has another type.
    fn from_column(value: ColumnValue) -> Result<Self, ColumnValue>;
}

impl FromColumn for i64 {
    fn from_column(value: ColumnValue) -> Result<Self, ColumnValue> {
        match value {
            ColumnValue::Integer(number) => Ok(number),
            other => Err(other),
        }
    }
}

impl FromColumn for u64 {
    fn from_column(value: ColumnValue) -> Result<Self, ColumnValue> {
        i64::from_column(value).map(|number| number as Self)
    }
}

impl FromColumn for u32 {
    fn from_column(value: ColumnValue) -> Result<Self, ColumnValue> {
        let number = i64::from_column(value)?;
        Self::try_from(number).map_err(|_| number.into())
    }
}

impl FromColumn for bool {
    fn from_column(value: ColumnValue) -> Result<Self, ColumnValue> {
        i64::from_column(value).map(|number| number != 0)
    }
}

impl FromColumn for String {
    fn from_column(value: ColumnValue) -> Result<Self, ColumnValue> {
        match value {
            ColumnValue::Text(text) => Ok(text),
            // Texts that are compressed, and logs of seats in PostgreSQL, whose texts cannot have a zero.
            ColumnValue::Bytes(bytes) => decompress_text(bytes).map_err(ColumnValue::Bytes),
            other => Err(other),
        }
    }
}

impl FromColumn for Vec<u8> {
    fn from_column(value: ColumnValue) -> Result<Self, ColumnValue> {
        match value {
            ColumnValue::Bytes(bytes) => Ok(bytes),
            other => Err(other),
        }
    }
}

impl FromColumn for MatchId {
    fn from_column(value: ColumnValue) -> Result<Self, ColumnValue> {
        String::from_column(value).map(Into::into)
    }
}

impl FromColumn for TournamentId {
    fn from_column(value: ColumnValue) -> Result<Self, ColumnValue> {
        String::from_column(value).map(Into::into)
    }
}

impl FromColumn for MatchState {
    fn from_column(value: ColumnValue) -> Result<Self, ColumnValue> {
        let number = i64::from_column(value)?;
        let state = i32::try_from(number).ok().and_then(Self::from_number);
        state.ok_or(number.into())
    }
}

impl FromColumn for TournamentState {
    fn from_column(value: ColumnValue) -> Result<Self, ColumnValue> {
        let number = i64::from_column(value)?;
        let state = i32::try_from(number).ok().and_then(Self::from_number);
        state.ok_or(number.into())
    }
}

impl<T: FromColumn> FromColumn for Option<T> {
    fn from_column(value: ColumnValue) -> Result<Self, ColumnValue> {
        match value {
            ColumnValue::Null => Ok(None),
            value => T::from_column(value).map(Some),
        }
    }
}
