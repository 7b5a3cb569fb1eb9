//! The lines after the header: events and the outcome.

use serde::{Deserialize, Serialize};

use crate::chance::ChanceKey;
use crate::game::{Actor, Game};
use crate::notation::ParseError;
use crate::outcome::Outcome;
use crate::race::Announcement;
use crate::referee::{Event, SubmissionInfo};
use crate::seat::Seat;
use crate::termination::{Termination, by_seat};

/// One event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventLine {
    /// Its number, from 1.
    pub seq: u64,
    /// Who acted: `chance`, `referee` or a seat's number.
    pub actor: String,
    /// What was done, in the game's notation.
    pub action: String,
    /// The name of the draw.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub key: Option<String>,
    /// The request that the seat answered, from 1.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub turn: Option<u32>,
    /// The seat's acts in that turn, from 0; actions with the same number came together.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub part: Option<u32>,
    /// Nanoseconds from the request to the answer.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub elapsed_nanos: Option<u64>,
    /// Nanoseconds that the seat's clock was charged, where they are not `nanos`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub charged_nanos: Option<u64>,
    /// Declared search nodes.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub effort: Option<u64>,
    /// Why the referee removed a seat from the match.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub termination: Option<Termination>,
    /// All announcements among which this one was the first.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub announcements: Vec<AnnouncementLine>,
}

/// One announcement of a race.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnnouncementLine {
    /// Who announced.
    pub seat: u32,
    /// What.
    pub action: String,
    /// Nanoseconds from the request to the announcement.
    pub elapsed_nanos: u64,
    /// Declared search nodes.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub effort: u64,
}

/// How the match ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomeLine {
    /// The id of the rule that ended the match; for one that was called off, why.
    pub outcome: String,
    /// The place of each seat, 1 is best; empty for a match that was called off.
    pub places: Vec<u8>,
    /// Points of each seat.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub points: Vec<i32>,
    /// Why each seat left, `None` for one that played to the end. The list is empty if all did.
    #[serde(skip_serializing_if = "Vec::is_empty", default, with = "by_seat")]
    pub terminations: Vec<Option<Termination>>,
}

impl From<&Outcome> for OutcomeLine {
    fn from(outcome: &Outcome) -> Self {
        Self {
            outcome: outcome.rule.into(),
            places: outcome.places.clone(),
            points: outcome.points.clone(),
            terminations: Vec::new(),
        }
    }
}

impl EventLine {
    /// The line of an event.
    pub fn new<G: Game>(game: &G, seq: u64, event: &Event<G::Action>) -> Self {
        let finish = |finish: &Announcement<G::Action>| AnnouncementLine {
            seat: finish.seat.index() as u32,
            action: game.format_action(finish.action),
            elapsed_nanos: finish.nanos,
            effort: finish.effort,
        };
        let answer = event.submission;
        Self {
            seq,
            actor: match event.actor {
                Actor::Chance => "chance".into(),
                Actor::Referee => "referee".into(),
                Actor::Seat(seat) => seat.to_string(),
            },
            action: game.format_action(event.action),
            key: event.key.map(|key| key.to_string()),
            turn: answer.map(|answer| answer.turn),
            part: answer.map(|answer| answer.part),
            elapsed_nanos: answer.map(|answer| answer.elapsed_nanos),
            charged_nanos: None,
            effort: answer
                .map(|answer| answer.effort)
                .filter(|effort| *effort > 0),
            termination: None,
            announcements: event.announcements.iter().map(finish).collect(),
        }
    }

    /// The event of a line. The draw's key is known by the position, so it is left open here.
    ///
    /// # Errors
    /// If an actor or an action does not parse.
    pub fn event<G: Game>(&self, game: &G) -> Result<Event<G::Action>, ParseError> {
        let finishes = self.announcements.iter().map(|line| {
            let seat = seat(game, &line.seat.to_string())?;
            Ok(Announcement {
                seat,
                nanos: line.elapsed_nanos,
                effort: line.effort,
                action: game.parse_action(&line.action)?,
            })
        });
        Ok(Event {
            actor: match self.actor.as_str() {
                "chance" => Actor::Chance,
                "referee" => Actor::Referee,
                by => Actor::Seat(seat(game, by)?),
            },
            action: game.parse_action(&self.action)?,
            key: None::<ChanceKey>,
            submission: self.answer(),
            announcements: finishes.collect::<Result<_, ParseError>>()?,
        })
    }

    fn answer(&self) -> Option<SubmissionInfo> {
        Some(SubmissionInfo {
            turn: self.turn?,
            part: self.part?,
            elapsed_nanos: self.elapsed_nanos?,
            effort: self.effort.unwrap_or(0),
        })
    }
}

/// What serde asks before it leaves a field out.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(number: &u64) -> bool {
    *number == 0
}

fn seat<G: Game>(game: &G, text: &str) -> Result<Seat, ParseError> {
    let seat = text
        .parse()
        .ok()
        .and_then(Seat::new)
        .filter(|seat| seat.index() < game.seats());
    seat.ok_or_else(|| ParseError::new("actor", text, 0, "`chance`, `referee` or a seat's number"))
}
