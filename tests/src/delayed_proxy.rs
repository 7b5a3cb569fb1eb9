//! A TCP proxy that delays all bytes.

use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::Instant;

/// Starts a proxy that forwards all bytes to and from `server` after `delay`, and returns its
/// address.
///
/// # Panics
/// Panics if no port is free.
pub async fn delayed_proxy(server: String, delay: Duration) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(async move {
        while let Ok((near, _)) = listener.accept().await {
            let Ok(far) = TcpStream::connect(&server).await else {
                return;
            };
            near.set_nodelay(true).unwrap();
            far.set_nodelay(true).unwrap();
            let (near_read, near_write) = near.into_split();
            let (far_read, far_write) = far.into_split();
            tokio::spawn(copy_delayed(near_read, far_write, delay));
            tokio::spawn(copy_delayed(far_read, near_write, delay));
        }
    });
    address
}

/// Forwards bytes from one side to the other until either side closes.
async fn copy_delayed(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin + Send + 'static,
    delay: Duration,
) {
    let (sender, mut receiver) = mpsc::unbounded_channel::<(Instant, Vec<u8>)>();
    let writer = tokio::spawn(async move {
        while let Some((due, bytes)) = receiver.recv().await {
            tokio::time::sleep_until(due).await;
            if to.write_all(&bytes).await.is_err() {
                return;
            }
        }
    });
    let mut buffer = vec![0; 64 << 10];
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        let due = Instant::now() + delay;
        if sender.send((due, buffer[..count].to_vec())).is_err() {
            return;
        }
    }
    drop(sender);
    let _ = writer.await;
}
