//! Who meets in the benches of tournaments.

use botwerk_client::proto;
use botwerk_engine::GameId;
use proto::entrant::Player;
use proto::tournament_format::Kind as Format;

/// A bundled player.
pub(super) fn agent(name: &str, agent: &str) -> proto::Entrant {
    proto::Entrant {
        name: name.into(),
        player: Some(Player::Agent(proto::AgentSpec {
            name: agent.into(),
            settings: Vec::new(),
        })),
    }
}

/// A bot that this program plays itself.
pub(super) fn program(name: &str) -> proto::Entrant {
    proto::Entrant {
        name: name.into(),
        player: Some(Player::LaunchCommand(proto::LaunchCommand {
            argv: vec!["bench".into()],
        })),
    }
}

/// A tournament of Netzwerk from the printed start: drawing openings is the game's time, not the
/// runner's.
pub(super) fn setup(
    format: Format,
    entrants: Vec<proto::Entrant>,
    time_control: Option<proto::TimeControl>,
) -> proto::TournamentSetup {
    proto::TournamentSetup {
        name: "bench".into(),
        setup: Some(proto::GameSetup {
            game: GameId::Netzwerk.name().into(),
            options: Vec::new(),
            seats: 2,
        }),
        format: Some(proto::TournamentFormat { kind: Some(format) }),
        entrants,
        time_control,
        ..Default::default()
    }
}
