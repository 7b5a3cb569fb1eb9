//! The options of Droids (DR-42).

use std::borrow::Cow;

use super::rules::Rules;
use super::ruleset::{
    FROM_RULESET, LEVELS, Layout, MAX_ROUND_CAP, Map, Ruleset, STANDARD_TEXT, Scenario, VALUES,
    Values,
};
use super::side::{NEIGHBOURS, Side, Sides, sides_in_play};
use crate::options::{OptionError, OptionKind, OptionSpec, Options};

/// The choice of the printed game's ruleset.
const STANDARD: &str = "standard";

/// The choice of the garden's own layout.
const PRINTED: &str = "printed";

/// The choice of sides that face each other.
const OPPOSITE: &str = "opposite";

/// The choice of the scenario by the number of seats.
const AUTO: &str = "auto";

/// All options.
pub(super) static OPTIONS: [OptionSpec; 17] = [
    OptionSpec {
        name: "scenario",
        rule: "DR-42",
        kind: OptionKind::Choice(&[AUTO, "1", "2", "3", "4", "5", "6"]),
        default: AUTO,
        help: "Scenario; auto is 5 for one seat, 1 for more.",
    },
    OptionSpec {
        name: "teams",
        rule: "DR-33",
        kind: OptionKind::Bool,
        default: "false",
        help: "Whether four seats play in two teams, if the scenario has teams.",
    },
    OptionSpec {
        name: "garden",
        rule: "DR-36",
        kind: OptionKind::Choice(&[PRINTED, "prepared"]),
        default: PRINTED,
        help: "Layout of the garden scenario; prepared, in which most gardens get closed, compares players.",
    },
    OptionSpec {
        name: "sides",
        rule: "DR-4",
        kind: OptionKind::Choice(&[OPPOSITE, "neighbours"]),
        default: OPPOSITE,
        help: "Where two players sit: at opposite sides, S and N, or at neighbouring ones, S and W.",
    },
    OptionSpec {
        name: "round_cap",
        rule: "DR-32",
        kind: OptionKind::WordOrNumber {
            word: FROM_RULESET,
            min: 0,
            max: MAX_ROUND_CAP as u64,
        },
        default: FROM_RULESET,
        help: "Last round; 0 switches the cap off. The solo scenario has its own.",
    },
    OptionSpec {
        name: "level",
        rule: "DR-37",
        kind: OptionKind::Choice(&["6", "8", "5"]),
        default: "6",
        help: "Obstacles that the droid carries at the start of the solo scenario; also its capacity.",
    },
    OptionSpec {
        name: "lift_limit",
        rule: "DR-27",
        kind: OptionKind::Time {
            min: 1,
            max: 3_600_000,
        },
        default: "30s",
        help: "Time limit for choosing the damage strip to lift.",
    },
    OptionSpec {
        name: "ruleset",
        rule: "DR-42",
        kind: OptionKind::Text("`standard`, or the JSON text of a ruleset file"),
        default: STANDARD,
        help: "Ruleset with its maps and scenarios.",
    },
    VALUES[0].option(),
    VALUES[1].option(),
    VALUES[2].option(),
    VALUES[3].option(),
    VALUES[4].option(),
    VALUES[5].option(),
    VALUES[6].option(),
    VALUES[7].option(),
    VALUES[8].option(),
];

fn invalid(name: &str, message: impl Into<String>) -> OptionError {
    OptionError::InvalidValue {
        name: name.into(),
        message: message.into(),
    }
}

/// Returns the ruleset of a match: that of the option, or the printed game's, of which `standard` is the
/// current or a former text.
///
/// # Errors
/// Returns all errors of a ruleset file with their locations.
pub(super) fn ruleset(
    options: &Options,
    standard: &str,
) -> Result<Cow<'static, Ruleset>, OptionError> {
    let text = match options.text("ruleset") {
        STANDARD if standard == STANDARD_TEXT => return Ok(Cow::Borrowed(Ruleset::standard())),
        STANDARD => standard,
        text => text,
    };
    match Ruleset::read(text) {
        Ok(ruleset) => Ok(Cow::Owned(ruleset)),
        Err(errors) => Err(OptionError::Mistakes {
            name: "ruleset".into(),
            mistakes: errors.0.iter().map(ToString::to_string).collect(),
        }),
    }
}

