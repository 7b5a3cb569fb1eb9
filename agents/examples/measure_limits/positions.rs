//! Positions in which agents must obey their limits: random ones, and those whose search takes longest.

use std::fmt::Write;

use botwerk_agents::{Agent, Budget, Choice, DecisionRequest, Roster};
use botwerk_engine::droids::Droids;
use botwerk_engine::micro_robots::MicroRobots;
use botwerk_engine::netzwerk::{
    Field, Fields, Netzwerk, Position, Side, Square, Squares, State as NetzwerkState,
};
use botwerk_engine::ricochet::{BoardSize, Cell, Direction, Ricochet};
use botwerk_engine::{
    Actor, Options, Referee, RootSeed, Seat, StableRng, Submission, Turn, Viewer,
};

/// A position in which a seat is to act.
pub(crate) struct LimitPosition<G: Roster> {
    /// Where it comes from.
    pub(crate) name: String,
    pub(crate) game: G,
    pub(crate) state: G::State,
    pub(crate) seat: Seat,
}

/// A game with its agents, and its positions.
pub(crate) trait LimitGame: Roster {
    /// Specs of all agents, also with settings with which they search longest.
    const AGENTS: &'static [&'static str];

    /// Numbers of seats and options from which random positions are taken.
    const VARIANTS: &'static [(usize, &'static [(&'static str, &'static str)])];

    /// Returns positions whose search takes longest.
    fn hard_positions() -> Vec<LimitPosition<Self>>;
}

impl<G: Roster> LimitPosition<G> {
    /// Returns the choice of an agent, and whether it is legal.
    pub(crate) fn choose(
        &self,
        agent: &mut dyn Agent<G>,
        budget: &Budget<'_>,
    ) -> (Choice<G::Action>, bool) {
        let seed = RootSeed::from_text("limits");
        let request = DecisionRequest {
            game: &self.game,
            view: &self.game.view(&self.state, Viewer::Seat(self.seat)),
            earlier_views: &[],
            seat: self.seat,
            turn: 1,
            seed,
        };
        let choice = agent.decide(&request, budget, &mut |_| {});
        let mut referee = Referee::from_position(self.game.clone(), seed, self.state.clone());
        referee.resolve_chance(&mut Vec::new());
        let submission = Submission::new(self.seat, &choice.actions);
        let is_legal = referee.validate(submission).is_ok();
        (choice, is_legal)
    }
}

/// Returns all positions of a game; of the random ones `random` for each variant.
pub(crate) fn positions<G: LimitGame>(random: usize) -> Vec<LimitPosition<G>> {
    let mut positions = G::hard_positions();
    for (seats, given) in G::VARIANTS {
        let game = game::<G>(*seats, given.iter().copied());
        let mut found = random_positions(&game);
        let step = (found.len() / random.max(1)).max(1);
        positions.extend(found.drain(..).step_by(step).take(random));
    }
    positions
}

fn game<'a, G: Roster>(seats: usize, given: impl Iterator<Item = (&'a str, &'a str)>) -> G {
    let options = Options::resolve(G::spec().options, given).expect("the options exist");
    G::new(seats, options).expect("the options fit each other")
}

/// Returns the decisions of a random match.
fn random_positions<G: Roster>(game: &G) -> Vec<LimitPosition<G>> {
    let seed = RootSeed::from_text("limits");
    let mut rng = seed.rng_for_agent(Seat::FIRST, 1);
    let mut state = game.initial_state(seed);
    let mut positions = Vec::new();
    let mut actions = Vec::new();
    for ply in 0..300 {
        let actor = match game.turn(&state) {
            Turn::Over(_) => break,
            Turn::Chance(_) => Actor::Chance,
            Turn::Decision(decision) => {
                let mut seats = decision.seats;
                let Some(seat) = seats.next() else { break };
                positions.push(LimitPosition {
                    name: format!("ply {ply} of {} {:?}", G::ID, game.options()),
                    game: game.clone(),
                    state: state.clone(),
                    seat,
                });
                Actor::Seat(seat)
            }
        };
        actions.clear();
        game.legal_actions(&state, actor, &mut actions);
        let action = actions[rng.below(actions.len() as u64) as usize];
        if game.apply(&mut state, actor, action).is_err() {
            break;
        }
    }
    positions
}

