//! The final tables of the seasons of leagues.

use super::Tournaments;
use super::status::TournamentStatus;
use super::tournament::Tournament;
use crate::error::{Error, Reason};
use crate::ids::TournamentId;
use crate::store::SeasonTableRow;

impl Tournaments {
    /// Returns the final table of a season of a league.
    ///
    /// # Errors
    /// Returns an error if the tournament does not exist or is no league, the season has not ended, or the store
    /// cannot be read.
    pub(crate) async fn season_table(
        &self,
        id: &TournamentId,
        season: u32,
    ) -> Result<SeasonTableRow, Error> {
        let table = self.context.store.season_table(id, season).await?;
        let known = self.describe(id).await?;
        table.ok_or_else(|| missing_season(&known.tournament, &known.snapshot.status, season))
    }
}

/// Returns why a tournament has no final table of a season.
pub(crate) fn missing_season(
    tournament: &Tournament,
    status: &TournamentStatus,
    season: u32,
) -> Error {
    let name = tournament.id.name();
    if !tournament.configuration.format.is_league() {
        let format = tournament.configuration.format.name();
        let message = format!("season: {name} is a {format}, which has no seasons; omit it");
        return Error::new(Reason::BadRequest, message);
    }
    let message = match status.league.unwrap_or_default().season - 1 {
        0 => format!("season: no season of {name} has ended yet; omit it for the present table"),
        last => format!(
            "season: expected 1 to {last}, the seasons of {name} that have ended; found {season}"
        ),
    };
    Error::new(Reason::NotFound, message)
}
