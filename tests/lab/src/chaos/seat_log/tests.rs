use super::*;

/// Returns the log of seat 1 after it joined a running match with the frames after `after`, whose last
/// frame is `seq`.
fn joined(after: u64, seq: u64) -> SeatLog {
    let mut log = SeatLog::new("matches/m", 1, Arc::default());
    join(&mut log, after, seq, MatchState::Running).unwrap();
    log
}

fn join(
    log: &mut SeatLog,
    after: u64,
    seq: u64,
    state: MatchState,
) -> Result<FrameEffect, Violation> {
    log.join(after);
    let joined = proto::Joined {
        seq,
        seat: Some(1),
        state: state as i32,
        ..Default::default()
    };
    log.handle_frame(Kind::Joined(joined), true)
}

fn update(seq: u64, text: &str) -> Kind {
    let event = proto::VisibleEvent {
        text: text.into(),
        ..Default::default()
    };
    Kind::Update(proto::Update {
        seq,
        events: vec![event],
        view_hash: seq * 7,
        ..Default::default()
    })
}

fn request(seq: u64, turn: u32, part: u32) -> Kind {
    Kind::ActionRequest(proto::ActionRequest {
        seq,
        turn,
        part,
        ..Default::default()
    })
}

fn accepted(seq: u64, turn: u32, elapsed_nanos: u64) -> Kind {
    Kind::Accepted(proto::Accepted {
        seq,
        turn,
        elapsed_nanos: Some(elapsed_nanos),
        charged_nanos: elapsed_nanos,
        ..Default::default()
    })
}

fn rejected(turn: u32, reason: &str) -> Kind {
    let reason = proto::ErrorReason::from_name(reason).unwrap();
    let error = proto::Error {
        reason: reason.into(),
        ..Default::default()
    };
    Kind::Rejected(proto::Rejected {
        turn,
        error: Some(error),
        ..Default::default()
    })
}

fn state_changed(state: MatchState) -> Kind {
    Kind::MatchStateChanged(proto::MatchStateChanged {
        state: state as i32,
        ..Default::default()
    })
}

fn assert_valid(log: &mut SeatLog, frames: impl IntoIterator<Item = Kind>) {
    for frame in frames {
        log.handle_frame(frame, true).unwrap();
    }
}

/// Checks that a frame is a violation at `seq` whose message contains a text.
fn assert_violation(log: &mut SeatLog, frame: Kind, seq: u64, text: &str) {
    let violation = log.handle_frame(frame, true).unwrap_err();
    let place = (violation.name.as_str(), violation.seat, violation.seq);
    assert_eq!(place, ("matches/m", Some(1), Some(seq)), "{violation}");
    assert!(
        violation.message.contains(text),
        "{text} is missing in: {violation}"
    );
}

fn send(log: &mut SeatLog, turn: u32) {
    log.decide((turn, 0), PlannedSubmission::default());
    log.send((turn, 0)).unwrap();
}

#[test]
fn missing_frame_is_found() {
    let mut log = joined(0, 0);
    assert_valid(&mut log, [update(1, "a"), request(2, 1, 0)]);
    assert_violation(&mut log, update(4, "c"), 4, "is sent after 2");
}

#[test]
fn frame_missing_among_those_re_sent_is_found() {
    let mut log = joined(0, 0);
    assert_valid(&mut log, [update(1, "a"), update(2, "b"), update(3, "c")]);
    join(&mut log, 1, 3, MatchState::Running).unwrap();
    assert_valid(&mut log, [update(3, "c")]);
    assert_violation(&mut log, request(4, 1, 0), 2, "is missing after 1");
}

#[test]
fn unary_replies_may_overtake_the_missed_frames() {
    for reply in [accepted(1, 1, 5), rejected(1, "WRONG_TURN")] {
        let mut log = joined(0, 0);
        assert_valid(&mut log, [request(1, 1, 0), update(2, "a")]);
        log.decide((1, 0), PlannedSubmission::default());
        join(&mut log, 1, 2, MatchState::Running).unwrap();
        log.send((1, 0)).unwrap();
        log.handle_frame(reply, false).unwrap();
        assert_valid(&mut log, [update(2, "a"), request(3, 2, 0)]);
    }
}

#[test]
fn re_sent_frame_with_other_content_is_found() {
    let mut log = joined(0, 0);
    assert_valid(&mut log, [update(1, "a")]);
    join(&mut log, 0, 1, MatchState::Running).unwrap();
    assert_violation(&mut log, update(1, "b"), 1, "was received as");
    let mut log = joined(0, 0);
    assert_valid(&mut log, [request(1, 1, 0)]);
    join(&mut log, 0, 1, MatchState::Running).unwrap();
    assert_violation(&mut log, request(1, 2, 0), 1, "was received as");
}

