//! The time limit of a decision.

use std::time::Duration;

use botwerk_agents::{Budget, Choice};
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::{GameType, Options, Referee, RootSeed, Seat, Viewer};

use super::*;

/// An agent that searches until it is stopped, if its budget is timed.
struct UntilStopped;

impl Agent<AnyGame> for UntilStopped {
    fn decide(
        &mut self,
        request: &DecisionRequest<'_, AnyGame>,
        budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<AnyAction>),
    ) -> Choice<AnyAction> {
        while budget.is_timed && !(budget.should_stop)() {
            std::thread::yield_now();
        }
        Choice::new(request.legal_actions(), 1)
    }
}

fn measure_decision(time: Option<Duration>) -> Duration {
    let options = Options::resolve(MicroRobots::spec().options, [("", ""); 0]).unwrap();
    let game = MicroRobots::ID.game(2, options).unwrap();
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
    let started = Instant::now();
    decide_with_time_limit(
        &mut UntilStopped,
        &request,
        AgentLimits {
            time,
            threads: 1,
            is_bounded: false,
        },
    );
    started.elapsed()
}

#[test]
fn decision_ends_at_the_time_limit() {
    let time = Duration::from_millis(20);
    assert!(measure_decision(Some(time)) >= time);
    // Without a limit the budget is not timed, so the decision returns at once.
    measure_decision(None);
}
