//! Mistakes that a bot can make in any check.

use std::collections::BTreeMap;

/// A kind of mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum BotViolation {
    UnknownBotToken,
    UnknownMatch,
    UnknownSeatToken,
    FutureSeq,
    ForeignHandle,
    NotRequested,
    Duplicate,
    AfterRejection,
    AfterEnd,
    Illegal,
    Malformed,
    TooMuch,
}

impl BotViolation {
    /// Returns what the bot should do instead.
    const fn advice(self) -> &'static str {
        match self {
            Self::UnknownBotToken => {
                "send the BOTWERK_BOT_TOKEN of the environment in StreamInvitationsRequest"
            }
            Self::UnknownMatch => "join only matches from an Invitation",
            Self::UnknownSeatToken => "use the seat_token of the Invitation to the match",
            Self::FutureSeq => {
                "send the largest seq of the received ActionRequest, Update and MatchOver frames"
            }
            Self::ForeignHandle => "use the handle of the latest Joined on the same stream",
            Self::NotRequested => {
                "copy turn and part from the ActionRequest that is answered; a rejection changes \
                 neither"
            }
            Self::Duplicate => "send one Submission per request, and wait for Accepted or Rejected",
            Self::AfterRejection => {
                "submit again only after ILLEGAL_ACTION, BAD_REQUEST, TOO_LARGE or LIMIT_EXCEEDED; after other \
                 rejections wait for the next ActionRequest, or for MatchOver"
            }
            Self::AfterEnd => {
                "send nothing to a match after MatchOver, or after Rejected with FLAGGED or MATCH_OVER"
            }
            Self::Illegal => {
                "submit legal actions; with ViewOptions.include_legal_actions every request lists them"
            }
            Self::Malformed => {
                "follow the message; a Submission has the handle, the turn and the part of the request, \
                 and either actions or text"
            }
            Self::TooMuch => "stay within the limit of the message, and wait for each answer",
        }
    }
}

/// The mistakes of a bot.
#[derive(Debug, Default)]
pub(super) struct BotViolations(BTreeMap<BotViolation, (String, u64)>);

impl BotViolations {
    /// Records a mistake. Only the first of every kind is described; the others are counted.
    pub(super) fn add(&mut self, violation: BotViolation, message: impl Into<String>) {
        let (_, count) = self
            .0
            .entry(violation)
            .or_insert_with(|| (message.into(), 0));
        *count += 1;
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns one message per kind of mistake: what went wrong and what to do instead.
    pub(super) fn messages(&self) -> Vec<String> {
        let message = |(violation, (message, count)): (&BotViolation, &(String, u64))| {
            let repetitions = match count {
                1 => String::new(),
                count => format!(" ({count} mistakes of this kind)"),
            };
            format!("{message}{repetitions}; {}", violation.advice())
        };
        self.0.iter().map(message).collect()
    }
}
