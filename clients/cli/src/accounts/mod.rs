//! `owner`, `token` and `audit`: who may use a server, and what they did.

pub(crate) mod audit;
pub(crate) mod owner;
pub(crate) mod token;
