//! Checks of cut streams, of servers that are unreachable, and of the way to them.

use std::time::Duration;

use crate::harness::Harness;
use crate::script_error::ScriptError;
use crate::traffic_log::MatchLog;

/// Cuts the Play stream in the middle of a match, with a submission in transit, and then the
/// invitation stream.
pub(super) async fn reconnect(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    harness.answer().await?;
    harness.intercept_answer().await?;
    harness.cut_play();
    harness.set_phase("after its Play stream was cut");
    harness.wait_for_rejoin().await?;
    harness.answer().await?;
    harness.cut_invitations();
    harness.set_phase("after its StreamInvitations stream was cut");
    harness.answer().await?;
    harness.resign_for_opponent().await?;
    harness.finish().await?;
    harness.wait_for_join().await
}

/// Makes the server unreachable for a while.
pub(super) async fn restart(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    harness.answer().await?;
    harness.wait_for_idle_clock().await?;
    harness.set_phase("while the server was unreachable");
    harness.restart().await?;
    harness.set_phase("after the server was reachable again");
    harness.wait_for_rejoin().await?;
    harness.answer().await?;
    harness.resign_for_opponent().await?;
    harness.finish().await?;
    harness.set_phase("after the server was reachable again and its match over");
    harness.wait_for_join().await
}

/// Starts the server after the bot.
pub(super) async fn server_away(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.set_phase("while the server was not started yet");
    harness.start_server().await?;
    harness.wait_for_join().await?;
    harness.answer().await?;
    Ok(())
}

/// Time for which new connections are cut at once: longer than any reasonable limit of attempts.
const CUT_TIME: Duration = Duration::from_secs(12);

/// Maximum number of connections in that time.
const MAX_CONNECTIONS: usize = 40;

/// Maximum number of connections in its last third, when the delays are 1.5 s or longer: the streams of a bot may share
/// connections or not, and channels of gRPC connect by themselves about once per second.
const MAX_LATE_CONNECTIONS: usize = 12;

/// Cuts new connections at once.
pub(super) async fn back_off(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    harness.answer().await?;
    harness.wait_for_idle_clock().await?;
    harness.set_phase("while its connections were cut at once");
    let opened = harness.cut_new_connections(CUT_TIME).await?;
    let third = CUT_TIME / 3;
    let early = opened.iter().filter(|at| **at < third).count();
    // The early ones are no measure for these: a busy machine makes them fewer.
    let late = opened.iter().filter(|at| **at >= third * 2).count();
    let seen =
        format!("it connected {early} times in the first {third:?}, and {late} times in the last");
    if late == 0 {
        return Err(harness.fault(format!(
            "{seen}; never give up, and wait for 2 s between attempts at most"
        )));
    }
    if opened.len() > MAX_CONNECTIONS || late > MAX_LATE_CONNECTIONS {
        return Err(harness.fault(format!(
            "{seen}; double the delay before every further attempt, up to 2 s"
        )));
    }
    harness.log.remark(seen);
    harness.set_phase("after the server was reachable again");
    harness.wait_for_rejoin().await?;
    harness.answer().await?;
    Ok(())
}

/// Sends the bot a lower seq than it has received when it rejoins.
pub(super) async fn lowered_seq(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    harness.answer().await?;
    harness.intercept_answer().await?;
    harness.cut_play();
    harness.set_phase("after its Play stream was cut");
    let lowered = harness.rejoin_with_lowered_seq().await?;
    harness.set_phase("after it had rejoined with a lower seq, and was cut again");
    harness.wait_for_rejoin().await?;
    let resumed = harness.log.match_log().and_then(MatchLog::resumed);
    let after = resumed.map_or(0, |resumed| resumed.after);
    if after > lowered {
        return Err(harness.fault(format!(
            "it rejoined with resume_after_seq {after}, although Joined.seq was {lowered}; lower the last seq to \
             that of Joined"
        )));
    }
    harness.answer().await?;
    Ok(())
}

/// Lets the bot play in its environment.
pub(super) async fn environment(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.wait_for_join().await?;
    harness.answer().await?;
    Ok(())
}

/// Redirects the bot to another server, which ends in the middle of the match.
pub(super) async fn redirect(harness: &mut Harness) -> Result<(), ScriptError> {
    harness.set_phase("after its join was rejected with WRONG_SERVER and an address");
    harness.wait_for_join().await?;
    harness.answer().await?;
    harness.wait_for_idle_clock().await?;
    harness.end_redirected_server();
    harness.set_phase("after the server to which it was redirected had ended");
    harness.wait_for_rejoin().await?;
    harness.answer().await?;
    Ok(())
}
