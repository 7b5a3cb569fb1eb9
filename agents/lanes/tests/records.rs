//! Records of matches that were played action by action, and the decisions of records.

// A panic fails the test, in helper functions as well.
#![allow(clippy::unwrap_used)]
// Returns are copied.
#![allow(clippy::float_cmp)]

use botwerk_agents::{Roster, verify};
use botwerk_engine::record::{
    ClockKind, EventLine, Header, OutcomeLine, Record, RecordedSeat, SeedOrigin,
};
use botwerk_engine::{
    Game, GameId, GameNotation, Referee, RootSeed, Seat, Submission, Viewer, with_game,
};
use botwerk_lanes::{
    Effort, GameSetup, MatchState, Node, PlayedAction, RecordingError, recorded_decisions,
    recorded_match, returns,
};

/// What a seat saw and did: seat, action, effort, observation and legal actions.
type Decision = (usize, u32, u64, Vec<u8>, Vec<u32>);

/// A match that was played.
struct Played {
    setup: GameSetup,
    seed: RootSeed,
    actions: Vec<PlayedAction>,
    decisions: Vec<Decision>,
    end: Box<dyn MatchState>,
}

/// Plays a short match in which every seat takes one of its legal actions after another, with efforts.
fn play(game: GameId, seed: &str) -> Played {
    let options = match game.name() {
        "netzwerk" => ("turn_cap", "12"),
        _ => ("round_cap", "2"),
    };
    let setup = GameSetup {
        game,
        seats: 2,
        options: vec![(options.0.into(), options.1.into())],
    };
    let seed = RootSeed::from_text(seed);
    let mut state = setup.start(seed).unwrap();
    let (mut actions, mut decisions) = (Vec::new(), Vec::new());
    for step in 0_usize.. {
        state.resolve_chance();
        let Node::Seat(seat) = state.node() else {
            break;
        };
        let legal = state.legal_actions(seat);
        let action = legal[step * step % legal.len()];
        // Some are equal, so that chance decides.
        let nodes = [0, 1_000, 1_000, 70_000][step % 4];
        let mut observation = vec![0; state.observation_len()];
        state.write_observation(Viewer::Seat(seat), &mut observation);
        decisions.push((seat.index(), action, nodes, observation, legal));
        let effort = Effort::of_nodes(nodes);
        state.act(seat, action, effort).unwrap();
        actions.push(PlayedAction {
            seat,
            action,
            effort,
        });
    }
    Played {
        setup,
        seed,
        actions,
        decisions,
        end: state,
    }
}

fn names() -> Vec<String> {
    ["a", "b"].map(String::from).to_vec()
}

#[test]
fn record_of_a_match_is_verified_and_has_its_decisions() {
    for game in GameId::BUILT_IN {
        for seed in 0..5 {
            let played = play(*game, &seed.to_string());
            let position = played.end.position_text();
            let record = played
                .setup
                .record(played.seed, &names(), &played.actions, &position)
                .unwrap();
            with_game!(*game, G => assert_verified::<G>(&record));
            let table = recorded_decisions(&record).unwrap();
            let found: Vec<Decision> = (0..table.rows)
                .map(|row| {
                    let len = table.observation_len;
                    (
                        usize::from(table.players[row]),
                        table.actions[row],
                        table.efforts[row],
                        table.observations[row * len..(row + 1) * len].to_vec(),
                        table.legal_actions[table.legal_starts[row]..table.legal_starts[row + 1]]
                            .to_vec(),
                    )
                })
                .collect();
            let expected = played.decisions;
            // In overtime a seat sees the numbers that were announced before.
            let sees_others = *game == GameId::RICOCHET;
            let parts = |all: Vec<Decision>| -> Vec<_> {
                let parts = all.into_iter().map(|(seat, action, _, seen, legal)| {
                    (seat, action, (!sees_others).then_some((seen, legal)))
                });
                let mut parts: Vec<_> = parts.collect();
                // In a race rows are in the order of time.
                parts.sort();
                parts
            };
            assert_eq!(parts(found), parts(expected), "{game} {seed}");
            let worth: Vec<f32> = returns(&played.end.outcome().unwrap()).collect();
            for row in 0..table.rows {
                assert_eq!(table.returns[row], worth[usize::from(table.players[row])]);
            }
        }
    }
}

fn assert_verified<G: Roster>(record: &Record) {
    let verified = verify::<G>(record).unwrap();
    assert!(verified.is_complete());
}

