//! The laws of chance on unlisted boards: Micro Robots samples faster if every space can be
//! reached, and must sample the same outcomes as any game if some cannot (MR-6, MR-11).

use botwerk_engine::laws::Variant;
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::{AnyGame, GameRules, GameType, Options, RootSeed, Turn};

use crate::law;

/// Boards with a space that cannot be left, with an isolated pair, and with only pairs and single
/// spaces.
const UNCONNECTED: [&str; 3] = [
    "1B 2Y 2G 2R 2P 2W / 3Y 1Y 1G 1R 1P 1W / 3G 2B 3B 4B 5B 6B / \
     3R 4Y 4G 4R 4P 4W / 3P 5Y 5G 5R 5P 5W / 3W 6Y 6G 6R 6P 6W",
    "1B 1Y 2G 2R 2P 2W / 3Y 4G 1G 1R 1P 1W / 3G 4B 3B 2B 5B 6B / \
     3R 4R 2Y 4Y 4P 4W / 3P 5P 5Y 5G 5R 5W / 3W 6W 6Y 6G 6R 6P",
    "6R 5G 2W 2P 4Y 3B / 1Y 4R 6B 3Y 5P 2G / 4G 3W 1P 5B 2R 6Y / \
     3R 1B 5Y 4W 1G 6P / 4P 6W 3G 1R 2B 5R / 5W 2Y 4B 6G 3P 1W",
];

#[test]
fn chance_outcomes_follow_the_weights_on_every_kind_of_board() {
    let connected = ["black", "copper"].map(|side| ("side", side));
    let unconnected = UNCONNECTED.map(|board| ("board", board));
    let mut starts = 0;
    for board in connected.into_iter().chain(unconnected) {
        for expert in ["false", "true"] {
            let given = [board, ("expert", expert)];
            let options = Options::resolve(MicroRobots::spec().options, given).unwrap();
            // The last board has no start in the expert variant.
            let Ok(game) = MicroRobots::new(3, options) else {
                assert_eq!((board.1, expert), (UNCONNECTED[2], "true"));
                continue;
            };
            let start = game.initial_state(RootSeed::from_text("0"));
            let Turn::Chance(key) = game.turn(&start) else {
                panic!("expected a chance node at the start");
            };
            starts += u32::from(key.kind == "start");
            let name = "chance_outcomes_follow_the_weights";
            let variant = Variant::new(AnyGame::new(game), format!("{given:?}"));
            variant.obeys(name, &law(name)).unwrap();
        }
    }
    assert_eq!(starts, 9);
}
