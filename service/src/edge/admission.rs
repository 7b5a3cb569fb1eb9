//! Admission: the admin token and the number of open streams.

use std::collections::HashMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use axum::extract::Request;
use http::HeaderMap;
use http::header::AUTHORIZATION;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_stream::Stream;

use super::call_counts::PLAY;
use super::connection::ConnectionInfo;
use crate::accounts::{Actor, IssuedToken, IssuedTokens, TokenScope};
use crate::config::Config;
use crate::error::{Error, Reason};
use crate::ids::TournamentId;
use crate::metrics::{CalledMethod, Metrics};
use crate::request_origin::Caller;
use crate::requester::Requester;
use crate::token::AdminToken;

/// The share of all streams that one client address may watch is one part of this number.
const WATCHER_SHARE: usize = 4;

/// Decides which calls and streams are admitted.
#[derive(Debug, Clone)]
pub(crate) struct Admission {
    admin_token: Option<AdminToken>,
    worker_token: Option<AdminToken>,
    issued_tokens: Arc<IssuedTokens>,
    streams: Arc<Semaphore>,
    max_streams: usize,
    /// Number of streams that each client address watches.
    watchers: Arc<Mutex<HashMap<IpAddr, usize>>>,
    metrics: Arc<Metrics>,
}

/// What a token grants that the server itself or its operator has issued.
enum Grant {
    Admin,
    Worker,
    Issued(IssuedToken),
}

impl Grant {
    fn is_operator(&self) -> bool {
        match self {
            Self::Admin => true,
            Self::Worker => false,
            Self::Issued(token) => token.scope == TokenScope::Operator,
        }
    }

    fn is_worker(&self) -> bool {
        match self {
            Self::Admin => false,
            Self::Worker => true,
            Self::Issued(token) => token.scope == TokenScope::Worker,
        }
    }
}

impl Admission {
    pub(crate) fn new(
        config: &Config,
        admin_token: Option<AdminToken>,
        worker_token: Option<AdminToken>,
        issued_tokens: Arc<IssuedTokens>,
        metrics: Arc<Metrics>,
    ) -> Self {
        let max_streams = config.max_streams.get().min(Semaphore::MAX_PERMITS);
        Self {
            admin_token,
            worker_token,
            issued_tokens,
            streams: Arc::new(Semaphore::new(max_streams)),
            max_streams,
            watchers: Arc::default(),
            metrics,
        }
    }

    /// Returns what the token of a call grants, as far as the server itself or its operator has issued it.
    fn grant(&self, headers: &HeaderMap) -> Option<Grant> {
        let token = bearer_token(headers)?;
        if self.admin_token.is_some_and(|admin| admin.admits(token)) {
            return Some(Grant::Admin);
        }
        if self.worker_token.is_some_and(|worker| worker.admits(token)) {
            return Some(Grant::Worker);
        }
        self.issued_tokens.find(token).map(Grant::Issued)
    }

