//! What is wrong is said and changes nothing.

use botwerk_engine::Seat;
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_lanes::{Fault, LaneSettings, Lanes, LanesError, StepActions};

use crate::arrays::{Arrays, game, settings, short};

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
        opponents: vec![(Seat::FIRST, "unknown".parse().unwrap())],
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
