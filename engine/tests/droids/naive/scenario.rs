//! A scenario for a number of players (DR-33 to DR-38).

use serde_json::Value;

use super::arrow::Arrow;
use super::colour::Colour;
use super::json;
use super::kind::Kind;
use super::point::Point;
use super::stone::Stone;

/// The goal of a scenario.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    LastActive,
    NoMinesLeft,
    GardenClosed,
    MadRobotEnclosed,
    ContainerOnPad,
}

/// A step of the tie-break list (DR-32).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TieBreak {
    FewestStrips,
    Score,
    ClosedSides,
    ContainerDistance,
    Shared,
}

/// The programmes of a sheet; each consists of the three orders of a transmitter.
pub(crate) type Sheet = Vec<Vec<Stone>>;

/// A scenario's data.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Scenario {
    pub(crate) id: usize,
    pub(crate) repairers: usize,
    pub(crate) obstacles: Vec<Point>,
    pub(crate) mines: Vec<Point>,
    pub(crate) has_containers: bool,
    pub(crate) goal: Goal,
    pub(crate) has_scores: bool,
    pub(crate) is_banking: bool,
    /// The last round; 0 for no cap.
    pub(crate) round_cap: usize,
    pub(crate) tie_breaks: Vec<TieBreak>,
    pub(crate) colours_out: Vec<Colour>,
    /// The start of the mad robot and its sheets, in the solo scenario.
    pub(crate) mad: Option<(Point, Vec<Sheet>)>,
}

impl Scenario {
    /// Reads a scenario. `pieces` has what is on the field and the colours out of play: the scenario
    /// itself or a variant of it.
    pub(crate) fn read(data: &Value, pieces: &Value, players: usize) -> Result<Self, String> {
        let params = data.get("params");
        let pickup = params.and_then(|params| params.get("mine_pickup"));
        let cap = json::for_players(json::get(data, "round_cap")?, players)?;
        Ok(Self {
            id: json::number(json::get(data, "id")?)?,
            repairers: json::number(json::get(pieces, "repairers")?)?,
            obstacles: squares(pieces, "obstacles", players)?,
            mines: squares(pieces, "mines", players)?,
            has_containers: data.get("containers").is_some(),
            goal: goal(&json::text(json::get(data, "goal")?)?)?,
            has_scores: data.get("score").is_some(),
            is_banking: pickup.and_then(Value::as_str) == Some("bank"),
            round_cap: json::number(cap)?,
            tie_breaks: tie_breaks(data)?,
            colours_out: colours_out(pieces)?,
            mad: data.get("mad_robot").map(mad).transpose()?,
        })
    }

    pub(crate) fn is_solo(&self) -> bool {
        self.mad.is_some()
    }
}

/// Returns the squares of a scenario's objects, or none if the key is missing.
fn squares(data: &Value, name: &str, players: usize) -> Result<Vec<Point>, String> {
    match data.get(name) {
        Some(squares) => json::points(json::for_players(squares, players)?),
        None => Ok(Vec::new()),
    }
}

fn goal(text: &str) -> Result<Goal, String> {
    match text {
        "last_active" => Ok(Goal::LastActive),
        "no_mines_left" => Ok(Goal::NoMinesLeft),
        "own_garden_closed" => Ok(Goal::GardenClosed),
        "mad_robot_enclosed" => Ok(Goal::MadRobotEnclosed),
        "own_container_on_own_pad" => Ok(Goal::ContainerOnPad),
        _ => Err(format!("`{text}` is not a valid goal")),
    }
}

fn tie_breaks(data: &Value) -> Result<Vec<TieBreak>, String> {
    let Some(list) = data.get("cap_tiebreak") else {
        return Ok(Vec::new());
    };
    let texts = json::texts(list)?;
    texts.iter().map(|text| tie_break(text)).collect()
}

fn tie_break(text: &str) -> Result<TieBreak, String> {
    match text {
        "fewest_strips" => Ok(TieBreak::FewestStrips),
        "score" => Ok(TieBreak::Score),
        "closed_sides" => Ok(TieBreak::ClosedSides),
        "container_distance" => Ok(TieBreak::ContainerDistance),
        "shared" => Ok(TieBreak::Shared),
        _ => Err(format!("`{text}` is not a valid tie-break")),
    }
}

fn colours_out(data: &Value) -> Result<Vec<Colour>, String> {
    let Some(list) = data.get("colors_out") else {
        return Ok(Vec::new());
    };
    let texts = json::texts(list)?;
    texts.iter().map(|text| Colour::parse(text)).collect()
}

fn mad(data: &Value) -> Result<(Point, Vec<Sheet>), String> {
    let start = json::point(json::get(data, "start")?)?;
    let sheets = json::list(json::get(data, "sheets")?)?;
    let sheets = sheets.iter().map(sheet).collect::<Result<_, _>>()?;
    Ok((start, sheets))
}

fn sheet(data: &Value) -> Result<Sheet, String> {
    let programme = |data| json::list(data)?.iter().map(order).collect();
    json::list(data)?.iter().map(programme).collect()
}

/// Parses an order such as `["G2", "S"]`.
fn order(data: &Value) -> Result<Stone, String> {
    let texts = json::texts(data)?;
    let [kind, arrow] = &texts[..] else {
        return Err(format!("`{data}` is not a valid order"));
    };
    Ok(Stone {
        kind: Kind::parse(kind)?,
        arrow: Arrow::parse(arrow)?,
    })
}
