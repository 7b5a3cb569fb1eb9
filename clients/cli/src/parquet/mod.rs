//! Parquet files for tools of data analysis, such as pandas and polars.

mod decisions_file;
mod decisions_shape;
mod table_file;

use std::fs::{File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::Schema;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use tempfile::NamedTempFile;

pub(crate) use decisions_file::DecisionsFile;
pub(crate) use table_file::TableFile;

use crate::failure::Failure;

/// Maximum number of bytes that a part of a file, which is held in memory, takes.
const MAX_ROW_GROUP_BYTES: usize = 64 << 20;

/// A Parquet file that appears under its name once it is complete.
struct ParquetFile {
    path: PathBuf,
    file: NamedTempFile,
    writer: ArrowWriter<File>,
}

impl ParquetFile {
    /// Creates the file; an older one of that name is replaced at the end.
    fn create(path: &Path, schema: Schema) -> Result<Self, Failure> {
        let failed = |error: io::Error| Failure::file(&path.display().to_string(), &error);
        let parent = path.parent().filter(|it| !it.as_os_str().is_empty());
        // As of any new file; temporary ones are otherwise readable by their owner only.
        let file = tempfile::Builder::new()
            .permissions(Permissions::from_mode(0o666))
            .tempfile_in(parent.unwrap_or(Path::new(".")))
            .map_err(failed)?;
        let handle = file.reopen().map_err(failed)?;
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_created_by(format!("botwerk {}", env!("CARGO_PKG_VERSION")))
            .build();
        let writer = ArrowWriter::try_new(handle, Arc::new(schema), Some(properties));
        Ok(Self {
            path: path.to_owned(),
            writer: writer.map_err(|error| failed(io::Error::other(error)))?,
            file,
        })
    }

    fn write(&mut self, batch: &RecordBatch) -> Result<(), Failure> {
        let mut written = self.writer.write(batch);
        if self.writer.in_progress_size() > MAX_ROW_GROUP_BYTES {
            written = written.and_then(|()| self.writer.flush());
        }
        written.map_err(|error| failed(&self.path, error))
    }

    /// Writes the end of the file and gives it its name.
    fn finish(self) -> Result<(), Failure> {
        let path = self.path;
        self.writer.close().map_err(|error| failed(&path, error))?;
        let persisted = self.file.persist(&path).map_err(|error| error.error);
        persisted
            .map(|_| ())
            .map_err(|error| Failure::file(&path.display().to_string(), &error))
    }
}

fn failed(path: &Path, error: ParquetError) -> Failure {
    Failure::file(&path.display().to_string(), &io::Error::other(error))
}
