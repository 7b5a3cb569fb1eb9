//! A line on which everything takes its time.

use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::Instant;

/// Opens a way to a server on which all bytes arrive `delay` later, in either direction; gives its
/// address.
///
/// # Panics
/// If no port is free.
pub async fn slow_line(server: String, delay: Duration) -> String {
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
            tokio::spawn(carry(near_read, far_write, delay));
            tokio::spawn(carry(far_read, near_write, delay));
        }
    });
    address
}

/// Carries bytes from one side to the other until either ends.
async fn carry(
    mut from: impl AsyncRead + Unpin,
    mut to: impl AsyncWrite + Unpin + Send + 'static,
    delay: Duration,
) {
    let (sender, mut receiver) = mpsc::unbounded_channel::<(Instant, Vec<u8>)>();
    let writing = tokio::spawn(async move {
        while let Some((at, bytes)) = receiver.recv().await {
            tokio::time::sleep_until(at).await;
            if to.write_all(&bytes).await.is_err() {
                return;
            }
        }
    });
    let mut buffer = vec![0; 64 << 10];
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        let late = Instant::now() + delay;
        if sender.send((late, buffer[..count].to_vec())).is_err() {
            return;
        }
    }
    drop(sender);
    let _ = writing.await;
}
