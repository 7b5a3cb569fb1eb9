//! Golden transcripts of matches in `snapshots/`, which pin chance outcomes, hashes and legal
//! actions.
//!
//! Set `INSTA_UPDATE=always` in the environment to rewrite the files.

use std::fmt::Write;

use botwerk_engine::micro_robots::{Action, MicroRobots, State};
use botwerk_engine::{
    Acceptance, Actor, Event, GameNotation, GameRules, GameViews, PlainAction, Referee, RootSeed,
    Submission, Turn, Viewer,
};
use insta::assert_snapshot;

use crate::play::{game, seat};
use crate::route::shortest;

/// The course of a round, once its target is known.
#[derive(Debug, Clone, Copy)]
enum Round {
    /// A seat announces the length of a shortest route and shows it.
    Correct(usize),
    /// A seat announces one move less than a shortest route and shows that many moves.
    Short(usize),
    /// Two seats announce after the same time; the seat that wins the tie-break shows.
    Tie(usize, usize),
    /// Every seat passes.
    Pass,
    /// The time limit of the race expires.
    Break,
    /// A seat announces, but does not show in time.
    Late(usize),
    /// A seat leaves, and then the round is abandoned.
    Leave(usize),
}

/// A match and its transcript.
struct Transcript {
    referee: Referee<MicroRobots>,
    text: String,
}

impl Transcript {
    fn new(seats: usize, given: &[(&str, &str)], seed: &str) -> Self {
        let game = game(seats, given).unwrap();
        let root = RootSeed::from_text(seed);
        let mut text = format!("micro-robots for {seats}, seed {seed}\n");
        for (name, value) in given {
            let _ = writeln!(text, "option {name} = {value}");
        }
        let start = game.initial_state(root);
        let referee = Referee::new(game, root);
        let mut transcript = Self { referee, text };
        transcript.write_position(&start);
        transcript
    }

    /// Writes the position, its hashes and the actors with their numbers of legal actions.
    fn write_position(&mut self, state: &State) {
        let game = self.referee.game();
        let view = game.view(state, Viewer::Seat(seat(0)));
        let hashes = (game.hash(state), game.view_hash(&view));
        let count = |actor| {
            let mut actions = Vec::new();
            game.legal_actions(state, actor, &mut actions);
            actions.len()
        };
        let turn = match game.turn(state) {
            Turn::Chance(key) => format!("chance draws {key} of {}", count(Actor::Chance)),
            Turn::Over(outcome) => format!(
                "over by {}, places {:?}, points {:?}",
                outcome.rule, outcome.places, outcome.points
            ),
            Turn::Decision(decision) => {
                let seats: Vec<_> = decision
                    .seats
                    .map(|seat| format!("seat {seat} of {}", count(Actor::Seat(seat))))
                    .collect();
                let referee = count(Actor::Referee);
                format!(
                    "{}: {}, the referee of {referee}",
                    decision.stage,
                    seats.join(", ")
                )
            }
        };
        let position = game.format_position(state);
        let (hash, view) = hashes;
        let text = format!("\n{position}\n  hash {hash:016x}, seat 0 sees {view:016x}\n  {turn}\n");
        self.text += &text;
    }

    /// Writes events, each with the position after it.
    fn write_events(&mut self, mut state: State, events: &[Event<PlainAction<Action>>]) {
        for event in events {
            let _ = write!(self.text, "> {}: {}", event.actor, event.action);
            for finish in &event.announcements {
                let (seat, nanos) = (finish.seat, finish.nanos);
                let _ = write!(self.text, " [seat {seat}: {}, {nanos} ns]", finish.action);
            }
            self.text.push('\n');
            let game = self.referee.game();
            game.apply(&mut state, event.actor, event.action).unwrap();
            self.write_position(&state);
        }
        assert_eq!(state, *self.referee.state());
    }

    fn advance(&mut self) {
        let before = self.referee.state().clone();
        let mut events = Vec::new();
        self.referee.resolve_chance(&mut events);
        self.write_events(before, &events);
    }

