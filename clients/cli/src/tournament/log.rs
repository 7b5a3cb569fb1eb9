//! `tournament show --view log`: prints what a bot has written to standard error, match by match.

use botwerk_client::proto;
use botwerk_engine::plain_line;
use clap::Args;
use serde_json::json;

use super::description::termination;
use super::source::Source;
use crate::bot_log::LogExcerpt;
use crate::bot_output::printable;
use crate::failure::{Failure, Reason};
use crate::output::Output;

/// Arguments of the view. The token of a registered bot, which may read its own logs, is read from
/// `BOTWERK_BOT_TOKEN`.
#[derive(Debug, Args)]
pub(super) struct LogArgs {
    /// Entrant whose logs are printed
    #[arg(long, value_name = "NAME", required_if_eq("view", "log"))]
    entrant: Option<String>,
    /// Print the log of this match only, such as matches/0198...
    #[arg(long, value_name = "MATCH")]
    r#match: Option<String>,
}

impl LogArgs {
    /// Returns the entrant, without which the view is not shown.
    fn entrant(&self) -> &str {
        self.entrant.as_deref().unwrap_or_default()
    }
}

/// A match of the entrant, and how it ended.
struct PlayedSeat {
    pairing: u64,
    r#match: String,
    seat: u32,
    /// The place, if the match has a result.
    place: Option<u32>,
    termination: Option<String>,
}

/// Prints the logs of an entrant in the order of its matches.
pub(super) async fn show(
    source: &Source,
    name: &str,
    args: &LogArgs,
    output: &mut Output,
) -> Result<(), Failure> {
    let seats = played_seats(source, name, args).await?;
    if seats.is_empty() {
        return Err(no_match(source, name, args).await?);
    }
    let token = std::env::var("BOTWERK_BOT_TOKEN").unwrap_or_default();
    let mut has_log = false;
    for seat in &seats {
        let log = source.seat_log(&seat.r#match, seat.seat, &token).await?;
        if log.text.is_empty() {
            continue;
        }
        has_log = true;
        seat.print(&log, output)?;
    }
    if has_log || output.is_json() {
        return Ok(());
    }
    let (entrant, count) = (plain_line(args.entrant()), seats.len());
    output.line(format!(
        "no log of {entrant} in {count} matches; programs that `tournament run` starts have one if they \
         write to standard error"
    ))
}

/// Returns the matches of the entrant that were started.
async fn played_seats(
    source: &Source,
    name: &str,
    args: &LogArgs,
) -> Result<Vec<PlayedSeat>, Failure> {
    let wanted = args.r#match.as_deref();
    let wanted = wanted.map(|name| name.strip_prefix("matches/").unwrap_or(name));
    let mut seats = Vec::new();
    let collect = |pairing: proto::Pairing| {
        let entrants = pairing.entrants.iter().enumerate();
        for (seat, _) in entrants.filter(|(_, entrant)| **entrant == args.entrant()) {
            for attempt in &pairing.attempts {
                let id = attempt.r#match.strip_prefix("matches/");
                if id.is_some_and(|id| wanted.is_none_or(|wanted| id == wanted)) {
                    seats.push(PlayedSeat::new(&pairing, attempt, seat));
                }
            }
        }
        Ok(())
    };
    source.pairings(name, collect).await?;
    Ok(seats)
}

/// Returns why there is no match: the entrant or the match is unknown, or none has started.
async fn no_match(source: &Source, name: &str, args: &LogArgs) -> Result<Failure, Failure> {
    let setup = source.tournament(name).await?.setup.unwrap_or_default();
    let names: Vec<_> = setup
        .entrants
        .iter()
        .map(|it| plain_line(&it.name))
        .collect();
    let entrant = plain_line(args.entrant());
    let message = if !setup.entrants.iter().any(|it| it.name == args.entrant()) {
        format!(
            "entrant: expected one of {}; found {entrant}",
            names.join(", ")
        )
    } else if let Some(name) = &args.r#match {
        format!("match: {entrant} does not play {name}; omit --match to see all of its matches")
    } else {
        format!(
            "{entrant} has not started a match yet; wait, or see `tournament show --view status`"
        )
    };
    Ok(Failure::new(Reason::BadArgument, message))
}

impl PlayedSeat {
    fn new(pairing: &proto::Pairing, attempt: &proto::Attempt, seat: usize) -> Self {
        let result = pairing.result.as_ref().filter(|_| attempt.is_scored);
        let stats = result.and_then(|result| result.seat_stats.get(seat));
        Self {
            pairing: pairing.index,
            r#match: attempt.r#match.clone(),
            seat: seat as u32,
            place: result.and_then(|result| result.places.get(seat).copied()),
            termination: stats.and_then(|stats| termination(stats.termination())),
        }
    }

    fn print(&self, log: &proto::GetSeatLogResponse, output: &mut Output) -> Result<(), Failure> {
        if output.is_json() {
            return output.json(&json!({
                "pairing": self.pairing, "match": self.r#match, "seat": self.seat,
                "place": self.place, "termination": self.termination,
                "omitted_bytes": log.omitted_bytes, "log": log.text,
            }));
        }
        output.line(self.headline())?;
        let excerpt = LogExcerpt {
            omitted_bytes: log.omitted_bytes,
            text: log.text.clone(),
        };
        for line in excerpt.to_string().lines() {
            output.line(printable(line.as_bytes()).trim_end_matches('\n'))?;
        }
        output.line("")
    }

    fn headline(&self) -> String {
        let (pairing, name, seat) = (self.pairing, &self.r#match, self.seat);
        let mut line = format!("== pairing {pairing}, {name}, seat {seat}");
        if let Some(place) = self.place {
            line += &format!(", place {place}");
        }
        if let Some(termination) = &self.termination {
            line += &format!(", {termination}");
        }
        line
    }
}
