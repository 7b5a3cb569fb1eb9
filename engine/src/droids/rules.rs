//! The rules of one match: what ruleset, scenario and options make of them.

use super::hand::KindCounts;
use super::public_state::{Droid, Pending, PendingQueue, Phase, PublicState};
use super::ruleset::{Goal, Map, Programmes, Ruleset, SOLO_SIDE, Scenario, TieBreak, Values};
use super::side::{Side, Sides};
use super::square::{Square, Squares};
use super::stone::{Colour, Kind};
use crate::seat::Seat;

/// The seats in play, by their number (DR-4): `seats_by_players` of the ruleset.
const SEATS: [&[Side]; 5] = [
    &[],
    &[Side::South],
    &[Side::South, Side::North],
    &[Side::South, Side::West, Side::North],
    &Side::ALL,
];

/// The rules of a match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    /// The scenario's number.
    pub scenario: u8,
    /// The seats in play.
    pub seats: Sides,
    /// The map's walls.
    pub walls: Squares,
    /// The map's river.
    pub river: Squares,
    /// Where droids start, by side.
    pub starts: [Square; 4],
    /// Where containers are to go, by side.
    pub pads: [Square; 4],
    /// Gardens, by side.
    pub gardens: [Square; 4],
    /// Where containers of the opposite side start, by side.
    pub container_spots: [Square; 4],
    /// Where repair robots start.
    pub repairers: Squares,
    /// The mad robot's start.
    pub mad: Option<Square>,
    /// What it may be loaded with.
    pub programmes: Option<Programmes>,
    /// Obstacles at the start.
    pub obstacles: Squares,
    /// Mines at the start.
    pub mines: Squares,
    /// Whether each seat has a container.
    pub containers: bool,
    /// Whether TAKE gives a point for a mine.
    pub banks_mines: bool,
    /// What wins.
    pub goal: Goal,
    /// The last round.
    pub round_cap: u8,
    /// What decides after it.
    pub tie_breaks: Vec<TieBreak>,
    /// The teams, if there are any (DR-33).
    pub teams: Option<[Sides; 2]>,
    /// Obstacles that droids carry at the start.
    pub load: u8,
    /// Values of the ruleset, the scenario and the options; the cargo that a droid can carry is
    /// that of the level in the solo scenario.
    pub values: Values,
    /// Stones of each kind; none of the colours that are not drawn.
    pub stones: KindCounts,
    /// Squares that a robot walks at most by an order of each kind.
    pub steps: [u8; Kind::COUNT],
}

impl Rules {
    /// The rules of a scenario, for so many seats, 1 to 4.
    pub(super) fn new(
        ruleset: &Ruleset,
        scenario: &Scenario,
        map: &Map,
        players: usize,
        values: Values,
    ) -> Self {
        let mut stones = ruleset.stones;
        for kind in Kind::ALL {
            if scenario.colours_out.contains(&kind.colour()) {
                stones.clear(kind);
            }
        }
        let mad_robot = scenario.mad_robot.as_ref();
        Self {
            scenario: scenario.number,
            seats: SEATS[players].iter().copied().collect(),
            walls: map.walls,
            river: map.river,
            starts: map.starts,
            pads: map.pads,
            gardens: map.gardens,
            container_spots: map.container_spots,
            repairers: if scenario.repairers {
                map.repairers
            } else {
                Squares::EMPTY
            },
            mad: mad_robot.map(|(start, _)| *start),
            programmes: mad_robot.map(|(_, programmes)| programmes.clone()),
            obstacles: scenario.obstacles[players],
            mines: scenario.mines[players],
            containers: scenario.containers,
            banks_mines: scenario.banks_mines,
            goal: scenario.goal,
            round_cap: scenario.round_cap[players],
            tie_breaks: scenario.tie_breaks.clone(),
            teams: None,
            load: 0,
            values,
            stones,
            steps: ruleset.steps,
        }
    }

    /// Whether the only player plays against the mad robot.
    pub const fn is_solo(&self) -> bool {
        self.mad.is_some()
    }

    /// The side on which a seat sits.
    pub fn side_of(&self, seat: Seat) -> Option<Side> {
        SEATS[self.seats.len()].get(seat.index()).copied()
    }

    /// The seat of a side that is in play.
    pub fn seat_of(&self, side: Side) -> Seat {
        let seats = SEATS[self.seats.len()].iter();
        let before = seats.take_while(|other| **other != side).count();
        Seat::new(before).unwrap_or(Seat::FIRST)
    }

    /// Land without a wall.
    pub(super) const fn is_land(&self, square: Square) -> bool {
        !self.walls.contains(square) && !self.river.contains(square)
    }

    /// Stones of a colour that there are (DR-2).
    pub(super) fn stones_of(&self, colour: Colour) -> u8 {
        self.stones.colours().of(colour)
    }

    /// The table before the start roll (DR-6).
    pub(super) fn set_up(&self) -> PublicState {
        let mut table = PublicState {
            round: 1,
            starter: None,
            phase: Phase::Draw,
            acting: None,
            droids: Default::default(),
            repairers: self.repairers,
            mad_robot: self.mad,
            obstacles: self.obstacles,
            mines: self.mines,
            containers: [None; 4],
            banks: Default::default(),
            scores: [0; 4],
            seats: self.seats,
            out: Sides::EMPTY,
            done: Sides::EMPTY,
            senders: Sides::EMPTY,
            sent: [0; 4],
            hands: Default::default(),
            pending: PendingQueue::new(),
            shift: None,
        };
        for side in self.seats {
            table.droids[side.index()] = Droid {
                square: Some(self.starts[side.index()]),
                cargo: std::iter::repeat_n(super::public_state::Object::Obstacle, self.load.into())
                    .collect(),
            };
            if self.containers {
                let spot = self.container_spots[side.opposite().index()];
                table.put_object(spot, super::public_state::Object::Container(side));
            }
        }
        if self.is_solo() {
            table.starter = Some(SOLO_SIDE);
            table.acting = Some(SOLO_SIDE);
            table.pending.push(Pending::SoloDie);
        } else {
            table.pending.push(Pending::Start(self.seats, 1));
        }
        table
    }
}