    /// Checks that a call presents the admin token or another one of an operator, if the server has an admin token.
    ///
    /// # Errors
    /// Returns an error if the token is missing or another one.
    pub(crate) fn check_admin(&self, headers: &HeaderMap) -> Result<(), Error> {
        if self.admin_token.is_none() {
            return Ok(());
        }
        let message = match self.grant(headers) {
            Some(grant) if grant.is_operator() => return Ok(()),
            _ if bearer_token(headers).is_some() => {
                "authorization: not the admin token of this server"
            }
            _ => {
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
        if self.worker_token.is_none() && self.admin_token.is_none() {
            return Ok(());
        }
        let message = match self.grant(headers) {
            Some(grant) if grant.is_operator() || grant.is_worker() => return Ok(()),
            _ if bearer_token(headers).is_some() => {
                "authorization: neither the worker token of this server nor its admin token"
            }
            _ => {
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

    /// Returns `true` if a call presents a token of an operator.
    pub(crate) fn presents_operator_token<T>(&self, request: &tonic::Request<T>) -> bool {
        let grant = self.grant(request.metadata().as_ref());
        grant.is_some_and(|grant| grant.is_operator())
    }

    /// Returns who sends a request that only an operator may send, as the audit log names it.
    ///
    /// # Errors
    /// Returns an error if the token is missing or another one.
    pub(crate) fn operator_actor<T>(&self, request: &tonic::Request<T>) -> Result<Actor, Error> {
        self.check_admin(request.metadata().as_ref())?;
        Ok(self.actor(request))
    }

    /// Returns who sends a request that only an organiser of a tournament may send, as the audit log names it.
    ///
    /// # Errors
    /// Returns an error if the token is missing or another one.
    pub(crate) fn organizer<T>(
        &self,
        request: &tonic::Request<T>,
        id: &TournamentId,
    ) -> Result<Actor, Error> {
        if self.organizes(request.metadata().as_ref(), id) {
            return Ok(self.actor(request));
        }
        self.operator_actor(request)
    }

    /// Returns `true` if the token of a call is that of an organiser of a tournament or of an operator, or the server has no
    /// admin token.
    pub(crate) fn organizes(&self, headers: &HeaderMap, id: &TournamentId) -> bool {
        match self.grant(headers) {
            Some(Grant::Issued(token)) if token.scope.organizes(id) => true,
            _ => self.check_admin(headers).is_ok(),
        }
    }

    /// Returns the sender of a request, as the audit log names it.
    pub(crate) fn actor<T>(&self, request: &tonic::Request<T>) -> Actor {
        let connection = request.extensions().get::<ConnectionInfo>();
        match (self.grant(request.metadata().as_ref()), connection) {
            (Some(Grant::Admin), _) => Actor::Operator,
            (Some(Grant::Issued(token)), _) => Actor::Token(token.id),
            (Some(Grant::Worker) | None, Some(info)) => Actor::Address(info.client),
            (Some(Grant::Worker) | None, None) => Actor::Process,
        }
    }

    /// Returns whose turn a call takes in the queues: that of the operator or a worker if it presents such a
    /// token, else that of its address.
    pub(super) fn requester(&self, request: &Request) -> Requester {
        let Some(connection) = request.extensions().get::<ConnectionInfo>() else {
            return Requester::Operator;
        };
        match self.grant(request.headers()) {
            Some(grant) if grant.is_operator() || grant.is_worker() => Requester::Operator,
            _ => Requester::Address(connection.client),
        }
    }

    /// Returns whose turn a call of a player takes.
    pub(super) fn player(request: &Request) -> Requester {
        let connection = request.extensions().get::<ConnectionInfo>();
        connection.map_or(Requester::Server, |connection| {
            Requester::Player(connection.client)
        })
    }

    /// Counts a request whose bytes are not the message of its call.
    pub(crate) fn count_undecodable_request(&self) {
        self.metrics.undecodable_request();
    }

    /// Counts a stream of a caller that watches, so that no client address takes more than a quarter of all streams.
    /// Returns `None` for the operator and for a call within the process, which are not counted.
    ///
    /// # Errors
    /// Returns an error if the client address watches as many streams as it may.
    pub(crate) fn admit_watcher<T>(
        &self,
        request: &tonic::Request<T>,
    ) -> Result<Option<Watcher>, Error> {
        let presents_token = self.admin_token.is_some();
        if presents_token && self.check_admin(request.metadata().as_ref()).is_ok() {
            return Ok(None);
        }
        let Some(info) = request.extensions().get::<ConnectionInfo>() else {
            return Ok(None);
        };
        let max = (self.max_streams / WATCHER_SHARE).max(1);
        let mut watchers = self.watchers.lock().unwrap_or_else(PoisonError::into_inner);
        let count = watchers.entry(info.client).or_default();
        if *count >= max {
            let message = format!(
                "one address watches at most {max} streams, a quarter of max_streams; close others first"
            );
            return Err(Error::new(Reason::LimitExceeded, message));
        }
        *count += 1;
        Ok(Some(Watcher {
            client: info.client,
            watchers: Arc::clone(&self.watchers),
        }))
    }

    /// Counts a stream as open until it is dropped, and as rejections of `Play` those that `rejection` finds in its
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
        let metrics = Arc::clone(&self.metrics);
        Ok(CountedStream {
            stream,
            rejection,
            metrics,
            watcher: None,
            _permit: permit,
        })
    }
}

/// Returns the token that a call presents. Empty without one.
pub(crate) fn bearer_of<T>(request: &tonic::Request<T>) -> String {
    let token = bearer_token(request.metadata().as_ref());
    token.unwrap_or_default().to_owned()
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
    watcher: Option<Watcher>,
    _permit: OwnedSemaphorePermit,
}

impl<S: Stream> CountedStream<S> {
    /// Counts the stream as one that a client watches.
    pub(crate) fn watched_by(mut self, watcher: Option<Watcher>) -> Self {
        self.watcher = watcher;
        self
    }
}

/// One of the streams that a client address watches, counted until it is dropped.
#[derive(Debug)]
pub(crate) struct Watcher {
    client: IpAddr,
    watchers: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Drop for Watcher {
    fn drop(&mut self) {
        let mut watchers = self.watchers.lock().unwrap_or_else(PoisonError::into_inner);
        match watchers.get_mut(&self.client) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(watchers.remove(&self.client)),
        }
    }
}

impl<S: Stream + Unpin> Stream for CountedStream<S> {
    type Item = S::Item;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<S::Item>> {
        let next = Pin::new(&mut self.stream).poll_next(context);
        if let Poll::Ready(Some(item)) = &next
            && let Some(reason) = (self.rejection)(item)
        {
            self.metrics.rejected(CalledMethod::from_path(PLAY), reason);
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOKEN: &str = "0123456789abcdef0123456789abcdef";

    /// Returns a request of a client with the last number of its address, with or without the admin token.
    fn request(client: u8, is_operator: bool) -> tonic::Request<()> {
        let mut request = tonic::Request::new(());
        let info = ConnectionInfo::of_test([192, 0, 2, client].into());
        request.extensions_mut().insert(info);
        if is_operator {
            let value = format!("Bearer {TOKEN}").parse().unwrap();
            request.metadata_mut().insert("authorization", value);
        }
        request
    }

    #[test]
    fn one_address_watches_a_quarter_of_all_streams() {
        let config = Config {
            max_streams: 8.try_into().unwrap(),
            ..Config::default()
        };
        let token = TOKEN.parse().unwrap();
        let admission = Admission::new(
            &config,
            Some(token),
            None,
            IssuedTokens::of_test(),
            Arc::default(),
        );
        let watch = |client, is_operator| admission.admit_watcher(&request(client, is_operator));
        let first = watch(1, false).unwrap();
        let _second = watch(1, false).unwrap();
        let error = watch(1, false).map(drop).unwrap_err();
        assert_eq!(error.reason, Reason::LimitExceeded);
        // Others, and the operator at the same address, are not affected.
        let _other = watch(2, false).unwrap();
        assert!(watch(1, true).unwrap().is_none());
        drop(first);
        assert!(watch(1, false).unwrap().is_some());
    }
}
