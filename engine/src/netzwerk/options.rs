//! The options of Netzwerk.

use super::board::Board;
use super::rules::{Control, Rules};
use super::side::Side;
use crate::chance::RootSeed;
use crate::options::{OptionError, OptionKind, OptionSpec, Options};

/// The value of `opening_seed` that selects the seed of the match.
const MATCH_SEED: &str = "match";

/// All options, in the order of their rules.
pub(super) static OPTIONS: [OptionSpec; 10] = [
    OptionSpec {
        name: "first_player",
        rule: "NW-4",
        kind: OptionKind::Choice(&["white", "black"]),
        default: "white",
        help: "The player who moves first.",
    },
    OptionSpec {
        name: "battery_control",
        rule: "NW-15",
        kind: OptionKind::Choice(&["at_least", "present", "majority"]),
        default: "at_least",
        help: "Number of robots that a player needs next to a battery to move it: at least as many as the opponent (at_least), also at least one (present), or more than the opponent (majority).",
    },
    OptionSpec {
        name: "repetition",
        rule: "NW-25",
        kind: OptionKind::Number { min: 0, max: 10 },
        default: "3",
        help: "Number of occurrences of a position after which the match is drawn; 0 for never.",
    },
    OptionSpec {
        name: "quiet_turns",
        rule: "NW-26",
        kind: OptionKind::Number { min: 0, max: 1000 },
        default: "40",
        help: "Number of turns of both sides without a forward step, forward jump or capture after which the match is drawn; 0 for never.",
    },
    OptionSpec {
        name: "turn_cap",
        rule: "NW-27",
        kind: OptionKind::Number {
            min: 0,
            max: 1_000_000,
        },
        default: "0",
        help: "Number of turns of both sides after which the match is drawn; 0 for never.",
    },
    OptionSpec {
        name: "forced_capture",
        rule: "NW-28",
        kind: OptionKind::Bool,
        default: "false",
        help: "Whether a possible capture must be made.",
    },
    OptionSpec {
        name: "width",
        rule: "NW-31",
        kind: OptionKind::Number { min: 2, max: 6 },
        default: "6",
        help: "Number of files of squares.",
    },
    OptionSpec {
        name: "ranks",
        rule: "NW-31",
        kind: OptionKind::Number { min: 3, max: 6 },
        default: "6",
        help: "Number of ranks of squares.",
    },
    OptionSpec {
        name: "opening_turns",
        rule: "NW-32",
        kind: OptionKind::Number { min: 0, max: 10 },
        default: "0",
        help: "Number of turns that are sampled before the match starts.",
    },
    OptionSpec {
        name: "opening_seed",
        rule: "NW-32",
        kind: OptionKind::Text("`match`, or a seed such as `7`"),
        default: MATCH_SEED,
        help: "Seed of the sampled turns: the seed of the match, or this one.",
    },
];

/// The values of the options, as the rules use them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) rules: Rules,
    pub(super) first_player: Side,
    pub(super) opening_turns: u32,
    pub(super) opening_seed: Option<RootSeed>,
}

impl Settings {
    /// Reads the options' values.
    ///
    /// # Errors
    /// Returns an error if the seed of the opening is empty.
    pub(super) fn read(options: &Options) -> Result<Self, OptionError> {
        let (width, ranks) = (options.number("width"), options.number("ranks"));
        let opening_seed = match options.text("opening_seed") {
            MATCH_SEED => None,
            "" => {
                return Err(OptionError::InvalidValue {
                    name: "opening_seed".into(),
                    message: "expected `match`, or a seed such as `7`, found ``".into(),
                });
            }
            text => Some(RootSeed::from_text(text)),
        };
        let rules = Rules {
            board: Board::new(width as usize, ranks as usize).unwrap_or(Board::PRINTED),
            control: match options.text("battery_control") {
                "present" => Control::Present,
                "majority" => Control::Majority,
                _ => Control::AtLeast,
            },
            forced_capture: options.flag("forced_capture"),
            repetition: options.number("repetition") as u32,
            quiet_turns: options.number("quiet_turns") as u16,
            turn_cap: options.number("turn_cap") as u32,
        };
        Ok(Self {
            rules,
            first_player: match options.text("first_player") {
                "black" => Side::Black,
                _ => Side::White,
            },
            opening_turns: options.number("opening_turns") as u32,
            opening_seed,
        })
    }
}
