//! Rooms whose store fails or is slow, and whose search threads are busy.

mod agents;
mod clocks;
mod flaky_store;
mod frames;
mod store;

use std::sync::Arc;
use std::time::Duration;

use botwerk_engine::GameId;
use botwerk_engine::clock::TimeControl;
use tokio::sync::oneshot;
use tokio_util::task::TaskTracker;

use self::flaky_store::FlakyStore;
use self::frames::Frames;
use crate::edge::RoundTrip;
use crate::error::{Error, Reason};
use crate::match_registry::MatchRegistry;
use crate::new_match::{NewMatch, NewSeat};
use crate::pool::SearchPool;
use crate::request_origin::RequestOrigin;
use crate::requester::Requester;
use crate::room::{
    Accepted, Command, MatchLimits, RoomContext, RoomHandle, RoomRuntimes, SubmissionSource,
    SubmitCommand, Subscriber, ViewOptions, stream_channel,
};
use crate::store::Store;
use crate::wire::SubmissionContent;
use crate::work_guard::WorkGuard;

/// A match in a room, with one search thread.
struct RoomFixture {
    /// The store.
    store: Arc<FlakyStore>,
    /// The room.
    room: RoomHandle,
    /// The tokens of the open seats.
    tokens: Vec<String>,
    pool: SearchPool,
    _registry: Arc<MatchRegistry>,
}

/// Keeps the only search thread of a room busy until it is dropped.
struct BusyThread {
    _release: [std::sync::mpsc::Sender<()>; 2],
}

impl RoomFixture {
    /// Creates a match of `remote` open seats and one that `agent` plays, if it is given.
    async fn new(remote: usize, agent: Option<&str>, options: &[(&str, &str)]) -> Self {
        Self::with_request(remote, agent, options, |_| {}).await
    }

    /// Creates a match as [`Self::new`] does, after `change` has changed its description.
    async fn with_request(
        remote: usize,
        agent: Option<&str>,
        options: &[(&str, &str)],
        change: impl FnOnce(&mut NewMatch),
    ) -> Self {
        let store = Arc::new(FlakyStore::new());
        let pool = SearchPool::new(1, 100).unwrap();
        let context = RoomContext {
            store: Arc::clone(&store) as Arc<dyn Store>,
            pool: pool.clone(),
            limits: MatchLimits {
                join: Duration::from_secs(600),
                offline: Duration::from_secs(600),
                rejoin: Duration::from_secs(600),
                illegal: 3,
                lag_cap_millis: 100,
            },
            attempt_observers: Arc::default(),
            guard: WorkGuard::of_test(),
            tasks: TaskTracker::new(),
            runtimes: RoomRuntimes::current(),
        };
        let registry = MatchRegistry::new(context, None);
        let open_seat = NewSeat {
            name: None,
            agent: None,
        };
        let mut seats = vec![open_seat; remote];
        seats.extend(agent.map(|text| NewSeat {
            name: None,
            agent: Some(text.parse().unwrap()),
        }));
        let option = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let mut new = NewMatch {
            request_id: None,
            game: GameId::MICRO_ROBOTS,
            options: options.iter().map(option).collect(),
            seats,
            seed: Some("faults".into()),
            time_control: TimeControl::default(),
            is_virtual: false,
            allow_hints: false,
            public_comments: false,
        };
        change(&mut new);
        let prepared = new.prepare(RequestOrigin::of_test(), &registry.secret());
        let created = registry.create(prepared.unwrap()).await.unwrap();
        let room = registry.room(&created.row.id).await.unwrap();
        let tokens = created.tokens.unwrap().seats.into_iter();
        Self {
            store,
            room,
            tokens: tokens.map(|(_, token)| token).collect(),
            pool,
            _registry: registry,
        }
    }

    /// Keeps the only search thread busy until the answer is dropped.
    fn occupy_thread(&self) -> BusyThread {
        // The second one takes the additional thread, once the first one is overdue.
        let release = ["first", "second"].map(|id| {
            let (release, released) = std::sync::mpsc::channel();
            let other = Requester::Match(id.into());
            self.pool.spawn_agent_job(&other, move || {
                // Ends when the sender is dropped.
                let _ = released.recv();
            });
            release
        });
        BusyThread { _release: release }
    }

    /// Joins a seat.
    async fn join(&self, seat: usize) -> Frames {
        let (sender, receiver) = stream_channel();
        let options = ViewOptions {
            include_legal_actions: true,
            include_text: false,
            include_observation: false,
            include_update_views: false,
        };
        let (reply, answer) = oneshot::channel();
        let join = Command::Join {
            token: self.tokens[seat].clone(),
            resume_after_seq: 0,
            ruleset_sha256: String::new(),
            subscriber: Subscriber::play(1, sender, options, RoundTrip::default()),
            reply,
        };
        self.room.send(join).await.unwrap();
        answer.await.unwrap().unwrap();
        Frames::new(receiver)
    }

    /// Sends the first submission of a turn with declared effort and returns the receiver of its answer.
    async fn send(
        &self,
        seat: usize,
        turn: u32,
        text: &str,
        effort: u64,
    ) -> oneshot::Receiver<Result<Accepted, Error>> {
        self.send_part(seat, (turn, 0), text, effort).await
    }

    /// Sends a submission of a turn and part as [`Self::send`] does.
    async fn send_part(
        &self,
        seat: usize,
        (turn, part): (u32, u32),
        text: &str,
        effort: u64,
    ) -> oneshot::Receiver<Result<Accepted, Error>> {
        let (reply, answer) = oneshot::channel();
        let command = SubmitCommand {
            source: SubmissionSource::Unary {
                token: self.tokens[seat].clone(),
                reply,
            },
            turn,
            part,
            content: SubmissionContent::Text(text.into()),
            effort,
            score: None,
            span: tracing::Span::none(),
            comment: String::new(),
        };
        assert!(self.room.send_submission(command).await.is_ok());
        answer
    }

    /// Submits a text and returns the answer.
    async fn submit(&self, seat: usize, turn: u32, text: &str) -> Result<Accepted, Reason> {
        let answer = self.send(seat, turn, text, 0).await;
        answer.await.unwrap().map_err(|error| error.reason)
    }

    /// Resigns for a seat and returns the answer.
    async fn resign(&self, seat: usize) -> Result<(), Reason> {
        let (reply, answer) = oneshot::channel();
        let token = self.tokens[seat].clone();
        let command = Command::Resign {
            token,
            has_crashed: false,
            reply,
        };
        self.room.send(command).await.unwrap();
        answer.await.unwrap().map_err(|error| error.reason)
    }
}
