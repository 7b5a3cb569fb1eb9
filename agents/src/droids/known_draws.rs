//! The solo scenario with known draws: an upper reference for agents, which do not see stones
//! before they are drawn.

use botwerk_engine::droids::{Action, Colour, Droids, Phase, Side, State};
use botwerk_engine::{Actor, GameRules, GameViews, RootSeed, Seat, Turn, Viewer};

use super::objective::ScenarioEvaluation;
use super::program::{HAND, UnopposedPlay};
use super::program_search::best_plans;
use crate::agent::{Agent, Budget, Choice, DecisionRequest};
use crate::node_meter::NodeMeter;

/// Beam width for the comparison of all hands.
const BEAM_WIDTH: usize = 8;

/// Maximum number of hands compared by the agent's own value.
const MAX_COMPARED_HANDS: usize = 6;

/// Plays a solo match in which the agent receives, in each round, the hand it values most among all
/// hands that the match's seed can draw. Returns `true` if the match is won.
///
/// The draws of future rounds are not considered, so the rate of matches won is below that of
/// perfect play.
///
/// ```
/// use botwerk_agents::Roster;
/// use botwerk_agents::droids::wins_with_known_draws;
/// use botwerk_engine::droids::Droids;
/// use botwerk_engine::{GameRules, GameType, Options, RootSeed};
///
/// let options = Options::resolve(Droids::spec().options, [("scenario", "5")]).unwrap();
/// let game = Droids::new(1, options).unwrap();
/// let mut agent = Droids::agent(&"program-search:nodes=300,width=4".parse().unwrap()).unwrap();
/// let seed = RootSeed::from_text("7");
/// let has_won = wins_with_known_draws(&game, seed, &mut *agent);
/// // The result depends only on the seed and the agent.
/// assert_eq!(wins_with_known_draws(&game, seed, &mut *agent), has_won);
/// ```
pub fn wins_with_known_draws(game: &Droids, seed: RootSeed, agent: &mut dyn Agent<Droids>) -> bool {
    let mut solo = KnownDrawsMatch {
        game,
        seed,
        agent,
        turn: 0,
    };
    let mut state = game.initial_state(seed);
    loop {
        match game.turn(&state) {
            Turn::Over(outcome) => return outcome.points.first().is_some_and(|points| *points > 0),
            Turn::Chance(_) => solo.apply_chance(&mut state),
            Turn::Decision(_) if state.table().phase == Phase::Draw => {
                state = solo.best_hand(&state);
            }
            Turn::Decision(_) => {
                for action in solo.choose(&state).actions {
                    game.apply_unchecked(&mut state, SEAT, action);
                }
            }
        }
    }
}

/// The only seat, as an actor.
const SEAT: Actor = Actor::Seat(Seat::FIRST);
/// The side of the only seat.
const SIDE: Side = Side::South;

/// A match and the agent that plays it.
struct KnownDrawsMatch<'a> {
    game: &'a Droids,
    seed: RootSeed,
    agent: &'a mut dyn Agent<Droids>,
    turn: u32,
}

impl KnownDrawsMatch<'_> {
    /// Returns the agent's choice for the seat's view.
    fn choose(&mut self, state: &State) -> Choice<Action> {
        self.turn += 1;
        let request = DecisionRequest {
            game: self.game,
            view: &self.game.view(state, Viewer::Seat(Seat::FIRST)),
            earlier_views: &[],
            seat: Seat::FIRST,
            turn: self.turn,
            seed: self.seed,
        };
        self.agent.decide(&request, &Budget::UNLIMITED, &mut |_| {})
    }

    /// Applies the chance outcome that the seed determines.
    fn apply_chance(&self, state: &mut State) {
        if let Turn::Chance(key) = self.game.turn(state) {
            let outcome = self
                .game
                .sample_outcome(state, &mut self.seed.rng_for_chance(key));
            self.game.apply_unchecked(state, Actor::Chance, outcome);
        }
    }

    /// Returns the state with the best hand drawn: the hands with the best plans without opponents
    /// are compared by the agent's value.
    fn best_hand(&mut self, state: &State) -> State {
        let mut hands = self.hands(state);
        hands.sort_by(|a, b| b.0.total_cmp(&a.0));
        hands.truncate(MAX_COMPARED_HANDS);
        let valued = hands.into_iter().map(|(_, after_draw)| {
            let value = self.choose(&after_draw).value;
            (value, after_draw)
        });
        let best = valued.max_by_key(|(value, _)| *value);
        best.map_or_else(|| state.clone(), |(_, after_draw)| after_draw)
    }

    /// Returns all states with a hand drawn, and the value of each hand's best plan without
    /// opponents.
    fn hands(&self, state: &State) -> Vec<(f64, State)> {
        let evaluation = ScenarioEvaluation::new(self.game.rules());
        let mut hands = Vec::new();
        for violet in 0..=HAND {
            for blue in 0..=HAND - violet {
                let red = HAND - violet - blue;
                let counts = [
                    (Colour::Violet, violet),
                    (Colour::Blue, blue),
                    (Colour::Red, red),
                ];
                let Some(after_draw) = self.state_with_hand(state, &counts) else {
                    continue;
                };
                let start = UnopposedPlay::new(
                    self.game.rules(),
                    after_draw.table(),
                    SIDE,
                    after_draw.hand(SIDE),
                );
                let mut meter = NodeMeter::new(&Budget::UNLIMITED, u64::MAX);
                let plans = best_plans(&start, &evaluation, BEAM_WIDTH, 1, &mut meter);
                hands.extend(plans.first().map(|plan| (plan.value, after_draw)));
            }
        }
        hands
    }

    /// Returns the state with these stones drawn; `None` if a container has too few.
    fn state_with_hand(&self, state: &State, counts: &[(Colour, usize)]) -> Option<State> {
        let mut state = state.clone();
        for (colour, count) in counts {
            for _ in 0..*count {
                self.game
                    .apply(&mut state, SEAT, Action::Draw(*colour))
                    .ok()?;
                self.apply_chance(&mut state);
            }
        }
        Some(state)
    }
}
