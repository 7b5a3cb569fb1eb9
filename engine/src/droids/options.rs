//! The options of Droids (DR-42).

use std::borrow::Cow;

use super::rules::Rules;
use super::ruleset::{LEVELS, Ruleset, Scenario, VALUES, Values};
use crate::options::{OptionError, OptionKind, OptionSpec, Options};

/// The word for what the ruleset says.
const OF_RULESET: &str = "ruleset";

/// The word for the printed game's ruleset.
const STANDARD: &str = "standard";

/// The word for the scenario that suits the number of seats.
const AUTO: &str = "auto";

const fn value(
    name: &'static str,
    rule: &'static str,
    words: &'static [&'static str],
    help: &'static str,
) -> OptionSpec {
    OptionSpec {
        name,
        rule,
        kind: OptionKind::Choice(words),
        default: OF_RULESET,
        help,
    }
}

const FLAG: &[&str] = &[OF_RULESET, "true", "false"];

/// Every option.
pub(super) static OPTIONS: [OptionSpec; 14] = [
    OptionSpec {
        name: "scenario",
        rule: "DR-42",
        kind: OptionKind::Choice(&[AUTO, "1", "2", "3", "4", "5", "6"]),
        default: AUTO,
        help: "The scenario; auto: 5 for one seat, 1 for more.",
    },
    OptionSpec {
        name: "teams",
        rule: "DR-33",
        kind: OptionKind::Bool,
        default: "false",
        help: "Whether four play in two teams, where the scenario has them.",
    },
    OptionSpec {
        name: "level",
        rule: "DR-37",
        kind: OptionKind::Choice(&["6", "8", "5"]),
        default: "6",
        help: "Obstacles that the droid carries at the start of the solo scenario, and can carry.",
    },
    OptionSpec {
        name: "lift_limit",
        rule: "DR-27",
        kind: OptionKind::Time {
            min: 1,
            max: 3_600_000,
        },
        default: "30s",
        help: "Time in which the owner says which damage strip is lifted.",
    },
    OptionSpec {
        name: "ruleset",
        rule: "DR-42",
        kind: OptionKind::Text("`standard`, or the JSON text of a ruleset file"),
        default: STANDARD,
        help: "The ruleset with its maps and scenarios.",
    },
    value(
        "draw_mode",
        "DR-10",
        &[OF_RULESET, "sequential", "commit"],
        "Whether each stone is seen before the next container is chosen, or all are named first.",
    ),
    value(
        "relay_target",
        "DR-22",
        &[OF_RULESET, "any_other_droid", "line_of_sight"],
        "Which droids a relay stone may order.",
    ),
    value(
        "repair_strips",
        "DR-27",
        &[OF_RULESET, "1", "all"],
        "How many damage strips a repair lifts.",
    ),
    value(
        "repeat_hit",
        "DR-25",
        &[OF_RULESET, "no_effect", "reroll"],
        "What becomes of a hit on a transmitter that is covered already.",
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
        "Whether robots step between two blocked corners or two river squares.",
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
        &[OF_RULESET, "1", "2", "3", "4", "5", "6", "7", "8"],
        "How many objects a droid can carry.",
    ),
];

fn refused(name: &str, why: impl Into<String>) -> OptionError {
    OptionError::InvalidValue {
        name: name.into(),
        message: why.into(),
    }
}

/// The ruleset of a match: that of the option, or the printed game's.
///
/// # Errors
/// If a ruleset file has mistakes: all of them with their places.
pub(super) fn ruleset(options: &Options) -> Result<Cow<'static, Ruleset>, OptionError> {
    match options.text("ruleset") {
        STANDARD => Ok(Cow::Borrowed(Ruleset::standard())),
        text => match Ruleset::read(text) {
            Ok(own) => Ok(Cow::Owned(own)),
            Err(mistakes) => Err(refused("ruleset", mistakes.to_string())),
        },
    }
}

/// The rules that options make for so many seats, 1 to 4.
///
/// # Errors
/// If the scenario is not for so many, or an option has no use in it.
pub(super) fn read(
    options: &Options,
    ruleset: &Ruleset,
    seats: usize,
) -> Result<Rules, OptionError> {
    let scenario = scenario(options, ruleset, seats)?;
    // A ruleset is only read if every scenario has its map.
    let map = ruleset.map(&scenario.map);
    let map = map.ok_or_else(|| refused("ruleset", format!("no map {}", scenario.map)))?;
    let mut values = ruleset.values;
    if let Some(capacity) = scenario.cargo_capacity {
        values.cargo_capacity = capacity;
    }
    set_values(options, &mut values);
    let is_solo = scenario.mad_robot.is_some();
    let level = level(options, is_solo)?;
    let mut rules = Rules::new(ruleset, scenario, map, seats, values);
    if is_solo {
        rules.load = level;
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
        let there = ruleset.scenarios.iter().map(|s| s.number.to_string());
        let there: Vec<_> = there.collect();
        let there = there.join(", ");
        refused(
            "scenario",
            format!("the ruleset has no scenario {number}; there are {there}"),
        )
    })?;
    if !scenario.is_for(seats) {
        let fit = (1..=4).filter(|players| scenario.is_for(*players));
        let fit: Vec<_> = fit.map(|players| players.to_string()).collect();
        let fit = fit.join(", ");
        let why = format!("scenario {number} is for {fit} seats, not for {seats}");
        return Err(refused("scenario", why));
    }
    Ok(scenario)
}

fn set_values(options: &Options, values: &mut Values) {
    for (name, _) in VALUES {
        let word = options.text(name);
        if word != OF_RULESET {
            values.set(name, word);
        }
    }
}

fn level(options: &Options, is_solo: bool) -> Result<u8, OptionError> {
    let level = options.text("level").parse().unwrap_or(LEVELS[0]);
    if is_solo && options.text("cargo_capacity") != OF_RULESET {
        let why = "the level says how much the droid carries in the solo scenario";
        return Err(refused("cargo_capacity", why));
    }
    if !is_solo && level != LEVELS[0] {
        return Err(refused("level", "only the solo scenario has levels"));
    }
    Ok(level)
}

fn teams(scenario: &Scenario, seats: usize) -> Result<[super::side::Sides; 2], OptionError> {
    let teams = scenario.teams.filter(|_| seats == 4);
    teams.ok_or_else(|| {
        let number = scenario.number;
        let why = if scenario.teams.is_some() {
            format!("teams are for four seats, not for {seats}")
        } else {
            format!("scenario {number} has no teams")
        };
        refused("teams", why)
    })
}
