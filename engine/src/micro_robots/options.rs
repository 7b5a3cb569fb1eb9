//! The options of Micro Robots.

use super::board::Board;
use super::sections::Side;
use crate::options::{OptionError, OptionKind, OptionSpec, Options};
use crate::race::{RaceOptions, RaceRuleIds, race_options};

/// Number of chips in the supply at the start (MR-7).
pub const CHIPS: u8 = 25;

/// The ids of the rules of the race.
pub(super) const RACE_RULES: RaceRuleIds = RaceRuleIds {
    announcement: "MR-13",
    // The first announcement ends the race.
    overtime: "MR-13",
    show: "MR-14",
    show_limit: "MR-18",
    race_limit: "MR-22",
    pass: "MR-23",
    tie_break: "MR-24",
    virtual_time: "MR-25",
    departure: "MR-31",
};

/// All options, in the order of their rules.
pub(super) static OPTIONS: [OptionSpec; 11] = {
    let [max_announce, show_limit, race_limit, nodes_per_second] = race_options(&RACE_RULES);
    [
        OptionSpec {
            name: "side",
            rule: "MR-2",
            kind: OptionKind::Choice(&["black", "copper"]),
            default: "black",
            help: "Side of the printed sections that a sampled board shows.",
        },
        OptionSpec {
            name: "board",
            rule: "MR-3",
            kind: OptionKind::Text("`drawn`, or 36 spaces in six rows such as `2Y 1W ... / ...`"),
            default: "drawn",
            help: "The board: sampled from the seed of the match (drawn), or this one.",
        },
        OptionSpec {
            name: "first_roller",
            rule: "MR-8",
            kind: OptionKind::Choice(&["seat0", "drawn"]),
            default: "seat0",
            help: "The seat that rolls first: seat 0, or sampled from the seed of the match (drawn).",
        },
        max_announce,
        show_limit,
        OptionSpec {
            name: "chip_on_target",
            rule: "MR-21",
            kind: OptionKind::Bool,
            default: "true",
            help: "Whether diagrams show the chip on the target.",
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
            help: "Number of chips with which a player wins at once.",
        },
        OptionSpec {
            name: "round_cap",
            rule: "MR-28",
            kind: OptionKind::Number {
                min: 1,
                max: 1_000_000,
            },
            default: "200",
            help: "Number of rounds after which the player with the most chips wins.",
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

/// The source of a match's board (MR-3, MR-5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BoardSource {
    /// Sampled from the arrangements of one side.
    Sampled(Side),
    /// Given as an option.
    Given(Board),
}

/// The options as the rules use them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) board: BoardSource,
    pub(super) has_random_first_roller: bool,
    pub(super) race: RaceOptions,
    pub(super) chip_on_target: bool,
    pub(super) chips_to_win: u8,
    pub(super) round_cap: u32,
    pub(super) expert: bool,
}

impl Settings {
    /// Reads the values of the options.
    ///
    /// # Errors
    /// Returns an error if the given board is invalid (MR-5) or has no start (MR-11).
    pub(super) fn read(options: &Options) -> Result<Self, OptionError> {
        let side = if options.text("side") == "copper" {
            Side::Copper
        } else {
            Side::Black
        };
        let expert = options.flag("expert");
        let board = match options.text("board") {
            "drawn" => BoardSource::Sampled(side),
            text => BoardSource::Given(given_board(text, expert)?),
        };
        Ok(Self {
            board,
            has_random_first_roller: options.text("first_roller") == "drawn",
            race: RaceOptions::read(options),
            chip_on_target: options.flag("chip_on_target"),
            chips_to_win: options.number("chips_to_win") as u8,
            round_cap: options.number("round_cap") as u32,
            expert,
        })
    }

    /// Returns the number of other spaces that a start must be able to reach (MR-11).
    pub(super) const fn targets_needed(&self) -> usize {
        targets_needed(self.expert)
    }
}

const fn targets_needed(expert: bool) -> usize {
    if expert { 2 } else { 1 }
}

fn given_board(text: &str, expert: bool) -> Result<Board, OptionError> {
    let invalid = |message: String| OptionError::InvalidValue {
        name: "board".into(),
        message,
    };
    let board: Board = text
        .parse()
        .map_err(|error| invalid(format!("{error} (MR-5)")))?;
    if board.starts(targets_needed(expert)).next().is_none() {
        return Err(invalid(
            "no space of this board reaches enough others (MR-11)".into(),
        ));
    }
    Ok(board)
}
