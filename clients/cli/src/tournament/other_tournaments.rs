//! The tournaments on a server: the one of a file, and others, such as that of an earlier version of the file.

use std::path::Path;

use botwerk_client::{ClientError, proto};
use botwerk_engine::RootSeed;
use botwerk_service::Database;
use botwerk_tournament::configuration::{Configuration, TournamentFile};
use botwerk_tournament::{check_extension, openings_sha256};
use botwerk_tournament_wire::{configuration, setup_message};
use proto::tournament_format::Kind;

use super::description::has_ended;
use super::launch_commands::without_added_entrants;
use super::server::TournamentServer;
use super::setup_differences::setup_differences;
use crate::failure::{Failure, Reason};
use crate::server_failure::database_failure;

/// The tournaments on a server that are not the one of a file, newest first.
pub(super) struct OtherTournaments {
    tournaments: Vec<proto::Tournament>,
    /// The configuration of the file.
    own: Configuration,
    /// The name of the tournament of the file.
    existing: Option<String>,
    /// The name of an unfinished tournament with the set-up of the file, whose seed only the server knows.
    candidate: Option<String>,
}

/// What a tournament is to a file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    /// A request of the file has created it.
    Created,
    /// It has the set-up and the seed of the file, to which entrants may have been added.
    Same,
    /// It has the set-up of the file. Its seed is secret.
    SameSetup,
    Other,
}

impl OtherTournaments {
    /// Reads the newest ones. The database, if the server is an embedded one, knows the seeds of unfinished tournaments.
    pub(super) async fn read(
        server: &TournamentServer,
        db: Option<&Path>,
        file: &TournamentFile,
        create: &proto::CreateTournamentRequest,
    ) -> Result<Self, Failure> {
        let own = file.configuration.clone().with_defaults();
        let mut own_setup = setup_message(&own);
        // Openings are compared by their hash.
        own_setup.openings.clear();
        let seed = Some(create.seed.as_str()).filter(|seed| !seed.is_empty());
        let seed = seed.map(RootSeed::from_text);
        let relation = |tournament: &proto::Tournament| -> Result<Relation, Failure> {
            if is_request_of_file(&tournament.request_id, &create.request_id) {
                return Ok(Relation::Created);
            }
            let setup = tournament.setup.as_ref();
            if !setup.is_some_and(|setup| without_added_entrants(setup, &own_setup) == own_setup) {
                return Ok(Relation::Other);
            }
            let has_seed = match (&seed, db) {
                (None, _) => true,
                (Some(seed), _) if has_ended(tournament) => seed.to_hex() == tournament.seed,
                (Some(seed), Some(db)) => Database::open(db)
                    .and_then(|database| database.has_seed(&tournament.name, *seed))
                    .map_err(database_failure)?,
                (Some(_), None) => return Ok(Relation::SameSetup),
            };
            Ok(if has_seed {
                Relation::Same
            } else {
                Relation::Other
            })
        };
        let mut related = Vec::new();
        for tournament in newest(server).await? {
            related.push((relation(&tournament)?, tournament));
        }
        let find = |relation| {
            let found = related.iter().find(|(own, _)| *own == relation);
            found.map(|(_, tournament)| tournament.name.clone())
        };
        let existing = find(Relation::Created).or_else(|| find(Relation::Same));
        let candidate = find(Relation::SameSetup);
        related.retain(|(relation, _)| *relation == Relation::Other);
        Ok(Self {
            tournaments: related.into_iter().map(|(_, other)| other).collect(),
            own,
            existing,
            candidate,
        })
    }

    /// Returns the name of the tournament of the file, also if entrants were added to it; `None` if there is none or only
    /// the server knows which one it is.
    pub(super) fn existing(&self) -> Option<&str> {
        self.existing.as_deref()
    }

    /// Returns the name of an unfinished tournament which may be that of the file: its seed is secret.
    pub(super) fn candidate(&self) -> Option<&str> {
        self.candidate.as_deref()
    }

    /// Checks that the tournament of the file may be played in addition to these.
    ///
    /// # Errors
    /// Returns an error if one is unfinished, or if there is one and no new one is wanted.
    pub(super) fn check(&self, db: &Path, is_new: bool) -> Result<(), Failure> {
        let db = db.display();
        let unfinished = self.tournaments.iter().find(|other| !has_ended(other));
        let message = match (unfinished, self.tournaments.first()) {
            (Some(other), _) => {
                let name = &other.name;
                let remedy = if self.is_extension_of(other) {
                    "--extend continues it with what the file adds".to_owned()
                } else {
                    format!("`botwerk tournament resume --db {db}` finishes it")
                };
                let differences = self.differences(other);
                format!(
                    "{db}: {name} is another, unfinished tournament in this database ({differences}); {remedy}, \
                     --db FILE stores this one elsewhere"
                )
            }
            (None, Some(_)) if is_new => return Ok(()),
            (None, Some(other)) => format!(
                "{db}: {} is another tournament in this database, such as that of an earlier version of the \
                 file; --new plays this one as well, --db FILE stores it elsewhere",
                other.name
            ),
            (None, None) => return Ok(()),
        };
        Err(Failure::new(Reason::BadArgument, message))
    }

