//! `tournament run` of a file whose tournament exists: it is resumed, and not created again.

use botwerk_client::{ClientError, proto};
use botwerk_tournament::configuration::Configuration;
use tonic_types::StatusExt;

use super::launch_commands::LaunchCommands;
use super::other_tournaments::OtherTournaments;
use super::resume::resume_if_paused;
use super::server::TournamentServer;
use crate::failure::{Failure, Reason};
use crate::output::Output;

/// The reason of a server for which a request with the same id had other content.
const REQUEST_ID_REUSED: &str = "REQUEST_ID_REUSED";

/// The tournament that a file created before.
pub(super) struct ResumedRun {
    tournament: proto::Tournament,
    /// Whether the file stands for other values now: the program has other defaults.
    has_other_defaults: bool,
}

impl ResumedRun {
    /// Finds the tournament that the file of a request created, or creates it. Returns `None` if it may be created
    /// only now.
    ///
    /// # Errors
    /// Returns an error if a call fails.
    pub(super) async fn find(
        server: &TournamentServer,
        others: &OtherTournaments,
        request: &proto::CreateTournamentRequest,
    ) -> Result<Option<Self>, Failure> {
        let existing = others.existing();
        // The seed of an unfinished tournament is secret: the server knows whether it is that of the file.
        if let Some(name) = existing.filter(|_| request.seed.is_empty()) {
            return Self::read(server, name, false).await.map(Some);
        }
        let created = server
            .client
            .tournaments()
            .create_tournament(request.clone());
        let Err(status) = created.await else {
            return match existing {
                Some(name) => Self::read(server, name, false).await.map(Some),
                None => Ok(None),
            };
        };
        let details = status.get_error_details();
        let info = details.error_info();
        let reused = info.filter(|info| info.reason == REQUEST_ID_REUSED);
        match (
            reused.and_then(|info| info.metadata.get("resource")),
            existing,
        ) {
            (Some(name), _) => Self::read(server, name, true).await.map(Some),
            // A version of the program with other request ids created it.
            (None, Some(name)) if status.message().starts_with("seed: ") => {
                Self::read(server, name, false).await.map(Some)
            }
            _ => Err(ClientError::from(status).into()),
        }
    }

    async fn read(
        server: &TournamentServer,
        name: &str,
        has_other_defaults: bool,
    ) -> Result<Self, Failure> {
        let request = proto::GetTournamentRequest { name: name.into() };
        let found = server.client.tournaments().get_tournament(request).await;
        let found = found.map_err(ClientError::from)?.into_inner();
        Ok(Self {
            tournament: found.tournament.unwrap_or_default(),
            has_other_defaults,
        })
    }

    /// Resumes the tournament if it is paused, and says so. Returns it with the commands of the file's launched bots.
    ///
    /// # Errors
    /// Returns an error if it has other entrants than the file, or a call fails.
    pub(super) async fn resume(
        self,
        server: &TournamentServer,
        configuration: &Configuration,
        output: &mut Output,
    ) -> Result<(proto::Tournament, LaunchCommands), Failure> {
        let Self {
            tournament,
            has_other_defaults,
        } = self;
        let name = &tournament.name;
        let commands = if has_other_defaults {
            LaunchCommands::with_same_entrants(configuration, &tournament)
        } else {
            LaunchCommands::from_configuration(configuration, &tournament)
        };
        let commands = commands.map_err(|difference| {
            let message = format!("{name} was created by this file and has changed: {difference}");
            Failure::new(Reason::BadArgument, message)
        })?;
        if !output.is_json() {
            let entrants = tournament
                .setup
                .as_ref()
                .map_or(0, |setup| setup.entrants.len());
            let added = entrants.saturating_sub(configuration.entrants.len());
            let added = if added > 0 {
                format!(", and {added} entrants were added since")
            } else {
                String::new()
            };
            let defaults = if has_other_defaults {
                "; it keeps the values that the file stood for then"
            } else {
                ""
            };
            output.line(format!(
                "{name} was created by this file before{added}{defaults}"
            ))?;
        }
        Ok((resume_if_paused(server, tournament).await?, commands))
    }
}
