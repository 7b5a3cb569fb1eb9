//! An extension of a tournament, as it is requested.

use botwerk_tournament::check_extension;
use botwerk_tournament::configuration::{Configuration, Entrant, missing_versions, validate};
use botwerk_tournament::format::{Format, LeagueLimits};

use crate::error::{Error, Reason};
use crate::ids::TournamentId;
use crate::request_origin::reused;
use crate::store::{TournamentRequest, TournamentRow};

/// What changes in a tournament in progress. What is not given stays as it is.
#[derive(Debug, Clone, Default)]
pub(crate) struct TournamentExtension {
    /// Further entrants; those that the tournament has are passed over.
    pub(crate) entrants: Vec<Entrant>,
    /// The number of cycles of a round robin or gauntlet.
    pub(crate) cycles: Option<u32>,
    /// The number of rounds of a Swiss tournament.
    pub(crate) rounds: Option<u32>,
    /// The maximum number of pairs of a sequential test.
    pub(crate) max_pairs: Option<u32>,
    /// The limits of a league.
    pub(crate) league: Option<LeagueLimits>,
    /// The request, if it has an id.
    pub(crate) request: Option<TournamentRequest>,
}

impl TournamentExtension {
    /// Returns the configuration after the extension.
    ///
    /// # Errors
    /// Returns an error if the format has no such number, or an entrant is not valid.
    pub(crate) fn applied_to(&self, before: &Configuration) -> Result<Configuration, Error> {
        let mut after = before.clone();
        let added = self.entrants.iter();
        let added = added.filter(|entrant| !before.entrants.contains(entrant));
        after.entrants.extend(added.cloned());
        let format = before.format.name();
        let unknown = |field: &str| {
            let message =
                format!("extension.{field}: a tournament of the format {format} has none");
            Error::new(Reason::BadRequest, message)
        };
        if let Some(number) = self.cycles {
            match &mut after.format {
                Format::RoundRobin { cycles } | Format::Gauntlet { cycles, .. } => *cycles = number,
                _ => return Err(unknown("cycles")),
            }
        }
        if let Some(number) = self.rounds {
            let Format::Swiss { rounds, .. } = &mut after.format else {
                return Err(unknown("rounds"));
            };
            *rounds = number;
        }
        if let Some(number) = self.max_pairs {
            let Format::Sprt { max_pairs, .. } = &mut after.format else {
                return Err(unknown("max_pairs"));
            };
            *max_pairs = number;
        }
        if let Some(limits) = self.league {
            let Format::League(league) = &mut after.format else {
                return Err(unknown("league"));
            };
            *league = limits;
        }
        let added = missing_versions(&after.clone().into(), before.entrants.len());
        match validate(&after).into_iter().chain(added).next() {
            None => Ok(after),
            Some(error) => Err(Error::new(Reason::BadRequest, error.to_string())),
        }
    }

    /// Checks that this request, whose id has found a tournament, has extended the tournament with the given id before.
    ///
    /// # Errors
    /// Returns an error if the request with the same id was about another tournament, or the tournament lacks something
    /// of this extension.
    pub(super) fn check_repeated(
        &self,
        id: &TournamentId,
        found: &TournamentRow,
    ) -> Result<(), Error> {
        let Some(request) = &self.request else {
            return Ok(());
        };
        let stored: Result<Configuration, _> = serde_json::from_str(&found.configuration);
        // Others may have followed it.
        let is_included = stored.is_ok_and(|stored| {
            let after = self.applied_to(&stored);
            after.is_ok_and(|after| after == stored || check_extension(&after, &stored).is_ok())
        });
        if found.id == *id && is_included {
            return Ok(());
        }
        Err(reused(&request.id))
    }
}

/// Returns `true` if a tournament has a configuration, or had it before it was extended. The hashes of requests say so more
/// exactly, where they are known.
pub(super) fn is_or_was(configuration: &Configuration, row: &TournamentRow) -> bool {
    // Read instead of compared as text: fields that were added since then have their defaults.
    let stored: Result<Configuration, _> = serde_json::from_str(&row.configuration);
    stored.is_ok_and(|stored| {
        let configuration = configuration.clone().with_defaults_beside(&stored);
        stored == configuration || check_extension(&configuration, &stored).is_ok()
    })
}
