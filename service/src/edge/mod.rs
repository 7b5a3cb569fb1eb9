//! The edge: everything between the network and the handlers of the contract.
//!
//! [`Acceptor`] takes connections, [`Certificates`] secure them, [`Admission`] says who may come in
//! and how many; pages for operators and the rules for browsers stand beside the contract on the
//! same port.

mod acceptor;
mod admission;
mod browsers;
mod certificates;
mod connection;
mod pages;
mod spans;

pub(crate) use acceptor::Acceptor;
pub(crate) use admission::{Admission, CountedStream};
pub(crate) use browsers::cors_layer;
pub use certificates::{Certificates, CertificatesError};
pub(crate) use connection::mark_begun;
pub(crate) use pages::{OpsState, with_ops_endpoints};
pub(crate) use spans::spans;
