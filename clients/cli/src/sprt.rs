//! `sprt`: tests whether one player is stronger than another, with as few matches as possible.

use std::path::PathBuf;

use botwerk_agents::Roster;
use botwerk_engine::clock::{Bank, TimeControl};
use botwerk_engine::{parse_millis, with_game};
use botwerk_tournament::OpeningOrder;
use botwerk_tournament::configuration::{
    Configuration, Entrant, FieldError, LaunchCommand, Player, TournamentFile, validate,
};
use botwerk_tournament::format::{Format, Rotation};
use botwerk_tournament::statistics::{Hypotheses, Scale};
use clap::Args;

use super::agent_argument::agent_argument;
use super::command_words;
use super::connection::block_on;
use super::failure::{Failure, Reason};
use super::output::Output;
use super::sandbox::SandboxArgs;
use super::setting::GameArgs;
use super::tournament::check::print_repeat_warning;
use super::tournament::launch_commands::missing_programs;
use super::tournament::run::{PlayArgs, StorageLocation, create, play_and_print, request};
use super::tournament::server::TournamentServer;

/// Arguments of `sprt`.
#[derive(Debug, Args)]
pub(super) struct SprtArgs {
    /// Player that may be stronger: an agent such as `minimax:nodes=20000`, `bot:NAME` for a
    /// registered bot, or `command:PROGRAM ARGUMENTS` for a launched bot
    a: String,
    /// Player that it is compared with
    b: String,
    #[command(flatten)]
    game: GameArgs,
    /// Elo difference under H0
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// Elo difference under H1
    #[arg(long, default_value_t = 10.0, allow_negative_numbers = true)]
    elo1: f64,
    /// The differences are logistic Elo, not normalised
    #[arg(long)]
    logistic: bool,
    /// Probability of accepting H1 although H0 is true
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// Probability of accepting H0 although H1 is true
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
    /// Maximum number of pairs of matches
    #[arg(long, value_name = "N", default_value_t = 50_000)]
    max_pairs: u32,
    /// Number of turns sampled before each match, in games with sampled openings [default: 2]
    #[arg(long, value_name = "N")]
    opening_turns: Option<u32>,
    /// Time per match and per turn, such as `10s+100ms`
    #[arg(long, value_name = "BASE+INCREMENT", conflicts_with = "turn")]
    bank: Option<String>,
    /// Time per turn, such as `100ms`
    #[arg(long, value_name = "TIME")]
    turn: Option<String>,
    /// Decide races by the clock, not by search nodes
    #[arg(long)]
    wall_time: bool,
    /// Database file that keeps everything [default: none]
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
    #[command(flatten)]
    sandbox: SandboxArgs,
    #[command(flatten)]
    play: PlayArgs,
}

/// Plays until the test is decided.
pub(super) fn run(args: &SprtArgs, output: &mut Output) -> Result<(), Failure> {
    let configuration = configuration(args)?;
    let mut errors = validate(&configuration);
    let players = configuration.entrants.iter();
    errors.extend(missing_programs(
        players.map(|entrant| Some(&entrant.player)),
    ));
    if !errors.is_empty() {
        let text = |error: &FieldError| format!("{}: {}", argument(&error.field), error.message);
        let errors: Vec<_> = errors.iter().map(text).collect();
        let message = format!("{}; see `botwerk sprt --help`", errors.join("; "));
        return Err(Failure::new(Reason::BadArgument, message));
    }
    print_repeat_warning(&configuration, output)?;
    let file = TournamentFile {
        configuration,
        seed: None,
    };
    block_on(2, async {
        let memory = PathBuf::from(botwerk_service::IN_MEMORY);
        let db = args.db.as_ref().unwrap_or(&memory);
        let server = TournamentServer::in_file(db).await?;
        let request = request(&file, args.play.seed.clone(), &args.play);
        let (tournament, commands) = create(&server, &file.configuration, request).await?;
        // The commands are those of this command line: there is no file to confirm them.
        let permission = if commands.is_empty() {
            ""
        } else {
            " --allow-commands-from-server"
        };
        let resume_command = format!("tournament resume {}{permission}", tournament.name);
        let location = match &args.db {
            Some(db) => StorageLocation::File(db, resume_command),
            None => StorageLocation::Memory,
        };
        play_and_print(server, tournament, &commands, &location, output).await
    })
}

