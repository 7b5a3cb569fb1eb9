//! Agents compared with perfect play.

use botwerk_engine::netzwerk::{Action, Netzwerk, Position, State};
use botwerk_engine::{GameViews, RootSeed, Seat, Viewer};

use super::tablebase::Tablebase;
use super::value::Value;
use crate::agent::{Agent, Budget, DecisionRequest};

/// An agent's results in positions with a value that can be lost and without a win in one turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Assessment {
    /// Results in positions that the side to move wins in three turns or more.
    pub wins: ValueRetention,
    /// Results in drawn positions.
    pub draws: ValueRetention,
}

/// How often an agent's turn kept the value of the position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ValueRetention {
    /// Number of positions in which the agent chose a turn.
    pub choices: u64,
    /// Number of turns that kept the result: still won, still drawn.
    pub kept: u64,
    /// Number of those turns that also keep the distance: no turn wins sooner.
    pub shortest: u64,
}

/// Maximum number of positions sampled for one that can be used; on some boards nearly every
/// position has an immediate win.
const MAX_SAMPLED: u32 = 100_000;

impl Tablebase {
    /// Assesses an agent, limited only by its settings, in positions sampled from the table, every
    /// second one a draw. If the table has hardly any such positions, fewer than `decisions` are
    /// used. The result depends only on the agent and the seed. `game` must be that of the task.
    pub fn assess(
        &self,
        game: &Netzwerk,
        agent: &mut dyn Agent<Netzwerk>,
        decisions: u32,
        seed: RootSeed,
    ) -> Assessment {
        let mut assessment = Assessment::default();
        for number in 1..=decisions {
            let (kept, can_be_lost): (_, fn(Value) -> bool) = if number % 2 == 0 {
                (&mut assessment.draws, |value| value == Value::Draw)
            } else {
                (&mut assessment.wins, |value| {
                    matches!(value, Value::Win(3..))
                })
            };
            let mut rng = seed.rng_for_agent(Seat::FIRST, number);
            let mut sampled = (0..MAX_SAMPLED).map(|_| self.sample_position(&mut rng));
            let usable = sampled.find_map(|position| {
                let value = self.value(&position)?;
                can_be_lost(value).then_some((position, value))
            });
            let Some((position, value)) = usable else {
                continue;
            };
            let turn = choose_turn(game, agent, &position, number, seed);
            let after = self.value_after_turn(&position, &turn);
            kept.choices += 1;
            kept.kept += u64::from(after.is_some_and(|after| is_same_outcome(after, value)));
            kept.shortest += u64::from(after == Some(value));
        }
        assessment
    }

    /// Returns the value of a position for its side after this turn, or `None` if the turn is not
    /// legal.
    fn value_after_turn(&self, position: &Position, turn: &[Action]) -> Option<Value> {
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

/// Returns the turn that an agent chooses.
fn choose_turn(
    game: &Netzwerk,
    agent: &mut dyn Agent<Netzwerk>,
    position: &Position,
    turn: u32,
    seed: RootSeed,
) -> Vec<Action> {
    let seat = position.side().seat();
    let state = State::new(game.rules(), *position);
    let request = DecisionRequest {
        game,
        view: &game.view(&state, Viewer::Seat(seat)),
        earlier_views: &[],
        seat,
        turn,
        seed,
    };
    let choice = agent.decide(&request, &Budget::UNLIMITED, &mut |_| {});
    choice.actions
}

/// Returns `true` if both are wins, draws or losses.
fn is_same_outcome(a: Value, b: Value) -> bool {
    std::mem::discriminant(&a) == std::mem::discriminant(&b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Roster;
    use crate::agent::Choice;
    use crate::netzwerk::solver::{Limits, Task, solve};
    use botwerk_engine::{GameRules, GameType, Options};

    fn small_table() -> (Netzwerk, Tablebase) {
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

    /// An agent that plays perfectly.
    struct Perfect<'a>(&'a Tablebase);

    impl Agent<Netzwerk> for Perfect<'_> {
        fn decide(
            &mut self,
            request: &DecisionRequest<'_, Netzwerk>,
            _: &Budget<'_>,
            _: &mut dyn FnMut(&Choice<Action>),
        ) -> Choice<Action> {
            let turn = self.0.best_turn(request.view.state().position());
            Choice::new(turn.unwrap().actions, 1)
        }
    }

    /// An agent that chooses no action.
    struct Passive;

    impl Agent<Netzwerk> for Passive {
        fn decide(
            &mut self,
            _: &DecisionRequest<'_, Netzwerk>,
            _: &Budget<'_>,
            _: &mut dyn FnMut(&Choice<Action>),
        ) -> Choice<Action> {
            Choice::new(Vec::new(), 1)
        }
    }

    #[test]
    fn perfect_agent_keeps_every_value_and_passive_agent_none() {
        let (game, table) = small_table();
        let assess = |agent: &mut dyn Agent<Netzwerk>| {
            table.assess(&game, agent, 300, RootSeed::from_text("7"))
        };
        let Assessment { wins, draws } = assess(&mut Perfect(&table));
        assert_eq!([wins.choices, draws.choices], [150, 150]);
        for kept in [wins, draws] {
            assert_eq!([kept.kept, kept.shortest], [kept.choices; 2]);
        }
        let passive = assess(&mut Passive);
        assert_eq!(
            (passive.wins.choices, passive.draws.choices),
            (wins.choices, draws.choices)
        );
        assert_eq!((passive.wins.kept, passive.draws.kept), (0, 0));
    }

    #[test]
    fn search_keeps_more_values_than_random_play() {
        let (game, table) = small_table();
        let kept = |name: &str| {
            let mut agent = Netzwerk::agent(&name.parse().unwrap()).unwrap();
            let Assessment { wins, draws } =
                table.assess(&game, &mut *agent, 200, RootSeed::from_text("7"));
            assert!(wins.shortest <= wins.kept && draws.shortest == draws.kept);
            wins.kept + draws.kept
        };
        let [random, minimax] = ["random", "minimax:depth=3"].map(kept);
        assert!(random + 20 < minimax && minimax > 180, "{random} {minimax}");
    }
}
