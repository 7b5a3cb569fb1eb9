//! The tournament in which the bot meets its opponent, on a server of this program.

use std::time::Duration;

use botwerk_agents::AgentError;
use botwerk_client::{Client, ClientError, agent_spec_message, proto};
use proto::entrant::Player;
use proto::time_control::Kind as TimeKind;
use proto::tournament_format::Kind as FormatKind;

use super::check_game::{CheckGame, OPPONENT_AGENT};
use crate::failure::Failure;

/// Who takes part.
const BOT: &str = "bot";
const OPPONENT: &str = "opponent";

/// Far more matches than a check needs.
const CYCLES: u32 = 100;

/// Who plays against the bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OpponentKind {
    /// A player of the server, that plays to the end.
    Bundled,
    /// This program, which does what the script wants.
    Own,
}

/// A tournament with the bot.
pub(super) struct CheckTournament {
    client: Client,
    name: String,
    tokens: Vec<proto::BotToken>,
}

impl CheckTournament {
    /// Makes the tournament; it waits for those who attend.
    pub(super) async fn create(
        client: Client,
        field: &CheckGame,
        against: OpponentKind,
        turn: Duration,
    ) -> Result<Self, Failure> {
        let request = request(field, against, turn)?;
        let mut calls = client.tournaments();
        let made = calls.create_tournament(request).await;
        let made = made.map_err(ClientError::from)?.into_inner();
        let name = made.tournament.unwrap_or_default().name;
        let request = proto::GetBotTokensRequest {
            tournament: name.clone(),
        };
        let tokens = calls.get_bot_tokens(request).await;
        let tokens = tokens.map_err(ClientError::from)?.into_inner().bot_tokens;
        Ok(Self {
            client,
            name,
            tokens,
        })
    }

    /// What lets the bot attend.
    pub(super) fn bot_token(&self) -> &str {
        self.token(BOT).unwrap_or_default()
    }

    /// What lets the opponent attend; `None` if the server plays it.
    pub(super) fn opponent_token(&self) -> Option<&str> {
        self.token(OPPONENT)
    }

    fn token(&self, entrant: &str) -> Option<&str> {
        let token = self.tokens.iter().find(|token| token.entrant == entrant);
        token.map(|token| &*token.bot_token)
    }

    /// Ends the tournament and the match that is going on.
    pub(super) async fn cancel(self) -> Result<(), Failure> {
        let request = proto::CancelTournamentRequest { name: self.name };
        let cancelled = self.client.tournaments().cancel_tournament(request).await;
        cancelled.map_err(ClientError::from)?;
        Ok(())
    }
}

fn request(
    field: &CheckGame,
    against: OpponentKind,
    turn: Duration,
) -> Result<proto::CreateTournamentRequest, Failure> {
    let program = || {
        Player::LaunchCommand(proto::LaunchCommand {
            argv: vec!["check-bot".into()],
        })
    };
    let opponent = match against {
        OpponentKind::Own => program(),
        OpponentKind::Bundled => {
            let spec = OPPONENT_AGENT.parse().map_err(AgentError::from)?;
            Player::Agent(agent_spec_message(&spec))
        }
    };
    let entrant = |name: &str, player| proto::Entrant {
        name: name.into(),
        player: Some(player),
    };
    let format = FormatKind::RoundRobin(proto::RoundRobin { cycles: CYCLES });
    let setup = proto::TournamentSetup {
        name: "check-bot".into(),
        setup: Some(field.setup()),
        format: Some(proto::TournamentFormat { kind: Some(format) }),
        entrants: vec![entrant(BOT, program()), entrant(OPPONENT, opponent)],
        time_control: Some(proto::TimeControl {
            kind: Some(TimeKind::TurnMillis(turn.as_millis() as u64)),
            lag_cap_millis: None,
        }),
        ..Default::default()
    };
    Ok(proto::CreateTournamentRequest {
        setup: Some(setup),
        concurrency: 1,
        oversubscribe: true,
        ..Default::default()
    })
}
