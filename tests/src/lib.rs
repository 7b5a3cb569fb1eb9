//! What the end-to-end tests share: a real server on a free port.

mod server;

pub use server::TestServer;
