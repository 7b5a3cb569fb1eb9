//! A proxy whose network delays, stalls and cuts connections.

use std::future::pending;
use std::io;
use std::path::PathBuf;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use botwerk_engine::{RootSeed, StableRng};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, split};
use tokio::net::{TcpListener, TcpStream, UnixStream};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::{Instant, sleep, sleep_until};

/// The largest number of bytes that are forwarded together.
const MAX_BLOCK: usize = 64 << 10;

/// What a network does to the connections of a proxy.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NetworkFaults {
    /// The shortest time that bytes take.
    pub min_delay: Duration,
    /// The longest time that bytes take. Each connection samples a delay of its own, so that later connections
    /// overtake earlier ones.
    pub max_delay: Duration,
    /// How many of 1,000 blocks of bytes are the last of their connection. Half of such a block is forwarded, and both
    /// sides are disconnected: one half of the connections is closed, the other is reset.
    pub cuts_per_mille: u32,
    /// How many of 1,000 blocks of bytes, with all that follow them on their connection, are held back for a time.
    pub stalls_per_mille: u32,
    /// The longest time for which a block is held back.
    pub max_stall: Duration,
}

/// The faults that a proxy has caused.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct FaultCounts {
    /// Number of connections that were cut in the middle of a block.
    pub cuts: u64,
    /// Number of blocks that were held back.
    pub stalls: u64,
}

/// The server behind a proxy.
#[derive(Debug, Clone)]
pub enum Upstream {
    /// The address of a server, as `HOST:PORT`.
    Tcp(String),
    /// The path of a server's socket.
    Unix(PathBuf),
}

/// A proxy on a free port of this machine. It runs until its runtime ends.
#[derive(Debug, Clone)]
pub struct NetworkProxy {
    address: String,
    network: Arc<Network>,
}

#[derive(Debug)]
struct Network {
    upstream: Upstream,
    faults: Mutex<NetworkFaults>,
    cuts: AtomicU64,
    stalls: AtomicU64,
}

/// The end of a connection by a fault.
struct Cut;

/// Starts a proxy that forwards all bytes to and from `server` after `delay`, and returns its
/// address.
///
/// # Panics
/// Panics if no port is free.
pub async fn delayed_proxy(server: String, delay: Duration) -> String {
    let faults = NetworkFaults {
        min_delay: delay,
        max_delay: delay,
        ..NetworkFaults::default()
    };
    let rng = RootSeed::from_text("delay").rng();
    let proxy = NetworkProxy::start(Upstream::Tcp(server), faults, rng).await;
    proxy.unwrap().address
}

impl NetworkProxy {
    /// Starts a proxy. Its faults follow from `rng` and from the times at which bytes arrive.
    ///
    /// # Errors
    /// Returns an error if no port is free.
    pub async fn start(
        upstream: Upstream,
        faults: NetworkFaults,
        mut rng: StableRng,
    ) -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?.to_string();
        let network = Arc::new(Network {
            upstream,
            faults: Mutex::new(faults),
            cuts: AtomicU64::new(0),
            stalls: AtomicU64::new(0),
        });
        let accepting = Arc::clone(&network);
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let rng = rng.seed().rng();
                tokio::spawn(Arc::clone(&accepting).forward(near, rng));
            }
        });
        Ok(Self { address, network })
    }

    /// Returns the address of the proxy, which stands for that of the server.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Changes the faults, also those of connections that are open. Their delays stay as they are.
    pub fn set_faults(&self, faults: NetworkFaults) {
        let current = &self.network.faults;
        *current.lock().unwrap_or_else(PoisonError::into_inner) = faults;
    }

    /// Returns the faults that have occurred.
    pub fn counts(&self) -> FaultCounts {
        FaultCounts {
            cuts: self.network.cuts.load(Ordering::Relaxed),
            stalls: self.network.stalls.load(Ordering::Relaxed),
        }
    }
}

