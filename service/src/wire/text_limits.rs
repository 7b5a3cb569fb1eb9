//! Maximum lengths of texts of requests that stay on the server: in its store, in its memory, or before the eyes of
//! others. They are checked when a request arrives; what is stored may be longer.

use botwerk_proto::v1 as proto;
use proto::entrant::Player;

use crate::error::{Error, Reason};
use crate::new_match::MAX_NAME_BYTES;

/// Maximum length of a message, a seed, a name or a token, in bytes.
const MAX_TEXT_BYTES: usize = 1024;

/// Maximum length of the value of an option of a game, in bytes: many times a ruleset.
const MAX_OPTION_BYTES: usize = 64 << 10;

/// Maximum length of a command with its arguments, and of a list of paths, in bytes.
const MAX_LIST_BYTES: usize = 64 << 10;

/// Maximum number of arguments of a command, and of paths of a list.
const MAX_LIST_ENTRIES: usize = 1024;

/// Checks the length of a message, a seed, a name or a token.
///
/// # Errors
/// Returns an error that names the field if the text is too long.
pub(crate) fn check_text(field: &str, text: &str) -> Result<(), Error> {
    check_bytes(Reason::BadRequest, field, text.len(), MAX_TEXT_BYTES)
}

/// Checks the length of the name of a player by which a list is filtered.
///
/// # Errors
/// Returns an error that names the field if the name is too long.
pub(super) fn check_name(field: &str, name: &str) -> Result<(), Error> {
    check_bytes(Reason::BadRequest, field, name.len(), MAX_NAME_BYTES)
}

/// Checks the lengths of the values of the options of a game.
///
/// # Errors
/// Returns an error that names the option if a value is too long.
pub(super) fn check_options(setup: &proto::GameSetup) -> Result<(), Error> {
    setup.options.iter().try_for_each(|option| {
        let (field, length) = (format!("option {}", option.name), option.value.len());
        check_bytes(Reason::BadOptions, &field, length, MAX_OPTION_BYTES)
    })
}

/// Checks the lengths of the texts of an entrant.
///
/// # Errors
/// Returns an error that names the field if a text is too long.
pub(super) fn check_entrant(field: &str, entrant: &proto::Entrant) -> Result<(), Error> {
    let (player, command) = match &entrant.player {
        Some(Player::Bot(name)) => {
            let field = format!("{field}.bot");
            return check_bytes(Reason::BadRequest, &field, name.len(), MAX_NAME_BYTES);
        }
        Some(Player::LaunchCommand(command)) => ("launch_command", command),
        Some(Player::Stdio(command)) => ("stdio", command),
        Some(Player::Agent(_)) | None => return Ok(()),
    };
    check_list(&format!("{field}.{player}.argv"), &command.argv)?;
    check_list(&format!("{field}.{player}.read_paths"), &command.read_paths)
}

/// Checks the lengths of the texts of a new tournament.
///
/// # Errors
/// Returns an error that names the field if a text is too long.
pub(super) fn check_tournament(setup: &proto::TournamentSetup) -> Result<(), Error> {
    setup.setup.iter().try_for_each(check_options)?;
    if let Some(sandbox) = &setup.sandbox {
        check_list("sandbox.read_paths", &sandbox.read_paths)?;
    }
    check_entrants(setup)
}

/// Checks the lengths of the texts of all entrants.
///
/// # Errors
/// Returns an error that names the field if a text is too long.
pub(super) fn check_entrants(setup: &proto::TournamentSetup) -> Result<(), Error> {
    let mut entrants = setup.entrants.iter().enumerate();
    entrants.try_for_each(|(index, entrant)| check_entrant(&format!("entrant[{index}]"), entrant))
}

fn check_list(field: &str, texts: &[String]) -> Result<(), Error> {
    let found = texts.len();
    if found > MAX_LIST_ENTRIES {
        let message = format!("{field}: expected at most {MAX_LIST_ENTRIES}, found {found}");
        return Err(Error::new(Reason::BadRequest, message));
    }
    let length = texts.iter().map(String::len).sum();
    check_bytes(Reason::BadRequest, field, length, MAX_LIST_BYTES)
}