impl LimitGame for MicroRobots {
    const AGENTS: &'static [&'static str] = &["solver", "first-found", "human:error=100", "random"];
    const VARIANTS: &'static [(usize, &'static [(&'static str, &'static str)])] =
        &[(2, &[]), (3, &[("expert", "true"), ("side", "copper")])];

    fn hard_positions() -> Vec<LimitPosition<Self>> {
        Vec::new()
    }
}

impl LimitGame for Ricochet {
    const AGENTS: &'static [&'static str] = &["solver", "anytime", "human:error=100", "random"];
    const VARIANTS: &'static [(usize, &'static [(&'static str, &'static str)])] = &[
        (2, &[]),
        (
            2,
            &[
                ("race", "first"),
                ("transparent", "true"),
                ("silver", "true"),
            ],
        ),
    ];

    fn hard_positions() -> Vec<LimitPosition<Self>> {
        let mut rng = RootSeed::from_text("boards").rng_for_agent(Seat::FIRST, 1);
        let empty = board(&[], "e5");
        let starts = ["a1", "b1", "c1", "d1"];
        let mut positions = vec![on_board("without inner walls", &empty, &[], starts, "e5")];
        let positions_of = |number: usize, diagonals: &[String], given| {
            let text = board(diagonals, "e5");
            on_board(
                &format!("with diagonals {number}"),
                &text,
                given,
                starts,
                "e5",
            )
        };
        for number in 0..3 {
            let mut cells: Vec<Cell> = BoardSize::PRINTED.cells().collect();
            cells.retain(|cell| !cell.is_centre() && cell.index() / 16 > 0);
            cells.retain(|cell| cell.to_string() != "e5");
            rng.shuffle(&mut cells);
            let mut chosen: Vec<Cell> = cells.into_iter().take(14).collect();
            chosen.sort_unstable();
            let diagonals: Vec<String> = chosen
                .iter()
                .map(|cell| {
                    let slope = ["/", "\\"][rng.below(2) as usize];
                    let colour = ["r", "g", "b", "y"][rng.below(4) as usize];
                    format!("{cell}{slope}{colour}")
                })
                .collect();
            let given: &[(&str, &str)] = match number {
                0 => &[],
                1 => &[("ricochet_rule", "true")],
                _ => &[("stop_on_diagonal", "true"), ("race", "first")],
            };
            positions.push(positions_of(number, &diagonals, given));
        }
        let shows: Vec<_> = positions.iter().filter_map(show_of).collect();
        positions.extend(shows);
        positions
    }
}

/// Returns the text of a board with the frame, the centre, diagonals and one target of the red robot.
fn board(diagonals: &[String], target: &str) -> String {
    let mut text = "cells:".to_owned();
    for cell in BoardSize::PRINTED.cells() {
        let mut walls = 0;
        for side in Direction::ALL {
            let is_closed = match BoardSize::PRINTED.neighbour(cell, side) {
                None => true,
                Some(next) => cell.is_centre() || next.is_centre(),
            };
            walls |= u8::from(is_closed) << side.index();
        }
        let _ = write!(text, "{walls:x}");
    }
    let diagonals = if diagonals.is_empty() {
        "-".to_owned()
    } else {
        diagonals.join(",")
    };
    format!("{text}:{diagonals}:r:{target}")
}

/// Returns the race for a target from robots on these cells.
fn on_board(
    name: &str,
    board: &str,
    given: &[(&str, &str)],
    starts: [&str; 4],
    target: &str,
) -> LimitPosition<Ricochet> {
    use botwerk_engine::{GameNotation, GameRules};
    let given = [("board", board)].into_iter().chain(given.iter().copied());
    let game: Ricochet = game(2, given);
    let mut state = game.initial_state(RootSeed::from_text("limits"));
    let mut wanted = starts.into_iter().chain([target]);
    while let Turn::Chance(_) = game.turn(&state) {
        let mut outcomes = Vec::new();
        game.legal_actions(&state, Actor::Chance, &mut outcomes);
        let cell = wanted
            .next()
            .expect("chance places four robots and a target");
        let outcome = outcomes
            .into_iter()
            .find(|outcome| game.format_action(*outcome).ends_with(cell))
            .expect("the cell is free");
        let applied = game.apply(&mut state, Actor::Chance, outcome);
        applied.expect("a listed outcome is legal");
    }
    LimitPosition {
        name: name.to_owned(),
        game,
        state,
        seat: Seat::FIRST,
    }
}

