//! All matches: making them, finding them, opening their rooms.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{SystemTime, UNIX_EPOCH};

use botwerk_agents::{AgentSpec, Roster};
use botwerk_engine::record::{
    EventLine, Header, OutcomeLine, Record, SeatHeader, SeedOrigin, TimeKind,
};
use botwerk_engine::{GameId, RootSeed, with_game};
use botwerk_proto::v1 as proto;
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use uuid::Uuid;

use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::match_state::MatchState;
use crate::room::{self, Command, MatchSetup, RoomContext, RoomHandle, SeatAccess};
use crate::store::{MatchRow, StoreError, StoredMatch};
use crate::token::{TokenHash, new_token, random_bytes};
use crate::wire;

/// The longest `request_id`, in bytes.
const REQUEST_ID_BYTES: usize = 128;

/// Matches in one answer to a list, if nothing is said, and at most.
const PAGE: (usize, usize) = (50, 500);

/// All matches of a server.
pub(crate) struct Lobby {
    // A lock of the standard library: touched once a call, never across an await.
    rooms: RwLock<HashMap<MatchId, RoomHandle>>,
    context: Arc<RoomContext>,
    draining: AtomicBool,
    stopping: CancellationToken,
}

/// A match that was made, with what is told only once.
struct Created {
    row: MatchRow,
    seat_tokens: Vec<proto::SeatToken>,
    owner_token: String,
}

impl Lobby {
    pub(crate) fn new(context: RoomContext) -> Arc<Self> {
        Arc::new(Self {
            rooms: RwLock::default(),
            context: Arc::new(context),
            draining: AtomicBool::new(false),
            stopping: CancellationToken::new(),
        })
    }

    /// Opens the rooms of matches that have not ended; gives how many can go on.
    pub(crate) fn take_up(self: &Arc<Self>, unfinished: &[MatchId]) -> usize {
        let mut count = 0;
        for id in unfinished {
            match self.room(id) {
                Ok(_) => count += 1,
                // One broken match keeps no other from going on.
                Err(error) => tracing::error!(%id, %error, "a match cannot go on"),
            }
        }
        count
    }

    /// Makes a match.
    pub(crate) async fn create(
        self: &Arc<Self>,
        request: proto::CreateMatchRequest,
    ) -> Result<proto::CreateMatchResponse, Error> {
        if self.is_draining() {
            return Err(draining());
        }
        if request.request_id.len() > REQUEST_ID_BYTES {
            let message = format!("request_id: at most {REQUEST_ID_BYTES} bytes");
            return Err(Error::new(Reason::BadRequest, message));
        }
        if let Some(response) = self.made_before(&request.request_id)? {
            return Ok(response);
        }
        let setup = request.setup.as_ref();
        let setup = setup.ok_or_else(|| Error::new(Reason::BadRequest, "setup: it is missing"))?;
        let game: GameId = setup.game.parse()?;
        let created = with_game!(game, G => plan::<G>(&request, setup))?;
        let stored = self.context.store.create(created.row.clone()).await;
        if let Err(error) = stored {
            // Somebody may have made it with the same request_id at the same time.
            if let Some(response) = self.made_before(&request.request_id)? {
                return Ok(response);
            }
            return Err(store_error(error));
        }
        let Created {
            row,
            seat_tokens,
            owner_token,
        } = created;
        let message = wire::match_message(room::describe_stored(&row)?);
        self.room(&row.id)?;
        tracing::info!(id = %row.id, game = game.name(), "match created");
        Ok(proto::CreateMatchResponse {
            r#match: Some(message),
            seat_tokens,
            owner_token,
        })
    }

    /// The match that a request has made before; its tokens are not told again.
    pub(crate) fn made_before(
        &self,
        request_id: &str,
    ) -> Result<Option<proto::CreateMatchResponse>, Error> {
        if request_id.is_empty() {
            return Ok(None);
        }
        let row = self
            .context
            .store
            .match_by_request_id(request_id)
            .map_err(store_error)?;
        let Some(row) = row else { return Ok(None) };
        let message = wire::match_message(room::describe_stored(&row)?);
        Ok(Some(proto::CreateMatchResponse {
            r#match: Some(message),
            ..Default::default()
        }))
    }

    /// The room of a match, opened if need be.
    pub(crate) fn room(self: &Arc<Self>, id: &MatchId) -> Result<RoomHandle, Error> {
        if let Some(room) = self.open_room(id) {
            return Ok(room);
        }
        let stored = self.stored(id)?;
        let mut rooms = self.rooms.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(room) = rooms.get(id).filter(|room| !room.is_closed()) {
            return Ok(room.clone());
        }
        if self.stopping.is_cancelled() {
            return Err(draining());
        }
        let game: GameId = MatchSetup::read(&stored.row)?.header.game.parse()?;
        let lobby = Arc::downgrade(self);
        let closed_id = id.clone();
        let closed = move || {
            if let Some(lobby) = lobby.upgrade() {
                lobby.forget(&closed_id);
            }
        };
        let context = Arc::clone(&self.context);
        let room = with_game!(game, G => room::open::<G>(stored, context, closed))?;
        rooms.insert(id.clone(), room.clone());
        Ok(room)
    }

