//! Somebody keeps the time of a decision.

use std::time::Duration;

use botwerk_agents::Budget;
use botwerk_engine::micro_robots::{Action, MicroRobots};
use botwerk_engine::{GameRules, Options, Referee, RootSeed, Seat, Viewer};

use super::*;

/// Searches until it is stopped, if somebody says that he will.
struct Patient;

impl Agent<MicroRobots> for Patient {
    fn decide(
        &mut self,
        _request: &DecisionRequest<'_, MicroRobots>,
        budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<Action>),
    ) -> Choice<Action> {
        while budget.is_timed && !(budget.should_stop)() {
            std::thread::yield_now();
        }
        Choice::new(vec![Action::Pass], 1)
    }
}

fn time_of(time: Option<Duration>) -> Duration {
    let options = Options::resolve(MicroRobots::spec().options, [("", ""); 0]).unwrap();
    let game = MicroRobots::new(2, options).unwrap();
    let mut referee = Referee::new(game, RootSeed::from_text("7"));
    referee.resolve_chance(&mut Vec::new());
    let view = referee.view(Viewer::Seat(Seat::FIRST));
    let request = DecisionRequest {
        game: referee.game(),
        view: &view,
        earlier_views: &[],
        seat: Seat::FIRST,
        turn: 1,
        seed: RootSeed::from_text("7"),
    };
    let begun = Instant::now();
    decide_with_time_limit(&mut Patient, &request, AgentLimits { time, threads: 1 });
    begun.elapsed()
}

#[test]
fn a_decision_takes_the_time_that_the_settings_allow() {
    let time = Duration::from_millis(20);
    assert!(time_of(Some(time)) >= time);
    // Without a time nobody would stop it, so it is not told to wait for that.
    time_of(None);
}
