use super::*;

/// A witness of seat 1 that has joined a running match after `after`, where it stands at `seq`.
fn joined(after: u64, seq: u64) -> SeatLog {
    let mut log = SeatLog::new("matches/m", 1);
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
        seat: 1,
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

fn request(seq: u64, turn: u32, act: u32) -> Kind {
    Kind::ActionRequest(proto::ActionRequest {
        seq,
        turn,
        part: act,
        ..Default::default()
    })
}

fn accepted(seq: u64, turn: u32, elapsed_nanos: u64) -> Kind {
    Kind::Accepted(proto::Accepted {
        seq,
        turn,
        elapsed_nanos,
        charged_nanos: elapsed_nanos,
        ..Default::default()
    })
}

fn rejected(turn: u32, reason: &str) -> Kind {
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

fn good(log: &mut SeatLog, frames: impl IntoIterator<Item = Kind>) {
    for frame in frames {
        log.handle_frame(frame, true).unwrap();
    }
}

/// Checks that a frame is found to be wrong, at this report and for this reason.
fn bad(log: &mut SeatLog, frame: Kind, seq: u64, part: &str) {
    let fault = log.handle_frame(frame, true).unwrap_err();
    let place = (fault.name.as_str(), fault.seat, fault.seq);
    assert_eq!(place, ("matches/m", Some(1), Some(seq)), "{fault}");
    assert!(fault.what.contains(part), "{part} is missing in: {fault}");
}

fn send(log: &mut SeatLog, turn: u32) {
    log.decide((turn, 0), PlannedSubmission::default());
    log.send((turn, 0)).unwrap();
}

#[test]
fn a_report_that_is_missing_is_found() {
    let mut log = joined(0, 0);
    good(&mut log, [update(1, "a"), request(2, 1, 0)]);
    bad(&mut log, update(4, "c"), 4, "comes after 2");
}

#[test]
fn a_report_that_is_missing_among_those_missed_is_found() {
    let mut log = joined(0, 0);
    good(&mut log, [update(1, "a"), update(2, "b"), update(3, "c")]);
    join(&mut log, 1, 3, MatchState::Running).unwrap();
    good(&mut log, [update(3, "c")]);
    bad(&mut log, request(4, 1, 0), 2, "is missing behind 1");
}

#[test]
fn a_report_with_other_content_is_found() {
    let mut log = joined(0, 0);
    good(&mut log, [update(1, "a")]);
    join(&mut log, 0, 1, MatchState::Running).unwrap();
    bad(&mut log, update(1, "b"), 1, "was told as");
    let mut log = joined(0, 0);
    good(&mut log, [request(1, 1, 0)]);
    join(&mut log, 0, 1, MatchState::Running).unwrap();
    bad(&mut log, request(1, 2, 0), 1, "was told as");
}

#[test]
fn a_report_that_is_doubled_or_was_not_asked_for_is_found() {
    let mut log = joined(0, 0);
    good(&mut log, [update(1, "a")]);
    bad(&mut log, update(1, "a"), 1, "twice");
    join(&mut log, 1, 1, MatchState::Running).unwrap();
    bad(&mut log, update(1, "a"), 1, "only what follows 1");
}

#[test]
fn a_match_that_has_gone_back_is_found() {
    let mut log = joined(0, 0);
    good(&mut log, [update(1, "a"), update(2, "b")]);
    let fault = join(&mut log, 2, 1, MatchState::Running).unwrap_err();
    assert_eq!(fault.seq, Some(2));
    assert!(fault.what.contains("2 was told before"), "{fault}");
}

#[test]
fn an_open_request_comes_again_but_one_that_was_accepted_does_not() {
    let mut log = joined(0, 0);
    good(&mut log, [request(1, 1, 0)]);
    join(&mut log, 1, 1, MatchState::Running).unwrap();
    good(&mut log, [request(1, 1, 0)]);
    send(&mut log, 1);
    good(&mut log, [accepted(1, 1, 9)]);
    bad(&mut log, request(2, 1, 0), 2, "after Some((1, 0))");
}

#[test]
fn an_accepted_that_has_changed_is_found() {
    let mut log = joined(0, 0);
    good(&mut log, [request(1, 1, 0)]);
    send(&mut log, 1);
    good(&mut log, [accepted(1, 1, 9)]);
    join(&mut log, 1, 1, MatchState::Running).unwrap();
    log.send((1, 0)).unwrap();
    good(&mut log, [accepted(1, 1, 9)]);
    log.send((1, 0)).unwrap();
    bad(&mut log, accepted(1, 1, 10), 1, "but did so with");
}

#[test]
fn an_act_that_is_answered_twice_is_found() {
    let mut log = joined(0, 0);
    good(&mut log, [request(1, 1, 0)]);
    send(&mut log, 1);
    good(&mut log, [accepted(1, 1, 9)]);
    bad(&mut log, accepted(1, 1, 9), 1, "once more than it was sent");
}

#[test]
fn an_accepted_act_that_is_refused_later_is_found() {
    let mut log = joined(0, 0);
    good(&mut log, [request(1, 1, 0)]);
    send(&mut log, 1);
    good(&mut log, [accepted(1, 1, 9)]);
    log.send((1, 0)).unwrap();
    bad(&mut log, rejected(1, "WRONG_TURN"), 1, "was accepted");
    bad(
        &mut log,
        rejected(1, "ALREADY_SUBMITTED"),
        1,
        "ALREADY_SUBMITTED",
    );
}

#[test]
fn what_became_of_an_act_is_open_until_it_is_answered() {
    let mut log = joined(0, 0);
    good(&mut log, [request(1, 1, 0)]);
    send(&mut log, 1);
    assert!(log.unanswered().is_empty(), "its answer is awaited");
    log.lost();
    assert_eq!(log.unanswered(), [(1, 0)]);
    join(&mut log, 1, 1, MatchState::Suspended).unwrap();
    log.send((1, 0)).unwrap();
    good(&mut log, [rejected(1, "SUSPENDED")]);
    assert_eq!(log.unanswered(), [(1, 0)], "it may be stored");
    log.send((1, 0)).unwrap();
    good(&mut log, [rejected(1, "WRONG_TURN")]);
    assert!(log.unanswered().is_empty(), "it is not stored");
}

#[test]
fn a_match_that_stands_still_asks_nothing() {
    let mut log = joined(0, 0);
    good(&mut log, [request(1, 1, 0)]);
    join(&mut log, 1, 1, MatchState::Suspended).unwrap();
    bad(&mut log, request(1, 1, 0), 1, "stands still");
    join(&mut log, 1, 1, MatchState::Suspended).unwrap();
    good(
        &mut log,
        [state_changed(MatchState::Running), request(1, 1, 0)],
    );
}

#[test]
fn a_race_that_was_open_is_broken_off_once() {
    for (told, fits) in [("break", true), ("say 5", false)] {
        let mut log = joined(0, 0);
        good(&mut log, [request(1, 1, 0)]);
        join(&mut log, 1, 1, MatchState::Suspended).unwrap();
        log.expect_first("break".into());
        good(&mut log, [state_changed(MatchState::Running)]);
        if fits {
            good(&mut log, [update(2, told), request(3, 2, 0)]);
        } else {
            bad(&mut log, update(2, told), 2, "one `break`");
        }
    }
}
