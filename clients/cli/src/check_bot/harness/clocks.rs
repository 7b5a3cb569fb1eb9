//! The time that a bot is shown: what a check may cost it must not cost it its turn, so the server
//! gives it more.

use std::time::Duration;

use botwerk_client::proto;
use proto::play_response::Kind as Told;
use proto::time_control::Kind as TimeKind;

/// The time that the server gives for a turn of so much.
pub(in crate::check_bot) fn given(turn: Duration) -> Duration {
    turn * 4 + Duration::from_secs(60)
}

/// Shows a time control as the bot is to keep it.
pub(super) fn show_time_control(control: &mut Option<proto::TimeControl>, turn: Duration) {
    if let Some(control) = control {
        control.kind = Some(TimeKind::TurnMillis(turn.as_millis() as u64));
    }
}

/// Shows the clocks of a frame as the bot is to keep them.
pub(super) fn show_clocks(told: &mut Told, turn: Duration) {
    let clocks = match told {
        Told::Joined(joined) => return show_time_control(&mut joined.time_control, turn),
        Told::ActionRequest(request) => &mut request.clocks,
        Told::Update(update) => &mut update.clocks,
        Told::MatchStateChanged(changed) => &mut changed.clocks,
        Told::Accepted(_) | Told::Rejected(_) | Told::MatchOver(_) | Told::Ping(_) => return,
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
            Told::ActionRequest(proto::ActionRequest {
                clocks: Some(clocks),
                ..Default::default()
            })
        };
        for (server, shown) in [
            (Some(given(turn).as_nanos() as u64), Some(10_000_000_000)),
            (Some(7), Some(7)),
            (None, None),
        ] {
            let mut told = request(server);
            show_clocks(&mut told, turn);
            assert_eq!(told, request(shown));
        }
    }
}
