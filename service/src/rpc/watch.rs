//! A stream of `WatchMatch`.

use std::sync::Arc;

use botwerk_proto::v1 as proto;
use tokio::sync::oneshot;

use super::frames::view_options;
use super::room_failed;
use crate::edge::RoundTrip;
use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::match_registry::MatchRegistry;
use crate::room::{Command, RoomHandle, Subscriber, SubscriberId, WatchSender};

/// Maximum number of matches that one stream watches.
const MAX_MATCHES: usize = 64;

/// Subscribes a stream to all matches of a request.
///
/// # Errors
/// Returns an error if the request is not valid or a match cannot be watched.
pub(super) async fn watch(
    registry: &Arc<MatchRegistry>,
    request: proto::WatchMatchRequest,
    stream: WatchSender,
    round_trip: RoundTrip,
) -> Result<(), Error> {
    let count = request.matches.len();
    if !(1..=MAX_MATCHES).contains(&count) {
        let message = format!("matches: expected 1 to {MAX_MATCHES}, found {count}");
        return Err(Error::new(Reason::BadRequest, message));
    }
    if !request.seat_token.is_empty() && count > 1 {
        let message = format!("seat_token: valid for one match only, found {count} matches");
        return Err(Error::new(Reason::BadRequest, message));
    }
    let options = view_options(request.view_options);
    stream.set_capacity(count);
    stream.set_watched(count);
    let mut subscriptions = Vec::new();
    for (i, watched) in request.matches.iter().enumerate() {
        let id = MatchId::from_name(&watched.r#match)?;
        let (handle, stream) = (i as u32 + 1, stream.clone());
        let subscriber = Subscriber::watch(handle, stream, options, round_trip.clone());
        let subscriber_id = subscriber.id();
        let token = &request.seat_token;
        let room = subscribe(registry, &id, subscriber, watched.resume_after_seq, token).await?;
        subscriptions.push((room, subscriber_id));
    }
    let task = unsubscribe_when_closed(Arc::clone(registry), stream, subscriptions);
    registry.tasks().spawn(task);
    Ok(())
}

/// Subscribes a stream to a match, as a spectator or as the seat of a token.
async fn subscribe(
    registry: &Arc<MatchRegistry>,
    id: &MatchId,
    subscriber: Subscriber,
    resume_after_seq: u64,
    token: &str,
) -> Result<RoomHandle, Error> {
    if token.is_empty() {
        let command = Command::Watch {
            resume_after_seq,
            subscriber,
        };
        return registry.send(id, command).await;
    }
    let (reply, answer) = oneshot::channel();
    let command = Command::Join {
        token: token.into(),
        resume_after_seq,
        ruleset_sha256: String::new(),
        subscriber,
        reply,
    };
    let room = registry.send(id, command).await?;
    answer.await.map_err(|_| room_failed())??;
    Ok(room)
}

/// Unsubscribes a stream from its matches once it is closed.
async fn unsubscribe_when_closed(
    registry: Arc<MatchRegistry>,
    stream: WatchSender,
    subscriptions: Vec<(RoomHandle, SubscriberId)>,
) {
    tokio::select! {
        () = stream.closed() => {}
        // The rooms of matches that have ended may have closed before.
        error = registry.wait_for_shutdown() => stream.end(error),
    }
    for (room, subscriber) in subscriptions {
        // A room that has closed has no subscribers.
        let _ = room.send_unbounded(Command::Disconnected { subscriber });
    }
}
