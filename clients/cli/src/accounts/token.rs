//! `token`: tokens of operators, workers and organisers.

use botwerk_client::{ClientError, proto};
use botwerk_proto::date_text;
use clap::{Args, Subcommand, ValueEnum};
use proto::TokenScope;
use serde_json::{Value, json};

use crate::connection::{ServerArgs, block_on};
use crate::failure::Failure;
use crate::output::Output;
use crate::tournament::text_table::columns;

/// Arguments of `token`.
#[derive(Debug, Args)]
pub(crate) struct TokenArgs {
    #[command(subcommand)]
    command: TokenCommand,
    #[command(flatten)]
    server: ServerArgs,
}

#[derive(Debug, Subcommand)]
enum TokenCommand {
    /// Create a token and print it
    Create {
        /// Id, by which the audit log names its bearer
        id: String,
        /// What it grants
        scope: Scope,
        /// Tournaments of an organiser
        tournaments: Vec<String>,
        /// Time after which it expires [default: never]
        #[arg(long, value_name = "DAYS")]
        days: Option<u64>,
    },
    /// List the tokens
    List,
    /// Revoke a token
    Delete {
        /// Id of the token
        id: String,
    },
}

/// What a token grants.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Scope {
    /// Everything
    Operator,
    /// Playing matches of tournaments
    Worker,
    /// Changing some tournaments
    Organizer,
}

/// Runs the subcommand.
pub(crate) fn run(args: &TokenArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, execute(args, output))
}

async fn execute(args: &TokenArgs, output: &mut Output) -> Result<(), Failure> {
    let mut operator = args.server.connect().await?.operator();
    match &args.command {
        TokenCommand::Create {
            id,
            scope,
            tournaments,
            days,
        } => {
            let scope = match scope {
                Scope::Operator => TokenScope::Operator,
                Scope::Worker => TokenScope::Worker,
                Scope::Organizer => TokenScope::Organizer,
            };
            let name = |id: &String| {
                if id.starts_with("tournaments/") {
                    id.clone()
                } else {
                    format!("tournaments/{id}")
                }
            };
            let request = proto::CreateTokenRequest {
                token_id: id.clone(),
                scope: scope.into(),
                tournaments: tournaments.iter().map(name).collect(),
                lifetime_secs: days.map(|days| days.saturating_mul(24 * 3600)),
            };
            let created = operator.create_token(request).await;
            let created = created.map_err(ClientError::from)?.into_inner();
            if output.is_json() {
                let mut object = token_json(&created.token.unwrap_or_default());
                object["secret"] = created.secret.into();
                return output.json(&object);
            }
            // The token alone, so that a shell can store it in a variable.
            output.line(created.secret)
        }
        TokenCommand::List => {
            let listed = operator.list_tokens(proto::ListTokensRequest {}).await;
            let tokens = listed.map_err(ClientError::from)?.into_inner().tokens;
            if output.is_json() {
                for token in &tokens {
                    output.json(&token_json(token))?;
                }
                return Ok(());
            }
            if tokens.is_empty() {
                return output.line("no tokens; `botwerk token create ID SCOPE` creates one");
            }
            output.line(columns(tokens.iter().map(token_row)))
        }
        TokenCommand::Delete { id } => {
            let name = format!("tokens/{id}");
            let deleted = operator
                .delete_token(proto::DeleteTokenRequest { name })
                .await;
            deleted.map_err(ClientError::from)?;
            output.line(format!("revoked {id}"))
        }
    }
}

fn scope_text(token: &proto::Token) -> &'static str {
    match token.scope() {
        TokenScope::Operator => "operator",
        TokenScope::Worker => "worker",
        TokenScope::Organizer => "organizer",
        TokenScope::Unspecified => "unknown",
    }
}

fn token_row(token: &proto::Token) -> [String; 4] {
    let end = token.expires_micros.map(date_text);
    [
        token.name.trim_start_matches("tokens/").to_owned(),
        scope_text(token).to_owned(),
        end.map_or_else(|| "no end".into(), |end| format!("until {end}")),
        token.tournaments.join(", "),
    ]
}

fn token_json(token: &proto::Token) -> Value {
    json!({
        "name": token.name, "scope": scope_text(token), "tournaments": token.tournaments,
        "created_micros": token.created_micros, "expires_micros": token.expires_micros,
    })
}
