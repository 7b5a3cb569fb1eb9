//! Properties of what nobody would send or write, tried on arbitrary bytes. The bytes decide what is
//! made of them, so that a fuzzer which watches the code can steer; `tests/fuzz` has its targets,
//! and the tests try a few bytes each time.
//!
//! All is made from the lists of games and the description of the contract: a new game or a new
//! message is covered without a line here, and a new method needs one request that is taken.

mod answers;
mod caller;
mod known;
mod messages;
mod mutation;
mod parsers;
mod records;
mod requests;
mod scene;
mod session;
mod set_ups;
mod tally;
mod valid;
mod valid_tournaments;
mod words;

pub use parsers::parsers;
pub use records::records;
pub use requests::Requests;
pub use tally::Tally;
