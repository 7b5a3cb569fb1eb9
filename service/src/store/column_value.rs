//! The value of a column of any table.

/// A value of a row, as rows are copied.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum ColumnValue {
    Null,
    Integer(i64),
    Text(String),
    Bytes(Vec<u8>),
}
