//! Scenarios: what lies on the map, what wins, and when it ends (DR-32 to DR-38).

use serde_json::json;

use super::json_cursor::JsonCursor;
use super::map::Map;
use super::programmes::Programmes;
use super::values::{MAX_CARGO, VALUES, word};
use crate::droids::side::{Side, Sides};
use crate::droids::square::{Square, Squares};
use crate::droids::stone::Colour;

/// Obstacles and mines that there are (DR-1).
const OBSTACLES: usize = 25;
const MINES: usize = 24;

/// Obstacles that the levels of the solo scenario give the droid, the usual number first (DR-37).
pub(in crate::droids) const LEVELS: [u8; 3] = [6, 8, 5];

/// What wins (DR-30).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// To be the last active player (DR-33, DR-34).
    LastActive,
    /// Nothing by itself: the last mine ends the match (DR-35).
    NoMinesLeft,
    /// The own garden is closed (DR-36).
    OwnGardenClosed,
    /// The mad robot is enclosed (DR-37).
    MadRobotEnclosed,
    /// The own container lies on the own pad (DR-38).
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

    /// The rule that has ended a match in which it was reached.
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

/// What decides when the rounds have run out (DR-32).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TieBreak {
    /// Most mines.
    Score,
    /// Fewest damage strips.
    FewestStrips,
    /// Most closed sides of the own garden.
    ClosedSides,
    /// Fewest steps from the own container to the own pad.
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

/// A scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Scenario {
    /// The number, 1 to 6.
    pub number: u8,
    /// The name.
    pub name: String,
    /// The name of its map.
    pub map: String,
    /// For how many seats it is: bit `i` for `i` seats.
    pub players: u8,
    /// Whether the two repair robots take part.
    pub repairers: bool,
    /// Obstacles on the field, by number of seats.
    pub obstacles: [Squares; 5],
    /// Mines on the field, by number of seats.
    pub mines: [Squares; 5],
    /// Whether each seat has a container to bring home.
    pub containers: bool,
    /// Whether TAKE gives a point for a mine instead of loading it.
    pub banks_mines: bool,
    /// What wins.
    pub goal: Goal,
    /// The last round, by number of seats.
    pub round_cap: [u8; 5],
    /// What decides after it, in order.
    pub tie_breaks: Vec<TieBreak>,
    /// Colours that are not drawn.
    pub colours_out: Vec<Colour>,
    /// The teams of the option `teams`.
    pub teams: Option<[Sides; 2]>,
    /// How many objects a droid can carry, where the scenario says so.
    pub cargo_capacity: Option<u8>,
    /// The mad robot.
    pub mad_robot: Option<(Square, Programmes)>,
}

impl Scenario {
    /// Whether so many can play it.
    pub const fn is_for(&self, players: usize) -> bool {
        players < 8 && self.players >> players & 1 == 1
    }

    pub(super) fn read(node: &JsonCursor<'_>, maps: &[Map]) -> Option<Self> {
        node.allow_keys(&[
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
            "colors_out",
        ]);
        let number = node.require("id").and_then(|node| node.number(1, 6));
        let name = node.require("name").and_then(|node| node.text());
        let map = node.require("map").and_then(|node| {
            let names: Vec<_> = maps.iter().map(|map| map.name.as_str()).collect();
            Some(&maps[node.word(&names)?])
        });
        let players = node
            .require("players")
            .map_or(0, |node| read_players(&node));
        let goal = node.require("goal").and_then(|node| {
            let at = node.word(&Goal::ALL.map(|(_, name)| name))?;
            Some(Goal::ALL[at].0)
        });
        let repairers = node.require("repairers").and_then(|node| node.number(0, 2));
        if repairers == Some(1) {
            node.report("repairers: expected 0 or 2: there are two repair robots or none");
        }
        let counts = node
            .require("round_cap")
            .map_or([0; 5], |node| read_caps(&node, players));
        let tie_breaks = node
            .get("cap_tiebreak")
            .map_or_else(Vec::new, |node| read_tie_breaks(&node));
        let params = node.get("params");
        let mad_robot = node.get("mad_robot").and_then(|node| read_mad_robot(&node));
        let scenario = Self {
            number: number? as u8,
            name: name?.to_owned(),
            map: map?.name.clone(),
            players,
            repairers: repairers? == 2,
            obstacles: read_objects(node, "obstacles", players),
            mines: read_objects(node, "mines", players),
            containers: node
                .get("containers")
                .is_some_and(|node| node.word(&["opposite_spot"]).is_some()),
            banks_mines: params.as_ref().is_some_and(reads_bank),
            goal: goal?,
            round_cap: counts,
            tie_breaks,
            colours_out: node.get("colors_out").map_or_else(Vec::new, read_colours),
            teams: node.get("teams_variant").and_then(|node| read_teams(&node)),
            cargo_capacity: params.and_then(|node| {
                let word = word(&node.get("cargo_capacity")?, VALUES[8].1)?;
                word.parse().ok()
            }),
            mad_robot,
        };
        scenario.check(node, map?);
        Some(scenario)
    }

