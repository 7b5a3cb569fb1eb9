//! A log of what the bot received and sent, and of its mistakes.

mod match_log;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use botwerk_client::proto;
use botwerk_engine::plain_line;
use proto::play_response::Kind as ServerFrame;

pub(super) use match_log::{MatchLog, Resumed};

use super::event::StreamId;
use super::violation::{BotViolation, BotViolations};

/// A valid submission of the bot.
#[derive(Debug, Clone)]
pub(super) struct BotSubmission {
    pub(super) stream: StreamId,
    pub(super) submission: proto::Submission,
}

/// The validity of a submission.
#[derive(Debug)]
pub(super) enum SubmissionVerdict {
    /// An answer in the current match.
    Valid(BotSubmission),
    /// An answer in another match; the next one may have started.
    OtherMatch,
    /// A submission that the bot may not send now.
    Invalid,
}

/// All frames, submissions and mistakes of the bot.
#[derive(Debug, Default)]
pub(super) struct TrafficLog {
    token: String,
    has_been_online: bool,
    has_been_accepted: bool,
    invitations: BTreeMap<String, proto::Invitation>,
    matches: BTreeMap<String, MatchLog>,
    /// Matches that were joined but not yet selected, in order of their joins.
    joined: VecDeque<String>,
    /// The current match.
    current: String,
    /// The match of every handle on every stream.
    handles: BTreeMap<(StreamId, u32), String>,
    violations: BotViolations,
    /// Observations that are not mistakes.
    remarks: BTreeSet<String>,
}

impl TrafficLog {
    /// Creates the log of the bot with this token.
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

    /// Returns `true` if the bot has ever been online with its token.
    pub(super) fn has_been_online(&self) -> bool {
        self.has_been_online
    }

    /// Returns `true` if the server has ever accepted a submission of the bot.
    pub(super) fn has_been_accepted(&self) -> bool {
        self.has_been_accepted
    }

