//! A match in a room on a store that fails and waits when it is told to. A disk cannot be made to
//! fail on demand, so the store is a double here, and nothing else is.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use botwerk_proto::v1 as proto;
use proto::play_response::Kind;
use tokio::sync::oneshot;
use tokio_stream::StreamExt;
use tokio_util::task::TaskTracker;

use crate::error::{Error, Reason};
use crate::ids::MatchId;
use crate::match_registry::MatchRegistry;
use crate::match_state::MatchState;
use crate::pool::Pool;
use crate::room::{
    ActContent, ActSource, Command, Limits, Outgoing, RoomHandle, RoundTrips, Sink, Surroundings,
    outlet,
};
use crate::store::{
    Commit, MatchRow, MemoryStore, PendingRead, PendingWrite, Store, StoreError, StoredMatch,
};

/// A store that fails and waits when it is told to.
#[derive(Debug, Default)]
pub(super) struct Shaky {
    pub(super) inner: MemoryStore,
    /// Commits so far, and how many of them succeed.
    pub(super) commits: AtomicUsize,
    pub(super) good: AtomicUsize,
    /// Commits that were refused.
    pub(super) refused: AtomicUsize,
    /// Whether commits are answered only once they are released.
    pub(super) slow: AtomicBool,
    pub(super) held: Mutex<Vec<oneshot::Sender<Result<(), StoreError>>>>,
}

impl Shaky {
    pub(super) fn fail_after(&self, good: usize) {
        let commits = self.commits.load(Ordering::SeqCst);
        self.good
            .store(commits.saturating_add(good), Ordering::SeqCst);
    }

    pub(super) fn work(&self) {
        self.good.store(usize::MAX, Ordering::SeqCst);
    }

    pub(super) fn refused(&self) -> usize {
        self.refused.load(Ordering::SeqCst)
    }
}

impl Store for Shaky {
    fn create(&self, row: MatchRow) -> PendingWrite {
        self.inner.create(row)
    }

    fn commit(&self, commit: Commit) -> PendingWrite {
        if self.commits.load(Ordering::SeqCst) >= self.good.load(Ordering::SeqCst) {
            self.refused.fetch_add(1, Ordering::SeqCst);
            return PendingWrite::ready(Err(StoreError::Unavailable("the disk is full".into())));
        }
        self.commits.fetch_add(1, Ordering::SeqCst);
        let receipt = self.inner.commit(commit);
        if !self.slow.load(Ordering::SeqCst) {
            return receipt;
        }
        let (release, held) = oneshot::channel();
        self.held.lock().unwrap().push(release);
        PendingWrite::waiting(held)
    }

    fn probe(&self) -> PendingWrite {
        if self.commits.load(Ordering::SeqCst) >= self.good.load(Ordering::SeqCst) {
            self.refused.fetch_add(1, Ordering::SeqCst);
            return PendingWrite::ready(Err(StoreError::Unavailable("the disk is full".into())));
        }
        self.inner.probe()
    }

    fn load(&self, id: &MatchId) -> PendingRead<StoredMatch> {
        self.inner.load(id)
    }

    fn match_by_request_id(&self, request_id: &str) -> PendingRead<Option<MatchRow>> {
        self.inner.match_by_request_id(request_id)
    }

    fn list(
        &self,
        before: Option<&MatchId>,
        state: Option<MatchState>,
        limit: usize,
    ) -> PendingRead<Vec<MatchRow>> {
        self.inner.list(before, state, limit)
    }
}

/// A match in a room.
pub(super) struct Table {
    pub(super) store: Arc<Shaky>,
    pub(super) pool: Pool,
    pub(super) room: RoomHandle,
    pub(super) tokens: Vec<String>,
    pub(super) _lobby: Arc<MatchRegistry>,
}

impl Table {
    /// A match of so many open seats, and one of this bundled player.
    pub(super) async fn new(remote: usize, agent: Option<&str>, options: &[(&str, &str)]) -> Self {
        Self::timed(remote, agent, options, false).await
    }

    pub(super) async fn timed(
        remote: usize,
        agent: Option<&str>,
        options: &[(&str, &str)],
        virtual_time: bool,
    ) -> Self {
        Self::made(remote, agent, options, |request| {
            request.virtual_time = virtual_time;
        })
        .await
    }

