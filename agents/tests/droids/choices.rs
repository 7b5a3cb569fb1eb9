//! Tests of choices in single positions: they are legal with every budget, deterministic, and
//! independent of hidden information.

use botwerk_agents::Budget;
use botwerk_engine::droids::{Phase, Side, Transmitter};
use botwerk_engine::{Actor, GameNotation, GameRules, GameViews, RootSeed, Seat, Viewer};

use crate::positions::{acting_seat, agent, choose, game, random_positions};

const AGENTS: [&str; 3] = ["program-search:nodes=300", "greedy", "random"];

/// Games of every scenario, some with other options than the defaults.
const GAMES: [(usize, &[(&str, &str)]); 7] = [
    (2, &[("scenario", "1")]),
    (4, &[("scenario", "1"), ("teams", "true")]),
    (3, &[("scenario", "2"), ("draw_mode", "commit")]),
    (2, &[("scenario", "3"), ("repeat_hit", "reroll")]),
    (4, &[("scenario", "4")]),
    (1, &[("scenario", "5")]),
    (3, &[("scenario", "6"), ("relay_target", "line_of_sight")]),
];

#[test]
fn choices_are_legal_and_deterministic_with_every_budget() {
    let stopped = Budget {
        should_stop: &|| true,
        ..Budget::UNLIMITED
    };
    for (seats, given) in GAMES {
        let game = game(seats, given);
        let states = random_positions(&game, "choices", 60);
        assert!(states.len() >= 10, "{given:?}: {} positions", states.len());
        for state in states {
            for name in AGENTS {
                for budget in [&Budget::UNLIMITED, &stopped] {
                    let choice = choose(&mut *agent(name), &game, &state, budget);
                    let seat = acting_seat(&game, &state).unwrap();
                    let result =
                        game.apply(&mut state.clone(), Actor::Seat(seat), choice.actions[0]);
                    assert_eq!(result, Ok(()), "{name}: {}", game.format_position(&state));
                    assert_eq!(choice.actions.len(), 1);
                }
                let repeat = |name| choose(&mut *agent(name), &game, &state, &Budget::UNLIMITED);
                assert_eq!(repeat(name), repeat(name), "{name}");
            }
        }
    }
}

#[test]
fn choices_do_not_depend_on_hidden_kinds() {
    let mut rng = RootSeed::from_text("hidden").rng_for_agent(Seat::FIRST, 1);
    let mut pairs = 0;
    for (seats, given) in GAMES.into_iter().filter(|(seats, _)| *seats > 1) {
        let game = game(seats, given);
        for state in random_positions(&game, "hidden", 60) {
            let seat = acting_seat(&game, &state).unwrap();
            let view = game.view(&state, Viewer::Seat(seat));
            let other = game.sample_hidden(&view, &mut rng);
            if other == state {
                continue;
            }
            pairs += 1;
            for name in AGENTS {
                let choice_in = |state| choose(&mut *agent(name), &game, state, &Budget::UNLIMITED);
                assert_eq!(choice_in(&state), choice_in(&other), "{name}");
            }
        }
    }
    assert!(pairs > 60, "{pairs} pairs");
}

#[test]
fn immediately_winning_stone_is_sent() {
    // Two stones can be sent: the relay moves no droid, TAKE closes the garden of S.
    let game = game(2, &[("scenario", "4")]);
    let text = "4 SN 2 S send S S49+o,N90,r77,r89 o28,o19 - - - - S1,N1 - S5.1:TAKEW,S10.1:R1N,N1.1:V1N - -";
    let state = game.parse_position(text).unwrap();
    for name in ["program-search:nodes=300", "greedy"] {
        let choice = choose(&mut *agent(name), &game, &state, &Budget::UNLIMITED);
        assert_eq!(game.format_action(choice.actions[0]), "send 5", "{name}");
    }
}

#[test]
fn strip_over_a_sendable_stone_is_lifted() {
    // S is in column 6; the strip over it prevents V1 from being sent, the one over 2 prevents
    // nothing.
    let game = game(2, &[("scenario", "1")]);
    let text = "1 SN 2 S send N S59,N90,r58,r89 - S2,S6 - - - S0,N1 - S6.1:V1W,N1.1:V1W lift:S -";
    let state = game.parse_position(text).unwrap();
    let choice = choose(
        &mut *agent("program-search:nodes=2000"),
        &game,
        &state,
        &Budget::UNLIMITED,
    );
    assert_eq!(game.format_action(choice.actions[0]), "lift 6");
}

#[test]
fn stone_is_set_in_the_column_to_which_an_earlier_seat_can_move_the_droid() {
    // N sends first and can move the droid of S from column 4 to column 10; it sets no more stones.
    let game = game(2, &[("scenario", "1")]);
    let text = "1 SN 5 N set S S39,N01,r90,r26 - - - - N - \
                S:VD,VD,FIRE,TAKE,TAKE,TAKE,RM;N:V2,VM,FIRE,TAKE,G2,G2 N10.1:RME - -";
    let mut state = game.parse_position(text).unwrap();
    while state.table().phase == Phase::Set {
        let choice = choose(
            &mut *agent("program-search:nodes=3000"),
            &game,
            &state,
            &Budget::UNLIMITED,
        );
        let actor = Actor::Seat(Seat::FIRST);
        game.apply(&mut state, actor, choice.actions[0]).unwrap();
    }
    let last = Transmitter::from_index(9).unwrap();
    assert!(state.table().bank(Side::South).front(last).is_some());
}

#[test]
fn search_ends_when_nothing_can_be_sent() {
    // The only transmitter whose column contains the droid is covered.
    let game = game(1, &[("scenario", "5")]);
    let stones = "N1.1:F4S,N1.2:F4W,N1.3:G1N,N2.1:G2W,N2.2:GMN,N2.3:G2E,N3.1:G1N,N3.2:G1E,N3.3:G1S,\
                  N4.1:F4E,N4.2:G1S,N4.3:GMW,N5.1:GMS,N5.2:G2W,N5.3:F4N,N6.1:G1W,N6.2:G1N,N6.3:G2E,\
                  N7.1:G1S,N7.2:GMW,N7.3:G1N,N8.1:G2W,N8.2:F4N,N8.3:F4E,N9.1:G1N,N9.2:G2E,N9.3:GMS,\
                  N10.1:GME,N10.2:G1S,N10.3:G1W";
    let text = format!(
        "5 S 2 S set S S91+o+o+o+o+o+o,M90 - S10 - - - - S:V1,V1,V2,V2,VM,B1,FIRE {stones} - 5"
    );
    let state = game.parse_position(&text).unwrap();
    for name in [
        "program-search:nodes=3000",
        "greedy",
        "greedy:programs=3000",
    ] {
        let choice = choose(&mut *agent(name), &game, &state, &Budget::UNLIMITED);
        assert!(choice.effort <= 6000, "{name}: {}", choice.effort);
    }
}
