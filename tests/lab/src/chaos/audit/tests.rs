use std::sync::Arc;

use botwerk_agents::{GameAgents, arena};
use botwerk_client::proto::play_response::Kind;
use botwerk_engine::record::{Header, RecordedSeat, SeedOrigin};
use botwerk_engine::{AnyGame, GameId, GameNotation, GameRace, GameViews, Options, RootSeed};

use super::super::seat_log::PlannedSubmission;
use super::*;

/// A recorded match of two remote seats with their logs.
struct RecordedMatch {
    record: Record,
    logs: Vec<SeatLog>,
}

impl RecordedMatch {
    /// Plays a match between random agents.
    fn play(game: GameId) -> Self {
        let options = Options::resolve(game.spec().options, [("", ""); 0]).unwrap();
        let (id, game) = (game, game.game(2, options).unwrap());
        let seed = RootSeed::from_text("audit");
        let strongest = id.roster()[0];
        let can_pause = strongest.settings.iter().any(|it| it.name == "think");
        // A seat without an agent cannot pause on virtual time.
        let pause = if can_pause { ":think=0ms" } else { "" };
        let spec = format!("{}{pause}", strongest.name).parse().unwrap();
        let mut agents = vec![id.agent(&spec).unwrap(), id.agent(&spec).unwrap()];
        let mut events = Vec::new();
        let played = arena::play(&game, seed, &mut agents, &mut events);
        let seat = |name: &str| RecordedSeat {
            name: name.into(),
            agent: None,
        };
        let seats = vec![seat("a"), seat("b")];
        let header = Header::new(&game, seats, seed, SeedOrigin::Given, ClockKind::Virtual);
        let line = |(seq, event)| EventLine::new(&game, seq, event);
        let record = Record {
            header,
            events: (1..).zip(&events).map(line).collect(),
            outcome: Some(played.outcome_line()),
        };
        let logs = (0..2).map(|seat| log_of_seat(&record, seat)).collect();
        Self { record, logs }
    }

    /// Runs the audit.
    fn audit(&self) -> Result<AuditStats, Violation> {
        let description = proto::Match {
            name: "matches/m".into(),
            event_count: self.record.events.len() as u64,
            ..Default::default()
        };
        let input = AuditInput {
            plan: &ChaosMatch::new("audit", 0),
            description: &description,
            logs: &self.logs,
            kills: 0,
        };
        audit(&input, &self.record.to_text())
    }
}

/// Returns the log of a seat that received what a record shows.
fn log_of_seat(record: &Record, seat: u32) -> SeatLog {
    let mut log = SeatLog::new("matches/m", seat, Arc::default());
    log.join(0);
    let joined = Kind::Joined(proto::Joined {
        uses_virtual_time: true,
        ..Default::default()
    });
    log.handle_frame(joined, true).unwrap();
    let mut replay = Replay::<AnyGame>::new(record).unwrap();
    let mut submissions: Vec<(PartKey, PlannedSubmission, u64)> = Vec::new();
    let mut seq = 0;
    while let Some((line, event)) = replay.peek().unwrap() {
        let referee = replay.referee();
        let viewer = Viewer::Seat(Seat::new(seat as usize).unwrap());
        let game = referee.game();
        let shown = game.visible_action(referee.state(), viewer, event.actor, event.action);
        // An announcement that waits since an earlier one is logged already.
        let held = referee.held_announcements().iter();
        let is_held = held.map(|it| it.seat.index() as u32).any(|it| it == seat);
        let own_part = part_of(line).filter(|(by, _)| *by == seat && !is_held);
        if let Some((own, key)) = own_part {
            assert_eq!(own, seat);
            match submissions.last_mut().filter(|(before, ..)| *before == key) {
                Some((_, planned, _)) => planned.actions.push(line.action.clone()),
                None => {
                    let planned = PlannedSubmission {
                        effort: line.effort.unwrap_or(0),
                        actions: vec![line.action.clone()],
                        is_contested: game.is_contested(referee.state(), event.action),
                        ..PlannedSubmission::default()
                    };
                    submissions.push((key, planned, line.elapsed_nanos.unwrap()));
                }
            }
        }
        for announcement in line
            .announcements
            .iter()
            .filter(|announcement| announcement.seat == seat && !is_held)
        {
            let key = (referee.turn(Seat::new(seat as usize).unwrap()), 0);
            if part_of(line) != Some((seat, key)) {
                let planned = PlannedSubmission {
                    effort: announcement.effort,
                    actions: vec![announcement.action.clone()],
                    is_contested: true,
                    ..PlannedSubmission::default()
                };
                submissions.push((key, planned, announcement.elapsed_nanos));
            }
        }
        if let Some(action) = shown {
            seq += 1;
            let info = proto::VisibleEvent {
                actor: Some(actor(event.actor)),
                text: game.format_action(action),
                ..Default::default()
            };
            let update = proto::Update {
                seq,
                events: vec![info],
                ..Default::default()
            };
            log.handle_frame(Kind::Update(update), true).unwrap();
        }
        replay.step().unwrap();
    }
    for (key, planned, nanos) in submissions {
        accept(&mut log, key, planned, nanos);
    }
    let outcome = record.outcome.as_ref().unwrap();
    let over = proto::MatchOver {
        seq: seq + 1,
        outcome: Some(proto::Outcome {
            places: outcome
                .places
                .iter()
                .map(|place| u32::from(*place))
                .collect(),
            points: outcome.points.clone(),
            rule: outcome.outcome.clone(),
            is_adjudicated: false,
        }),
        terminations: vec![0, 0],
        ..Default::default()
    };
    log.handle_frame(Kind::MatchOver(over), true).unwrap();
    log
}