#[test]
fn duplicated_or_unrequested_frame_is_found() {
    let mut log = joined(0, 0);
    assert_valid(&mut log, [update(1, "a")]);
    assert_violation(&mut log, update(1, "a"), 1, "twice");
    join(&mut log, 1, 1, MatchState::Running).unwrap();
    assert_violation(&mut log, update(1, "a"), 1, "only frames after 1");
}

#[test]
fn match_that_lost_frames_is_found() {
    let mut log = joined(0, 0);
    assert_valid(&mut log, [update(1, "a"), update(2, "b")]);
    let violation = join(&mut log, 2, 1, MatchState::Running).unwrap_err();
    assert_eq!(violation.seq, Some(2));
    assert!(
        violation.message.contains("2 was received before"),
        "{violation}"
    );
}

#[test]
fn open_request_is_re_sent_but_an_answered_one_is_not() {
    let mut log = joined(0, 0);
    assert_valid(&mut log, [request(1, 1, 0)]);
    join(&mut log, 1, 1, MatchState::Running).unwrap();
    assert_valid(&mut log, [request(1, 1, 0)]);
    send(&mut log, 1);
    assert_valid(&mut log, [accepted(1, 1, 9)]);
    assert_violation(&mut log, request(2, 1, 0), 2, "after Some((1, 0))");
}

#[test]
fn altered_accepted_is_found() {
    let mut log = joined(0, 0);
    assert_valid(&mut log, [request(1, 1, 0)]);
    send(&mut log, 1);
    assert_valid(&mut log, [accepted(1, 1, 9)]);
    join(&mut log, 1, 1, MatchState::Running).unwrap();
    log.send((1, 0)).unwrap();
    assert_valid(&mut log, [accepted(1, 1, 9)]);
    log.send((1, 0)).unwrap();
    assert_violation(&mut log, accepted(1, 1, 10), 1, "but did so with");
}

#[test]
fn second_reply_to_one_submission_is_found() {
    let mut log = joined(0, 0);
    assert_valid(&mut log, [request(1, 1, 0)]);
    send(&mut log, 1);
    assert_valid(&mut log, [accepted(1, 1, 9)]);
    assert_violation(
        &mut log,
        accepted(1, 1, 9),
        1,
        "more replies than it was sent",
    );
}

#[test]
fn rejection_of_an_accepted_submission_is_found() {
    let mut log = joined(0, 0);
    assert_valid(&mut log, [request(1, 1, 0)]);
    send(&mut log, 1);
    assert_valid(&mut log, [accepted(1, 1, 9)]);
    log.send((1, 0)).unwrap();
    assert_violation(&mut log, rejected(1, "WRONG_TURN"), 1, "was accepted");
    assert_violation(
        &mut log,
        rejected(1, "ALREADY_SUBMITTED"),
        1,
        "ALREADY_SUBMITTED",
    );
}

#[test]
fn submission_is_unanswered_until_its_reply() {
    let mut log = joined(0, 0);
    assert_valid(&mut log, [request(1, 1, 0)]);
    send(&mut log, 1);
    assert!(log.unanswered().is_empty(), "its reply is pending");
    log.disconnect();
    assert_eq!(log.unanswered(), [(1, 0)]);
    join(&mut log, 1, 1, MatchState::Suspended).unwrap();
    log.send((1, 0)).unwrap();
    assert_valid(&mut log, [rejected(1, "SUSPENDED")]);
    assert_eq!(log.unanswered(), [(1, 0)], "it may be stored");
    log.send((1, 0)).unwrap();
    assert_valid(&mut log, [rejected(1, "WRONG_TURN")]);
    assert!(log.unanswered().is_empty(), "it is not stored");
}

#[test]
fn suspended_match_sends_no_request() {
    let mut log = joined(0, 0);
    assert_valid(&mut log, [request(1, 1, 0)]);
    join(&mut log, 1, 1, MatchState::Suspended).unwrap();
    assert_violation(&mut log, request(1, 1, 0), 1, "is suspended");
    join(&mut log, 1, 1, MatchState::Suspended).unwrap();
    assert_valid(
        &mut log,
        [state_changed(MatchState::Running), request(1, 1, 0)],
    );
}

#[test]
fn open_race_is_interrupted_once() {
    for (text, is_expected) in [("break", true), ("say 5", false)] {
        let mut log = joined(0, 0);
        assert_valid(&mut log, [request(1, 1, 0)]);
        join(&mut log, 1, 1, MatchState::Suspended).unwrap();
        log.expect_first("break".into());
        assert_valid(&mut log, [state_changed(MatchState::Running)]);
        if is_expected {
            assert_valid(&mut log, [update(2, text), request(3, 2, 0)]);
        } else {
            assert_violation(&mut log, update(2, text), 2, "exactly one `break`");
        }
    }
}
