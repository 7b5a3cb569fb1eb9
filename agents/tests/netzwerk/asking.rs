//! Drawn positions, and players asked about them.

use botwerk_agents::{Agent, Budget, Choice, Request, Roster};
use botwerk_engine::netzwerk::{
    Action, End, Field, Fields, MAX_SIDE, Netzwerk, Phase, Position, Rules, Side, Square, Squares,
    State,
};
use botwerk_engine::{GameRules, GameViews, Generator, Options, RootSeed, Seat, Viewer};

/// Boards and options under which players are asked.
pub(crate) const OPTIONS: [&[(&str, &str)]; 5] = [
    &[],
    &[
        ("width", "4"),
        ("ranks", "3"),
        ("battery_control", "present"),
    ],
    &[
        ("width", "2"),
        ("ranks", "5"),
        ("battery_control", "majority"),
    ],
    &[("width", "5"), ("ranks", "4"), ("forced_capture", "true")],
    &[("width", "2"), ("ranks", "3"), ("repetition", "0")],
];

/// The game with these options.
pub(crate) fn game(given: &[(&str, &str)]) -> Netzwerk {
    let options = Options::resolve(Netzwerk::spec().options, given.iter().copied()).unwrap();
    Netzwerk::new(2, options).unwrap()
}

/// The player of a text.
pub(crate) fn player(text: &str) -> Box<dyn Agent<Netzwerk>> {
    Netzwerk::agent(&text.parse().unwrap()).unwrap()
}

/// What a player chooses in a position.
pub(crate) fn asked(
    player: &mut dyn Agent<Netzwerk>,
    game: &Netzwerk,
    position: &Position,
    seed: &str,
    budget: &Budget<'_>,
) -> Choice<Action> {
    let seat = position.side().seat();
    let view = game.view(&State::new(game.rules(), *position), Viewer::Seat(seat));
    let request = Request {
        game,
        view: &view,
        earlier: &[],
        seat,
        turn: 1,
        seed: RootSeed::from_text(seed),
    };
    player.decide(&request, budget, &mut |_| {})
}

/// Carries out actions, all of which must be legal; gives how the match has ended.
pub(crate) fn carried_out(
    rules: &Rules,
    position: &mut Position,
    actions: &[Action],
) -> Option<End> {
    for action in actions {
        assert!(rules.end(position, false).is_none(), "{position:?} is over");
        rules.check(position, *action).unwrap();
        rules.play(position, *action);
    }
    rules.end(position, false)
}

/// A generator that a test's name and a number stand for.
pub(crate) fn seeded(name: &str, number: u32) -> Generator {
    RootSeed::from_text(name).agent(Seat::FIRST, number)
}

/// A position that is not over, within a turn as often as at its start. The side to move has any
/// number of robots, its opponent so many at most.
pub(crate) fn drawn_position(
    rules: &Rules,
    most_enemies: usize,
    generator: &mut Generator,
) -> Option<Position> {
    let board = &rules.board;
    let mut squares: Vec<Square> = board.squares().collect();
    let mut fields: Vec<Field> = board.fields().collect();
    generator.shuffle(&mut squares);
    generator.shuffle(&mut fields);
    let side = Side::ALL[generator.below(2) as usize];
    let mut robots = [Squares::EMPTY; 2];
    for (of, most) in [(side, MAX_SIDE), (side.other(), most_enemies)] {
        let most = most.min(board.width()) as u64;
        let count = 1 + generator.below(most) as usize;
        robots[of.index()] = squares.drain(..count).collect();
    }
    let batteries: Fields = fields.into_iter().take(board.batteries()).collect();
    let mut position = Position::at_start_of_turn(robots, batteries, side);
    for _ in 0..generator.below(5) {
        if rules.end(&position, false).is_some() {
            return None;
        }
        let mut actions = Vec::new();
        rules.each_action(&position, |action| actions.push(action));
        let drawn = actions[generator.below(actions.len() as u64) as usize];
        if drawn != Action::EndTurn {
            rules.play(&mut position, drawn);
        }
    }
    rules.end(&position, false).is_none().then_some(position)
}

/// Which part of its turn a position is in: its start, the robot phase, the battery phase.
pub(crate) fn part(position: &Position) -> usize {
    match position.phase() {
        _ if position.is_start_of_turn() => 0,
        Phase::Robots => 1,
        Phase::Batteries => 2,
    }
}
