//! The Parquet file of recorded decisions.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::{
    ArrayRef, FixedSizeBinaryArray, Float32Array, ListArray, RecordBatch, StringArray, UInt8Array,
    UInt32Array, UInt64Array,
};
use arrow_buffer::{Buffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Schema, SchemaRef};
use botwerk_client::RecordFile;
use botwerk_lanes::{RecordedDecisions, recorded_decisions};

use super::ParquetFile;
use super::decisions_shape::DecisionsShape;
use crate::failure::{Failure, Reason};

/// A file with one row for each action of finished matches of one game.
pub(crate) struct DecisionsFile {
    path: PathBuf,
    open: Option<OpenFile>,
    /// Number of rows.
    pub(crate) rows: u64,
    /// Number of matches.
    pub(crate) matches: u64,
}

/// The file, whose columns depend on the first match.
struct OpenFile {
    file: ParquetFile,
    schema: SchemaRef,
    shape: DecisionsShape,
}

impl DecisionsFile {
    /// Creates the file with the first match.
    pub(crate) fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            open: None,
            rows: 0,
            matches: 0,
        }
    }

    /// Adds the decisions of a match, which are verified: rules, chance outcomes, races and the outcome.
    ///
    /// # Errors
    /// Returns an error if the match has not ended, its record contradicts the rules, it is not of the same game
    /// as those before, or the file cannot be written.
    pub(crate) fn add(
        &mut self,
        name: &str,
        index: u64,
        record: &RecordFile,
    ) -> Result<(), Failure> {
        let decisions = recorded_decisions(record.record()).map_err(|difference| {
            let message = format!("{name}: {difference}; see `botwerk record verify {name}`");
            Failure::new(Reason::VerificationFailed, message)
        })?;
        let shape = DecisionsShape::new(record.game(), &decisions);
        let open = match &mut self.open {
            Some(open) => open,
            none => none.insert(OpenFile::create(&self.path, shape)?),
        };
        if open.shape != shape {
            let expected = open.shape;
            let message = format!(
                "{name}: expected {expected} as before, found {shape}; write another file for it"
            );
            return Err(Failure::new(Reason::BadArgument, message));
        }
        self.rows += decisions.rows as u64;
        self.matches += 1;
        let batch = batch(&open.schema, shape, name, index, decisions);
        let batch = batch.map_err(|error| {
            Failure::file(
                &self.path.display().to_string(),
                &std::io::Error::other(error),
            )
        })?;
        open.file.write(&batch)
    }

    /// Writes the end of the file; without a match there is none.
    pub(crate) fn finish(self) -> Result<(), Failure> {
        self.open.map_or(Ok(()), |open| open.file.finish())
    }
}

impl OpenFile {
    fn create(path: &Path, shape: DecisionsShape) -> Result<Self, Failure> {
        let schema = Schema::new_with_metadata(shape.fields(), shape.metadata());
        Ok(Self {
            file: ParquetFile::create(path, schema.clone())?,
            schema: Arc::new(schema),
            shape,
        })
    }
}

/// Returns the rows of a match.
fn batch(
    schema: &SchemaRef,
    shape: DecisionsShape,
    name: &str,
    index: u64,
    decisions: RecordedDecisions,
) -> Result<RecordBatch, ArrowError> {
    let rows = decisions.rows;
    let observations = FixedSizeBinaryArray::try_new(
        shape.observation_len() as i32,
        Buffer::from_vec(decisions.observations),
        None,
    )?;
    let lengths = decisions.legal_starts.windows(2);
    let offsets = OffsetBuffer::from_lengths(lengths.map(|bounds| bounds[1] - bounds[0]));
    let legal = UInt32Array::from(decisions.legal_actions);
    let element = match schema.field_with_name("legal_actions")?.data_type() {
        DataType::List(element) => Arc::clone(element),
        other => {
            return Err(ArrowError::SchemaError(format!(
                "expected a list, found {other}"
            )));
        }
    };
    let columns: [ArrayRef; 10] = [
        Arc::new(StringArray::from_iter_values(std::iter::repeat_n(
            name, rows,
        ))),
        Arc::new(UInt64Array::from_value(index, rows)),
        Arc::new(UInt64Array::from(decisions.seqs)),
        Arc::new(UInt8Array::from(decisions.players)),
        Arc::new(UInt32Array::from(decisions.turns)),
        Arc::new(UInt32Array::from(decisions.actions)),
        Arc::new(UInt64Array::from(decisions.efforts)),
        Arc::new(Float32Array::from(decisions.returns)),
        Arc::new(observations),
        Arc::new(ListArray::try_new(element, offsets, Arc::new(legal), None)?),
    ];
    RecordBatch::try_new(Arc::clone(schema), columns.into())
}
