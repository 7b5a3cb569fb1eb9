use botwerk_agents::arena;
use botwerk_client::proto::play_response::Kind;
use botwerk_engine::record::{Header, RecordedSeat, SeedOrigin};
use botwerk_engine::{GameId, Options, RootSeed, with_game};

use super::super::seat_log::PlannedSubmission;
use super::*;

/// A match of two remote seats, as it was recorded and as both remember it.
struct Story {
    record: Record,
    logs: Vec<SeatLog>,
}

impl Story {
    /// A match that random players play.
    fn of<G: Roster>() -> Self {
        let game = G::new(
            2,
            Options::resolve(G::spec().options, [("", ""); 0]).unwrap(),
        )
        .unwrap();
        let seed = RootSeed::from_text("audit");
        let spec = G::roster()[0].info.name.parse().unwrap();
        let mut agents = vec![G::agent(&spec).unwrap(), G::agent(&spec).unwrap()];
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
            outcome: Some(OutcomeLine::from(&played.outcome)),
        };
        let logs = (0..2).map(|seat| remember::<G>(&record, seat)).collect();
        Self { record, logs }
    }

    /// What the audit finds.
    fn audit<G: Roster>(&self) -> Result<AuditStats, Violation> {
        let last = proto::Match {
            name: "matches/m".into(),
            event_count: self.record.events.len() as u64,
            ..Default::default()
        };
        let case = AuditInput {
            plan: &ChaosMatch::new("audit", 0),
            last: &last,
            logs: &self.logs,
            kills: 0,
        };
        audit::<G>(&case, &self.record.to_text())
    }
}

