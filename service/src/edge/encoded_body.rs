//! Response bodies of messages that are encoded already: nothing of them is copied.

use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use http::HeaderMap;
use http_body::Frame;
use tokio_stream::Stream;
use tonic::{Code, Status};

use super::offload::PromptResponse;
use crate::encoded_message::EncodedMessage;

/// The messages of a response.
type EncodedStream = Pin<Box<dyn Stream<Item = Result<EncodedMessage, Status>> + Send>>;

/// The messages of a response that are sent in place of those of its handler; an extension of the response.
#[derive(Clone)]
pub(crate) struct EncodedBody(Arc<Mutex<Option<EncodedStream>>>);

impl fmt::Debug for EncodedBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EncodedBody")
    }
}

impl EncodedBody {
    /// Returns a response with one message.
    pub(crate) fn unary<T: Default>(message: EncodedMessage) -> tonic::Response<T> {
        Self::response(tokio_stream::once(Ok(message)), T::default())
    }

    /// Returns a response with a stream of messages, which is read where the connection is.
    pub(crate) fn streaming<T>(
        messages: impl Stream<Item = Result<EncodedMessage, Status>> + Send + 'static,
        handled: T,
    ) -> tonic::Response<T> {
        let mut response = Self::response(messages, handled);
        response.extensions_mut().insert(PromptResponse);
        response
    }

    fn response<T>(
        messages: impl Stream<Item = Result<EncodedMessage, Status>> + Send + 'static,
        handled: T,
    ) -> tonic::Response<T> {
        let mut response = tonic::Response::new(handled);
        let messages: EncodedStream = Box::pin(messages);
        let body = Self(Arc::new(Mutex::new(Some(messages))));
        response.extensions_mut().insert(body);
        response
    }
}

/// Replaces the body of a response by the messages in its extensions, if there are any.
pub(crate) async fn send_encoded(mut response: Response) -> Response {
    let Some(EncodedBody(messages)) = response.extensions_mut().remove() else {
        return response;
    };
    let mut messages = messages.lock().unwrap_or_else(PoisonError::into_inner);
    match messages.take() {
        Some(messages) => response.map(|_| Body::new(EncodedFrames(Some(messages)))),
        None => response,
    }
}

/// The frames of a body; `None` after the last.
struct EncodedFrames(Option<EncodedStream>);

impl http_body::Body for EncodedFrames {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let Some(messages) = &mut self.0 else {
            return Poll::Ready(None);
        };
        let status = match ready!(messages.as_mut().poll_next(context)) {
            Some(Ok(message)) => {
                return Poll::Ready(Some(Ok(Frame::data(message.into_bytes()))));
            }
            Some(Err(status)) => status,
            None => Status::new(Code::Ok, ""),
        };
        self.0 = None;
        let mut trailers = HeaderMap::new();
        let trailers = status.add_header(&mut trailers).map(|()| trailers);
        Poll::Ready(Some(trailers.map(Frame::trailers)))
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;

    use super::*;

    /// Returns the bytes and the code that a response of a handler sends.
    async fn sent<T>(handled: tonic::Response<T>) -> (Bytes, i32) {
        let (_, _, extensions) = handled.into_parts();
        let mut response = Response::new(Body::from("the body of the handler"));
        *response.extensions_mut() = extensions;
        let collected = send_encoded(response).await.into_body().collect().await;
        let collected = collected.unwrap();
        let code = &collected.trailers().unwrap()["grpc-status"];
        let code = code.to_str().unwrap().parse().unwrap();
        (collected.to_bytes(), code)
    }

    #[tokio::test]
    async fn encoded_messages_are_sent_in_place_of_the_body() {
        let encoded = EncodedMessage::new(&"text".to_owned());
        let bytes = encoded.clone().into_bytes();
        assert_eq!(bytes.len(), encoded.len());
        // The flags, the length, and the message: field 1, four bytes long.
        assert_eq!(&bytes[..], b"\0\0\0\0\x06\x0a\x04text");
        let unary = EncodedBody::unary::<()>(encoded.clone());
        assert_eq!(sent(unary).await, (bytes.clone(), 0));
        let error = Err(Status::aborted("no more"));
        let stream = tokio_stream::iter([Ok(encoded.clone()), Ok(encoded), error]);
        let (all, code) = sent(EncodedBody::streaming(stream, ())).await;
        assert_eq!(all, [&bytes[..], &bytes[..]].concat());
        assert_eq!(code, Code::Aborted as i32);
    }

    #[tokio::test]
    async fn other_responses_keep_their_body() {
        let response = send_encoded(Response::new(Body::from("text"))).await;
        let body = response.into_body().collect().await.unwrap();
        assert_eq!(body.to_bytes(), "text");
    }
}
