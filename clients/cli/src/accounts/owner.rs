//! `owner`: signs owners of bots up, and manages them.

use botwerk_client::{ClientError, proto};
use botwerk_engine::plain_line;
use botwerk_proto::date_text;
use clap::{Args, Subcommand};
use serde_json::{Value, json};

use crate::connection::{ServerArgs, block_on};
use crate::failure::Failure;
use crate::output::Output;
use crate::tournament::text_table::columns;

/// Number of owners per page.
const PAGE_SIZE: u32 = 500;

/// Seconds of a day.
const DAY_SECS: u64 = 24 * 3600;

/// Arguments of `owner`.
#[derive(Debug, Args)]
pub(crate) struct OwnerArgs {
    #[command(subcommand)]
    command: OwnerCommand,
    #[command(flatten)]
    server: ServerArgs,
}

/// New quotas of an owner; the others stay.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
struct QuotaArgs {
    /// Maximum number of bots
    #[arg(long, value_name = "N")]
    bots: Option<u32>,
    /// Maximum number of matches that its bots play at the same time
    #[arg(long, value_name = "N")]
    matches: Option<u32>,
    /// Maximum processor time of its uploaded bots per day, in seconds
    #[arg(long, value_name = "SECONDS")]
    processor_secs: Option<u32>,
    /// Maximum number of its searches per day, on each server
    #[arg(long, value_name = "N")]
    searches: Option<u32>,
}

#[derive(Debug, Subcommand)]
enum OwnerCommand {
    /// Create a code with which owners sign up, and print it
    Invite {
        /// Whom it is for, such as a course
        #[arg(default_value = "")]
        description: String,
        /// Number of owners that may sign up with it
        #[arg(long, value_name = "N", default_value_t = 1)]
        uses: u32,
        /// Time after which it expires
        #[arg(long, value_name = "DAYS", default_value_t = 30)]
        days: u64,
    },
    /// List the sign-up codes, or delete one
    Codes {
        /// Delete the code with this id
        #[arg(long, value_name = "ID")]
        delete: Option<String>,
    },
    /// Sign up as an owner, and print the token for `BOTWERK_OWNER_TOKEN`
    SignUp {
        /// Name of the owner: lower-case letters, digits and hyphens
        name: String,
        /// Sign-up code, as the operator has sent it
        #[arg(default_value = "")]
        code: String,
    },
    /// List the owners
    List,
    /// Show an owner with its quotas and what it uses
    Show {
        /// Name of the owner [default: the one of `BOTWERK_OWNER_TOKEN`]
        #[arg(default_value = "")]
        name: String,
    },
    /// Change the quotas of an owner
    Quota {
        /// Name of the owner
        name: String,
        #[command(flatten)]
        quotas: QuotaArgs,
    },
    /// Ban an owner: its tokens and those of its bots grant nothing
    Ban {
        /// Name of the owner
        name: String,
        /// Why, shown to the owner
        reason: String,
    },
    /// End the ban of an owner
    Unban {
        /// Name of the owner
        name: String,
    },
    /// Issue another token for an owner, revoke the previous one, and print the new one
    Rotate {
        /// Name of the owner [default: the one of `BOTWERK_OWNER_TOKEN`]
        #[arg(default_value = "")]
        name: String,
    },
    /// Delete an owner with its bots; results keep its name, which no other owner can take
    Delete {
        /// Name of the owner
        name: String,
    },
}

/// Runs the subcommand.
pub(crate) fn run(args: &OwnerArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, execute(args, output))
}