    /// Sends a command to the room of a match. One that closes at that very moment is opened again.
    pub(crate) async fn send(
        self: &Arc<Self>,
        id: &MatchId,
        mut command: Command,
    ) -> Result<RoomHandle, Error> {
        loop {
            let room = self.room(id)?;
            match room.send(command).await {
                Ok(()) => return Ok(room),
                Err(back) => command = back,
            }
        }
    }

    fn open_room(&self, id: &MatchId) -> Option<RoomHandle> {
        let rooms = self.rooms.read().unwrap_or_else(PoisonError::into_inner);
        rooms.get(id).filter(|room| !room.is_closed()).cloned()
    }

    fn forget(&self, id: &MatchId) {
        let mut rooms = self.rooms.write().unwrap_or_else(PoisonError::into_inner);
        if rooms.get(id).is_some_and(RoomHandle::is_closed) {
            rooms.remove(id);
        }
    }

    fn stored(&self, id: &MatchId) -> Result<StoredMatch, Error> {
        self.context.store.load(id).map_err(store_error)
    }

    /// What everybody may know of a match.
    pub(crate) async fn describe(&self, id: &MatchId) -> Result<proto::Match, Error> {
        if let Some(room) = self.open_room(id) {
            let (reply, answer) = oneshot::channel();
            if room.send(Command::Describe { reply }).await.is_ok()
                && let Ok(message) = answer.await
            {
                return Ok(wire::match_message(message));
            }
        }
        Ok(wire::match_message(room::describe_stored(
            &self.stored(id)?.row,
        )?))
    }

    /// Matches, the newest first, and where to go on.
    pub(crate) fn list(
        &self,
        request: &proto::ListMatchesRequest,
    ) -> Result<proto::ListMatchesResponse, Error> {
        let limit = match request.page_size as usize {
            0 => PAGE.0,
            size => size.min(PAGE.1),
        };
        let before = Some(request.page_token.as_str()).filter(|token| !token.is_empty());
        if before.is_some_and(|token| Uuid::try_parse(token).is_err()) {
            let message = "page_token: not one of a former answer";
            return Err(Error::new(Reason::BadRequest, message));
        }
        let before = before.map(MatchId::from);
        let state = wire::match_state(request.state)?;
        let mut rows = self
            .context
            .store
            .list(before.as_ref(), state, limit + 1)
            .map_err(store_error)?;
        let more = rows.len() > limit;
        rows.truncate(limit);
        let next = rows
            .last()
            .filter(|_| more)
            .map_or_else(String::new, |row| row.id.to_string());
        let matches = rows
            .iter()
            .map(|row| room::describe_stored(row).map(wire::match_message))
            .collect::<Result<_, _>>()?;
        Ok(proto::ListMatchesResponse {
            matches,
            next_page_token: next,
        })
    }

    /// The record of a match that has ended.
    pub(crate) fn record(&self, id: &MatchId) -> Result<String, Error> {
        let stored = self.stored(id)?;
        let Some(outcome) = &stored.row.outcome else {
            let message = "the record tells the seed, so it is there only once the match has ended";
            return Err(Error::new(Reason::MatchRunning, message));
        };
        let broken = |error: serde_json::Error| {
            Error::new(
                Reason::StoreUnavailable,
                format!("match {id} is stored damaged: {error}"),
            )
        };
        let event = |line: &String| serde_json::from_str::<EventLine>(line);
        let record = Record {
            header: MatchSetup::read(&stored.row)?.header,
            events: stored
                .events
                .iter()
                .map(event)
                .collect::<Result<_, _>>()
                .map_err(broken)?,
            outcome: Some(serde_json::from_str::<OutcomeLine>(outcome).map_err(broken)?),
        };
        Ok(record.to_text())
    }

    /// Refuses new matches from now on.
    pub(crate) fn begin_drain(&self) {
        self.draining.store(true, Ordering::Relaxed);
    }

    /// Whether new matches are refused.
    pub(crate) fn is_draining(&self) -> bool {
        self.draining.load(Ordering::Relaxed)
    }

    /// Whether any match is going on.
    pub(crate) async fn is_busy(&self) -> bool {
        for room in self.open_rooms() {
            let (reply, answer) = oneshot::channel();
            let sent = room.send(Command::Describe { reply }).await.is_ok();
            if sent
                && answer
                    .await
                    .is_ok_and(|described| described.state == MatchState::Running)
            {
                return true;
            }
        }
        false
    }

