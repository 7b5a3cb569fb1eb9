use botwerk_engine::droids::Droids;
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::record::{RecordedSeat, SeedOrigin};
use botwerk_engine::ricochet::Ricochet;
use botwerk_engine::{Game, GameNotation, GameRules, GameType, Options};

use super::*;
use crate::roster::Roster;
use crate::strength::Score;
use crate::verify::verify;

fn series<G: Roster + Lead>(
    seats: usize,
    options: &[(&str, &str)],
    players: &[&str],
) -> MatchSeries<G> {
    let options = Options::resolve(G::spec().options, options.iter().copied()).unwrap();
    let players: Vec<_> = players.iter().map(|text| text.parse().unwrap()).collect();
    MatchSeries::new(G::new(seats, options).unwrap(), &players, "profile").unwrap()
}

/// Returns the number of the last turn in which each seat was requested to act in a match.
fn requested_turns<G: Roster>(series: &MatchSeries<G>, players: &[&str], index: u64) -> Vec<u64> {
    struct TurnCounter(Vec<u64>);
    impl crate::arena::DecisionDriver for TurnCounter {
        fn decide(&mut self, seat: Seat, decision: &mut dyn crate::arena::PendingDecision) {
            self.0[seat.index()] = decision.turn().into();
            decision.search(&crate::Budget::UNLIMITED);
        }
    }
    let agents = series.players_of_match(index).into_iter();
    let agents = agents.map(|player| G::agent(&players[player].parse().unwrap()).unwrap());
    let mut agents: Vec<_> = agents.collect();
    let seed = RootSeed::from_text(&series.seed_of_match(index));
    let mut counter = TurnCounter(vec![0; agents.len()]);
    let events = &mut Vec::new();
    crate::arena::play_with(series.game(), seed, &mut agents, &mut counter, events);
    counter.0
}

/// Compares profiles with the turns that agents were requested to play and with verified records.
fn check_against_records<G: Roster + Lead>(
    seats: usize,
    options: &[(&str, &str)],
    players: &[&str],
) {
    let series = series::<G>(seats, options, players);
    for index in 0..6 {
        let played = series.play(index);
        let profile = MatchProfile::play(&series, index);
        let seats = { played.players.iter() }
            .map(|player| RecordedSeat {
                name: players[*player].into(),
                agent: Some(players[*player].into()),
            })
            .collect();
        let seed = RootSeed::from_text(&played.seed);
        let origin = SeedOrigin::Given;
        let finished = &played.finished;
        let record = finished.record(series.game(), seats, seed, origin, &played.events);
        verify::<G>(&record).unwrap();
        let outcome = record.outcome.unwrap();
        assert_eq!(profile.turns, requested_turns(&series, players, index));
        assert_eq!(profile.rule, outcome.outcome);
        let score = |seat| Score::from_outcome(&outcome.places, &outcome.points, seat).points();
        let scores: Vec<_> = (0..profile.scores.len()).map(score).collect();
        assert_eq!(profile.scores, scores);
        check_sums(&profile);
    }
}

/// Checks what must be equal in every profile.
fn check_sums(profile: &MatchProfile) {
    let actions: u64 = profile.action_options.values().sum();
    assert_eq!(profile.all_actions(), actions);
    assert_eq!(profile.options_by_turn.len() as u64, profile.all_turns());
    let by_turn: u64 = profile.options_by_turn.iter().map(|(n, _)| n).sum();
    assert_eq!(by_turn, actions);
    let forced = profile.action_options.get(&1).copied().unwrap_or_default();
    assert_eq!(profile.forced_actions, forced);
    assert!(profile.forced_turns <= profile.all_turns() && profile.decisions > 0);
    let sampled = profile.sampled_turns.len() as u64;
    assert_eq!(sampled, profile.all_turns().min(SAMPLED_TURNS as u64));
}

#[test]
fn profiles_agree_with_requests_and_records_of_netzwerk() {
    let board = [("width", "3"), ("ranks", "4"), ("opening_turns", "2")];
    check_against_records::<Netzwerk>(2, &board, &["minimax:nodes=50,table=1", "random"]);
}