fn check_bytes(reason: Reason, field: &str, length: usize, max: usize) -> Result<(), Error> {
    if length <= max {
        return Ok(());
    }
    Err(Error::new(
        reason,
        format!("{field}: longer than {max} bytes"),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::{env_setup, new_match, new_tournament};

    fn options(value: String) -> proto::GameSetup {
        let name = "ruleset".into();
        proto::GameSetup {
            game: "droids".into(),
            options: vec![proto::GameOption { name, value }],
            seats: 2,
        }
    }

    fn command(texts: usize, length: usize) -> proto::LaunchCommand {
        proto::LaunchCommand {
            argv: vec!["x".repeat(length); texts],
            read_paths: Vec::new(),
        }
    }

    #[test]
    fn text_up_to_the_limit_is_accepted() {
        assert_eq!(check_text("seed", &"x".repeat(1024)), Ok(()));
        let error = check_text("seed", &"x".repeat(1025)).unwrap_err();
        assert_eq!(
            error.to_string(),
            "BAD_REQUEST: seed: longer than 1024 bytes"
        );
        assert_eq!(check_options(&options("x".repeat(65_536))), Ok(()));
        let error = check_options(&options("x".repeat(65_537))).unwrap_err();
        let expected = "BAD_OPTIONS: option ruleset: longer than 65536 bytes";
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn requests_that_leave_long_texts_are_rejected_on_arrival() {
        let setup = || Some(options("x".repeat(65_537)));
        let option = "option ruleset: longer than 65536 bytes";
        let new_match = new_match(proto::CreateMatchRequest {
            setup: setup(),
            seats: vec![proto::SeatSetup::default(); 2],
            ..Default::default()
        });
        assert_eq!(new_match.unwrap_err().message, option);
        let environment = proto::CreateEnvRequest {
            setup: setup(),
            ..Default::default()
        };
        let environment = env_setup(environment, || Ok("7".into()));
        assert_eq!(environment.unwrap_err().message, option);
        let tournament = |setup, seed| {
            let request = proto::CreateTournamentRequest {
                setup: Some(setup),
                seed,
                ..Default::default()
            };
            new_tournament(request).err().unwrap().message
        };
        let with_option = proto::TournamentSetup {
            setup: setup(),
            ..Default::default()
        };
        assert_eq!(tournament(with_option, String::new()), option);
        let seed = tournament(proto::TournamentSetup::default(), "x".repeat(1025));
        assert_eq!(seed, "seed: longer than 1024 bytes");
    }

    #[test]
    fn rulesets_take_a_small_part_of_the_limit() {
        for game in &botwerk_engine::GameId::all() {
            assert!(game.spec().ruleset.len() < MAX_OPTION_BYTES / 4, "{game}");
        }
    }

    #[test]
    fn texts_of_entrants_are_limited() {
        let entrant = |player| proto::Entrant {
            player: Some(player),
            ..Default::default()
        };
        let bot = |length: usize| Player::Bot("x".repeat(length));
        let cases = [
            (bot(128), None),
            (bot(129), Some("entrant[1].bot: longer than 128 bytes")),
            (Player::LaunchCommand(command(10, 4096)), None),
            (
                Player::LaunchCommand(command(20, 4096)),
                Some("entrant[1].launch_command.argv: longer than 65536 bytes"),
            ),
            (
                // Empty arguments take memory, too.
                Player::Stdio(command(1025, 0)),
                Some("entrant[1].stdio.argv: expected at most 1024, found 1025"),
            ),
        ];
        for (player, expected) in cases {
            let setup = proto::TournamentSetup {
                entrants: vec![proto::Entrant::default(), entrant(player)],
                ..Default::default()
            };
            let error = check_tournament(&setup).err().map(|error| error.message);
            assert_eq!(error.as_deref(), expected);
        }
        let setup = proto::TournamentSetup {
            sandbox: Some(proto::Sandbox {
                read_paths: vec!["x".repeat(65_537)],
                ..Default::default()
            }),
            ..Default::default()
        };
        let error = check_tournament(&setup).unwrap_err();
        assert_eq!(error.message, "sandbox.read_paths: longer than 65536 bytes");
    }
}
