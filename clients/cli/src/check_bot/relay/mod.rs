//! A server that passes everything on: to the bot it looks like the one behind it.

mod attend;
mod passing;
mod play;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use botwerk_client::Client;
use tokio::sync::mpsc::UnboundedSender;
use tonic::{Response, Status};

use super::event::{Event, LineId};

type Reply<T> = Result<Response<T>, Status>;

/// What stands between the bot and the server; clones are the same.
#[derive(Debug, Clone)]
pub(super) struct Relay {
    server: Client,
    events: UnboundedSender<Event>,
    lines: Arc<AtomicU64>,
}

impl Relay {
    /// Passes calls on to this server, and tells of what is worth telling.
    pub(super) fn new(server: Client, events: UnboundedSender<Event>) -> Self {
        Self {
            server,
            events,
            lines: Arc::default(),
        }
    }

    fn new_line(&self) -> LineId {
        self.lines.fetch_add(1, Ordering::Relaxed) + 1
    }

    fn tell(&self, event: Event) {
        // Nobody listens any more once the check is over.
        let _ = self.events.send(event);
    }
}
