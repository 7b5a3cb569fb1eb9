//! Golden transcripts of matches in `snapshots/`, which pin chance outcomes, hashes and legal actions.
//!
//! Set `INSTA_UPDATE=always` in the environment to rewrite the files.

use std::fmt::Write;

use botwerk_engine::ricochet::{
    Action, Attempt, Move, Phase, Ricochet, Robots, State, Task, all_slides,
};
use botwerk_engine::{
    Actor, Event, GameNotation, GameRules, GameViews, Referee, RootSeed, Submission, Turn, Viewer,
};
use insta::assert_snapshot;

use crate::play::{game, seat};

/// A match and its transcript.
struct Transcript {
    referee: Referee<Ricochet>,
    text: String,
}

impl Transcript {
    fn new(seats: usize, given: &[(&str, &str)], seed: &str) -> Self {
        let game = game(seats, given).unwrap();
        let root = RootSeed::from_text(seed);
        let mut text = format!("ricochet for {seats}, seed {seed}\n");
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
        let (hash, view) = (game.hash(state), game.view_hash(&view));
        let count = |actor| game.count_actions(state, actor);
        let turn = match game.turn(state) {
            Turn::Chance(key) => format!("chance samples {key} of {}", count(Actor::Chance)),
            Turn::Over(outcome) => format!(
                "over by {}, places {:?}, points {:?}",
                outcome.rule, outcome.places, outcome.points
            ),
            Turn::Decision(decision) => {
                let seats = decision.seats;
                let seats = seats.map(|it| format!("seat {it} of {}", count(Actor::Seat(it))));
                let seats = seats.collect::<Vec<_>>().join(", ");
                let referee = count(Actor::Referee);
                let (stage, number) = (decision.stage, decision.number);
                format!("{stage} {number}: {seats}, the referee of {referee}")
            }
        };
        let position = game.format_position(state);
        let _ = write!(
            self.text,
            "\n{position}\n  hash {hash:016x}, seat 0 sees {view:016x}\n  {turn}\n"
        );
    }

    /// Makes a change and writes its events, each with the position after it.
    fn change(&mut self, change: impl FnOnce(&mut Referee<Ricochet>, &mut Vec<Event<Action>>)) {
        let mut state = self.referee.state().clone();
        let mut events = Vec::new();
        change(&mut self.referee, &mut events);
        for event in &events {
            let _ = write!(self.text, "> {}: {}", event.actor, event.action);
            for announcement in &event.announcements {
                let (seat, nanos) = (announcement.seat, announcement.nanos);
                let _ = write!(
                    self.text,
                    " [seat {seat}: {}, {nanos} ns]",
                    announcement.action
                );
            }
            self.text.push('\n');
            let game = self.referee.game();
            game.apply(&mut state, event.actor, event.action).unwrap();
            self.write_position(&state);
        }
        assert_eq!(state, *self.referee.state());
    }

    fn advance(&mut self) {
        self.change(Referee::resolve_chance);
    }

    fn act(&mut self, number: usize, actions: &[Action], seconds: u64) {
        self.change(|referee, events| {
            let submission = Submission {
                nanos: Some(seconds * 1_000_000_000),
                ..Submission::new(seat(number), actions)
            };
            referee.submit(submission, events).unwrap();
        });
    }

    /// Resolves the race; no seat can announce before this number of seconds.
    fn decide(&mut self, seconds: u64) {
        self.change(|referee, events| {
            let nanos = seconds.saturating_mul(1_000_000_000);
            assert!(referee.resolve_race(|_| nanos, events));
        });
    }

    /// Returns a shortest solution of the open round, if one has at most five moves.
    fn solution(&self) -> Option<Vec<Move>> {
        let table = self.referee.state().table();
        let task = self.referee.game().task(table)?;
        (1..=5).find_map(|length| solve(&task, &Attempt::new(table.robots), length))
    }

    /// Shows a solution and everything that the round leads to.
    fn show(&mut self, number: usize, moves: &[Move]) {
        let mut turn: Vec<_> = moves.iter().copied().map(Action::Step).collect();
        turn.push(Action::End);
        self.act(number, &turn, 3);
        self.advance();
    }
}

/// Returns the first solution of exactly this cost, in the order of actions.
fn solve(task: &Task<'_>, attempt: &Attempt, cost: u32) -> Option<Vec<Move>> {
    let robots: &Robots = attempt.robots();
    for (step, _) in all_slides(task.board, robots, task.slide_rules) {
        let mut next = *attempt;
        if next.apply(task, step).is_err() || next.cost() > cost {
            continue;
        }
        if next.cost() == cost {
            if next.is_solution(task) {
                return Some(vec![step]);
            }
        } else if let Some(mut rest) = solve(task, &next, cost) {
            rest.insert(0, step);
            return Some(rest);
        }
    }
    None
}

#[test]
fn rr_7_rounds_of_the_race_for_the_lowest() {
    let given = [
        ("targets_to_win", "2"),
        ("sides", "AB"),
        ("ricochet_rule", "false"),
        ("round_cap", "12"),
    ];
    let mut match_ = Transcript::new(3, &given, "lowest 2");
    match_.advance();
    let mut solved = 0;
    while let Phase::Race(_) = match_.referee.state().phase() {
        let Some(moves) = match_.solution() else {
            match_.act(2, &[Action::Pass], 1);
            match_.change(|referee, events| {
                let action = referee.deadline().unwrap().action;
                referee.apply_referee_action(action, events).unwrap();
            });
            match_.advance();
            continue;
        };
        let best = moves.len() as u8;
        match_.act(1, &[Action::Say(best + 1)], 4);
        match_.act(2, &[Action::Say(best)], 4);
        match_.decide(5);
        match_.act(1, &[Action::Say(best)], 9);
        match_.decide(u64::MAX);
        solved += 1;
        if solved == 1 {
            // The first show is wrong, so the next one follows.
            match_.show(2, &moves[..moves.len() - 1]);
            match_.show(1, &moves);
        } else {
            match_.show(2, &moves);
        }
    }
    assert_snapshot!(match_.text);
}

#[test]
fn rr_7_rounds_in_which_the_first_announcement_decides() {
    let given = [
        ("race", "first"),
        ("targets_to_win", "2"),
        ("transparent", "true"),
        ("silver", "true"),
        ("sides", "D"),
    ];
    let mut match_ = Transcript::new(2, &given, "first");
    match_.advance();
    let mut rounds = 0;
    while let Phase::Race(_) = match_.referee.state().phase() {
        rounds += 1;
        assert!(rounds < 40, "the match ends");
        let Some(moves) = match_.solution() else {
            match_.act(0, &[Action::Pass], 1);
            match_.act(1, &[Action::Pass], 1);
            match_.advance();
            continue;
        };
        let table = match_.referee.state().table();
        let task = match_.referee.game().task(table).unwrap();
        let mut attempt = Attempt::new(table.robots);
        for step in &moves {
            attempt.apply(&task, *step).unwrap();
        }
        let cost = attempt.cost() as u8;
        match_.act(rounds % 2, &[Action::Say(cost)], 2);
        match_.decide(3);
        // Every third show is too short.
        let shown = moves.len() - usize::from(rounds % 3 == 2);
        match_.show(rounds % 2, &moves[..shown]);
    }
    assert_snapshot!(match_.text);
}
