//! Scenarios: the pieces on the map, the goal and the end of a match (DR-32 to DR-38).

use serde_json::json;

use super::json_cursor::JsonCursor;
use super::layout::{Layout, MAX_OBSTACLES};
use super::map::Map;
use super::values::{CARGO_CAPACITY, MAX_CARGO};
use crate::droids::side::{Side, Sides};
use crate::droids::square::{Arrow, Square, Squares};
use crate::droids::stone::{Kind, Stone};
use crate::droids::transmitter::Slot;

/// Maximum round cap (DR-32).
pub(in crate::droids) const MAX_ROUND_CAP: u8 = 200;

/// The droid's obstacles at the levels of the solo scenario, the default first (DR-37).
pub(in crate::droids) const LEVELS: [u8; 3] = [6, 8, 5];

/// The side of the solo player (DR-37).
pub(in crate::droids) const SOLO_SIDE: Side = Side::South;

/// The side whose transmitters hold the mad robot's orders (DR-37).
pub(in crate::droids) const MAD_ROBOT_SIDE: Side = Side::North;

/// The goal of a scenario (DR-30).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The seat is the last active one (DR-33, DR-34).
    LastActive,
    /// No mine is left; the tie-breaks decide who wins (DR-35).
    NoMinesLeft,
    /// The seat's garden is closed (DR-36).
    OwnGardenClosed,
    /// The mad robot is enclosed (DR-37).
    MadRobotEnclosed,
    /// The seat's container is on its pad (DR-38).
    OwnContainerOnOwnPad,
}

impl Goal {
    const ALL: [(Self, &'static str); 5] = [
        (Self::LastActive, "last_active"),
        (Self::NoMinesLeft, "no_mines_left"),
        (Self::OwnGardenClosed, "own_garden_closed"),
        (Self::MadRobotEnclosed, "mad_robot_enclosed"),
        (Self::OwnContainerOnOwnPad, "own_container_on_own_pad"),
    ];

    /// Returns the id of the rule that ends a match when the goal is reached.
    pub const fn rule(self) -> &'static str {
        match self {
            Self::LastActive => "DR-31",
            Self::NoMinesLeft => "DR-35",
            Self::OwnGardenClosed => "DR-36",
            Self::MadRobotEnclosed => "DR-37",
            Self::OwnContainerOnOwnPad => "DR-38",
        }
    }
}

/// A criterion that decides a match at the round cap (DR-32).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TieBreak {
    /// Most mines.
    Score,
    /// Fewest damage strips.
    FewestStrips,
    /// Most closed sides of the seat's garden.
    ClosedSides,
    /// Fewest steps from the seat's container to its pad.
    ContainerDistance,
}

impl TieBreak {
    const ALL: [(Self, &'static str); 4] = [
        (Self::Score, "score"),
        (Self::FewestStrips, "fewest_strips"),
        (Self::ClosedSides, "closed_sides"),
        (Self::ContainerDistance, "container_distance"),
    ];
}

/// A scenario. Arrays with five items are indexed by the number of seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scenario {
    /// The number, from 1 to 6.
    pub number: u8,
    /// The name.
    pub name: String,
    /// The name of its map.
    pub map: String,
    /// The numbers of seats that can play it: bit `i` for `i` seats.
    pub players: u8,
    /// What is on the field at the start, and the colours out of play.
    pub layout: Layout,
    /// The layout of the option `garden = prepared` (DR-36); `None` if the scenario has only one.
    pub garden_variant: Option<Layout>,
    /// Whether each seat has a container.
    pub containers: bool,
    /// Whether TAKE scores a point for a mine instead of loading it.
    pub banks_mines: bool,
    /// The goal.
    pub goal: Goal,
    /// The last round; 0 for no cap.
    pub round_cap: [u8; 5],
    /// The criteria that decide after the last round, in order.
    pub tie_breaks: Vec<TieBreak>,
    /// The teams of the option `teams`.
    pub teams: Option<[Sides; 2]>,
    /// Maximum number of objects that a droid carries; `None` for the ruleset's value.
    pub cargo_capacity: Option<u8>,
    /// The start and the programmes of the mad robot; `None` in scenarios without it.
    pub mad_robot: Option<(Square, Programmes)>,
}

impl Scenario {
    /// Returns `true` if this number of seats can play the scenario.
    pub const fn is_for(&self, players: usize) -> bool {
        players < 8 && self.players >> players & 1 == 1
    }

