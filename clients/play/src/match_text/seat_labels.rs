//! What the seats of a match are called.

use std::fmt;

use botwerk_client::{Client, ClientError, proto};
use botwerk_engine::{AnyGame, GameNotation, GameRules, Seat};

use crate::plain_text::plain_name;

/// The labels of all seats.
#[derive(Debug, Clone)]
pub struct SeatLabels {
    labels: Vec<String>,
    own: Option<usize>,
}

impl SeatLabels {
    /// Requests the names of the players from the server. `own` is the seat of the person at the
    /// terminal.
    ///
    /// # Errors
    /// Returns an error if the server does not answer.
    pub async fn request(
        client: &Client,
        game: &AnyGame,
        name: &str,
        own: Option<usize>,
    ) -> Result<Self, ClientError> {
        let request = proto::GetMatchRequest { name: name.into() };
        let found = client.matches().get_match(request).await?.into_inner();
        let seats = found.r#match.unwrap_or_default().seats;
        let names: Vec<String> = seats.into_iter().map(|seat| seat.name).collect();
        Ok(Self::new(game, &names, own))
    }

    /// Creates the labels from the names of the players, such as `White (minimax)`.
    pub(super) fn new(game: &AnyGame, names: &[String], own: Option<usize>) -> Self {
        let label = |seat: Seat| {
            let board = game.seat_name(seat);
            let name = names.get(seat.index());
            match name.map(|name| plain_name(name)).unwrap_or_default() {
                name if name.is_empty() || name == format!("seat {seat}") => board,
                name => format!("{board} ({name})"),
            }
        };
        Self {
            labels: Seat::all(game.seats()).map(label).collect(),
            own,
        }
    }

    /// Returns the seat of the person at the terminal, if they play.
    pub(super) fn own(&self) -> Option<usize> {
        self.own
    }

    /// Returns the number of seats.
    pub(super) fn len(&self) -> usize {
        self.labels.len()
    }

    /// Returns `you` for the own seat, otherwise the name on the board and that of the player.
    pub fn label(&self, seat: usize) -> String {
        if self.own == Some(seat) {
            return "you".to_owned();
        }
        let label = self.labels.get(seat).cloned();
        label.unwrap_or_else(|| format!("seat {seat}"))
    }

    /// Returns the labels of several seats as an enumeration.
    pub(super) fn join(&self, seats: &[usize]) -> String {
        let labels: Vec<String> = seats.iter().map(|seat| self.label(*seat)).collect();
        match labels.as_slice() {
            [others @ .., last] if !others.is_empty() => {
                format!("{} and {last}", others.join(", "))
            }
            _ => labels.join(", "),
        }
    }
}

/// All labels, separated by commas.
impl fmt::Display for SeatLabels {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.labels.join(", "))
    }
}
