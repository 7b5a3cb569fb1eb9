//! Records on the command line: files, or standard input.

use std::io::{self, Read};

use botwerk_client::{RecordFile, RecordFileError};
use botwerk_command::failure::{Failure, Reason};
use botwerk_engine::record::VerifyError;

/// What a record without an outcome says.
pub(super) const NO_OUTCOME: &str =
    "the record has no outcome: the match was in progress, or the end was cut off";

/// Returns the failure for a record that contradicts the rules, outside of `record verify`.
pub(crate) fn record_differs(name: &str, difference: &VerifyError) -> Failure {
    let message = format!("{name}: {difference}; see `botwerk record verify`");
    Failure::new(Reason::VerificationFailed, message)
}

/// Loads a record from a file, or from standard input if `name` is `-`.
pub(crate) fn load_record(name: &str) -> Result<RecordFile, Failure> {
    let loaded = if name == "-" {
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_to_end(&mut bytes);
        read.map_err(RecordFileError::File)
            .and_then(|_| RecordFile::from_bytes(&bytes))
    } else {
        RecordFile::load(name)
    };
    loaded.map_err(|error| match error {
        RecordFileError::File(error) => Failure::file(name, &error),
        RecordFileError::Invalid(message) => {
            let message = format!("{name}: {message}; use an unmodified record");
            Failure::new(Reason::BadRecord, message)
        }
    })
}
