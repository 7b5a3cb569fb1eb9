//! The messages of a room as messages of the API.

use botwerk_engine::Viewer;
use botwerk_proto::v1 as proto;
use proto::play_response::Kind as PlayKind;
use proto::watch_match_response::Kind as WatchKind;

use crate::room::{
    Accepted, ActionRequest, Addressed, ClockReading, EncodedView, Frame, Joined, LegalAction,
    MatchOver, PlayMessage, RaceResult, Rejected, StateChanged, Update, ViewOptions,
    VisibleAnnouncement, VisibleEvent,
};
use crate::wire::{
    actor_message, error_message, game_setup_message, outcome_message, signed_head_message,
    termination_message, time_control_message,
};

/// Returns the response on a stream of `Play`.
pub(super) fn play_response(message: Addressed<PlayMessage>) -> proto::PlayResponse {
    let Addressed { handle, message } = message;
    let kind = match message {
        PlayMessage::Frame(frame) => match frame {
            Frame::Joined(frame) => PlayKind::Joined(joined_message(handle, *frame)),
            Frame::ActionRequest(frame) => PlayKind::ActionRequest(request_message(handle, *frame)),
            Frame::Update(frame) => PlayKind::Update(update_message(handle, frame)),
            Frame::MatchOver(frame) => PlayKind::MatchOver(over_message(handle, frame)),
            Frame::StateChanged(frame) => PlayKind::MatchStateChanged(state_message(handle, frame)),
        },
        PlayMessage::Accepted(accepted) => PlayKind::Accepted(accepted_message(handle, accepted)),
        PlayMessage::Rejected(rejected) => PlayKind::Rejected(rejected_message(handle, &rejected)),
    };
    proto::PlayResponse { kind: Some(kind) }
}

/// Returns the response on a stream of `WatchMatch`.
pub(super) fn watch_response(message: Addressed<Frame>) -> proto::WatchMatchResponse {
    let Addressed { handle, message } = message;
    let kind = match message {
        Frame::Joined(frame) => WatchKind::Joined(joined_message(handle, *frame)),
        Frame::ActionRequest(frame) => WatchKind::ActionRequest(request_message(handle, *frame)),
        Frame::Update(frame) => WatchKind::Update(update_message(handle, frame)),
        Frame::MatchOver(frame) => WatchKind::MatchOver(over_message(handle, frame)),
        Frame::StateChanged(frame) => WatchKind::MatchStateChanged(state_message(handle, frame)),
    };
    proto::WatchMatchResponse { kind: Some(kind) }
}

/// Reads what a client wants to receive.
pub(super) fn view_options(message: Option<proto::ViewOptions>) -> ViewOptions {
    let message = message.unwrap_or_default();
    ViewOptions {
        include_legal_actions: message.include_legal_actions,
        include_text: message.include_text,
        include_observation: message.include_observation,
        include_update_views: message.include_update_views,
    }
}

/// Returns the message of an accepted submission.
pub(super) fn accepted_message(handle: u32, accepted: Accepted) -> proto::Accepted {
    proto::Accepted {
        handle,
        seq: accepted.seq,
        turn: accepted.turn,
        part: accepted.part,
        elapsed_nanos: accepted.elapsed_nanos,
        charged_nanos: accepted.charged_nanos,
        view_hash: accepted.view_hash,
    }
}

fn rejected_message(handle: u32, rejected: &Rejected) -> proto::Rejected {
    proto::Rejected {
        handle,
        turn: rejected.turn,
        part: rejected.part,
        join_id: rejected.join_id,
        error: Some(error_message(&rejected.error)),
    }
}

fn joined_message(handle: u32, frame: Joined) -> proto::Joined {
    proto::Joined {
        handle,
        seq: frame.seq,
        r#match: frame.match_id.name(),
        seat: match frame.viewer {
            Viewer::Seat(seat) => Some(seat.index() as u32),
            Viewer::Spectator => None,
        },
        setup: Some(game_setup_message(frame.game)),
        ruleset_sha256: frame.ruleset_sha256,
        time_control: time_control_message(frame.time_control),
        uses_virtual_time: frame.is_virtual,
        view: Some(view_message(frame.view)),
        state: frame.state.number(),
        allows_hints: frame.allow_hints,
        rules: frame.rules.into_message(),
        join_id: frame.join_id,
    }
}

fn view_message(view: EncodedView) -> proto::View {
    proto::View {
        position: Some(view.position.into_message()),
        text: view.text,
        view_hash: view.hash,
        observation: view.observation,
    }
}

