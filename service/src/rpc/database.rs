//! The tournaments of a database file, as the responses that a server would send about them.

use botwerk_proto::v1 as proto;
use botwerk_wire::PageTokens;

use crate::database::{Database, DatabaseError};
use crate::ids::MatchId;
use crate::wire;

impl Database {
    /// Describes a tournament.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or cannot be read.
    pub fn tournament(&self, name: &str) -> Result<proto::Tournament, DatabaseError> {
        let description = self.describe_tournament(name)?;
        Ok(wire::tournament_message(&description))
    }

    /// Computes the standings of a tournament.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or cannot be read.
    pub fn standings(&self, name: &str) -> Result<proto::GetStandingsResponse, DatabaseError> {
        let standings = self.tournament_standings(name)?;
        Ok(wire::complete_standings(&standings))
    }

    /// Returns the final table of a season of a league.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or is no league, the season has not ended, or its table is
    /// corrupt.
    pub fn final_standings(
        &self,
        name: &str,
        season: u32,
    ) -> Result<proto::GetStandingsResponse, DatabaseError> {
        let table = self.tournament_season_table(name, season)?;
        let description = self.describe_tournament(name)?;
        wire::final_standings(&table, &description)
            .map_err(|error| DatabaseError::Corrupt(error.message))
    }

    /// Returns a page of the pairings of a tournament.
    ///
    /// # Errors
    /// Returns an error if the page token is not valid, or the tournament does not exist or cannot
    /// be read.
    pub fn pairings(
        &self,
        request: &proto::ListPairingsRequest,
    ) -> Result<proto::ListPairingsResponse, DatabaseError> {
        let tokens = PageTokens::default();
        let read = wire::pairings_request(request, tokens)
            .map_err(|error| DatabaseError::Unusable(error.message))?;
        let limit = read.limit as u64;
        let page = self.tournament_pairings(&request.tournament, read.from, limit)?;
        Ok(proto::ListPairingsResponse {
            pairings: wire::pairing_messages(&page).collect(),
            next_page_token: read.token(page.next, tokens),
        })
    }

    /// Returns the log of a seat of a match, which is empty unless its bot has written something.
    ///
    /// # Errors
    /// Returns an error if the name of the match has another form or the file cannot be read.
    pub fn seat_log(
        &self,
        r#match: &str,
        seat: u32,
    ) -> Result<proto::GetSeatLogResponse, DatabaseError> {
        let id =
            MatchId::from_name(r#match).map_err(|error| DatabaseError::Unusable(error.message))?;
        let log = self.stored_seat_log(&id, seat as usize)?;
        Ok(wire::seat_log_message(log))
    }
}
