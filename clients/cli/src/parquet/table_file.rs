//! The Parquet file of a table of typed cells.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{
    Array, ArrayRef, BooleanArray, Float64Array, RecordBatch, StringArray, UInt64Array,
};
use arrow_schema::{DataType, Field, Schema, SchemaRef};

use super::ParquetFile;
use crate::failure::Failure;
use crate::table_cell::{CellKind, TableCell, TableColumn};

/// Number of rows that are held in memory.
const BATCH_ROWS: usize = 4096;

/// Writes a table row by row.
pub(crate) struct TableFile {
    path: PathBuf,
    file: ParquetFile,
    schema: SchemaRef,
    columns: Vec<TableColumn>,
    rows: Vec<Vec<TableCell>>,
}

impl TableFile {
    /// Creates the file of a table with these columns.
    pub(crate) fn create(path: &Path, columns: Vec<TableColumn>) -> Result<Self, Failure> {
        let field = |column: &TableColumn| Field::new(&column.name, data_type(column.kind), true);
        let schema = Schema::new(columns.iter().map(field).collect::<Vec<_>>());
        Ok(Self {
            path: path.to_owned(),
            file: ParquetFile::create(path, schema.clone())?,
            schema: Arc::new(schema),
            columns,
            rows: Vec::new(),
        })
    }

    /// Adds a row with a cell for each column.
    pub(crate) fn add(&mut self, row: Vec<TableCell>) -> Result<(), Failure> {
        self.rows.push(row);
        if self.rows.len() < BATCH_ROWS {
            return Ok(());
        }
        self.write_rows()
    }

    /// Writes the remaining rows and the end of the file.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        self.write_rows()?;
        self.file.finish()
    }

    fn write_rows(&mut self) -> Result<(), Failure> {
        let columns = self.columns.iter().enumerate();
        let arrays = columns.map(|(index, column)| array(column.kind, &self.rows, index));
        let batch = RecordBatch::try_new(Arc::clone(&self.schema), arrays.collect());
        self.rows.clear();
        let path = &self.path;
        let failed = |error| Failure::file(&path.display().to_string(), &io::Error::other(error));
        self.file.write(&batch.map_err(failed)?)
    }
}

const fn data_type(kind: CellKind) -> DataType {
    match kind {
        CellKind::Text => DataType::Utf8,
        CellKind::Count => DataType::UInt64,
        CellKind::Seconds => DataType::Float64,
        CellKind::Flag => DataType::Boolean,
    }
}

/// Returns the cells of a column; those of another kind are missing.
fn array(kind: CellKind, rows: &[Vec<TableCell>], column: usize) -> ArrayRef {
    let cells = rows.iter().map(|row| &row[column]);
    match kind {
        CellKind::Text => array_of::<StringArray, _>(cells.map(|cell| match cell {
            TableCell::Text(text) => Some(text.as_str()),
            _ => None,
        })),
        CellKind::Count => array_of::<UInt64Array, _>(cells.map(|cell| match cell {
            TableCell::Count(count) => Some(*count),
            _ => None,
        })),
        CellKind::Seconds => array_of::<Float64Array, _>(cells.map(|cell| match cell {
            TableCell::Seconds(seconds) => Some(*seconds),
            _ => None,
        })),
        CellKind::Flag => array_of::<BooleanArray, _>(cells.map(|cell| match cell {
            TableCell::Flag(flag) => Some(*flag),
            _ => None,
        })),
    }
}

fn array_of<A, T>(cells: impl Iterator<Item = T>) -> ArrayRef
where
    A: Array + FromIterator<T> + 'static,
{
    Arc::new(cells.collect::<A>())
}
