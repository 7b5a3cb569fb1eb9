//! Random positions, and the choices of agents in them.

use botwerk_agents::{Agent, Budget, Choice, DecisionRequest, Roster};
use botwerk_engine::netzwerk::{
    Action, End, Field, Fields, MAX_SIDE, Netzwerk, Phase, Position, Rules, Side, Square, Squares,
    State,
};
use botwerk_engine::{GameType, GameViews, Options, RootSeed, Seat, StableRng, Viewer};

/// Boards and options with which agents are tested.
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

/// Returns the game with these options.
pub(crate) fn game(given: &[(&str, &str)]) -> Netzwerk {
    let options = Options::resolve(Netzwerk::spec().options, given.iter().copied()).unwrap();
    Netzwerk::new(2, options).unwrap()
}

/// Creates the agent of a spec.
pub(crate) fn agent(text: &str) -> Box<dyn Agent<Netzwerk>> {
    Netzwerk::agent(&text.parse().unwrap()).unwrap()
}

/// Returns an agent's choice in a position.
pub(crate) fn choose(
    agent: &mut dyn Agent<Netzwerk>,
    game: &Netzwerk,
    position: &Position,
    seed: &str,
    budget: &Budget<'_>,
) -> Choice<Action> {
    let seat = position.side().seat();
    let view = game.view(&State::new(game.rules(), *position), Viewer::Seat(seat));
    let request = DecisionRequest {
        game,
        view: &view,
        earlier_views: &[],
        seat,
        turn: 1,
        seed: RootSeed::from_text(seed),
    };
    agent.decide(&request, budget, &mut |_| {})
}

/// Plays actions, all of which must be legal; returns how the match ended, if it did.
pub(crate) fn play_actions(
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

/// Returns the random generator for a test's name and a number.
pub(crate) fn rng_for(name: &str, number: u32) -> StableRng {
    RootSeed::from_text(name).rng_for_agent(Seat::FIRST, number)
}

/// Returns a random position that is not over, at the start of a turn or within one. The side to
/// move has any number of robots, its opponent at most `max_enemies`.
pub(crate) fn random_position(
    rules: &Rules,
    max_enemies: usize,
    rng: &mut StableRng,
) -> Option<Position> {
    let board = &rules.board;
    let mut squares: Vec<Square> = board.squares().collect();
    let mut fields: Vec<Field> = board.fields().collect();
    rng.shuffle(&mut squares);
    rng.shuffle(&mut fields);
    let side = Side::ALL[rng.below(2) as usize];
    let mut robots = [Squares::EMPTY; 2];
    for (robot_side, max_robots) in [(side, MAX_SIDE), (side.other(), max_enemies)] {
        let max_robots = max_robots.min(board.width()) as u64;
        let count = 1 + rng.below(max_robots) as usize;
        robots[robot_side.index()] = squares.drain(..count).collect();
    }
    let batteries: Fields = fields.into_iter().take(board.batteries()).collect();
    let mut position = Position::at_start_of_turn(robots, batteries, side);
    for _ in 0..rng.below(5) {
        if rules.end(&position, false).is_some() {
            return None;
        }
        let mut actions = Vec::new();
        rules.each_action(&position, |action| actions.push(action));
        let action = actions[rng.below(actions.len() as u64) as usize];
        if action != Action::EndTurn {
            rules.play(&mut position, action);
        }
    }
    rules.end(&position, false).is_none().then_some(position)
}

/// Returns random positions of all stages of a turn, the same for the same name: see
/// [`random_position`]. Opponents have at most six robots.
pub(crate) fn random_positions(rules: &Rules, name: &str) -> impl Iterator<Item = Position> {
    (0..).filter_map(move |number| random_position(rules, 6, &mut rng_for(name, number)))
}

/// Number of positions that a test has checked, by the stage of the turn: at its start, in the
/// robot phase, and in the battery phase.
#[derive(Debug, Default)]
pub(crate) struct StageCounts([u32; 3]);

impl StageCounts {
    /// Counts a checked position.
    pub(crate) fn add(&mut self, position: &Position) {
        let stage = match position.phase() {
            _ if position.is_start_of_turn() => 0,
            Phase::Robots => 1,
            Phase::Batteries => 2,
        };
        self.0[stage] += 1;
    }

    /// Asserts that at least `min` positions of each stage were checked.
    pub(crate) fn assert_each_at_least(&self, min: u32) {
        assert!(self.0.iter().all(|count| *count >= min), "{self:?}");
    }
}
