//! Functions that find events in a record and forge them consistently.

use botwerk_engine::Termination;
use botwerk_engine::record::{EventLine, Record};

/// Returns the index of the first event after `after` that is `wanted`.
pub(crate) fn find_after(
    record: &Record,
    after: usize,
    wanted: impl Fn(&EventLine) -> bool,
) -> usize {
    let mut events = record.events.iter().skip(after);
    let at = events
        .position(wanted)
        .expect("the match has such an event");
    after + at
}

/// Returns the index of the first event that is `wanted`.
pub(crate) fn find(record: &Record, wanted: impl Fn(&EventLine) -> bool) -> usize {
    find_after(record, 0, wanted)
}

/// Returns the index of the first action of the first submission that shows a route of several
/// moves.
pub(crate) fn find_show(record: &Record) -> usize {
    let mut pairs = record.events.windows(2);
    let is_show = |lines: &[EventLine]| {
        lines[0].action.starts_with("to ")
            && lines[1].part.is_some()
            && lines[0].actor == lines[1].actor
    };
    pairs.position(is_show).expect("the match has such a show")
}

/// Returns the index of the first race with at least this number of announcements.
pub(crate) fn find_race(record: &Record, announcements: usize) -> usize {
    find(record, |line| line.announcements.len() >= announcements)
}

/// Returns the index of a losing announcement in the race of an event.
pub(crate) fn losing_announcement(line: &EventLine) -> usize {
    let is_losing = |announcement: &botwerk_engine::record::AnnouncementLine| {
        announcement.seat.to_string() != line.actor
    };
    line.announcements
        .iter()
        .position(is_losing)
        .expect("the race has a loser")
}

/// Returns the index of the last pass before the first announcement of a round.
pub(crate) fn pass_before_race(record: &Record) -> usize {
    let races = record.events.windows(2);
    let is_last_pass =
        |lines: &[EventLine]| lines[0].action == "pass" && !lines[1].announcements.is_empty();
    let mut races = races.enumerate();
    let last = races.find(|(_, lines)| is_last_pass(lines));
    last.expect("the match has such a round").0
}

/// Inserts an event of the referee.
pub(crate) fn insert_referee_event(
    record: &mut Record,
    at: usize,
    action: &str,
    why: Option<Termination>,
) {
    let line = EventLine {
        seq: 0,
        actor: "referee".into(),
        action: action.into(),
        key: None,
        turn: None,
        part: None,
        elapsed_nanos: None,
        charged_nanos: None,
        stalled_nanos: None,
        effort: None,
        score: None,
        termination: why,
        announcements: Vec::new(),
    };
    record.events.insert(at, line);
    renumber(record);
}

/// Numbers the events again, so that no sequence number is missing.
pub(crate) fn renumber(record: &mut Record) {
    for (seq, line) in (1..).zip(&mut record.events) {
        line.seq = seq;
    }
}

/// Adds effort to a submission, and the corresponding virtual time.
pub(crate) fn add_effort(line: &mut EventLine, nodes: u64) {
    line.effort = Some(line.effort.unwrap_or(0) + nodes);
    line.elapsed_nanos = line.elapsed_nanos.map(|nanos| nanos + nodes * 1000);
}
