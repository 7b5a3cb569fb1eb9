//! The value of a column of any table.

use crate::ids::{MatchId, TournamentId};

/// A value of a row, and of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ColumnValue {
    Null,
    Integer(i64),
    Text(String),
    Bytes(Vec<u8>),
}

impl ColumnValue {
    /// Returns the type of the value, and its size instead of a content that may be long or private.
    pub(super) fn description(&self) -> String {
        match self {
            Self::Null => "NULL".into(),
            Self::Integer(number) => format!("the number {number}"),
            Self::Text(text) => format!("a text of {} bytes", text.len()),
            Self::Bytes(bytes) => format!("{} bytes", bytes.len()),
        }
    }
}

impl From<i64> for ColumnValue {
    fn from(number: i64) -> Self {
        Self::Integer(number)
    }
}

impl From<u32> for ColumnValue {
    fn from(number: u32) -> Self {
        Self::Integer(number.into())
    }
}

/// A number that no column can hold stands for the greatest one.
impl From<u64> for ColumnValue {
    fn from(number: u64) -> Self {
        Self::Integer(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<usize> for ColumnValue {
    fn from(number: usize) -> Self {
        Self::from(number as u64)
    }
}

impl From<Vec<u8>> for ColumnValue {
    fn from(bytes: Vec<u8>) -> Self {
        Self::Bytes(bytes)
    }
}

impl From<&str> for ColumnValue {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for ColumnValue {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl<T: Into<Self>> From<Option<T>> for ColumnValue {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

impl From<&MatchId> for ColumnValue {
    fn from(id: &MatchId) -> Self {
        id.as_str().into()
    }
}

impl From<&TournamentId> for ColumnValue {
    fn from(id: &TournamentId) -> Self {
        id.as_str().into()
    }
}
