//! A stream of `WatchMatch`.

use std::collections::BTreeSet;
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
    token: String,
    stream: WatchSender,
    round_trip: RoundTrip,
) -> Result<(), Error> {
    let count = request.matches.len();
    if !(1..=MAX_MATCHES).contains(&count) {
        let message = format!("matches: expected 1 to {MAX_MATCHES}, found {count}");
        return Err(Error::new(Reason::BadRequest, message));
    }
    if request.as_seat && count > 1 {
        let message = format!("as_seat: possible for one match only, found {count} matches");
        return Err(Error::new(Reason::BadRequest, message));
    }
    let ids = distinct_ids(&request.matches)?;
    let options = view_options(request.view_options);
    stream.set_capacity(count);
    stream.set_watched(count);
    let mut subscriptions = Subscriptions::default();
    for (i, (watched, id)) in request.matches.iter().zip(&ids).enumerate() {
        let (handle, stream) = (i as u32 + 1, stream.clone());
        let subscriber = Subscriber::watch(handle, stream, options, round_trip.clone());
        let (after_seq, token) = (watched.resume_after_seq, request.as_seat.then_some(&*token));
        subscriptions
            .add(registry, id, subscriber, after_seq, token)
            .await?;
    }
    let task = end_when_closed(Arc::clone(registry), stream, subscriptions);
    registry.tasks().spawn(task);
    Ok(())
}

/// Reads the ids of the matches, each of which costs a subscription.
///
/// # Errors
/// Returns an error if a name has another form, or is given twice.
fn distinct_ids(matches: &[proto::WatchTarget]) -> Result<Vec<MatchId>, Error> {
    let mut known = BTreeSet::new();
    let mut ids = Vec::new();
    for watched in matches {
        let id = MatchId::from_name(&watched.r#match)?;
        if !known.insert(id.clone()) {
            let message = format!("matches: {} is named twice; name it once", id.name());
            return Err(Error::new(Reason::BadRequest, message));
        }
        ids.push(id);
    }
    Ok(ids)
}

/// The subscriptions of a stream. They end with it, also if the call fails before it watches all of its matches.
#[derive(Default)]
struct Subscriptions(Vec<(RoomHandle, SubscriberId)>);

impl Subscriptions {
    /// Subscribes a stream to a match, as a spectator or as the seat of a token.
    async fn add(
        &mut self,
        registry: &Arc<MatchRegistry>,
        id: &MatchId,
        subscriber: Subscriber,
        resume_after_seq: u64,
        token: Option<&str>,
    ) -> Result<(), Error> {
        let subscriber_id = subscriber.id();
        let Some(token) = token else {
            let command = Command::Watch {
                resume_after_seq,
                subscriber,
            };
            let room = registry.send(id, command).await?;
            self.0.push((room, subscriber_id));
            return Ok(());
        };
        let (reply, answer) = oneshot::channel();
        let command = Command::Join {
            token: token.into(),
            resume_after_seq,
            ruleset_sha256: String::new(),
            subscriber,
            reply,
        };
        let room = registry.send(id, command).await?;
        // Before the answer, for which a client may not wait.
        self.0.push((room, subscriber_id));
        answer.await.map_err(|_| room_failed())?
    }
}

impl Drop for Subscriptions {
    fn drop(&mut self) {
        for (room, subscriber) in self.0.drain(..) {
            // A room that has closed has no subscribers.
            let _ = room.send_unbounded(Command::Disconnected { subscriber });
        }
    }
}

/// Keeps the subscriptions of a stream until it is closed.
async fn end_when_closed(
    registry: Arc<MatchRegistry>,
    stream: WatchSender,
    _subscriptions: Subscriptions,
) {
    tokio::select! {
        () = stream.closed() => {}
        // The rooms of matches that have ended may have closed before.
        error = registry.wait_for_shutdown() => stream.end(error),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tokio_stream::StreamExt;

    use super::*;
    use crate::match_registry::tests::waiting_matches;
    use crate::room::stream_channel;

    fn target(name: &str) -> proto::WatchTarget {
        proto::WatchTarget {
            r#match: name.into(),
            resume_after_seq: 0,
        }
    }

    #[tokio::test]
    async fn call_that_fails_leaves_no_subscription() {
        let (registry, names) = waiting_matches(2).await;
        let targets = names.iter().map(String::as_str).chain(["matches/none"]);
        let request = proto::WatchMatchRequest {
            matches: targets.map(target).collect(),
            ..Default::default()
        };
        let (sender, mut receiver) = stream_channel();
        let watched = watch(
            &registry,
            request,
            String::new(),
            sender,
            RoundTrip::default(),
        )
        .await;
        assert_eq!(watched.unwrap_err().reason, Reason::NotFound);
        // The stream ends once no room can send to it.
        let ending = async { while receiver.next().await.is_some() {} };
        let ended = tokio::time::timeout(Duration::from_secs(10), ending).await;
        assert!(ended.is_ok());
    }

    #[test]
    fn match_that_is_named_twice_is_rejected() {
        let ids = |names: &[&str]| {
            let targets: Vec<_> = names.iter().map(|name| target(name)).collect();
            distinct_ids(&targets)
        };
        assert_eq!(ids(&["matches/1", "matches/2"]).unwrap().len(), 2);
        let error = ids(&["matches/1", "matches/2", "matches/1"]).unwrap_err();
        assert_eq!(error.reason, Reason::BadRequest);
        assert!(
            error.message.starts_with("matches: matches/1 "),
            "{}",
            error.message
        );
    }
}
