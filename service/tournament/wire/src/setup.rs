//! Conversions between configurations and setup messages.

use botwerk_agents::AgentSpec;
use botwerk_engine::GameId;
use botwerk_proto::v1 as proto;
use botwerk_tournament::configuration::{
    Configuration, ConfigurationDraft, DEFAULT_SEATS, Entrant, EntrantDraft, FieldError,
    LaunchCommand, Player, Sandbox, validate_draft,
};
use botwerk_tournament::format::{ByePoints, Format, LeagueLimits, Rotation};
use botwerk_tournament::statistics::{Hypotheses, Scale};
use botwerk_tournament::{OpeningOrder, openings_sha256};
use proto::entrant::Player as PlayerKind;
use proto::tournament_format::Kind as FormatKind;

const NANOS_PER_SEC: u64 = 1_000_000_000;

use super::{
    adjudication, adjudication_message, agent_spec, agent_spec_message, time_control,
    time_control_message,
};

/// Returns the configuration of a setup message.
///
/// # Errors
/// Returns all errors of the message if it is incomplete or invalid.
pub fn configuration(message: &proto::TournamentSetup) -> Result<Configuration, Vec<FieldError>> {
    let mut errors = Vec::new();
    let mut report = |field: &str, message: String| {
        let field = field.to_owned();
        errors.push(FieldError { field, message });
    };
    let setup = message.setup.clone().unwrap_or_default();
    let game: Option<GameId> = match setup.game.parse() {
        Ok(game) => Some(game),
        Err(error) => {
            report("setup.game", error.to_string());
            None
        }
    };
    let format = message
        .format
        .as_ref()
        .and_then(|format| format.kind.as_ref());
    if format.is_none() {
        report("format", "is missing; set one of its kinds".into());
    }
    let rotation = match proto::Rotation::try_from(message.rotation) {
        Ok(proto::Rotation::Unspecified | proto::Rotation::Cyclic) => Rotation::Cyclic,
        Ok(proto::Rotation::All) => Rotation::All,
        Err(_) => {
            let found = message.rotation;
            report("rotation", format!("expected a `Rotation`, found {found}"));
            Rotation::Cyclic
        }
    };
    let opening_order = match proto::OpeningOrder::try_from(message.opening_order) {
        Ok(proto::OpeningOrder::Unspecified | proto::OpeningOrder::Shuffled) => {
            OpeningOrder::Shuffled
        }
        Ok(proto::OpeningOrder::Sequential) => OpeningOrder::Sequential,
        Err(_) => {
            let found = message.opening_order;
            let message = format!("expected an `OpeningOrder`, found {found}");
            report("opening_order", message);
            OpeningOrder::Shuffled
        }
    };
    let mut entrants = Vec::new();
    for (index, entrant) in message.entrants.iter().enumerate() {
        let player = player(entrant);
        if player.is_none() {
            let message = "has no player; set agent, bot, launch_command or stdio";
            report(&format!("entrant[{index}]"), message.into());
        }
        entrants.push(EntrantDraft {
            player,
            ..entrant_draft(entrant)
        });
    }
    let draft = ConfigurationDraft {
        name: Some(message.name.clone()),
        game,
        options: setup
            .options
            .into_iter()
            .map(|o| (o.name, o.value))
            .collect(),
        seats: if setup.seats == 0 {
            DEFAULT_SEATS
        } else {
            setup.seats as usize
        },
        format: format.map(convert_format),
        rotation,
        opening_turns: message.opening_turns,
        openings: message.openings.clone(),
        opening_order,
        adjudication: message.adjudication.map(adjudication),
        entrants,
        time_control: time_control(message.time_control.as_ref()),
        virtual_time: message.uses_virtual_time,
        sandbox: message.sandbox.clone().map(sandbox),
        record_days: message.record_days,
        public_comments: message.public_comments,
    };
    errors.extend(validate_draft(&draft));
    match draft.complete() {
        Some(configuration) if errors.is_empty() => Ok(configuration),
        _ => Err(errors),
    }
}

/// Returns an entrant without its player.
fn entrant_draft(entrant: &proto::Entrant) -> EntrantDraft {
    EntrantDraft {
        name: Some(entrant.name.clone()),
        version: Some(entrant.version.clone()).filter(|version| !version.is_empty()),
        player: None,
        anchor: entrant.anchor,
    }
}