#[test]
fn profiles_agree_with_requests_and_records_of_droids_for_one_to_four_seats() {
    check_against_records::<Droids>(1, &[], &["greedy"]);
    check_against_records::<Droids>(2, &[], &["greedy", "random"]);
    check_against_records::<Droids>(3, &[], &["random"]);
    check_against_records::<Droids>(4, &[("teams", "true"), ("scenario", "1")], &["random"]);
}

#[test]
fn profiles_agree_with_requests_and_records_of_races() {
    let rounds = [("round_cap", "4")];
    check_against_records::<MicroRobots>(3, &rounds, &["human", "random"]);
    check_against_records::<Ricochet>(3, &[], &["random"]);
    check_against_records::<Ricochet>(2, &[], &["human"]);
}

/// Plays actions in the notation of the game.
struct Script(Vec<&'static str>);

impl<G: Game> crate::Agent<G> for Script {
    fn decide(
        &mut self,
        request: &crate::DecisionRequest<'_, G>,
        _budget: &crate::Budget<'_>,
        _report: &mut dyn FnMut(&crate::Choice<G::Action>),
    ) -> crate::Choice<G::Action> {
        let turn = self.0.remove(0);
        let actions = request.game.parse_turn(request.view, turn).unwrap();
        crate::Choice::new(actions, 1)
    }
}

#[test]
fn short_match_has_the_figures_counted_by_hand() {
    let board = [("width", "2"), ("ranks", "4"), ("turn_cap", "2")];
    let options = Options::resolve(Netzwerk::spec().options, board).unwrap();
    let game = Netzwerk::new(2, options).unwrap();
    let seed = RootSeed::from_text("hand");
    let mut agents: Vec<Box<dyn crate::Agent<_>>> = vec![
        Box::new(Script(vec!["b2-b4 / ."])),
        Box::new(Script(vec!["b8-b6 / ."])),
    ];
    let mut events = Vec::new();
    let finished = crate::arena::play(&game, seed, &mut agents, &mut events);
    let played = PlayedMatch {
        index: 0,
        seed: "hand".into(),
        players: vec![0, 0],
        events,
        finished,
    };
    let profile = MatchProfile::from_match(&game, &played);
    let complexity = profile.complexity();
    // Each side moves a robot, ends its robot phase and ends its turn.
    assert_eq!((profile.turns, profile.actions), (vec![1, 1], vec![3, 3]));
    assert_eq!((profile.decisions, profile.chance_outcomes), (2, 0));
    assert_eq!((profile.rule, profile.scores), ("NW-27", vec![0.5, 0.5]));
    // The number of legal actions in the position before each action, from its list.
    let mut state = game.initial_state(seed);
    let mut counts = BTreeMap::new();
    for (seat, text) in [
        (0, "b2-b4"),
        (0, "/"),
        (0, "."),
        (1, "b8-b6"),
        (1, "/"),
        (1, "."),
    ] {
        let actor = Actor::Seat(Seat::new(seat).unwrap());
        let mut legal = Vec::new();
        game.legal_actions(&state, actor, &mut legal);
        *counts.entry(legal.len() as u64).or_insert(0) += 1;
        game.apply(&mut state, actor, game.parse_action(text).unwrap())
            .unwrap();
    }
    assert_eq!(profile.action_options, counts);
    // White was ahead after its turn, and equal again after that of Black.
    assert_eq!(profile.lead_changes, Some(0));
    assert_eq!(profile.sampled_turns.len(), 2);
    assert!(complexity > 2.0);
}

#[test]
fn sample_of_turns_is_uniform() {
    let mut rng = RootSeed::from_text("sample").rng();
    let mut counts = [0; 10];
    for _ in 0..10_000 {
        let mut sample = Vec::new();
        for number in 1..=10 {
            sample_turn(&mut sample, number, &mut rng, || number - 1);
        }
        assert_eq!(sample.len(), SAMPLED_TURNS);
        for turn in sample {
            counts[turn] += 1;
        }
    }
    // 4000 expected each, with a standard deviation of 49.
    assert!(
        counts.iter().all(|count| (3800..4200).contains(count)),
        "{counts:?}"
    );
}
