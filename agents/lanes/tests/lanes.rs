//! Lanes of every game: the same episodes as single matches, on any number of threads, saved and loaded.

// A panic fails the test, in helper functions as well.
#![allow(clippy::unwrap_used)]

use botwerk_agents::{Agent, Budget, DecisionRequest, Roster, arena};
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::{
    Actor, Game, GameId, GameNotation, GameViews, Options, RootSeed, Seat, Viewer, with_game,
};
use botwerk_lanes::{
    Autoreset, Effort, Episode, Fault, LaneSettings, Lanes, LanesError, Masks, Node, Observations,
    StepActions, StepOutputs, returns,
};

/// The arrays of a caller.
#[derive(Debug, Clone, PartialEq)]
struct Arrays {
    actions: Vec<i64>,
    rewards: Vec<f32>,
    terminated: Vec<bool>,
    truncated: Vec<bool>,
    to_act: Vec<i8>,
    faults: Vec<u8>,
    observations: Vec<u8>,
    final_observations: Vec<u8>,
    masks: Vec<u8>,
}

impl Arrays {
    fn new<G: Roster>(lanes: &Lanes<G>) -> Self {
        let count = lanes.settings().lanes;
        Self {
            actions: vec![0; count],
            rewards: vec![9.0; count * lanes.game().seats()],
            terminated: vec![true; count],
            truncated: vec![true; count],
            to_act: vec![9; count],
            faults: vec![9; count],
            observations: vec![9; count * lanes.observation_len()],
            final_observations: vec![9; count * lanes.observation_len()],
            masks: vec![9; count * lanes.action_count()],
        }
    }

    fn split(&mut self) -> (&mut Vec<i64>, StepOutputs<'_>) {
        let outputs = StepOutputs {
            rewards: &mut self.rewards,
            terminated: &mut self.terminated,
            truncated: &mut self.truncated,
            to_act: &mut self.to_act,
            faults: &mut self.faults,
            observations: Some(Observations::Bytes(&mut self.observations)),
            final_observations: Some(Observations::Bytes(&mut self.final_observations)),
            masks: Some(Masks::Bytes(&mut self.masks)),
        };
        (&mut self.actions, outputs)
    }

    fn step_randomly<G: Roster>(&mut self, lanes: &mut Lanes<G>) {
        let (actions, outputs) = self.split();
        lanes.step(StepActions::Random(actions), outputs).unwrap();
    }

    fn step<G: Roster>(&mut self, lanes: &mut Lanes<G>) {
        let (actions, outputs) = self.split();
        let actions = StepActions::Given {
            actions,
            efforts: None,
        };
        lanes.step(actions, outputs).unwrap();
    }

    fn reset<G: Roster>(&mut self, lanes: &mut Lanes<G>, chosen: Option<&[usize]>) {
        lanes.reset(chosen, None, self.split().1).unwrap();
    }
}

fn game<G: Game>(seats: usize, values: &[(&str, &str)]) -> G {
    let options = Options::resolve(G::spec().options, values.iter().copied()).unwrap();
    let seats = seats.max(G::min_seats(&options));
    G::new(seats, options).unwrap()
}

/// Short matches of every game.
fn short<G: Game>(seats: usize) -> G {
    let values = [
        ("round_cap", "4"),
        ("turn_cap", "12"),
        ("targets_to_win", "2"),
    ];
    let specs = G::spec().options.iter();
    let names: Vec<_> = specs.map(|spec| spec.name).collect();
    let known: Vec<_> = values
        .into_iter()
        .filter(|(name, _)| names.contains(name))
        .collect();
    game(seats, &known)
}

fn settings(lanes: usize) -> LaneSettings {
    LaneSettings::new(lanes, "7")
}

