//! The seats that models play, by their handles.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use botwerk_client::Client;
use botwerk_engine::hex;
use rand::rand_core::TryRng;
use rand::rngs::SysRng;

use super::played_seat::{PlayedSeat, SeatTicket};
use super::seat_progress::SeatStatus;
use super::seat_task::run_seat;
use super::tool_error::ToolError;
use super::transcripts::Transcripts;

/// Maximum number of seats, those of ended matches included.
const MAX_SEATS: usize = 256;

/// How handles are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HandleKind {
    /// `seat-1`: the client at the other end of the pipes is the only one.
    Numbers,
    /// `seat-1-` and 128 random bits: clients must not guess each other's handles.
    Secrets,
}

/// The seats that models play, by their handles.
pub(super) struct SeatRegistry {
    kind: HandleKind,
    /// Where records are written, if anywhere.
    transcripts: Option<Arc<Transcripts>>,
    seats: Mutex<Seats>,
}

#[derive(Default)]
struct Seats {
    count: u64,
    by_handle: BTreeMap<String, Arc<PlayedSeat>>,
    /// Matches in which no seat may list its legal actions.
    without_legal_actions: BTreeSet<String>,
}

impl SeatRegistry {
    /// Creates a registry without seats.
    pub(super) fn new(kind: HandleKind, transcripts: Option<Arc<Transcripts>>) -> Self {
        Self {
            kind,
            transcripts,
            seats: Mutex::default(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Seats> {
        self.seats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Denies the legal actions to all seats of a match.
    pub(super) fn deny_legal_actions(&self, match_name: &str) {
        self.lock()
            .without_legal_actions
            .insert(match_name.to_owned());
    }

    /// Starts to play a seat. One of the same match and token that is already played is returned as it is.
    ///
    /// # Errors
    /// Returns an error if too many seats are played.
    pub(super) fn play(
        &self,
        client: Client,
        mut ticket: SeatTicket,
    ) -> Result<Arc<PlayedSeat>, ToolError> {
        let secret = self.secret()?;
        let mut seats = self.lock();
        let is_same = |seat: &&Arc<PlayedSeat>| {
            (&seat.ticket.r#match, &seat.ticket.seat_token) == (&ticket.r#match, &ticket.seat_token)
                && seat.status() != SeatStatus::Failed
        };
        if let Some(seat) = seats.by_handle.values().find(is_same) {
            return Ok(Arc::clone(seat));
        }
        seats.make_room()?;
        ticket.allows_legal_actions &= !seats.without_legal_actions.contains(&ticket.r#match);
        seats.count += 1;
        let handle = format!("seat-{}{secret}", seats.count);
        let seat = Arc::new(PlayedSeat::new(handle.clone(), client, ticket));
        seats.by_handle.insert(handle, Arc::clone(&seat));
        tokio::spawn(run_seat(Arc::clone(&seat), self.transcripts.clone()));
        Ok(seat)
    }

    /// Returns the seat of a handle.
    ///
    /// # Errors
    /// Returns an error if the handle is unknown.
    pub(super) fn get(&self, handle: &str) -> Result<Arc<PlayedSeat>, ToolError> {
        let seat = self.lock().by_handle.get(handle).cloned();
        let seat = seat.ok_or_else(|| {
            let message = "handle: there is no such seat; use the handle that new_match, join_match or \
                           next_invitation has returned";
            ToolError::new("NOT_FOUND", message)
        })?;
        seat.touch();
        Ok(seat)
    }

    /// Removes a seat that could not be taken.
    pub(super) fn remove(&self, handle: &str) {
        self.lock().by_handle.remove(handle);
    }

    /// Returns what is appended to a new handle.
    fn secret(&self) -> Result<String, ToolError> {
        if self.kind == HandleKind::Numbers {
            return Ok(String::new());
        }
        let mut bytes = [0; 16];
        SysRng.try_fill_bytes(&mut bytes).map_err(|error| {
            ToolError::new(
                "INTERNAL",
                format!("no random numbers from the system: {error}"),
            )
        })?;
        Ok(format!("-{}", hex(&bytes)))
    }
}

impl Seats {
    /// Removes the seat that was not used for the longest time, of those whose match has ended, if there are too
    /// many.
    fn make_room(&mut self) -> Result<(), ToolError> {
        if self.by_handle.len() < MAX_SEATS {
            return Ok(());
        }
        let ended = self
            .by_handle
            .iter()
            .filter(|(_, seat)| matches!(seat.status(), SeatStatus::Over | SeatStatus::Failed));
        let oldest = ended.min_by_key(|(_, seat)| seat.last_used());
        let Some(handle) = oldest.map(|(handle, _)| handle.clone()) else {
            let message = format!("{MAX_SEATS} seats are played; end a match first, with `resign`");
            return Err(ToolError::new("LIMIT_EXCEEDED", message));
        };
        if let Some(seat) = self.by_handle.remove(&handle) {
            let name = &seat.ticket.r#match;
            let mut others = self.by_handle.values();
            if !others.any(|other| &other.ticket.r#match == name) {
                self.without_legal_actions.remove(name);
            }
        }
        Ok(())
    }
}