    /// Ends all streams and closes all rooms; none opens any more.
    pub(crate) fn end_streams(&self) {
        let rooms: Vec<_> = {
            let rooms = self.rooms.write().unwrap_or_else(PoisonError::into_inner);
            // Under the lock that opening a room takes.
            self.stopping.cancel();
            rooms.values().cloned().collect()
        };
        for room in rooms {
            // A room that has closed has no streams.
            let _ = room.send_unbounded(Command::Drain);
        }
    }

    /// Waits until streams are to end.
    pub(crate) async fn stops(&self) -> Error {
        self.stopping.cancelled().await;
        draining()
    }

    /// The tasks that keep the store open.
    pub(crate) fn tasks(&self) -> &TaskTracker {
        &self.context.tasks
    }

    fn open_rooms(&self) -> Vec<RoomHandle> {
        let rooms = self.rooms.read().unwrap_or_else(PoisonError::into_inner);
        rooms.values().cloned().collect()
    }
}

pub(crate) fn draining() -> Error {
    let message = "the server stops; join again once it is back, nothing is lost";
    Error::new(Reason::Draining, message)
}

pub(crate) fn store_error(error: StoreError) -> Error {
    let reason = match error {
        StoreError::NotFound(_) => Reason::NotFound,
        StoreError::AlreadyExists(_) => Reason::BadRequest,
        StoreError::Unavailable(_) | StoreError::Stale { .. } => Reason::StoreUnavailable,
    };
    Error::new(reason, error.to_string())
}

/// Everything that a new match needs to be stored.
fn plan<G: Roster>(
    request: &proto::CreateMatchRequest,
    setup: &proto::GameSetup,
) -> Result<Created, Error> {
    let count = request.seats.len() as u32;
    if count == 0 {
        let message = "seats: none is set up; an empty one is open to join";
        return Err(Error::new(Reason::BadRequest, message));
    }
    if setup.seats != 0 && setup.seats != count {
        let message = format!(
            "setup.seats: {} given, but {count} seats are set up",
            setup.seats
        );
        return Err(Error::new(Reason::BadRequest, message));
    }
    let game: G = wire::setup(
        &proto::GameSetup {
            seats: count,
            ..setup.clone()
        },
        None,
    )?;
    let mut plans = Vec::new();
    let mut headers = Vec::new();
    let mut seat_tokens = Vec::new();
    for (i, seat) in request.seats.iter().enumerate() {
        let (header, token) = plan_seat::<G>(i, seat)?;
        headers.push(header);
        plans.push(SeatAccess {
            token: token.as_ref().map(|(_, hash)| *hash),
        });
        seat_tokens.extend(token.map(|(token, _)| proto::SeatToken {
            seat: i as u32,
            token,
        }));
    }
    let (seed, origin) = match request.seed.as_str() {
        "" => (RootSeed::new(random_bytes()?), SeedOrigin::System),
        text => (RootSeed::from_text(text), SeedOrigin::Given),
    };
    let time = if request.virtual_time {
        TimeKind::Virtual
    } else {
        TimeKind::Wall
    };
    let (owner_token, owner) = new_token()?;
    let time_control = wire::time_control(request.time_control.as_ref())?;
    let setup = MatchSetup {
        header: Header {
            time_control: time_control.words(),
            ..Header::new(&game, headers, seed, origin, time)
        },
        seats: plans,
        owner,
        time_control,
        allow_hints: request.allow_hints,
        tournament: None,
    };
    let setup = serde_json::to_string(&setup).map_err(|error| {
        Error::new(
            Reason::StoreUnavailable,
            format!("the match cannot be written: {error}"),
        )
    })?;
    let row = MatchRow {
        id: MatchId::new(),
        request_id: Some(request.request_id.clone()).filter(|id| !id.is_empty()),
        state: MatchState::Waiting,
        created_micros: now_micros(),
        setup,
        events: 0,
        outcome: None,
    };
    Ok(Created {
        row,
        seat_tokens,
        owner_token,
    })
}

/// A seat's line in the record, and its token if somebody is to join it.
fn plan_seat<G: Roster>(
    index: usize,
    seat: &proto::SeatSetup,
) -> Result<(SeatHeader, Option<(String, TokenHash)>), Error> {
    let name = |default: String| {
        if seat.name.is_empty() {
            default
        } else {
            seat.name.clone()
        }
    };
    if seat.name.len() > REQUEST_ID_BYTES {
        let message = format!("seats[{index}].name: at most {REQUEST_ID_BYTES} bytes");
        return Err(Error::new(Reason::BadRequest, message));
    }
    match &seat.agent {
        Some(message) => {
            let spec: AgentSpec = wire::agent_spec(message);
            G::candidate(&spec)?;
            let agent = spec.to_string();
            Ok((
                SeatHeader {
                    name: name(agent.clone()),
                    agent: Some(agent),
                },
                None,
            ))
        }
        None => {
            let header = SeatHeader {
                name: name(format!("seat {index}")),
                agent: None,
            };
            Ok((header, Some(new_token()?)))
        }
    }
}

pub(crate) fn now_micros() -> i64 {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    since.as_micros() as i64
}
