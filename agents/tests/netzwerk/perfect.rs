//! Tests of `minimax` against perfect play on a solved board.

use botwerk_agents::Roster;
use botwerk_agents::netzwerk::solver::{Limits, Task, solve};
use botwerk_engine::netzwerk::Netzwerk;
use botwerk_engine::{GameRules, RootSeed};

use crate::asking::game;

#[test]
fn minimax_keeps_every_win_and_every_draw_of_a_small_board() {
    let game = game(&[("width", "2"), ("ranks", "3")]);
    let start = game.initial_state(RootSeed::from_text("7"));
    let task = Task::new(game.rules(), start.position()).unwrap();
    let limits = Limits {
        memory: 1 << 30,
        threads: 1,
    };
    let table = solve(&task, &limits, &mut |_| {}).unwrap();
    let mut minimax = Netzwerk::agent(&"minimax:nodes=100000".parse().unwrap()).unwrap();
    let judgement = table.assess(&game, &mut *minimax, 60, RootSeed::from_text("7"));
    for kept in [judgement.wins, judgement.draws] {
        assert_eq!((kept.choose, kept.kept), (30, 30), "{judgement:?}");
    }
    assert_eq!(judgement.wins.shortest, 30, "{judgement:?}");
}