    /// Notes what contradicts itself.
    fn check(&self, node: &JsonCursor<'_>, map: &Map) {
        self.check_goal(node);
        self.check_fixed(node);
        for players in (1..=4).filter(|players| self.is_for(*players)) {
            self.check_objects(node, map, players);
        }
        if let (Some((start, _)), Some(node)) = (&self.mad_robot, node.get("mad_robot"))
            && let Some(node) = node.get("start")
        {
            map.check_place(&node, *start, map.reach(map.starts[0]));
            if map.starts.contains(start) {
                node.report("a droid starts on the same square");
            }
        }
        if self.teams.is_some() && !self.is_for(4) {
            node.report("teams_variant: teams are for four players");
        }
    }

    /// Notes what is the same in every scenario that has it, but not here.
    fn check_fixed(&self, node: &JsonCursor<'_>) {
        let [usual, easy, hard] = LEVELS;
        let levels = json!({"easy": easy, "normal": usual, "hard": hard});
        let solo = [
            ("player_seat", json!(SOLO.letter())),
            ("cargo_start", json!({"obstacle": usual})),
            ("levels", levels),
        ];
        for (key, value) in solo {
            if self.mad_robot.is_none() {
                if let Some(node) = node.get(key) {
                    node.report("goes with a mad_robot");
                }
            } else if let Some(node) = node.require(key) {
                node.expect(&value);
            }
        }
        if let Some(node) = node.get("score") {
            node.expect(&json!("mines_taken"));
        }
    }

    fn check_goal(&self, node: &JsonCursor<'_>) {
        let is_solo = self.players == 1 << 1;
        let wrong = |why: &str| {
            if let Some(node) = node.get("goal") {
                node.report(why);
            }
        };
        let is_mad = self.goal == Goal::MadRobotEnclosed;
        if is_mad != is_solo || is_mad != self.mad_robot.is_some() {
            wrong(
                "mad_robot_enclosed goes with a mad_robot and with players [1], no other goal does",
            );
        }
        if is_mad && self.repairers {
            wrong("where there is a mad robot there are no repair robots: repairers 0");
        }
        if self.goal == Goal::OwnContainerOnOwnPad && !self.containers {
            wrong("there are no containers: the scenario needs containers \"opposite_spot\"");
        }
        let without = |objects: &[Squares; 5]| {
            (2..=4).any(|players| self.is_for(players) && objects[players].is_empty())
        };
        if self.goal == Goal::NoMinesLeft && (without(&self.mines) || !self.banks_mines) {
            wrong(
                "no_mines_left needs mines for every number of players, and mine_pickup \"bank\"",
            );
        }
        if self.goal == Goal::OwnGardenClosed && without(&self.obstacles) {
            wrong("own_garden_closed needs obstacles for every number of players");
        }
        let measures = |tie_break| self.tie_breaks.contains(&tie_break);
        if measures(TieBreak::ContainerDistance) && !self.containers
            || measures(TieBreak::Score) && !self.banks_mines
        {
            wrong(
                "cap_tiebreak: container_distance needs containers, score needs mine_pickup \"bank\"",
            );
        }
    }

    /// Notes pieces that lie on each other, on walls or in the river, too many of them, and objects
    /// that are not symmetric.
    fn check_objects(&self, node: &JsonCursor<'_>, map: &Map, players: usize) {
        let mut taken: Squares = map.starts.into_iter().collect();
        if self.repairers {
            taken = taken.union(map.repairers);
        }
        if self.containers {
            taken = taken.union(map.container_spots.into_iter().collect());
        }
        if let Some((start, _)) = &self.mad_robot {
            taken.insert(*start);
        }
        let lists = [
            ("obstacles", self.obstacles[players], OBSTACLES),
            ("mines", self.mines[players], MINES),
        ];
        let reached = map.reach(map.starts[0]);
        for (key, squares, most) in lists {
            let Some(list) = node
                .get(key)
                .map(|node| node.get(&players.to_string()).unwrap_or(node))
            else {
                continue;
            };
            let carried = if self.mad_robot.is_some() {
                MAX_CARGO
            } else {
                0
            };
            let carried = if key == "obstacles" { carried } else { 0 };
            if squares.len() + carried > most {
                list.report(format!("there are only {most}"));
            }
            for item in list.items() {
                let Some(square) = item.square() else {
                    continue;
                };
                if taken.contains(square) {
                    item.report("something else starts on the same square");
                }
                map.check_place(&item, square, reached);
            }
            taken = taken.union(squares);
            map.symmetry.check_objects(players, squares, &list);
        }
    }
}

