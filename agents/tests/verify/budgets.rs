//! Tests that choices are repeated depending on what limited them.

use std::sync::atomic::{AtomicU64, Ordering};

use botwerk_agents::arena::{self, DecisionDriver, PendingDecision};
use botwerk_agents::{AgentSpec, Budget, Enforcement, Roster, Verified, verify, verify_until};
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::record::{ClockKind, EventLine, Record, RecordedSeat, SeedOrigin};
use botwerk_engine::{GameType, Options, RootSeed, Seat};

/// Runs decisions with a node limit and a time limit that never expires.
struct NodeLimited {
    nodes: u64,
    enforcement: Enforcement,
}

impl DecisionDriver for NodeLimited {
    fn decide(&mut self, _seat: Seat, decision: &mut dyn PendingDecision) {
        let budget = Budget {
            nodes: Some(self.nodes),
            is_timed: true,
            enforcement: self.enforcement,
            ..Budget::UNLIMITED
        };
        decision.search(&budget);
    }
}

/// Plays a match on a small board against a random agent; each decision has a node limit.
pub(crate) fn play_match(agent: &str, nodes: u64) -> Record {
    play_with(agent, nodes, Enforcement::Exact)
}

fn play_with(agent: &str, nodes: u64, enforcement: Enforcement) -> Record {
    let options = [("width", "3"), ("ranks", "4"), ("turn_cap", "8")];
    let options = Options::resolve(Netzwerk::spec().options, options).unwrap();
    let game = Netzwerk::new(2, options).unwrap();
    let specs = [agent, "random"].map(|text| text.parse::<AgentSpec>().unwrap());
    let agents = specs.iter().map(|spec| Netzwerk::agent(spec).unwrap());
    let mut agents: Vec<_> = agents.collect();
    let seed = RootSeed::from_text("budgets");
    let mut events = Vec::new();
    let driver = &mut NodeLimited { nodes, enforcement };
    let played = arena::play_with(&game, seed, &mut agents, driver, &mut events);
    let seats = specs.map(|spec| RecordedSeat {
        name: spec.name.clone(),
        agent: Some(Netzwerk::recorded_agent(&spec).unwrap().to_string()),
    });
    played.record(&game, seats.into(), seed, SeedOrigin::Given, &events)
}

fn verify_record(record: &Record) -> Verified {
    verify::<Netzwerk>(record).unwrap()
}

/// Returns the number of submissions of a seat.
fn submission_count(record: &Record, seat: &str) -> u64 {
    let lines = record.events.iter().filter(|line| line.actor == seat);
    let mut submissions: Vec<_> = lines.map(|line| (line.turn, line.part)).collect();
    submissions.dedup();
    submissions.len() as u64
}

#[test]
fn choices_with_a_node_limit_are_repeated() {
    let record = play_match("minimax:nodes=200,table=1", 300);
    let all = submission_count(&record, "0") + submission_count(&record, "1");
    assert_eq!(verify_record(&record).choices, all);
}

#[test]
fn choices_beyond_a_sparsely_enforced_limit_are_repeated() {
    let record = play_with("minimax:nodes=1500,table=1", 2_000, Enforcement::Sparse);
    let efforts = record.events.iter().filter_map(|line| line.effort);
    assert!(efforts.max() > Some(1_500));
    let all = submission_count(&record, "0") + submission_count(&record, "1");
    assert_eq!(verify_record(&record).choices, all);
}

#[test]
fn stopped_verification_ends_with_an_error() {
    let record = play_match("minimax:nodes=200,table=1", 300);
    let questions = AtomicU64::new(0);
    let should_stop = || questions.fetch_add(1, Ordering::Relaxed) >= 20;
    let error = verify_until::<Netzwerk>(&record, &should_stop).unwrap_err();
    assert!(questions.into_inner() < 200, "{error}");
}

#[test]
fn choices_of_a_timed_agent_are_not_repeated() {
    for agent in [
        "minimax:nodes=200,table=1,time=10s",
        "minimax:nodes=200,table=1,threads=2",
    ] {
        let record = play_match(agent, 300);
        assert_eq!(
            verify_record(&record).choices,
            submission_count(&record, "1"),
            "{agent}"
        );
        let mut forged = record;
        forged.events[0].action = "b2-b12".into();
        assert!(verify::<Netzwerk>(&forged).is_err());
    }
}

