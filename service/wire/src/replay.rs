//! `RulesService.ReplayRecord`: a record as positions, turn by turn.

use std::iter::Peekable;
use std::vec::IntoIter;

use botwerk_agents::AgentSpec;
use botwerk_engine::record::{
    AnnouncementLine, ClockKind, EventLine, Header, OutcomeLine, Record, RecordComment, Replay,
    VerifyError,
};
use botwerk_engine::{
    Actor, AnyAction, AnyGame, AnyView, GameNotation, GameRules, GameViews, Seat, Turn, Viewer,
};
use botwerk_proto::v1 as proto;

use crate::error::Error;
use crate::{
    GameDescription, Wire, actor_message, agent_spec_message, game_setup_message, outcome_message,
    termination_message, turn_message, viewer,
};

/// What stands for an action that the viewer may not see.
const HIDDEN: &str = "hidden";

/// Replays a record for a viewer. A record that is damaged is replayed up to its first line or event that
/// contradicts the rules.
///
/// # Errors
/// Returns an error if the match has no such viewer.
///
/// ```
/// use botwerk_proto::v1 as proto;
/// use botwerk_wire::replay::replay;
///
/// let request = proto::ReplayRecordRequest { record: "no record".into(), viewer: None };
/// let response = replay(&request).unwrap();
/// assert!(response.mismatch.contains("line 1: ") && response.steps.is_empty());
/// ```
pub fn replay(request: &proto::ReplayRecordRequest) -> Result<proto::ReplayRecordResponse, Error> {
    let text = &request.record;
    match Record::from_text(text) {
        Ok(record) => {
            let (_, comments) = RecordComment::split(text);
            replay_any(&record, comments, request.viewer.as_ref())
        }
        Err(error) => {
            let mismatch = error.to_string();
            let before = lines_before(text, error.line);
            let damaged = |replayed| proto::ReplayRecordResponse {
                mismatch,
                head: String::new(),
                outcome: None,
                ..replayed
            };
            match Record::from_text(before) {
                Ok(record) => replay_any(&record, Vec::new(), request.viewer.as_ref()).map(damaged),
                Err(_) => Ok(damaged(proto::ReplayRecordResponse::default())),
            }
        }
    }
}

/// Returns the lines before the given one, which is counted from 1.
fn lines_before(text: &str, line: usize) -> &str {
    let lines = text.split_inclusive('\n').take(line.saturating_sub(1));
    &text[..lines.map(str::len).sum()]
}

fn replay_any(
    record: &Record,
    comments: Vec<RecordComment>,
    viewer: Option<&proto::Viewer>,
) -> Result<proto::ReplayRecordResponse, Error> {
    match record.header.game_id() {
        Some(_) => replay_record(record, comments, viewer),
        None => Ok(proto::ReplayRecordResponse {
            mismatch: format!("header: no game is named {}", record.header.game),
            ..Default::default()
        }),
    }
}

fn replay_record(
    record: &Record,
    comments: Vec<RecordComment>,
    seen_by: Option<&proto::Viewer>,
) -> Result<proto::ReplayRecordResponse, Error> {
    let mut replay = match Replay::<AnyGame>::new(record) {
        Ok(replay) => replay,
        Err(difference) => {
            return Ok(proto::ReplayRecordResponse {
                mismatch: difference.to_string(),
                ..Default::default()
            });
        }
    };
    let seats = replay.referee().game().seats();
    let viewer = seen_by.map(|message| viewer(Some(message), seats));
    let viewer = viewer.transpose()?;
    let mut steps = vec![proto::ReplayStep {
        actor: None,
        ..position_step(&replay, viewer)
    }];
    let comments = PendingComments::new(comments, seats);
    let replayed = replay_turns(&mut replay, comments, viewer, &mut steps);
    let checked = replayed.and_then(|()| {
        replay.check_outcome()?;
        replay.check_clock_kind()
    });
    let game = replay.referee().game();
    let outcome = replay
        .referee()
        .outcome()
        .filter(|_| record.outcome.is_some());
    let ending = outcome
        .as_ref()
        .and_then(|outcome| game.ending(outcome.rule, &outcome.places, &outcome.points));
    Ok(proto::ReplayRecordResponse {
        r#match: Some(recorded_match(game, &record.header)),
        steps,
        events_replayed: replay.seq() - 1,
        terminations: terminations(record.outcome.as_ref(), seats),
        ending: ending.unwrap_or_default(),
        outcome: outcome.as_ref().map(outcome_message),
        head: match checked {
            Ok(()) => record.head(),
            Err(_) => String::new(),
        },
        mismatch: checked.err().map_or_else(String::new, |it| it.to_string()),
    })
}

