//! Power cuts that undo frames, allowed and not.

use std::sync::atomic::Ordering;

use super::*;
use crate::chaos::durability_promise::Promise;

/// A seat whose match is in progress, and the promise of its server.
struct Seat {
    promise: Arc<DurabilityPromise>,
    log: SeatLog,
}

impl Seat {
    /// Returns a seat that received two updates and a request, and whose answer was accepted with a third
    /// update.
    fn new() -> Self {
        let promise = Arc::new(DurabilityPromise::new(Promise::KeepUntilResult));
        let mut seat = Self {
            log: SeatLog::new("matches/m", 1, Arc::clone(&promise)),
            promise,
        };
        seat.join(0).unwrap();
        for frame in [update(1, "a"), update(2, "b"), request(3, 1)] {
            seat.receive(frame).unwrap();
        }
        seat.answer(4, 1, "c");
        seat
    }

    fn join(&mut self, seq: u64) -> Result<FrameEffect, Violation> {
        self.log.join(0);
        let joined = proto::Joined {
            seq,
            seat: Some(1),
            state: MatchState::Running as i32,
            ..Default::default()
        };
        self.receive(Kind::Joined(joined))
    }

    fn receive(&mut self, frame: Kind) -> Result<FrameEffect, Violation> {
        self.log.handle_frame(frame, true)
    }

    /// Answers the request of a turn, which is accepted after the update `seq`.
    fn answer(&mut self, seq: u64, turn: u32, text: &str) {
        let planned = PlannedSubmission {
            text: text.into(),
            ..PlannedSubmission::default()
        };
        self.log.decide((turn, 0), planned);
        self.log.send((turn, 0));
        self.receive(update(seq, text)).unwrap();
        self.receive(accepted(seq, turn)).unwrap();
    }

    fn cut_power(&mut self) {
        self.log.disconnect();
        self.promise.end_run();
        assert!(self.log.must_reconcile());
    }
}

fn update(seq: u64, text: &str) -> Kind {
    let event = proto::VisibleEvent {
        text: text.into(),
        ..Default::default()
    };
    Kind::Update(proto::Update {
        seq,
        events: vec![event],
        ..Default::default()
    })
}

fn request(seq: u64, turn: u32) -> Kind {
    Kind::ActionRequest(proto::ActionRequest {
        seq,
        turn,
        ..Default::default()
    })
}

fn accepted(seq: u64, turn: u32) -> Kind {
    Kind::Accepted(proto::Accepted {
        seq,
        turn,
        ..Default::default()
    })
}

fn rejected(turn: u32, part: u32, reason: &str) -> Kind {
    let reason = proto::ErrorReason::from_name(reason).unwrap();
    let error = proto::Error {
        reason: reason.into(),
        ..Default::default()
    };
    Kind::Rejected(proto::Rejected {
        turn,
        part,
        error: Some(error),
        ..Default::default()
    })
}

#[test]
fn frames_after_the_latest_result_are_undone_and_played_differently() {
    let mut seat = Seat::new();
    seat.cut_power();
    seat.join(3).unwrap();
    assert_eq!(seat.log.last(), 3);
    for frame in [update(1, "a"), update(2, "b"), request(3, 1)] {
        seat.receive(frame).unwrap();
    }
    // The request remains, so the same answer is sent again, but its reply is undone.
    assert_eq!(seat.log.unanswered(), [(1, 0)]);
    seat.log.send((1, 0));
    seat.receive(update(4, "d")).unwrap();
    seat.receive(accepted(4, 1)).unwrap();
    assert!(!seat.log.take_undone_turn());
    assert!(!seat.log.must_reconcile());
    let undone = seat.promise.undone();
    assert_eq!(undone.frames.load(Ordering::Relaxed), 1);
    assert_eq!(undone.submissions.load(Ordering::Relaxed), 1);
}

#[test]
fn submission_whose_request_is_undone_is_decided_again() {
    let mut seat = Seat::new();
    seat.cut_power();
    seat.join(2).unwrap();
    assert!(seat.log.submissions().is_empty());
    assert!(seat.log.take_undone_turn() && !seat.log.take_undone_turn());
}

#[test]
fn later_part_of_a_turn_that_remains_is_sent_again_unchanged() {
    let mut seat = Seat::new();
    let part = |seq| {
        Kind::ActionRequest(proto::ActionRequest {
            seq,
            turn: 1,
            part: 1,
            ..Default::default()
        })
    };
    seat.receive(part(5)).unwrap();
    let planned = PlannedSubmission {
        text: "rest".into(),
        ..PlannedSubmission::default()
    };
    seat.log.decide((1, 1), planned);
    seat.log.send((1, 1));
    seat.receive(rejected(1, 1, "FLAGGED")).unwrap();
    seat.cut_power();
    seat.join(3).unwrap();
    for frame in [update(1, "a"), update(2, "b"), request(3, 1)] {
        seat.receive(frame).unwrap();
    }
    assert!(!seat.log.take_undone_turn());
    assert_eq!(seat.log.unanswered(), [(1, 0)]);
    seat.receive(update(4, "c")).unwrap();
    seat.receive(part(5)).unwrap();
    assert_eq!(seat.log.unanswered(), [(1, 0), (1, 1)]);
    assert_eq!(seat.log.submissions()[&(1, 1)].planned.text, "rest");
}

#[test]
fn match_that_went_on_differently_before_the_seat_saw_it_is_undone_from_the_difference() {
    let mut seat = Seat::new();
    seat.cut_power();
    seat.join(6).unwrap();
    seat.receive(update(1, "a")).unwrap();
    assert_eq!(seat.log.last(), 4);
    seat.receive(update(2, "x")).unwrap();
    assert_eq!(seat.log.last(), 2);
    // Without a frame 3 of the seat's: a request that was answered is not sent again.
    seat.receive(update(5, "y")).unwrap();
    seat.receive(request(6, 2)).unwrap();
    seat.receive(update(7, "z")).unwrap();
    assert!(!seat.log.must_reconcile());
}

#[test]
fn undoing_what_was_received_before_a_result_is_a_violation() {
    let mut seat = Seat::new();
    // Another match ended with an answer that was sent after all of this.
    seat.promise.record_result(Instant::now());
    seat.cut_power();
    let violation = seat.join(3).unwrap_err();
    assert!(violation.message.contains("is undone"), "{violation}");
    assert_eq!(violation.seq, Some(4));
}

#[test]
fn what_survived_a_power_cut_must_survive_the_next() {
    let mut seat = Seat::new();
    seat.cut_power();
    seat.join(4).unwrap();
    for frame in [
        update(1, "a"),
        update(2, "b"),
        update(4, "c"),
        update(5, "e"),
    ] {
        seat.receive(frame).unwrap();
    }
    seat.cut_power();
    // Only the last frame is of the run that has just ended.
    seat.join(4).unwrap();
    seat.log.disconnect();
    let violation = seat.join(3).unwrap_err();
    assert!(violation.message.contains("is undone"), "{violation}");
}

#[test]
fn end_of_a_match_is_never_undone() {
    let mut seat = Seat::new();
    let over = proto::MatchOver {
        seq: 5,
        ..Default::default()
    };
    seat.receive(Kind::MatchOver(over)).unwrap();
    seat.cut_power();
    let violation = seat.join(4).unwrap_err();
    assert!(violation.message.contains("is undone"), "{violation}");
}

#[test]
fn nothing_is_compared_again_without_power_cuts() {
    let mut log = SeatLog::new("matches/m", 1, Arc::default());
    log.join(0);
    log.disconnect();
    log.promise.end_run();
    assert!(!log.must_reconcile());
}