    /// Reads a scenario and checks it. `map_names` are those of the file, `maps` those of them that are
    /// valid.
    pub(super) fn read(cursor: &JsonCursor<'_>, maps: &[Map], map_names: &[&str]) -> Option<Self> {
        cursor.allow_keys(&[
            "id",
            "name",
            "map",
            "players",
            "player_seat",
            "repairers",
            "mad_robot",
            "cargo_start",
            "obstacles",
            "mines",
            "containers",
            "params",
            "goal",
            "score",
            "round_cap",
            "levels",
            "cap_tiebreak",
            "teams_variant",
            "garden_variant",
            "colors_out",
        ]);
        let number = cursor.require("id").and_then(|id| id.number(1, 6));
        let name = cursor.require("name").and_then(|name| name.text());
        let map = cursor.require("map").and_then(|map| {
            let name = map_names[map.name_index(map_names)?];
            maps.iter().find(|map| map.name == name)
        });
        let players = cursor
            .require("players")
            .map_or(0, |players| read_players(&players));
        let goal = cursor.require("goal").and_then(|goal| {
            let index = goal.name_index(&Goal::ALL.map(|(_, name)| name))?;
            Some(Goal::ALL[index].0)
        });
        let layout = Layout::read(cursor, players);
        let garden_variant = cursor
            .get("garden_variant")
            .map(|variant| Layout::read_variant(&variant, players));
        let round_cap = cursor
            .require("round_cap")
            .map_or([0; 5], |caps| read_round_caps(&caps, players));
        let tie_breaks = cursor
            .get("cap_tiebreak")
            .map_or_else(Vec::new, |list| read_tie_breaks(&list));
        let params = cursor.get("params");
        let mad_robot = cursor
            .get("mad_robot")
            .and_then(|mad_robot| read_mad_robot(&mad_robot));
        let scenario = Self {
            number: number? as u8,
            name: name?.to_owned(),
            map: map?.name.clone(),
            players,
            layout: layout?,
            garden_variant: match garden_variant {
                Some(variant) => Some(variant?),
                None => None,
            },
            containers: cursor
                .get("containers")
                .is_some_and(|value| value.name_index(&["opposite_spot"]).is_some()),
            banks_mines: params.as_ref().is_some_and(read_banks_mines),
            goal: goal?,
            round_cap,
            tie_breaks,
            teams: cursor
                .get("teams_variant")
                .and_then(|teams| read_teams(&teams)),
            cargo_capacity: params.and_then(|params| {
                let capacity = params.get("cargo_capacity")?;
                capacity.option_value(CARGO_CAPACITY.values())?.parse().ok()
            }),
            mad_robot,
        };
        scenario.check(cursor, map?);
        Some(scenario)
    }

    /// Reports contradictions.
    fn check(&self, cursor: &JsonCursor<'_>, map: &Map) {
        self.check_goal(cursor);
        self.check_fixed(cursor);
        self.check_layouts(cursor, map);
        if let (Some((start, _)), Some(mad_robot)) = (&self.mad_robot, cursor.get("mad_robot"))
            && let Some(cursor) = mad_robot.get("start")
        {
            map.check_place(&cursor, *start, map.reach(map.starts[0]));
            if map.starts.contains(start) {
                cursor.report("a droid starts on the same square");
            }
        }
        if let (Some(_), false, Some(teams)) =
            (self.teams, self.is_for(4), cursor.get("teams_variant"))
        {
            teams.report("teams need four players: add 4 to players, or remove this key");
        }
    }

