//! The rules and the players for web pages: the stateless services of the API, answered without a server.
//!
//! A page sends the same messages as to a server. [`answer`] takes the path of a call and its message, and
//! returns the response; the WebAssembly module exports it as `call`. Without the feature `players` it answers
//! the calls of the rules only, and is a fraction of the size.

mod answer;
#[cfg(target_arch = "wasm32")]
mod exports;
mod host;
#[cfg(feature = "players")]
mod search;

pub use answer::answer;
pub use host::Host;
