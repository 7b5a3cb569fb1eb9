//! What a liar needs: places in a record, and lies that keep the rest in order.

use botwerk_engine::Termination;
use botwerk_engine::record::{EventLine, Record};

/// The first event after `after` that is looked for.
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

/// The first event that is looked for.
pub(crate) fn find(record: &Record, wanted: impl Fn(&EventLine) -> bool) -> usize {
    find_after(record, 0, wanted)
}

/// The first action of the first act that shows a route of several moves.
pub(crate) fn show_of(record: &Record) -> usize {
    let mut pairs = record.events.windows(2);
    let shows = |lines: &[EventLine]| {
        lines[0].action.starts_with("to ") && lines[1].act.is_some() && lines[0].by == lines[1].by
    };
    pairs.position(shows).expect("the match has such a show")
}

/// The first race with so many announcements at least.
pub(crate) fn race_of(record: &Record, announcements: usize) -> usize {
    find(record, |line| line.race.len() >= announcements)
}

/// The place of a losing announcement in the race of an event.
pub(crate) fn loser(line: &EventLine) -> usize {
    let lost = |finish: &botwerk_engine::record::FinishLine| finish.seat.to_string() != line.by;
    line.race.iter().position(lost).expect("somebody lost")
}

/// The first pass in a round in which somebody announces later.
pub(crate) fn pass_before_race(record: &Record) -> usize {
    let races = record.events.windows(2);
    let is_last_pass = |lines: &[EventLine]| lines[0].action == "pass" && !lines[1].race.is_empty();
    let mut races = races.enumerate();
    let last = races.find(|(_, lines)| is_last_pass(lines));
    last.expect("the match has such a round").0
}

/// Puts an event of the referee before another one.
pub(crate) fn intervene(record: &mut Record, at: usize, action: &str, why: Option<Termination>) {
    let line = EventLine {
        seq: 0,
        by: "referee".into(),
        action: action.into(),
        key: None,
        turn: None,
        act: None,
        nanos: None,
        charged: None,
        effort: None,
        why,
        race: Vec::new(),
    };
    record.events.insert(at, line);
    renumber(record);
}

/// Numbers the events again, so that none seems to be missing.
pub(crate) fn renumber(record: &mut Record) {
    for (seq, line) in (1..).zip(&mut record.events) {
        line.seq = seq;
    }
}

/// Gives an answer more effort and the time that belongs to it.
pub(crate) fn work_more(line: &mut EventLine, nodes: u64) {
    line.effort = Some(line.effort.unwrap_or(0) + nodes);
    line.nanos = line.nanos.map(|nanos| nanos + nodes * 1000);
}
