//! Random positions.

use botwerk_engine::netzwerk::{Fields, Netzwerk, Point, Position, Side, Squares};
use botwerk_engine::{GameType, Options, RootSeed, Seat, StableRng};

/// Returns the game with these options.
pub(super) fn game(given: &[(&str, &str)]) -> Netzwerk {
    let options = Options::resolve(Netzwerk::spec().options, given.iter().copied());
    Netzwerk::new(2, options.unwrap()).unwrap()
}

fn rng_for(name: &str, number: u32) -> StableRng {
    RootSeed::from_text(name).rng_for_agent(Seat::FIRST, number)
}

/// Returns random positions at the start of a turn that are not over: at least one robot of each
/// side anywhere, and at most `batteries` batteries.
pub(super) fn positions(
    game: &Netzwerk,
    name: &str,
    batteries: u64,
) -> impl Iterator<Item = Position> {
    let rules = *game.rules();
    let name = name.to_owned();
    (0..).filter_map(move |number| {
        let mut rng = rng_for(&name, number);
        let mut squares: Vec<_> = rules.board.squares().collect();
        let mut fields: Vec<_> = rules.board.fields().collect();
        rng.shuffle(&mut squares);
        rng.shuffle(&mut fields);
        let max_robots = rules.board.width() as u64;
        let mut sample_robots = || {
            let count = 1 + rng.below(max_robots) as usize;
            squares.drain(..count).collect::<Squares>()
        };
        let robots = [sample_robots(), sample_robots()];
        let max_batteries = batteries.min(rules.board.batteries() as u64);
        let count = max_batteries - rng.below(max_batteries / 2 + 1);
        let batteries: Fields = fields.into_iter().take(count as usize).collect();
        let side = Side::ALL[rng.below(2) as usize];
        let position = Position::at_start_of_turn(robots, batteries, side);
        let first = position.robots(side).first()?;
        debug_assert!(rules.board.squares().contains(first) && first.index() < 36);
        rules.end(&position, false).is_none().then_some(position)
    })
}
