//! The edge: everything between the network and the handlers of the API.
//!
//! [`Acceptor`] accepts connections, [`Certificates`] configure TLS, and [`Admission`] checks the
//! admin token and limits the open streams. The endpoints for operators and the rules for browsers
//! share the port of the API.

mod acceptor;
mod admission;
mod certificates;
mod connection;
mod cors;
mod offload;
mod ops_endpoints;
mod round_trip;
mod spans;

pub(crate) use acceptor::Acceptor;
pub(crate) use admission::{Admission, CountedStream};
pub use certificates::{Certificates, CertificatesError};
pub(crate) use connection::{mark_handshake_done, round_trip_of};
pub(crate) use cors::cors_layer;
pub(crate) use offload::{
    BackgroundCalls, BackgroundRuntime, PROMPT_MATCH_CALLS, PromptResponse, offload,
};
pub(crate) use ops_endpoints::{OpsState, with_ops_endpoints};
pub(crate) use round_trip::RoundTrip;
pub(crate) use spans::trace_layer;
