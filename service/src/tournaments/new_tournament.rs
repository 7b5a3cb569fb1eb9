//! A tournament to be created, and the row with which it is stored.

use std::thread;

use botwerk_engine::RootSeed;
use botwerk_tournament::TournamentSeed;
use botwerk_tournament::configuration::{Configuration, missing_versions};

use super::extension::is_or_was;
use super::secret::TournamentSecret;
use super::status::TournamentStatus;
use crate::error::{Error, Reason};
use crate::ids::TournamentId;
use crate::request_origin::reused;
use crate::store::{TournamentRequest, TournamentRow, now_micros, to_json};
use crate::token::random_bytes;
use crate::tournament_state::TournamentState;

/// Maximum number of matches of a tournament that are played at a time.
const MAX_CONCURRENCY: u32 = 10_000;

/// A tournament to be created.
#[derive(Debug, Clone)]
pub(crate) struct NewTournament {
    /// The creator's id of the request, which creates one tournament only.
    pub(crate) request_id: Option<String>,
    /// The hash of the request's set-up and seed; `None` if this process creates the tournament.
    pub(crate) request_sha256: Option<String>,
    /// The hash of the request's set-up alone, as an extension has it; `None` if this process creates the tournament.
    pub(crate) setup_sha256: Option<String>,
    pub(crate) configuration: Configuration,
    /// The text that the root seed is derived from; `None` for a random seed.
    pub(crate) seed: Option<String>,
    /// Maximum number of matches that are played at a time; `None` for the number of cores.
    pub(crate) concurrency: Option<u32>,
    /// Whether more matches than cores may be played at a time although their time is measured.
    pub(crate) allow_oversubscription: bool,
}

impl NewTournament {
    /// Returns the row of the tournament.
    ///
    /// # Errors
    /// Returns an error if the tournament cannot be played as configured.
    pub(super) fn prepare(self) -> Result<TournamentRow, Error> {
        let concurrency = self.concurrency()?;
        let missing = missing_versions(&self.configuration.clone().into(), 0);
        if let Some(error) = missing.first() {
            return Err(Error::new(Reason::BadRequest, error.to_string()));
        }
        let configuration = self.configuration.with_defaults();
        let seed = match &self.seed {
            None => RootSeed::new(random_bytes()?),
            Some(text) => RootSeed::from_text(text),
        };
        let schedule = configuration.schedule(TournamentSeed::new(seed));
        let schedule =
            schedule.map_err(|error| Error::new(Reason::BadRequest, error.to_string()))?;
        let status = TournamentStatus {
            concurrency,
            matches: schedule.match_count(&schedule.first_batch()),
            ..TournamentStatus::default()
        };
        let sha256 = self.request_sha256;
        Ok(TournamentRow {
            id: TournamentId::new(),
            request: self.request_id.map(|id| TournamentRequest { id, sha256 }),
            state: TournamentState::Running,
            created_micros: now_micros(),
            configuration: to_json(&configuration),
            seed: seed.to_hex(),
            secret: TournamentSecret::random()?.to_hex(),
            status: to_json(&status),
            record_days: configuration.record_days,
        })
    }

    /// Checks that a tournament was created by this request, or extended to its set-up by the request with the same id.
    ///
    /// # Errors
    /// Returns an error if the request with the same id had another set-up, or the tournament has another seed.
    pub(super) fn check_repeated(&self, row: &TournamentRow) -> Result<(), Error> {
        let sha256 = row.request.as_ref().and_then(|it| it.sha256.as_ref());
        let is_same = match (sha256, &self.request_sha256) {
            (Some(first), Some(repeated)) => {
                first == repeated
                    || (Some(first) == self.setup_sha256.as_ref() && self.has_seed(row))
            }
            (None, _) | (_, None) => is_or_was(&self.configuration, row) && self.has_seed(row),
        };
        if is_same {
            return Ok(());
        }
        Err(reused(self.request_id.as_deref().unwrap_or_default()))
    }

    /// Returns `true` if a tournament has this seed, or any will do.
    fn has_seed(&self, row: &TournamentRow) -> bool {
        let seed = self.seed.as_ref().map(|text| RootSeed::from_text(text));
        seed.is_none_or(|seed| seed.to_hex() == row.seed)
    }

    /// Returns the maximum number of matches that are played at a time. Where time is measured, two
    /// of them must not share a core unless that is allowed.
    fn concurrency(&self) -> Result<u32, Error> {
        let cores = thread::available_parallelism().map_or(1, usize::from) as u32;
        let requested = self.concurrency.unwrap_or(cores);
        if requested > MAX_CONCURRENCY {
            let message =
                format!("concurrency: expected at most {MAX_CONCURRENCY}, found {requested}");
            return Err(Error::new(Reason::BadRequest, message));
        }
        if self.configuration.is_timed() && requested > cores && !self.allow_oversubscription {
            let message = format!(
                "concurrency: {requested} matches at a time would share {cores} cores while their \
                 time is measured; choose at most {cores}, or set oversubscribe"
            );
            return Err(Error::new(Reason::BadRequest, message));
        }
        Ok(requested)
    }
}