/// Returns what identifies the submission of an event.
fn key(line: &EventLine) -> (String, Option<u32>, Option<u32>) {
    (line.actor.clone(), line.turn, line.part)
}

/// Returns the record as if its times had been measured.
pub(crate) fn on_wall_time(mut record: Record, time_control: Option<&str>) -> Record {
    record.header.clock = ClockKind::Wall;
    record.header.time_control = time_control.map(str::to_owned);
    for line in &mut record.events {
        line.elapsed_nanos = line.elapsed_nanos.map(|_| 12_345_678);
    }
    record
}

#[test]
fn choices_are_repeated_on_wall_time_as_well() {
    let record = on_wall_time(play_match("minimax:nodes=200,table=1", 300), None);
    let all = submission_count(&record, "0") + submission_count(&record, "1");
    assert_eq!(verify_record(&record).choices, all);
    for at in 0..record.events.len() {
        let mut forged = record.clone();
        let Some(effort) = forged.events[at].effort.filter(|effort| *effort > 1) else {
            continue;
        };
        let submission = key(&forged.events[at]);
        for line in &mut forged.events {
            if key(line) == submission {
                line.effort = Some(effort - 1);
            }
        }
        let error = verify::<Netzwerk>(&forged).unwrap_err();
        assert!(error.message.contains("would choose"), "{error}");
    }
}

#[test]
fn virtual_time_declared_as_wall_time_is_noticed() {
    let mut record = play_match("minimax:nodes=200,table=1", 300);
    record.header.clock = ClockKind::Wall;
    let error = verify::<Netzwerk>(&record).unwrap_err();
    assert!(error.message.starts_with("clock: "), "{error}");
}

#[test]
fn clock_may_have_stopped_a_choice_with_less_effort_only() {
    let record = on_wall_time(
        play_match("minimax:nodes=200,table=1", 300),
        Some("turn 1s"),
    );
    let genuine = verify_record(&record);
    let all = submission_count(&record, "0") + submission_count(&record, "1");
    assert_eq!((genuine.choices, genuine.stopped_choices), (all, 0));
    let mut events = record.events.iter();
    let last = events.rposition(|line| line.effort.is_some_and(|it| it > 1));
    let at = last.unwrap();
    let with_effort = |change: i64, elapsed: u64| {
        let mut forged = record.clone();
        let submission = key(&forged.events[at]);
        for line in &mut forged.events {
            if key(line) == submission {
                line.effort = line.effort.and_then(|it| it.checked_add_signed(change));
                line.elapsed_nanos = Some(elapsed);
            }
        }
        verify::<Netzwerk>(&forged)
    };
    // The agent stops after nine tenths of its time.
    assert!(with_effort(-1, 899_999_999).is_err());
    let stopped = with_effort(-1, 900_000_000).unwrap();
    assert_eq!((stopped.choices, stopped.stopped_choices), (all - 1, 1));
    let text = "1 choices that a clock may have stopped";
    assert!(stopped.unchecked.iter().any(|it| it == text), "{stopped:?}");
    assert!(with_effort(1, 900_000_000).is_err());
}

#[test]
fn choices_without_a_node_limit_are_not_repeated_under_a_clock() {
    let record = on_wall_time(play_match("minimax:table=1", 300), Some("turn 1s"));
    let verified = verify_record(&record);
    assert_eq!(verified.choices, submission_count(&record, "1"));
    let unchecked = "the choices of seat 0: a clock or threads decide when";
    let is_listed = |text: &String| text.starts_with(unchecked);
    assert!(verified.unchecked.iter().any(is_listed), "{verified:?}");
}

#[test]
fn choices_are_repeated_within_the_match_budget() {
    let mut record = play_match("minimax:table=1", 150);
    let error = verify::<Netzwerk>(&record).unwrap_err();
    assert!(error.message.contains("seat 0 would choose"), "{error}");
    record.header.time_control = Some("budget 150 nodes".into());
    let all = submission_count(&record, "0") + submission_count(&record, "1");
    assert_eq!(verify_record(&record).choices, all);
}
