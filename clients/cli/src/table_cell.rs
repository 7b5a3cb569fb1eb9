//! Typed cells of tables in files.

use std::fmt::{self, Display, Formatter};

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TableColumn {
    pub(crate) name: String,
    pub(crate) kind: CellKind,
}

/// What the cells of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CellKind {
    Text,
    Count,
    Seconds,
    Flag,
}

/// A cell, displayed as in CSV files.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum TableCell {
    Missing,
    Text(String),
    Count(u64),
    Seconds(f64),
    Flag(bool),
}

impl TableColumn {
    pub(crate) fn new(name: impl Into<String>, kind: CellKind) -> Self {
        Self {
            name: name.into(),
            kind,
        }
    }
}

impl TableCell {
    /// Returns the cell of a value that may be missing.
    pub(crate) fn from_option<T: Into<Self>>(value: Option<T>) -> Self {
        value.map_or(Self::Missing, Into::into)
    }
}

impl From<String> for TableCell {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<u32> for TableCell {
    fn from(count: u32) -> Self {
        Self::Count(count.into())
    }
}

impl From<u64> for TableCell {
    fn from(count: u64) -> Self {
        Self::Count(count)
    }
}

impl From<bool> for TableCell {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl Display for TableCell {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => Ok(()),
            Self::Text(text) => text.fmt(f),
            Self::Count(count) => count.fmt(f),
            Self::Seconds(seconds) => seconds.fmt(f),
            Self::Flag(flag) => flag.fmt(f),
        }
    }
}
