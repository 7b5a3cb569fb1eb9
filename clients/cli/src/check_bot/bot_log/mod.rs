//! What is known of the bot: what it was told, what it said, and what was wrong with that.

mod match_log;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use botwerk_client::proto;
use proto::play_response::Kind as Told;

pub(super) use match_log::{Course, Resumed};

use super::event::LineId;
use super::violation::{Lapse, Lapses};

/// An act that answers a request, as it may.
#[derive(Debug, Clone)]
pub(super) struct Answer {
    pub(super) line: LineId,
    pub(super) act: proto::Act,
}

/// What an act is.
#[derive(Debug)]
pub(super) enum Conduct {
    /// An answer in the match that is looked at.
    Answer(Answer),
    /// An answer in another match: the next one may have begun already.
    Elsewhere,
    /// None that the bot may send now.
    Wrong,
}

/// Everything that is known of the bot.
#[derive(Debug, Default)]
pub(super) struct Ledger {
    token: String,
    attended: bool,
    invited: BTreeMap<String, proto::Invited>,
    courses: BTreeMap<String, Course>,
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
    lapses: Lapses,
    /// What is no mistake, but worth knowing.
    remarks: BTreeSet<String>,
}

impl Ledger {
    /// Knows the bot's own token.
    pub(super) fn new(token: &str) -> Self {
        Self {
            token: token.into(),
            ..Self::default()
        }
    }

    pub(super) fn lapses(&self) -> &Lapses {
        &self.lapses
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
    pub(super) fn unused_invitation(&self) -> Option<&proto::Invited> {
        let mut invited = self.invited.values();
        invited.find(|invited| !self.courses.contains_key(&invited.r#match))
    }

    /// Looks at the match that was joined next; `false` if none was.
    pub(super) fn turn_to_next(&mut self) -> bool {
        let next = self.joined.pop_front();
        let is_there = next.is_some();
        self.current = next.unwrap_or_else(|| std::mem::take(&mut self.current));
        is_there
    }

    /// What lets the bot play the present match.
    pub(super) fn invitation(&self) -> Option<&proto::Invited> {
        self.invited.get(&self.current)
    }

    /// The name of the match that is looked at.
    pub(super) fn current(&self) -> &str {
        &self.current
    }

    /// The match that is looked at.
    pub(super) fn course(&self) -> Option<&Course> {
        self.courses.get(&self.current)
    }

    pub(super) fn course_mut(&mut self) -> Option<&mut Course> {
        self.courses.get_mut(&self.current)
    }

    pub(super) fn answered_pings(&self) -> usize {
        self.answered.len()
    }
}

/// What the bot says.
impl Ledger {
    pub(super) fn attends(&mut self, token: &str) {
        if token == self.token {
            self.attended = true;
        } else {
            let what = "it attended with a token that is not its own";
            self.lapses.note(Lapse::UnknownBotToken, what);
        }
    }

    pub(super) fn joins(&mut self, join: &proto::Join) {
        let name = &join.r#match;
        let Some(invited) = self.invited.get(name) else {
            let what = format!("it joined `{}`, to which it was not invited", quoted(name));
            return self.lapses.note(Lapse::UnknownMatch, what);
        };
        if invited.seat_token != join.seat_token {
            let what = format!("it joined {name} with a token that is not that of its seat");
            self.lapses.note(Lapse::UnknownSeatToken, what);
        }
        let Some(course) = self.courses.get_mut(name) else {
            return;
        };
        let (after, seen) = (join.resume_after_seq, course.seen());
        if after > seen {
            let what = format!(
                "it joined again with resume_after_seq {after}, though it was sent nothing behind \
                 {seen}, so reports are lost to it"
            );
            self.lapses.note(Lapse::FutureSeq, what);
        }
        course.is_joined_again(Resumed { after, seen });
    }

    /// Notes an act.
    pub(super) fn acts(&mut self, line: LineId, act: &proto::Act) -> Conduct {
        let proto::Act { handle, turn, .. } = *act;
        let name = self.handles.get(&(line, handle));
        let is_current = name == Some(&self.current);
        let Some(course) = name.and_then(|name| self.courses.get_mut(name)) else {
            let what = format!(
                "it acted in turn {turn} with handle {handle}, which no Joined of that stream has \
                 named"
            );
            self.lapses.note(Lapse::ForeignHandle, what);
            return Conduct::Wrong;
        };
        if let Err((lapse, what)) = course.take(turn, act.act) {
            self.lapses.note(lapse, what);
            return Conduct::Wrong;
        }
        if let Some(late) = course.has_thought_on() {
            self.remarks.insert(format!(
                "turn {turn} was answered {late:.1} s after its match was over, which harms \
                 nobody; a bot that reads frames while it thinks can stop then"
            ));
        }
        if !is_current {
            return Conduct::Elsewhere;
        }
        let act = act.clone();
        Conduct::Answer(Answer { line, act })
    }

    pub(super) fn pongs(&mut self, line: LineId, nonce: u64) {
        let ping = (line, nonce);
        if self.pings.remove(&ping) {
            self.answered.insert(ping);
        } else if !self.answered.contains(&ping) {
            let what = format!("it sent a Pong with the nonce {nonce}, which no Ping had");
            self.lapses.note(Lapse::WrongNonce, what);
        }
    }
}

/// What the bot is told.
impl Ledger {
    pub(super) fn is_invited(&mut self, invited: &proto::Invited) {
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
            Told::ActRequest(frame) => frame.handle,
            Told::Accepted(frame) => frame.handle,
            Told::Rejected(frame) => frame.handle,
            Told::Update(frame) => frame.handle,
            Told::MatchOver(frame) => frame.handle,
            Told::StateChanged(_) | Told::Joined(_) | Told::Ping(_) => return,
        };
        let name = self.handles.get(&(line, handle));
        let Some(course) = name.and_then(|name| self.courses.get_mut(name)) else {
            return;
        };
        match told {
            Told::ActRequest(request) => course.is_asked(request),
            Told::Accepted(accepted) => course.is_accepted(accepted),
            Told::Rejected(rejected) => {
                if let Some(what) = course.is_refused(rejected) {
                    self.lapses.note(Lapse::Illegal, what);
                }
            }
            Told::Update(update) => course.sees(update.seq),
            Told::MatchOver(over) => course.is_over(over),
            Told::StateChanged(_) | Told::Joined(_) | Told::Ping(_) => {}
        }
    }

    fn has_joined(&mut self, line: LineId, joined: &proto::Joined) {
        let name = &joined.r#match;
        self.handles.insert((line, joined.handle), name.clone());
        if !self.courses.contains_key(name) {
            self.joined.push_back(name.clone());
        }
        let course = self.courses.entry(name.clone()).or_default();
        course.has_joined(line, joined);
    }
}

/// A text of the bot's, as it may be shown.
fn quoted(text: &str) -> String {
    let plain = text.replace(char::is_control, " ");
    plain.chars().take(80).collect()
}
