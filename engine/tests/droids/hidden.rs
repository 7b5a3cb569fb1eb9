//! Tests of hidden information: DR-3, DR-39 and DR-40.

use std::collections::BTreeMap;

use botwerk_engine::droids::{Colour, Droids, Kind, Side, View};
use botwerk_engine::{
    Actor, GameDrawing, GameEncoding, GameNotation, GameRules, GameViews, RootSeed, Seat,
    StableRng, Turn, Viewer,
};

use crate::pair::game;
use crate::position::Position;

type State = <Droids as GameRules>::State;

fn rng(text: &str) -> StableRng {
    RootSeed::from_text(text).rng_for_agent(Seat::FIRST, 1)
}

fn view(game: &Droids, state: &State, seat: usize) -> View {
    game.view(state, Viewer::Seat(Seat::new(seat).unwrap()))
}

#[test]
fn dr_3_seat_sees_its_own_hand_and_the_colours_of_others() {
    let hands = "S:V1,VM,B1,B1,FIRE,TAKE,G1;N:V2,V2,VD,R1,RM,GM,GREP";
    let pair = Position::setting("SN", hands).play();
    let text = |viewer| {
        let view = pair.game.view(&pair.state, viewer);
        let text = pair.game.format_view(&view);
        text.split(' ').nth(13).unwrap().to_owned()
    };
    let seat = |index| Viewer::Seat(Seat::new(index).unwrap());
    assert_eq!(text(seat(0)), "S:V1,VM,B1,B1,FIRE,TAKE,G1;N:v3,r2,g2");
    assert_eq!(text(seat(1)), "S:v2,b2,r2,g1;N:V2,V2,VD,R1,RM,GM,GREP");
    assert_eq!(text(Viewer::Spectator), "S:v2,b2,r2,g1;N:v3,r2,g2");
}

#[test]
fn dr_40_drawn_kind_is_visible_only_to_the_drawing_seat() {
    let mut pair = Position::drawing("SN", "S:V1", "S").play();
    pair.act("S", "draw blue");
    let stone = pair.game.parse_action("stone BD").unwrap();
    let shown = |viewer| {
        pair.game
            .visible_action(&pair.state, viewer, Actor::Chance, stone)
    };
    assert_eq!(shown(Viewer::Seat(Seat::FIRST)), Some(stone));
    assert_eq!(shown(Viewer::Seat(Seat::new(1).unwrap())), None);
    assert_eq!(shown(Viewer::Spectator), None);
}

#[test]
fn dr_40_every_chance_key_of_a_match_is_unique() {
    for (seats, scenario) in [(1, "5"), (2, "3"), (4, "1"), (3, "2")] {
        let game = game(seats, &[("scenario", scenario)]);
        let mut rng = rng("names");
        let mut state = game.initial_state(RootSeed::from_text("names"));
        let mut keys = std::collections::BTreeSet::new();
        loop {
            let actor = match game.turn(&state) {
                Turn::Over(_) => break,
                Turn::Chance(key) => {
                    assert!(keys.insert(key), "{key} occurs twice");
                    Actor::Chance
                }
                Turn::Decision(decision) => Actor::Seat({ decision.seats }.next().unwrap()),
            };
            let mut actions = Vec::new();
            game.legal_actions(&state, actor, &mut actions);
            let action = actions[rng.below(actions.len() as u64) as usize];
            game.apply(&mut state, actor, action).unwrap();
        }
        assert!(keys.len() > 12, "{} chance nodes", keys.len());
    }
}

/// Returns all data about a position that a seat can obtain.
fn visible_data(game: &Droids, state: &State, seat: usize) -> Vec<String> {
    let seat = Seat::new(seat).unwrap();
    let view = game.view(state, Viewer::Seat(seat));
    let mut observation = vec![0; game.observation_len()];
    game.write_observation(&view, &mut observation);
    let mut actions = Vec::new();
    game.view_actions(&view, &mut actions);
    let rejections = (0..2135).map(|number| {
        let action = game.action_from_number(number).unwrap();
        let mut state = state.clone();
        let applied = game.apply(&mut state, Actor::Seat(seat), action);
        applied
            .err()
            .map_or_else(String::new, |error| error.to_string())
    });
    let deadline = game.deadline(state).map(|deadline| deadline.milliseconds);
    let mut all: Vec<String> = rejections.collect();
    all.extend([
        game.format_view(&view),
        format!("{:016x}", game.view_hash(&view)),
        format!("{observation:?}"),
        format!("{actions:?}"),
        game.diagram(&view).to_string(),
        format!("{:?} {deadline:?}", game.turn(state)),
    ]);
    all
}

#[test]
fn dr_39_data_visible_to_a_seat_does_not_depend_on_hidden_kinds() {
    let mut rng = rng("pairs");
    let mut pairs = 0;
    for (seats, option_values) in [
        (2, vec![("scenario", "1")]),
        (3, vec![("scenario", "3"), ("draw_mode", "commit")]),
        (4, vec![("scenario", "6")]),
    ] {
        let game = game(seats, &option_values);
        let mut state = game.initial_state(RootSeed::from_text("pairs"));
        while !state.table().is_over() && state.table().round < 3 {
            let actor = match game.turn(&state) {
                Turn::Decision(decision) => Actor::Seat({ decision.seats }.next().unwrap()),
                _ => Actor::Chance,
            };
            for seat in 0..seats {
                let other = game.sample_hidden(&view(&game, &state, seat), &mut rng);
                if other != state {
                    pairs += 1;
                    let (one, two) = (
                        visible_data(&game, &state, seat),
                        visible_data(&game, &other, seat),
                    );
                    assert_eq!(one, two, "{}", game.format_position(&state));
                }
            }
            let mut actions = Vec::new();
            game.legal_actions(&state, actor, &mut actions);
            let action = actions[rng.below(actions.len() as u64) as usize];
            game.apply(&mut state, actor, action).unwrap();
        }
    }
    assert!(pairs > 100, "{pairs} pairs");
}

