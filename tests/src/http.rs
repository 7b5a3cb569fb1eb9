//! Raw HTTP/1.1, without a client that enforces the protocol.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::stream::eventually;

/// Sends `request` on a new connection and returns everything received until the server closes it.
///
/// # Panics
/// Panics if the server is unreachable or does not close the connection in time.
pub async fn http1(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address)
        .await
        .expect("the server is reachable");
    // The server may close the connection before it has read the whole request.
    let _ = stream.write_all(request.as_bytes()).await;
    let mut response = Vec::new();
    // A reset ends the response as well.
    let _ = eventually(stream.read_to_end(&mut response)).await;
    String::from_utf8_lossy(&response).into_owned()
}

/// Requests a path, optionally with an admin token, and returns the status and the raw response.
///
/// # Panics
/// Panics if the server is unreachable or the response is not HTTP.
pub async fn http_get(address: &str, path: &str, token: Option<&str>) -> (u16, String) {
    let bearer = token.map_or_else(String::new, |token| {
        format!("authorization: Bearer {token}\r\n")
    });
    let request =
        format!("GET {path} HTTP/1.1\r\nhost: {address}\r\n{bearer}connection: close\r\n\r\n");
    let response = http1(address, &request).await;
    let status = response
        .split(' ')
        .nth(1)
        .and_then(|code| code.parse().ok());
    (status.expect("the response has an HTTP status"), response)
}

/// Returns the value of one sample of a server without an admin token, such as `botwerk_matches{state="running"}`, or `None`
/// if the server shows no such sample.
///
/// # Panics
/// Panics if the server does not show its metrics.
pub async fn metric(address: &str, sample: &str) -> Option<f64> {
    let (status, answer) = http_get(address, "/metrics", None).await;
    assert_eq!(status, 200, "{answer}");
    metric_value(&answer, sample)
}

/// Returns the value of one sample in the text of metrics.
///
/// # Panics
/// Panics if the value is not a number.
pub fn metric_value(text: &str, sample: &str) -> Option<f64> {
    let value = |line: &str| {
        line.strip_prefix(sample)?
            .strip_prefix(' ')
            .map(str::to_owned)
    };
    let value = text.lines().find_map(value)?;
    Some(value.parse().expect("values are numbers"))
}