#[test]
fn lanes_play_the_episodes_of_their_seeds() {
    fn check<G: Roster>() {
        let mut lanes = Lanes::new(short::<G>(2), settings(4)).unwrap();
        let game = lanes.game().clone();
        let mut arrays = Arrays::new(&lanes);
        arrays.reset(&mut lanes, Some(&[]));
        let mut episodes: Vec<_> = (0..4)
            .map(|lane| Episode::new(&game, RootSeed::from_text(&format!("7/{lane}"))))
            .collect();
        let mut ended = 0;
        for _ in 0..20_000 {
            let before = arrays.clone();
            arrays.step_randomly(&mut lanes);
            for (lane, episode) in episodes.iter_mut().enumerate() {
                if before.terminated[lane] {
                    assert_eq!(arrays.actions[lane], -1, "the lane starts its next episode");
                    let (seed, number) = lanes.episode_of(lane).unwrap();
                    let seed = RootSeed::from_text(&format!("{seed}/{number}"));
                    *episode = Episode::new(&game, seed);
                } else {
                    episode.resolve_chance(&game);
                    let seat = Seat::new(before.to_act[lane] as usize).unwrap();
                    let number = u32::try_from(arrays.actions[lane]).unwrap();
                    assert_eq!(
                        before.masks[lane * lanes.action_count() + number as usize],
                        1
                    );
                    let action = game.action_from_number(number).unwrap();
                    episode.act(&game, seat, action, Effort::default()).unwrap();
                }
                episode.resolve_chance(&game);
                assert_eq!(episode.state(), lanes.episode(lane).unwrap().state());
                assert_eq!(arrays.terminated[lane], episode.node() == Node::Over);
                let seats = game.seats();
                let rewards = &arrays.rewards[lane * seats..(lane + 1) * seats];
                match episode.outcome(&game) {
                    Some(outcome) => {
                        assert!(rewards.iter().copied().eq(returns(&outcome)));
                        assert_eq!(arrays.to_act[lane], -1);
                        ended += 1;
                    }
                    None => assert!(rewards.iter().all(|reward| *reward == 0.0)),
                }
            }
            assert_eq!(arrays.faults, [0; 4]);
            if ended >= 8 {
                return;
            }
        }
        panic!("expected 8 episodes to end, found {ended}");
    }
    for id in GameId::ALL {
        with_game!(*id, G => check::<G>());
    }
}

#[test]
fn masks_lists_and_observations_agree() {
    fn check<G: Roster>() {
        let mut lanes = Lanes::new(short::<G>(2), settings(3)).unwrap();
        let game = lanes.game().clone();
        let (actions, len) = (lanes.action_count(), lanes.observation_len());
        let mut arrays = Arrays::new(&lanes);
        for _ in 0..60 {
            arrays.step_randomly(&mut lanes);
            let (starts, numbers) = lanes.legal_actions();
            let mut bits = vec![0xff; 3 * actions.div_ceil(8)];
            let mut floats = vec![9.0; 3 * len];
            let mut rewards = vec![0.0; 3 * game.seats()];
            let outputs = StepOutputs {
                rewards: &mut rewards,
                terminated: &mut [false; 3],
                truncated: &mut [false; 3],
                to_act: &mut [0; 3],
                faults: &mut [0; 3],
                observations: Some(Observations::Floats(&mut floats)),
                final_observations: None,
                masks: Some(Masks::Bits(&mut bits)),
            };
            lanes.reset(Some(&[]), None, outputs).unwrap();
            for lane in 0..3 {
                let listed = &numbers[starts[lane]..starts[lane + 1]];
                let mask = &arrays.masks[lane * actions..(lane + 1) * actions];
                let masked = (0..actions as u32).filter(|number| mask[*number as usize] == 1);
                assert!(masked.eq(listed.iter().copied()));
                let bit = |number: usize| {
                    bits[lane * actions.div_ceil(8) + number / 8] >> (number % 8) & 1
                };
                assert!((0..actions).all(|number| bit(number) == mask[number]));
                let observed = &arrays.observations[lane * len..(lane + 1) * len];
                let seat = arrays.to_act[lane];
                if seat >= 0 {
                    assert_eq!(lanes.observation(lane, seat as usize).unwrap(), observed);
                }
                let floats = &floats[lane * len..(lane + 1) * len];
                assert!(
                    floats
                        .iter()
                        .copied()
                        .eq(observed.iter().copied().map(f32::from))
                );
            }
        }
    }
    for id in GameId::ALL {
        with_game!(*id, G => check::<G>());
    }
}

#[test]
fn threads_change_nothing() {
    fn check<G: Roster>() {
        let lanes = |threads| {
            let settings = LaneSettings {
                threads,
                autoreset: Autoreset::SameStep,
                max_steps: Some(30),
                ..settings(7)
            };
            Lanes::new(short::<G>(2), settings).unwrap()
        };
        let (mut one, mut several) = (lanes(1), lanes(3));
        let (mut first, mut second) = (Arrays::new(&one), Arrays::new(&several));
        for _ in 0..200 {
            first.step_randomly(&mut one);
            second.step_randomly(&mut several);
            assert_eq!(first, second);
        }
    }
    for id in GameId::ALL {
        with_game!(*id, G => check::<G>());
    }
}

#[test]
fn saved_lanes_continue_as_before() {
    fn check<G: Roster>() {
        let mut lanes = Lanes::new(short::<G>(2), settings(3)).unwrap();
        let mut arrays = Arrays::new(&lanes);
        for round in 0..40 {
            for _ in 0..7 {
                arrays.step_randomly(&mut lanes);
            }
            let saved = lanes.save(&[2, 0, 1]).unwrap();
            let other = LaneSettings {
                seed: "other".into(),
                ..settings(3)
            };
            let mut loaded = Lanes::new(short::<G>(2), other).unwrap();
            loaded.load(&[2, 0, 1], &saved).unwrap();
            let mut copies = arrays.clone();
            for _ in 0..5 {
                arrays.step_randomly(&mut lanes);
                copies.step_randomly(&mut loaded);
                assert_eq!(arrays, copies, "round {round}");
            }
        }
    }
    for id in GameId::ALL {
        with_game!(*id, G => check::<G>());
    }
}

