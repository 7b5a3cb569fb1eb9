//! `tournament withdraw` and `tournament readmit`: entrants that leave a tournament and return.

use botwerk_client::{ClientError, proto};
use botwerk_engine::plain_line;
use clap::Args;
use serde_json::json;

use super::description::planned_matches;
use super::manage::resource_name;
use crate::connection::{ServerArgs, block_on};
use crate::failure::Failure;
use crate::output::Output;

/// An entrant of a tournament on a server.
#[derive(Debug, Args)]
struct EntrantArgs {
    #[command(flatten)]
    server: ServerArgs,
    /// Tournament, such as tournaments/0198...
    #[arg(value_name = "TOURNAMENT")]
    tournament: String,
    /// Name of the entrant
    #[arg(value_name = "ENTRANT")]
    entrant: String,
}

/// Arguments of `tournament withdraw`.
#[derive(Debug, Args)]
pub(super) struct WithdrawArgs {
    #[command(flatten)]
    of: EntrantArgs,
    /// Reason that is shown
    #[arg(long, value_name = "TEXT", default_value = "")]
    message: String,
}

/// Withdraws an entrant from a tournament.
pub(super) fn withdraw(args: &WithdrawArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, async {
        let client = args.of.server.connect().await?;
        let request = proto::WithdrawEntrantRequest {
            tournament: resource_name(&args.of.tournament),
            entrant: args.of.entrant.clone(),
            message: args.message.clone(),
        };
        let withdrawn = client.organizer().withdraw_entrant(request).await;
        let withdrawn = withdrawn.map_err(ClientError::from)?.into_inner();
        let tournament = withdrawn.tournament.unwrap_or_default();
        let mut withdrawals = tournament.withdrawals.iter().rev();
        let withdrawal = withdrawals.find(|withdrawal| withdrawal.entrant == args.of.entrant);
        let withdrawal = withdrawal.cloned().unwrap_or_default();
        if output.is_json() {
            return output.json(&json!({
                "tournament": tournament.name, "entrant": withdrawal.entrant,
                "message": withdrawal.message, "annulled": withdrawal.is_annulled,
            }));
        }
        let remaining = if withdrawal.is_annulled {
            "none of its matches counts"
        } else {
            "its remaining matches are forfeited"
        };
        let (name, entrant) = (&tournament.name, plain_line(&withdrawal.entrant));
        output.line(format!(
            "{entrant} is withdrawn from {name}: {}; {remaining}",
            plain_line(&withdrawal.message)
        ))
    })
}

/// Arguments of `tournament readmit`.
#[derive(Debug, Args)]
pub(super) struct ReadmitArgs {
    #[command(flatten)]
    of: EntrantArgs,
}

/// Readmits a withdrawn entrant to a tournament.
pub(super) fn readmit(args: &ReadmitArgs, output: &mut Output) -> Result<(), Failure> {
    block_on(1, async {
        let client = args.of.server.connect().await?;
        let request = proto::ReadmitEntrantRequest {
            tournament: resource_name(&args.of.tournament),
            entrant: args.of.entrant.clone(),
        };
        let readmitted = client.organizer().readmit_entrant(request).await;
        let readmitted = readmitted.map_err(ClientError::from)?.into_inner();
        let tournament = readmitted.tournament.unwrap_or_default();
        let (results, matches) = (tournament.result_count, planned_matches(&tournament));
        if output.is_json() {
            return output.json(&json!({
                "tournament": tournament.name, "entrant": args.of.entrant, "results": results,
                "matches": matches,
            }));
        }
        let (name, entrant) = (&tournament.name, plain_line(&args.of.entrant));
        output.line(format!(
            "{entrant} takes part in {name}, in which {results} of {matches} matches have a result"
        ))
    })
}
