//! What a search tells, and how a line of actions falls into turns.

use botwerk_engine::micro_robots::{Action, MicroRobots};
use botwerk_engine::{GameNotation, GameRules, History, Options, Referee, RootSeed, Seat};

use super::*;
use crate::roster::Roster;

const RACE: &str = "2Y 1W 1B 5P 2P 3P / 2W 2G 2R 6R 4R 3Y / 4P 6G 4W 4B 5G 3G / \
                    6P 5Y 1P 6W 6B 2B / 1R 5B 6Y 3R 4Y 3W / 1G 5R 1Y 3B 4G 5W \
                    ; 1P ; 2W ; - ; 0,0 ; 0 ; 1 ; race:";

fn game() -> MicroRobots {
    let options = Options::resolve(MicroRobots::spec().options, [("", ""); 0]).unwrap();
    MicroRobots::new(2, options).unwrap()
}

fn seed() -> RootSeed {
    RootSeed::from_text("7")
}

fn referee(position: &str) -> Referee<MicroRobots> {
    let state = game().parse_position(position).unwrap();
    Referee::from_position(game(), seed(), state)
}

fn texts(analysis: &Analysis) -> Vec<(usize, &str)> {
    let turns = analysis.principal_variation.iter();
    turns
        .map(|turn| (turn.seat.index(), turn.text.as_str()))
        .collect()
}

/// A player that reports lines of actions one by one, the last of which it chooses.
struct Told(Vec<Choice<Action>>);

impl Agent<MicroRobots> for Told {
    fn decide(
        &mut self,
        _request: &Request<'_, MicroRobots>,
        _budget: &Budget<'_>,
        report: &mut dyn FnMut(&Choice<Action>),
    ) -> Choice<Action> {
        self.0.iter().for_each(report);
        self.0.pop().unwrap()
    }
}

/// What is told of a line of which the first actions are chosen.
fn told(position: &str, chosen: usize, line: &[&str]) -> Analysis {
    let game = game();
    let line: Vec<_> = line.iter().map(|t| game.parse_action(t).unwrap()).collect();
    let mut choice = Choice::new(line[..chosen].to_vec(), 1);
    choice.principal_variation = line;
    let subject = Subject::new(&referee(position), None, seed()).unwrap();
    subject.search(&mut Told(vec![choice]), &Budget::UNLIMITED, &mut |_| {})
}

#[test]
fn the_solver_suggests_to_announce_and_to_show_a_route() {
    let subject = Subject::new(&referee(RACE), Seat::new(1), seed()).unwrap();
    let mut solver = MicroRobots::agent(&MicroRobots::strongest()).unwrap();
    let found = subject.search(&mut *solver, &Budget::UNLIMITED, &mut |_| {});
    assert_eq!((found.depth, found.value), (0, Some(-5)));
    assert!(found.nodes > 0);
    let turns = texts(&found);
    assert_eq!(turns[0], (1, "say 5"));
    assert!(
        turns[1].1.starts_with("show 1P-") && turns.len() == 2,
        "{turns:?}"
    );
}

#[test]
fn a_line_falls_into_turns_of_whoever_acts() {
    let shown = ["say 1", "to 6P", "end"];
    assert_eq!(
        texts(&told(RACE, 1, &shown)),
        [(0, "say 1"), (0, "show 1P-6P")]
    );
    // Of several seats the one that looks acts; once it may not, the next one does.
    let passes = ["pass", "pass"];
    assert_eq!(texts(&told(RACE, 1, &passes)), [(0, "pass"), (1, "pass")]);
}

#[test]
fn a_line_ends_where_it_cannot_be_played() {
    assert_eq!(texts(&told(RACE, 1, &["say 1", "say 2"])), [(0, "say 1")]);
    assert_eq!(texts(&told(RACE, 1, &["say 1", "roll 2W"])), [(0, "say 1")]);
    // Behind both passes chance rolls.
    let passes = told(RACE, 1, &["pass", "pass", "roll 3B"]);
    assert_eq!(texts(&passes).len(), 2);
    assert_eq!(texts(&told(RACE, 1, &["to 6P"])), []);
    assert_eq!(texts(&told(RACE, 0, &[])), []);
}

#[test]
fn a_line_that_begins_otherwise_than_the_choice_is_left_out() {
    let mut choice = Choice::new(vec![Action::Pass], 1);
    choice.principal_variation = vec![Action::Say(3)];
    let subject = Subject::new(&referee(RACE), None, seed()).unwrap();
    let found = subject.search(&mut Told(vec![choice]), &Budget::UNLIMITED, &mut |_| {});
    assert_eq!(texts(&found), [(0, "pass")]);
}

#[test]
fn everything_is_reported_on_the_way() {
    let choices = (1..=3).map(|depth| {
        let mut choice = Choice::new(vec![Action::Say(depth)], u64::from(depth));
        choice.depth = u32::from(depth);
        choice
    });
    let subject = Subject::new(&referee(RACE), None, seed()).unwrap();
    let mut depths = Vec::new();
    let mut agent = Told(choices.collect());
    let found = subject.search(&mut agent, &Budget::UNLIMITED, &mut |analysis| {
        depths.push((analysis.depth, analysis.nodes));
    });
    assert_eq!(depths, [(1, 1), (2, 2), (3, 3)]);
    assert_eq!(texts(&found), [(0, "say 3")]);
}

#[test]
fn only_a_seat_that_is_asked_looks() {
    let refused = |referee: &Referee<MicroRobots>, seat| {
        let subject = Subject::new(referee, Seat::new(seat), seed());
        subject.map(|subject| subject.seat).unwrap_err()
    };
    let start = Referee::new(game(), seed());
    assert_eq!(refused(&start, 0), NotAsked::Chance);
    let showing = RACE.replace("race:", "show:1:5:1P");
    assert_eq!(refused(&referee(&showing), 0), NotAsked::Seat(Seat::FIRST));
    let over = RACE.replace("1P ; 2W ; - ; 0,0", "1P ; - ; - ; 5,0");
    let over = over.replace("race:", "roll");
    assert_eq!(refused(&referee(&over), 0), NotAsked::Over);
    let history = History::new(&game(), game().parse_position(&showing).unwrap());
    let referee = Referee::from_history(game(), seed(), history);
    let subject = Subject::new(&referee, None, seed()).unwrap();
    assert_eq!(subject.seat, Seat::new(1).unwrap());
}
