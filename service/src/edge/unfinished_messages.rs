//! Messages of requests that have arrived in part: a client that sends no more of them keeps little memory, and not for
//! long.

use std::collections::HashMap;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue};
use http_body::{Body as HttpBody, Frame, SizeHint};
use tokio::time::Sleep;
use tokio_util::bytes::Bytes;
use tonic::Status;

use crate::config::Config;
use crate::error::{Error, Reason};

/// Time for the rest of a message after its first bytes.
const COMPLETION_LIMIT: Duration = Duration::from_secs(30);

/// Number of messages of the maximum size of which one client may have sent all but the end.
const MESSAGES_OF_ONE_CLIENT: usize = 8;

/// The same for all clients.
const MESSAGES_IN_ALL: usize = 32;

/// Number of bytes before each message of gRPC: a flag and the length.
const MESSAGE_PREFIX: usize = 5;

/// Counts the bytes of unfinished messages. Clones share the counts.
#[derive(Debug, Clone)]
pub(crate) struct UnfinishedMessages {
    max_of_one_client: usize,
    max_in_all: usize,
    completion_limit: Duration,
    held: Arc<Mutex<HeldBytes>>,
}

#[derive(Debug, Default)]
struct HeldBytes {
    in_all: usize,
    of_clients: HashMap<IpAddr, usize>,
}

impl UnfinishedMessages {
    pub(crate) fn new(config: &Config) -> Self {
        let message = config.max_message_bytes.get();
        Self {
            max_of_one_client: message.saturating_mul(MESSAGES_OF_ONE_CLIENT),
            max_in_all: message.saturating_mul(MESSAGES_IN_ALL),
            completion_limit: COMPLETION_LIMIT,
            held: Arc::default(),
        }
    }

    /// Returns the request with a body that counts for a client.
    pub(super) fn watch(&self, client: IpAddr, request: Request) -> Request {
        let progress = MessageProgress::of_request(request.headers());
        let message = UnfinishedMessage {
            client,
            bytes: 0,
            messages: self.clone(),
        };
        request.map(|body| {
            Body::new(WatchedBody {
                body,
                progress,
                message,
                deadline: None,
            })
        })
    }

    fn lock(&self) -> MutexGuard<'_, HeldBytes> {
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The bytes of one message, counted until it is dropped.
struct UnfinishedMessage {
    client: IpAddr,
    bytes: usize,
    messages: UnfinishedMessages,
}

impl UnfinishedMessage {
    /// Changes the number of bytes that have arrived.
    ///
    /// # Errors
    /// Returns an error if its client, or all of them, have too many bytes of unfinished messages.
    fn set_bytes(&mut self, bytes: usize) -> Result<(), Error> {
        if bytes == self.bytes {
            return Ok(());
        }
        let mut held = self.messages.lock();
        let in_all = held.in_all - self.bytes + bytes;
        let of_client = held.of_clients.get(&self.client).copied().unwrap_or(0);
        let of_client = of_client - self.bytes + bytes;
        let (max_of_one, max_in_all) = (self.messages.max_of_one_client, self.messages.max_in_all);
        if bytes > self.bytes && (of_client > max_of_one || in_all > max_in_all) {
            let message = format!(
                "request: more than {max_of_one} bytes of unfinished messages of one address, or {max_in_all} of all; \
                 send one message to its end before the next"
            );
            return Err(Error::new(Reason::LimitExceeded, message));
        }
        held.in_all = in_all;
        if of_client == 0 {
            held.of_clients.remove(&self.client);
        } else {
            held.of_clients.insert(self.client, of_client);
        }
        self.bytes = bytes;
        Ok(())
    }
}

impl Drop for UnfinishedMessage {
    fn drop(&mut self) {
        // Fewer bytes are never rejected.
        let _ = self.set_bytes(0);
    }
}

/// How much of a message has arrived.
#[derive(Debug)]
enum MessageProgress {
    /// A prefix with its length is before each message.
    Prefixed {
        prefix: [u8; MESSAGE_PREFIX],
        /// Number of bytes of the message and its prefix that have arrived; 0 between two messages.
        arrived: usize,
    },
    /// The whole body is one message, of which this number of bytes has arrived.
    Whole(usize),
}

impl MessageProgress {
    /// Returns the progress before the first byte.
    fn of_request(headers: &HeaderMap) -> Self {
        let content_type = headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes);
        let content_type = content_type.unwrap_or_default();
        // The text form of gRPC-Web hides the lengths.
        if content_type.starts_with(b"application/grpc")
            && !content_type.starts_with(b"application/grpc-web-text")
        {
            let prefix = [0; MESSAGE_PREFIX];
            return Self::Prefixed { prefix, arrived: 0 };
        }
        Self::Whole(0)
    }

    /// Adds bytes that have arrived; returns how many of them and the bytes before belong to an unfinished message.
    fn add(&mut self, mut data: &[u8]) -> usize {
        let (prefix, arrived) = match self {
            Self::Prefixed { prefix, arrived } => (prefix, arrived),
            Self::Whole(arrived) => {
                *arrived = arrived.saturating_add(data.len());
                return *arrived;
            }
        };
        while !data.is_empty() {
            if *arrived < MESSAGE_PREFIX {
                prefix[*arrived] = data[0];
                (*arrived, data) = (*arrived + 1, &data[1..]);
            }
            if *arrived >= MESSAGE_PREFIX {
                let length = prefix[1..].iter();
                let length = length.fold(0_usize, |all, byte| all << 8 | usize::from(*byte));
                let left = (MESSAGE_PREFIX + length).saturating_sub(*arrived);
                let taken = left.min(data.len());
                (*arrived, data) = (*arrived + taken, &data[taken..]);
                if taken == left {
                    *arrived = 0;
                }
            }
        }
        *arrived
    }
}

