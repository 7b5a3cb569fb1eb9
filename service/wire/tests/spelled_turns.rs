//! Turns that people write are applied, and returned in the notation of the game.

// A missing prerequisite fails a test by a panic.
#![allow(clippy::unwrap_used)]

use botwerk_proto::v1 as proto;
use botwerk_wire::error::{Error, Reason};
use botwerk_wire::rules;

fn apply_text(request: proto::ApplyActionsRequest) -> Result<proto::ApplyActionsResponse, Error> {
    let setup = proto::GameSetup {
        game: "netzwerk".into(),
        seats: 2,
        ..Default::default()
    };
    let start = rules::create_position(
        &proto::CreatePositionRequest {
            setup: Some(setup.clone()),
            seed: "7".into(),
        },
        || unreachable!("the request has a seed"),
    )?;
    rules::apply_actions(&proto::ApplyActionsRequest {
        setup: Some(setup),
        position: start.position.expect("it was asked for").text,
        ..request
    })
}

#[test]
fn spelled_turn_is_applied_and_returned_in_the_notation() {
    let spelled = apply_text(proto::ApplyActionsRequest {
        spelled_text: "Move: D2\u{2013}D4/e3-e5 .".into(),
        ..Default::default()
    });
    let canonical = apply_text(proto::ApplyActionsRequest {
        text: "d2-d4 / e3-e5 .".into(),
        ..Default::default()
    });
    let (spelled, canonical) = (spelled.unwrap(), canonical.unwrap());
    assert_eq!(spelled.text, "d2-d4 / e3-e5 .");
    assert_eq!(canonical.text, "");
    assert_eq!(spelled.position, canonical.position);
}

#[test]
fn text_and_spelled_text_exclude_each_other() {
    let both = apply_text(proto::ApplyActionsRequest {
        text: "d2-d4 / e3-e5 .".into(),
        spelled_text: "d2-d4 / e3-e5 .".into(),
        ..Default::default()
    });
    assert_eq!(both.unwrap_err().reason, Reason::BadRequest);
}
