//! The way from a sandbox to the server: connections to the sandbox's listener are connected with the server.

use std::io;
use std::net::{
    Ipv4Addr, Shutdown, SocketAddr, SocketAddrV4, TcpListener, TcpStream, ToSocketAddrs,
};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use botwerk_tournament::configuration::Sandbox;
use rustix::net::sockopt::{set_socket_recv_buffer_size, set_socket_send_buffer_size};
use rustix::net::{AddressFamily, SocketFlags, SocketType, bind, connect, socket_with};

use super::server_address::ServerAddress;

/// Maximum number of connections of a bot at a time.
const MAX_CONNECTIONS: usize = 16;

/// Size of the buffers at the relay's end of a connection, in bytes.
const BUFFER_SIZE: usize = 128 << 10;

/// Delay before the next look for a connection after a failure.
const FAILURE_DELAY: Duration = Duration::from_millis(20);

/// The connections between a bot and its relay.
#[derive(Debug, Clone, Default)]
pub(super) struct OpenConnections(Arc<AtomicUsize>);

impl OpenConnections {
    /// Returns the number of sockets that the relay has in the network of the bot, with its listener.
    pub(super) fn sockets(&self) -> u64 {
        self.0.load(Ordering::Relaxed) as u64 + 1
    }
}

/// Listens in the network of a sandbox at the port of the server.
pub(super) fn listen(port: u16) -> io::Result<TcpListener> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))?;
    // Accepted connections have the buffers of their listener, which do not grow.
    set_socket_recv_buffer_size(&listener, BUFFER_SIZE)?;
    set_socket_send_buffer_size(&listener, BUFFER_SIZE)?;
    Ok(listener)
}

/// Connects a bot with the server, until this process ends.
pub(super) fn start(listener: TcpListener, server: ServerAddress) -> OpenConnections {
    let connections = OpenConnections::default();
    let open = Arc::clone(&connections.0);
    thread::spawn(move || {
        loop {
            let Ok((inside, _)) = listener.accept() else {
                thread::sleep(FAILURE_DELAY);
                continue;
            };
            if open.fetch_add(1, Ordering::Relaxed) >= MAX_CONNECTIONS {
                // One that waited would keep what is sent to it.
                drop(inside);
                open.fetch_sub(1, Ordering::Relaxed);
                continue;
            }
            let (open, server) = (Arc::clone(&open), server.clone());
            thread::spawn(move || {
                // To the bot it looks as if the server were not reachable.
                let _ = relay(&inside, &server);
                let _ = inside.shutdown(Shutdown::Both);
                drop(inside);
                open.fetch_sub(1, Ordering::Relaxed);
            });
        }
    });
    connections
}

/// Connects with the server: from the address of this bot, if the server is on this machine.
fn connect_with(server: &ServerAddress) -> io::Result<TcpStream> {
    let addresses: Vec<_> = (&*server.host, server.port).to_socket_addrs()?.collect();
    let own = addresses
        .iter()
        .find_map(|address| connect_from_own(address).ok());
    own.map_or_else(|| TcpStream::connect(&*addresses), Ok)
}

/// Connects from the address that stands for the bot of this guard.
fn connect_from_own(address: &SocketAddr) -> io::Result<TcpStream> {
    let SocketAddr::V4(server) = address else {
        return Err(io::ErrorKind::Unsupported.into());
    };
    if !server.ip().is_loopback() {
        return Err(io::ErrorKind::Unsupported.into());
    }
    let family = AddressFamily::INET;
    let socket = socket_with(family, SocketType::STREAM, SocketFlags::CLOEXEC, None)?;
    bind(
        &socket,
        &SocketAddrV4::new(Sandbox::relay_address(process::id()), 0),
    )?;
    connect(&socket, server)?;
    Ok(TcpStream::from(socket))
}

/// Copies both directions until both have ended.
fn relay(inside: &TcpStream, server: &ServerAddress) -> io::Result<()> {
    let outside = connect_with(server)?;
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
