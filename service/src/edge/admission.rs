//! Admission: the admin token and the number of open streams.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::extract::Request;
use http::HeaderMap;
use http::header::AUTHORIZATION;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_stream::Stream;

use super::connection::ConnectionInfo;
use crate::config::Config;
use crate::error::{Error, Reason};
use crate::metrics::Metrics;
use crate::request_origin::Caller;
use crate::requester::Requester;
use crate::token::AdminToken;

/// Decides which calls and streams are admitted.
#[derive(Debug, Clone)]
pub(crate) struct Admission {
    admin_token: Option<AdminToken>,
    worker_token: Option<AdminToken>,
    streams: Arc<Semaphore>,
    max_streams: usize,
    metrics: Arc<Metrics>,
}

impl Admission {
    pub(crate) fn new(
        config: &Config,
        admin_token: Option<AdminToken>,
        worker_token: Option<AdminToken>,
        metrics: Arc<Metrics>,
    ) -> Self {
        let max_streams = config.max_streams.get().min(Semaphore::MAX_PERMITS);
        Self {
            admin_token,
            worker_token,
            streams: Arc::new(Semaphore::new(max_streams)),
            max_streams,
            metrics,
        }
    }

    /// Checks that a call presents the admin token, if the server has one.
    ///
    /// # Errors
    /// Returns an error if the token is missing or another one.
    pub(crate) fn check_admin(&self, headers: &HeaderMap) -> Result<(), Error> {
        let Some(admin_token) = self.admin_token else {
            return Ok(());
        };
        let message = match bearer_token(headers) {
            Some(token) if admin_token.admits(token) => return Ok(()),
            Some(_) => "authorization: not the admin token of this server",
            None => {
                "authorization: the admin token is missing; send `Bearer TOKEN`, or set \
                 BOTWERK_ADMIN_TOKEN for `botwerk`"
            }
        };
        Err(Error::new(Reason::BadToken, message))
    }

    /// Checks that a call presents the worker token or the admin token, if the server has either.
    ///
    /// # Errors
    /// Returns an error if the token is missing or another one.
    pub(crate) fn check_worker(&self, headers: &HeaderMap) -> Result<(), Error> {
        let tokens = [self.worker_token, self.admin_token];
        let mut tokens = tokens.into_iter().flatten().peekable();
        if tokens.peek().is_none() {
            return Ok(());
        }
        let message = match bearer_token(headers) {
            Some(token) if tokens.any(|expected| expected.admits(token)) => return Ok(()),
            Some(_) => "authorization: neither the worker token of this server nor its admin token",
            None => {
                "authorization: the worker token is missing; send `Bearer TOKEN`, or pass --token-file FILE \
                 or BOTWERK_WORKER_TOKEN to `botwerk worker`"
            }
        };
        Err(Error::new(Reason::BadToken, message))
    }

    /// Returns who sends a request that only the operator may send.
    ///
    /// # Errors
    /// Returns an error if the admin token is missing or another one.
    pub(crate) fn operator<T>(&self, request: &tonic::Request<T>) -> Result<Caller, Error> {
        self.check_admin(request.metadata().as_ref())?;
        let connection = request.extensions().get::<ConnectionInfo>();
        Ok(match (self.admin_token, connection) {
            (Some(_), _) => Caller::Operator,
            (None, Some(info)) => Caller::Address(info.client),
            (None, None) => Caller::Process,
        })
    }

    /// Returns whose turn a call takes in the queues: that of the operator or a worker if it presents such a
    /// token, else that of its address.
    pub(super) fn requester(&self, request: &Request) -> Requester {
        let Some(connection) = request.extensions().get::<ConnectionInfo>() else {
            return Requester::Operator;
        };
        let tokens = [self.admin_token, self.worker_token];
        let mut tokens = tokens.into_iter().flatten();
        match bearer_token(request.headers()) {
            Some(token) if tokens.any(|expected| expected.admits(token)) => Requester::Operator,
            _ => Requester::Address(connection.client),
        }
    }

    /// Returns whose turn a call of a player takes.
    pub(super) fn player(&self, request: &Request) -> Requester {
        let connection = request.extensions().get::<ConnectionInfo>();
        connection.map_or(Requester::Server, |connection| {
            Requester::Player(connection.client)
        })
    }

    /// Counts a rejection, by its reason.
    pub(crate) fn count_rejection(&self, reason: Reason) {
        self.metrics.rejected(reason);
    }

    /// Counts a request whose bytes are not the message of its call.
    pub(crate) fn count_undecodable_request(&self) {
        self.metrics.undecodable_request();
    }

    /// Counts a stream as open until it is dropped, and the rejections that `rejection` finds in its
    /// messages.
    ///
    /// # Errors
    /// Returns an error if `max_streams` streams are open.
    pub(crate) fn admit_stream<S: Stream>(
        &self,
        stream: S,
        rejection: fn(&S::Item) -> Option<Reason>,
    ) -> Result<CountedStream<S>, Error> {
        let permit = Arc::clone(&self.streams).try_acquire_owned();
        let permit = permit.map_err(|_| {
            let message = format!(
                "max_streams ({}) reached; use one stream for several seats, or retry later",
                self.max_streams
            );
            Error::new(Reason::LimitExceeded, message)
        })?;
        self.metrics.stream_opened();
        let metrics = Arc::clone(&self.metrics);
        Ok(CountedStream {
            stream,
            rejection,
            metrics,
            _permit: permit,
        })
    }
}

/// Returns the token of a header such as `authorization: Bearer TOKEN`, or `None` without one.
fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme
        .eq_ignore_ascii_case("bearer")
        .then_some(token.trim())
}

/// A stream that counts as open until it is dropped.
pub(crate) struct CountedStream<S: Stream> {
    stream: S,
    rejection: fn(&S::Item) -> Option<Reason>,
    metrics: Arc<Metrics>,
    _permit: OwnedSemaphorePermit,
}

impl<S: Stream + Unpin> Stream for CountedStream<S> {
    type Item = S::Item;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<S::Item>> {
        let next = Pin::new(&mut self.stream).poll_next(context);
        if let Poll::Ready(Some(item)) = &next
            && let Some(reason) = (self.rejection)(item)
        {
            self.metrics.rejected(reason);
        }
        next
    }
}

impl<S: Stream> Drop for CountedStream<S> {
    fn drop(&mut self) {
        self.metrics.stream_closed();
    }
}