fn read_players(node: &JsonCursor<'_>) -> u8 {
    let mut players = 0;
    for item in node.items() {
        players |= item.number(1, 4).map_or(0, |number| 1 << number);
    }
    if players == 0 || players & 2 != 0 && players != 2 {
        node.report("expected numbers of players: [1] alone, or some of 2 to 4");
    }
    players
}

/// Something for each number of players, or one for all.
fn by_players<'a>(node: &JsonCursor<'a>, players: u8) -> [Option<JsonCursor<'a>>; 5] {
    let mut nodes = [const { None }; 5];
    let numbers = (1..5).filter(|number| players >> number & 1 == 1);
    if node.value().is_object() {
        let known: Vec<_> = numbers
            .clone()
            .map(|number: usize| number.to_string())
            .collect();
        let known: Vec<_> = known.iter().map(String::as_str).collect();
        node.allow_keys(&known);
        for number in numbers {
            nodes[number] = node.require(&number.to_string());
        }
    } else {
        for number in numbers {
            nodes[number] = Some(node.clone());
        }
    }
    nodes
}

fn read_caps(node: &JsonCursor<'_>, players: u8) -> [u8; 5] {
    let read = |node: Option<JsonCursor<'_>>| node.and_then(|node| node.number(1, 200));
    by_players(node, players).map(|node| read(node).unwrap_or(0) as u8)
}

fn read_objects(node: &JsonCursor<'_>, key: &str, players: u8) -> [Squares; 5] {
    let Some(node) = node.get(key) else {
        return [Squares::EMPTY; 5];
    };
    by_players(&node, players).map(|node| node.map_or(Squares::EMPTY, |node| node.squares()))
}

fn read_tie_breaks(node: &JsonCursor<'_>) -> Vec<TieBreak> {
    let mut items = node.items();
    let last = items.pop();
    if last
        .as_ref()
        .and_then(|last| last.word(&["shared"]))
        .is_none()
    {
        node.report("the last one is \"shared\"");
    }
    let names = TieBreak::ALL.map(|(_, name)| name);
    let read = items.iter().filter_map(|item| item.word(&names));
    read.map(|at| TieBreak::ALL[at].0).collect()
}

fn read_colours(node: JsonCursor<'_>) -> Vec<Colour> {
    let names = Colour::ALL.map(Colour::name);
    let items = node.items();
    let read = items.iter().filter_map(|item| item.word(&names));
    let colours: Vec<_> = read.map(|at| Colour::ALL[at]).collect();
    // All seats draw seven stones of what is left, so two containers are never too many.
    if colours.len() > 1 {
        node.report("one colour at most can be out");
    }
    colours
}

fn read_teams(node: &JsonCursor<'_>) -> Option<[Sides; 2]> {
    let teams: Vec<Sides> = node.items().iter().map(JsonCursor::sides).collect();
    match teams[..] {
        [one, other] if one.len() == 2 && other.len() == 2 && one.union(other).len() == 4 => {
            Some([one, other])
        }
        _ => {
            node.report("expected two teams of two seats each");
            None
        }
    }
}

fn reads_bank(node: &JsonCursor<'_>) -> bool {
    node.allow_keys(&["mine_pickup", "cargo_capacity"]);
    let pickup = node.get("mine_pickup");
    pickup.is_some_and(|node| node.word(&["bank", "cargo"]) == Some(0))
}

/// The start and the programmes of the mad robot (DR-37).
fn read_mad_robot(node: &JsonCursor<'_>) -> Option<(Square, Programmes)> {
    node.allow_keys(&["start", "seat", "offset_die", "announce", "sheets"]);
    for (key, only) in [
        ("seat", "N"),
        ("offset_die", "1d10"),
        ("announce", "round_start"),
    ] {
        if let Some(node) = node.require(key) {
            node.expect(&only.into());
        }
    }
    let start = node.require("start").and_then(|node| node.square());
    let programmes = node
        .require("sheets")
        .and_then(|node| Programmes::read(&node));
    Some((start?, programmes?))
}

/// The side of the solo player and that of the mad robot (DR-37).
pub(in crate::droids) const SOLO: Side = Side::South;
pub(in crate::droids) const MAD: Side = Side::North;
