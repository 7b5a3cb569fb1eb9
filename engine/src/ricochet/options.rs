//! The options of Ricochet Robots.

use arrayvec::{ArrayString, ArrayVec};

use super::board_size::BoardSize;
use super::cell::Grid;
use super::layout::Layout;
use super::robot::{MAX_ROBOTS, Robot};
use super::sections::TARGETS;
use super::slide::{CrossingCost, EndlessRule, SlideRules};
use crate::options::{OptionError, OptionKind, OptionSpec, Options};
use crate::race::{RaceOptions, RaceRuleIds, race_options};

/// The ids of the rules of the race.
pub(super) const RACE_RULES: RaceRuleIds = RaceRuleIds {
    announcement: "RR-19",
    overtime: "RR-7",
    show: "RR-20",
    show_limit: "RR-21",
    race_limit: "RR-22",
    pass: "RR-23",
    tie_break: "RR-24",
    virtual_time: "RR-25",
    departure: "RR-27",
};

/// The value of the option `board` that samples one.
const DRAWN: &str = "drawn";

/// All options, in the order of their rules.
pub(super) static OPTIONS: [OptionSpec; 15] = {
    let [max_announce, show_limit, race_limit, nodes_per_second] = race_options(&RACE_RULES);
    [
        OptionSpec {
            name: "sides",
            rule: "RR-1",
            kind: OptionKind::Text("some of the letters `ABCD`, in this order"),
            default: "ABCD",
            help: "Sides of the printed sections of which a sampled board consists.",
        },
        OptionSpec {
            name: "board",
            rule: "RR-1",
            kind: OptionKind::Text(
                "`drawn`, sections such as `4B-3C-1A-2A`, or `cells:` or `size:12x8:` with walls, diagonals and targets",
            ),
            default: DRAWN,
            help: "The board: sampled from the seed of the match (drawn), or this one.",
        },
        OptionSpec {
            name: "silver",
            rule: "RR-2",
            kind: OptionKind::Bool,
            default: "false",
            help: "Whether the silver robot takes part.",
        },
        OptionSpec {
            name: "transparent",
            rule: "RR-2",
            kind: OptionKind::Bool,
            default: "false",
            help: "Whether the transparent robot takes part.",
        },
        OptionSpec {
            name: "stop_on_diagonal",
            rule: "RR-5",
            kind: OptionKind::Bool,
            default: "false",
            help: "Whether a slide may end on a diagonal.",
        },
        OptionSpec {
            name: "ricochet_rule",
            rule: "RR-6",
            kind: OptionKind::Bool,
            default: "true",
            help: "Whether the robot that fulfils the target must have turned.",
        },
        OptionSpec {
            name: "race",
            rule: "RR-7",
            kind: OptionKind::Choice(&["lowest", "first"]),
            default: "lowest",
            help: "Who shows: the lowest number announced in overtime, or the first one.",
        },
        OptionSpec {
            name: "overtime",
            rule: "RR-7",
            kind: OptionKind::Time {
                min: 1,
                max: 3_600_000,
            },
            default: "60s",
            help: "Time after the first announcement in which others count, in the race for the lowest.",
        },
        OptionSpec {
            name: "targets_to_win",
            rule: "RR-8",
            kind: OptionKind::WordOrNumber {
                word: "auto",
                min: 1,
                max: TARGETS as u64,
            },
            default: "auto",
            help: "Number of targets with which a player wins at once; auto is 8, 6 or 5 for 2, 3 or more.",
        },
        OptionSpec {
            name: "crossing_cost",
            rule: "RR-14",
            kind: OptionKind::Choice(&["replaces", "surcharge"]),
            default: "replaces",
            help: "Whether going through the first wall takes the place of the move or adds to it.",
        },
        max_announce,
        show_limit,
        race_limit,
        nodes_per_second,
        OptionSpec {
            name: "round_cap",
            rule: "RR-26",
            kind: OptionKind::Number {
                min: 1,
                max: 1_000_000,
            },
            default: "200",
            help: "Number of rounds after which the player with the most targets wins.",
        },
    ]
};

/// The letters of the sides from which sections are sampled, in order.
pub(super) type Sides = ArrayString<4>;

