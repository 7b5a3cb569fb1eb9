//! `tournament add`: adds an entrant to a tournament in progress, such as the next version of a bot to a league.

use botwerk_agents::AgentError;
use botwerk_client::{ClientError, agent_spec_message, proto};
use botwerk_engine::{GameId, plain_line};
use botwerk_tournament::configuration::{self, versioned_name};
use clap::Args;
use proto::entrant::Player;
use serde_json::json;

use super::manage::resource_name;
use crate::connection::{ServerArgs, block_on};
use crate::failure::{Failure, Reason};
use crate::output::Output;
use crate::player_argument::parse_player;

/// Arguments of `tournament add`.
#[derive(Debug, Args)]
pub(super) struct AddArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// Tournament, such as tournaments/0198...
    #[arg(value_name = "TOURNAMENT")]
    tournament: String,
    /// Name of the player
    #[arg(value_name = "NAME")]
    name: String,
    /// Version of the player, an entrant of its own
    #[arg(long, value_name = "TEXT")]
    version: Option<String>,
    /// Player of the entrant: a registered bot as `bot:NAME`, or an agent such as `minimax:nodes=20000`; programs are
    /// added to the file of the tournament
    #[arg(long)]
    player: String,
}

/// Adds the entrant.
pub(super) fn run(args: &AddArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, async {
        let client = args.server.connect().await?;
        let name = match &args.version {
            Some(version) => versioned_name(&args.name, version),
            None => args.name.clone(),
        };
        let entrant = proto::Entrant {
            name: name.clone(),
            version: args.version.clone().unwrap_or_default(),
            player: Some(player(&args.player)?),
            anchor: None,
        };
        let request = proto::ExtendTournamentRequest {
            name: resource_name(&args.tournament),
            extension: Some(proto::TournamentExtension {
                entrants: vec![entrant],
                ..Default::default()
            }),
            request_id: String::new(),
        };
        let added = client.organizer().extend_tournament(request).await;
        let added = added.map_err(ClientError::from)?.into_inner();
        let tournament = added.tournament.unwrap_or_default();
        let entrants = tournament.setup.map_or(0, |setup| setup.entrants.len());
        if output.is_json() {
            return output.json(&json!({
                "tournament": tournament.name, "entrant": name, "entrants": entrants,
            }));
        }
        let (entrant, of) = (plain_line(&name), &tournament.name);
        output.line(format!("{entrant} is one of {entrants} entrants of {of}"))
    })
}

fn player(text: &str) -> Result<Player, Failure> {
    match parse_player(text, &GameId::all())? {
        configuration::Player::Agent(text) => {
            let agent = text.parse().map_err(AgentError::from)?;
            Ok(Player::Agent(agent_spec_message(&agent)))
        }
        configuration::Player::Bot(name) => Ok(Player::Bot(name)),
        player @ (configuration::Player::Command(_) | configuration::Player::Stdio(_)) => {
            let message = format!(
                "--player {player}: neither an agent nor `bot:NAME`; add a program to the tournament's file, and name that in \
                 `botwerk tournament run FILE --extend`"
            );
            Err(Failure::new(Reason::UnknownAgent, message))
        }
    }
}
