//! The web pages: files that a program hands over, served beside the API on the same port.

use std::fmt;
use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use axum::Router;
use axum::extract::{Request, State};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use flate2::read::GzDecoder;
use http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, ETAG,
    IF_NONE_MATCH, REFERRER_POLICY, RETRY_AFTER, VARY, X_CONTENT_TYPE_OPTIONS,
};
use http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use tokio_util::bytes::Bytes;

use super::client_rates::ClientRates;
use super::connection::ConnectionInfo;

/// The addresses of pages. All of them are the index, which finds out what to show.
const PAGES: [&str; 17] = [
    "/",
    "/view",
    "/matches",
    "/matches/{id}",
    "/tournaments",
    "/tournaments/{id}",
    "/play",
    "/play/{id}",
    "/puzzles",
    "/puzzles/{game}",
    "/puzzles/{game}/daily",
    "/analysis",
    "/rules",
    "/rules/{game}",
    "/bots",
    "/bots/{name}",
    "/bots/{owner}/{name}",
];

/// The index, which every page starts with.
const INDEX: &str = "index.html";

/// What pages may load and do: nothing from elsewhere, and no script or style within markup.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' blob: data:; media-src blob:; connect-src 'self'; worker-src 'self'; base-uri 'self'; \
    form-action 'none'; frame-ancestors 'none'";

/// Headers of all responses.
const HEADERS: [(HeaderName, &str); 4] = [
    (CONTENT_SECURITY_POLICY, POLICY),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (REFERRER_POLICY, "no-referrer"),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        "same-origin",
    ),
];

/// Number of files that one client address may request a second, and at once. A page needs about ten.
const REQUESTS_PER_SECOND: u32 = 100;
const REQUEST_BURST: u32 = 500;

/// A file of the pages.
#[derive(Clone)]
pub struct PageFile {
    /// The name, such as `app.js`; `index.html` is what every page starts with.
    pub name: &'static str,
    /// The content, compressed with gzip.
    pub gzip: &'static [u8],
    /// An entity tag of the content, with its quotes.
    pub etag: &'static str,
}

impl fmt::Debug for PageFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PageFile")
            .field("name", &self.name)
            .field("etag", &self.etag)
            .finish_non_exhaustive()
    }
}

/// A file with its content as it is sent to clients that do not accept gzip. Every browser does; for tools it
/// is decompressed with their first request, and not with every one.
struct ServedFile {
    file: PageFile,
    /// `None` if the file is damaged.
    plain: OnceLock<Option<Bytes>>,
}

impl ServedFile {
    fn new(file: &PageFile) -> Arc<Self> {
        Arc::new(Self {
            file: file.clone(),
            plain: OnceLock::new(),
        })
    }

    fn plain(&self) -> Option<Bytes> {
        let decompress = || {
            let mut content = Vec::new();
            let read = GzDecoder::new(self.file.gzip).read_to_end(&mut content);
            let damage =
                |error| tracing::error!(%error, file = self.file.name, "a page is damaged");
            read.map_err(damage).ok().map(|_| content.into())
        };
        self.plain.get_or_init(decompress).clone()
    }
}

/// Whether web pages have called the server. Clones share it.
#[derive(Debug, Clone, Default)]
pub struct PageCalls(Arc<AtomicBool>);

