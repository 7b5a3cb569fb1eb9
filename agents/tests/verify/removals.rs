//! Records of matches that seats leave, and forgeries of why they did.

use botwerk_agents::verify;
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::record::{ClockKind, EventLine, OutcomeLine, Record, Replay};
use botwerk_engine::{Removal, Seat, Termination};

use crate::budgets::{on_wall_time, play_match};

/// The time control of the matches.
const CONTROL: &str = "bank 60s+1s";

/// Returns the record of a match between clients in which the first seat leaves in its second turn.
fn removed(removal: Removal, time_control: Option<&str>) -> Record {
    let mut record = on_wall_time(play_match("random", 300), time_control);
    for seat in &mut record.header.seats {
        seat.agent = None;
    }
    let mut replay = Replay::<Netzwerk>::new(&record).unwrap();
    while replay.referee().turn(Seat::FIRST) < 2 {
        assert!(replay.step().unwrap());
    }
    let mut referee = replay.referee().clone();
    let mut events = Vec::new();
    referee
        .remove_seat(Seat::FIRST, removal, &mut events)
        .unwrap();
    let mut lines = record.events[..replay.seq() as usize - 1].to_vec();
    lines.push(EventLine::new(
        referee.game(),
        lines.len() as u64 + 1,
        &events[0],
    ));
    Record {
        events: lines,
        outcome: OutcomeLine::from_referee(&referee),
        header: record.header.clone(),
    }
}

/// Returns the nanoseconds after which the clock of the first seat reaches zero in its second turn.
fn remaining_nanos() -> u64 {
    let record = removed(Termination::Resigned.into(), Some(CONTROL));
    let mut replay = Replay::<Netzwerk>::new(&record).unwrap();
    while replay.referee().turn(Seat::FIRST) < 2 {
        assert!(replay.step().unwrap());
    }
    replay.remaining_nanos(Seat::FIRST).unwrap()
}

/// Sets why the first seat left, in the event and in the outcome.
fn set_termination(record: &mut Record, termination: Option<Termination>) {
    record.events.last_mut().unwrap().termination = termination;
    let outcome = record.outcome.as_mut().unwrap();
    outcome.terminations[0] = termination;
}

fn error_of(record: &Record) -> String {
    let read = Record::from_text(&record.to_text()).unwrap();
    verify::<Netzwerk>(&read).unwrap_err().to_string()
}

#[test]
fn seat_leaves_for_a_reason_that_the_match_allows() {
    let flagged = Removal::flagged(remaining_nanos());
    for (removal, control) in [
        (flagged, Some(CONTROL)),
        (Termination::Resigned.into(), Some(CONTROL)),
        (Termination::Resigned.into(), None),
        (Termination::Illegal.into(), None),
        (Termination::Disconnected.into(), None),
        // A program that has failed.
        (Termination::Crashed.into(), Some(CONTROL)),
    ] {
        let record = removed(removal, control);
        let verified = verify::<Netzwerk>(&record).unwrap();
        assert!(verified.is_complete(), "{removal:?}");
    }
}

#[test]
fn flagged_seat_has_a_clock_that_has_reached_zero() {
    let nanos = remaining_nanos();
    let without_clock = removed(Removal::flagged(nanos), None);
    assert!(error_of(&without_clock).contains("no clock was running against it"));
    for elapsed in [nanos - 1, 2 * nanos] {
        let record = removed(Removal::flagged(elapsed), Some(CONTROL));
        assert!(error_of(&record).contains("reached zero"));
    }
    let mut resigned = removed(Termination::Resigned.into(), Some(CONTROL));
    set_termination(&mut resigned, Some(Termination::Flagged));
    assert!(error_of(&resigned).contains("elapsed_nanos: expected from"));
    let mut flagged = removed(Removal::flagged(nanos), Some(CONTROL));
    set_termination(&mut flagged, Some(Termination::Resigned));
    assert!(error_of(&flagged).contains("only a flagged seat"));
}

#[test]
fn reasons_are_neither_dropped_nor_invented() {
    let genuine = removed(Termination::Resigned.into(), None);
    let mut dropped = genuine.clone();
    dropped.events.last_mut().unwrap().termination = None;
    assert!(error_of(&dropped).contains("expected why the seat leaves"));
    let mut dropped = genuine.clone();
    dropped.outcome.as_mut().unwrap().terminations.clear();
    assert!(error_of(&dropped).contains("expected those of the events"));
    let mut invented = genuine.clone();
    invented.outcome.as_mut().unwrap().terminations[1] = Some(Termination::Crashed);
    assert!(error_of(&invented).contains("expected those of the events"));
    for (impossible, why) in [
        (Termination::NoShow, "the match has started"),
        (Termination::Infra, "not attributable to a seat"),
    ] {
        let mut forged = genuine.clone();
        set_termination(&mut forged, Some(impossible));
        assert!(error_of(&forged).contains(why), "{impossible}");
    }
    let clocked = removed(Termination::Disconnected.into(), Some(CONTROL));
    assert!(error_of(&clocked).contains("its clock limits"));
}

#[test]
fn client_does_not_act_after_its_time() {
    let mut record = on_wall_time(play_match("random", 300), Some("turn 1s"));
    record.header.seats[0].agent = None;
    verify::<Netzwerk>(&record).unwrap();
    for line in &mut record.events {
        if line.actor == "0" && line.turn == Some(2) {
            line.elapsed_nanos = Some(5_000_000_000);
        }
    }
    assert!(error_of(&record).contains("had reached zero"));
    assert_eq!(record.header.clock, ClockKind::Wall);
}

#[test]
fn aborted_record_says_how_it_was_aborted() {
    let mut record = removed(Termination::Resigned.into(), None);
    record.events.pop();
    let aborted = |reason: &str, second| Record {
        outcome: Some(OutcomeLine::aborted(reason, &[None, second])),
        ..record.clone()
    };
    let infra = Some(Termination::Infra);
    for genuine in [aborted("aborted", None), aborted("infra", infra)] {
        assert!(verify::<Netzwerk>(&genuine).unwrap().is_complete());
    }
    let resigned = Some(Termination::Resigned);
    for forged in [
        aborted("bored", None),
        aborted("aborted", infra),
        aborted("aborted", resigned),
        aborted("infra", None),
        aborted("infra", resigned),
    ] {
        assert!(error_of(&forged).contains("terminat") || error_of(&forged).contains("outcome"));
    }
}