/// Adds a step for every turn that is complete.
fn replay_turns(
    replay: &mut Replay<'_, AnyGame>,
    mut comments: PendingComments,
    viewer: Option<Viewer>,
    steps: &mut Vec<proto::ReplayStep>,
) -> Result<(), VerifyError> {
    let record = replay.record();
    let mut turn = OpenTurn::default();
    for (index, line) in record.events.iter().enumerate() {
        turn.add(replay, viewer, line)?;
        replay.step()?;
        let next = record.events.get(index + 1);
        if next.is_none_or(|next| !line.is_same_turn(next)) {
            let turn = std::mem::take(&mut turn);
            steps.push(proto::ReplayStep {
                comments: comments.take_closed(replay),
                ..turn.step(replay, viewer, line)
            });
        }
    }
    Ok(())
}

/// The comments of each seat whose turns have not ended yet, in order.
struct PendingComments(Vec<Peekable<IntoIter<RecordComment>>>);

impl PendingComments {
    /// Sorts comments by their seats. Those of others are left out.
    fn new(comments: Vec<RecordComment>, seats: usize) -> Self {
        let mut by_seat = vec![Vec::new(); seats];
        for comment in comments {
            if let Some(of_seat) = by_seat.get_mut(comment.seat as usize) {
                of_seat.push(comment);
            }
        }
        let sorted = by_seat.into_iter().map(|mut comments| {
            comments.sort_by_key(|comment| (comment.turn, comment.part));
            comments.into_iter().peekable()
        });
        Self(sorted.collect())
    }

    /// Removes and returns the comments of turns that have ended: in a race those of all seats together.
    fn take_closed(&mut self, replay: &Replay<'_, AnyGame>) -> Vec<proto::Comment> {
        let referee = replay.referee();
        let acting = referee.decision().map(|decision| decision.seats);
        let mut closed = Vec::new();
        for (index, comments) in self.0.iter_mut().enumerate() {
            let Some(seat) = Seat::new(index) else {
                continue;
            };
            let is_open = acting.is_some_and(|acting| acting.contains(seat));
            let last = referee.turn(seat).saturating_sub(u32::from(is_open));
            while let Some(comment) = comments.next_if(|comment| comment.turn <= last) {
                closed.push(comment_message(comment));
            }
        }
        closed
    }
}

/// Returns the message of a comment.
pub fn comment_message(comment: RecordComment) -> proto::Comment {
    let RecordComment {
        text,
        seat,
        turn,
        part,
    } = comment;
    proto::Comment {
        seat,
        turn,
        part,
        text,
    }
}

/// The events of a turn so far.
#[derive(Default)]
struct OpenTurn {
    actor: Option<Actor>,
    /// The view of the seat that acts, before its first action.
    view: Option<AnyView>,
    actions: Vec<AnyAction>,
    /// The actions as the viewer sees them.
    texts: Vec<String>,
    has_hidden: bool,
    /// The part of the latest event.
    part: Option<u32>,
    elapsed_nanos: Option<u64>,
    effort: u64,
    score: Option<i32>,
}

