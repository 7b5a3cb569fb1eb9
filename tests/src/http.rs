//! HTTP as it goes over the wire, without a client that would keep to the rules.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::stream::eventually;

/// Sends bytes on a connection of their own and reads until the server closes it.
///
/// # Panics
/// If the server is not there, or does not close the connection in time.
pub async fn http1(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address)
        .await
        .expect("the server is there");
    // The server may refuse in the middle of a request.
    let _ = stream.write_all(request.as_bytes()).await;
    let mut answer = Vec::new();
    // A reset is an end as well.
    let _ = eventually(stream.read_to_end(&mut answer)).await;
    String::from_utf8_lossy(&answer).into_owned()
}

/// Asks for a page, with an admin token or without; gives the status and everything sent.
///
/// # Panics
/// If the server is not there or answers no HTTP.
pub async fn page(address: &str, path: &str, token: Option<&str>) -> (u16, String) {
    let bearer = token.map_or_else(String::new, |token| {
        format!("authorization: Bearer {token}\r\n")
    });
    let request =
        format!("GET {path} HTTP/1.1\r\nhost: {address}\r\n{bearer}connection: close\r\n\r\n");
    let answer = http1(address, &request).await;
    let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok());
    (status.expect("a status of HTTP"), answer)
}