/// Returns every hand of `count` stones dealt from the unseen stones of a colour with its
/// probability, by enumerating all orders of drawing.
fn hand_probabilities(unseen: &[(Kind, u8)], count: u8) -> BTreeMap<Vec<Kind>, f64> {
    let mut hands = BTreeMap::from([(vec![], 1.0)]);
    for _ in 0..count {
        let mut next = BTreeMap::new();
        for (hand, chance) in hands {
            let count_in_hand = |kind| hand.iter().filter(|other| **other == kind).count() as u8;
            let remaining = unseen
                .iter()
                .map(|&(kind, all)| (kind, all - count_in_hand(kind)));
            let remaining: Vec<_> = remaining.filter(|(_, remaining)| *remaining > 0).collect();
            let all: u8 = remaining.iter().map(|(_, remaining)| remaining).sum();
            for (kind, remaining) in remaining {
                let mut hand = hand.clone();
                hand.push(kind);
                hand.sort_unstable();
                *next.entry(hand).or_insert(0.0) += chance * f64::from(remaining) / f64::from(all);
            }
        }
        hands = next;
    }
    hands
}

/// Number of samples to compare with a distribution.
const SAMPLES: u32 = 40_000;

#[test]
fn dr_39_determinizations_have_the_distribution_of_the_deal() {
    // S has two blue stones and sees one of W; W has four blue stones in hand: of the 24, 17 B1 and
    // 4 BD are unseen.
    let hands = "S:V1,V1,V1,V1,V1,B1,B1;W:V2,V2,B1,B1,BD,BD;N:FIRE,FIRE,FIRE,FIRE,FIRE,FIRE,FIRE";
    let position = Position::setting("SWN", hands).with(crate::position::STONES, "W1.1:B1E");
    let pair = position.play();
    let own_view = view(&pair.game, &pair.state, 0);
    let unseen = [(Kind::B1, 17), (Kind::BD, 4)];
    let rules = pair.game.rules();
    for (kind, remaining) in unseen {
        assert_eq!(rules.unseen(&own_view).count(kind), remaining);
    }
    let expected = hand_probabilities(&unseen, 4);
    let mut rng = rng("chi-square");
    let mut counts: BTreeMap<Vec<Kind>, u32> = BTreeMap::new();
    for _ in 0..SAMPLES {
        let state = pair.game.sample_hidden(&own_view, &mut rng);
        let blue = |(kind, count): (Kind, u8)| {
            let is_blue = kind.colour() == Colour::Blue;
            std::iter::repeat_n(kind, if is_blue { count.into() } else { 0 })
        };
        let hand = state.hand(Side::West).kinds().flat_map(blue);
        *counts.entry(hand.collect()).or_default() += 1;
    }
    let chi_square: f64 = expected
        .iter()
        .map(|(hand, chance)| {
            let expected = chance * f64::from(SAMPLES);
            let counts = f64::from(counts.get(hand).copied().unwrap_or(0));
            (counts - expected).powi(2) / expected
        })
        .sum();
    // Five hands, four degrees of freedom: above 18.47 once in a thousand.
    assert_eq!(expected.len(), 5);
    assert!(chi_square < 18.47, "{chi_square}: {counts:?}");
}

#[test]
fn dr_39_hidden_hands_are_dealt_from_one_container() {
    // W and N have one blue stone each, dealt without replacement.
    let hands = "S:B1,B1,B1,B1,B1,B1,B1;W:V2,V2,V2,V2,V2,V2,B1;N:VD,VD,VD,VD,VD,VD,BD";
    let pair = Position::setting("SWN", hands).play();
    let own_view = view(&pair.game, &pair.state, 0);
    let mut rng = rng("two hands");
    let mut counts: BTreeMap<(u8, u8), u32> = BTreeMap::new();
    for _ in 0..20_000 {
        let state = pair.game.sample_hidden(&own_view, &mut rng);
        let diagonal = |side| state.hand(side).count(Kind::BD);
        *counts
            .entry((diagonal(Side::West), diagonal(Side::North)))
            .or_default() += 1;
    }
    // 13 B1 and 4 BD are unseen: 13/17 x 12/16 and so on.
    let chance = |west: u8, north: u8| {
        let first = if west == 1 { 4.0 } else { 13.0 };
        let second = f64::from(if north == 1 {
            4 - west
        } else {
            13 - (1 - west)
        });
        first / 17.0 * second / 16.0
    };
    for ((west, north), count) in counts {
        let expected = 20_000.0 * chance(west, north);
        let deviation = (f64::from(count) - expected).abs() / expected.sqrt();
        assert!(
            deviation < 4.0,
            "{west} {north}: {count}, expected {expected}"
        );
    }
}