impl OpenTurn {
    /// Adds the next event of a replay.
    fn add(
        &mut self,
        replay: &Replay<'_, AnyGame>,
        viewer: Option<Viewer>,
        line: &EventLine,
    ) -> Result<(), VerifyError> {
        let Some((_, event)) = replay.peek()? else {
            return Ok(());
        };
        let referee = replay.referee();
        let game = referee.game();
        if let (Actor::Seat(seat), None) = (event.actor, &self.view) {
            self.view = Some(referee.view(Viewer::Seat(seat)));
        }
        let visible = match viewer {
            None => Some(event.action),
            Some(viewer) => game.visible_action(referee.state(), viewer, event.actor, event.action),
        };
        self.has_hidden |= visible != Some(event.action);
        let text = visible.map_or_else(|| HIDDEN.to_owned(), |action| game.format_action(action));
        self.texts.push(text);
        self.actor = Some(event.actor);
        self.actions.push(event.action);
        // The actions of a submission share its time and effort.
        if self.actions.len() == 1 || self.part != line.part {
            self.part = line.part;
            if let Some(nanos) = line.elapsed_nanos {
                self.elapsed_nanos = Some(self.elapsed_nanos.unwrap_or(0).saturating_add(nanos));
            }
            self.effort = self.effort.saturating_add(line.effort.unwrap_or(0));
        }
        self.score = line.score.or(self.score);
        Ok(())
    }

    /// Returns the step to the position after the turn.
    fn step(
        self,
        replay: &Replay<'_, AnyGame>,
        viewer: Option<Viewer>,
        line: &EventLine,
    ) -> proto::ReplayStep {
        let game = replay.referee().game();
        let text = match &self.view {
            Some(view) if !self.has_hidden => game.format_turn(view, &self.actions),
            _ => self.texts.join(", "),
        };
        let announcements = line.announcements.iter();
        proto::ReplayStep {
            actor: self.actor.map(actor_message),
            turn: line.turn.unwrap_or(0),
            text,
            elapsed_nanos: self.elapsed_nanos,
            effort: self.effort,
            score: self.score,
            announcements: announcements
                .filter_map(|line| announcement_message(game, line))
                .collect(),
            ..position_step(replay, viewer)
        }
    }
}

/// Returns the part of a step that describes the position.
fn position_step(replay: &Replay<'_, AnyGame>, viewer: Option<Viewer>) -> proto::ReplayStep {
    let referee = replay.referee();
    let (game, state) = (referee.game(), referee.state());
    let next = referee.outcome().map(Turn::Over);
    proto::ReplayStep {
        event_count: replay.seq() - 1,
        position: match viewer {
            None => game.format_position(state),
            Some(viewer) => game.format_view(&referee.view(viewer)),
        },
        next: Some(turn_message(&next.unwrap_or_else(|| game.turn(state)))),
        bank_nanos: replay.bank_nanos(),
        ..Default::default()
    }
}

fn announcement_message(game: &AnyGame, line: &AnnouncementLine) -> Option<proto::Announcement> {
    let action = game.parse_action(&line.action).ok()?;
    Some(proto::Announcement {
        seat: line.seat,
        action: Some(game.action_message(action)),
        text: line.action.clone(),
        elapsed_nanos: line.elapsed_nanos,
        effort: line.effort,
    })
}

fn recorded_match(game: &AnyGame, header: &Header) -> proto::RecordedMatch {
    let seats = header.seats.iter().map(|seat| proto::MatchSeat {
        name: seat.name.clone(),
        agent: seat
            .agent
            .as_ref()
            .and_then(|text| text.parse::<AgentSpec>().ok())
            .map(|spec| agent_spec_message(&spec)),
        ..Default::default()
    });
    proto::RecordedMatch {
        setup: Some(game_setup_message(GameDescription::new(game))),
        seats: seats.collect(),
        seat_names: seat_names(game),
        seed: header.seed.clone(),
        seed_commitment: header.seed_commitment().unwrap_or_default(),
        time_control: header.time_control.clone().unwrap_or_default(),
        uses_virtual_time: header.clock == ClockKind::Virtual,
        rules: game.rules_message(),
    }
}

/// Returns the name of each seat on the board.
pub(crate) fn seat_names(game: &AnyGame) -> Vec<String> {
    let seats = Seat::all(game.seats());
    seats.map(|seat| game.seat_name(seat)).collect()
}

fn terminations(outcome: Option<&OutcomeLine>, seats: usize) -> Vec<i32> {
    let recorded = outcome.map_or(&[][..], |outcome| &outcome.terminations);
    let of_seat = |index| recorded.get(index).copied().flatten();
    let message = |index| termination_message(of_seat(index)) as i32;
    (0..seats).map(message).collect()
}
