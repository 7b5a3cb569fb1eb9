//! `play`: a match between a person at the terminal and agents.

mod action_list;
mod board_printer;
mod hint;
mod terminal_seat;
mod typed_line;

use botwerk_agents::GameAgents;
use botwerk_client::{Client, ClientError, PlayStream, agent_spec_message, game_setup, proto};
use botwerk_command::agent_argument::agent_argument;
use botwerk_command::connection::{AccessArgs, block_on};
use botwerk_command::embedded_server::{ServerPurpose, StartServer};
use botwerk_command::failure::{Failure, Reason};
use botwerk_command::output::Output;
use botwerk_command::setting::GameArgs;
use botwerk_engine::{GameId, Options};
use clap::Args;

use terminal_seat::TerminalSeat;

/// The highest level of opponents.
const HIGHEST_LEVEL: u8 = 10;

/// Arguments of `play`.
#[derive(Debug, Args)]
pub struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Level of the opponent, 1 for a first match to 10
    #[arg(long, value_name = "LEVEL", value_parser = clap::value_parser!(u8).range(1..=i64::from(HIGHEST_LEVEL)), default_value_t = 1)]
    level: u8,
    /// Agent to play against instead of one at a level; may be repeated
    #[arg(long, value_name = "PLAYER", conflicts_with = "level")]
    opponent: Vec<String>,
    /// Seed for all randomness
    #[arg(long)]
    seed: Option<String>,
    /// Play on this server instead of an embedded one
    #[arg(long, value_name = "ADDRESS")]
    server: Option<String>,
    #[command(flatten)]
    access: AccessArgs,
    /// Join this match on the server instead of creating one
    #[arg(long, value_name = "MATCH", requires_all = ["server", "token"])]
    r#match: Option<String>,
    /// Token of the seat in that match
    #[arg(long, requires = "match")]
    token: Option<String>,
}

/// Plays one match.
///
/// # Errors
/// Returns an error if an argument is invalid, the server rejects a call, or the output cannot be written.
pub fn run(args: &PlayArgs, start: StartServer, output: &mut Output) -> Result<(), Failure> {
    block_on(2, play(args.game.id()?, args, start, output))
}

async fn play(
    game: GameId,
    args: &PlayArgs,
    start: StartServer,
    output: &mut Output,
) -> Result<(), Failure> {
    let (client, host) = match &args.server {
        Some(server) => (args.access.connect(server).await?, None),
        None => {
            let host = start(ServerPurpose::default()).await?;
            (host.connect().await?, Some(host))
        }
    };
    let (name, token) = match (&args.r#match, &args.token) {
        (Some(name), Some(token)) => (name.clone(), token.clone()),
        _ => create_open_match(game, args, &client).await?,
    };
    let rejoin_hint = args.server.as_ref().map(|server| {
        let game = game.name();
        let seat = format!("--server {server} --match {name} --token {token}");
        format!("rejoin with `botwerk play --game {game} {seat}`")
    });
    let stream = PlayStream::open(&client).await?;
    stream
        .join(proto::Join {
            r#match: name.clone(),
            seat_token: token.clone(),
            resume_after_seq: 0,
            view_options: Some(proto::ViewOptions {
                include_legal_actions: false,
                include_text: true,
                ..Default::default()
            }),
            ..Default::default()
        })
        .await?;
    let mut terminal_seat = TerminalSeat::new(game, client, stream, name, token, output);
    terminal_seat.next_level = next_level(game, args);
    let result = terminal_seat.run().await;
    if let Some(host) = host {
        host.stop().await?;
    }
    match (result, rejoin_hint) {
        (
            Err(Failure::Usage {
                reason: Reason::Unreachable,
                message,
            }),
            Some(rejoin_hint),
        ) => {
            let unsent = match terminal_seat.unsent_turn() {
                turn if turn.is_empty() => String::new(),
                turn => format!(", and type `{turn}` again, which was not sent"),
            };
            let message = format!("{message}; {rejoin_hint}{unsent}");
            Err(Failure::new(Reason::Unreachable, message))
        }
        (result, _) => result,
    }
}

/// Creates a match whose first seat is open.
async fn create_open_match(
    game: GameId,
    args: &PlayArgs,
    client: &Client,
) -> Result<(String, String), Failure> {
    let options = args.game.options()?;
    let opponents = if args.opponent.is_empty() {
        default_opponents(game, &options, args.level)
    } else {
        args.opponent.clone()
    };
    let mut seats = vec![proto::SeatSetup {
        name: "you".into(),
        agent: None,
    }];
    for text in &opponents {
        let spec = agent_argument(game, text)?;
        let agent = Some(agent_spec_message(&spec));
        seats.push(proto::SeatSetup {
            name: spec.name,
            agent,
        });
    }
    let game = game.game(seats.len(), options)?;
    let request = proto::CreateMatchRequest {
        setup: Some(game_setup(&game)),
        seats,
        seed: args.seed.clone().unwrap_or_default(),
        allows_hints: true,
        ..Default::default()
    };
    let created = client
        .matches()
        .create_match(request)
        .await
        .map_err(ClientError::from)?
        .into_inner();
    let token = created
        .seat_tokens
        .into_iter()
        .next()
        .map(|token| token.token)
        .unwrap_or_default();
    Ok((created.r#match.unwrap_or_default().name, token))
}

/// Returns what the winner of a match against an opponent at a level reads of the next level.
fn next_level(game: GameId, args: &PlayArgs) -> Option<String> {
    let is_at_level = args.opponent.is_empty() && args.r#match.is_none();
    let next = args.level + 1;
    (is_at_level && next <= HIGHEST_LEVEL).then(|| {
        let game = game.name();
        format!("Next level: `botwerk play --game {game} --level {next}`.")
    })
}

/// Returns the opponents if none are named: one at a level, or no opponent in a solo game.
fn default_opponents(game: GameId, options: &Options, level: u8) -> Vec<String> {
    let is_alone = game.game(2, options.clone()).is_err() && game.game(1, options.clone()).is_ok();
    if is_alone {
        return Vec::new();
    }
    vec![game.opponent_at_level(level).to_string()]
}