/// Returns the show of a long solution, if the race of a position is decided by its first announcement.
fn show_of(race: &LimitPosition<Ricochet>) -> Option<LimitPosition<Ricochet>> {
    use botwerk_engine::{GameNotation, GameRules};
    let mut state = race.state.clone();
    let say = race.game.parse_action("say 13").ok()?;
    let say = race.game.apply(&mut state, Actor::Seat(Seat::FIRST), say);
    say.ok()?;
    let pass = race.game.parse_action("pass").ok()?;
    for seat in Seat::all(2) {
        // In a race that the first announcement decides no seat may pass any more.
        let _ = race.game.apply(&mut state, Actor::Seat(seat), pass);
    }
    match race.game.turn(&state) {
        Turn::Decision(decision) if !decision.simultaneous => Some(LimitPosition {
            name: format!("show {}", race.name),
            game: race.game.clone(),
            state,
            seat: Seat::FIRST,
        }),
        _ => None,
    }
}

impl LimitGame for Netzwerk {
    const AGENTS: &'static [&'static str] = &[
        "minimax",
        "minimax:width=0,table=1",
        "minimax:width=10000,table=256",
        "minimax:depth=3,table=1",
        "minimax:threads=2,table=1",
        "minimax:threads=4,width=0,table=1",
        "greedy",
        "random",
    ];
    const VARIANTS: &'static [(usize, &'static [(&'static str, &'static str)])] = &[
        (2, &[]),
        (
            2,
            &[("forced_capture", "true"), ("battery_control", "present")],
        ),
        (2, &[("width", "2"), ("ranks", "3")]),
    ];

    fn hard_positions() -> Vec<LimitPosition<Self>> {
        let variants: [&[(&str, &str)]; 3] = [
            &[],
            &[("forced_capture", "true")],
            &[("battery_control", "present")],
        ];
        let mut rng = RootSeed::from_text("robots").rng_for_agent(Seat::FIRST, 1);
        let mut positions = Vec::new();
        for given in variants {
            let game: Self = game(2, given.iter().copied());
            let found = std::iter::repeat_with(|| crowded(&game, &mut rng)).flatten();
            positions.extend(found.take(2));
        }
        positions
    }
}

/// Returns a position in which six robots of each side have all batteries near those to move, if it is not over.
fn crowded(game: &Netzwerk, rng: &mut StableRng) -> Option<LimitPosition<Netzwerk>> {
    let rules = game.rules();
    let mut squares: Vec<Square> = rules.board.squares().collect();
    rng.shuffle(&mut squares);
    let own: Squares = squares.drain(..6).collect();
    let enemies: Squares = squares.drain(..6).collect();
    let near: Fields = own
        .into_iter()
        .fold(Fields::EMPTY, |near, square| near.union(square.fields()));
    let mut fields: Vec<Field> = near.collect();
    rng.shuffle(&mut fields);
    let mut others: Vec<Field> = rules.board.fields().difference(near).collect();
    rng.shuffle(&mut others);
    let batteries = fields
        .into_iter()
        .chain(others)
        .take(rules.board.batteries());
    let position = Position::at_start_of_turn([own, enemies], batteries.collect(), Side::White);
    rules
        .end(&position, false)
        .is_none()
        .then(|| LimitPosition {
            name: format!("crowded {:?}", botwerk_engine::GameRules::options(game)),
            game: game.clone(),
            state: NetzwerkState::new(rules, position),
            seat: Side::White.seat(),
        })
}

impl LimitGame for Droids {
    const AGENTS: &'static [&'static str] = &[
        "program-search",
        "program-search:width=10000",
        "greedy",
        "greedy:programs=1000000000",
        "random",
    ];
    const VARIANTS: &'static [(usize, &'static [(&'static str, &'static str)])] = &[
        (2, &[("scenario", "1")]),
        (4, &[("scenario", "1"), ("teams", "true")]),
        (3, &[("scenario", "2"), ("draw_mode", "commit")]),
        (4, &[("scenario", "3"), ("repeat_hit", "reroll")]),
        (4, &[("scenario", "4")]),
        (1, &[("scenario", "5")]),
        (4, &[("scenario", "6"), ("relay_target", "line_of_sight")]),
    ];

    fn hard_positions() -> Vec<LimitPosition<Self>> {
        Vec::new()
    }
}