/// Returns the argument that sets a field of a configuration.
fn argument(field: &str) -> String {
    let name = field.rsplit('.').next().unwrap_or(field);
    match field.split('.').next().unwrap_or(field) {
        "entrant[0]" => "A".into(),
        "entrant[1]" => "B".into(),
        "options" => format!("--option {name}"),
        "time_control" if name != "turn" => "--bank".into(),
        _ => format!("--{}", name.replace('_', "-")),
    }
}

fn configuration(args: &SprtArgs) -> Result<Configuration, Failure> {
    let game = args.game.id()?;
    let setup = args.game.setup(2)?;
    let [a, b] = with_game!(game, G => [player::<G>(&args.a)?, player::<G>(&args.b)?]);
    // Entrants need unique names, even if an agent plays itself.
    let other = if args.a == args.b {
        format!("{} (2)", args.b)
    } else {
        args.b.clone()
    };
    let entrant = |name: &str, player| Entrant::new(name.into(), player);
    Ok(Configuration {
        name: format!("{} against {}", args.a, args.b),
        game,
        options: setup
            .options
            .into_iter()
            .map(|o| (o.name, o.value))
            .collect(),
        seats: 2,
        format: Format::Sprt {
            hypotheses: Hypotheses {
                elo0: args.elo0,
                elo1: args.elo1,
                scale: if args.logistic {
                    Scale::Logistic
                } else {
                    Scale::Normalised
                },
                alpha: args.alpha,
                beta: args.beta,
            },
            max_pairs: args.max_pairs,
        },
        rotation: Rotation::Cyclic,
        opening_turns: args.opening_turns,
        openings: Vec::new(),
        opening_order: OpeningOrder::Shuffled,
        adjudication: None,
        entrants: vec![entrant(&args.a, a), entrant(&other, b)],
        time_control: time_control(args)?,
        virtual_time: !args.wall_time,
        sandbox: args.sandbox.sandbox(),
    }
    .with_defaults())
}

fn player<G: Roster>(text: &str) -> Result<Player, Failure> {
    Ok(match text.split_once(':') {
        Some(("bot", name)) => Player::Bot(name.to_owned()),
        Some(("command", command)) => {
            Player::Command(LaunchCommand::new(command_words::split(command)?))
        }
        Some(("stdio", command)) => {
            Player::Stdio(LaunchCommand::new(command_words::split(command)?))
        }
        // Other mistakes than unusable files are reported with all those of the configuration.
        _ => match agent_argument::<G>(text) {
            Err(
                error @ Failure::Usage {
                    reason: Reason::BadArgument | Reason::FileError,
                    ..
                },
            ) => {
                return Err(error);
            }
            Err(_) => Player::Agent(text.to_owned()),
            Ok(spec) => Player::Agent(spec.to_string()),
        },
    })
}

fn time_control(args: &SprtArgs) -> Result<TimeControl, Failure> {
    let time = |text: &str| {
        parse_millis(text).ok_or_else(|| {
            let message = format!("{text}: expected a time such as 10s or 100ms");
            Failure::new(Reason::BadArgument, message)
        })
    };
    let bank = args.bank.as_deref().map(|text| {
        let (base, increment) = text.split_once('+').unwrap_or((text, "0s"));
        Ok::<_, Failure>(Bank {
            base_millis: time(base)?,
            increment_millis: time(increment)?,
        })
    });
    Ok(TimeControl {
        turn_millis: args.turn.as_deref().map(time).transpose()?,
        bank: bank.transpose()?,
        ..TimeControl::default()
    })
}