fn request_message(handle: u32, frame: ActionRequest) -> proto::ActionRequest {
    let legal_actions = frame.legal_actions.into_iter();
    proto::ActionRequest {
        handle,
        seq: frame.seq,
        turn: frame.turn,
        stage: frame.stage.into(),
        part: frame.part,
        view: Some(view_message(frame.view)),
        legal_actions: legal_actions.map(legal_action_message).collect(),
        clocks: Some(clocks_message(frame.clocks)),
    }
}

fn legal_action_message(legal: LegalAction) -> proto::ActionInfo {
    proto::ActionInfo {
        action: Some(legal.action.into_message()),
        text: legal.text,
        number: legal.number,
    }
}

fn clocks_message(clocks: ClockReading) -> proto::Clocks {
    proto::Clocks {
        remaining_nanos: clocks.remaining_nanos,
        bank_nanos: clocks.bank_nanos,
        is_paused: clocks.is_paused,
    }
}

fn update_message(handle: u32, frame: Update) -> proto::Update {
    proto::Update {
        handle,
        seq: frame.seq,
        events: frame.events.into_iter().map(event_message).collect(),
        clocks: frame.clocks.map(clocks_message),
        view_hash: frame.view_hash,
        race: frame.race.map(race_message),
        view: frame.view.map(|view| view_message(*view)),
    }
}

fn race_message(race: RaceResult) -> proto::RaceResult {
    let message = |announcement: VisibleAnnouncement| proto::Announcement {
        seat: announcement.seat.index() as u32,
        action: Some(announcement.action.into_message()),
        text: announcement.text,
        elapsed_nanos: announcement.elapsed_nanos,
        effort: announcement.effort,
    };
    proto::RaceResult {
        winner: race.winner.index() as u32,
        announcements: race.announcements.into_iter().map(message).collect(),
    }
}

fn event_message(event: VisibleEvent) -> proto::VisibleEvent {
    proto::VisibleEvent {
        actor: Some(actor_message(event.actor)),
        action: Some(event.action.into_message()),
        text: event.text,
    }
}

fn over_message(handle: u32, frame: MatchOver) -> proto::MatchOver {
    let terminations = frame.terminations.into_iter();
    proto::MatchOver {
        handle,
        seq: frame.seq,
        outcome: frame.outcome.as_ref().map(outcome_message),
        state: frame.state.number(),
        terminations: terminations
            .map(|termination| termination_message(termination) as i32)
            .collect(),
        record: frame.match_id.name(),
        view_hash: frame.view_hash,
        record_head: frame.record_head.map(signed_head_message),
    }
}

fn state_message(handle: u32, frame: StateChanged) -> proto::MatchStateChanged {
    proto::MatchStateChanged {
        handle,
        state: frame.state.number(),
        message: frame.message.into(),
        clocks: Some(clocks_message(frame.clocks)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Error, Reason};
    use crate::match_state::MatchState;

    fn state_changed() -> Frame {
        Frame::StateChanged(StateChanged {
            state: MatchState::Suspended,
            message: "paused",
            clocks: ClockReading {
                remaining_nanos: Some(3),
                bank_nanos: vec![1, 2],
                is_paused: true,
            },
        })
    }

    #[test]
    fn frame_is_encoded_alike_for_play_and_watch() {
        let played = play_response(Addressed {
            handle: 7,
            message: PlayMessage::Frame(state_changed()),
        });
        let watched = watch_response(Addressed {
            handle: 7,
            message: state_changed(),
        });
        let (
            Some(PlayKind::MatchStateChanged(played)),
            Some(WatchKind::MatchStateChanged(watched)),
        ) = (played.kind, watched.kind)
        else {
            panic!("expected StateChanged");
        };
        assert_eq!(played, watched);
        assert_eq!((played.handle, played.message.as_str()), (7, "paused"));
        assert_eq!(played.state(), proto::MatchState::Suspended);
        let clocks = played.clocks.unwrap();
        assert_eq!(clocks.remaining_nanos, Some(3));
        assert_eq!((clocks.bank_nanos, clocks.is_paused), (vec![1, 2], true));
    }

    #[test]
    fn rejection_carries_its_turn_part_and_reason() {
        let rejected = Rejected::submission(2, 1, Error::new(Reason::WrongTurn, "late"));
        let message = play_response(Addressed {
            handle: 3,
            message: PlayMessage::Rejected(rejected),
        });
        let Some(PlayKind::Rejected(rejected)) = message.kind else {
            panic!("expected Rejected");
        };
        assert_eq!((rejected.handle, rejected.turn, rejected.part), (3, 2, 1));
        assert_eq!(rejected.error.unwrap().reason(), Reason::WrongTurn);
    }
}
