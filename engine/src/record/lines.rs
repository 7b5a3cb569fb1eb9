//! The lines after the header: events and the outcome.

use serde::{Deserialize, Serialize};

use crate::chance::ChanceKey;
use crate::game::{Actor, Game, Outcome};
use crate::notation::ParseError;
use crate::race::Announcement;
use crate::referee::{Event, Referee, Removal, SubmissionInfo};
use crate::seat::Seat;
use crate::termination::{Termination, by_seat};

/// The time of a submission without one in former records.
pub(super) const FORMER_MISSING_TIME: u64 = u64::MAX;

/// One event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventLine {
    /// Its number, from 1.
    pub seq: u64,
    /// The actor: `chance`, `referee` or a seat's number.
    pub actor: String,
    /// The action in the game's notation.
    pub action: String,
    /// The key of the chance outcome.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub key: Option<String>,
    /// Number of the seat's turn, from 1.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub turn: Option<u32>,
    /// Zero-based index of the submission within its turn; its actions share the number.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub part: Option<u32>,
    /// Nanoseconds from the request for this part to the submission; in a race, from its start. For a
    /// seat whose clock reached zero, the nanoseconds since the request that it did not answer. On virtual
    /// time `None` for a submission that is too late to count, and for the pass of a seat that submits
    /// nothing; former records have the maximum of 64 bits there.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub elapsed_nanos: Option<u64>,
    /// Nanoseconds charged to the seat's clock, if they differ from `elapsed_nanos`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub charged_nanos: Option<u64>,
    /// Nanoseconds for which the server was stalled meanwhile, if it was. They are not part of
    /// `elapsed_nanos`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub stalled_nanos: Option<u64>,
    /// Declared search nodes.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub effort: Option<u64>,
    /// Declared score: what the seat expects, in the unit of the game.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub score: Option<i32>,
    /// The reason for which the referee removed a seat.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub termination: Option<Termination>,
    /// All announcements of the race that this one won.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub announcements: Vec<AnnouncementLine>,
}

/// One announcement of a race.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnnouncementLine {
    /// The seat that announced.
    pub seat: u32,
    /// The announcement in the game's notation.
    pub action: String,
    /// Nanoseconds from the request to the announcement.
    pub elapsed_nanos: u64,
    /// Declared search nodes.
    #[serde(skip_serializing_if = "is_zero", default)]
    pub effort: u64,
}

/// The end of the match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomeLine {
    /// The id of the rule that ended the match, or the reason for an aborted match.
    pub outcome: String,
    /// The place of each seat; 1 is best. Empty for an aborted match.
    pub places: Vec<u8>,
    /// Points of each seat.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub points: Vec<i32>,
    /// The termination of each seat; `None` for a seat that played to the end. Empty if all did.
    #[serde(skip_serializing_if = "Vec::is_empty", default, with = "by_seat")]
    pub terminations: Vec<Option<Termination>>,
}

impl OutcomeLine {
    /// Returns the outcome of a match, or `None` if it is not over.
    pub fn from_referee<G: Game>(referee: &Referee<G>) -> Option<Self> {
        Some(Self::new(&referee.outcome()?, referee.terminations()))
    }

    /// Returns an outcome of the rules, with why each seat left.
    pub fn new(outcome: &Outcome, terminations: &[Option<Termination>]) -> Self {
        Self {
            outcome: outcome.rule.into(),
            places: outcome.places.clone(),
            points: outcome.points.clone(),
            terminations: if_any(terminations),
        }
    }

    /// Returns the outcome of a match that ended without one of the rules, for this reason.
    pub fn aborted(reason: &str, terminations: &[Option<Termination>]) -> Self {
        Self {
            outcome: reason.into(),
            places: Vec::new(),
            points: Vec::new(),
            terminations: if_any(terminations),
        }
    }
}

/// Returns the terminations as a record lists them: none if all seats played to the end.
fn if_any(terminations: &[Option<Termination>]) -> Vec<Option<Termination>> {
    if terminations.iter().any(Option::is_some) {
        terminations.to_vec()
    } else {
        Vec::new()
    }
}

impl EventLine {
    /// Creates the line of an event.
    pub fn new<G: Game>(game: &G, seq: u64, event: &Event<G::Action>) -> Self {
        let line = |announcement: &Announcement<G::Action>| AnnouncementLine {
            seat: announcement.seat.index() as u32,
            action: game.format_action(announcement.action),
            elapsed_nanos: announcement.nanos,
            effort: announcement.effort,
        };
        let info = event.submission;
        let removal = event.removal;
        let flagged_nanos = removal.and_then(|removal| removal.elapsed_nanos);
        Self {
            seq,
            actor: match event.actor {
                Actor::Chance => "chance".into(),
                Actor::Referee => "referee".into(),
                Actor::Seat(seat) => seat.to_string(),
            },
            action: game.format_action(event.action),
            key: event.key.map(|key| key.to_string()),
            turn: info.map(|info| info.turn),
            part: info.map(|info| info.part),
            elapsed_nanos: info.and_then(|info| info.elapsed_nanos).or(flagged_nanos),
            charged_nanos: None,
            stalled_nanos: None,
            effort: info.map(|info| info.effort).filter(|effort| *effort > 0),
            score: info.and_then(|info| info.score),
            termination: removal.map(|removal| removal.termination),
            announcements: event.announcements.iter().map(line).collect(),
        }
    }

    /// Returns `true` if the next event is of the same turn of a seat, or if both are of chance.
    pub fn is_same_turn(&self, next: &Self) -> bool {
        self.actor == next.actor && self.turn == next.turn
    }

    /// Parses the event, without its chance key, which follows from the position.
    ///
    /// # Errors
    /// Returns an error if an actor or an action does not parse.
    pub fn event<G: Game>(&self, game: &G) -> Result<Event<G::Action>, ParseError> {
        let announcements = self.announcements.iter().map(|line| {
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
            submission: self.submission_info(),
            announcements: announcements.collect::<Result<_, ParseError>>()?,
            removal: self.removal(),
        })
    }

    fn removal(&self) -> Option<Removal> {
        Some(Removal {
            termination: self.termination?,
            elapsed_nanos: self.elapsed_nanos,
        })
    }

    fn submission_info(&self) -> Option<SubmissionInfo> {
        Some(SubmissionInfo {
            turn: self.turn?,
            part: self.part?,
            elapsed_nanos: self
                .elapsed_nanos
                .filter(|nanos| *nanos != FORMER_MISSING_TIME),
            effort: self.effort.unwrap_or(0),
            score: self.score,
        })
    }
}

/// Returns `true` for a number that serde omits.
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
