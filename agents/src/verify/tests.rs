//! Tests of records in which an agent leaves for an illegal submission or a crash.

use botwerk_engine::micro_robots::{Action, MicroRobots, Phase};
use botwerk_engine::record::{EventLine, Record, RecordedSeat, Replay, SeedOrigin, VerifyError};
use botwerk_engine::{GameType, Options, PlainAction, RootSeed, Termination};

use super::{Verified, verify_with};
use crate::agent::{Agent, Budget, Choice, DecisionRequest};
use crate::arena;
use crate::verify::replay_agents::ReplayAgents;

/// An agent that announces three moves, then illegally passes instead of showing them.
struct IllegalShow;

impl Agent<MicroRobots> for IllegalShow {
    fn decide(
        &mut self,
        request: &DecisionRequest<'_, MicroRobots>,
        _budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<PlainAction<Action>>),
    ) -> Choice<PlainAction<Action>> {
        match request.view.state().phase() {
            Phase::Race(_) => Choice::new(vec![Action::Say(3).into()], 7),
            _ => Choice::new(vec![Action::Pass.into()], 7),
        }
    }
}

/// An agent that passes in its first turn and announces an illegal number in its second.
struct IllegalAnnouncement;

impl Agent<MicroRobots> for IllegalAnnouncement {
    fn decide(
        &mut self,
        request: &DecisionRequest<'_, MicroRobots>,
        _budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<PlainAction<Action>>),
    ) -> Choice<PlainAction<Action>> {
        let action = if request.turn < 2 {
            Action::Pass
        } else {
            Action::Say(100)
        };
        Choice::new(vec![action.into()], 3)
    }
}

fn agents() -> Vec<Box<dyn Agent<MicroRobots>>> {
    vec![
        Box::new(IllegalShow),
        Box::new(IllegalAnnouncement),
        Box::new(IllegalShow),
    ]
}

fn record() -> Record {
    let options = Options::resolve(MicroRobots::spec().options, [("", ""); 0]).unwrap();
    let game = MicroRobots::new(3, options).unwrap();
    let seed = RootSeed::from_text("faults");
    let mut events = Vec::new();
    let played = arena::play(&game, seed, &mut agents(), &mut events);
    let seat = RecordedSeat {
        name: "faulty".into(),
        agent: Some("faulty".into()),
    };
    played.record(&game, vec![seat; 3], seed, SeedOrigin::Given, &events)
}

fn verified(record: &Record) -> Result<Verified, VerifyError> {
    let agents = agents().into_iter().map(Some).collect();
    verify_with(
        Replay::<MicroRobots>::new(record)?,
        ReplayAgents::with_agents(agents),
    )
}

#[test]
fn illegal_submission_explains_leaving() {
    let mut record = record();
    let is_leave = |line: &&mut EventLine| line.action.starts_with("leave");
    assert_eq!(record.events.iter_mut().filter(is_leave).count(), 2);
    assert!(verified(&record).unwrap().choices > 4);
    for line in record.events.iter_mut().filter(is_leave) {
        line.termination = Some(Termination::Illegal);
    }
    verified(&record).unwrap();
    let at = record
        .events
        .iter()
        .position(|line| line.termination.is_some());
    record.events[at.unwrap()].termination = Some(Termination::Resigned);
    assert_eq!(verified(&record).unwrap_err().seq, at.unwrap() as u64 + 1);
}

#[test]
fn legal_submission_does_not_explain_leaving() {
    let record = record();
    let mut rejected = 0;
    for at in 2..record.events.len() {
        let mut forged = record.clone();
        let leave = record
            .events
            .iter()
            .find(|line| line.action.starts_with("leave"));
        forged.events[at] = leave.unwrap().clone();
        forged.events[at].seq = at as u64 + 1;
        if forged != record {
            let error = verified(&forged).unwrap_err();
            assert_eq!(error.seq, at as u64 + 1, "{error}");
            rejected += 1;
        }
    }
    assert!(rejected > 3, "{rejected}");
}

#[test]
fn illegal_submission_without_leaving_is_rejected() {
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
    (line.actor, line.action) = ("1".into(), "pass".into());
    (line.turn, line.part) = (Some(turn), Some(0));
    (line.elapsed_nanos, line.effort) = (Some(3000), Some(3));
    assert!(verified(&record).is_err());
}

/// An agent that passes and crashes in the given turn.
struct CrashesInTurn(u32);

impl Agent<MicroRobots> for CrashesInTurn {
    fn decide(
        &mut self,
        request: &DecisionRequest<'_, MicroRobots>,
        _budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<PlainAction<Action>>),
    ) -> Choice<PlainAction<Action>> {
        assert_ne!(request.turn, self.0, "the agent crashes on purpose");
        Choice::new(vec![Action::Pass.into()], 3)
    }
}

#[test]
fn crash_explains_leaving() {
    let mut record = record();
    let leave = |line: &EventLine| line.action == "leave 1";
    let at = record.events.iter().position(leave).unwrap();
    record.events[at].termination = Some(Termination::Crashed);
    record.outcome.as_mut().unwrap().terminations[1] = Some(Termination::Crashed);
    let agents_with = |second: Box<dyn Agent<MicroRobots>>| {
        let mut agents = agents();
        agents[1] = second;
        ReplayAgents::with_agents(agents.into_iter().map(Some).collect())
    };
    let replay = || Replay::<MicroRobots>::new(&record).unwrap();
    verify_with(replay(), agents_with(Box::new(CrashesInTurn(2)))).unwrap();
    // An agent that does not crash has no reason to leave.
    let error = verify_with(replay(), agents_with(Box::new(CrashesInTurn(99)))).unwrap_err();
    assert_eq!(error.seq, at as u64 + 1, "{error}");
}
