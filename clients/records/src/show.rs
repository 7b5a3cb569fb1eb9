//! `record show`: shows the events and positions of a record.

use botwerk_client::RecordFile;
use botwerk_command::failure::{Failure, Reason};
use botwerk_command::output::Output;
use botwerk_engine::record::{
    EventLine, OutcomeLine, Record, RecordComment, Replay, VerifyError, frames,
};
use botwerk_engine::{AnyGame, GameDrawing, GameNotation, Viewer, plain_line, strip};
use clap::Args;
use serde_json::json;

use super::file::{NO_OUTCOME, load_record, record_differs};

/// Arguments of `record show`.
#[derive(Debug, Args)]
pub struct ShowArgs {
    /// Record file, `-` for standard input
    file: String,
    /// Show only the position after event N; 0 is the start
    #[arg(long, value_name = "N")]
    at: Option<u64>,
    /// Print a diagram after every event, not only after the last
    #[arg(long, conflicts_with = "at")]
    every: bool,
    /// Print the turns one after another as an animated SVG picture, or one position with --at
    #[arg(long, conflicts_with_all = ["every", "json"])]
    svg: bool,
    /// Time for which the animated picture shows each turn
    #[arg(
        long,
        value_name = "MILLISECONDS",
        default_value_t = 1000,
        requires = "svg"
    )]
    frame_millis: u32,
}

/// Maximum number of turns of an animated picture.
const MAX_FRAMES: usize = 1000;

/// Prints the events of the record, and its last, all or one of its positions. A record without an outcome is shown as far
/// as it goes, with an error: its last lines may have been cut off.
pub(super) fn run(args: &ShowArgs, output: &mut Output) -> Result<(), Failure> {
    let file = load_record(&args.file)?;
    show(args, &file, output)
}

fn show(args: &ShowArgs, file: &RecordFile, output: &mut Output) -> Result<(), Failure> {
    let record = file.record();
    let last = record.events.len() as u64;
    if let Some(at) = args.at.filter(|at| *at > last) {
        let message = format!("--at {at}: expected 0 to {last}, the number of events");
        return Err(Failure::new(Reason::BadArgument, message));
    }
    let differs = |difference| record_differs(&args.file, &difference);
    if args.svg && args.at.is_none() {
        print_strip(args, record, differs, output)?;
        return outcome(&args.file, record).map(drop);
    }
    let mut replay = Replay::<AnyGame>::new(record).map_err(differs)?;
    if args.svg {
        while replay.seq() <= args.at.unwrap_or_default() && replay.step().map_err(differs)? {}
        let referee = replay.referee();
        let view = referee.view(Viewer::Spectator);
        return output.line(referee.game().picture(&view));
    }
    if !output.is_json() {
        print_header(record, output)?;
    }
    if args.every || args.at == Some(0) {
        print_position(&replay, None, output)?;
    }
    for (index, line) in record.events.iter().enumerate() {
        if args.at.is_some_and(|at| line.seq > at) {
            return Ok(());
        }
        replay.step().map_err(differs)?;
        if args.at.is_some_and(|at| line.seq < at) {
            continue;
        }
        if !output.is_json() {
            output.line(event_text(line))?;
            let next = record.events.get(index + 1);
            if next.is_none_or(|next| !is_same_submission(line, next)) {
                print_comments(file.comments(), line, output)?;
            }
        }
        if output.is_json() || args.every || line.seq == args.at.unwrap_or(last) {
            print_position(&replay, Some(line), output)?;
        }
    }
    replay.check_outcome().map_err(differs)?;
    if args.at.is_some() {
        return Ok(());
    }
    let outcome = outcome(&args.file, record)?;
    if output.is_json() {
        return Ok(());
    }
    print_outcome(outcome, output)
}

/// Returns the outcome, or the failure of a record that has none.
fn outcome<'a>(file: &str, record: &'a Record) -> Result<&'a OutcomeLine, Failure> {
    record.outcome.as_ref().ok_or_else(|| {
        let message = format!(
            "{file}: ends after event {}: {NO_OUTCOME}; see `botwerk record verify`",
            record.events.len()
        );
        Failure::new(Reason::VerificationFailed, message)
    })
}

/// Prints the turns one after another as one picture.
fn print_strip(
    args: &ShowArgs,
    record: &Record,
    differs: impl Fn(VerifyError) -> Failure,
    output: &mut Output,
) -> Result<(), Failure> {
    let frames = frames::<AnyGame>(record).map_err(differs)?;
    if frames.len() > MAX_FRAMES {
        let found = frames.len() - 1;
        let message = format!(
            "--svg: at most {MAX_FRAMES} turns, found {found}; print single positions with --at"
        );
        return Err(Failure::new(Reason::BadArgument, message));
    }
    output.line(strip(&frames, args.frame_millis))
}

fn print_header(record: &Record, output: &mut Output) -> Result<(), Failure> {
    let header = &record.header;
    let seats = header.seats.iter().enumerate();
    let seats: Vec<_> = seats
        .map(|(seat, player)| {
            format!(
                "seat {seat} {}",
                player.agent.as_ref().unwrap_or(&player.name)
            )
        })
        .collect();
    output.line(format!("{}: {}", header.game, seats.join(", ")))
}

fn event_text(line: &EventLine) -> String {
    let EventLine { seq, action, .. } = line;
    match line.actor.as_str() {
        actor @ ("chance" | "referee") => format!("{seq} {actor}: {action}"),
        seat => format!("{seq} seat {seat}: {action}"),
    }
}

/// Returns `true` if two events are of the same submission.
fn is_same_submission(one: &EventLine, other: &EventLine) -> bool {
    one.is_same_turn(other) && one.part == other.part
}

/// Prints the comments of the submission that ends with an event.
fn print_comments(
    comments: &[RecordComment],
    line: &EventLine,
    output: &mut Output,
) -> Result<(), Failure> {
    let (Ok(seat), Some(turn), Some(part)) = (line.actor.parse::<u32>(), line.turn, line.part)
    else {
        return Ok(());
    };
    let of_submission = comments
        .iter()
        .filter(|it| (it.seat, it.turn, it.part) == (seat, turn, part));
    for comment in of_submission {
        let text = plain_line(&comment.text);
        output.line(format!("  seat {} says: {text}", comment.seat))?;
    }
    Ok(())
}

/// Prints the position after an event, or the start position.
fn print_position(
    replay: &Replay<'_, AnyGame>,
    after: Option<&EventLine>,
    output: &mut Output,
) -> Result<(), Failure> {
    let referee = replay.referee();
    let game = referee.game();
    if !output.is_json() {
        return output.diagram(&game.diagram(&referee.view(Viewer::Spectator)));
    }
    output.json(&json!({
        "seq": after.map_or(0, |line| line.seq),
        "actor": after.map(|line| &line.actor),
        "action": after.map(|line| &line.action),
        "position": game.format_position(referee.state()),
    }))
}

fn print_outcome(outcome: &OutcomeLine, output: &mut Output) -> Result<(), Failure> {
    let places: Vec<_> = outcome.places.iter().map(u8::to_string).collect();
    output.line(format!(
        "ended by {}: places {}",
        outcome.outcome,
        places.join(", ")
    ))
}
