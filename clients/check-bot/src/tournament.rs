//! The tournament between the bot and its opponent, on the embedded server.

use std::time::Duration;

use botwerk_agents::AgentError;
use botwerk_client::{Client, ClientError, agent_spec_message, proto};
use botwerk_command::failure::Failure;
use proto::ErrorReason;
use proto::entrant::Player;
use proto::time_control::Kind as TimeKind;
use proto::tournament_format::Kind as FormatKind;

use super::check_game::{CheckGame, OPPONENT_AGENT};

/// Names of the entrants.
const BOT: &str = "bot";
const OPPONENT: &str = "opponent";

/// Number of cycles, far more than a check needs.
const CYCLES: u32 = 100;

/// The opponent of the bot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum OpponentKind {
    /// An agent of the server, which plays to the end.
    BuiltInAgent,
    /// The scripted opponent of this process.
    Scripted,
}

/// A tournament of the bot and its opponent.
pub(super) struct CheckTournament {
    client: Client,
    name: String,
    tokens: Vec<proto::BotToken>,
}

impl CheckTournament {
    /// Creates the tournament, which waits until its bots are online.
    pub(super) async fn create(
        client: Client,
        game: &CheckGame,
        opponent_kind: OpponentKind,
        turn: Duration,
    ) -> Result<Self, Failure> {
        let request = request(game, opponent_kind, turn)?;
        let mut calls = client.organizer();
        let created = calls.create_tournament(request).await;
        let created = created.map_err(ClientError::from)?.into_inner();
        let name = created.tournament.unwrap_or_default().name;
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

    /// Returns the bot's token.
    pub(super) fn bot_token(&self) -> &str {
        self.token(BOT).unwrap_or_default()
    }

    /// Returns the opponent's bot token, or `None` if the server plays it.
    pub(super) fn opponent_token(&self) -> Option<&str> {
        self.token(OPPONENT)
    }

    fn token(&self, entrant: &str) -> Option<&str> {
        let token = self.tokens.iter().find(|token| token.entrant == entrant);
        token.map(|token| &*token.bot_token)
    }

    /// Cancels the tournament and its match in progress. A bot that loses every match at once may have ended it.
    pub(super) async fn cancel(self) -> Result<(), Failure> {
        let request = proto::CancelTournamentRequest { name: self.name };
        let cancelled = self.client.organizer().cancel_tournament(request).await;
        match cancelled.map_err(ClientError::from) {
            Err(ClientError::Rejected {
                reason: ErrorReason::TournamentOver,
                ..
            }) => {}
            cancelled => drop(cancelled?),
        }
        Ok(())
    }
}

fn request(
    game: &CheckGame,
    opponent_kind: OpponentKind,
    turn: Duration,
) -> Result<proto::CreateTournamentRequest, Failure> {
    let launched_bot = || {
        Player::LaunchCommand(proto::LaunchCommand {
            argv: vec!["bot-check".into()],
            ..Default::default()
        })
    };
    let opponent = match opponent_kind {
        OpponentKind::Scripted => launched_bot(),
        OpponentKind::BuiltInAgent => {
            let spec = OPPONENT_AGENT.parse().map_err(AgentError::from)?;
            Player::Agent(agent_spec_message(&spec))
        }
    };
    let entrant = |name: &str, player| proto::Entrant {
        name: name.into(),
        player: Some(player),
        ..Default::default()
    };
    let format = FormatKind::RoundRobin(proto::RoundRobin { cycles: CYCLES });
    let setup = proto::TournamentSetup {
        name: "bot-check".into(),
        setup: Some(game.setup()),
        format: Some(proto::TournamentFormat { kind: Some(format) }),
        entrants: vec![entrant(BOT, launched_bot()), entrant(OPPONENT, opponent)],
        time_control: Some(proto::TimeControl {
            kind: Some(TimeKind::TurnNanos(turn.as_nanos() as u64)),
            lag_cap_nanos: None,
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
