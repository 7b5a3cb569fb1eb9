//! What a bot may do wrong at any time, whatever the check.

use std::collections::BTreeMap;

/// A kind of mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum BotViolation {
    UnknownBotToken,
    UnknownMatch,
    UnknownSeatToken,
    FutureSeq,
    ForeignHandle,
    Unasked,
    Twice,
    Again,
    AfterEnd,
    Illegal,
    WrongNonce,
}

impl BotViolation {
    /// What to do instead.
    const fn advice(self) -> &'static str {
        match self {
            Self::UnknownBotToken => {
                "pass on BOTWERK_BOT_TOKEN as it stands in the environment, in StreamInvitationsRequest"
            }
            Self::UnknownMatch => "join the match that an Invited names",
            Self::UnknownSeatToken => "use the seat_token of the Invited that names the match",
            Self::FutureSeq => {
                "name the largest seq of an ActRequest, Update or MatchOver that it has seen"
            }
            Self::ForeignHandle => "use the handle of the last Joined on the same stream",
            Self::Unasked => "copy turn and act from the ActRequest that is answered",
            Self::Twice => "send one Act for a request, and wait for Accepted or Rejected",
            Self::Again => "wait for the next ActRequest once an act is refused for good",
            Self::AfterEnd => {
                "forget a match once MatchOver, or Rejected with FLAGGED or MATCH_OVER, has come"
            }
            Self::Illegal => {
                "give what the rules allow; with ViewOptions.legal_actions every request lists it"
            }
            Self::WrongNonce => "answer a Ping with a Pong of the same nonce",
        }
    }
}

/// The mistakes of a bot.
#[derive(Debug, Default)]
pub(super) struct BotViolations(BTreeMap<BotViolation, (String, u64)>);

impl BotViolations {
    /// Notes a mistake; of every kind the first is described.
    pub(super) fn note(&mut self, violation: BotViolation, what: impl Into<String>) {
        let (_, count) = self.0.entry(violation).or_insert_with(|| (what.into(), 0));
        *count += 1;
    }

    pub(super) fn are_none(&self) -> bool {
        self.0.is_empty()
    }

    /// What went wrong, and what to do instead.
    pub(super) fn words(&self) -> Vec<String> {
        let words = |(violation, (what, count)): (&BotViolation, &(String, u64))| {
            let often = match count {
                1 => String::new(),
                count => format!(" ({count} such mistakes in all)"),
            };
            format!("{what}{often}; {}", violation.advice())
        };
        self.0.iter().map(words).collect()
    }
}
