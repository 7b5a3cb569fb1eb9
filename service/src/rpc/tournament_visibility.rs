//! What a caller sees of tournaments: some of it is only for the operator.

use botwerk_proto::v1 as proto;
use proto::entrant::Player;

/// Returns the message of a tournament as a caller may see it.
pub(super) fn visible(message: proto::Tournament, is_organizer: bool) -> proto::Tournament {
    if is_organizer {
        message
    } else {
        without_commands(message)
    }
}

/// Returns standings as a caller may see them.
pub(super) fn visible_standings(
    mut response: proto::GetStandingsResponse,
    is_organizer: bool,
) -> proto::GetStandingsResponse {
    let tournament = response.tournament.take();
    response.tournament = tournament.map(|message| visible(message, is_organizer));
    response
}

/// Returns an update of a tournament as a caller may see it.
pub(super) fn visible_update(
    mut response: proto::WatchTournamentResponse,
    is_organizer: bool,
) -> proto::WatchTournamentResponse {
    let tournament = response.tournament.take();
    response.tournament = tournament.map(|message| visible(message, is_organizer));
    response
}

/// Removes what only the operator sees: the commands with which bots are started, the files that they read, and the
/// request id.
fn without_commands(mut message: proto::Tournament) -> proto::Tournament {
    message.request_id.clear();
    let Some(setup) = &mut message.setup else {
        return message;
    };
    for entrant in &mut setup.entrants {
        if let Some(Player::LaunchCommand(command) | Player::Stdio(command)) = &mut entrant.player {
            *command = proto::LaunchCommand::default();
        }
    }
    if let Some(sandbox) = &mut setup.sandbox {
        sandbox.read_paths.clear();
    }
    message
}
