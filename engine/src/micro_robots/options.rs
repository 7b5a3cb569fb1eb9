//! The options of Micro Robots.

use super::board::Board;
use super::sections::Side;
use crate::options::{OptionError, OptionKind, OptionSpec, Options};
use crate::race::{RaceOptions, RaceRuleIds, race_options};

/// Chips in the supply at the start (MR-7).
pub const CHIPS: u8 = 25;

/// The rules of the race.
pub(super) const RACE_RULES: RaceRuleIds = RaceRuleIds {
    announcement: "MR-13",
    show_limit: "MR-18",
    race_limit: "MR-22",
    pass: "MR-23",
    tie_break: "MR-24",
    virtual_time: "MR-25",
};

/// Every option, in the order of their rules.
pub(super) static OPTIONS: [OptionSpec; 11] = {
    let [max_announce, show_limit, race_limit, nodes_per_second] = race_options(&RACE_RULES);
    [
        OptionSpec {
            name: "side",
            rule: "MR-2",
            kind: OptionKind::Choice(&["black", "copper"]),
            default: "black",
            help: "Which side of the printed sections a drawn board shows.",
        },
        OptionSpec {
            name: "board",
            rule: "MR-3",
            kind: OptionKind::Text("`drawn`, or 36 spaces in six rows such as `2Y 1W ... / ...`"),
            default: "drawn",
            help: "A board drawn from the match's seed, or this one.",
        },
        OptionSpec {
            name: "first_roller",
            rule: "MR-8",
            kind: OptionKind::Choice(&["seat0", "drawn"]),
            default: "seat0",
            help: "Who rolls first.",
        },
        max_announce,
        show_limit,
        OptionSpec {
            name: "chip_on_target",
            rule: "MR-21",
            kind: OptionKind::Bool,
            default: "true",
            help: "Whether a picture shows the chip on the target.",
        },
        race_limit,
        nodes_per_second,
        OptionSpec {
            name: "chips_to_win",
            rule: "MR-26",
            kind: OptionKind::Number {
                min: 1,
                max: CHIPS as u64,
            },
            default: "5",
            help: "The chips with which a player wins at once.",
        },
        OptionSpec {
            name: "round_cap",
            rule: "MR-28",
            kind: OptionKind::Number {
                min: 1,
                max: 1_000_000,
            },
            default: "200",
            help: "The number of rounds after which the most chips win.",
        },
        OptionSpec {
            name: "expert",
            rule: "MR-29",
            kind: OptionKind::Bool,
            default: "false",
            help: "Whether a move must end on an intermediate target first.",
        },
    ]
};

/// Where the board of a match comes from (MR-3, MR-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BoardSource {
    Drawn(Side),
    Given(Board),
}

/// The options as the rules use them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) board: BoardSource,
    pub(super) first_roller_drawn: bool,
    pub(super) race: RaceOptions,
    pub(super) chip_on_target: bool,
    pub(super) chips_to_win: u8,
    pub(super) round_cap: u32,
    pub(super) expert: bool,
}

impl Settings {
    /// Reads the options' values.
    ///
    /// # Errors
    /// If the given board is none (MR-5) or has no start (MR-11).
    pub(super) fn read(options: &Options) -> Result<Self, OptionError> {
        let side = if options.text("side") == "copper" {
            Side::Copper
        } else {
            Side::Black
        };
        let expert = options.flag("expert");
        let board = match options.text("board") {
            "drawn" => BoardSource::Drawn(side),
            text => BoardSource::Given(given_board(text, expert)?),
        };
        Ok(Self {
            board,
            first_roller_drawn: options.text("first_roller") == "drawn",
            race: RaceOptions::read(options),
            chip_on_target: options.flag("chip_on_target"),
            chips_to_win: options.number("chips_to_win") as u8,
            round_cap: options.number("round_cap") as u32,
            expert,
        })
    }

    /// How many other spaces a start must be able to reach (MR-11).
    pub(super) const fn targets_needed(&self) -> usize {
        targets_needed(self.expert)
    }
}

const fn targets_needed(expert: bool) -> usize {
    if expert { 2 } else { 1 }
}

fn given_board(text: &str, expert: bool) -> Result<Board, OptionError> {
    let refused = |why: String| OptionError::InvalidValue {
        name: "board".into(),
        why,
    };
    let board: Board = text
        .parse()
        .map_err(|error| refused(format!("{error} (MR-5)")))?;
    if board.starts(targets_needed(expert)).next().is_none() {
        return Err(refused(
            "no space of this board has enough others in reach (MR-11)".into(),
        ));
    }
    Ok(board)
}
