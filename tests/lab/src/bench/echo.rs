//! A bare server on the same transport: the cost of a call without its work.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::{Buf, BufMut, Bytes};
use tokio::net::TcpListener;
use tokio_stream::{Stream, StreamExt};
use tonic::body::Body;
use tonic::codec::{Codec, DecodeBuf, Decoder, EncodeBuf, Encoder};
use tonic::codegen::Service;
use tonic::codegen::http;
use tonic::server::{Grpc, NamedService, StreamingService, UnaryService};
use tonic::transport::Server;
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status, Streaming};

/// Path of the unary call.
pub(super) const UNARY: &str = "/bench.Echo/Unary";
/// Path of the bidirectional stream.
pub(super) const STREAM: &str = "/bench.Echo/Stream";

/// A codec that passes the bytes of messages through unchanged.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Raw;

impl Codec for Raw {
    type Encode = Bytes;
    type Decode = Bytes;
    type Encoder = Self;
    type Decoder = Self;

    fn encoder(&mut self) -> Self {
        Self
    }

    fn decoder(&mut self) -> Self {
        Self
    }
}

impl Encoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn encode(&mut self, item: Bytes, buffer: &mut EncodeBuf<'_>) -> Result<(), Status> {
        buffer.put(item);
        Ok(())
    }
}

impl Decoder for Raw {
    type Item = Bytes;
    type Error = Status;

    fn decode(&mut self, buffer: &mut DecodeBuf<'_>) -> Result<Option<Bytes>, Status> {
        Ok(Some(buffer.copy_to_bytes(buffer.remaining())))
    }
}

/// A service that responses every message with the same bytes.
#[derive(Debug, Clone)]
pub(super) struct Echo {
    response: Bytes,
}

impl Echo {
    /// Creates a service whose responses have the given number of bytes.
    pub(super) fn new(bytes: usize) -> Self {
        Self {
            response: Bytes::from(vec![0; bytes]),
        }
    }

    /// Serves on a listener with the settings of the real server.
    pub(super) async fn serve(self, listener: TcpListener) {
        let incoming = TcpIncoming::from(listener).with_nodelay(Some(true));
        // It serves until the process ends, so no error is left to report.
        let _ = Server::builder()
            .add_service(self)
            .serve_with_incoming(incoming)
            .await;
    }
}

impl NamedService for Echo {
    const NAME: &'static str = "bench.Echo";
}

type ResponseFuture<T> = Pin<Box<dyn Future<Output = Result<T, Status>> + Send>>;
type ResponseStream = Pin<Box<dyn Stream<Item = Result<Bytes, Status>> + Send>>;

impl UnaryService<Bytes> for Echo {
    type Response = Bytes;
    type Future = ResponseFuture<Response<Bytes>>;

    fn call(&mut self, _: Request<Bytes>) -> Self::Future {
        let response = self.response.clone();
        Box::pin(async move { Ok(Response::new(response)) })
    }
}

impl StreamingService<Bytes> for Echo {
    type Response = Bytes;
    type ResponseStream = ResponseStream;
    type Future = ResponseFuture<Response<ResponseStream>>;

    fn call(&mut self, request: Request<Streaming<Bytes>>) -> Self::Future {
        let response = self.response.clone();
        let responses = request
            .into_inner()
            .map(move |message| message.map(|_| response.clone()));
        Box::pin(async move { Ok(Response::new(Box::pin(responses) as ResponseStream)) })
    }
}

impl Service<http::Request<Body>> for Echo {
    type Response = http::Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: http::Request<Body>) -> Self::Future {
        let echo = self.clone();
        Box::pin(async move {
            let mut grpc = Grpc::new(Raw);
            Ok(match request.uri().path() {
                UNARY => grpc.unary(echo, request).await,
                _ => grpc.streaming(echo, request).await,
            })
        })
    }
}