    fn check_layouts(&self, cursor: &JsonCursor<'_>, map: &Map) {
        let mut taken: Squares = map.starts.into_iter().collect();
        if self.containers {
            taken = taken.union(map.container_spots.into_iter().collect());
        }
        if let Some((start, _)) = &self.mad_robot {
            taken.insert(*start);
        }
        // The droid of the solo scenario may carry as many obstacles as fit its cargo.
        let max_carried = self.mad_robot.as_ref().map_or(0, |_| MAX_CARGO);
        let max_obstacles = MAX_OBSTACLES - max_carried;
        let variant = cursor.get("garden_variant");
        for players in (1..=4).filter(|players| self.is_for(*players)) {
            let check = |layout: &Layout, cursor: &JsonCursor<'_>| {
                layout.check(cursor, map, players, taken, max_obstacles);
            };
            check(&self.layout, cursor);
            if let (Some(layout), Some(cursor)) = (&self.garden_variant, &variant) {
                check(layout, cursor);
            }
        }
    }

    /// Reports keys whose value depends only on whether the scenario has a mad robot.
    fn check_fixed(&self, cursor: &JsonCursor<'_>) {
        let [normal, easy, hard] = LEVELS;
        let solo_keys = [
            ("player_seat", json!(SOLO_SIDE.letter())),
            ("cargo_start", json!({"obstacle": normal})),
            (
                "levels",
                json!({"easy": easy, "normal": normal, "hard": hard}),
            ),
        ];
        for (key, expected) in solo_keys {
            if self.mad_robot.is_none() {
                if let Some(value) = cursor.get(key) {
                    value.report("needs mad_robot; remove this key");
                }
            } else if let Some(value) = cursor.require(key) {
                value.expect(&expected);
            }
        }
        if let Some(score) = cursor.get("score") {
            score.expect(&json!("mines_taken"));
        }
    }

    fn check_goal(&self, cursor: &JsonCursor<'_>) {
        let report = |key: &str, message: &str| {
            if let Some(value) = cursor.get(key) {
                value.report(message);
            }
        };
        let is_solo = self.players == 1 << 1;
        let is_mad = self.goal == Goal::MadRobotEnclosed;
        if is_mad != is_solo || is_mad != self.mad_robot.is_some() {
            report(
                "goal",
                "mad_robot_enclosed, mad_robot and players [1] need each other",
            );
        }
        if is_mad && self.layout.repairers {
            report("repairers", "expected 0 in a scenario with a mad robot");
        }
        if self.goal == Goal::OwnContainerOnOwnPad && !self.containers {
            report(
                "goal",
                "own_container_on_own_pad needs containers \"opposite_spot\"",
            );
        }
        let is_missing = |objects: &[Squares; 5]| {
            (2..=4).any(|players| self.is_for(players) && objects[players].is_empty())
        };
        if self.goal == Goal::NoMinesLeft && (is_missing(&self.layout.mines) || !self.banks_mines) {
            report(
                "goal",
                "no_mines_left needs mines for every number of players, and mine_pickup \"bank\"",
            );
        }
        let variant = self.garden_variant.as_ref();
        let mut layouts = std::iter::once(&self.layout).chain(variant);
        if self.goal == Goal::OwnGardenClosed && layouts.any(|it| is_missing(&it.obstacles)) {
            report(
                "goal",
                "own_garden_closed needs obstacles for every number of players",
            );
        }
        if self.goal != Goal::OwnGardenClosed {
            report(
                "garden_variant",
                "needs the goal own_garden_closed; remove this key",
            );
        }
        if self.tie_breaks.contains(&TieBreak::ContainerDistance) && !self.containers {
            report(
                "cap_tiebreak",
                "container_distance needs containers \"opposite_spot\"",
            );
        }
        if self.tie_breaks.contains(&TieBreak::Score) && !self.banks_mines {
            report("cap_tiebreak", "score needs mine_pickup \"bank\"");
        }
    }
}

fn read_players(cursor: &JsonCursor<'_>) -> u8 {
    let mut players = 0;
    for item in cursor.items() {
        players |= item.number(1, 4).map_or(0, |number| 1 << number);
    }
    if players == 0 || players & 2 != 0 && players != 2 {
        cursor.report("expected [1], or any of 2, 3 and 4");
    }
    players
}

fn read_round_caps(cursor: &JsonCursor<'_>, players: u8) -> [u8; 5] {
    // A solo match must be lost at some time (DR-37).
    let min = u64::from(players == 1 << 1);
    let read = |cap: Option<JsonCursor<'_>>| cap?.number(min, MAX_ROUND_CAP.into());
    let caps = cursor.by_players(players);
    caps.map(|cap| read(cap).unwrap_or(0) as u8)
}

fn read_tie_breaks(cursor: &JsonCursor<'_>) -> Vec<TieBreak> {
    let mut items = cursor.items();
    let last = items.pop();
    if last
        .as_ref()
        .and_then(|last| last.name_index(&["shared"]))
        .is_none()
    {
        cursor.report("the last item must be \"shared\"");
    }
    let names = TieBreak::ALL.map(|(_, name)| name);
    let indices = items.iter().filter_map(|item| item.name_index(&names));
    indices.map(|index| TieBreak::ALL[index].0).collect()
}