/// Returns the entrant of a message, or `None` if it has no player.
pub fn entrant(message: &proto::Entrant) -> Option<Entrant> {
    let draft = EntrantDraft {
        player: player(message),
        ..entrant_draft(message)
    };
    draft.complete()
}

fn player(entrant: &proto::Entrant) -> Option<Player> {
    Some(match entrant.player.as_ref()? {
        PlayerKind::Agent(agent) => Player::Agent(agent_spec(agent).to_string()),
        PlayerKind::Bot(name) => Player::Bot(name.clone()),
        PlayerKind::LaunchCommand(command) => Player::Command(launch_command(command)),
        PlayerKind::Stdio(command) => Player::Stdio(launch_command(command)),
    })
}

/// Returns the command of a message.
pub fn launch_command(message: &proto::LaunchCommand) -> LaunchCommand {
    LaunchCommand {
        argv: message.argv.clone(),
        read_paths: message.read_paths.clone(),
    }
}

fn launch_command_message(command: &LaunchCommand) -> proto::LaunchCommand {
    proto::LaunchCommand {
        argv: command.argv.clone(),
        read_paths: command.read_paths.clone(),
    }
}

/// Returns the sandbox of a message, whose limits may be out of range.
pub fn sandbox(message: proto::Sandbox) -> Sandbox {
    Sandbox {
        memory_mib: message.memory_mib,
        processes: message.processes,
        disk_mib: message.disk_mib,
        processor_secs: message
            .processor_nanos
            .map(|time| u32::try_from(time.div_ceil(NANOS_PER_SEC)).unwrap_or(u32::MAX)),
        read_paths: message.read_paths,
    }
}

fn sandbox_message(sandbox: Sandbox) -> proto::Sandbox {
    proto::Sandbox {
        memory_mib: sandbox.memory_mib,
        processes: sandbox.processes,
        disk_mib: sandbox.disk_mib,
        processor_nanos: sandbox
            .processor_secs
            .map(|secs| u64::from(secs) * NANOS_PER_SEC),
        read_paths: sandbox.read_paths,
    }
}

fn convert_format(kind: &FormatKind) -> Format {
    match *kind {
        FormatKind::RoundRobin(proto::RoundRobin { cycles }) => Format::RoundRobin { cycles },
        FormatKind::Gauntlet(proto::Gauntlet {
            challengers,
            cycles,
        }) => Format::Gauntlet {
            challengers,
            cycles,
        },
        FormatKind::Swiss(proto::Swiss {
            rounds,
            pairs,
            has_one_point_byes: one_point_byes,
        }) => Format::Swiss {
            rounds,
            pairs,
            bye: if one_point_byes {
                ByePoints::One
            } else {
                ByePoints::Round
            },
        },
        FormatKind::Knockout(proto::Knockout {
            pairs,
            tiebreak_pairs,
        }) => Format::Knockout {
            pairs,
            tiebreak_pairs,
        },
        FormatKind::Sprt(proto::SprtFormat {
            elo0,
            elo1,
            is_normalised: normalised,
            alpha,
            beta,
            max_pairs,
        }) => Format::Sprt {
            hypotheses: Hypotheses {
                elo0,
                elo1,
                scale: if normalised {
                    Scale::Normalised
                } else {
                    Scale::Logistic
                },
                alpha,
                beta,
            },
            max_pairs,
        },
        FormatKind::League(league) => Format::League(league_limits(&league)),
    }
}

/// Returns the limits of a league; 0 stands for none.
pub fn league_limits(message: &proto::League) -> LeagueLimits {
    let limit = |count: u32| (count > 0).then_some(count);
    LeagueLimits {
        seasons: limit(message.seasons),
        season_matches: limit(message.season_matches),
        season_days: limit(message.season_days),
        matches_per_day: limit(message.matches_per_day),
        is_open: message.is_open,
    }
}

