//! What is known of the bot: what it was told, what it said, and what was wrong with that.

mod match_log;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use botwerk_client::proto;
use proto::play_response::Kind as Told;

pub(super) use match_log::{MatchLog, Resumed};

use super::event::LineId;
use super::violation::{BotViolation, BotViolations};

/// An act that answers a request, as it may.
#[derive(Debug, Clone)]
pub(super) struct BotSubmission {
    pub(super) line: LineId,
    pub(super) act: proto::Submission,
}

/// What an act is.
#[derive(Debug)]
pub(super) enum SubmissionVerdict {
    /// An answer in the match that is looked at.
    Valid(BotSubmission),
    /// An answer in another match: the next one may have begun already.
    OtherMatch,
    /// None that the bot may send now.
    Invalid,
}

/// Everything that is known of the bot.
#[derive(Debug, Default)]
pub(super) struct BotLog {
    token: String,
    attended: bool,
    invited: BTreeMap<String, proto::Invitation>,
    matches: BTreeMap<String, MatchLog>,
    /// Matches in the order in which they were joined.
    joined: VecDeque<String>,
    /// The match that is looked at.
    current: String,
    /// The match of every handle on every stream.
    handles: BTreeMap<(LineId, u32), String>,
    /// Pings without an answer.
    pings: BTreeSet<(LineId, u64)>,
    /// Pings that were answered.
    answered: BTreeSet<(LineId, u64)>,
    violations: BotViolations,
    /// What is no mistake, but worth knowing.
    remarks: BTreeSet<String>,
}

impl BotLog {
    /// Knows the bot's own token.
    pub(super) fn new(token: &str) -> Self {
        Self {
            token: token.into(),
            ..Self::default()
        }
    }

    pub(super) fn violations(&self) -> &BotViolations {
        &self.violations
    }

    pub(super) fn remarks(&self) -> impl Iterator<Item = &String> {
        self.remarks.iter()
    }

    pub(super) fn remark(&mut self, remark: impl Into<String>) {
        self.remarks.insert(remark.into());
    }

    /// Whether it has ever attended with its token.
    pub(super) fn has_attended(&self) -> bool {
        self.attended
    }

