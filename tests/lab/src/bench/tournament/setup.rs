//! Setups and entrants of the tournaments that are measured.

use botwerk_client::{Client, ClientError, proto};
use botwerk_command::failure::Failure;
use botwerk_engine::GameId;
use proto::entrant::Player;
use proto::tournament_format::Kind as Format;

/// Cycles of a tournament that is cancelled after the measurement.
pub(super) const ENDLESS_CYCLES: u32 = 1_000_000;

/// Returns an entrant played by a built-in agent.
pub(crate) fn agent(name: &str, agent: &str) -> proto::Entrant {
    proto::Entrant {
        name: name.into(),
        player: Some(Player::Agent(proto::AgentSpec {
            name: agent.into(),
            settings: Vec::new(),
        })),
        ..Default::default()
    }
}

/// Returns an entrant with a bot token, played by a bot of this process.
pub(super) fn bot(name: &str) -> proto::Entrant {
    proto::Entrant {
        name: name.into(),
        player: Some(Player::LaunchCommand(proto::LaunchCommand {
            argv: vec!["bench".into()],
            ..Default::default()
        })),
        ..Default::default()
    }
}

/// Returns a tournament of Netzwerk from the standard start: the time of sampling openings is the
/// game's, not the runner's.
pub(crate) fn setup(
    format: Format,
    entrants: Vec<proto::Entrant>,
    time_control: Option<proto::TimeControl>,
) -> proto::TournamentSetup {
    proto::TournamentSetup {
        name: "bench".into(),
        setup: Some(proto::GameSetup {
            game: GameId::NETZWERK.name().into(),
            options: Vec::new(),
            seats: 2,
        }),
        format: Some(proto::TournamentFormat { kind: Some(format) }),
        // Matches start from the game's own start, and not after the openings that tournaments sample by default.
        opening_turns: Some(0),
        entrants,
        time_control,
        ..Default::default()
    }
}

/// Creates a tournament and returns its name.
pub(crate) async fn create(
    client: &Client,
    setup: proto::TournamentSetup,
    concurrency: u32,
) -> Result<String, Failure> {
    let request = proto::CreateTournamentRequest {
        setup: Some(setup),
        concurrency,
        oversubscribe: true,
        ..Default::default()
    };
    let response = client.organizer().create_tournament(request).await;
    let created = response.map_err(ClientError::from)?.into_inner();
    Ok(created.tournament.unwrap_or_default().name)
}
