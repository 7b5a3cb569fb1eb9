//! The clocks that the bot sees. The server allows more time than the bot is shown, so that delays
//! caused by a check never flag it.

use std::time::Duration;

use botwerk_client::proto;
use proto::play_response::Kind as ServerFrame;
use proto::time_control::Kind as TimeKind;

/// Returns the server's turn limit for the bot's turn limit.
pub(crate) fn server_turn_limit(turn: Duration) -> Duration {
    turn * 4 + Duration::from_secs(60)
}

/// Replaces the limit of a time control by the bot's turn limit.
pub(super) fn show_time_control(control: &mut Option<proto::TimeControl>, turn: Duration) {
    if let Some(control) = control {
        control.kind = Some(TimeKind::TurnNanos(turn.as_nanos() as u64));
    }
}

/// Limits the remaining time in a frame to the bot's turn limit.
pub(super) fn show_clocks(frame: &mut ServerFrame, turn: Duration) {
    let clocks = match frame {
        ServerFrame::Joined(joined) => return show_time_control(&mut joined.time_control, turn),
        ServerFrame::ActionRequest(request) => &mut request.clocks,
        ServerFrame::Update(update) => &mut update.clocks,
        ServerFrame::MatchStateChanged(changed) => &mut changed.clocks,
        ServerFrame::Accepted(_) | ServerFrame::Rejected(_) | ServerFrame::MatchOver(_) => return,
    };
    if let Some(remaining) = clocks.as_mut().and_then(|c| c.remaining_nanos.as_mut()) {
        *remaining = (*remaining).min(turn.as_nanos() as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_sees_the_time_that_it_has_by_the_check() {
        let turn = Duration::from_secs(10);
        let request = |remaining_nanos| {
            let clocks = proto::Clocks {
                remaining_nanos,
                ..Default::default()
            };
            ServerFrame::ActionRequest(proto::ActionRequest {
                clocks: Some(clocks),
                ..Default::default()
            })
        };
        for (server, shown) in [
            (
                Some(server_turn_limit(turn).as_nanos() as u64),
                Some(10_000_000_000),
            ),
            (Some(7), Some(7)),
            (None, None),
        ] {
            let mut frame = request(server);
            show_clocks(&mut frame, turn);
            assert_eq!(frame, request(shown));
        }
    }
}