/// The witness of a seat who has seen what a record shows.
fn remember<G: Roster>(record: &Record, seat: u32) -> SeatLog {
    let mut log = SeatLog::new("matches/m", seat);
    log.join(0);
    let joined = Kind::Joined(proto::Joined {
        virtual_time: true,
        ..Default::default()
    });
    log.handle_frame(joined, true).unwrap();
    let mut replay = Replay::<G>::new(record).unwrap();
    let mut acts: Vec<(PartKey, PlannedSubmission, u64)> = Vec::new();
    let mut seq = 0;
    while let Some((line, event)) = replay.peek().unwrap() {
        let referee = replay.referee();
        let viewer = Viewer::Seat(Seat::new(seat as usize).unwrap());
        let game = referee.game();
        let shown = game.visible_action(referee.state(), viewer, event.actor, event.action);
        if let Some((own, key)) = act_of(line).filter(|(by, _)| *by == seat) {
            assert_eq!(own, seat);
            match acts.last_mut().filter(|(before, ..)| *before == key) {
                Some((_, deed, _)) => deed.actions.push(line.action.clone()),
                None => {
                    let deed = PlannedSubmission {
                        effort: line.effort.unwrap_or(0),
                        actions: vec![line.action.clone()],
                        contested: game.is_contested(referee.state(), event.action),
                        ..PlannedSubmission::default()
                    };
                    acts.push((key, deed, line.elapsed_nanos.unwrap()));
                }
            }
        }
        for finish in line
            .announcements
            .iter()
            .filter(|finish| finish.seat == seat)
        {
            let key = (referee.turn(Seat::new(seat as usize).unwrap()), 0);
            if act_of(line) != Some((seat, key)) {
                let deed = PlannedSubmission {
                    effort: finish.effort,
                    actions: vec![finish.action.clone()],
                    contested: true,
                    ..PlannedSubmission::default()
                };
                acts.push((key, deed, finish.elapsed_nanos));
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
    for (key, deed, nanos) in acts {
        accept(&mut log, key, deed, nanos);
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
        }),
        terminations: vec![0, 0],
        ..Default::default()
    };
    log.handle_frame(Kind::MatchOver(over), true).unwrap();
    log
}

fn accept(log: &mut SeatLog, key: PartKey, deed: PlannedSubmission, nanos: u64) {
    log.decide(key, deed);
    log.send(key).unwrap();
    let accepted = proto::Accepted {
        seq: log.last(),
        turn: key.0,
        part: key.1,
        elapsed_nanos: nanos,
        charged_nanos: nanos,
        ..Default::default()
    };
    log.handle_frame(Kind::Accepted(accepted), false).unwrap();
}

/// Runs a check with a story of every game.
fn with_stories(check: impl Fn(Story, &dyn Fn(&Story) -> Result<AuditStats, Violation>)) {
    for game in GameId::ALL {
        with_game!(*game, G => check(Story::of::<G>(), &|story| story.audit::<G>()));
    }
}

/// Checks that the audit finds something of this kind.
fn finds(found: Result<AuditStats, Violation>, part: &str) {
    let fault = found.unwrap_err();
    assert!(fault.what.contains(part), "{part} is missing in: {fault}");
}

/// The first act that is more than an announcement, and which witness gave it.
fn first_act(story: &Story) -> (usize, PartKey, SubmissionLog) {
    let acts = story.logs.iter().enumerate();
    let mut acts = acts.flat_map(|(at, w)| w.acts().iter().map(move |(key, s)| (at, *key, s)));
    let (at, key, sent) = acts.find(|(.., sent)| !sent.deed.contested).unwrap();
    (at, key, sent.clone())
}

#[test]
fn a_true_story_agrees() {
    with_stories(|story, audit| {
        let audited = audit(&story).unwrap();
        let acts: usize = story.logs.iter().map(|w| w.acts().len()).sum();
        assert_eq!(audited.acts, acts as u64);
        assert!(audited.events > audited.acts);
    });
}

#[test]
fn an_accepted_act_that_is_not_recorded_is_lost() {
    with_stories(|mut story, audit| {
        let (at, _, sent) = first_act(&story);
        accept(&mut story.logs[at], (9_999, 0), sent.deed, 1);
        finds(audit(&story), "is lost");
    });
}

#[test]
fn an_announcement_that_is_not_recorded_is_lost() {
    with_stories(|mut story, audit| {
        let deed = PlannedSubmission {
            contested: true,
            ..PlannedSubmission::default()
        };
        accept(&mut story.logs[1], (9_999, 0), deed, 1);
        finds(audit(&story), "is lost");
    });
}

#[test]
fn a_recorded_act_that_was_not_sent_or_was_sent_otherwise_is_found() {
    with_stories(|mut story, audit| {
        let (at, key, sent) = first_act(&story);
        let changed = PlannedSubmission {
            actions: vec!["nothing".into()],
            ..sent.deed.clone()
        };
        story.logs[at].decide(key, changed);
        finds(audit(&story), "sent was");
        let dearer = PlannedSubmission {
            effort: sent.deed.effort + 1,
            ..sent.deed
        };
        story.logs[at].decide(key, dearer);
        finds(audit(&story), "nodes");
    });
    with_stories(|mut story, audit| {
        let (at, ..) = first_act(&story);
        story.logs[at] = SeatLog::new("matches/m", at as u32);
        finds(audit(&story), "never sent");
    });
}

#[test]
fn an_act_that_took_another_time_is_found() {
    with_stories(|mut story, audit| {
        let (at, key, sent) = first_act(&story);
        let answer = sent.answer.unwrap();
        accept(
            &mut story.logs[at],
            key,
            sent.deed,
            answer.elapsed_nanos + 1,
        );
        finds(audit(&story), "recorded is");
    });
}

#[test]
fn a_record_that_was_changed_is_found() {
    with_stories(|mut story, audit| {
        story.record.events.pop();
        audit(&story).unwrap_err();
    });
}

#[test]
fn another_end_than_the_one_told_is_found() {
    with_stories(|mut story, audit| {
        let other = proto::MatchOver {
            seq: story.logs[0].last() + 1,
            ..Default::default()
        };
        story.logs[0]
            .handle_frame(Kind::MatchOver(other), true)
            .unwrap();
        finds(audit(&story), "was told");
    });
}

#[test]
fn a_seat_that_was_not_told_everything_is_found() {
    with_stories(|mut story, audit| {
        let told = SeatLog::new("matches/m", 0);
        let known = std::mem::replace(&mut story.logs[0], told);
        story.logs[0].join(0);
        let joined = Kind::Joined(proto::Joined::default());
        story.logs[0].handle_frame(joined, true).unwrap();
        for (key, sent) in known.acts() {
            let nanos = sent.answer.unwrap().elapsed_nanos;
            accept(&mut story.logs[0], *key, sent.deed.clone(), nanos);
        }
        finds(audit(&story), "was never told");
    });
}