/// The source of a match's board (RR-1).
#[allow(
    clippy::large_enum_variant,
    reason = "values are cloned without heap allocation"
)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum BoardSource {
    /// Sampled from the arrangements of sections with these sides.
    Sampled(Sides),
    /// Given as an option.
    Given(Layout),
}

/// The options as the rules use them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) board: BoardSource,
    /// The grid in which the boards of all positions lie.
    pub(super) grid: Grid,
    /// The robots that take part, in order (RR-2).
    pub(super) robots: ArrayVec<Robot, MAX_ROBOTS>,
    pub(super) slide_rules: SlideRules,
    pub(super) ricochet_rule: bool,
    pub(super) race: RaceOptions,
    pub(super) targets_to_win: u8,
    pub(super) round_cap: u32,
}

impl BoardSource {
    /// Returns the grid of all boards of a match.
    fn grid(&self) -> Grid {
        match self {
            Self::Sampled(_) => BoardSize::PRINTED.grid(),
            Self::Given(layout) => layout.board().size().grid(),
        }
    }
}

impl Settings {
    /// Reads the values of the options for a number of seats, under a version of the ruleset.
    ///
    /// # Errors
    /// Returns an error if the given board is invalid (RR-1) or has too few start cells (RR-2).
    pub(super) fn read(
        seats: usize,
        options: &Options,
        endless: EndlessRule,
    ) -> Result<Self, OptionError> {
        let takes_part = |robot: &Robot| match robot {
            Robot::Silver => options.flag("silver"),
            Robot::Transparent => options.flag("transparent"),
            _ => true,
        };
        let robots: ArrayVec<Robot, MAX_ROBOTS> =
            Robot::ALL.into_iter().filter(takes_part).collect();
        let board = match options.text("board") {
            DRAWN => BoardSource::Sampled(sides(options)?),
            text => BoardSource::Given(given_board(text, robots.len())?),
        };
        let crossing_cost = CrossingCost::from_name(options.text("crossing_cost"));
        Ok(Self {
            grid: board.grid(),
            board,
            robots,
            slide_rules: SlideRules {
                stop_on_diagonal: options.flag("stop_on_diagonal"),
                crossing_cost: crossing_cost.unwrap_or_default(),
                endless,
            },
            ricochet_rule: options.flag("ricochet_rule"),
            race: RaceOptions {
                overtime: (options.text("race") == "lowest").then(|| options.millis("overtime")),
                ..RaceOptions::read(options)
            },
            targets_to_win: options
                .optional_number("targets_to_win")
                .map_or_else(|| targets_to_win(seats), |number| number as u8),
            round_cap: options.number("round_cap") as u32,
        })
    }
}

/// Returns the options of a match that can reach a position with this board: if it has more than 16 columns or
/// rows and no board is given, it is the board.
pub(super) fn with_board_of_position(options: Options, layout: &Layout) -> Options {
    let is_given = options.text("board") != DRAWN;
    if is_given || layout.board().size().grid() == BoardSize::PRINTED.grid() {
        return options;
    }
    options.with_text("board", layout.to_string())
}

/// Reads the sides from which sections are sampled: letters from `A` to `D`, in order.
fn sides(options: &Options) -> Result<Sides, OptionError> {
    let given = options.text("sides");
    let letters = "ABCD".chars().filter(|letter| given.contains(*letter));
    let sides: String = letters.collect();
    match Sides::from(&sides) {
        Ok(sides) if !sides.is_empty() && sides.as_str() == given => Ok(sides),
        _ => Err(OptionError::InvalidValue {
            name: "sides".into(),
            message: format!(
                "expected some of the letters `ABCD`, in this order, found `{given}` (RR-1)"
            ),
        }),
    }
}

/// Returns the default number of targets with which a player wins (RR-8).
const fn targets_to_win(seats: usize) -> u8 {
    match seats {
        0..=2 => 8,
        3 => 6,
        _ => 5,
    }
}

fn given_board(text: &str, robots: usize) -> Result<Layout, OptionError> {
    let invalid = |message: String| OptionError::InvalidValue {
        name: "board".into(),
        message,
    };
    let layout: Layout = text
        .parse()
        .map_err(|error| invalid(format!("{error} (RR-1)")))?;
    let cells = layout.start_cells().count();
    if cells < robots {
        let message = format!("{cells} start cells are too few for {robots} robots (RR-2)");
        return Err(invalid(message));
    }
    Ok(layout)
}
