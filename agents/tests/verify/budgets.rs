//! Whose choices are asked again depends on what limited them.

use botwerk_agents::arena::{self, Conductor};
use botwerk_agents::{Agent, AgentSpec, Budget, Choice, Request, Roster, Verified, verify};
use botwerk_engine::netzwerk::{Action, Netzwerk};
use botwerk_engine::record::{Record, SeatHeader, SeedOrigin, TimeKind};
use botwerk_engine::{GameRules, Options, RootSeed};

/// Lets everybody search so many nodes, and says that it stops them after a time.
struct Limited {
    nodes: u64,
}

impl Conductor<Netzwerk> for Limited {
    fn decide(
        &mut self,
        agent: &mut dyn Agent<Netzwerk>,
        request: &Request<'_, Netzwerk>,
    ) -> Option<Choice<Action>> {
        let budget = Budget {
            nodes: Some(self.nodes),
            is_timed: true,
            ..Budget::UNLIMITED
        };
        Some(agent.decide(request, &budget, &mut |_| {}))
    }
}

/// A match on a small board against a random player, in which a decision has so many nodes.
fn played(agent: &str, nodes: u64) -> Record {
    let options = [("width", "3"), ("ranks", "4"), ("turn_cap", "8")];
    let options = Options::resolve(Netzwerk::spec().options, options).unwrap();
    let game = Netzwerk::new(2, options).unwrap();
    let specs = [agent, "random"].map(|text| text.parse::<AgentSpec>().unwrap());
    let agents = specs.iter().map(|spec| Netzwerk::agent(spec).unwrap());
    let mut agents: Vec<_> = agents.collect();
    let seed = RootSeed::from_text("budgets");
    let mut events = Vec::new();
    let limited = &mut Limited { nodes };
    let played = arena::conduct(&game, seed, &mut agents, limited, &mut events);
    let seats = specs.map(|spec| SeatHeader {
        name: spec.name.clone(),
        agent: Some(spec.to_string()),
    });
    played.record(&game, seats.into(), seed, SeedOrigin::Given, &events)
}

fn verified(record: &Record) -> Verified {
    verify::<Netzwerk>(record).unwrap()
}

/// The answers of a seat.
fn acts(record: &Record, seat: &str) -> u64 {
    let lines = record.events.iter().filter(|line| line.by == seat);
    let mut acts: Vec<_> = lines.map(|line| (line.turn, line.act)).collect();
    acts.dedup();
    acts.len() as u64
}

#[test]
fn a_player_with_a_limit_of_nodes_is_asked_again() {
    let record = played("minimax:nodes=200,table=1", 300);
    let both = acts(&record, "0") + acts(&record, "1");
    assert_eq!(verified(&record).choices, both);
}

#[test]
fn of_a_timed_player_only_the_rules_are_checked() {
    for agent in [
        "minimax:nodes=200,table=1,time=10s",
        "minimax:nodes=200,table=1,threads=2",
    ] {
        let record = played(agent, 300);
        assert_eq!(verified(&record).choices, acts(&record, "1"), "{agent}");
        let mut forged = record;
        forged.events[0].action = "b2-b12".into();
        assert!(verify::<Netzwerk>(&forged).is_err());
    }
}

#[test]
fn in_a_match_by_the_clock_nobody_is_asked_again() {
    let mut record = played("minimax:nodes=200,table=1", 300);
    record.header.time = TimeKind::Wall;
    assert_eq!(verified(&record).choices, 0);
}

#[test]
fn a_budget_of_the_match_is_kept_when_players_are_asked_again() {
    let mut record = played("minimax:table=1", 150);
    let refused = verify::<Netzwerk>(&record).unwrap_err();
    assert!(refused.why.contains("seat 0 would choose"), "{refused}");
    record.header.time_control = Some("budget 150 nodes".into());
    let both = acts(&record, "0") + acts(&record, "1");
    assert_eq!(verified(&record).choices, both);
}
