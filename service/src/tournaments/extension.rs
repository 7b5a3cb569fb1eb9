//! An extension of a tournament, as it is requested.

use botwerk_tournament::check_extension;
use botwerk_tournament::configuration::Configuration;

use crate::error::Error;
use crate::ids::TournamentId;
use crate::request_origin::reused;
use crate::store::{StoredExtension, TournamentRequest, TournamentRow, to_json};

/// An extension of a tournament in progress with more blocks, rounds or entrants, or other limits of a league.
#[derive(Debug, Clone)]
pub(crate) struct TournamentExtension {
    /// The configuration after the extension.
    pub(crate) configuration: Configuration,
    /// The request, if it has an id.
    pub(crate) request: Option<TournamentRequest>,
}

impl TournamentExtension {
    /// Returns the extension as it is stored.
    pub(super) fn to_stored(&self) -> StoredExtension {
        StoredExtension {
            configuration: to_json(&self.configuration),
            request: self.request.clone(),
        }
    }

    /// Checks that this request, whose id has found a tournament, has extended the tournament with the given id before.
    ///
    /// # Errors
    /// Returns an error if the request with the same id was about another tournament or had another set-up.
    pub(super) fn check_repeated(
        &self,
        id: &TournamentId,
        found: &TournamentRow,
    ) -> Result<(), Error> {
        let Some(request) = &self.request else {
            return Ok(());
        };
        let first = found.request.as_ref().and_then(|it| it.sha256.as_ref());
        let is_same = match (first, &request.sha256) {
            (Some(first), Some(repeated)) => first == repeated,
            (None, _) | (_, None) => is_or_was(&self.configuration, found),
        };
        if found.id == *id && is_same {
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
