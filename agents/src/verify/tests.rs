//! An agent that gives an illegal act leaves the match, and its record says so.

use botwerk_engine::micro_robots::{Action, MicroRobots, ViewPhase};
use botwerk_engine::record::{
    Difference, EventLine, OutcomeLine, Record, Replay, SeatHeader, SeedOrigin,
};
use botwerk_engine::{GameRules, Options, RootSeed, Termination};

use super::{Verified, verify_with};
use crate::agent::{Agent, Budget, Choice, Request};
use crate::arena;
use crate::verify::players::Players;

/// Announces three moves; as soon as it has to show them, it passes, which is illegal.
struct Clumsy;

impl Agent<MicroRobots> for Clumsy {
    fn decide(
        &mut self,
        request: &Request<'_, MicroRobots>,
        _budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<Action>),
    ) -> Choice<Action> {
        match request.view.phase {
            ViewPhase::Race { .. } => Choice::new(vec![Action::Say(3)], 7),
            _ => Choice::new(vec![Action::Pass], 7),
        }
    }
}

/// Gives an illegal number in its second turn, and passes before.
struct Greedy;

impl Agent<MicroRobots> for Greedy {
    fn decide(
        &mut self,
        request: &Request<'_, MicroRobots>,
        _budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<Action>),
    ) -> Choice<Action> {
        let action = if request.turn < 2 {
            Action::Pass
        } else {
            Action::Say(100)
        };
        Choice::new(vec![action], 3)
    }
}

fn agents() -> Vec<Box<dyn Agent<MicroRobots>>> {
    vec![Box::new(Clumsy), Box::new(Greedy), Box::new(Clumsy)]
}

fn record() -> Record {
    let options = Options::resolve(MicroRobots::spec().options, [("", ""); 0]).unwrap();
    let game = MicroRobots::new(3, options).unwrap();
    let seed = RootSeed::from_text("faults");
    let mut events = Vec::new();
    let played = arena::play(&game, seed, &mut agents(), &mut events);
    let seat = SeatHeader {
        name: "faulty".into(),
        agent: None,
    };
    Record {
        outcome: Some(OutcomeLine::from(&played.outcome)),
        ..played.record(&game, vec![seat; 3], seed, SeedOrigin::Given, &events)
    }
}

fn verified(record: &Record) -> Result<Verified, Difference> {
    let players = agents().into_iter().map(Some).collect();
    verify_with(Replay::<MicroRobots>::new(record)?, Players::new(players))
}

#[test]
fn leaving_is_explained_by_an_illegal_act() {
    let mut record = record();
    let leaves = |line: &&mut EventLine| line.action.starts_with("leave");
    assert_eq!(record.events.iter_mut().filter(leaves).count(), 2);
    assert!(verified(&record).unwrap().choices > 4);
    for line in record.events.iter_mut().filter(leaves) {
        line.why = Some(Termination::Illegal);
    }
    verified(&record).unwrap();
    let at = record.events.iter().position(|line| line.why.is_some());
    record.events[at.unwrap()].why = Some(Termination::Resigned);
    assert_eq!(verified(&record).unwrap_err().seq, at.unwrap() as u64 + 1);
}

#[test]
fn a_legal_act_is_no_cause_to_leave() {
    let record = record();
    for at in 2..record.events.len() {
        let mut forged = record.clone();
        let leave = record
            .events
            .iter()
            .find(|line| line.action.starts_with("leave"));
        forged.events[at] = leave.unwrap().clone();
        forged.events[at].seq = at as u64 + 1;
        if forged != record {
            let refused = verified(&forged).unwrap_err();
            assert_eq!(refused.seq, at as u64 + 1, "{refused}");
        }
    }
}

#[test]
fn an_illegal_act_is_not_passed_over() {
    let mut record = record();
    let leave = record
        .events
        .iter()
        .position(|line| line.action.starts_with("leave"));
    let leave = leave.unwrap();
    let turn = record.events[..leave]
        .iter()
        .rev()
        .find_map(|line| line.turn)
        .unwrap();
    let line = &mut record.events[leave];
    (line.by, line.action) = ("1".into(), "pass".into());
    (line.turn, line.act) = (Some(turn), Some(0));
    (line.nanos, line.effort) = (Some(3000), Some(3));
    assert!(verified(&record).is_err());
}

/// Passes, and crashes in this turn.
struct Fragile(u32);

impl Agent<MicroRobots> for Fragile {
    fn decide(
        &mut self,
        request: &Request<'_, MicroRobots>,
        _budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<Action>),
    ) -> Choice<Action> {
        assert_ne!(request.turn, self.0, "a player that fails");
        Choice::new(vec![Action::Pass], 3)
    }
}

#[test]
fn leaving_is_explained_by_a_crash() {
    let mut record = record();
    let leave = |line: &EventLine| line.action == "leave 1";
    let at = record.events.iter().position(leave).unwrap();
    record.events[at].why = Some(Termination::Crashed);
    let players = |second: Box<dyn Agent<MicroRobots>>| {
        let mut agents = agents();
        agents[1] = second;
        Players::new(agents.into_iter().map(Some).collect())
    };
    let replay = || Replay::<MicroRobots>::new(&record).unwrap();
    verify_with(replay(), players(Box::new(Fragile(2)))).unwrap();
    // One that does not crash had no cause to leave.
    let refused = verify_with(replay(), players(Box::new(Fragile(99)))).unwrap_err();
    assert_eq!(refused.seq, at as u64 + 1, "{refused}");
}