/// Returns the setup message of a configuration.
pub fn setup_message(configuration: &Configuration) -> proto::TournamentSetup {
    let option = |(name, value): &(String, String)| proto::GameOption {
        name: name.clone(),
        value: value.clone(),
    };
    let rotation = match configuration.rotation {
        Rotation::Cyclic => proto::Rotation::Cyclic,
        Rotation::All => proto::Rotation::All,
    };
    let opening_order = match configuration.opening_order {
        OpeningOrder::Shuffled => proto::OpeningOrder::Shuffled,
        OpeningOrder::Sequential => proto::OpeningOrder::Sequential,
    };
    proto::TournamentSetup {
        name: configuration.name.clone(),
        setup: Some(proto::GameSetup {
            game: configuration.game.name().into(),
            options: configuration.options.iter().map(option).collect(),
            seats: configuration.seats as u32,
        }),
        format: Some(proto::TournamentFormat {
            kind: Some(format_kind(configuration.format)),
        }),
        rotation: rotation as i32,
        opening_turns: configuration.opening_turns,
        openings: configuration.openings.clone(),
        opening_order: opening_order as i32,
        adjudication: configuration.adjudication.map(adjudication_message),
        openings_sha256: openings_sha256(&configuration.openings),
        entrants: configuration.entrants.iter().map(entrant_message).collect(),
        time_control: time_control_message(configuration.time_control),
        uses_virtual_time: configuration.virtual_time,
        sandbox: configuration.sandbox.clone().map(sandbox_message),
        record_days: configuration.record_days,
        public_comments: configuration.public_comments,
    }
}

/// Returns the message of an entrant.
pub fn entrant_message(entrant: &Entrant) -> proto::Entrant {
    let player = match &entrant.player {
        Player::Agent(text) => {
            // A validated specification can be parsed; any other text becomes the name.
            let spec = text.parse().unwrap_or_else(|_| AgentSpec {
                name: text.clone(),
                settings: Vec::new(),
            });
            PlayerKind::Agent(agent_spec_message(&spec))
        }
        Player::Bot(name) => PlayerKind::Bot(name.clone()),
        Player::Command(command) => PlayerKind::LaunchCommand(launch_command_message(command)),
        Player::Stdio(command) => PlayerKind::Stdio(launch_command_message(command)),
    };
    proto::Entrant {
        name: entrant.name.clone(),
        player: Some(player),
        version: entrant.version.clone().unwrap_or_default(),
        anchor: entrant.anchor,
    }
}

fn format_kind(format: Format) -> FormatKind {
    match format {
        Format::RoundRobin { cycles } => FormatKind::RoundRobin(proto::RoundRobin { cycles }),
        Format::Gauntlet {
            challengers,
            cycles,
        } => FormatKind::Gauntlet(proto::Gauntlet {
            challengers,
            cycles,
        }),
        Format::Swiss { rounds, pairs, bye } => FormatKind::Swiss(proto::Swiss {
            rounds,
            pairs,
            has_one_point_byes: bye == ByePoints::One,
        }),
        Format::Knockout {
            pairs,
            tiebreak_pairs,
        } => FormatKind::Knockout(proto::Knockout {
            pairs,
            tiebreak_pairs,
        }),
        Format::Sprt {
            hypotheses,
            max_pairs,
        } => FormatKind::Sprt(proto::SprtFormat {
            elo0: hypotheses.elo0,
            elo1: hypotheses.elo1,
            is_normalised: hypotheses.scale == Scale::Normalised,
            alpha: hypotheses.alpha,
            beta: hypotheses.beta,
            max_pairs,
        }),
        Format::League(limits) => FormatKind::League(proto::League {
            seasons: limits.seasons.unwrap_or(0),
            season_matches: limits.season_matches.unwrap_or(0),
            season_days: limits.season_days.unwrap_or(0),
            matches_per_day: limits.matches_per_day.unwrap_or(0),
            is_open: limits.is_open,
        }),
    }
}

#[cfg(test)]
mod tests {
    use botwerk_tournament::configuration::parse_file;

    use super::*;

    #[test]
    fn every_example_file_survives_the_conversion() {
        let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/tournaments");
        let mut converted = 0;
        for entry in std::fs::read_dir(directory).unwrap() {
            let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            if let Ok(file) = parse_file(&text) {
                let message = setup_message(&file.configuration);
                assert_eq!(configuration(&message), Ok(file.configuration));
                converted += 1;
            }
        }
        assert!(converted >= 6, "{converted} examples");
    }

    #[test]
    fn all_errors_are_reported_at_once() {
        let message = proto::TournamentSetup {
            rotation: 9,
            entrants: vec![proto::Entrant::default()],
            ..Default::default()
        };
        let errors = configuration(&message).unwrap_err();
        let fields: Vec<_> = errors.iter().map(|error| error.field.as_str()).collect();
        let expected = [
            "setup.game",
            "format",
            "rotation",
            "entrant[0]",
            "name",
            "entrant[0].name",
        ];
        assert_eq!(fields, expected);
    }
}