    /// An invitation to a match that it has never joined.
    pub(super) fn unused_invitation(&self) -> Option<&proto::Invitation> {
        let mut invited = self.invited.values();
        invited.find(|invited| !self.matches.contains_key(&invited.r#match))
    }

    /// Looks at the match that was joined next; `false` if none was.
    pub(super) fn select_next_match(&mut self) -> bool {
        let next = self.joined.pop_front();
        let is_there = next.is_some();
        self.current = next.unwrap_or_else(|| std::mem::take(&mut self.current));
        is_there
    }

    /// What lets the bot play the present match.
    pub(super) fn invitation(&self) -> Option<&proto::Invitation> {
        self.invited.get(&self.current)
    }

    /// The name of the match that is looked at.
    pub(super) fn current(&self) -> &str {
        &self.current
    }

    /// The match that is looked at.
    pub(super) fn match_log(&self) -> Option<&MatchLog> {
        self.matches.get(&self.current)
    }

    pub(super) fn match_log_mut(&mut self) -> Option<&mut MatchLog> {
        self.matches.get_mut(&self.current)
    }

    pub(super) fn answered_pings(&self) -> usize {
        self.answered.len()
    }
}

/// What the bot says.
impl BotLog {
    pub(super) fn attends(&mut self, token: &str) {
        if token == self.token {
            self.attended = true;
        } else {
            let what = "it attended with a token that is not its own";
            self.violations.note(BotViolation::UnknownBotToken, what);
        }
    }

    pub(super) fn joins(&mut self, join: &proto::Join) {
        let name = &join.r#match;
        let Some(invited) = self.invited.get(name) else {
            let what = format!("it joined `{}`, to which it was not invited", quoted(name));
            return self.violations.note(BotViolation::UnknownMatch, what);
        };
        if invited.seat_token != join.seat_token {
            let what = format!("it joined {name} with a token that is not that of its seat");
            self.violations.note(BotViolation::UnknownSeatToken, what);
        }
        let Some(match_log) = self.matches.get_mut(name) else {
            return;
        };
        let (after, seen) = (join.resume_after_seq, match_log.seen());
        if after > seen {
            let what = format!(
                "it joined again with resume_after_seq {after}, though it was sent nothing behind \
                 {seen}, so reports are lost to it"
            );
            self.violations.note(BotViolation::FutureSeq, what);
        }
        match_log.is_joined_again(Resumed { after, seen });
    }

    /// Notes an act.
    pub(super) fn acts(&mut self, line: LineId, act: &proto::Submission) -> SubmissionVerdict {
        let proto::Submission { handle, turn, .. } = *act;
        let name = self.handles.get(&(line, handle));
        let is_current = name == Some(&self.current);
        let Some(match_log) = name.and_then(|name| self.matches.get_mut(name)) else {
            let what = format!(
                "it acted in turn {turn} with handle {handle}, which no Joined of that stream has \
                 named"
            );
            self.violations.note(BotViolation::ForeignHandle, what);
            return SubmissionVerdict::Invalid;
        };
        if let Err((violation, what)) = match_log.take(turn, act.part) {
            self.violations.note(violation, what);
            return SubmissionVerdict::Invalid;
        }
        if let Some(late) = match_log.seconds_after_end() {
            self.remarks.insert(format!(
                "turn {turn} was answered {late:.1} s after its match was over, which harms \
                 nobody; a bot that reads frames while it thinks can stop then"
            ));
        }
        if !is_current {
            return SubmissionVerdict::OtherMatch;
        }
        let act = act.clone();
        SubmissionVerdict::Valid(BotSubmission { line, act })
    }

    pub(super) fn pongs(&mut self, line: LineId, nonce: u64) {
        let ping = (line, nonce);
        if self.pings.remove(&ping) {
            self.answered.insert(ping);
        } else if !self.answered.contains(&ping) {
            let what = format!("it sent a Pong with the nonce {nonce}, which no Ping had");
            self.violations.note(BotViolation::WrongNonce, what);
        }
    }
}

/// What the bot is told.
impl BotLog {
    pub(super) fn is_invited(&mut self, invited: &proto::Invitation) {
        let name = invited.r#match.clone();
        self.invited.insert(name, invited.clone());
    }

    pub(super) fn is_told(&mut self, line: LineId, told: &Told) {
        match told {
            Told::Joined(joined) => return self.has_joined(line, joined),
            Told::Ping(ping) => {
                self.pings.insert((line, ping.nonce));
                return;
            }
            _ => {}
        }
        let handle = match told {
            Told::ActionRequest(frame) => frame.handle,
            Told::Accepted(frame) => frame.handle,
            Told::Rejected(frame) => frame.handle,
            Told::Update(frame) => frame.handle,
            Told::MatchOver(frame) => frame.handle,
            Told::MatchStateChanged(_) | Told::Joined(_) | Told::Ping(_) => return,
        };
        let name = self.handles.get(&(line, handle));
        let Some(match_log) = name.and_then(|name| self.matches.get_mut(name)) else {
            return;
        };
        match told {
            Told::ActionRequest(request) => match_log.is_asked(request),
            Told::Accepted(accepted) => match_log.is_accepted(accepted),
            Told::Rejected(rejected) => {
                if let Some(what) = match_log.is_refused(rejected) {
                    self.violations.note(BotViolation::Illegal, what);
                }
            }
            Told::Update(update) => match_log.sees(update.seq),
            Told::MatchOver(over) => match_log.is_over(over),
            Told::MatchStateChanged(_) | Told::Joined(_) | Told::Ping(_) => {}
        }
    }

    fn has_joined(&mut self, line: LineId, joined: &proto::Joined) {
        let name = &joined.r#match;
        self.handles.insert((line, joined.handle), name.clone());
        if !self.matches.contains_key(name) {
            self.joined.push_back(name.clone());
        }
        let match_log = self.matches.entry(name.clone()).or_default();
        match_log.has_joined(line, joined);
    }
}

/// A text of the bot's, as it may be shown.
fn quoted(text: &str) -> String {
    let plain = text.replace(char::is_control, " ");
    plain.chars().take(80).collect()
}
