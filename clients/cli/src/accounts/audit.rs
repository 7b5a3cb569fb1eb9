//! `audit`: what operators, organisers and owners have done.

use botwerk_client::{ClientError, proto};
use botwerk_engine::plain_line;
use botwerk_proto::time_text;
use clap::Args;
use serde_json::json;

use crate::connection::{ServerArgs, block_on};
use crate::failure::Failure;
use crate::output::Output;
use crate::tournament::text_table::columns;

/// Maximum number of entries per page.
const PAGE_SIZE: usize = 500;

/// Arguments of `audit`.
#[derive(Debug, Args)]
pub(crate) struct AuditArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// Only acts of this actor, such as `operator`, `owners/alice` or `tokens/ci`
    #[arg(long, value_name = "ACTOR", default_value = "")]
    by: String,
    /// Only acts on this subject, such as `owners/alice` or `bots/alice/spinner`
    #[arg(long, value_name = "SUBJECT", default_value = "")]
    on: String,
    /// Maximum number of acts, the newest first
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: usize,
}

/// Prints the newest entries of the audit log.
pub(crate) fn run(args: &AuditArgs, output: &mut Output) -> Result<(), Failure> {
    let entries = block_on(1, entries(args))?;
    if output.is_json() {
        for entry in &entries {
            output.json(&json!({
                "number": entry.number, "at": time_text(entry.at_micros), "actor": entry.actor,
                "act": entry.act, "subject": entry.subject, "detail": entry.detail,
            }))?;
        }
        return Ok(());
    }
    if entries.is_empty() {
        return output.line("no acts");
    }
    output.line(columns(entries.iter().map(|entry| {
        [
            time_text(entry.at_micros),
            plain_line(&entry.actor),
            entry.act.clone(),
            plain_line(&entry.subject),
            plain_line(&entry.detail),
        ]
    })))
}

async fn entries(args: &AuditArgs) -> Result<Vec<proto::AuditEntry>, Failure> {
    let mut operator = args.server.connect().await?.operator();
    let mut entries = Vec::new();
    let mut page_token = String::new();
    while entries.len() < args.limit {
        let request = proto::ListAuditEntriesRequest {
            page_size: (args.limit - entries.len()).min(PAGE_SIZE) as u32,
            page_token,
            actor: args.by.clone(),
            subject: args.on.clone(),
        };
        let page = operator.list_audit_entries(request).await;
        let page = page.map_err(ClientError::from)?.into_inner();
        entries.extend(page.entries);
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    Ok(entries)
}
