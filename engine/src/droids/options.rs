//! The options of Droids (DR-42).

use std::borrow::Cow;

use super::rules::Rules;
use super::ruleset::{
    LEVELS, Layout, MAX_ROUND_CAP, Map, Ruleset, STANDARD_TEXT, Scenario, VALUES, Values,
};
use super::side::{NEIGHBOURS, Side, Sides, sides_in_play};
use crate::options::{OptionError, OptionKind, OptionSpec, Options};

/// The choice of the ruleset's value.
const FROM_RULESET: &str = "ruleset";

/// The choice of the printed game's ruleset.
const STANDARD: &str = "standard";

/// The choice of the garden's own layout.
const PRINTED: &str = "printed";

/// The choice of sides that face each other.
const OPPOSITE: &str = "opposite";

/// The choice of the scenario by the number of seats.
const AUTO: &str = "auto";

/// Returns the specification of an option that overrides a value of the ruleset.
const fn value(
    name: &'static str,
    rule: &'static str,
    choices: &'static [&'static str],
    help: &'static str,
) -> OptionSpec {
    OptionSpec {
        name,
        rule,
        kind: OptionKind::Choice(choices),
        default: FROM_RULESET,
        help,
    }
}

/// The choices of a boolean value.
const FLAG: &[&str] = &[FROM_RULESET, "true", "false"];

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
    value(
        "draw_mode",
        "DR-10",
        &[FROM_RULESET, "sequential", "commit"],
        "Whether each stone is seen before the next container is chosen, or all are named first.",
    ),
    value(
        "relay_target",
        "DR-22",
        &[FROM_RULESET, "any_other_droid", "line_of_sight"],
        "Which droids a relay stone can order.",
    ),
    value(
        "repair_strips",
        "DR-27",
        &[FROM_RULESET, "1", "all"],
        "Number of damage strips that a repair lifts.",
    ),
    value(
        "repeat_hit",
        "DR-25",
        &[FROM_RULESET, "no_effect", "reroll"],
        "Effect of a hit on a covered transmitter.",
    ),
    value(
        "mine_stops_move",
        "DR-28",
        FLAG,
        "Whether an order ends with the step in which a droid entered a mine.",
    ),
    value(
        "chain_push",
        "DR-20",
        FLAG,
        "Whether a robot with another robot behind it can be pushed.",
    ),
    value(
        "diag_corner_cutting",
        "DR-20",
        FLAG,
        "Whether robots can step diagonally between two blocked corners or two river squares.",
    ),
    value(
        "put_on_water",
        "DR-29",
        FLAG,
        "Whether objects can be put into the river.",
    ),
    value(
        "cargo_capacity",
        "DR-29",
        &[FROM_RULESET, "1", "2", "3", "4", "5", "6", "7", "8"],
        "Maximum number of objects that a droid carries.",
    ),
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
    for (name, _) in VALUES {
        let value = options.text(name);
        if value != FROM_RULESET {
            values.set(name, value);
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