    pub(super) async fn made(
        remote: usize,
        agent: Option<&str>,
        options: &[(&str, &str)],
        change: impl FnOnce(&mut proto::CreateMatchRequest),
    ) -> Self {
        let store = Arc::new(Shaky::default());
        store.work();
        let pool = Pool::new(1).unwrap();
        let lobby = MatchRegistry::new(Surroundings {
            store: Arc::clone(&store) as Arc<dyn Store>,
            pool: pool.clone(),
            limits: Limits {
                join: Duration::from_secs(600),
                offline: Duration::from_secs(600),
                rejoin: Duration::from_secs(600),
                illegal: 3,
                lag_cap_millis: 100,
            },
            ends: Arc::default(),
            tasks: TaskTracker::new(),
        });
        let mut seats = vec![proto::SeatSetup::default(); remote];
        seats.extend(agent.map(|name| proto::SeatSetup {
            name: String::new(),
            agent: Some(proto::AgentSpec {
                name: name.into(),
                settings: Vec::new(),
            }),
        }));
        let option = |(name, value): &(&str, &str)| proto::GameOption {
            name: (*name).into(),
            value: (*value).into(),
        };
        let mut request = proto::CreateMatchRequest {
            setup: Some(proto::GameSetup {
                game: "micro-robots".into(),
                options: options.iter().map(option).collect(),
                seats: 0,
            }),
            seats,
            seed: "faults".into(),
            ..Default::default()
        };
        change(&mut request);
        let new = crate::wire::new_match(request).unwrap();
        let made = lobby.create(new).await.unwrap();
        let room = lobby.room(&made.row.id).await.unwrap();
        Self {
            store,
            pool,
            room,
            tokens: made
                .tokens
                .unwrap()
                .seats
                .into_iter()
                .map(|(_, token)| token)
                .collect(),
            _lobby: lobby,
        }
    }

    pub(super) async fn join(&self, seat: usize) -> Outgoing<proto::PlayResponse> {
        let (to, frames) = outlet();
        let (reply, answer) = oneshot::channel();
        let join = Command::Join {
            token: self.tokens[seat].clone(),
            after_seq: 0,
            rules: String::new(),
            sink: Sink::play(1, to, proto::ViewOptions::default(), RoundTrips::default()),
            reply,
        };
        self.room.send(join).await.unwrap();
        answer.await.unwrap().unwrap();
        frames
    }

    /// Sends an act; the answer comes out of the receiver.
    pub(super) async fn send(
        &self,
        seat: usize,
        turn: u32,
        text: &str,
    ) -> oneshot::Receiver<Result<proto::Accepted, Error>> {
        let (reply, answer) = oneshot::channel();
        let act = Command::Act {
            source: ActSource::Call {
                token: self.tokens[seat].clone(),
                reply,
            },
            turn,
            act: 0,
            content: ActContent::Text(text.into()),
            effort: 0,
        };
        self.room.send(act).await.unwrap();
        answer
    }

    pub(super) async fn act(
        &self,
        seat: usize,
        turn: u32,
        text: &str,
    ) -> Result<proto::Accepted, Reason> {
        let answer = self.send(seat, turn, text).await;
        answer.await.unwrap().map_err(|error| error.reason)
    }

    pub(super) async fn resign(&self, seat: usize) -> Result<(), Reason> {
        let (reply, answer) = oneshot::channel();
        let token = self.tokens[seat].clone();
        self.room
            .send(Command::Resign { token, reply })
            .await
            .unwrap();
        answer.await.unwrap().map_err(|error| error.reason)
    }
}

/// Reads frames until one that is wanted.
pub(super) async fn until<T>(
    frames: &mut Outgoing<proto::PlayResponse>,
    wanted: impl Fn(Kind) -> Option<T>,
) -> T {
    let reading = async {
        loop {
            let frame = frames.next().await.unwrap().unwrap();
            if let Some(found) = frame.kind.and_then(&wanted) {
                return found;
            }
        }
    };
    let limit = Duration::from_secs(20);
    tokio::time::timeout(limit, reading).await.unwrap()
}

pub(super) async fn request(frames: &mut Outgoing<proto::PlayResponse>) -> proto::ActRequest {
    let request = |kind| match kind {
        Kind::ActRequest(request) => Some(request),
        _ => None,
    };
    until(frames, request).await
}

pub(super) async fn over(frames: &mut Outgoing<proto::PlayResponse>) -> proto::MatchOver {
    let over = |kind| match kind {
        Kind::MatchOver(over) => Some(over),
        _ => None,
    };
    until(frames, over).await
}

/// Waits until the match is in a state.
pub(super) async fn state(frames: &mut Outgoing<proto::PlayResponse>, wanted: proto::MatchState) {
    let changed = |kind| match kind {
        Kind::StateChanged(changed) => (changed.state() == wanted).then_some(()),
        _ => None,
    };
    until(frames, changed).await;
}

/// The texts of the next update.
pub(super) async fn update(frames: &mut Outgoing<proto::PlayResponse>) -> Vec<String> {
    let texts = |kind| match kind {
        Kind::Update(update) => Some(update.events.into_iter().map(|e| e.text).collect()),
        _ => None,
    };
    until(frames, texts).await
}

/// Waits until a store has refused so many commits.
pub(super) async fn refused(store: &Shaky, count: usize) {
    let waiting = async {
        while store.refused() < count {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let limit = Duration::from_secs(20);
    tokio::time::timeout(limit, waiting).await.unwrap();
}