#[test]
fn match_of_a_record_continues_from_any_event() {
    for game in GameId::BUILT_IN {
        let played = play(*game, "7");
        let position = played.end.position_text();
        let record = played
            .setup
            .record(played.seed, &names(), &played.actions, &position)
            .unwrap();
        let start = recorded_match(&record, 0).unwrap();
        let setup = start.setup;
        assert_eq!(start.state.position_text(), record.header.start);
        assert!(start.applied.is_empty());
        assert_eq!(setup.seats, 2);
        let end = recorded_match(&record, record.events.len()).unwrap();
        assert_eq!(end.state.position_text(), position);
        assert!(end.state.outcome().is_some());
        assert_eq!(end.applied.len(), record.events.len());
        let beyond = recorded_match(&record, record.events.len() + 1);
        let message = beyond.err().unwrap().to_string();
        assert!(message.contains("the number of events"), "{message}");
    }
}

#[test]
fn match_with_chosen_chance_is_not_recorded() {
    let setup = GameSetup {
        game: GameId::MICRO_ROBOTS,
        seats: 2,
        options: vec![],
    };
    let seed = RootSeed::from_text("7");
    let mut state = setup.start(seed).unwrap();
    let mut sampled = setup.start(seed).unwrap();
    sampled.resolve_chance();
    for (outcome, _) in state.chance_outcomes() {
        let mut chosen = state.clone_boxed();
        chosen.apply_outcome(outcome).unwrap();
        if chosen.position_text() != sampled.position_text() {
            state = chosen;
            break;
        }
    }
    let error = setup.record(seed, &names(), &[], &state.position_text());
    assert!(matches!(error, Err(RecordingError::OtherMatch)));
    let error = setup.record(seed, &["a".into()], &[], &sampled.position_text());
    assert!(matches!(
        error,
        Err(RecordingError::Names {
            expected: 2,
            found: 1
        })
    ));
}

#[test]
fn unfinished_record_has_no_decisions_to_learn_from() {
    let setup = GameSetup {
        game: GameId::NETZWERK,
        seats: 2,
        options: vec![],
    };
    let seed = RootSeed::from_text("7");
    let state = setup.start(seed).unwrap();
    let record = setup.record(seed, &names(), &[], &state.position_text());
    let error = recorded_decisions(&record.unwrap()).unwrap_err();
    assert!(error.message.contains("has not ended"), "{error}");
}

/// Records a match by the clock in which the first seat announces in every round and shows nothing, while the other
/// one passes in the first round and stays silent in the others.
fn match_with_a_silent_seat(rounds: usize) -> Record {
    let setup = GameSetup {
        game: GameId::MICRO_ROBOTS,
        seats: 2,
        options: vec![("round_cap".into(), rounds.to_string())],
    };
    let seed = RootSeed::from_text("7");
    let mut referee = Referee::new(setup.create().unwrap(), seed);
    let mut events = Vec::new();
    for round in 0..rounds {
        referee.resolve_chance(&mut events);
        let mut acts = vec![(0, "say 5", Some(1_000))];
        if round == 0 {
            acts.insert(0, (1, "pass", Some(500)));
        }
        for (seat, text, nanos) in acts {
            let action = referee.game().parse_action(text).unwrap();
            let submission = Submission {
                seat: Seat::new(seat).unwrap(),
                actions: &[action],
                nanos,
                effort: 0,
                score: None,
            };
            referee.submit(submission, &mut events).unwrap();
        }
        referee.resolve_race(|_| u64::MAX, &mut events);
        let end = referee.game().parse_action("end").unwrap();
        let submission = Submission {
            seat: Seat::FIRST,
            actions: &[end],
            nanos: Some(1_000),
            effort: 0,
            score: None,
        };
        referee.submit(submission, &mut events).unwrap();
    }
    record_by_the_clock(&referee, seed, &events)
}

fn record_by_the_clock<G: Game>(
    referee: &Referee<G>,
    seed: RootSeed,
    events: &[botwerk_engine::Event<G::Action>],
) -> Record {
    let game = referee.game();
    let seats = names()
        .into_iter()
        .map(|name| RecordedSeat { name, agent: None });
    let line = |(seq, event)| EventLine::new(game, seq, event);
    Record {
        header: Header::new(
            game,
            seats.collect(),
            seed,
            SeedOrigin::Given,
            ClockKind::Wall,
        ),
        events: (1..).zip(events).map(line).collect(),
        outcome: Some(OutcomeLine::new(&referee.outcome().unwrap(), &[None, None])),
    }
}

#[test]
fn passes_are_decisions_and_silence_in_a_race_is_none() {
    let rounds = 6;
    let table = recorded_decisions(&match_with_a_silent_seat(rounds)).unwrap();
    let passes = table.players.iter().filter(|seat| **seat != 0);
    assert_eq!(passes.count(), 1, "the pass of the first round");
    // The first seat has a number and a show in each round.
    assert_eq!(table.rows, 2 * rounds + 1);
}
