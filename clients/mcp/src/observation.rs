//! What a model is shown of its seat.

use std::fmt::Write;
use std::time::Duration;

use super::played_seat::PlayedSeat;
use super::rules_section::notation_lines;
use super::seat_progress::{SeatProgress, SeatStatus};

/// Returns everything that the seat may know, and what has happened since the previous observation.
pub(super) async fn observation(seat: &PlayedSeat) -> String {
    seat.refresh_view().await;
    let mut progress = seat.progress();
    let events = progress.take_unseen();
    let mut text = head(seat, &progress);
    if !events.is_empty() {
        text += "\nsince the last observation:\n";
        for line in events {
            let _ = writeln!(text, "- {line}");
        }
    }
    if let Some(texts) = &progress.texts
        && !progress.view.is_empty()
    {
        let board = texts.diagram(&progress.view);
        let _ = write!(text, "\nboard:\n{board}\nposition: {}\n", progress.view);
    }
    text + &advice(seat, &progress)
}

/// Returns the observation, or only what the seat waits for if nothing has happened since the previous one.
pub(super) async fn news(seat: &PlayedSeat) -> String {
    let unchanged = {
        let mut progress = seat.progress();
        progress.finish_line();
        let is_waiting = matches!(
            progress.status(),
            SeatStatus::Starting | SeatStatus::Waiting
        );
        (is_waiting && !progress.has_unseen())
            .then(|| head(seat, &progress) + &advice(seat, &progress))
    };
    match unchanged {
        Some(text) => text,
        None => observation(seat).await,
    }
}

/// Returns the whole match: what has happened so far, and how it ended.
pub(super) fn match_transcript(seat: &PlayedSeat) -> String {
    let mut progress = seat.progress();
    progress.finish_line();
    let mut text = head(seat, &progress) + "\nevents:\n";
    for line in &progress.lines {
        let _ = writeln!(text, "- {line}");
    }
    match &progress.record {
        Some(Ok(path)) => {
            let _ = writeln!(text, "\nrecord: {}", path.display());
        }
        Some(Err(message)) => {
            let _ = writeln!(text, "\nrecord: not written: {message}");
        }
        None => {}
    }
    text
}

fn head(seat: &PlayedSeat, progress: &SeatProgress) -> String {
    let status = match progress.status() {
        SeatStatus::Starting => "waiting for the start",
        SeatStatus::ToAct => "your turn",
        SeatStatus::Waiting => "waiting for others",
        SeatStatus::Over => "match over",
        SeatStatus::Failed => "failed",
    };
    let mut text = format!("status: {status}\nhandle: {}\n", seat.handle);
    let title = seat.ticket.game.spec().title;
    let _ = writeln!(text, "match: {}, {title}", seat.ticket.r#match);
    if let Some(texts) = &progress.texts {
        let (own, players) = (texts.own_name(), texts.players());
        let _ = writeln!(
            text,
            "you: {own} (seat {})\nplayers: {players}",
            progress.seat
        );
    }
    if let Some(open) = &progress.request
        && progress.status() == SeatStatus::ToAct
    {
        let (turn, part, stage) = (open.request.turn, open.request.part, &open.request.stage);
        let _ = writeln!(text, "turn: {turn}, part {part}, stage {stage}");
        let left = open
            .remaining()
            .map_or_else(|| "no limit".to_owned(), seconds);
        let _ = writeln!(text, "time left: {left}");
        let banks = open
            .request
            .clocks
            .iter()
            .flat_map(|clocks| &clocks.bank_nanos);
        let banks: Vec<_> = banks
            .map(|nanos| seconds(Duration::from_nanos(*nanos)))
            .collect();
        if !banks.is_empty() {
            let _ = writeln!(text, "time of each seat: {}", banks.join(", "));
        }
    }
    let notes = [&progress.suspended, &progress.lost];
    for note in notes.into_iter().flatten() {
        let _ = writeln!(text, "note: {note}");
    }
    if let Some(failure) = &progress.failure {
        let _ = writeln!(text, "error: {}\n{}", failure.reason, failure.message);
    }
    text
}

fn seconds(duration: Duration) -> String {
    format!("{} s", duration.as_secs())
}

/// Returns what to call next.
fn advice(seat: &PlayedSeat, progress: &SeatProgress) -> String {
    match progress.status() {
        SeatStatus::ToAct => {
            let spec = seat.ticket.game.spec();
            let mut text = String::from("\nactions, an example and its meaning:\n");
            for line in notation_lines(spec) {
                let _ = writeln!(text, "  {line}");
            }
            text + if seat.ticket.allows_legal_actions {
                "next: call `act`; `legal_actions` lists what is legal now"
            } else {
                "next: call `act`"
            }
        }
        SeatStatus::Starting | SeatStatus::Waiting => "\nnext: call `wait`".to_owned(),
        SeatStatus::Over => "\nnext: nothing; `transcript` returns the whole match".to_owned(),
        SeatStatus::Failed => {
            "\nnext: `join_match` with the match and the seat token, if you have it".to_owned()
        }
    }
}
