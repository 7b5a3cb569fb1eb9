//! Players measured against perfect play.

use botwerk_engine::netzwerk::{Action, Netzwerk, Position, State};
use botwerk_engine::{GameViews, RootSeed, Seat, Viewer};

use super::table::Table;
use super::value::Value;
use crate::agent::{Agent, Budget, Request};

/// What became of positions in which something could be lost that is no win in one turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Judgement {
    /// Positions that the side to move wins, but in no fewer than three turns.
    pub wins: Kept,
    /// Positions that neither side wins.
    pub draws: Kept,
}

/// How often a player's turn has kept what its position was worth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Kept {
    /// Positions in which it was asked.
    pub asked: u64,
    /// Turns after which the position is worth as much as before: still won, still drawn.
    pub kept: u64,
    /// Those of them that lose no time: no turn wins sooner.
    pub shortest: u64,
}

/// Positions drawn for one that can be used, at most: on some boards nearly everything is won at
/// once.
const MOST_DRAWN: u32 = 100_000;

impl Table {
    /// Asks a player, which has no limit but those of its settings, in so many positions drawn from
    /// the table, every second one a draw; fewer if the table has hardly any such positions. The
    /// same for the same seed. `game` is that of the task.
    pub fn judge(
        &self,
        game: &Netzwerk,
        player: &mut dyn Agent<Netzwerk>,
        decisions: u32,
        seed: RootSeed,
    ) -> Judgement {
        let mut judgement = Judgement::default();
        for number in 1..=decisions {
            let (kept, can_be_lost): (_, fn(Value) -> bool) = if number % 2 == 0 {
                (&mut judgement.draws, |value| value == Value::Draw)
            } else {
                (&mut judgement.wins, |value| {
                    matches!(value, Value::Win(3..))
                })
            };
            let mut generator = seed.agent(Seat::FIRST, number);
            let mut drawn = (0..MOST_DRAWN).map(|_| self.drawn_position(&mut generator));
            let known = drawn.find_map(|position| {
                let value = self.value(&position)?;
                can_be_lost(value).then_some((position, value))
            });
            let Some((position, value)) = known else {
                continue;
            };
            let turn = answer(game, player, &position, number, seed);
            let after = self.worth_after(&position, &turn);
            kept.asked += 1;
            kept.kept += u64::from(after.is_some_and(|after| is_same_outcome(after, value)));
            kept.shortest += u64::from(after == Some(value));
        }
        judgement
    }

    /// What a position is worth to its side once it has played this turn; `None` if it is no turn.
    fn worth_after(&self, position: &Position, turn: &[Action]) -> Option<Value> {
        let rules = self.task().rules();
        let mut after = *position;
        for action in turn {
            rules.check(&after, *action).ok()?;
            rules.play(&mut after, *action);
        }
        let is_turn = !turn.is_empty();
        is_turn.then(|| self.value_of_turn(position, &after))?
    }
}

/// The turn that a player chooses.
fn answer(
    game: &Netzwerk,
    player: &mut dyn Agent<Netzwerk>,
    position: &Position,
    number: u32,
    seed: RootSeed,
) -> Vec<Action> {
    let seat = position.side().seat();
    let state = State::new(game.rules(), *position);
    let request = Request {
        game,
        view: &game.view(&state, Viewer::Seat(seat)),
        earlier: &[],
        seat,
        turn: number,
        seed,
    };
    let choice = player.decide(&request, &Budget::UNLIMITED, &mut |_| {});
    choice.actions
}

/// Whether both are wins, draws or losses.
fn is_same_outcome(one: Value, other: Value) -> bool {
    std::mem::discriminant(&one) == std::mem::discriminant(&other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Roster;
    use crate::agent::Choice;
    use crate::netzwerk::solver::{Limits, Task, solve};
    use botwerk_engine::{GameRules, Options};

    fn small() -> (Netzwerk, Table) {
        let given = [
            ("width", "2"),
            ("ranks", "3"),
            ("battery_control", "majority"),
        ];
        let options = Options::resolve(Netzwerk::spec().options, given).unwrap();
        let game = Netzwerk::new(2, options).unwrap();
        let start = game.initial_state(RootSeed::from_text("0"));
        let task = Task::new(game.rules(), start.position()).unwrap();
        let limits = Limits {
            memory: 1 << 30,
            threads: 1,
        };
        let table = solve(&task, &limits, &mut |_| {}).unwrap();
        (game, table)
    }

    /// Plays perfectly.
    struct Perfect<'a>(&'a Table);

    impl Agent<Netzwerk> for Perfect<'_> {
        fn decide(
            &mut self,
            request: &Request<'_, Netzwerk>,
            _: &Budget<'_>,
            _: &mut dyn FnMut(&Choice<Action>),
        ) -> Choice<Action> {
            let turn = self.0.best_turn(request.view.state().position());
            Choice::new(turn.unwrap().actions, 1)
        }
    }

    /// Has nothing to say.
    struct Silent;

    impl Agent<Netzwerk> for Silent {
        fn decide(
            &mut self,
            _: &Request<'_, Netzwerk>,
            _: &Budget<'_>,
            _: &mut dyn FnMut(&Choice<Action>),
        ) -> Choice<Action> {
            Choice::new(Vec::new(), 1)
        }
    }

    #[test]
    fn perfect_play_keeps_everything_and_no_answer_nothing() {
        let (game, table) = small();
        let judge = |player: &mut dyn Agent<Netzwerk>| {
            table.judge(&game, player, 300, RootSeed::from_text("7"))
        };
        let Judgement { wins, draws } = judge(&mut Perfect(&table));
        assert_eq!([wins.asked, draws.asked], [150, 150]);
        for kept in [wins, draws] {
            assert_eq!([kept.kept, kept.shortest], [kept.asked; 2]);
        }
        let silent = judge(&mut Silent);
        assert_eq!(
            (silent.wins.asked, silent.draws.asked),
            (wins.asked, draws.asked)
        );
        assert_eq!((silent.wins.kept, silent.draws.kept), (0, 0));
    }

    #[test]
    fn a_player_that_looks_ahead_keeps_more_than_one_that_does_not() {
        let (game, table) = small();
        let kept = |name: &str| {
            let mut player = Netzwerk::agent(&name.parse().unwrap()).unwrap();
            let Judgement { wins, draws } =
                table.judge(&game, &mut *player, 200, RootSeed::from_text("7"));
            assert!(wins.shortest <= wins.kept && draws.shortest == draws.kept);
            wins.kept + draws.kept
        };
        let [random, minimax] = ["random", "minimax:depth=3"].map(kept);
        assert!(random + 20 < minimax && minimax > 180, "{random} {minimax}");
    }
}
