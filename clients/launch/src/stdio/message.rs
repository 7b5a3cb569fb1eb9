//! The messages of the line protocol: one JSON object a line.

use std::collections::BTreeMap;

use botwerk_agents::arena::SeatFault;
use botwerk_client::{ClientError, game_from_setup, proto};
use botwerk_engine::{AnyGame, GameRules, Outcome, plain_line};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// The bytes with which programs on some systems start.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Maximum whole number that every smaller one shares with floating point.
const MAX_EXACT_FLOAT: f64 = 9_007_199_254_740_992.0;

/// The version of the protocol.
pub(crate) const PROTOCOL: u32 = 1;

/// A message to the bot.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum ToBot {
    /// The match that is played. The bot answers with its own hello.
    Hello(MatchHello),
    /// The seat must act.
    Decision(Decision),
    /// The submission was applied.
    Accepted(Accepted),
    /// The submission was not applied.
    Rejected(Rejected),
    /// The bot's last line cannot be used.
    Error(LineError),
    /// The match is over. The bot's standard input ends.
    End(End),
}

/// The first message: a match and the bot's seat in it.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct MatchHello {
    /// The version of the protocol.
    pub protocol: u32,
    /// The name of the match.
    pub r#match: String,
    /// The name of the game.
    pub game: String,
    /// All options, including defaults.
    pub options: BTreeMap<String, String>,
    /// Number of seats.
    pub seats: usize,
    /// The seat of the bot, from 0.
    pub seat: usize,
    /// The limits of the match, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_control: Option<TimeLimits>,
}

/// Limits of time, in milliseconds, and of search nodes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct TimeLimits {
    /// For each submission that other seats wait for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn_millis: Option<u64>,
    /// For each race.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round_millis: Option<u64>,
    /// For the whole match.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bank_millis: Option<u64>,
    /// What each completed turn adds to the bank.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub increment_millis: Option<u64>,
    /// Search nodes for each submission.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget_nodes: Option<u64>,
}

/// A decision of the bot's seat.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Decision {
    /// The turn.
    pub turn: u32,
    /// The part of the turn, from 0.
    pub part: u32,
    /// The stage of the turn.
    pub stage: String,
    /// What the seat may know of the position, in the notation of the game.
    pub view: String,
    /// In the notation of the game, if the bot has asked for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub legal_actions: Option<Vec<String>>,
    /// Milliseconds until the decision expires.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remaining_millis: Option<u64>,
    /// Milliseconds in the bank of each seat.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bank_millis: Vec<u64>,
}

/// Which submission was applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub(crate) struct Accepted {
    pub(crate) turn: u32,
    pub(crate) part: u32,
}

/// Which submission was not applied, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct Rejected {
    pub(crate) turn: u32,
    pub(crate) part: u32,
    /// A reason of the API, such as `ILLEGAL_ACTION`.
    pub(crate) reason: String,
    pub(crate) message: String,
    /// Whether the decision is still open: the bot submits again.
    pub(crate) is_open: bool,
}

/// What is wrong with a line of the bot.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct LineError {
    pub(crate) reason: LineReason,
    pub(crate) message: String,
}

/// A line that is not used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum UnusableLine {
    /// It is no message; with its start.
    NoMessage(String),
    /// It is a message with an error.
    Message(LineError),
}

/// Why a line of a bot cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum LineReason {
    /// The line is not a JSON object of this protocol.
    BadMessage,
    /// The line is not UTF-8.
    NotUtf8,
    /// The line, or what there is of it, is longer than the limit.
    LineTooLong,
    /// The submission is for a decision that has not been sent.
    WrongTurn,
}

/// The end of the match.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct End {
    /// The place of each seat, 1 for the best; empty if the match was aborted.
    pub places: Vec<u32>,
    /// The points of each seat; empty if the match was aborted.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub points: Vec<i32>,
    /// The id of the rule that ended the match; empty if it was aborted.
    pub rule: String,
    /// Why each seat left early; `null` for a seat that played to the end.
    pub terminations: Vec<Option<String>>,
}

