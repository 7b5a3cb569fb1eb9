//! Tests of the reported analyses and of principal variations split into turns.

use botwerk_engine::micro_robots::{Action, MicroRobots};
use botwerk_engine::{
    GameNotation, GameType, History, Options, PlainAction, Referee, RootSeed, Seat,
};

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

fn texts(analysis: &Analysis<PlainAction<Action>>) -> Vec<(usize, &str)> {
    let turns = analysis.principal_variation.iter();
    turns
        .map(|turn| (turn.seat.index(), turn.text.as_str()))
        .collect()
}

/// An agent that reports the given choices and returns the last one.
struct Scripted(Vec<Choice<PlainAction<Action>>>);

impl Agent<MicroRobots> for Scripted {
    fn decide(
        &mut self,
        _request: &DecisionRequest<'_, MicroRobots>,
        _budget: &Budget<'_>,
        report: &mut dyn FnMut(&Choice<PlainAction<Action>>),
    ) -> Choice<PlainAction<Action>> {
        self.0.iter().for_each(report);
        self.0.pop().unwrap()
    }
}

/// Analyses a choice of the first `chosen` actions of a line.
fn analyse(position: &str, chosen: usize, variation: &[&str]) -> Analysis<PlainAction<Action>> {
    let game = game();
    let variation: Vec<_> = variation
        .iter()
        .map(|t| game.parse_action(t).unwrap())
        .collect();
    let mut choice = Choice::new(variation[..chosen].to_vec(), 1);
    choice.principal_variation = variation;
    let position = AnalysisPosition::new(&referee(position), None, seed()).unwrap();
    position.search(&mut Scripted(vec![choice]), &Budget::UNLIMITED, &mut |_| {})
}

#[test]
fn solver_suggests_an_announcement_and_its_route() {
    let position = AnalysisPosition::new(&referee(RACE), Seat::new(1), seed()).unwrap();
    let mut solver = MicroRobots::agent(&MicroRobots::strongest()).unwrap();
    let analysis = position.search(&mut *solver, &Budget::UNLIMITED, &mut |_| {});
    assert_eq!((analysis.depth, analysis.value), (0, Some(-5)));
    assert!(analysis.nodes > 0);
    let turns = texts(&analysis);
    assert_eq!(turns[0], (1, "say 5"));
    assert!(
        turns[1].1.starts_with("show 1P-") && turns.len() == 2,
        "{turns:?}"
    );
}

#[test]
fn variation_is_split_into_turns_by_acting_seat() {
    let shown = ["say 1", "to 6P", "end"];
    assert_eq!(
        texts(&analyse(RACE, 1, &shown)),
        [(0, "say 1"), (0, "show 1P-6P")]
    );
    // If both seats may act, the analysed seat comes first, then the other one.
    let passes = ["pass", "pass"];
    assert_eq!(
        texts(&analyse(RACE, 1, &passes)),
        [(0, "pass"), (1, "pass")]
    );
}

#[test]
fn variation_ends_where_it_cannot_be_played() {
    assert_eq!(
        texts(&analyse(RACE, 1, &["say 1", "say 2"])),
        [(0, "say 1")]
    );
    assert_eq!(
        texts(&analyse(RACE, 1, &["say 1", "roll 2W"])),
        [(0, "say 1")]
    );
    // Chance rolls after both passes.
    let passes = analyse(RACE, 1, &["pass", "pass", "roll 3B"]);
    assert_eq!(texts(&passes).len(), 2);
    assert_eq!(texts(&analyse(RACE, 1, &["to 6P"])), []);
    assert_eq!(texts(&analyse(RACE, 0, &[])), []);
}

#[test]
fn variation_that_does_not_start_with_the_choice_is_ignored() {
    let mut choice = Choice::new(vec![Action::Pass.into()], 1);
    choice.principal_variation = vec![Action::Say(3).into()];
    let position = AnalysisPosition::new(&referee(RACE), None, seed()).unwrap();
    let analysis = position.search(&mut Scripted(vec![choice]), &Budget::UNLIMITED, &mut |_| {});
    assert_eq!(texts(&analysis), [(0, "pass")]);
}

#[test]
fn search_reports_every_choice() {
    let choices = (1..=3).map(|depth| {
        let mut choice = Choice::new(vec![Action::Say(depth).into()], u64::from(depth));
        choice.depth = u32::from(depth);
        choice
    });
    let position = AnalysisPosition::new(&referee(RACE), None, seed()).unwrap();
    let mut depths = Vec::new();
    let mut agent = Scripted(choices.collect());
    let analysis = position.search(&mut agent, &Budget::UNLIMITED, &mut |analysis| {
        depths.push((analysis.depth, analysis.nodes));
    });
    assert_eq!(depths, [(1, 1), (2, 2), (3, 3)]);
    assert_eq!(texts(&analysis), [(0, "say 3")]);
}

#[test]
fn position_requires_a_seat_that_is_to_act() {
    let error = |referee: &Referee<MicroRobots>, seat| {
        let position = AnalysisPosition::new(referee, Seat::new(seat), seed());
        position.map(|position| position.seat).unwrap_err()
    };
    let start = Referee::new(game(), seed());
    assert_eq!(error(&start, 0), AnalysisError::Chance);
    let showing = RACE.replace("race:", "show:1:5:1P");
    assert_eq!(
        error(&referee(&showing), 0),
        AnalysisError::Seat(Seat::FIRST)
    );
    let over = RACE.replace("1P ; 2W ; - ; 0,0", "1P ; - ; - ; 5,0");
    let over = over.replace("race:", "roll");
    assert_eq!(error(&referee(&over), 0), AnalysisError::Over);
    let history = History::new(&game(), game().parse_position(&showing).unwrap());
    let referee = Referee::from_history(game(), seed(), history);
    let position = AnalysisPosition::new(&referee, None, seed()).unwrap();
    assert_eq!(position.seat, Seat::new(1).unwrap());
}
