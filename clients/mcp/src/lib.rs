//! `mcp`: tools of the Model Context Protocol, with which language models play.

mod connection_slots;
mod http;
mod invitations;
mod new_match;
mod observation;
mod played_seat;
mod program;
mod rules_section;
mod seat_progress;
mod seat_registry;
mod seat_task;
mod seat_texts;
mod tool_calls;
mod tool_error;
mod tool_server;
mod tools;
mod transcripts;

use std::io::{self, IsTerminal, Write};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use botwerk_client::Client;
use botwerk_command::connection::{AccessArgs, block_on};
use botwerk_command::embedded_server::ServerPurpose;
use botwerk_command::failure::{Failure, Reason};
use botwerk_command::interrupt::shutdown_signal;
use botwerk_command::output::Output;
use clap::Args;
use rmcp::ServiceExt;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::transport::stdio_pipes;
use serde_json::json;
use tokio::net::TcpListener;

use http::HttpAccess;
use invitations::{BotTicket, Invitations, stay_online};
pub use program::{Program, RequestCheck};
use seat_registry::{HandleKind, SeatRegistry};
use tool_calls::ToolContext;
use tool_server::ToolServer;
use transcripts::Transcripts;

/// Time for another client to join a match on the embedded server, in seconds.
const JOIN_LIMIT_SECS: u64 = 600;

/// Maximum size of a line on standard input, in bytes.
const MAX_LINE_LEN: usize = 256 << 10;

/// The variable with the token that HTTP requests must present. A flag could be seen by other users of the machine.
const TOKEN_VARIABLE: &str = "BOTWERK_MCP_TOKEN";

/// Fewest characters of that token.
const MIN_TOKEN_LEN: usize = 16;

/// The variable with the token of the bot that the server plays as.
const BOT_TOKEN_VARIABLE: &str = "BOTWERK_BOT_TOKEN";

/// Arguments of `mcp`.
#[derive(Debug, Args)]
pub struct McpArgs {
    /// Serve HTTP at `/mcp` on this address instead of standard input and output; other machines need the token in
    /// `BOTWERK_MCP_TOKEN`
    #[arg(long, value_name = "ADDRESS")]
    listen: Option<SocketAddr>,
    /// Name by which clients address this server in addition to localhost; may be repeated
    #[arg(long, value_name = "NAME", requires = "listen")]
    allowed_host: Vec<String>,
    /// Origin of a web page that may call this server, such as `https://play.example:443`; may be repeated
    #[arg(long, value_name = "ORIGIN", requires = "listen")]
    allowed_origin: Vec<String>,
    /// Play on this server instead of an embedded one
    #[arg(long, value_name = "ADDRESS", env = "BOTWERK_SERVER")]
    server: Option<String>,
    #[command(flatten)]
    access: AccessArgs,
    /// Database of the embedded server [default: matches are kept in memory]
    #[arg(long, value_name = "FILE", conflicts_with = "server")]
    db: Option<PathBuf>,
    /// Write each call with its answer to JSON lines, one file for each match, and the records of the matches
    #[arg(long, value_name = "DIR")]
    transcripts: Option<PathBuf>,
    /// Never list legal actions, whatever a match allows
    #[arg(long)]
    no_legal_actions: bool,
    /// Maximum number of matches in progress, as a bot that accepts invitations (`BOTWERK_BOT_TOKEN`)
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: u32,
}

/// Serves until standard input ends or, over HTTP, until SIGTERM or Ctrl-C.
///
/// # Errors
/// Returns an error if an argument is invalid, or the client, the server or a transcript cannot be served.
pub fn run(args: &McpArgs, program: Program, json: bool) -> Result<(), Failure> {
    let transcripts = args
        .transcripts
        .as_deref()
        .map(Transcripts::open)
        .transpose()?;
    let access = args.http_access()?;
    block_on(
        2,
        serve(args, program, transcripts.map(Arc::new), access, json),
    )
}