    /// Returns what differs between the file and a tournament, which may be the seed alone.
    fn differences(&self, other: &proto::Tournament) -> String {
        let mut own = setup_message(&self.own);
        own.openings.clear();
        let differences = setup_differences(&own, &other.setup.clone().unwrap_or_default());
        if differences.is_empty() {
            return "it has other openings or another seed".into();
        }
        differences
    }

    /// Extends the newest unfinished tournament to which the file adds something. Returns the request id with which the
    /// request that creates the tournament of the file finds it, or `None` if that was done before.
    ///
    /// # Errors
    /// Returns an error if no tournament can be extended, or the server rejects the extension.
    pub(super) async fn extend(
        &self,
        server: &TournamentServer,
        create: &proto::CreateTournamentRequest,
    ) -> Result<Option<String>, Failure> {
        let mut unfinished = self.tournaments.iter().filter(|other| !has_ended(other));
        let Some(other) = unfinished.find(|other| self.is_extension_of(other)) else {
            if self.existing.is_some() {
                return Ok(None);
            }
            let message = "--extend: no unfinished tournament has less of what a file may add (cycles, rounds, pairs, \
                           entrants after the present ones, limits of a league); omit --extend to play the file's tournament";
            return Err(Failure::new(Reason::BadArgument, message));
        };
        let request_id = extension_id(&create.request_id, &other.request_id);
        let request = proto::ExtendTournamentRequest {
            name: other.name.clone(),
            extension: Some(extension(create.setup.as_ref(), other)),
            request_id: request_id.clone(),
        };
        let extended = server.client.organizer().extend_tournament(request).await;
        extended.map_err(ClientError::from)?;
        Ok(Some(request_id))
    }

    /// Returns `true` if the file adds something to a tournament and changes nothing else.
    fn is_extension_of(&self, other: &proto::Tournament) -> bool {
        let Some(mut setup) = other.setup.clone() else {
            return false;
        };
        // A list names openings by their hash.
        if setup.openings_sha256 == openings_sha256(&self.own.openings) {
            setup.openings.clone_from(&self.own.openings);
        }
        configuration(&setup).is_ok_and(|before| check_extension(&before, &self.own).is_ok())
    }
}

/// Returns what the setup of a file adds to a tournament.
fn extension(
    setup: Option<&proto::TournamentSetup>,
    other: &proto::Tournament,
) -> proto::TournamentExtension {
    let Some(setup) = setup else {
        return proto::TournamentExtension::default();
    };
    let present = other.setup.as_ref().map_or(0, |setup| setup.entrants.len());
    let mut extension = proto::TournamentExtension {
        entrants: setup.entrants.iter().skip(present).cloned().collect(),
        ..Default::default()
    };
    match setup.format.as_ref().and_then(|format| format.kind) {
        Some(Kind::RoundRobin(format)) => extension.cycles = Some(format.cycles),
        Some(Kind::Gauntlet(format)) => extension.cycles = Some(format.cycles),
        Some(Kind::Swiss(format)) => extension.rounds = Some(format.rounds),
        Some(Kind::Sprt(format)) => extension.max_pairs = Some(format.max_pairs),
        Some(Kind::League(league)) => extension.league = Some(league),
        Some(Kind::Knockout(_)) | None => {}
    }
    extension
}

/// Returns the newest tournaments of a server, without the openings of their set-ups.
async fn newest(server: &TournamentServer) -> Result<Vec<proto::Tournament>, Failure> {
    let mut calls = server.client.tournaments();
    let request = proto::ListTournamentsRequest::default();
    let listed = calls.list_tournaments(request).await;
    let listed = listed.map_err(ClientError::from)?.into_inner().tournaments;
    let mut newest = Vec::new();
    for proto::Tournament { name, .. } in listed {
        // A list has no entrants.
        let found = calls.get_tournament(proto::GetTournamentRequest { name });
        let found = found.await.map_err(ClientError::from)?.into_inner();
        let mut tournament = found.tournament.unwrap_or_default();
        if let Some(setup) = &mut tournament.setup {
            setup.openings.clear();
        }
        newest.push(tournament);
    }
    Ok(newest)
}

/// Returns the id of the request that extends a tournament to a file, given the id of the file and that of the tournament's
/// last request. A file that is extended to again, such as to the former limits of a league, has another id each time:
/// the server takes the same one for a repetition.
fn extension_id(file: &str, last: &str) -> String {
    format!("{file}-{:.16}", RootSeed::from_text(last).to_hex())
}

/// Returns `true` if a request has created the tournament of a file or extended one to it.
fn is_request_of_file(request_id: &str, file: &str) -> bool {
    let rest = request_id.strip_prefix(file);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn file_that_is_extended_to_again_has_another_request_id_and_is_recognised() {
        let files = ["a", "b"].map(|text| RootSeed::from_text(text).to_hex());
        let mut ids = vec![files[0].clone()];
        for number in 1..8 {
            ids.push(extension_id(&files[number % 2], &ids[number - 1]));
        }
        for (number, id) in ids.iter().enumerate() {
            assert!(is_request_of_file(id, &files[number % 2]), "{id}");
            assert!(!is_request_of_file(id, &files[(number + 1) % 2]), "{id}");
            assert!(id.len() <= 128, "{id}");
        }
        assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
    }
}
