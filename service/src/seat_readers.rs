//! Who may read what a seat keeps for its author: its log, and its comments before they are public.

use crate::error::Error;
use crate::room::MatchSetup;
use crate::tournaments::Tournaments;

/// A client that reads what a seat keeps for its author.
#[derive(Debug, Clone, Copy)]
pub(crate) enum SeatReader<'a> {
    Operator,
    /// A client with the token of a seat, of its bot or of the owner of the bot, or with any other.
    Bearer(&'a str),
}

impl SeatReader<'_> {
    /// Returns `true` if the client may read what a seat keeps.
    ///
    /// # Errors
    /// Returns an error if the tournament of the match cannot be read.
    pub(crate) async fn can_read(
        self,
        setup: &MatchSetup,
        seat: usize,
        tournaments: &Tournaments,
    ) -> Result<bool, Error> {
        let token = match self {
            Self::Operator => return Ok(true),
            Self::Bearer("") => return Ok(false),
            Self::Bearer(token) => token,
        };
        if setup.seat_of_token(token).is_ok_and(|own| own == seat) {
            return Ok(true);
        }
        let Some(tournament) = &setup.tournament else {
            return Ok(false);
        };
        let Some(entrant) = tournament.entrants.get(seat) else {
            return Ok(false);
        };
        let id = &tournament.attempt.tournament;
        tournaments.is_bot_token(id, *entrant, token).await
    }
}
