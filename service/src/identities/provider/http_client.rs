//! Requests to the provider: one at a time on a connection of its own, within limits, and without redirects.

use std::error::Error;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HOST, USER_AGENT};
use http::request::Builder;
use http::{HeaderValue, Request, Response, StatusCode, Uri};
use http_body_util::{BodyExt, Full, Limited};
use hyper::client::conn::http1;
use hyper::rt::{Read, Write};
use hyper_util::rt::TokioIo;
use rustls::pki_types::ServerName;
use rustls::{ClientConfig, RootCertStore};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_util::task::AbortOnDropHandle;

use crate::identities::is_secure_address;

/// Time for a response.
const RESPONSE_LIMIT: Duration = Duration::from_secs(10);

/// Maximum size of the body of a response, in bytes.
const MAX_RESPONSE: usize = 1 << 20;

/// The media type of a form.
const FORM: &str = "application/x-www-form-urlencoded";

type HttpRequest = Request<Vec<u8>>;
type HttpResponse = Response<Vec<u8>>;

/// Why there is no response.
#[derive(Debug, thiserror::Error)]
pub(super) enum HttpFailure {
    #[error("the address {0} has no TLS")]
    Insecure(Uri),
    #[error("{0} is not an address")]
    Address(Uri),
    #[error("no connection: {0}")]
    Connection(#[from] io::Error),
    #[error("the request cannot be sent: {0}")]
    Request(#[from] http::Error),
    #[error("HTTP: {0}")]
    Http(#[from] hyper::Error),
    #[error("the body cannot be read, or is larger than {MAX_RESPONSE} bytes: {0}")]
    Body(Box<dyn Error + Send + Sync>),
    #[error("no response within {} s", RESPONSE_LIMIT.as_secs())]
    Timeout,
    #[error("{0} {1}")]
    Rejected(StatusCode, Rejection),
    #[error("the response is not what was expected: {0}")]
    Json(#[from] serde_json::Error),
}

/// Why a provider rejects a request (RFC 6749, 5.2).
#[derive(Debug, Default, Deserialize, thiserror::Error)]
#[error("{error} {error_description}")]
#[serde(default)]
pub(super) struct Rejection {
    error: String,
    error_description: String,
}

/// Sends requests to the provider.
#[derive(Clone)]
pub(super) struct HttpClient {
    tls: TlsConnector,
}

impl HttpClient {
    /// Returns a client that trusts what the system trusts.
    ///
    /// # Errors
    /// Returns an error if TLS cannot be configured.
    pub(super) fn new() -> Result<Self, String> {
        let mut roots = RootCertStore::empty();
        for certificate in rustls_native_certs::load_native_certs().certs {
            // A certificate of the system that rustls cannot use verifies no server.
            let _ = roots.add(certificate);
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| format!("TLS: {error}"))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let tls = TlsConnector::from(Arc::new(config));
        Ok(Self { tls })
    }

    /// Requests the JSON at an address.
    ///
    /// # Errors
    /// Returns an error if there is no response within 10 s, its status is not 200, or it is something else.
    pub(super) async fn get<T: DeserializeOwned>(
        &self,
        address: &Uri,
        authorization: Option<String>,
    ) -> Result<T, HttpFailure> {
        let request = Request::get(address);
        self.request(request, authorization, String::new()).await
    }

    /// Sends a form, and returns the JSON with which it is answered.
    ///
    /// # Errors
    /// Returns an error if there is no response within 10 s, its status is not 200, or it is something else.
    pub(super) async fn post<T: DeserializeOwned>(
        &self,
        address: &Uri,
        authorization: Option<String>,
        form: String,
    ) -> Result<T, HttpFailure> {
        let request = Request::post(address).header(CONTENT_TYPE, FORM);
        self.request(request, authorization, form).await
    }

    async fn request<T: DeserializeOwned>(
        &self,
        request: Builder,
        authorization: Option<String>,
        body: String,
    ) -> Result<T, HttpFailure> {
        let mut request = request.header(ACCEPT, "application/json");
        if let Some(authorization) = authorization {
            request = request.header(AUTHORIZATION, authorization);
        }
        let response = self.send(request.body(body.into_bytes())?).await?;
        if response.status() != StatusCode::OK {
            let rejection = serde_json::from_slice(response.body()).unwrap_or_default();
            return Err(HttpFailure::Rejected(response.status(), rejection));
        }
        Ok(serde_json::from_slice(response.body())?)
    }

    async fn send(&self, request: HttpRequest) -> Result<HttpResponse, HttpFailure> {
        let response = tokio::time::timeout(RESPONSE_LIMIT, self.exchange(request)).await;
        response.unwrap_or(Err(HttpFailure::Timeout))
    }

    async fn exchange(&self, request: HttpRequest) -> Result<HttpResponse, HttpFailure> {
        let address = request.uri().clone();
        if !is_secure_address(&address) {
            return Err(HttpFailure::Insecure(address));
        }
        let host = address.host().unwrap_or_default();
        let host = host.trim_start_matches('[').trim_end_matches(']');
        let has_tls = address.scheme_str() == Some("https");
        let port = address.port_u16().unwrap_or(if has_tls { 443 } else { 80 });
        let stream = TcpStream::connect((host, port)).await?;
        if !has_tls {
            return converse(TokioIo::new(stream), request).await;
        }
        let name = ServerName::try_from(host.to_owned());
        let name = name.map_err(|_| HttpFailure::Address(address.clone()))?;
        let stream = self.tls.connect(name, stream).await?;
        converse(TokioIo::new(stream), request).await
    }
}

/// Sends a request over a new connection, and reads its response.
async fn converse<S>(stream: S, request: HttpRequest) -> Result<HttpResponse, HttpFailure>
where
    S: Read + Write + Unpin + Send + 'static,
{
    let (mut sender, connection) = http1::handshake(stream).await?;
    let _connection = AbortOnDropHandle::new(tokio::spawn(connection));
    let response = sender.send_request(relative(request)?).await?;
    let (parts, body) = response.into_parts();
    let body = Limited::new(body, MAX_RESPONSE).collect().await;
    let body = body.map_err(HttpFailure::Body)?.to_bytes();
    Ok(Response::from_parts(parts, body.to_vec()))
}

/// Returns a request as it is sent over a connection to its host.
fn relative(request: HttpRequest) -> Result<Request<Full<Bytes>>, HttpFailure> {
    let (mut parts, body) = request.into_parts();
    let address = parts.uri.clone();
    let invalid = || HttpFailure::Address(address.clone());
    let host = address.authority().ok_or_else(invalid)?.as_str();
    let host = HeaderValue::from_str(host).map_err(|_| invalid())?;
    parts.headers.insert(HOST, host);
    let agent = concat!("botwerk/", env!("CARGO_PKG_VERSION"));
    parts
        .headers
        .insert(USER_AGENT, HeaderValue::from_static(agent));
    let path = address.path_and_query().map_or("/", |path| path.as_str());
    parts.uri = path.parse().map_err(|_| invalid())?;
    Ok(Request::from_parts(parts, Full::new(Bytes::from(body))))
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::TcpListener;

    use super::*;

    /// Answers one request with a text, and sends a request for a path to it.
    async fn ask(answer: Vec<u8>) -> Result<HttpResponse, HttpFailure> {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let served = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut request = vec![0; 4096];
            let read = stream.read(&mut request).await.unwrap();
            // A client that has read enough closes the connection.
            let _ = stream.write_all(&answer).await;
            String::from_utf8_lossy(&request[..read]).into_owned()
        });
        let request = Request::post(format!("http://{address}/a?b=c")).body(b"body".to_vec());
        let response = HttpClient::new().unwrap().send(request.unwrap()).await;
        let request = served.await.unwrap();
        assert!(request.starts_with("POST /a?b=c HTTP/1.1\r\n"), "{request}");
        let host = format!("host: {address}\r\n");
        assert!(request.contains(&host), "{request}");
        assert!(request.ends_with("\r\n\r\nbody"), "{request}");
        response
    }

    #[tokio::test]
    async fn response_is_read_up_to_a_limit_and_no_redirect_is_followed() {
        let redirect = "HTTP/1.1 302 Found\r\nlocation: /b\r\ncontent-length: 2\r\n\r\nno";
        let response = ask(redirect.into()).await.unwrap();
        assert_eq!(
            (response.status().as_u16(), &response.body()[..]),
            (302, &b"no"[..])
        );
        let head = |length: usize| format!("HTTP/1.1 200 OK\r\ncontent-length: {length}\r\n\r\n");
        let body = |length: usize| [head(length).into_bytes(), vec![b'x'; length]].concat();
        let largest = ask(body(MAX_RESPONSE)).await.unwrap();
        assert_eq!(largest.body().len(), MAX_RESPONSE);
        let too_large = ask(body(MAX_RESPONSE + 1)).await.unwrap_err();
        assert!(matches!(too_large, HttpFailure::Body(_)), "{too_large}");
    }

    #[tokio::test]
    async fn nothing_is_sent_to_another_machine_without_tls() {
        let request = Request::get("http://id.example/").body(Vec::new()).unwrap();
        let failed = HttpClient::new().unwrap().send(request).await.unwrap_err();
        assert!(matches!(failed, HttpFailure::Insecure(_)), "{failed}");
    }
}