impl PageCalls {
    /// Returns `true` once a page has called the server.
    pub fn is_any(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Adds the pages to the routes of the API. Requests of browsers for other addresses get the index, too, which
/// says that there is no such page.
pub(crate) fn with_pages(routes: Router, files: &[PageFile], calls: PageCalls) -> Router {
    let Some(index) = files.iter().find(|file| file.name == INDEX) else {
        return routes;
    };
    let index = ServedFile::new(index);
    let mut pages = Router::new();
    for path in PAGES {
        pages = pages.route(path, get(serve).with_state(Arc::clone(&index)));
    }
    for file in files.iter().filter(|file| file.name != INDEX) {
        let path = format!("/{}", file.name);
        pages = pages.route(&path, get(serve).with_state(ServedFile::new(file)));
    }
    let rates = Arc::new(ClientRates::new(REQUESTS_PER_SECOND, REQUEST_BURST));
    let pages = pages.layer(from_fn_with_state(rates, limit_rate));
    let routes = routes.layer(from_fn_with_state(calls, note_call));
    routes.merge(pages).fallback(move |request: Request| {
        let index = Arc::clone(&index);
        async move { not_found(&index, &request) }
    })
}

/// Records calls in the protocol of web pages.
async fn note_call(
    State(PageCalls(is_any)): State<PageCalls>,
    request: Request,
    next: Next,
) -> Response {
    let kind = request.headers().get(CONTENT_TYPE);
    if kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/grpc-web")) {
        is_any.store(true, Ordering::Relaxed);
    }
    next.run(request).await
}

/// Rejects the requests of a client that makes too many of them.
pub(super) async fn limit_rate(
    State(rates): State<Arc<ClientRates>>,
    request: Request,
    next: Next,
) -> Response {
    let client = request
        .extensions()
        .get::<ConnectionInfo>()
        .map(|connection| connection.client);
    // A call within the process has no address.
    if client.is_some_and(|client| !rates.allow(client, Instant::now())) {
        let message = "too many requests; try again in a few seconds\n";
        return (StatusCode::TOO_MANY_REQUESTS, [(RETRY_AFTER, "5")], message).into_response();
    }
    next.run(request).await
}

/// Responds with a file, or says that the client has it already.
async fn serve(State(served): State<Arc<ServedFile>>, headers: HeaderMap) -> Response {
    let known = headers.get(IF_NONE_MATCH).map(HeaderValue::as_bytes);
    if known.is_some_and(|known| contains(known, served.file.etag.as_bytes())) {
        return (StatusCode::NOT_MODIFIED, headers_of(&served.file)).into_response();
    }
    content(StatusCode::OK, &served, &headers)
}

fn content(status: StatusCode, served: &ServedFile, request: &HeaderMap) -> Response {
    let file = &served.file;
    let accepted = request.get(ACCEPT_ENCODING).map(HeaderValue::as_bytes);
    if accepted.is_some_and(accepts_gzip) {
        let encoding = [(CONTENT_ENCODING, "gzip")];
        let body = Bytes::from_static(file.gzip);
        return (status, headers_of(file), encoding, body).into_response();
    }
    match served.plain() {
        Some(body) => (status, headers_of(file), body).into_response(),
        None => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

/// Responds to a request that has no route.
fn not_found(index: &ServedFile, request: &Request) -> Response {
    if matches!(*request.method(), Method::GET | Method::HEAD) {
        return content(StatusCode::NOT_FOUND, index, request.headers());
    }
    tonic::Status::unimplemented("").into_http()
}

fn headers_of(file: &PageFile) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    headers.insert(ETAG, HeaderValue::from_static(file.etag));
    let kind = HeaderValue::from_static(content_type(file.name));
    headers.insert(CONTENT_TYPE, kind);
    let caching = HeaderValue::from_static(cache_control(file.name));
    headers.insert(CACHE_CONTROL, caching);
    headers
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

/// Returns for how long a browser may use a file without asking. A name with a hash never gets another content.
fn cache_control(name: &str) -> &'static str {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    match stem.rsplit_once('-') {
        Some((_, hash)) if hash.len() == 8 => "public, max-age=31536000, immutable",
        _ => "no-cache",
    }
}

/// Returns `true` if a list of entity tags contains this one, weak or strong.
fn contains(list: &[u8], etag: &[u8]) -> bool {
    let mut tags = list.split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
    tags.any(|tag| tag == b"*" || tag.strip_prefix(b"W/").unwrap_or(tag) == etag)
}

/// Returns `true` if a client accepts gzip and does not exclude it by `q=0`.
fn accepts_gzip(list: &[u8]) -> bool {
    let mut codings = list.split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
    codings.any(|coding| {
        let mut parts = coding.split(|byte| *byte == b';').map(<[u8]>::trim_ascii);
        let is_gzip = parts
            .next()
            .is_some_and(|name| matches!(name, b"gzip" | b"*"));
        is_gzip && !parts.any(|part| matches!(part, b"q=0" | b"q=0.0" | b"q=0.00" | b"q=0.000"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_with_a_hash_are_cached_for_ever() {
        assert_eq!(cache_control("app.js"), "no-cache");
        assert!(cache_control("page-ABCD2345.js").ends_with("immutable"));
        assert_eq!(cache_control("botwerk_rules.wasm"), "no-cache");
    }

    #[test]
    fn gzip_is_sent_to_clients_that_accept_it_only() {
        for accepted in ["gzip", "br, gzip;q=0.5", "*", "deflate,gzip , br"] {
            assert!(accepts_gzip(accepted.as_bytes()), "{accepted}");
        }
        for accepted in ["", "br", "gzip;q=0", "x-gzip", "gzip; q=0"] {
            assert!(!accepts_gzip(accepted.as_bytes()), "{accepted}");
        }
    }

    #[test]
    fn entity_tags_are_found_in_lists() {
        for list in ["\"a\"", "\"b\", \"a\"", "W/\"a\"", "*"] {
            assert!(contains(list.as_bytes(), b"\"a\""), "{list}");
        }
        assert!(!contains(b"\"ab\"", b"\"a\""));
    }
}
