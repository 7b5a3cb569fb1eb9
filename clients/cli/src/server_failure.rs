//! Errors of servers and their databases, as failures of commands.

use botwerk_command::failure::{Failure, Reason};
use botwerk_service::{ConfigError, DatabaseError, ServeError};

/// Returns the failure for an unusable configuration.
pub(crate) fn config_failure(error: ConfigError) -> Failure {
    Failure::new(Reason::BadArgument, error.to_string())
}

/// Returns the failure of a server.
pub(crate) fn serve_failure(error: ServeError) -> Failure {
    let reason = match error {
        ServeError::Config(_) => Reason::BadArgument,
        _ => Reason::FileError,
    };
    Failure::new(reason, error.to_string())
}

/// Returns the failure for a file that is no usable database.
pub fn database_failure(error: DatabaseError) -> Failure {
    let reason = match error {
        DatabaseError::Unusable(_) | DatabaseError::RecordDeleted(_) => Reason::FileError,
        DatabaseError::Corrupt(_) => Reason::Corrupt,
    };
    Failure::new(reason, error.to_string())
}
