//! One stream of `WatchMatch`.

use std::sync::Arc;

use botwerk_proto::v1 as proto;
use tokio::sync::oneshot;

use super::room_failed;
use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::match_registry::MatchRegistry;
use crate::room::{Command, LinkId, Outlet, RoomHandle, Sink};

/// Matches that one stream watches at most.
const MATCHES: usize = 64;

/// Lets a stream look on at all matches of a request.
pub(super) async fn begin(
    registry: &Arc<MatchRegistry>,
    request: proto::WatchMatchRequest,
    outlet: Outlet<proto::WatchMatchResponse>,
) -> Result<(), Error> {
    let count = request.matches.len();
    if !(1..=MATCHES).contains(&count) {
        let message = format!("matches: {count} named, a stream watches 1 to {MATCHES}");
        return Err(Error::new(Reason::BadRequest, message));
    }
    if !request.seat_token.is_empty() && count > 1 {
        let message = "seat_token: it belongs to one match, but several are named";
        return Err(Error::new(Reason::BadRequest, message));
    }
    let options = request.view_options.unwrap_or_default();
    outlet.allow(count);
    outlet.watches(count);
    let mut links = Vec::new();
    for (i, watched) in request.matches.iter().enumerate() {
        let id = MatchId::from_name(&watched.r#match)?;
        let sink = Sink::watch(i as u32 + 1, outlet.clone(), options);
        let link = sink.id();
        let room = look_on(registry, &id, sink, watched.after_seq, &request.seat_token).await?;
        links.push((room, link));
    }
    let task = leave_when_closed(Arc::clone(registry), outlet, links);
    registry.tasks().spawn(task);
    Ok(())
}

/// Adds one stream to a room, as a spectator or as the seat of a token.
async fn look_on(
    registry: &Arc<MatchRegistry>,
    id: &MatchId,
    sink: Sink,
    after_seq: u64,
    token: &str,
) -> Result<RoomHandle, Error> {
    if token.is_empty() {
        return registry.send(id, Command::Watch { after_seq, sink }).await;
    }
    let (reply, answer) = oneshot::channel();
    let command = Command::Join {
        token: token.into(),
        after_seq,
        rules: String::new(),
        sink,
        reply,
    };
    let room = registry.send(id, command).await?;
    answer.await.map_err(|_| room_failed())??;
    Ok(room)
}

/// Tells the rooms once the client has gone.
async fn leave_when_closed(
    registry: Arc<MatchRegistry>,
    outlet: Outlet<proto::WatchMatchResponse>,
    links: Vec<(RoomHandle, LinkId)>,
) {
    tokio::select! {
        () = outlet.closed() => {}
        // The rooms of matches that have ended may have closed before.
        error = registry.wait_for_shutdown() => outlet.end(error),
    }
    for (room, link) in links {
        // A room that has closed has forgotten the stream already.
        let _ = room.tell(Command::Gone { link });
    }
}