async fn serve(
    args: &McpArgs,
    program: Program,
    transcripts: Option<Arc<Transcripts>>,
    access: HttpAccess,
    json: bool,
) -> Result<(), Failure> {
    let (client, host) = match &args.server {
        Some(server) => (args.access.connect(server).await?, None),
        None => {
            let host = (program.start)(args.server_purpose()).await?;
            (host.connect().await?, Some(host))
        }
    };
    let kind = match args.listen {
        Some(_) => HandleKind::Secrets,
        None => HandleKind::Numbers,
    };
    let registry = Arc::new(SeatRegistry::new(kind, transcripts.clone()));
    let context = ToolContext {
        invitations: args.go_online(&client, &registry),
        client,
        registry,
        allows_legal_actions: !args.no_legal_actions,
        outlives_process: args.server.is_some() || args.db.is_some(),
    };
    let server = ToolServer::new(context, transcripts);
    let served = match args.listen {
        Some(listen) => serve_http(listen, server, program, access, json).await,
        None => serve_pipes(server).await,
    };
    if let Some(host) = host {
        host.stop().await?;
    }
    served
}

/// Serves the client at the other end of standard input and output, until it closes them.
async fn serve_pipes(server: ToolServer) -> Result<(), Failure> {
    let terminate = shutdown_signal()?;
    if io::stdin().is_terminal() {
        let message =
            "botwerk: waiting for messages of a host of the Model Context Protocol; Ctrl-C ends it";
        // The message is a courtesy.
        let _ = writeln!(io::stderr(), "{message}");
    }
    let (input, output) = stdio_pipes();
    let transport = AsyncRwTransport::new(input, output).with_max_line_length(MAX_LINE_LEN);
    let served = async {
        let failed = |error: &dyn std::fmt::Display| {
            let message = format!(
                "standard input: {error}; start this from a host of the Model Context Protocol"
            );
            Failure::new(Reason::BadArgument, message)
        };
        let running = server.serve(transport).await;
        let running = running.map_err(|error| failed(&error))?;
        let ended = running.waiting().await;
        ended.map(drop).map_err(|error| failed(&error))
    };
    tokio::select! {
        served = served => served,
        () = terminate => Ok(()),
    }
}

async fn serve_http(
    listen: SocketAddr,
    server: ToolServer,
    program: Program,
    access: HttpAccess,
    json: bool,
) -> Result<(), Failure> {
    let terminate = shutdown_signal()?;
    let listener = TcpListener::bind(listen).await.map_err(|error| {
        let message = format!("listen: {listen}: {error}; choose a free address with --listen");
        Failure::new(Reason::Unreachable, message)
    })?;
    let url = format!("http://{}{}", listener.local_addr()?, http::PATH);
    {
        let mut output = Output::new(json);
        if json {
            output.json(&json!({"listening": url}))?;
        } else {
            output.line(format!("listening on {url}"))?;
        }
        output.flush()?;
    }
    http::serve(listener, server, program.request_check, access, terminate).await
}

impl McpArgs {
    fn server_purpose(&self) -> ServerPurpose {
        ServerPurpose {
            db: self.db.clone(),
            join_limit_secs: Some(JOIN_LIMIT_SECS),
        }
    }

    /// Returns who may call the server over HTTP.
    fn http_access(&self) -> Result<HttpAccess, Failure> {
        let token = std::env::var(TOKEN_VARIABLE).ok();
        let bad_argument = |message: String| Failure::new(Reason::BadArgument, message);
        if let Some(token) = &token
            && (token.len() < MIN_TOKEN_LEN || !token.bytes().all(|byte| byte.is_ascii_graphic()))
        {
            return Err(bad_argument(format!(
                "{TOKEN_VARIABLE}: expected at least {MIN_TOKEN_LEN} visible ASCII characters without blanks"
            )));
        }
        if let Some(listen) = self.listen
            && !listen.ip().is_loopback()
            && token.is_none()
        {
            return Err(bad_argument(format!(
                "listen: {listen} is reachable from other machines; set {TOKEN_VARIABLE}"
            )));
        }
        Ok(HttpAccess {
            token,
            hosts: self.allowed_host.clone(),
            origins: self.allowed_origin.clone(),
        })
    }

    /// Brings the bot online whose token is set, and returns its invitations.
    fn go_online(&self, client: &Client, registry: &Arc<SeatRegistry>) -> Option<Arc<Invitations>> {
        self.server.as_ref()?;
        let bot = BotTicket {
            client: client.clone(),
            bot_token: std::env::var(BOT_TOKEN_VARIABLE).ok()?,
            concurrency: self.concurrency,
            allows_legal_actions: !self.no_legal_actions,
        };
        let invitations = Arc::new(Invitations::default());
        tokio::spawn(stay_online(
            bot,
            Arc::clone(registry),
            Arc::clone(&invitations),
        ));
        Some(invitations)
    }
}