/// Returns a termination in lower case, or `None` for a seat that played to the end.
pub fn termination(termination: proto::Termination) -> Option<String> {
    let name = termination.as_str_name();
    let name = name.trim_start_matches("TERMINATION_").to_lowercase();
    let has_left = !matches!(
        termination,
        proto::Termination::Unspecified | proto::Termination::None
    );
    has_left.then_some(name)
}

/// A message of the bot.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(crate) enum FromBot {
    /// Answers the first message.
    Hello(BotHello),
    /// Answers a decision.
    Submission(BotSubmission),
    /// Gives up the match.
    Resign(Resign),
}

/// What the bot wants to receive.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BotHello {
    pub(crate) protocol: u32,
    /// Whether decisions list the legal actions.
    #[serde(default)]
    pub(crate) legal_actions: bool,
    /// Whether actions in another spelling than the canonical one are rejected.
    #[serde(default)]
    pub(crate) strict: bool,
}

/// The actions for a decision.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotSubmission {
    /// The turn that it answers.
    pub turn: u32,
    /// The part of that turn.
    pub part: u32,
    /// One or several actions in the notation of the game.
    pub actions: String,
    /// Search nodes spent.
    #[serde(default, deserialize_with = "rounded_effort")]
    pub effort: u64,
    /// What the search expects, in the unit of the game.
    #[serde(default, deserialize_with = "rounded_score")]
    pub score: Option<i32>,
    /// What the bot says about its choice.
    #[serde(default)]
    pub comment: String,
}

/// Reads a number that may have a fraction, as languages write them whose only numbers are of floating point.
fn rounded_effort<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let number = serde_json::Number::deserialize(deserializer)?;
    let rounded = || {
        let value = number.as_f64()?.round();
        (0.0..=MAX_EXACT_FLOAT)
            .contains(&value)
            .then_some(value as u64)
    };
    let expected = || D::Error::custom("effort: expected a number that is not negative");
    number.as_u64().or_else(rounded).ok_or_else(expected)
}

