//! A server that forwards all calls; the bot cannot tell it from the server behind it.

mod bot_service;
mod match_service;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use botwerk_client::{Client, bearer_token};
use botwerk_launch::forwarded_calls::ForwardedCalls;
use tokio::sync::mpsc::UnboundedSender;
use tonic::{Request, Response, Status};

use super::event::{Event, StreamId};

type Reply<T> = Result<Response<T>, Status>;

/// The relay between the bot and the server. Clones share it.
#[derive(Debug, Clone)]
pub(super) struct Relay {
    server: Client,
    events: UnboundedSender<Event>,
    stream_ids: Arc<AtomicU64>,
    /// Whether it is the server to which another redirects.
    is_redirected: bool,
}

impl Relay {
    /// Creates a relay to this server that reports events.
    pub(super) fn new(server: Client, events: UnboundedSender<Event>) -> Self {
        Self {
            server,
            events,
            stream_ids: Arc::default(),
            is_redirected: false,
        }
    }

    /// Returns the relay of another server of the same database.
    pub(super) fn redirected(&self) -> Self {
        Self {
            is_redirected: true,
            ..self.clone()
        }
    }

    /// Returns the services that do not depend on a match.
    pub(super) fn forwarded_calls(&self) -> ForwardedCalls {
        ForwardedCalls::new(self.server.clone())
    }

    /// Returns the server, to which a call passes on its token.
    fn server_for<T>(&self, request: &Request<T>) -> Client {
        let server = bearer_token(request).map(|token| self.server.with_token(token));
        // What is no token is rejected as none.
        server
            .and_then(Result::ok)
            .unwrap_or_else(|| self.server.clone())
    }

    fn new_stream_id(&self) -> StreamId {
        self.stream_ids.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn report(&self, event: Event) {
        // The receiver is dropped once the check is over.
        let _ = self.events.send(event);
    }
}
