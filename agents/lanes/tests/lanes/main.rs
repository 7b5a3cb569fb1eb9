//! Lanes of every game: the same episodes as single matches, on any number of threads, saved and loaded.

// A panic fails the test, in helper functions as well.
#![allow(clippy::unwrap_used)]

mod arrays;
mod bad_input;
mod opponents;

use botwerk_agents::Roster;
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::{GameId, GameNotation, GameViews, RootSeed, Seat, Viewer, with_game};
use botwerk_lanes::{
    Autoreset, Effort, Episode, Fault, LaneSettings, Lanes, Masks, Node, Observations, StepOutputs,
    returns,
};

use arrays::{Arrays, game, settings, short};

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
    for id in GameId::BUILT_IN {
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
    for id in GameId::BUILT_IN {
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
    for id in GameId::BUILT_IN {
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
    for id in GameId::BUILT_IN {
        with_game!(*id, G => check::<G>());
    }
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