    fn intervene(&mut self, action: Action) {
        let before = self.referee.state().clone();
        let mut events = Vec::new();
        self.referee
            .apply_referee_action(action.into(), &mut events)
            .unwrap();
        self.write_events(before, &events);
    }

    fn act(&mut self, number: usize, actions: &[Action], nanos: u64) -> Acceptance {
        let before = self.referee.state().clone();
        let mut events = Vec::new();
        let actions: Vec<_> = actions.iter().copied().map(PlainAction::Game).collect();
        let act = Submission {
            nanos: Some(nanos),
            ..Submission::new(seat(number), &actions)
        };
        let accepted = self.referee.submit(act, &mut events).unwrap();
        self.write_events(before, &events);
        accepted
    }

    fn decide(&mut self) {
        let before = self.referee.state().clone();
        let mut events = Vec::new();
        assert!(self.referee.resolve_race(|_| u64::MAX, &mut events));
        self.write_events(before, &events);
    }

    fn show(&mut self, number: usize, moves: &[Action]) {
        let mut turn = moves.to_vec();
        turn.push(Action::End);
        self.act(number, &turn, 3_000_000_000);
    }

    fn round(&mut self, round: Round) {
        let public = self.referee.state().table().clone();
        let (start, target) = (public.start.unwrap(), public.target.unwrap());
        let route = shortest(&public.board, start, public.intermediate, target).unwrap();
        let moves: Vec<_> = route.spaces()[1..]
            .iter()
            .map(|to| Action::To(*to))
            .collect();
        let say = Action::Say(moves.len() as u8);
        match round {
            Round::Correct(number) => {
                self.act(number, &[say], 1_000_000_000);
                self.decide();
                self.show(number, &moves);
            }
            Round::Short(number) => {
                let short = &moves[..moves.len() - 1];
                self.act(number, &[Action::Say(short.len() as u8)], 700_000_000);
                self.decide();
                self.show(number, short);
            }
            Round::Tie(one, other) => {
                for number in [one, other] {
                    self.act(number, &[say], 2_000_000_000);
                }
                self.decide();
                let Turn::Decision(decision) = self.referee.game().turn(self.referee.state())
                else {
                    panic!("expected a show");
                };
                let first = decision.seats.into_iter().next().unwrap();
                self.show(first.index(), &moves);
            }
            Round::Pass => {
                for seat in public.playing() {
                    self.act(seat.index(), &[Action::Pass], 9_000_000_000);
                }
            }
            Round::Break => self.intervene(Action::Break),
            Round::Late(number) => {
                self.act(number, &[say], 1);
                self.decide();
                self.intervene(Action::Late(seat(number)));
            }
            Round::Leave(number) => {
                self.intervene(Action::Leave(seat(number)));
                self.intervene(Action::Break);
            }
        }
    }

    fn play(mut self, rounds: &[Round]) -> String {
        self.advance();
        for round in rounds {
            self.round(*round);
            self.advance();
        }
        assert!(self.referee.outcome().is_some(), "the match is not over");
        self.text
    }
}

#[test]
fn short_match_is_unchanged() {
    let given = [("chips_to_win", "3")];
    let text = Transcript::new(2, &given, "7").play(&[
        Round::Correct(1),
        Round::Tie(0, 1),
        Round::Pass,
        Round::Short(1),
        Round::Correct(0),
        Round::Correct(0),
    ]);
    assert_snapshot!("short", text);
}

#[test]
fn expert_match_on_copper_boards_is_unchanged() {
    let given = [
        ("side", "copper"),
        ("expert", "true"),
        ("first_roller", "drawn"),
        ("round_cap", "7"),
    ];
    let text = Transcript::new(3, &given, "copper").play(&[
        Round::Correct(0),
        Round::Break,
        Round::Short(0),
        Round::Correct(2),
        Round::Late(2),
        Round::Leave(1),
        Round::Correct(0),
    ]);
    assert_snapshot!("expert", text);
}
