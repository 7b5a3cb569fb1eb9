//! Agents that play seats inside of the lanes.

use botwerk_agents::{Agent, Budget, DecisionRequest, Roster, arena};
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::{Actor, RootSeed, Seat, Viewer};
use botwerk_lanes::{Autoreset, Episode, Fault, LaneSettings, Lanes, StepActions};

use crate::arrays::{Arrays, settings, short};

/// Lets an agent decide for a seat of an episode.
fn decide<G: Roster>(
    game: &G,
    agent: &mut dyn Agent<G>,
    episode: &Episode<G>,
    seat: Seat,
) -> botwerk_agents::Choice<G::Action> {
    let viewer = Viewer::Seat(seat);
    let view = game.view(episode.state(), viewer);
    let earlier = episode.history().views(game, viewer);
    let request = DecisionRequest {
        game,
        view: &view,
        earlier_views: &earlier,
        seat,
        turn: episode.turn(seat),
        seed: episode.seed(),
    };
    agent.decide(&request, &Budget::UNLIMITED, &mut |_| {})
}

#[test]
fn agents_play_their_seats_as_in_a_match() {
    fn check<G: Roster>(names: [&str; 2]) {
        let spec = |index: usize| names[index].parse().unwrap();
        let settings = LaneSettings {
            opponents: vec![(Seat::new(1).unwrap(), spec(1))],
            autoreset: Autoreset::Disabled,
            ..settings(3)
        };
        let mut lanes = Lanes::new(short::<G>(2), settings).unwrap();
        let game = lanes.game().clone();
        let mut arrays = Arrays::new(&lanes);
        arrays.reset(&mut lanes, Some(&[]));
        let mut agent = G::agent(&spec(0)).unwrap();
        let mut efforts = [0; 3];
        let mut queues: Vec<Vec<G::Action>> = vec![Vec::new(); 3];
        let mut results = vec![None; 3];
        while results.contains(&None) {
            for lane in 0..3 {
                if arrays.to_act[lane] < 0 {
                    continue;
                }
                assert_eq!(arrays.to_act[lane], 0);
                if queues[lane].is_empty() {
                    let episode = lanes.episode(lane).unwrap();
                    let choice = decide(&game, &mut *agent, episode, Seat::FIRST);
                    efforts[lane] = choice.effort;
                    queues[lane] = choice.actions;
                }
                let action = queues[lane].remove(0);
                arrays.actions[lane] = game.action_number(action).into();
            }
            let before = arrays.to_act.clone();
            let (actions, outputs) = arrays.split();
            let given = StepActions::Given {
                actions,
                efforts: Some(&efforts),
            };
            lanes.step(given, outputs).unwrap();
            for lane in 0..3 {
                let expected = if before[lane] < 0 {
                    Fault::EpisodeOver
                } else {
                    Fault::None
                };
                assert_eq!(arrays.faults[lane], expected as u8);
                let episode = lanes.episode(lane).unwrap();
                // The rest of a turn is dropped once it has ended.
                let state = episode.state();
                if !queues[lane].is_empty() && game.ignores_trailing(queues[lane][0]) {
                    let mut after = state.clone();
                    let next = queues[lane][0];
                    if game
                        .apply(&mut after, Actor::Seat(Seat::FIRST), next)
                        .is_err()
                    {
                        queues[lane].clear();
                    }
                }
                if let Some(outcome) = episode.outcome(&game) {
                    results[lane] = Some(outcome);
                }
            }
        }
        for (lane, outcome) in results.iter().enumerate() {
            let seed = RootSeed::from_text(&format!("7/{lane}"));
            let mut agents: Vec<_> = (0..2)
                .map(|index| G::agent(&spec(index)).unwrap())
                .collect();
            let finished = arena::play(&game, seed, &mut agents, &mut Vec::new());
            assert_eq!(Some(finished.outcome), *outcome, "lane {lane}");
        }
    }
    check::<MicroRobots>(["solver", "first-found"]);
    check::<Netzwerk>(["greedy", "random"]);
    check::<Netzwerk>(["minimax:nodes=300", "greedy"]);
    check::<botwerk_engine::droids::Droids>(["greedy", "program-search:nodes=100"]);
    check::<botwerk_engine::ricochet::Ricochet>(["random", "anytime"]);
}