#[test]
fn saved_lane_of_another_game_or_broken_text_is_rejected() {
    let mut lanes = Lanes::new(short::<Netzwerk>(2), settings(1)).unwrap();
    let other = Lanes::new(game::<Netzwerk>(2, &[("turn_cap", "50")]), settings(1)).unwrap();
    let saved = other.save(&[0]).unwrap();
    let error = lanes.load(&[0], &saved).unwrap_err();
    assert!(
        error.to_string().contains("options or ruleset differ"),
        "{error}"
    );
    let own = lanes.save(&[0]).unwrap();
    for at in (0..own[0].len()).step_by(7) {
        let cut = own[0][..at].to_owned();
        assert!(matches!(
            lanes.load(&[0], &[cut]),
            Err(LanesError::Saved(_))
        ));
    }
    assert!(
        lanes
            .load(&[0, 0], &[own[0].clone(), own[0].clone()])
            .is_err()
    );
    assert_eq!(lanes.load(&[0], &own), Ok(()));
}

/// Lets an agent decide for a seat of an episode.
fn decide<G: Roster>(
    game: &G,
    agent: &mut dyn Agent<G>,
    episode: &Episode<G>,
    seat: Seat,
) -> botwerk_agents::Choice<G::Action> {
    let viewer = Viewer::Seat(seat);
    let view = game.view(episode.state(), viewer);
    let earlier = episode.history().occurrences().iter();
    let earlier: Vec<_> = earlier.map(|state| game.view(state, viewer)).collect();
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

#[test]
fn illegal_action_is_reported_by_its_lane_alone() {
    let mut lanes = Lanes::new(game::<Netzwerk>(2, &[]), settings(4)).unwrap();
    let mut arrays = Arrays::new(&lanes);
    arrays.reset(&mut lanes, Some(&[]));
    let (starts, numbers) = lanes.legal_actions();
    let legal = |lane: usize| i64::from(numbers[starts[lane]]);
    let count = lanes.action_count() as i64;
    arrays.actions = vec![legal(0), count, -1, legal(3)];
    let before = lanes.save(&[1, 2]).unwrap();
    arrays.step(&mut lanes);
    let illegal = Fault::IllegalAction as u8;
    assert_eq!(arrays.faults, [0, illegal, illegal, 0]);
    assert_eq!(
        lanes.save(&[1, 2]).unwrap(),
        before,
        "these lanes are unchanged"
    );
}

#[test]
fn autoreset_is_next_step_same_step_or_none() {
    let lanes = |autoreset| {
        let settings = LaneSettings {
            autoreset,
            max_steps: Some(5),
            ..settings(2)
        };
        Lanes::new(game::<Netzwerk>(2, &[]), settings).unwrap()
    };
    let number = |lanes: &Lanes<Netzwerk>| lanes.episode_of(0).unwrap().1;
    let mut next = lanes(Autoreset::NextStep);
    let mut arrays = Arrays::new(&next);
    for _ in 0..5 {
        arrays.step_randomly(&mut next);
    }
    assert_eq!(
        (arrays.truncated[0], arrays.to_act[0], number(&next)),
        (true, -1, 0)
    );
    assert!(arrays.masks.iter().all(|byte| *byte == 0));
    arrays.actions = vec![-7; 2];
    arrays.step(&mut next);
    assert_eq!(
        (arrays.truncated[0], arrays.faults[0], number(&next)),
        (false, 0, 1)
    );
    assert_eq!(arrays.to_act[0], 0);

    let mut same = lanes(Autoreset::SameStep);
    let mut arrays = Arrays::new(&same);
    for step in 1..=5 {
        assert!(
            arrays.final_observations.iter().all(|byte| *byte == 9),
            "step {step}"
        );
        arrays.step_randomly(&mut same);
    }
    assert_eq!(
        (arrays.truncated[0], arrays.to_act[0], number(&same)),
        (true, 0, 1)
    );
    assert_ne!(arrays.final_observations, arrays.observations);

    let mut disabled = lanes(Autoreset::Disabled);
    let mut arrays = Arrays::new(&disabled);
    for _ in 0..6 {
        arrays.step_randomly(&mut disabled);
    }
    assert_eq!(arrays.faults[0], Fault::EpisodeOver as u8);
    arrays.reset(&mut disabled, Some(&[1]));
    assert_eq!(arrays.to_act, [-1, 0]);
    let seeds = ["x".to_owned()];
    let outputs = arrays.split().1;
    disabled.reset(Some(&[0]), Some(&seeds), outputs).unwrap();
    assert_eq!(disabled.episode_of(0), Some(("x", 0)));
}

#[test]
fn wrong_arrays_lanes_and_settings_are_rejected() {
    let new = |settings| Lanes::new(game::<Netzwerk>(2, &[]), settings).unwrap_err();
    let error = new(settings(0)).to_string();
    assert_eq!(error, "lanes: expected 1 to 1048576, found 0");
    let threads = LaneSettings {
        threads: 0,
        ..settings(1)
    };
    assert!(matches!(
        new(threads),
        LanesError::ThreadCount { found: 0, .. }
    ));
    let opponents = |seats: &[usize]| LaneSettings {
        opponents: seats
            .iter()
            .map(|seat| (Seat::new(*seat).unwrap(), "greedy".parse().unwrap()))
            .collect(),
        ..settings(1)
    };
    assert_eq!(new(opponents(&[0, 1])), LanesError::NoSeatLeft);
    assert_eq!(
        new(opponents(&[2])),
        LanesError::OpponentSeat { seat: 2, seats: 2 }
    );
    assert_eq!(
        new(opponents(&[1, 1])),
        LanesError::OpponentSeat { seat: 1, seats: 2 }
    );
    let unknown = LaneSettings {
        opponents: vec![(Seat::FIRST, "nobody".parse().unwrap())],
        ..settings(1)
    };
    assert!(matches!(new(unknown), LanesError::Opponent(_)));

    let mut lanes = Lanes::new(game::<Netzwerk>(2, &[]), settings(2)).unwrap();
    let mut arrays = Arrays::new(&lanes);
    arrays.rewards.pop();
    let (actions, outputs) = arrays.split();
    let error = lanes
        .step(StepActions::Random(actions), outputs)
        .unwrap_err();
    assert_eq!(error.to_string(), "rewards: expected 4 entries, found 3");
    let mut arrays = Arrays::new(&lanes);
    let error = lanes
        .reset(Some(&[1, 1]), None, arrays.split().1)
        .unwrap_err();
    assert_eq!(error, LanesError::LaneTwice(1));
    let error = lanes.reset(Some(&[2]), None, arrays.split().1).unwrap_err();
    assert_eq!(error, LanesError::NoSuchLane { lane: 2, lanes: 2 });
}

#[test]
fn observations_of_all_seats_are_one_after_another() {
    let settings = LaneSettings {
        observes_all: true,
        ..settings(2)
    };
    let mut lanes = Lanes::new(short::<botwerk_engine::droids::Droids>(2), settings).unwrap();
    let mut arrays = Arrays::new(&lanes);
    for _ in 0..20 {
        arrays.step_randomly(&mut lanes);
    }
    let expected: Vec<u8> = (0..2)
        .flat_map(|lane| (0..2).map(move |seat| (lane, seat)))
        .flat_map(|(lane, seat)| lanes.observation(lane, seat).unwrap())
        .collect();
    assert_eq!(arrays.observations, expected);
}

#[test]
fn mr_25_equal_efforts_are_a_tie_that_chance_decides() {
    let game: MicroRobots = game(3, &[]);
    let seats: Vec<_> = Seat::all(3).collect();
    let mut episode = Episode::new(&game, RootSeed::from_text("7"));
    episode.resolve_chance(&game);
    let start = episode.clone();
    let action = |text: &str| game.parse_action(text).unwrap();
    let effort = |nodes| Effort {
        nodes,
        pause_micros: 0,
    };
    episode
        .act(&game, seats[2], action("say 9"), effort(5))
        .unwrap();
    assert_eq!(episode.node(), Node::Seat(seats[0]));
    assert!(
        episode
            .act(&game, seats[2], action("say 8"), effort(1))
            .is_err()
    );
    episode
        .act(&game, seats[0], action("say 7"), effort(4))
        .unwrap();
    // What is held is hidden.
    let seen = Viewer::Seat(seats[1]);
    assert_eq!(
        game.view(episode.state(), seen),
        game.view(start.state(), seen)
    );
    episode
        .act(&game, seats[1], action("say 6"), effort(4))
        .unwrap();
    let Node::Tie(tied) = episode.node() else {
        panic!("expected a tie, found {:?}", episode.node());
    };
    assert!(tied.eq(seats[..2].iter().copied()));
    assert!(episode.break_tie(&game, seats[2]).is_err());
    for first in [0, 1] {
        let mut decided = episode.clone();
        decided.break_tie(&game, seats[first]).unwrap();
        assert_eq!(
            decided.node(),
            Node::Seat(seats[first]),
            "it shows its route"
        );
    }
}
