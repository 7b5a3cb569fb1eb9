//! The ruleset and options of a match (DR-42).

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::json;
use super::kind::Kind;
use super::map::Map;
use super::scenario::Scenario;
use super::seat::Seat;
use super::values;

/// The settings of a match that are not part of its position.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Rules {
    pub(crate) map: Map,
    pub(crate) scenario: Scenario,
    pub(crate) seats: BTreeSet<Seat>,
    /// The teams {S, W} and {N, E}, or `None` without teams (DR-33).
    pub(crate) teams: Option<[BTreeSet<Seat>; 2]>,
    /// Number of obstacles that the droid carries in the solo scenario (DR-37).
    pub(crate) level: usize,
    pub(crate) hand_size: usize,
    counts: BTreeMap<Kind, usize>,
    values: BTreeMap<&'static str, String>,
}

impl Rules {
    pub(crate) fn new(
        ruleset: &str,
        players: usize,
        options: &[(&str, &str)],
    ) -> Result<Self, String> {
        let file: Value = serde_json::from_str(ruleset).map_err(|error| error.to_string())?;
        let options: BTreeMap<&str, &str> = options.iter().copied().collect();
        check_names(&options)?;
        let data = scenario_data(&file, players, &options)?;
        let scenario = scenario(data, players, &options)?;
        Ok(Self {
            map: Map::read(json::get(json::get(&file, "maps")?, "diagonal-10")?)?,
            seats: seats(&file, players, &options)?,
            teams: teams(&options, &scenario, data, players)?,
            level: level(&options, &scenario)?,
            hand_size: json::number(json::get(&file, "hand_size")?)?,
            counts: counts(&file)?,
            values: values::read(&file, data, &options)?,
            scenario,
        })
    }

    /// Returns `true` if a ruleset value equals the given one.
    pub(crate) fn is(&self, name: &str, value: &str) -> bool {
        self.values[name] == value
    }

    /// Returns the total number of stones of a kind.
    pub(crate) fn count(&self, kind: Kind) -> usize {
        self.counts[&kind]
    }

    /// Returns the cargo capacity of a droid; in the solo scenario the level determines it.
    pub(crate) fn cargo_capacity(&self) -> usize {
        if self.scenario.is_solo() {
            self.level
        } else {
            self.values["cargo_capacity"].parse().unwrap()
        }
    }
}

fn check_names(options: &BTreeMap<&str, &str>) -> Result<(), String> {
    for name in options.keys() {
        let own = [
            "scenario",
            "teams",
            "garden",
            "sides",
            "round_cap",
            "level",
            "lift_limit",
        ];
        let is_own = own.contains(name);
        if !is_own && !values::is_name(name) {
            return Err(format!("`{name}` is not an option"));
        }
    }
    Ok(())
}

/// Returns the data of the chosen scenario, which must allow the number of players.
fn scenario_data<'a>(
    file: &'a Value,
    players: usize,
    options: &BTreeMap<&str, &str>,
) -> Result<&'a Value, String> {
    let id = match (options.get("scenario").copied(), players) {
        (None | Some("auto"), 1) => "5",
        (None | Some("auto"), _) => "1",
        (Some(id), _) => id,
    };
    let scenarios = json::list(json::get(file, "scenarios")?)?;
    let data = scenarios
        .iter()
        .find(|data| is_scenario(data, id))
        .ok_or_else(|| format!("unknown scenario `{id}`"))?;
    let allowed = json::list(json::get(data, "players")?)?;
    if allowed.contains(&Value::from(players)) {
        Ok(data)
    } else {
        Err(format!("scenario {id} is not for {players} players"))
    }
}

fn is_scenario(data: &Value, id: &str) -> bool {
    let found = data.get("id").and_then(Value::as_u64);
    found.is_some_and(|found| found.to_string().as_str() == id)
}

/// Reads the scenario with the pieces of the chosen garden (DR-36) and the chosen cap (DR-32).
fn scenario(
    data: &Value,
    players: usize,
    options: &BTreeMap<&str, &str>,
) -> Result<Scenario, String> {
    let pieces = match options.get("garden").copied() {
        None | Some("printed") => data,
        Some("prepared") => json::get(data, "garden_variant")?,
        Some(value) => return Err(format!("garden: invalid value `{value}`")),
    };
    let mut scenario = Scenario::read(data, pieces, players)?;
    match options.get("round_cap").copied() {
        None | Some("ruleset") => {}
        Some(value) if scenario.is_solo() => {
            return Err(format!("round_cap: `{value}` in the solo scenario"));
        }
        Some(value) => {
            let cap = value.parse().ok().filter(|cap| *cap <= 200);
            scenario.round_cap =
                cap.ok_or_else(|| format!("round_cap: invalid value `{value}`"))?;
        }
    }
    Ok(scenario)
}

fn seats(
    file: &Value,
    players: usize,
    options: &BTreeMap<&str, &str>,
) -> Result<BTreeSet<Seat>, String> {
    match options.get("sides").copied() {
        None | Some("opposite") => {}
        Some("neighbours") if players == 2 => {
            return Ok(BTreeSet::from([Seat::South, Seat::West]));
        }
        Some(value) => return Err(format!("sides: invalid value `{value}`")),
    }
    let by_players = json::get(file, "seats_by_players")?;
    let letters = json::texts(json::get(by_players, &players.to_string())?)?;
    letters.iter().map(|letter| Seat::parse(letter)).collect()
}

fn teams(
    options: &BTreeMap<&str, &str>,
    scenario: &Scenario,
    data: &Value,
    players: usize,
) -> Result<Option<[BTreeSet<Seat>; 2]>, String> {
    match options.get("teams").copied() {
        None | Some("false") => return Ok(None),
        Some("true") if scenario.id == 1 && players == 4 => {}
        Some(value) => return Err(format!("teams: invalid value `{value}`")),
    }
    let mut teams = Vec::new();
    for team in json::list(json::get(data, "teams_variant")?)? {
        let letters = json::texts(team)?;
        let seats: Result<_, _> = letters.iter().map(|letter| Seat::parse(letter)).collect();
        teams.push(seats?);
    }
    let teams = teams.try_into().map_err(|_| "expected two teams")?;
    Ok(Some(teams))
}

fn level(options: &BTreeMap<&str, &str>, scenario: &Scenario) -> Result<usize, String> {
    match options.get("level").copied() {
        None | Some("6") => Ok(6),
        Some("5") if scenario.is_solo() => Ok(5),
        Some("8") if scenario.is_solo() => Ok(8),
        Some(value) => Err(format!("level: invalid value `{value}`")),
    }
}

fn counts(file: &Value) -> Result<BTreeMap<Kind, usize>, String> {
    let mut counts = BTreeMap::new();
    for command in json::list(json::get(file, "commands")?)? {
        let kind = Kind::parse(&json::text(json::get(command, "id")?)?)?;
        counts.insert(kind, json::number(json::get(command, "count")?)?);
    }
    match Kind::ALL.iter().find(|kind| !counts.contains_key(kind)) {
        None => Ok(counts),
        Some(kind) => Err(format!("the ruleset has no count of {}", kind.text())),
    }
}
