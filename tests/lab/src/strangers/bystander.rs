//! Clients that take no part in an attack, and how long they wait.

use std::time::{Duration, Instant};

use botwerk_client::{Client, ClientError, proto};
use botwerk_command::failure::{Failure, Reason};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::bench::load::{create, long_match};
use crate::bench::service::BenchSeat;

/// Time after which a call counts as one that is never answered.
pub(super) const ANSWER_LIMIT: Duration = Duration::from_secs(10);

/// Time between two calls of a bystander.
const INTERVAL: Duration = Duration::from_millis(20);

/// A small call, such as every client makes.
pub(super) enum SmallCall {
    /// Asks an address whether its server is healthy.
    Health(String),
    /// Reads a match.
    GetMatch(Client, String),
    /// Creates a match.
    CreateMatch(Client),
    /// Submits for a seat.
    Submit(Box<BenchSeat>),
}

impl SmallCall {
    /// Returns the reading of a new match.
    pub(super) async fn get_match(address: &str) -> Result<Self, Failure> {
        let client = Client::connect(address).await?;
        let (name, _) = create(&client, long_match(vec![proto::SeatSetup::default(); 2])).await?;
        Ok(Self::GetMatch(client, name))
    }

    /// Returns the submission for a seat of a new match.
    pub(super) async fn submit(address: &str) -> Result<Self, Failure> {
        let client = Client::connect(address).await?;
        Ok(Self::Submit(Box::new(BenchSeat::join(&client).await?)))
    }

    async fn send(&mut self) -> Result<(), Failure> {
        match self {
            Self::Health(address) => check_health(address).await,
            Self::GetMatch(client, name) => {
                let request = proto::GetMatchRequest { name: name.clone() };
                let answer = client.matches().get_match(request).await;
                Ok(answer.map(drop).map_err(ClientError::from)?)
            }
            Self::CreateMatch(client) => {
                let request = long_match(vec![proto::SeatSetup::default(); 2]);
                create(client, request).await.map(drop)
            }
            Self::Submit(seat) => seat.submit().await.map(drop),
        }
    }

    /// Makes the call once. Returns the seconds until its answer: infinite if there is none, or a rejection.
    pub(super) async fn wait(&mut self) -> f64 {
        let started = Instant::now();
        match timeout(ANSWER_LIMIT, self.send()).await {
            Ok(Ok(())) => started.elapsed().as_secs_f64(),
            Ok(Err(_)) | Err(_) => f64::INFINITY,
        }
    }
}

/// A client that makes a small call again and again.
pub(super) struct Bystander {
    stop: CancellationToken,
    task: JoinHandle<f64>,
}

impl Bystander {
    /// Starts to make calls on the present runtime.
    pub(super) fn start(mut call: SmallCall) -> Self {
        let stop = CancellationToken::new();
        let stopped = stop.clone();
        let task = tokio::spawn(async move {
            let mut longest = 0.0_f64;
            while !stopped.is_cancelled() {
                longest = longest.max(call.wait().await);
                sleep(INTERVAL).await;
            }
            longest
        });
        Self { stop, task }
    }

    /// Ends with the call in progress. Returns the seconds of the longest wait.
    pub(super) async fn longest_wait(self) -> Result<f64, Failure> {
        self.stop.cancel();
        let panicked = |_| Failure::new(Reason::Unreachable, "a bystander panicked");
        self.task.await.map_err(panicked)
    }
}

/// Requests /healthz on a new connection, as a load balancer does.
async fn check_health(address: &str) -> Result<(), Failure> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!("GET /healthz HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    let mut response = Vec::new();
    stream.read_to_end(&mut response).await?;
    if response.starts_with(b"HTTP/1.1 200") {
        return Ok(());
    }
    let message = "/healthz: the server is not healthy";
    Err(Failure::new(Reason::Unreachable, message))
}
