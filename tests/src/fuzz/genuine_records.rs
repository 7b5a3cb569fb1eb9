//! Genuine records of every kind: on virtual and on wall time, with agents and clients, with seats that
//! were removed.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use botwerk_agents::arena::{self, Unlimited};
use botwerk_agents::{Roster, verify};
use botwerk_engine::record::{ClockKind, EventLine, OutcomeLine, Record, Replay};
use botwerk_engine::{
    Adjudication, DrawRule, GameId, Referee, Removal, ResignRule, Seat, Termination, with_game,
};

use super::corpus;

/// Nanoseconds by which times on wall time differ from those of virtual time.
const WALL_NANOS: u64 = 777;

/// Returns genuine records of a game.
pub(super) fn genuine_records(id: GameId) -> &'static [Record] {
    static RECORDS: OnceLock<BTreeMap<GameId, Vec<Record>>> = OnceLock::new();
    let records = RECORDS.get_or_init(|| {
        let all = |id: &GameId| (*id, with_game!(*id, G => collect::<G>()));
        GameId::BUILT_IN.iter().map(all).collect()
    });
    &records[&id]
}

fn collect<G: Roster>() -> Vec<Record> {
    let played = &corpus::for_game(G::ID).records;
    let mut records = played.clone();
    if G::spec().score_unit.is_some() {
        records.extend(played.iter().map(adjudicated::<G>));
    }
    for record in played {
        let measured = on_wall_time(record, None);
        let clocked = on_wall_time(record, Some("bank 60s+1s"));
        let mut with_client = clocked.clone();
        with_client.header.seats[0].agent = None;
        for removal in [
            Termination::Resigned.into(),
            Termination::Illegal.into(),
            Removal::flagged(0),
        ] {
            records.extend(removed::<G>(&with_client, removal));
        }
        records.extend([measured, clocked, with_client]);
    }
    for record in &records {
        verify::<G>(record).unwrap_or_else(|error| panic!("{error}:\n{}", record.to_text()));
    }
    records
}

/// Returns the record of a match with the same header between two of the strongest agents, which ends as soon
/// as both agree on its result.
fn adjudicated<G: Roster>(record: &Record) -> Record {
    let rules = Adjudication {
        resign: Some(ResignRule { score: 1, turns: 2 }),
        draw: Some(DrawRule {
            score: 0,
            turns: 2,
            min_turn: 1,
        }),
    };
    let game: G = record.header.create_game(G::ID).unwrap();
    let seed = record.header.root_seed().unwrap();
    let spec = G::roster()[0].info.with_node_limit(corpus::AGENT_NODES);
    let mut agents = vec![G::agent(&spec).unwrap(), G::agent(&spec).unwrap()];
    let referee = Referee::new(game.clone(), seed).with_adjudication(Some(rules));
    let mut events = Vec::new();
    let finished = arena::play_match(referee, seed, &mut agents, &mut Unlimited, &mut events);
    let mut header = record.header.clone();
    for seat in &mut header.seats {
        seat.agent = Some(spec.to_string());
    }
    header.adjudication = Some(rules);
    let line = |(seq, event)| EventLine::new(&game, seq, event);
    Record {
        header,
        events: (1..).zip(&events).map(line).collect(),
        outcome: Some(finished.outcome_line()),
    }
}

/// Returns a record with times as if they had been measured.
fn on_wall_time(record: &Record, time_control: Option<&str>) -> Record {
    let mut record = record.clone();
    record.header.clock = ClockKind::Wall;
    record.header.time_control = time_control.map(str::to_owned);
    for line in &mut record.events {
        if line.turn.is_some() && line.elapsed_nanos.is_none() {
            // A pass in place of a choice that was too late.
            line.elapsed_nanos = Some(3_600_000_000_000);
        }
        line.elapsed_nanos = line.elapsed_nanos.map(|nanos| nanos + WALL_NANOS);
        for announcement in &mut line.announcements {
            announcement.elapsed_nanos += WALL_NANOS;
        }
    }
    record
}

/// Returns the record of the same match in which the first seat is removed in its second turn; `None` if
/// the match is not over then.
fn removed<G: Roster>(record: &Record, removal: Removal) -> Option<Record> {
    let seat = Seat::FIRST;
    let mut replay = Replay::<G>::new(record).unwrap();
    while replay.referee().turn(seat) < 2 || !replay.referee().awaited_seats().contains(seat) {
        if !replay.step().unwrap() {
            return None;
        }
    }
    let removal = match removal.termination {
        Termination::Flagged => Removal::flagged(replay.remaining_nanos(seat)?),
        _ => removal,
    };
    let mut referee = replay.referee().clone();
    let mut events = Vec::new();
    referee.remove_seat(seat, removal, &mut events).unwrap();
    referee.resolve_chance(&mut events);
    let outcome = OutcomeLine::from_referee(&referee)?;
    let mut lines = record.events[..replay.seq() as usize - 1].to_vec();
    for event in &events {
        lines.push(EventLine::new(
            referee.game(),
            lines.len() as u64 + 1,
            event,
        ));
    }
    Some(Record {
        header: record.header.clone(),
        events: lines,
        outcome: Some(outcome),
    })
}
