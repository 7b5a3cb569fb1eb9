//! An agent for any game that searches one action deep.

use botwerk_engine::{Actor, Game, Options, Outcome, Seat, StableRng, Turn};

use super::outlook::{pick, rewards};
use crate::agent::{Agent, Budget, Choice, DecisionRequest};
use crate::roster::{AgentEntry, AgentInfo};

/// Number of positions in which an action is tried, if the seat does not know the position.
const POSITIONS: usize = 8;

/// Wins at once if it can, and avoids what lets another seat win at once; otherwise it chooses at random.
#[derive(Debug)]
struct Greedy;

/// Returns the roster entry.
pub(super) const fn entry<G: Game>() -> AgentEntry<G> {
    AgentEntry {
        info: AgentInfo {
            name: "greedy",
            version: 1,
            description: "wins at once if it can, and avoids what lets another seat win at once",
            value_unit: "",
            settings: &[],
        },
        make: |_: &Options| Box::new(Greedy),
    }
}

impl<G: Game> Agent<G> for Greedy {
    fn decide(
        &mut self,
        request: &DecisionRequest<'_, G>,
        budget: &Budget<'_>,
        _report: &mut dyn FnMut(&Choice<G::Action>),
    ) -> Choice<G::Action> {
        let (game, mut rng) = (request.game, request.generator());
        let actions = request.legal_actions();
        let mut positions: Vec<G::State> = Vec::new();
        for _ in 0..POSITIONS {
            let position = game.sample_hidden(request.view, &mut rng);
            if !positions.contains(&position) {
                positions.push(position);
            }
        }
        let mut best: Vec<G::Action> = Vec::new();
        let (mut best_value, mut nodes) = (f32::MIN, 0);
        for action in &actions {
            if nodes > 0 && budget.is_exhausted(nodes) {
                break;
            }
            let mut value = 0.0;
            for position in &positions {
                let mut after = position.clone();
                game.apply_unchecked(&mut after, Actor::Seat(request.seat), *action);
                value += prospect(game, &after, request.seat, &mut rng, &mut nodes);
            }
            if value > best_value {
                (best_value, best) = (value, Vec::new());
            }
            if value >= best_value {
                best.push(*action);
            }
        }
        let action = pick(&best, &mut rng).or(actions.first().copied());
        Choice::new(action.into_iter().collect(), nodes.max(1))
    }
}

/// Returns what a seat can expect of a position: 1 if it has won, 0 if another seat has or can win by its next action.
fn prospect<G: Game>(
    game: &G,
    state: &G::State,
    seat: Seat,
    rng: &mut StableRng,
    nodes: &mut u64,
) -> f32 {
    *nodes += 1;
    let decision = match game.turn(state) {
        Turn::Over(outcome) => return reward(&outcome, seat),
        Turn::Chance(_) => return 0.5,
        Turn::Decision(decision) => decision,
    };
    let mut actions = Vec::new();
    let others = decision.seats.filter(|other| *other != seat);
    for other in others {
        actions.clear();
        game.legal_actions(state, Actor::Seat(other), &mut actions);
        rng.shuffle(&mut actions);
        for action in &actions {
            *nodes += 1;
            let mut after = state.clone();
            game.apply_unchecked(&mut after, Actor::Seat(other), *action);
            if let Turn::Over(outcome) = game.turn(&after)
                && reward(&outcome, other) > 0.5
            {
                return reward(&outcome, seat).min(0.5);
            }
        }
    }
    0.5
}

fn reward(outcome: &Outcome, seat: Seat) -> f32 {
    rewards(outcome).get(seat.index()).copied().unwrap_or(0.5)
}