async fn execute(args: &OwnerArgs, output: &mut Output) -> Result<(), Failure> {
    let client = args.server.connect().await?;
    let (mut owners, mut operator) = (client.owners(), client.operator());
    let resource = |name: &str| format!("owners/{name}");
    let owner = match &args.command {
        OwnerCommand::Invite {
            description,
            uses,
            days,
        } => {
            let request = proto::CreateSignUpCodeRequest {
                description: description.clone(),
                uses: *uses,
                lifetime_secs: days.saturating_mul(DAY_SECS),
            };
            let created = operator.create_sign_up_code(request).await;
            let created = created.map_err(ClientError::from)?.into_inner();
            if output.is_json() {
                let mut object = code_json(&created.sign_up_code.unwrap_or_default());
                object["code"] = created.code.into();
                return output.json(&object);
            }
            return output.line(created.code);
        }
        OwnerCommand::Codes { delete: Some(id) } => {
            let name = format!("signUpCodes/{id}");
            let request = proto::DeleteSignUpCodeRequest { name };
            let deleted = operator.delete_sign_up_code(request).await;
            deleted.map_err(ClientError::from)?;
            return output.line(format!("deleted the sign-up code {id}"));
        }
        OwnerCommand::Codes { delete: None } => {
            let request = proto::ListSignUpCodesRequest {};
            let listed = operator.list_sign_up_codes(request).await;
            let codes = listed
                .map_err(ClientError::from)?
                .into_inner()
                .sign_up_codes;
            return print_codes(&codes, output);
        }
        OwnerCommand::SignUp { name, code } => {
            let request = proto::SignUpRequest {
                name: name.clone(),
                code: code.clone(),
            };
            let signed_up = owners.sign_up(request).await;
            let signed_up = signed_up.map_err(ClientError::from)?.into_inner();
            return print_token(&signed_up.owner_token, output);
        }
        OwnerCommand::List => {
            let mut listed = Vec::new();
            let mut page_token = String::new();
            loop {
                let request = proto::ListOwnersRequest {
                    page_size: PAGE_SIZE,
                    page_token,
                };
                let page = operator.list_owners(request).await;
                let page = page.map_err(ClientError::from)?.into_inner();
                listed.extend(page.owners);
                page_token = page.next_page_token;
                if page_token.is_empty() {
                    return print_owners(&listed, output);
                }
            }
        }
        OwnerCommand::Show { name } => {
            let name = if name.is_empty() {
                String::new()
            } else {
                resource(name)
            };
            let shown = owners.get_owner(proto::GetOwnerRequest { name }).await;
            shown.map_err(ClientError::from)?.into_inner().owner
        }
        OwnerCommand::Quota { name, quotas } => {
            let request = proto::UpdateOwnerRequest {
                name: resource(name),
                bots: quotas.bots,
                concurrent_matches: quotas.matches,
                processor_secs_per_day: quotas.processor_secs,
                searches_per_day: quotas.searches,
            };
            let updated = operator.update_owner(request).await;
            updated.map_err(ClientError::from)?.into_inner().owner
        }
        OwnerCommand::Ban { name, reason } => {
            let request = proto::BanOwnerRequest {
                name: resource(name),
                reason: reason.clone(),
            };
            let banned = operator.ban_owner(request).await;
            banned.map_err(ClientError::from)?.into_inner().owner
        }
        OwnerCommand::Unban { name } => {
            let name = resource(name);
            let unbanned = operator
                .unban_owner(proto::UnbanOwnerRequest { name })
                .await;
            unbanned.map_err(ClientError::from)?.into_inner().owner
        }
        OwnerCommand::Rotate { name } => {
            let request = proto::RotateOwnerTokenRequest {
                name: if name.is_empty() {
                    String::new()
                } else {
                    resource(name)
                },
                lifetime_secs: None,
            };
            let rotated = owners.rotate_owner_token(request).await;
            let rotated = rotated.map_err(ClientError::from)?.into_inner();
            return print_token(&rotated.owner_token, output);
        }
        OwnerCommand::Delete { name } => {
            let request = proto::DeleteOwnerRequest {
                name: resource(name),
            };
            let deleted = owners.delete_owner(request).await;
            let deleted = deleted.map_err(ClientError::from)?.into_inner();
            let bots = deleted.deleted_bots;
            if output.is_json() {
                return output.json(&json!({ "deleted": name, "deleted_bots": bots }));
            }
            let text =
                format!("deleted {name} and {bots} of its bots; matches and results keep the name");
            return output.line(text);
        }
    };
    print_owners(&[owner.unwrap_or_default()], output)
}

/// Prints a token alone, so that a shell can store it in a variable.
fn print_token(token: &str, output: &mut Output) -> Result<(), Failure> {
    if output.is_json() {
        return output.json(&json!({ "owner_token": token }));
    }
    output.line(token)
}

fn print_owners(owners: &[proto::Owner], output: &mut Output) -> Result<(), Failure> {
    if output.is_json() {
        for owner in owners {
            output.json(&owner_json(owner))?;
        }
        return Ok(());
    }
    if owners.is_empty() {
        return output
            .line("no owners; `botwerk owner invite` creates a code with which they sign up");
    }
    output.line(columns(owners.iter().map(owner_row)))
}

fn owner_row(owner: &proto::Owner) -> [String; 6] {
    let quotas = owner.quotas.unwrap_or_default();
    let used = owner.r#use.unwrap_or_default();
    let state = match &owner.ban_reason {
        _ if owner.is_deleted => "deleted".into(),
        Some(reason) => format!("banned: {}", plain_line(reason)),
        None => format!("since {}", date_text(owner.created_micros)),
    };
    [
        owner.name.trim_start_matches("owners/").to_owned(),
        format!("{} of {} bots", used.bots, quotas.bots),
        format!(
            "{} of {} matches",
            used.concurrent_matches, quotas.concurrent_matches
        ),
        format!(
            "{:.0} of {} s",
            used.processor_secs, quotas.processor_secs_per_day
        ),
        format!("{} of {} searches", used.searches, quotas.searches_per_day),
        state,
    ]
}

fn owner_json(owner: &proto::Owner) -> Value {
    let quotas = owner.quotas.unwrap_or_default();
    let used = owner.r#use.unwrap_or_default();
    json!({
        "name": owner.name, "created_micros": owner.created_micros, "is_deleted": owner.is_deleted,
        "ban_reason": owner.ban_reason, "token_expires_micros": owner.token_expires_micros,
        "bots": used.bots, "max_bots": quotas.bots,
        "concurrent_matches": used.concurrent_matches, "max_concurrent_matches": quotas.concurrent_matches,
        "processor_secs": used.processor_secs, "max_processor_secs_per_day": quotas.processor_secs_per_day,
        "searches": used.searches, "max_searches_per_day": quotas.searches_per_day,
        "reset_time_nanos": used.reset_time_nanos,
    })
}

fn print_codes(codes: &[proto::SignUpCode], output: &mut Output) -> Result<(), Failure> {
    if output.is_json() {
        for code in codes {
            output.json(&code_json(code))?;
        }
        return Ok(());
    }
    if codes.is_empty() {
        return output.line("no sign-up codes; `botwerk owner invite` creates one");
    }
    output.line(columns(codes.iter().map(|code| {
        [
            code.name.trim_start_matches("signUpCodes/").to_owned(),
            format!("{} uses left", code.remaining_uses),
            format!("until {}", date_text(code.expires_micros)),
            plain_line(&code.description),
        ]
    })))
}

fn code_json(code: &proto::SignUpCode) -> Value {
    json!({
        "name": code.name, "description": code.description, "remaining_uses": code.remaining_uses,
        "created_micros": code.created_micros, "expires_micros": code.expires_micros,
    })
}
