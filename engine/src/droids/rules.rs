//! The rules of one match, from ruleset, scenario and options.

use super::hand::KindCounts;
use super::ruleset::{
    Goal, Layout, Map, Programmes, Ruleset, SOLO_SIDE, Scenario, TieBreak, Values,
};
use super::side::{Side, Sides};
use super::square::{Square, Squares};
use super::state::{Droid, Pending, PendingQueue, Phase, PublicState};
use super::stone::{Colour, Kind};
use crate::seat::Seat;

/// The round after which a match without a cap ends as one with a cap, so that every match ends (DR-32).
pub(super) const MAX_ROUND: u16 = 10_000;

/// The rules of a match. Arrays with one item per side are in the order of [`Side::ALL`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rules {
    /// The number of the scenario.
    pub scenario: u8,
    /// The seats in play.
    pub seats: Sides,
    /// The side of each seat, clockwise.
    sides: &'static [Side],
    /// The name of the map.
    pub map: String,
    /// The walls of the map.
    pub walls: Squares,
    /// The river of the map.
    pub river: Squares,
    /// The starts of the droids.
    pub starts: [Square; 4],
    /// The destinations of the containers.
    pub pads: [Square; 4],
    /// The gardens.
    pub gardens: [Square; 4],
    /// The start of the opposite side's container, at each side.
    pub container_spots: [Square; 4],
    /// The starts of the repair robots.
    pub repairers: Squares,
    /// The start of the mad robot; `None` without it.
    pub mad_robot: Option<Square>,
    /// The programmes of the mad robot.
    pub programmes: Option<Programmes>,
    /// The obstacles on the field at the start.
    pub obstacles: Squares,
    /// The mines on the field at the start.
    pub mines: Squares,
    /// Whether each seat has a container.
    pub containers: bool,
    /// Whether TAKE scores a point for a mine instead of loading it.
    pub banks_mines: bool,
    /// The goal.
    pub goal: Goal,
    /// The last round; `None` if the cap is switched off.
    pub round_cap: Option<u16>,
    /// The criteria that decide after it, in order.
    pub tie_breaks: Vec<TieBreak>,
    /// The teams; `None` if every seat plays for itself (DR-33).
    pub teams: Option<[Sides; 2]>,
    /// Number of obstacles that the droids carry at the start.
    pub initial_cargo: u8,
    /// The values of ruleset, scenario and options; in the solo scenario, the level determines
    /// `cargo_capacity`.
    pub values: Values,
    /// Number of stones of each kind; 0 for colours out of play.
    pub stones: KindCounts,
    /// Maximum number of squares that a robot walks by an order of each kind.
    pub steps: [u8; Kind::COUNT],
}

impl Rules {
    /// Creates the rules of a scenario, in one of its layouts, for these sides.
    pub(super) fn new(
        ruleset: &Ruleset,
        scenario: &Scenario,
        layout: &Layout,
        map: &Map,
        sides: &'static [Side],
        values: Values,
    ) -> Self {
        let players = sides.len();
        let mut stones = ruleset.stones;
        for kind in Kind::ALL {
            if layout.colours_out.contains(&kind.colour()) {
                stones.clear(kind);
            }
        }
        let mad_robot = scenario.mad_robot.as_ref();
        Self {
            scenario: scenario.number,
            seats: sides.iter().copied().collect(),
            sides,
            map: map.name.clone(),
            walls: map.walls,
            river: map.river,
            starts: map.starts,
            pads: map.pads,
            gardens: map.gardens,
            container_spots: map.container_spots,
            repairers: if layout.repairers {
                map.repairers
            } else {
                Squares::EMPTY
            },
            mad_robot: mad_robot.map(|(start, _)| *start),
            programmes: mad_robot.map(|(_, programmes)| programmes.clone()),
            obstacles: layout.obstacles[players],
            mines: layout.mines[players],
            containers: scenario.containers,
            banks_mines: scenario.banks_mines,
            goal: scenario.goal,
            round_cap: Some(scenario.round_cap[players].into()).filter(|cap| *cap > 0),
            tie_breaks: scenario.tie_breaks.clone(),
            teams: None,
            initial_cargo: 0,
            values,
            stones,
            steps: ruleset.steps,
        }
    }

    /// Returns `true` if this is the solo scenario, against the mad robot.
    pub const fn is_solo(&self) -> bool {
        self.mad_robot.is_some()
    }

    /// Returns the side of a seat, or `None` if the seat is not in play.
    pub fn side_of(&self, seat: Seat) -> Option<Side> {
        self.sides.get(seat.index()).copied()
    }

    /// Returns the seat of a side that is in play.
    pub fn seat_of(&self, side: Side) -> Seat {
        let sides = self.sides.iter();
        let before = sides.take_while(|other| **other != side).count();
        Seat::new(before).unwrap_or(Seat::FIRST)
    }

    /// Returns the last round that can be played (DR-32).
    pub(super) fn last_round(&self) -> u16 {
        self.round_cap.unwrap_or(MAX_ROUND)
    }

    /// Returns `true` if the square is land without a wall.
    pub(super) const fn is_land(&self, square: Square) -> bool {
        !self.walls.contains(square) && !self.river.contains(square)
    }

    /// Returns the number of stones of a colour (DR-2).
    pub(super) fn stones_of(&self, colour: Colour) -> u8 {
        self.stones.colours().count(colour)
    }

    /// Returns the public state before the first roll (DR-6).
    pub(super) fn initial_public_state(&self) -> PublicState {
        let mut table = PublicState {
            round: 1,
            starter: None,
            phase: Phase::Draw,
            acting: None,
            droids: Default::default(),
            repairers: self.repairers,
            mad_robot: self.mad_robot,
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
            solo_die: None,
        };
        for side in self.seats {
            table.droids[side.index()] = Droid {
                square: Some(self.starts[side.index()]),
                cargo: std::iter::repeat_n(
                    super::state::Object::Obstacle,
                    self.initial_cargo.into(),
                )
                .collect(),
            };
            if self.containers {
                let spot = self.container_spots[side.opposite().index()];
                table.put_object(spot, super::state::Object::Container(side));
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