    /// Returns an invitation to a match that the bot never joined.
    pub(super) fn unanswered_invitation(&self) -> Option<&proto::Invitation> {
        let mut invitations = self.invitations.values();
        invitations.find(|invitation| !self.matches.contains_key(&invitation.r#match))
    }

    /// Selects the next joined match. Returns `false` if no other match was joined.
    pub(super) fn select_next_match(&mut self) -> bool {
        let next = self.joined.pop_front();
        let has_next = next.is_some();
        self.current = next.unwrap_or_else(|| std::mem::take(&mut self.current));
        has_next
    }

    /// Returns the invitation to the current match.
    pub(super) fn invitation(&self) -> Option<&proto::Invitation> {
        self.invitations.get(&self.current)
    }

    /// Returns the name of the current match.
    pub(super) fn current(&self) -> &str {
        &self.current
    }

    /// Returns the log of the current match.
    pub(super) fn match_log(&self) -> Option<&MatchLog> {
        self.matches.get(&self.current)
    }

    pub(super) fn match_log_mut(&mut self) -> Option<&mut MatchLog> {
        self.matches.get_mut(&self.current)
    }
}

/// Frames that the bot sends.
impl TrafficLog {
    pub(super) fn on_online(&mut self, token: &str) {
        if token == self.token {
            self.has_been_online = true;
        } else {
            let what = "it opened StreamInvitations with a token that is not its own";
            self.violations.add(BotViolation::UnknownBotToken, what);
        }
    }

    pub(super) fn on_join(&mut self, join: &proto::Join) {
        let name = &join.r#match;
        let Some(invitation) = self.invitations.get(name) else {
            let what = format!("it joined `{}`, to which it was not invited", quoted(name));
            return self.violations.add(BotViolation::UnknownMatch, what);
        };
        if invitation.seat_token != join.seat_token {
            let what = format!("it joined {name} with a token that is not its seat_token");
            self.violations.add(BotViolation::UnknownSeatToken, what);
        }
        let Some(match_log) = self.matches.get_mut(name) else {
            return;
        };
        let (after, last_seq) = (join.resume_after_seq, match_log.last_seq());
        if after > last_seq {
            let what = format!(
                "it rejoined with resume_after_seq {after}, but the last seq that it was sent is \
                 {last_seq}, so it loses frames"
            );
            self.violations.add(BotViolation::FutureSeq, what);
        }
        match_log.on_rejoin(Resumed { after, last_seq });
    }

    /// Records a submission.
    pub(super) fn on_submission(
        &mut self,
        stream: StreamId,
        submission: &proto::Submission,
    ) -> SubmissionVerdict {
        let proto::Submission { handle, turn, .. } = *submission;
        let name = self.handles.get(&(stream, handle));
        let is_current = name == Some(&self.current);
        let Some(match_log) = name.and_then(|name| self.matches.get_mut(name)) else {
            let what = format!(
                "it submitted in turn {turn} with handle {handle}, which no Joined of that stream \
                 contained"
            );
            self.violations.add(BotViolation::ForeignHandle, what);
            return SubmissionVerdict::Invalid;
        };
        if let Err((violation, message)) = match_log.on_submission(turn, submission.part) {
            self.violations.add(violation, message);
            return SubmissionVerdict::Invalid;
        }
        if let Some(late) = match_log.seconds_after_end() {
            self.remarks.insert(format!(
                "turn {turn} was answered {late:.1} s after its match was over, which is allowed; \
                 a bot that reads frames while it searches can stop then"
            ));
        }
        if !is_current {
            return SubmissionVerdict::OtherMatch;
        }
        let submission = submission.clone();
        SubmissionVerdict::Valid(BotSubmission { stream, submission })
    }
}

/// Frames that the bot receives.
impl TrafficLog {
    pub(super) fn on_invitation(&mut self, invitation: &proto::Invitation) {
        let name = invitation.r#match.clone();
        self.invitations.insert(name, invitation.clone());
    }

    pub(super) fn on_frame(&mut self, stream: StreamId, frame: &ServerFrame) {
        if let ServerFrame::Joined(joined) = frame {
            return self.on_joined(stream, joined);
        }
        let handle = match frame {
            ServerFrame::ActionRequest(frame) => frame.handle,
            ServerFrame::Accepted(frame) => frame.handle,
            ServerFrame::Rejected(frame) => frame.handle,
            ServerFrame::Update(frame) => frame.handle,
            ServerFrame::MatchOver(frame) => frame.handle,
            ServerFrame::MatchStateChanged(_) | ServerFrame::Joined(_) => {
                return;
            }
        };
        let name = self.handles.get(&(stream, handle));
        let Some(match_log) = name.and_then(|name| self.matches.get_mut(name)) else {
            return;
        };
        match frame {
            ServerFrame::ActionRequest(request) => match_log.on_request(request),
            ServerFrame::Accepted(accepted) => {
                self.has_been_accepted = true;
                match_log.on_accepted(accepted);
            }
            ServerFrame::Rejected(rejected) => {
                if let Some((violation, what)) = match_log.on_rejected(rejected) {
                    self.violations.add(violation, what);
                }
            }
            ServerFrame::Update(update) => match_log.on_seq(update.seq),
            ServerFrame::MatchOver(over) => match_log.on_match_over(over),
            ServerFrame::MatchStateChanged(_) | ServerFrame::Joined(_) => {}
        }
    }

    fn on_joined(&mut self, stream: StreamId, joined: &proto::Joined) {
        let name = &joined.r#match;
        self.handles.insert((stream, joined.handle), name.clone());
        if !self.matches.contains_key(name) {
            self.joined.push_back(name.clone());
        }
        let match_log = self.matches.entry(name.clone()).or_default();
        match_log.on_joined(stream, joined);
    }
}

/// Returns a text of the bot, shortened and without control characters.
fn quoted(text: &str) -> String {
    plain_line(text).chars().take(80).collect()
}