impl Network {
    fn faults(&self) -> NetworkFaults {
        *self.faults.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Forwards a connection until both sides have closed it, or a fault ends it.
    async fn forward(self: Arc<Self>, near: TcpStream, mut rng: StableRng) {
        let faults = self.faults();
        let delay = faults.min_delay
            + random_duration(faults.max_delay.saturating_sub(faults.min_delay), &mut rng);
        // A connection that is closed with this option is reset.
        let is_reset = faults.cuts_per_mille > 0 && rng.below(2) == 0;
        let options = near.set_nodelay(true).and_then(|()| {
            if is_reset {
                near.set_zero_linger()
            } else {
                Ok(())
            }
        });
        if options.is_err() {
            return;
        }
        sleep(delay).await;
        // An unreachable server closes the connection.
        match &self.upstream {
            Upstream::Tcp(address) => {
                if let Ok(far) = TcpStream::connect(address).await
                    && far.set_nodelay(true).is_ok()
                {
                    self.exchange(near, far, delay, rng).await;
                }
            }
            Upstream::Unix(path) => {
                if let Ok(far) = UnixStream::connect(path).await {
                    self.exchange(near, far, delay, rng).await;
                }
            }
        }
    }

    async fn exchange<F: AsyncRead + AsyncWrite>(
        &self,
        near: TcpStream,
        far: F,
        delay: Duration,
        mut rng: StableRng,
    ) {
        let (near_read, near_write) = split(near);
        let (far_read, far_write) = split(far);
        let requests = self.copy(near_read, far_write, delay, rng.seed().rng());
        let answers = self.copy(far_read, near_write, delay, rng);
        // A cut of one direction ends both.
        let _ = tokio::try_join!(requests, answers);
    }

    /// Forwards bytes from one side to the other until the first closes or a fault ends the connection.
    async fn copy(
        &self,
        from: impl AsyncRead,
        to: impl AsyncWrite,
        delay: Duration,
        rng: StableRng,
    ) -> Result<(), Cut> {
        let (sender, blocks) = unbounded_channel();
        let reading = self.read_blocks(from, sender, delay, rng);
        tokio::try_join!(reading, write_blocks(to, blocks)).map(drop)
    }

    async fn read_blocks(
        &self,
        from: impl AsyncRead,
        blocks: UnboundedSender<Block>,
        delay: Duration,
        mut rng: StableRng,
    ) -> Result<(), Cut> {
        let mut from = pin!(from);
        let mut buffer = vec![0; MAX_BLOCK];
        let mut held_until = Instant::now();
        while let Ok(length @ 1..) = from.read(&mut buffer).await {
            let faults = self.faults();
            let is_cut = rng.below(1000) < u64::from(faults.cuts_per_mille);
            if rng.below(1000) < u64::from(faults.stalls_per_mille) {
                self.stalls.fetch_add(1, Ordering::Relaxed);
                held_until = Instant::now() + random_duration(faults.max_stall, &mut rng);
            }
            let length = if is_cut { length / 2 } else { length };
            let block = Block {
                due: held_until.max(Instant::now() + delay),
                bytes: buffer[..length].to_vec(),
                is_cut,
            };
            if blocks.send(block).is_err() {
                return Err(Cut);
            }
            if is_cut {
                self.cuts.fetch_add(1, Ordering::Relaxed);
                // The writer ends the connection once the half has arrived.
                return pending().await;
            }
        }
        Ok(())
    }
}

/// Bytes that are forwarded together.
struct Block {
    due: Instant,
    bytes: Vec<u8>,
    /// Whether the connection ends after this block.
    is_cut: bool,
}

async fn write_blocks(
    to: impl AsyncWrite,
    mut blocks: UnboundedReceiver<Block>,
) -> Result<(), Cut> {
    let mut to = pin!(to);
    while let Some(block) = blocks.recv().await {
        sleep_until(block.due).await;
        if to.write_all(&block.bytes).await.is_err() || block.is_cut {
            return Err(Cut);
        }
    }
    // The other direction may still be open.
    let _ = to.shutdown().await;
    Ok(())
}

fn random_duration(max: Duration, rng: &mut StableRng) -> Duration {
    Duration::from_micros(rng.below(max.as_micros() as u64 + 1))
}
