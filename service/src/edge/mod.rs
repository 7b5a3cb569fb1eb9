//! The edge: everything between the network and the handlers of the API.
//!
//! [`Acceptor`] accepts connections within their limits, [`Certificates`] configure TLS, [`Entry`] checks
//! the host and origin of every request, and [`Admission`] checks the admin token and limits the open
//! streams. The endpoints for operators and the rules for browsers share the port of the API.

mod acceptor;
mod admission;
mod call_counts;
mod certificates;
mod client_rates;
mod connection;
mod connection_calls;
mod connection_limits;
mod cors;
mod drained_body;
mod encoded_body;
mod entry;
mod host_rules;
mod offload;
mod ops_endpoints;
mod pages;
mod round_trip;
mod sign_in;
mod spans;
mod undecodable;
mod unfinished_messages;

pub(crate) use acceptor::Acceptor;
pub(crate) use admission::{Admission, CountedStream, bearer_of};
pub(crate) use call_counts::count_calls;
pub use certificates::{Certificates, CertificatesError};
pub(crate) use connection::round_trip_of;
pub(crate) use cors::cors_layer;
pub(crate) use encoded_body::{EncodedBody, send_encoded};
pub(crate) use entry::{Entry, enter};
pub use host_rules::HostRules;
pub(crate) use offload::{
    BackgroundCalls, BackgroundRuntime, PROMPT_MATCH_CALLS, PromptResponse, offload,
};
pub(crate) use ops_endpoints::{OpsState, with_ops_endpoints};
pub(crate) use pages::with_pages;
pub use pages::{PageCalls, PageFile};
pub(crate) use round_trip::RoundTrip;
pub(crate) use sign_in::with_sign_in;
pub(crate) use spans::trace_layer;
pub(crate) use undecodable::{reject_undecodable, undecodable_request};
pub(crate) use unfinished_messages::UnfinishedMessages;