fn read_teams(cursor: &JsonCursor<'_>) -> Option<[Sides; 2]> {
    let teams: Vec<Sides> = cursor.items().iter().map(JsonCursor::sides).collect();
    match teams[..] {
        [one, other] if one.len() == 2 && other.len() == 2 && one.union(other).len() == 4 => {
            Some([one, other])
        }
        _ => {
            cursor.report("expected two teams of two seats each");
            None
        }
    }
}

/// Reads `params` and returns `true` if TAKE scores mines.
fn read_banks_mines(cursor: &JsonCursor<'_>) -> bool {
    cursor.allow_keys(&["mine_pickup", "cargo_capacity"]);
    let pickup = cursor.get("mine_pickup");
    pickup.is_some_and(|pickup| pickup.name_index(&["bank", "cargo"]) == Some(0))
}

/// Reads the start and the programmes of the mad robot (DR-37).
fn read_mad_robot(cursor: &JsonCursor<'_>) -> Option<(Square, Programmes)> {
    cursor.allow_keys(&["start", "seat", "offset_die", "announce", "sheets"]);
    for (key, expected) in [
        ("seat", MAD_ROBOT_SIDE.letter()),
        ("offset_die", "1d10"),
        ("announce", "round_start"),
    ] {
        if let Some(value) = cursor.require(key) {
            value.expect(&expected.into());
        }
    }
    let start = cursor.require("start").and_then(|start| start.square());
    let programmes = cursor
        .require("sheets")
        .and_then(|sheets| Programmes::read(&sheets));
    Some((start?, programmes?))
}

/// Number of programmes on a sheet.
pub(in crate::droids) const PROGRAMMES_PER_SHEET: usize = 10;

/// Number of sheets.
const SHEETS: usize = 2;

/// The programmes with which the mad robot's transmitters are loaded: two sheets of ten.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Programmes([[[Stone; Slot::PER_TRANSMITTER]; PROGRAMMES_PER_SHEET]; SHEETS]);

impl Programmes {
    /// Reads two sheets of ten programmes of three orders.
    pub(super) fn read(cursor: &JsonCursor<'_>) -> Option<Self> {
        let mut orders = Vec::new();
        for sheet in cursor.exactly(SHEETS, "sheets") {
            for programme in sheet.exactly(PROGRAMMES_PER_SHEET, "programmes") {
                for order in programme.exactly(Slot::PER_TRANSMITTER, "orders") {
                    orders.extend(read_order(&order));
                }
            }
        }
        Self::new(&orders)
    }

    /// Creates the programmes from their orders, sheet by sheet. Returns `None` unless there are
    /// 60.
    fn new(orders: &[Stone]) -> Option<Self> {
        let (programmes, extra_orders) = orders.as_chunks::<{ Slot::PER_TRANSMITTER }>();
        let (sheets, extra_programmes) = programmes.as_chunks::<PROGRAMMES_PER_SHEET>();
        let is_complete = extra_orders.is_empty() && extra_programmes.is_empty();
        let sheets = sheets.try_into().ok().filter(|_| is_complete)?;
        Some(Self(sheets))
    }

    /// Returns the sheets with their programmes and orders, in order.
    pub const fn sheets(
        &self,
    ) -> &[[[Stone; Slot::PER_TRANSMITTER]; PROGRAMMES_PER_SHEET]; SHEETS] {
        &self.0
    }

    /// Returns the orders of a programme; the numbers of sheet and programme start at 0 and wrap.
    pub const fn orders(&self, sheet: usize, programme: usize) -> &[Stone; Slot::PER_TRANSMITTER] {
        &self.0[sheet % SHEETS][programme % PROGRAMMES_PER_SHEET]
    }
}

/// Reads an order of the mad robot, `["G2", "S"]`.
fn read_order(cursor: &JsonCursor<'_>) -> Option<Stone> {
    const KINDS: [Kind; 4] = [Kind::G1, Kind::G2, Kind::GM, Kind::F4];
    match &cursor.items()[..] {
        [kind, arrow] => {
            let kind = KINDS[kind.name_index(&KINDS.map(Kind::name))?];
            let arrow = Arrow::STRAIGHT[arrow.name_index(&Arrow::STRAIGHT.map(Arrow::name))?];
            Stone::new(kind, arrow)
        }
        _ => {
            cursor.report("expected a kind and an arrow, such as [\"G2\", \"S\"]");
            None
        }
    }
}
