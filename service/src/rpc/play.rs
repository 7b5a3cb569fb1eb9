//! One stream of Play: it reads requests and passes them to the rooms of its seats.

use std::collections::BTreeMap;
use std::sync::Arc;

use botwerk_proto::v1 as proto;
use proto::play_request::Kind;
use proto::play_response::Kind as ResponseKind;
use tokio::sync::oneshot;
use tonic::Streaming;

use super::pings::Pings;
use super::room_failed;
use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::match_registry::MatchRegistry;
use crate::room::{ActContent, ActSource, Command, JoinedSeat, Outlet, RoomHandle, Sink};

/// Seats that one stream plays at most.
const SEATS: usize = 1024;

/// Wrong tokens after which a stream is ended: whoever sends so many is guessing.
const GUESSES: u32 = 100;

/// Frames that may wait in front of a stream that joins: whoever joins is sent what it has missed,
/// however much that is, but not over and over without reading.
const BACKLOG: usize = 4096;

/// A seat that a stream plays.
struct Taken {
    id: MatchId,
    token: Box<str>,
    room: RoomHandle,
    joined: JoinedSeat,
    sink: Sink,
}

/// The seats of a stream by handle.
#[derive(Default)]
struct Seats {
    taken: BTreeMap<u32, Taken>,
    /// The handle given last; none is given twice.
    last: u32,
    pings: Pings,
    /// Wrong tokens so far.
    guesses: u32,
}

/// Serves a stream until either side ends it.
pub(super) async fn serve(
    registry: Arc<MatchRegistry>,
    mut requests: Streaming<proto::PlayRequest>,
    outlet: Outlet<proto::PlayResponse>,
) {
    let mut seats = Seats::default();
    loop {
        let request = tokio::select! {
            request = requests.message() => request,
            () = seats.pings.due() => {
                seats.pings.send(&outlet);
                continue;
            }
            () = outlet.closed() => break,
            error = registry.wait_for_shutdown() => {
                outlet.end(error);
                break;
            }
        };
        match request {
            Ok(Some(proto::PlayRequest { kind: Some(kind) })) => {
                take(&registry, kind, &mut seats, &outlet).await;
            }
            Ok(Some(proto::PlayRequest { kind: None })) => {
                let error = Error::new(Reason::BadRequest, "kind: join, act or pong is needed");
                outlet.send(rejected(0, 0, 0, &error));
            }
            Ok(None) => break,
            Err(status) => {
                outlet.end(status);
                break;
            }
        }
    }
    for Taken { room, joined, .. } in seats.taken.into_values() {
        // A room that has closed has forgotten the stream already.
        let _ = room.tell(Command::Gone { link: joined.link });
    }
}

async fn take(
    registry: &Arc<MatchRegistry>,
    kind: Kind,
    seats: &mut Seats,
    outlet: &Outlet<proto::PlayResponse>,
) {
    match kind {
        Kind::Join(join) => {
            if seats.taken.len() >= SEATS {
                // A room closes some time after its match has ended.
                seats.taken.retain(|_, seat| !seat.room.is_closed());
            }
            let handle = seats.last + 1;
            outlet.seat_asked();
            match take_seat(registry, join, handle, seats, outlet).await {
                Ok(seat) => {
                    seats.last = handle;
                    if seat.joined.wants_pings {
                        seats.pings.begin();
                    }
                    seats.taken.insert(handle, seat);
                    outlet.allow(seats.taken.len());
                }
                Err(error) => {
                    outlet.seat_refused();
                    outlet.send(rejected(0, 0, 0, &error));
                    seats.guesses += u32::from(error.reason == Reason::BadToken);
                    if seats.guesses >= GUESSES {
                        let message =
                            format!("{GUESSES} tokens were wrong; join with the right one");
                        outlet.end(Error::new(Reason::LimitExceeded, message));
                    }
                }
            }
        }
        Kind::Act(act) => {
            let (handle, turn, number) = (act.handle, act.turn, act.act);
            if let Err(error) = pass_on(registry, seats, act).await {
                outlet.send(rejected(handle, turn, number, &error));
            }
        }
        Kind::Pong(pong) => seats.pings.take(pong),
    }
}

async fn take_seat(
    registry: &Arc<MatchRegistry>,
    join: proto::Join,
    handle: u32,
    seats: &Seats,
    outlet: &Outlet<proto::PlayResponse>,
) -> Result<Taken, Error> {
    if seats.taken.len() >= SEATS {
        let message = format!("a stream plays at most {SEATS} seats; open another one");
        return Err(Error::new(Reason::LimitExceeded, message));
    }
    if outlet.backlog() > BACKLOG {
        let message = "what was sent before waits unread; read it before joining again";
        return Err(Error::new(Reason::LimitExceeded, message));
    }
    let id = MatchId::from_name(&join.r#match)?;
    let sink = Sink::play(
        handle,
        outlet.clone(),
        join.view_options.unwrap_or_default(),
        seats.pings.trips(),
    );
    let (reply, answer) = oneshot::channel();
    let command = Command::Join {
        token: join.seat_token.clone(),
        after_seq: join.resume_after_seq,
        rules: join.ruleset_sha256,
        sink: sink.clone(),
        reply,
    };
    let room = registry.send(&id, command).await?;
    let joined = answer.await.map_err(|_| room_failed())??;
    Ok(Taken {
        id,
        token: join.seat_token.into(),
        room,
        joined,
        sink,
    })
}

/// Passes an act to the room of its seat.
async fn pass_on(
    registry: &Arc<MatchRegistry>,
    seats: &Seats,
    act: proto::Act,
) -> Result<(), Error> {
    let taken = seats.taken.get(&act.handle).ok_or_else(|| {
        let message = format!("handle {}: no seat of this stream; see Joined", act.handle);
        Error::new(Reason::NotFound, message)
    })?;
    let content = ActContent::new(act.actions, act.text)?;
    let source = ActSource::Link {
        joined: taken.joined,
        sink: taken.sink.clone(),
    };
    let command = Command::Act {
        source,
        turn: act.turn,
        act: act.act,
        content,
        effort: act.effort,
    };
    match taken.room.send_act(&taken.sink, command).await {
        Ok(()) => Ok(()),
        Err(command) => ask_again(registry, taken, command).await,
    }
}

/// Asks the room of a match anew that has ended and closed: what it has answered it still knows.
async fn ask_again(
    registry: &Arc<MatchRegistry>,
    taken: &Taken,
    mut act: Command,
) -> Result<(), Error> {
    let (reply, answer) = oneshot::channel();
    if let Command::Act { source, .. } = &mut act {
        // The seat's stream is none of the new room's.
        let token = taken.token.to_string();
        *source = ActSource::Call { token, reply };
    }
    registry.send(&taken.id, act).await?;
    let accepted = answer.await.map_err(|_| room_failed())??;
    taken.sink.accept(accepted);
    Ok(())
}

fn rejected(handle: u32, turn: u32, act: u32, error: &Error) -> proto::PlayResponse {
    let rejected = proto::Rejected {
        handle,
        turn,
        act,
        error: Some(error.to_proto()),
    };
    proto::PlayResponse {
        kind: Some(ResponseKind::Rejected(rejected)),
    }
}