/// Returns the rules for these options and this number of seats, from 1 to 4.
///
/// # Errors
/// Returns an error if the scenario is not for this number of seats, or does not support an option.
pub(super) fn rules(
    options: &Options,
    ruleset: &Ruleset,
    seats: usize,
) -> Result<Rules, OptionError> {
    let scenario = scenario(options, ruleset, seats)?;
    // Cannot fail: a ruleset is accepted only if every scenario has its map.
    let map = ruleset.map(&scenario.map);
    let map = map.ok_or_else(|| invalid("ruleset", format!("no map {}", scenario.map)))?;
    let mut values = ruleset.values;
    if let Some(capacity) = scenario.cargo_capacity {
        values.cargo_capacity = capacity;
    }
    set_values(options, &mut values);
    let is_solo = scenario.mad_robot.is_some();
    let level = level(options, is_solo)?;
    let layout = layout(options, scenario)?;
    let sides = sides(options, layout, map, seats)?;
    let mut rules = Rules::new(ruleset, scenario, layout, map, sides, values);
    if let Some(cap) = options.optional_number("round_cap") {
        if is_solo {
            let message = "the solo scenario has a cap of its own; omit it";
            return Err(invalid("round_cap", message));
        }
        rules.round_cap = Some(cap as u16).filter(|cap| *cap > 0);
    }
    if is_solo {
        rules.initial_cargo = level;
        rules.values.cargo_capacity = level;
    }
    if options.flag("teams") {
        rules.teams = Some(teams(scenario, seats)?);
    }
    Ok(rules)
}

fn scenario<'a>(
    options: &Options,
    ruleset: &'a Ruleset,
    seats: usize,
) -> Result<&'a Scenario, OptionError> {
    let number = match (options.text("scenario"), seats) {
        (AUTO, 1) => 5,
        (AUTO, _) => 1,
        (number, _) => number.parse().unwrap_or(1),
    };
    let scenario = ruleset.scenario(number).ok_or_else(|| {
        let numbers = ruleset.scenarios.iter().map(|s| s.number.to_string());
        let numbers: Vec<_> = numbers.collect();
        let numbers = numbers.join(", ");
        invalid(
            "scenario",
            format!("the ruleset has no scenario {number}; expected one of {numbers}"),
        )
    })?;
    if !scenario.is_for(seats) {
        let supported = (1..=4).filter(|players| scenario.is_for(*players));
        let supported: Vec<_> = supported.map(|players| players.to_string()).collect();
        let supported = supported.join(", ");
        let message = format!("scenario {number} is for {supported} seats, not for {seats}");
        return Err(invalid("scenario", message));
    }
    Ok(scenario)
}

/// Returns `true` if the options choose the prepared garden (DR-36).
pub(super) fn has_prepared_garden(options: &Options) -> bool {
    options.text("garden") != PRINTED
}

/// Returns the layout of the scenario that the option `garden` chooses (DR-36).
fn layout<'a>(options: &Options, scenario: &'a Scenario) -> Result<&'a Layout, OptionError> {
    if !has_prepared_garden(options) {
        return Ok(&scenario.layout);
    }
    scenario.garden_variant.as_ref().ok_or_else(|| {
        let number = scenario.number;
        invalid(
            "garden",
            format!("scenario {number} has no prepared garden; omit it"),
        )
    })
}

/// Returns the sides of the seats (DR-4).
fn sides(
    options: &Options,
    layout: &Layout,
    map: &Map,
    seats: usize,
) -> Result<&'static [Side], OptionError> {
    if options.text("sides") == OPPOSITE {
        return Ok(sides_in_play(seats));
    }
    if seats != 2 {
        let message = format!("only two players can choose, not {seats}; omit it");
        return Err(invalid("sides", message));
    }
    // A ruleset is accepted if its objects are fair to opposite sides.
    let neighbours = NEIGHBOURS.iter().copied().collect();
    for (key, objects) in [("obstacles", &layout.obstacles), ("mines", &layout.mines)] {
        if let Some(message) = map
            .symmetry
            .missing_objects(neighbours, objects[seats])
            .first()
        {
            let message = format!("the {key} are {message}; choose {OPPOSITE}");
            return Err(invalid("sides", message));
        }
    }
    Ok(NEIGHBOURS)
}

fn set_values(options: &Options, values: &mut Values) {
    for value in VALUES {
        let choice = options.text(value.name);
        if choice != FROM_RULESET {
            (value.set)(values, choice);
        }
    }
}

fn level(options: &Options, is_solo: bool) -> Result<u8, OptionError> {
    let level = options.text("level").parse().unwrap_or(LEVELS[0]);
    if is_solo && options.text("cargo_capacity") != FROM_RULESET {
        let message = "the solo scenario takes it from level; set level instead";
        return Err(invalid("cargo_capacity", message));
    }
    if !is_solo && level != LEVELS[0] {
        return Err(invalid(
            "level",
            "only the solo scenario has levels; omit it",
        ));
    }
    Ok(level)
}

fn teams(scenario: &Scenario, seats: usize) -> Result<[Sides; 2], OptionError> {
    let teams = scenario.teams.filter(|_| seats == 4);
    teams.ok_or_else(|| {
        let number = scenario.number;
        let message = if scenario.teams.is_some() {
            format!("teams are for four seats, not for {seats}")
        } else {
            format!("scenario {number} has no teams")
        };
        invalid("teams", message)
    })
}
