//! Fuzz targets: properties that hold for arbitrary input bytes. The bytes decide what is
//! generated, so that a coverage-guided fuzzer can steer; `tests/fuzz` holds its targets, and the
//! tests run a few inputs each time.
//! Input is generated from the list of games and the API's descriptors: a new game or message is
//! covered without a change here, and a new method needs one valid request.

mod accounts;
mod caller;
mod corpus;
mod envs;
mod forgeries;
mod genuine_records;
mod matches;
mod messages;
mod mutation;
mod parsers;
mod positions;
mod records;
mod requests;
mod session;
mod set_ups;
mod stats;
mod submissions;
mod tournaments;
mod valid;
mod valid_tournaments;
mod valid_workers;

pub use forgeries::forgeries;
pub use parsers::parsers;
pub use records::records;
pub use requests::RequestFuzzer;
pub use stats::RequestStats;