/// Reads a score that may have a fraction.
fn rounded_score<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i32>, D::Error> {
    let Some(number) = Option::<serde_json::Number>::deserialize(deserializer)? else {
        return Ok(None);
    };
    let value = number.as_f64().map(f64::round);
    let is_possible = |value: &f64| (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(value);
    let expected = || D::Error::custom("score: expected a number of 32 bits");
    let value = value.filter(is_possible).ok_or_else(expected)?;
    Ok(Some(value as i32))
}

/// The bot gives up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Resign {}

impl MatchHello {
    /// Returns the first message for a seat of a match without a clock.
    pub fn new(game: &AnyGame, seat: usize) -> Self {
        let options = game.options().iter();
        Self {
            protocol: PROTOCOL,
            r#match: String::new(),
            game: game.id().name().into(),
            options: options
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            seats: game.seats(),
            seat,
            time_control: None,
        }
    }

    /// Returns the first message for an invited seat.
    ///
    /// # Errors
    /// Returns an error if the game is not one of this version.
    pub fn from_invitation(invitation: &proto::Invitation) -> Result<Self, ClientError> {
        let setup = invitation.setup.clone().unwrap_or_default();
        let seat = invitation.seat as usize;
        let game = game_from_setup(&setup);
        let game = game.map_err(|error| ClientError::Player(error.to_string()))?;
        Ok(Self {
            r#match: invitation.r#match.clone(),
            time_control: invitation.time_control.as_ref().map(TimeLimits::new),
            ..Self::new(&game, seat)
        })
    }
}

impl TimeLimits {
    fn new(control: &proto::TimeControl) -> Self {
        use proto::time_control::Kind;
        let millis = |nanos: u64| nanos / 1_000_000;
        let none = Self::default();
        match control.kind {
            Some(Kind::TurnNanos(nanos)) => Self {
                turn_millis: Some(millis(nanos)),
                ..none
            },
            Some(Kind::RoundNanos(nanos)) => Self {
                round_millis: Some(millis(nanos)),
                ..none
            },
            Some(Kind::Bank(bank)) => Self {
                bank_millis: Some(millis(bank.base_nanos)),
                increment_millis: Some(millis(bank.increment_nanos)),
                ..none
            },
            Some(Kind::BudgetNodes(nodes)) => Self {
                budget_nodes: Some(nodes),
                ..none
            },
            None => none,
        }
    }
}

impl End {
    /// Returns the last message of a match in this process.
    pub fn new(outcome: &Outcome, faults: &[Option<SeatFault>]) -> Self {
        let termination = |fault: &Option<SeatFault>| {
            let fault = fault.as_ref()?;
            Some(fault.termination().name().to_owned())
        };
        Self {
            places: outcome
                .places
                .iter()
                .map(|place| u32::from(*place))
                .collect(),
            points: outcome.points.clone(),
            rule: outcome.rule.to_string(),
            terminations: faults.iter().map(termination).collect(),
        }
    }
}

impl ToBot {
    /// Returns the message as a line with its line feed.
    pub(crate) fn to_line(&self) -> Vec<u8> {
        let mut line = serde_json::to_vec(self).unwrap_or_default();
        line.push(b'\n');
        line
    }
}

impl FromBot {
    /// Reads a line. Returns `None` if it is blank.
    ///
    /// # Errors
    /// Returns an error if the line is no JSON object, or the object is no message.
    pub(crate) fn parse(line: &[u8]) -> Result<Option<Self>, UnusableLine> {
        // Programs on some systems start with a byte order mark.
        let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
        let line = line.trim_ascii();
        match line.first() {
            None => Ok(None),
            Some(b'{') => Self::parse_object(line)
                .map(Some)
                .map_err(UnusableLine::Message),
            Some(_) => {
                let line = String::from_utf8_lossy(line);
                Err(UnusableLine::NoMessage(excerpt(&line)))
            }
        }
    }

    fn parse_object(line: &[u8]) -> Result<Self, LineError> {
        let text = std::str::from_utf8(line).map_err(|error| LineError {
            reason: LineReason::NotUtf8,
            message: format!("byte {}: expected UTF-8", error.valid_up_to()),
        })?;
        serde_json::from_str(text).map_err(|error| LineError {
            reason: LineReason::BadMessage,
            message: format!(
                "expected a JSON object such as {}; found `{}`: {error}",
                r#"{"type":"submission","turn":1,"part":0,"actions":"pass"}"#,
                excerpt(text)
            ),
        })
    }
}

impl Rejected {
    /// Returns the answer to a submission for a decision that is closed.
    pub(crate) fn late((turn, part): (u32, u32)) -> Self {
        Self {
            turn,
            part,
            reason: "WRONG_TURN".into(),
            message: format!("turn {turn}, part {part} is closed; answer the latest decision"),
            is_open: false,
        }
    }
}

impl LineError {
    /// Returns the error of a hello that is not the first message.
    pub(crate) fn second_hello() -> Self {
        Self {
            reason: LineReason::BadMessage,
            message: "expected a submission, found a second hello".into(),
        }
    }

    /// Returns the error of a submission for a decision that has not been sent.
    pub(crate) fn early((turn, part): (u32, u32), (latest, latest_part): (u32, u32)) -> Self {
        Self {
            reason: LineReason::WrongTurn,
            message: format!(
                "turn {turn}, part {part}: no such decision was sent; the latest is turn {latest}, part {latest_part}"
            ),
        }
    }
}

/// Maximum number of characters of a line that are quoted.
const MAX_QUOTED: usize = 120;

/// Returns the start of a text without control characters.
fn excerpt(text: &str) -> String {
    let start: String = text.chars().take(MAX_QUOTED).collect();
    plain_line(&start)
}
