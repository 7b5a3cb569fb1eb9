//! The limit of numbers in messages and records.

/// Maximum of every number in a record or a message, 2^53 - 1: readers that hold numbers as floating point,
/// such as JavaScript, change larger ones. Hashes, which use all 64 bits, are marked in the API so that these
/// readers get them as text.
pub const MAX_EXACT_NUMBER: u64 = (1 << 53) - 1;
