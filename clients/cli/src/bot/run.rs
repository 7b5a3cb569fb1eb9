//! `bot run`: runs a built-in agent or a program as a bot over gRPC.

use botwerk_agents::{AgentError, AgentSpec, GameAgents};
use botwerk_client::invitations::{
    InvitationHandler, SeatSession, answer_invitations, play_session,
};
use botwerk_client::{AgentPlayer, Client, ClientError, proto};
use botwerk_engine::GameId;
use botwerk_tournament::configuration::{LaunchCommand, Player};
use clap::Args;
use proto::ErrorReason;
use serde_json::json;

use super::registration::rotated_token;
use crate::bot_program::BotProgram;
use crate::connection::{ServerArgs, block_on};
use crate::failure::{Failure, Reason};
use crate::output::Output;
use crate::player_argument::{check_program, parse_player};
use crate::sandbox::SandboxArgs;
use crate::stdio::{ProgramLog, stdio_session};

/// Arguments of `bot run`.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// Agent such as `minimax:time=100ms` (see `botwerk game list`), or program such as `./bot` or `"python3 bot.py"`, which
    /// speaks the line protocol and is started for each match
    player: String,
    /// Send what the program writes to standard error to the server, for `tournament show --view log`
    #[arg(long)]
    upload_logs: bool,
    /// Name to register; not needed if `BOTWERK_BOT_TOKEN` is set
    #[arg(long)]
    name: Option<String>,
    /// Take over the name if a bot is registered under it: its token is revoked
    #[arg(long, requires = "name")]
    rotate: bool,
    /// Maximum number of matches in progress
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: u32,
    /// Exit after one tournament has ended
    #[arg(long)]
    once: bool,
    #[command(flatten)]
    sandbox: SandboxArgs,
}

/// What the bot plays with.
enum BotPlayer {
    Agent(AgentSpec),
    Stdio(BotProgram),
}

