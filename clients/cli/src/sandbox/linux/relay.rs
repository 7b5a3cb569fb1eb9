//! The way from a sandbox to the server: connections to the sandbox's listener are connected with the server.

use std::io;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use super::server_address::ServerAddress;

/// Maximum number of connections of a bot at a time.
const MAX_CONNECTIONS: usize = 16;

/// Delay before the next look for a free connection.
const FULL_DELAY: Duration = Duration::from_millis(20);

/// Connects a bot with the server, until this process ends.
pub(super) fn start(listener: TcpListener, server: ServerAddress) {
    let open = Arc::new(AtomicUsize::new(0));
    thread::spawn(move || {
        loop {
            while open.load(Ordering::Relaxed) >= MAX_CONNECTIONS {
                thread::sleep(FULL_DELAY);
            }
            let Ok((inside, _)) = listener.accept() else {
                thread::sleep(FULL_DELAY);
                continue;
            };
            open.fetch_add(1, Ordering::Relaxed);
            let (open, server) = (Arc::clone(&open), server.clone());
            thread::spawn(move || {
                // To the bot it looks as if the server were not reachable.
                let _ = connect(&inside, &server);
                let _ = inside.shutdown(Shutdown::Both);
                open.fetch_sub(1, Ordering::Relaxed);
            });
        }
    });
}

/// Copies both directions until both have ended.
fn connect(inside: &TcpStream, server: &ServerAddress) -> io::Result<()> {
    let outside = TcpStream::connect((&*server.host, server.port))?;
    for stream in [inside, &outside] {
        stream.set_nodelay(true)?;
    }
    let (bot, host) = (inside.try_clone()?, outside.try_clone()?);
    let answers = thread::spawn(move || copy(&host, &bot));
    copy(inside, &outside);
    let _ = answers.join();
    Ok(())
}

/// Copies until the source ends or either fails; the end is passed on.
fn copy(mut from: &TcpStream, mut to: &TcpStream) {
    let copied = io::copy(&mut from, &mut to);
    let how = if copied.is_ok() {
        Shutdown::Write
    } else {
        Shutdown::Both
    };
    let _ = to.shutdown(how);
    if copied.is_err() {
        let _ = from.shutdown(Shutdown::Both);
    }
}
