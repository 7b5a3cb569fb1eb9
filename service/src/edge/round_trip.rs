//! The round trip of a connection as TCP measures it. What a client's program does, such as to answer
//! late, does not change it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::net::TcpStream;

/// The shortest round trip of one connection in the last minutes. Clones share it.
#[derive(Debug, Clone, Default)]
pub(crate) struct RoundTrip(Arc<AtomicU64>);

impl RoundTrip {
    /// Returns the nanoseconds, or 0 if they are unknown.
    pub(crate) fn nanos(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    /// Asks the system for the current value; a system without an answer leaves it unknown.
    pub(super) fn measure(&self, stream: &TcpStream) {
        if let Some(nanos) = shortest_nanos(stream) {
            self.0.store(nanos, Ordering::Relaxed);
        }
    }
}

#[cfg(target_os = "linux")]
fn shortest_nanos(stream: &TcpStream) -> Option<u64> {
    tcp_info::min_round_trip_micros(stream).map(|micros| u64::from(micros) * 1000)
}

#[cfg(not(target_os = "linux"))]
fn shortest_nanos(_: &TcpStream) -> Option<u64> {
    None
}

#[cfg(target_os = "linux")]
mod tcp_info {
    use std::mem::size_of;
    use std::os::fd::AsRawFd;
    use std::sync::OnceLock;

    use tokio::net::TcpStream;

    /// The first fields of Linux's `struct tcp_info`, up to the shortest round trip. A kernel returns
    /// as many bytes as are asked for.
    #[derive(Debug, Default)]
    #[repr(C)]
    struct TcpInfo {
        flags: [u8; 8],
        state: [u32; 24],
        rates: [u64; 4],
        segments: [u32; 3],
        min_rtt: u32,
    }

    /// The first Linux that measures the shortest round trip.
    const FIRST_VERSION: (u32, u32) = (4, 6);

    /// Returns the microseconds of the shortest round trip of the last minutes.
    pub(super) fn min_round_trip_micros(stream: &TcpStream) -> Option<u32> {
        if !is_measured() {
            return None;
        }
        let info = tcp_info(stream)?;
        // All bits are set before the first measurement.
        Some(info.min_rtt).filter(|micros| *micros != u32::MAX)
    }

    fn tcp_info(stream: &TcpStream) -> Option<TcpInfo> {
        let mut info = TcpInfo::default();
        let size = size_of::<TcpInfo>() as libc::socklen_t;
        let mut filled = size;
        // SAFETY: the kernel writes at most `size` bytes to `info`, which may have any bits.
        #[expect(unsafe_code, reason = "no safe crate reads this option")]
        let result = unsafe {
            libc::getsockopt(
                stream.as_raw_fd(),
                libc::IPPROTO_TCP,
                libc::TCP_INFO,
                (&raw mut info).cast(),
                &raw mut filled,
            )
        };
        (result == 0 && filled == size).then_some(info)
    }

    fn is_measured() -> bool {
        static IS_MEASURED: OnceLock<bool> = OnceLock::new();
        *IS_MEASURED.get_or_init(|| {
            let system = rustix::system::uname();
            let release = system.release().to_string_lossy();
            let mut numbers = release
                .split(['.', '-'])
                .map_while(|part| part.parse().ok());
            let version = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
            version >= FIRST_VERSION
        })
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use tokio::net::TcpListener;

    use super::*;

    #[tokio::test]
    async fn round_trip_is_known_from_the_handshake_on() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (client, accepted) = tokio::join!(TcpStream::connect(address), listener.accept());
        let (stream, _) = accepted.unwrap();
        let round_trip = RoundTrip::default();
        assert_eq!(round_trip.nanos(), 0);
        round_trip.measure(&stream);
        assert!(
            (1..1_000_000_000).contains(&round_trip.nanos()),
            "{round_trip:?}"
        );
        drop(client);
    }
}
