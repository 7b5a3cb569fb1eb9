//! The program `botwerk` with a robot race, a game of plain data with hidden hands, simultaneous choice and dice.
//!
//! `cargo run -p botwerk --example night_shift -- match night-shift mcts random`

use std::process::ExitCode;

use botwerk_engine::{
    Actor, DiagramColour, Grid, GridCell, Next, OptionError, OptionKind, OptionSpec, Options,
    Outcome, PlainGame, Seat, Seats, StableRng, Viewer,
};
use serde::{Deserialize, Serialize};

use self::Card::{Back, Hidden, Left, One, Right, Three, Two};

/// A cell: its column from the west, and its row from the north.
type Cell = (i8, i8);

const SIZE: i8 = 8;
const HAND: usize = 7;
const PROGRAM: usize = 5;
const DOCKS: [Cell; 4] = [(3, 7), (4, 7), (2, 7), (5, 7)];
const STATIONS: [Cell; 3] = [(7, 1), (0, 6), (4, 4)];
const SHELVES: [Cell; 7] = [(2, 1), (2, 2), (5, 2), (5, 3), (1, 5), (2, 5), (6, 6)];
/// North, east, south and west.
const STEPS: [Cell; 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
const KINDS: [Card; 6] = [One, Two, Three, Back, Left, Right];
/// A card is dealt as often as it is here.
const DECK: [Card; 24] = [
    One, One, One, One, One, One, Two, Two, Two, Two, Three, Three, Back, Back, Left, Left, Left,
    Left, Left, Right, Right, Right, Right, Right,
];

/// Robots fetch parts from three stations, by programs of five cards that all write at the same time.
#[derive(Debug, Clone)]
struct NightShift {
    seats: usize,
    round_cap: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
enum Card {
    One,
    Two,
    Three,
    Back,
    Left,
    Right,
    /// A card that the viewer does not see.
    Hidden,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
enum Action {
    /// Chance deals a card to the first robot whose hand is not full.
    Deal(Card),
    /// A seat appends a card of its hand to its program.
    Write(Card),
    /// Chance says which robot moves first.
    First(u8),
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Robot {
    at: Cell,
    facing: u8,
    /// Number of parts that were fetched.
    parts: u8,
    hand: Vec<Card>,
    program: Vec<Card>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Hall {
    round: u32,
    /// Number of cards of each program that were carried out.
    done: u8,
    robots: Vec<Robot>,
}

impl Hall {
    /// Returns the robot that is dealt the next card.
    fn dealt(&self) -> Option<usize> {
        let is_short = |robot: &Robot| robot.hand.len() + robot.program.len() < HAND;
        self.robots.iter().position(is_short)
    }

    /// Moves a robot by one cell, unless something is there.
    fn step(&mut self, robot: usize, direction: u8) {
        let (at, step) = (self.robots[robot].at, STEPS[usize::from(direction % 4)]);
        let to = (at.0 + step.0, at.1 + step.1);
        if is_floor(to) && self.robots.iter().all(|other| other.at != to) {
            let robot = &mut self.robots[robot];
            robot.at = to;
            robot.parts += u8::from(STATIONS.get(usize::from(robot.parts)) == Some(&to));
        }
    }

    fn carry_out(&mut self, robot: usize, card: Card) {
        let facing = self.robots[robot].facing;
        match card {
            One => self.step(robot, facing),
            Two => (0..2).for_each(|_| self.step(robot, facing)),
            Three => (0..3).for_each(|_| self.step(robot, facing)),
            Back => self.step(robot, facing + 2),
            Left => self.robots[robot].facing = (facing + 3) % 4,
            Right => self.robots[robot].facing = (facing + 1) % 4,
            Hidden => {}
        }
    }
}

/// Returns `true` if a cell is in the hall and has no shelf.
fn is_floor(at: Cell) -> bool {
    (0..SIZE).contains(&at.0) && (0..SIZE).contains(&at.1) && !SHELVES.contains(&at)
}

impl PlainGame for NightShift {
    type State = Hall;
    type Action = Action;

    const NAME: &'static str = "night-shift";
    const TITLE: &'static str = "Night Shift";
    const SEATS: (usize, usize) = (2, 4);
    const OPTIONS: &'static [OptionSpec] = &[OptionSpec {
        name: "round_cap",
        rule: "rounds",
        kind: OptionKind::Number { min: 1, max: 40 },
        default: "20",
        help: "Number of rounds after which the match ends.",
    }];
    const SUMMARY: &'static [&'static str] = &[
        "Fetch a part at A, at B, then at C. Every round all write five of their seven cards at the same",
        "time; card by card, robots act from the one that a die names, and stop where something is.",
    ];
    const OBSERVATION_LEN: usize = 128;

    fn new(seats: usize, options: &Options) -> Result<Self, OptionError> {
        let round_cap = options.number("round_cap") as u32;
        Ok(Self { seats, round_cap })
    }

    fn start(&self, _rng: &mut StableRng) -> Hall {
        let robot = |at| Robot {
            at,
            ..Robot::default()
        };
        let robots = DOCKS.into_iter().take(self.seats).map(robot).collect();
        Hall {
            robots,
            ..Hall::default()
        }
    }

    fn actions(&self) -> Vec<Action> {
        let cards = KINDS.into_iter().chain([Hidden]);
        let cards = cards.flat_map(|card| [Action::Deal(card), Action::Write(card)]);
        let firsts = (0..self.seats as u8).map(Action::First);
        cards.chain(firsts).collect()
    }

    fn next(&self, hall: &Hall) -> Next {
        let parts: Vec<i32> = hall.robots.iter().map(|robot| robot.parts.into()).collect();
        let has_all = parts.contains(&(STATIONS.len() as i32));
        if has_all || hall.round == self.round_cap {
            let rule = ["the shift is over", "all parts were fetched"][usize::from(has_all)];
            return Next::Over(Outcome::ranked(&parts, parts.clone(), rule));
        }
        if hall.dealt().is_some() || hall.robots[0].program.len() == PROGRAM {
            return Next::Chance;
        }
        Next::Seats(Seats::all(self.seats))
    }

    fn legal_actions(&self, hall: &Hall, actor: Actor, actions: &mut Vec<Action>) {
        if let Actor::Seat(seat) = actor {
            let mut cards = hall.robots[seat.index()].hand.clone();
            cards.dedup();
            actions.extend(cards.into_iter().map(Action::Write));
        } else if hall.dealt().is_some() {
            actions.extend(KINDS.map(Action::Deal));
        } else {
            actions.extend((0..self.seats as u8).map(Action::First));
        }
    }

    fn apply(&self, hall: &mut Hall, actor: Actor, action: Action) {
        match (actor, action) {
            (Actor::Seat(seat), Action::Write(card)) => {
                let robot = &mut hall.robots[seat.index()];
                if let Some(at) = robot.hand.iter().position(|other| *other == card) {
                    robot.program.push(robot.hand.remove(at));
                }
            }
            (_, Action::Deal(card)) => {
                let dealt = hall.dealt().unwrap_or(0);
                hall.robots[dealt].hand.push(card);
                hall.robots[dealt].hand.sort_unstable();
            }
            (_, Action::First(first)) => {
                for robot in (0..self.seats).map(|turn| (usize::from(first) + turn) % self.seats) {
                    hall.carry_out(robot, hall.robots[robot].program[usize::from(hall.done)]);
                }
                hall.done += 1;
                if usize::from(hall.done) == PROGRAM {
                    (hall.done, hall.round) = (0, hall.round + 1);
                    for robot in &mut hall.robots {
                        robot.hand.clear();
                        robot.program.clear();
                    }
                }
            }
            (_, Action::Write(_)) => {}
        }
    }

    fn weight(&self, _hall: &Hall, outcome: Action) -> u32 {
        let cards = DECK.iter().filter(|card| outcome == Action::Deal(**card));
        cards.count().max(1) as u32
    }

    fn hide(&self, hall: &mut Hall, viewer: Viewer) {
        for (robot, seat) in hall.robots.iter_mut().zip(Seat::all(self.seats)) {
            if viewer != Viewer::Seat(seat) {
                robot.hand.fill(Hidden);
                robot.program[usize::from(hall.done)..].fill(Hidden);
            }
        }
    }

    fn seen(&self, hall: &Hall, viewer: Viewer, _: Actor, action: Action) -> Option<Action> {
        let dealt = hall.dealt().and_then(Seat::new).map(Viewer::Seat);
        Some(match action {
            Action::Write(_) => Action::Write(Hidden),
            Action::Deal(_) if dealt != Some(viewer) => Action::Deal(Hidden),
            Action::Deal(_) | Action::First(_) => action,
        })
    }

    fn sample_hidden(&self, hall: &mut Hall, _viewer: Viewer, rng: &mut StableRng) {
        for robot in &mut hall.robots {
            let cards = robot.hand.iter_mut().chain(&mut robot.program);
            for card in cards.filter(|card| **card == Hidden) {
                *card = DECK[rng.below(DECK.len() as u64) as usize];
            }
            robot.hand.sort_unstable();
        }
    }

    fn check(&self, hall: &Hall) -> Result<(), String> {
        let written = hall.robots.first().map_or(0, |robot| robot.program.len());
        let is_valid = |robot: &Robot| {
            let mut cards = robot.hand.iter().chain(&robot.program);
            let there = hall.robots.iter().filter(|other| other.at == robot.at);
            let count = robot.hand.len() + robot.program.len();
            is_floor(robot.at)
                && there.count() == 1
                && robot.facing < 4
                && usize::from(robot.parts) <= STATIONS.len()
                && robot.program.len() == written
                && (count == HAND || written == 0 && count < HAND)
                && robot.hand.is_sorted()
                && cards.all(|card| *card != Hidden)
        };
        let is_valid = hall.robots.len() == self.seats
            && hall.robots.iter().all(is_valid)
            && hall.round <= self.round_cap
            && written <= PROGRAM
            && usize::from(hall.done) < PROGRAM
            && (hall.done == 0 || written == PROGRAM);
        let expected = "a hall that the rules allow";
        is_valid.then_some(()).ok_or(expected.into())
    }

    fn draw(&self, hall: &Hall) -> Grid {
        let cell = |at: Cell| {
            let robot = hall.robots.iter().position(|robot| robot.at == at);
            let station = STATIONS.iter().position(|station| *station == at);
            match (robot, station) {
                (Some(robot), _) => GridCell::new(robot.to_string(), DiagramColour::Red),
                (_, Some(at)) => GridCell::new(["A", "B", "C"][at], DiagramColour::Green),
                _ if !is_floor(at) => GridCell::new("#", DiagramColour::Grey),
                _ => GridCell::new(".", DiagramColour::Plain),
            }
        };
        let row = |grid: Grid, y| grid.row((0..SIZE).map(|x| cell((x, y))));
        let grid = (0..SIZE).fold(Grid::default(), row);
        let line = |grid: Grid, (seat, robot): (usize, &Robot)| {
            let facing = ["north", "east", "south", "west"][usize::from(robot.facing)];
            let (parts, cards) = (robot.parts, [&robot.hand, &robot.program]);
            grid.line(format!("{seat} faces {facing}, {parts} parts; {cards:?}"))
        };
        hall.robots.iter().enumerate().fold(grid, line)
    }
}

fn main() -> ExitCode {
    botwerk::program().game::<NightShift>().run()
}