/// A body whose unfinished message is counted, and which fails if the message is not complete in time.
struct WatchedBody {
    body: Body,
    progress: MessageProgress,
    message: UnfinishedMessage,
    /// When the unfinished message must be complete.
    deadline: Option<Pin<Box<Sleep>>>,
}

impl WatchedBody {
    fn add(&mut self, data: &[u8]) -> Result<(), Error> {
        let unfinished = self.progress.add(data);
        self.message.set_bytes(unfinished)?;
        if unfinished == 0 || self.body.is_end_stream() {
            self.deadline = None;
        } else if self.deadline.is_none() {
            let limit = self.message.messages.completion_limit;
            self.deadline = Some(Box::pin(tokio::time::sleep(limit)));
        }
        Ok(())
    }
}

fn failure(error: Error) -> axum::Error {
    axum::Error::new(Status::from(error))
}

impl HttpBody for WatchedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            let data = match &frame {
                Some(Ok(frame)) => frame.data_ref(),
                _ => None,
            };
            if let Some(data) = data.cloned()
                && let Err(error) = self.add(&data)
            {
                return Poll::Ready(Some(Err(failure(error))));
            }
            return Poll::Ready(frame);
        }
        if let Some(deadline) = &mut self.deadline
            && deadline.as_mut().poll(context).is_ready()
        {
            let limit = self.message.messages.completion_limit;
            let message =
                format!("request: not complete {limit:?} after its first bytes; send it again");
            let error = Error::new(Reason::LimitExceeded, message);
            return Poll::Ready(Some(Err(failure(error))));
        }
        Poll::Pending
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::{BodyExt, StreamBody};
    use tokio_stream::StreamExt;

    use super::*;

    /// Returns one message of gRPC with its prefix.
    fn message(length: usize) -> Vec<u8> {
        let mut bytes = vec![0];
        bytes.extend((length as u32).to_be_bytes());
        bytes.extend(std::iter::repeat_n(7, length));
        bytes
    }

    /// Returns a request of a client whose body has these bytes, and then never ends.
    fn request(content_type: &str, bytes: Vec<u8>) -> Request {
        let frame = tokio_stream::once(Ok::<_, axum::Error>(Frame::data(Bytes::from(bytes))));
        let body = Body::new(StreamBody::new(frame.chain(tokio_stream::pending())));
        let request = Request::builder().header(CONTENT_TYPE, content_type);
        request.body(body).unwrap()
    }

    fn messages() -> UnfinishedMessages {
        let config = Config {
            max_message_bytes: 1000.try_into().unwrap(),
            ..Config::default()
        };
        UnfinishedMessages::new(&config)
    }

    fn client(number: u8) -> IpAddr {
        [192, 0, 2, number].into()
    }

    #[test]
    fn what_is_unfinished_does_not_depend_on_the_frames() {
        let mut bytes = message(300);
        bytes.extend(message(0));
        bytes.extend(&message(40)[..30]);
        for size in [1, 2, 4, 5, 6, 305, 1000] {
            let mut progress = MessageProgress::Prefixed {
                prefix: [0; MESSAGE_PREFIX],
                arrived: 0,
            };
            let mut unfinished = 0;
            for frame in bytes.chunks(size) {
                unfinished = progress.add(frame);
            }
            assert_eq!(unfinished, 30, "frames of {size} bytes");
        }
    }

    #[tokio::test]
    async fn unfinished_messages_of_one_client_are_bounded_and_others_not_affected() {
        let messages = messages();
        for content_type in ["application/grpc", "application/json"] {
            let mut open = Vec::new();
            let error = loop {
                let sent = request(content_type, message(999)[..1000].to_vec());
                let mut body = messages.watch(client(1), sent).into_body();
                match body.frame().await.unwrap() {
                    Ok(_) => open.push(body),
                    Err(error) => break error,
                }
                assert!(open.len() <= MESSAGES_OF_ONE_CLIENT);
            };
            assert!(
                Status::from_error(error.into())
                    .message()
                    .contains("unfinished")
            );
            let sent = request(content_type, message(999)[..1000].to_vec());
            let mut body = messages.watch(client(2), sent).into_body();
            body.frame().await.unwrap().unwrap();
            drop((open, body));
            assert_eq!(messages.lock().in_all, 0);
            assert!(messages.lock().of_clients.is_empty());
        }
    }

    #[tokio::test]
    async fn unfinished_message_fails_in_time_and_a_complete_one_never() {
        let messages = UnfinishedMessages {
            completion_limit: Duration::from_millis(50),
            ..messages()
        };
        let sent = request("application/grpc", message(500)[..100].to_vec());
        let mut body = messages.watch(client(1), sent).into_body();
        body.frame().await.unwrap().unwrap();
        let error = body.frame().await.unwrap().unwrap_err();
        let status = Status::from_error(error.into());
        assert_eq!(status.code(), tonic::Code::ResourceExhausted);
        assert!(status.message().contains("not complete"), "{status}");
        // The stream of a player waits for the next message as long as the player does.
        let sent = request("application/grpc", message(500));
        let mut body = messages.watch(client(1), sent).into_body();
        body.frame().await.unwrap().unwrap();
        let wait = tokio::time::timeout(Duration::from_millis(200), body.frame());
        assert!(wait.await.is_err());
    }
}
