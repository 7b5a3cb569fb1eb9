//! Who may come in, and how many.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use http::HeaderMap;
use http::header::AUTHORIZATION;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_stream::Stream;

use crate::config::Config;
use crate::error::{Error, Reason};
use crate::metrics::Metrics;
use crate::token::AdminToken;

/// The door of the server.
#[derive(Debug, Clone)]
pub(crate) struct Admission {
    check_admin: Option<AdminToken>,
    streams: Arc<Semaphore>,
    most_streams: usize,
    metrics: Arc<Metrics>,
}

impl Admission {
    pub(crate) fn new(config: &Config, admin: Option<AdminToken>, metrics: Arc<Metrics>) -> Self {
        let most_streams = config.max_streams.get().min(Semaphore::MAX_PERMITS);
        Self {
            check_admin: admin,
            streams: Arc::new(Semaphore::new(most_streams)),
            most_streams,
            metrics,
        }
    }

    /// Refuses whoever does not bear the admin token, where there is one.
    pub(crate) fn check_admin(&self, headers: &HeaderMap) -> Result<(), Error> {
        let Some(admin) = self.check_admin else {
            return Ok(());
        };
        let refusal = match bearer(headers) {
            Some(token) if admin.admits(token) => return Ok(()),
            Some(_) => "authorization: this is not the server's admin token",
            None => {
                "authorization: the server's admin token is needed here; send `Bearer TOKEN`, with \
                 the program by BOTWERK_ADMIN_TOKEN"
            }
        };
        Err(Error::new(Reason::BadToken, refusal))
    }

    /// Counts something that was refused, by its reason.
    pub(crate) fn refused(&self, reason: Reason) {
        self.metrics.refused(reason);
    }

    /// Counts a stream for as long as it is held, and what `refusal` finds in its messages; an
    /// error if as many are open as may be.
    pub(crate) fn admit_stream<S: Stream>(
        &self,
        stream: S,
        refusal: fn(&S::Item) -> Option<Reason>,
    ) -> Result<CountedStream<S>, Error> {
        let permit = Arc::clone(&self.streams).try_acquire_owned();
        let permit = permit.map_err(|_| {
            let message = format!(
                "{} streams are open, and no more may be; play several seats on one stream, or \
                 come back later",
                self.most_streams
            );
            Error::new(Reason::LimitExceeded, message)
        })?;
        self.metrics.stream_opened();
        let metrics = Arc::clone(&self.metrics);
        Ok(CountedStream {
            admit_stream: stream,
            refusal,
            metrics,
            _permit: permit,
        })
    }
}

/// The token of a header such as `authorization: Bearer TOKEN`.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme
        .eq_ignore_ascii_case("bearer")
        .then_some(token.trim())
}

/// A stream that counts among those that are open.
pub(crate) struct CountedStream<S: Stream> {
    admit_stream: S,
    refusal: fn(&S::Item) -> Option<Reason>,
    metrics: Arc<Metrics>,
    _permit: OwnedSemaphorePermit,
}

impl<S: Stream + Unpin> Stream for CountedStream<S> {
    type Item = S::Item;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<S::Item>> {
        let next = Pin::new(&mut self.admit_stream).poll_next(context);
        if let Poll::Ready(Some(item)) = &next
            && let Some(reason) = (self.refusal)(item)
        {
            self.metrics.refused(reason);
        }
        next
    }
}

impl<S: Stream> Drop for CountedStream<S> {
    fn drop(&mut self) {
        self.metrics.stream_ended();
    }
}
