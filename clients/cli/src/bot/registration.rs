//! `bot register`, `bot list`, `bot rotate` and `bot delete`: the bots of a server.

use botwerk_client::{Client, ClientError, proto};
use botwerk_engine::{GameId, plain_line};
use clap::Args;
use serde_json::{Value, json};

use crate::connection::{ServerArgs, block_on};
use crate::failure::Failure;
use crate::output::Output;
use crate::tournament::text_table::columns;

/// Number of bots per page.
const PAGE_SIZE: u32 = 500;

/// Arguments of `bot list`.
#[derive(Debug, Args)]
pub(crate) struct ListArgs {
    #[command(flatten)]
    server: ServerArgs,
}

/// Arguments of `bot register`.
#[derive(Debug, Args)]
pub(crate) struct RegisterArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// Name of the bot, as tournament files have it
    name: String,
    /// Game that the bot plays; repeat it for several [default: all games]
    #[arg(long = "game", value_name = "GAME")]
    games: Vec<String>,
    /// Maximum number of matches that the bot plays at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    concurrency: u32,
}

/// Arguments of `bot rotate`.
#[derive(Debug, Args)]
pub(crate) struct RotateArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// Name of the bot
    name: String,
    /// Time after which the new token expires [default: never]
    #[arg(long, value_name = "SECONDS")]
    lifetime: Option<u64>,
}

/// Arguments of `bot delete`.
#[derive(Debug, Args)]
pub(crate) struct DeleteArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// Name of the bot
    name: String,
}

/// Lists the registered bots.
pub(super) fn list(args: &ListArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, async {
        let bots = all(&args.server.connect().await?).await?;
        if output.is_json() {
            for bot in &bots {
                output.json(&bot_json(bot))?;
            }
            return Ok(());
        }
        if bots.is_empty() {
            return output.line("no bots; `botwerk bot register NAME` registers one");
        }
        output.line(columns(bots.iter().map(row)))
    })
}

async fn all(client: &Client) -> Result<Vec<proto::Bot>, Failure> {
    let mut bots = Vec::new();
    let mut request = proto::ListBotsRequest {
        page_size: PAGE_SIZE,
        ..Default::default()
    };
    loop {
        let page = client.bots().list_bots(request.clone()).await;
        let page = page.map_err(ClientError::from)?.into_inner();
        bots.extend(page.bots);
        if page.next_page_token.is_empty() {
            return Ok(bots);
        }
        request.page_token = page.next_page_token;
    }
}

/// Registers a bot and prints its token.
pub(super) fn register(args: &RegisterArgs, output: &mut Output) -> Result<(), Failure> {
    for game in &args.games {
        let _: GameId = game.parse()?;
    }
    block_on(1, async {
        let client = args.server.connect().await?;
        let request = proto::RegisterBotRequest {
            name: args.name.clone(),
            games: args.games.clone(),
            max_concurrent_matches: args.concurrency,
        };
        let registered = client.bots().register_bot(request).await;
        let registered = registered.map_err(ClientError::from)?.into_inner();
        if output.is_json() {
            let mut object = bot_json(&registered.bot.unwrap_or_default());
            object["bot_token"] = registered.bot_token.into();
            return output.json(&object);
        }
        // The token alone, so that a shell can store it in a variable.
        output.line(registered.bot_token)
    })
}

/// Replaces the token of a bot and prints the new one.
pub(super) fn rotate(args: &RotateArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, async {
        let client = args.server.connect().await?;
        let client = match std::env::var("BOTWERK_BOT_TOKEN") {
            Ok(token) => client.with_token(&token)?,
            Err(_) => client,
        };
        let bot_token = rotated_token(&client, &args.name, args.lifetime).await?;
        if output.is_json() {
            return output.json(&json!({ "name": args.name, "bot_token": bot_token }));
        }
        output.line(bot_token)
    })
}

/// Replaces the token of a bot; returns the new one.
pub(super) async fn rotated_token(
    client: &Client,
    name: &str,
    lifetime_secs: Option<u64>,
) -> Result<String, ClientError> {
    let request = proto::RotateBotTokenRequest {
        bot: format!("bots/{name}"),
        lifetime_secs,
    };
    Ok(client
        .bots()
        .rotate_bot_token(request)
        .await?
        .into_inner()
        .bot_token)
}

/// Deletes a bot.
pub(super) fn delete(args: &DeleteArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, async {
        let request = proto::DeleteBotRequest {
            bot: format!("bots/{}", args.name),
        };
        let client = args.server.connect().await?;
        let deleted = client.bots().delete_bot(request).await;
        deleted.map_err(ClientError::from)?;
        if output.is_json() {
            return output.json(&json!({ "deleted": args.name }));
        }
        output.line(format!(
            "deleted {}; its results stay",
            plain_line(&args.name)
        ))
    })
}

fn games_text(bot: &proto::Bot) -> String {
    if bot.games.is_empty() {
        return "all games".into();
    }
    bot.games.join(", ")
}

fn row(bot: &proto::Bot) -> [String; 4] {
    let (active, max) = (bot.active_matches, bot.max_concurrent_matches);
    let state = if bot.is_online { "online" } else { "offline" };
    [
        plain_line(&bot.name),
        state.into(),
        format!("{active} of {max} matches"),
        games_text(bot),
    ]
}

fn bot_json(bot: &proto::Bot) -> Value {
    json!({
        "name": bot.name, "games": bot.games, "is_online": bot.is_online,
        "active_matches": bot.active_matches, "max_concurrent_matches": bot.max_concurrent_matches,
        "owner": bot.owner,
    })
}