/// Keeps the bot online until it is stopped.
pub(super) fn run(args: &RunArgs, output: &mut Output) -> Result<(), Failure> {
    let player = BotPlayer::new(args)?;
    let games = player.games()?;
    block_on(2, async {
        let client = args.server.connect_when_reachable().await?;
        let token = match (std::env::var("BOTWERK_BOT_TOKEN"), &args.name) {
            (Ok(token), _) => token,
            (Err(_), Some(name)) => {
                let request = proto::RegisterBotRequest {
                    name: name.clone(),
                    games: games.iter().map(|game| game.name().to_owned()).collect(),
                    max_concurrent_matches: args.concurrency,
                };
                match client
                    .bots()
                    .register_bot(request)
                    .await
                    .map_err(ClientError::from)
                {
                    Ok(registered) => registered.into_inner().bot_token,
                    Err(ClientError::Rejected { reason, .. })
                        if args.rotate && reason == ErrorReason::NameTaken =>
                    {
                        rotated_token(&client, name, None).await?
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            (Err(_), None) => {
                let message = "name: missing; pass --name, or set BOTWERK_BOT_TOKEN";
                return Err(Failure::new(Reason::BadArgument, message));
            }
        };
        let mut bot = CommandLineBot {
            player,
            program_log: if args.upload_logs {
                ProgramLog::PassedOnAndUploaded
            } else {
                ProgramLog::PassedOn
            },
            once: args.once,
            output,
        };
        Ok(answer_invitations(&client, &token, args.concurrency, &mut bot).await?)
    })
}

impl BotPlayer {
    fn new(args: &RunArgs) -> Result<Self, Failure> {
        let unusable = |player: Player, why| {
            let message = format!("{player}: {why}");
            Err(Failure::new(Reason::BadArgument, message))
        };
        match parse_player(&args.player, &GameId::all())? {
            Player::Agent(_) if args.upload_logs => {
                let message = "--upload-logs: an agent writes no log; leave it out";
                Err(Failure::new(Reason::BadArgument, message))
            }
            Player::Agent(agent) => Ok(Self::Agent(agent.parse().map_err(AgentError::from)?)),
            Player::Stdio(LaunchCommand { argv, .. }) => {
                let sandbox = args.sandbox.sandbox();
                let program = BotProgram::new(argv, sandbox);
                check_program(&args.player, &program, &GameId::all())?;
                Ok(Self::Stdio(program))
            }
            player @ Player::Command(_) => unusable(
                player,
                "a program that calls the server itself; start it with BOTWERK_SERVER and BOTWERK_BOT_TOKEN",
            ),
            player @ Player::Bot(_) => unusable(
                player,
                "a name of a registered bot; name what plays, and the bot by --name",
            ),
        }
    }

    /// Returns the games that the bot registers for: all for a program.
    fn games(&self) -> Result<Vec<GameId>, AgentError> {
        match self {
            Self::Agent(agent) => games(agent),
            Self::Stdio(_) => Ok(GameId::all()),
        }
    }
}

/// Returns the games that an agent plays with its settings.
///
/// # Errors
/// Returns the error for one of the games if the agent plays none.
fn games(agent: &AgentSpec) -> Result<Vec<GameId>, AgentError> {
    let mut games = Vec::new();
    let mut rejection = None;
    for game in &GameId::all() {
        match (*game).factory(agent).map(drop) {
            Ok(()) => games.push(*game),
            // A wrong setting says more than that another game has no such agent.
            Err(error @ AgentError::Setting { .. }) => rejection = Some(error),
            Err(error) => drop(rejection.get_or_insert(error)),
        }
    }
    match rejection {
        Some(error) if games.is_empty() => Err(error),
        _ => Ok(games),
    }
}

struct CommandLineBot<'a> {
    player: BotPlayer,
    program_log: ProgramLog,
    once: bool,
    output: &'a mut Output,
}

impl InvitationHandler for CommandLineBot<'_> {
    fn session(
        &mut self,
        client: &Client,
        invitation: &proto::Invitation,
    ) -> Result<SeatSession, ClientError> {
        let agent = match &self.player {
            BotPlayer::Agent(agent) => agent.to_string(),
            BotPlayer::Stdio(program) => {
                return stdio_session(client, invitation, program, self.program_log);
            }
        };
        let game = invitation.setup.as_ref().map_or("", |setup| &setup.game);
        let game: GameId = game
            .parse()
            .map_err(|error| ClientError::Player(format!("{error}")))?;
        let player = AgentPlayer::new(game, &agent)?;
        Ok(play_session(client, invitation, player))
    }

    fn on_match_end(
        &mut self,
        match_name: &str,
        over: Result<proto::MatchOver, ClientError>,
    ) -> bool {
        // The bot continues to play even if its output cannot be written.
        let _ = self.print_match_end(match_name, over);
        true
    }

    fn should_stay_online(&mut self, tournament: &str, message: &str) -> bool {
        let message = match message {
            "" => "the tournament has ended",
            message => message,
        };
        let _ = self.print(
            &json!({"tournament": tournament, "message": message}),
            &format!("{tournament}: {message}"),
        );
        !self.once
    }
}

impl CommandLineBot<'_> {
    fn print_match_end(
        &mut self,
        match_name: &str,
        over: Result<proto::MatchOver, ClientError>,
    ) -> Result<(), Failure> {
        match over {
            Ok(over) => {
                let places = over
                    .outcome
                    .map(|outcome| outcome.places)
                    .unwrap_or_default();
                let texts: Vec<_> = places.iter().map(u32::to_string).collect();
                let line = format!("{match_name}: places {}", texts.join(" "));
                self.print(&json!({"match": match_name, "places": places}), &line)
            }
            Err(error) => {
                let line = format!("{match_name}: {error}");
                self.print(
                    &json!({"match": match_name, "error": error.to_string()}),
                    &line,
                )
            }
        }
    }

    fn print(&mut self, json: &serde_json::Value, line: &str) -> Result<(), Failure> {
        if self.output.is_json() {
            self.output.json(json)?;
        } else {
            self.output.line(line)?;
        }
        self.output.flush()
    }
}
