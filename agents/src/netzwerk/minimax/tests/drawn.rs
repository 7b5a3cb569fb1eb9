//! Positions drawn at random.

use botwerk_engine::netzwerk::{Fields, Netzwerk, Point, Position, Side, Squares};
use botwerk_engine::{GameRules, Generator, Options, RootSeed, Seat};

/// The game with these options.
pub(super) fn game(given: &[(&str, &str)]) -> Netzwerk {
    let options = Options::resolve(Netzwerk::spec().options, given.iter().copied());
    Netzwerk::new(2, options.unwrap()).unwrap()
}

fn generator(name: &str, number: u32) -> Generator {
    RootSeed::from_text(name).agent(Seat::FIRST, number)
}

/// Positions at the start of a turn that are not over: robots anywhere, at least one of each side,
/// and from a few batteries to `batteries`.
pub(super) fn positions(
    game: &Netzwerk,
    name: &str,
    batteries: u64,
) -> impl Iterator<Item = Position> {
    let rules = *game.rules();
    let name = name.to_owned();
    (0..).filter_map(move |number| {
        let mut generator = generator(&name, number);
        let mut squares: Vec<_> = rules.board.squares().collect();
        let mut fields: Vec<_> = rules.board.fields().collect();
        generator.shuffle(&mut squares);
        generator.shuffle(&mut fields);
        let most = rules.board.width() as u64;
        let mut take = || {
            let count = 1 + generator.below(most) as usize;
            squares.drain(..count).collect::<Squares>()
        };
        let robots = [take(), take()];
        let most = batteries.min(rules.board.batteries() as u64);
        let count = most - generator.below(most / 2 + 1);
        let batteries: Fields = fields.into_iter().take(count as usize).collect();
        let side = Side::ALL[generator.below(2) as usize];
        let position = Position::at_start_of_turn(robots, batteries, side);
        let first = position.robots(side).first()?;
        debug_assert!(rules.board.squares().contains(first) && first.index() < 36);
        rules.end(&position, false).is_none().then_some(position)
    })
}
