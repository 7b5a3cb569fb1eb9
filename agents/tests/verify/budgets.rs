//! Tests that choices are repeated depending on what limited them.

use botwerk_agents::arena::{self, DecisionDriver};
use botwerk_agents::{Agent, AgentSpec, Budget, Choice, DecisionRequest, Roster, Verified, verify};
use botwerk_engine::netzwerk::{Action, Netzwerk};
use botwerk_engine::record::{ClockKind, Record, RecordedSeat, SeedOrigin};
use botwerk_engine::{GameRules, Options, RootSeed};

/// Runs decisions with a node limit and a time limit that never expires.
struct NodeLimited {
    nodes: u64,
}

impl DecisionDriver<Netzwerk> for NodeLimited {
    fn decide(
        &mut self,
        agent: &mut dyn Agent<Netzwerk>,
        request: &DecisionRequest<'_, Netzwerk>,
    ) -> Option<Choice<Action>> {
        let budget = Budget {
            nodes: Some(self.nodes),
            is_timed: true,
            ..Budget::UNLIMITED
        };
        Some(agent.decide(request, &budget, &mut |_| {}))
    }
}

/// Plays a match on a small board against a random agent; each decision has a node limit.
fn play_match(agent: &str, nodes: u64) -> Record {
    let options = [("width", "3"), ("ranks", "4"), ("turn_cap", "8")];
    let options = Options::resolve(Netzwerk::spec().options, options).unwrap();
    let game = Netzwerk::new(2, options).unwrap();
    let specs = [agent, "random"].map(|text| text.parse::<AgentSpec>().unwrap());
    let agents = specs.iter().map(|spec| Netzwerk::agent(spec).unwrap());
    let mut agents: Vec<_> = agents.collect();
    let seed = RootSeed::from_text("budgets");
    let mut events = Vec::new();
    let driver = &mut NodeLimited { nodes };
    let played = arena::play_with(&game, seed, &mut agents, driver, &mut events);
    let seats = specs.map(|spec| RecordedSeat {
        name: spec.name.clone(),
        agent: Some(spec.to_string()),
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

#[test]
fn choices_in_a_match_on_wall_time_are_not_repeated() {
    let mut record = play_match("minimax:nodes=200,table=1", 300);
    record.header.clock = ClockKind::Wall;
    assert_eq!(verify_record(&record).choices, 0);
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
