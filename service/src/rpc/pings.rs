//! Pings, which measure the round trips of one stream.

use std::time::Duration;

use botwerk_proto::v1 as proto;
use tokio::time::Instant;

use crate::room::{Addressed, PlayMessage, PlaySender, RoundTrips};
use crate::token::random_bytes;

/// Number of initial pings, which are sent in quick succession, and the time between them.
const QUICK: u32 = 8;
const QUICK_PAUSE: Duration = Duration::from_millis(250);

/// The time between all subsequent pings.
const PAUSE: Duration = Duration::from_secs(10);

/// The pings of one stream.
#[derive(Debug, Default)]
pub(super) struct Pings {
    trips: RoundTrips,
    sent: u32,
    next: Option<Instant>,
}

impl Pings {
    /// Returns the measured round trips, which later pings update.
    pub(super) fn trips(&self) -> RoundTrips {
        self.trips.clone()
    }

    /// Starts the pings.
    pub(super) fn start(&mut self) {
        self.next.get_or_insert_with(Instant::now);
    }

    /// Waits until the next ping is due. Never returns before the pings are started.
    pub(super) async fn due(&self) {
        match self.next {
            Some(next) => tokio::time::sleep_until(next).await,
            None => std::future::pending().await,
        }
    }

    /// Sends a ping.
    pub(super) fn send(&mut self, stream: &PlaySender) {
        self.sent = self.sent.saturating_add(1);
        let pause = if self.sent < QUICK {
            QUICK_PAUSE
        } else {
            PAUSE
        };
        self.next = Some(Instant::now() + pause);
        // Nobody can answer a ping that he has not seen: that would make his way seem short.
        let Ok(nonce) = random_bytes().map(u64::from_le_bytes) else {
            return;
        };
        self.trips.ping(nonce);
        stream.send(Addressed {
            handle: 0,
            message: PlayMessage::Ping { nonce },
        });
    }

    /// Handles the answer to a ping.
    pub(super) fn handle_pong(&mut self, pong: proto::Pong) {
        self.trips.pong(pong.nonce);
    }
}
