//! One stream of `WatchMatch`.

use std::sync::Arc;

use botwerk_proto::v1 as proto;
use tokio::sync::oneshot;

use crate::error::{Error, Reason};
use crate::lobby::{Lobby, match_id};
use crate::room::{Command, LinkId, Outlet, RoomHandle, Sink};

/// Matches that one stream watches at most.
const MATCHES: usize = 64;

/// Lets a stream look on at all matches of a request.
pub(super) async fn begin(
    lobby: &Arc<Lobby>,
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
        let room = lobby.room(match_id(&watched.r#match)?)?;
        let sink = Sink::watch(i as u32 + 1, outlet.clone(), options);
        links.push((room.clone(), sink.id()));
        look_on(&room, sink, watched.after_seq, &request.seat_token).await?;
    }
    let task = leave_when_closed(Arc::clone(lobby), outlet, links);
    lobby.tasks().spawn(task);
    Ok(())
}

/// Adds one stream to a room, as a spectator or as the seat of a token.
async fn look_on(room: &RoomHandle, sink: Sink, after_seq: u64, token: &str) -> Result<(), Error> {
    if token.is_empty() {
        return room.send(Command::Watch { after_seq, sink }).await;
    }
    let (reply, answer) = oneshot::channel();
    room.send(Command::Join {
        token: token.into(),
        after_seq,
        rules: String::new(),
        sink,
        reply,
    })
    .await?;
    let closed = |_| Error::new(Reason::NotFound, "the match has just closed; try again");
    answer.await.map_err(closed)?.map(|_| ())
}

/// Tells the rooms once the client has gone.
async fn leave_when_closed(
    lobby: Arc<Lobby>,
    outlet: Outlet<proto::WatchMatchResponse>,
    links: Vec<(RoomHandle, LinkId)>,
) {
    tokio::select! {
        () = outlet.closed() => {}
        // The rooms of matches that have ended may have closed before.
        error = lobby.stops() => outlet.end(error),
    }
    for (room, link) in links {
        // A room that has closed has forgotten the stream already.
        let _ = room.tell(Command::Gone { link });
    }
}