fn accept(log: &mut SeatLog, key: PartKey, planned: PlannedSubmission, nanos: u64) {
    log.decide(key, planned);
    log.send(key).unwrap();
    let accepted = proto::Accepted {
        seq: log.last(),
        turn: key.0,
        part: key.1,
        elapsed_nanos: Some(nanos),
        charged_nanos: nanos,
        ..Default::default()
    };
    log.handle_frame(Kind::Accepted(accepted), false).unwrap();
}

/// Runs a check with a match of every game.
fn for_every_game(
    check: impl Fn(RecordedMatch, &dyn Fn(&RecordedMatch) -> Result<AuditStats, Violation>),
) {
    for game in GameId::BUILT_IN {
        check(RecordedMatch::play(*game), &|recorded| recorded.audit());
    }
}

/// Checks that the audit finds a violation whose message contains a text.
fn assert_violation(result: Result<AuditStats, Violation>, text: &str) {
    let violation = result.unwrap_err();
    assert!(
        violation.message.contains(text),
        "{text} is missing in: {violation}"
    );
}

/// Returns the first submission that is not an announcement, with its seat.
fn first_submission(recorded: &RecordedMatch) -> (usize, PartKey, SubmissionLog) {
    let sent = recorded.logs.iter().enumerate();
    let mut sent =
        sent.flat_map(|(at, w)| w.submissions().iter().map(move |(key, s)| (at, *key, s)));
    let (at, key, sent) = sent.find(|(.., sent)| !sent.planned.is_contested).unwrap();
    (at, key, sent.clone())
}

#[test]
fn a_true_recorded_agrees() {
    for_every_game(|recorded, audit| {
        let audited = audit(&recorded).unwrap();
        let submissions: usize = recorded.logs.iter().map(|w| w.submissions().len()).sum();
        assert_eq!(audited.submissions, submissions as u64);
        assert!(audited.events > audited.submissions);
    });
}

#[test]
fn accepted_submission_missing_from_the_record_is_lost() {
    for_every_game(|mut recorded, audit| {
        let (at, _, sent) = first_submission(&recorded);
        accept(&mut recorded.logs[at], (9_999, 0), sent.planned, 1);
        assert_violation(audit(&recorded), "is lost");
    });
}

#[test]
fn announcement_missing_from_the_record_is_lost() {
    for_every_game(|mut recorded, audit| {
        let planned = PlannedSubmission {
            is_contested: true,
            ..PlannedSubmission::default()
        };
        accept(&mut recorded.logs[1], (9_999, 0), planned, 1);
        assert_violation(audit(&recorded), "is lost");
    });
}

#[test]
fn recorded_submission_that_differs_from_the_sent_one_is_found() {
    for_every_game(|mut recorded, audit| {
        let (at, key, sent) = first_submission(&recorded);
        let changed = PlannedSubmission {
            actions: vec!["nothing".into()],
            ..sent.planned.clone()
        };
        recorded.logs[at].decide(key, changed);
        assert_violation(audit(&recorded), "but was sent as");
        let costlier = PlannedSubmission {
            effort: sent.planned.effort + 1,
            ..sent.planned
        };
        recorded.logs[at].decide(key, costlier);
        assert_violation(audit(&recorded), "nodes");
    });
    for_every_game(|mut recorded, audit| {
        let (at, ..) = first_submission(&recorded);
        recorded.logs[at] = SeatLog::new("matches/m", at as u32, Arc::default());
        assert_violation(audit(&recorded), "never sent");
    });
}

#[test]
fn submission_with_another_time_is_found() {
    for_every_game(|mut recorded, audit| {
        let (at, key, sent) = first_submission(&recorded);
        let answer = sent.reply.unwrap();
        accept(
            &mut recorded.logs[at],
            key,
            sent.planned,
            answer.charged_nanos + 1,
        );
        assert_violation(audit(&recorded), "recorded");
    });
}

#[test]
fn altered_record_is_found() {
    for_every_game(|mut recorded, audit| {
        recorded.record.events.pop();
        audit(&recorded).unwrap_err();
    });
}

#[test]
fn outcome_other_than_the_received_one_is_found() {
    for_every_game(|mut recorded, audit| {
        let other = proto::MatchOver {
            seq: recorded.logs[0].last() + 1,
            ..Default::default()
        };
        recorded.logs[0]
            .handle_frame(Kind::MatchOver(other), true)
            .unwrap();
        assert_violation(audit(&recorded), "received outcome");
    });
}

#[test]
fn event_that_a_seat_did_not_receive_is_found() {
    for_every_game(|mut recorded, audit| {
        let empty = SeatLog::new("matches/m", 0, Arc::default());
        let known = std::mem::replace(&mut recorded.logs[0], empty);
        recorded.logs[0].join(0);
        let joined = Kind::Joined(proto::Joined::default());
        recorded.logs[0].handle_frame(joined, true).unwrap();
        for (key, sent) in known.submissions() {
            let nanos = sent.reply.unwrap().charged_nanos;
            accept(&mut recorded.logs[0], *key, sent.planned.clone(), nanos);
        }
        assert_violation(audit(&recorded), "was never received");
    });
}
