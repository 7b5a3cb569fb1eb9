//! Times of the API as text.

use prost_types::Timestamp;

/// Formats a time in microseconds since 1970 as in RFC 3339, in UTC.
///
/// ```
/// assert_eq!(botwerk_proto::time_text(1_767_225_600_000_250), "2026-01-01T00:00:00.000250Z");
/// ```
pub fn time_text(micros: i64) -> String {
    let timestamp = Timestamp {
        seconds: micros.div_euclid(1_000_000),
        nanos: micros.rem_euclid(1_000_000) as i32 * 1_000,
    };
    timestamp.to_string()
}

/// Formats the date of a time in microseconds since 1970, in UTC.
///
/// ```
/// assert_eq!(botwerk_proto::date_text(1_767_225_600_000_250), "2026-01-01");
/// ```
pub fn date_text(micros: i64) -> String {
    let mut text = time_text(micros);
    if let Some(end) = text.find('T') {
        text.truncate(end);
    }
    text
}
