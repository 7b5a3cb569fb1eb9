//! Rooms whose store fails or is slow, and whose search threads are busy. A disk cannot be made to
//! fail on demand, so the store is a double here, and nothing else is.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use botwerk_proto::v1 as proto;
use proto::play_response::Kind;
use tokio::sync::oneshot;
use tokio_stream::StreamExt;
use tokio_util::task::TaskTracker;

use super::{
    ActContent, ActSource, Command, Limits, Outgoing, RoomHandle, RoundTrips, Sink, Surroundings,
    outlet,
};
use crate::error::{Error, Reason};
use crate::lobby::Lobby;
use crate::pool::Pool;
use crate::store::{Commit, MatchRow, MemoryStore, Receipt, Store, StoreError, StoredMatch};

/// A store that fails and waits when it is told to.
#[derive(Debug, Default)]
struct Shaky {
    inner: MemoryStore,
    /// Commits so far, and how many of them succeed.
    commits: AtomicUsize,
    good: AtomicUsize,
    /// Commits that were refused.
    refused: AtomicUsize,
    /// Whether commits are answered only once they are released.
    slow: AtomicBool,
    held: Mutex<Vec<oneshot::Sender<Result<(), StoreError>>>>,
}

impl Shaky {
    fn fail_after(&self, good: usize) {
        let commits = self.commits.load(Ordering::SeqCst);
        self.good
            .store(commits.saturating_add(good), Ordering::SeqCst);
    }

    fn work(&self) {
        self.good.store(usize::MAX, Ordering::SeqCst);
    }

    fn refused(&self) -> usize {
        self.refused.load(Ordering::SeqCst)
    }
}

impl Store for Shaky {
    fn create(&self, row: MatchRow) -> Receipt {
        self.inner.create(row)
    }

    fn commit(&self, commit: Commit) -> Receipt {
        if self.commits.load(Ordering::SeqCst) >= self.good.load(Ordering::SeqCst) {
            self.refused.fetch_add(1, Ordering::SeqCst);
            return Receipt::ready(Err(StoreError::Unavailable("the disk is full".into())));
        }
        self.commits.fetch_add(1, Ordering::SeqCst);
        let receipt = self.inner.commit(commit);
        if !self.slow.load(Ordering::SeqCst) {
            return receipt;
        }
        let (release, held) = oneshot::channel();
        self.held.lock().unwrap().push(release);
        Receipt::waiting(held)
    }

    fn load(&self, id: &str) -> Result<StoredMatch, StoreError> {
        self.inner.load(id)
    }

    fn find_request(&self, request_id: &str) -> Result<Option<MatchRow>, StoreError> {
        self.inner.find_request(request_id)
    }

    fn list(
        &self,
        before: Option<&str>,
        state: Option<i32>,
        limit: usize,
    ) -> Result<Vec<MatchRow>, StoreError> {
        self.inner.list(before, state, limit)
    }
}

/// A match in a room.
struct Table {
    store: Arc<Shaky>,
    pool: Pool,
    room: RoomHandle,
    tokens: Vec<String>,
    _lobby: Arc<Lobby>,
}

impl Table {
    /// A match of so many open seats, and one of this bundled player.
    async fn new(remote: usize, agent: Option<&str>, options: &[(&str, &str)]) -> Self {
        Self::timed(remote, agent, options, false).await
    }

    async fn timed(
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

    async fn made(
        remote: usize,
        agent: Option<&str>,
        options: &[(&str, &str)],
        change: impl FnOnce(&mut proto::CreateMatchRequest),
    ) -> Self {
        let store = Arc::new(Shaky::default());
        store.work();
        let pool = Pool::new(1).unwrap();
        let lobby = Lobby::new(Surroundings {
            store: Arc::clone(&store) as Arc<dyn Store>,
            pool: pool.clone(),
            limits: Limits {
                join: Duration::from_secs(600),
                offline: Duration::from_secs(600),
                rejoin: Duration::from_secs(600),
                illegal: 3,
                lag_cap_millis: 100,
            },
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
        let made = lobby.create(request).await.unwrap();
        let name = made.r#match.unwrap().name;
        let room = lobby.room(name.trim_start_matches("matches/")).unwrap();
        Self {
            store,
            pool,
            room,
            tokens: made.seat_tokens.into_iter().map(|t| t.token).collect(),
            _lobby: lobby,
        }
    }

    async fn join(&self, seat: usize) -> Outgoing<proto::PlayResponse> {
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
    async fn send(
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

    async fn act(&self, seat: usize, turn: u32, text: &str) -> Result<proto::Accepted, Reason> {
        let answer = self.send(seat, turn, text).await;
        answer.await.unwrap().map_err(|error| error.reason)
    }

    async fn resign(&self, seat: usize) -> Result<(), Reason> {
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
async fn until<T>(
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

async fn request(frames: &mut Outgoing<proto::PlayResponse>) -> proto::ActRequest {
    let request = |kind| match kind {
        Kind::ActRequest(request) => Some(request),
        _ => None,
    };
    until(frames, request).await
}

async fn over(frames: &mut Outgoing<proto::PlayResponse>) -> proto::MatchOver {
    let over = |kind| match kind {
        Kind::MatchOver(over) => Some(over),
        _ => None,
    };
    until(frames, over).await
}

/// Waits until the match is in a state.
async fn state(frames: &mut Outgoing<proto::PlayResponse>, wanted: proto::MatchState) {
    let changed = |kind| match kind {
        Kind::StateChanged(changed) => (changed.state() == wanted).then_some(()),
        _ => None,
    };
    until(frames, changed).await;
}

/// The texts of the next update.
async fn update(frames: &mut Outgoing<proto::PlayResponse>) -> Vec<String> {
    let texts = |kind| match kind {
        Kind::Update(update) => Some(update.events.into_iter().map(|e| e.text).collect()),
        _ => None,
    };
    until(frames, texts).await
}

/// Waits until a store has refused so many commits.
async fn refused(store: &Shaky, count: usize) {
    let waiting = async {
        while store.refused() < count {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let limit = Duration::from_secs(20);
    tokio::time::timeout(limit, waiting).await.unwrap();
}

#[tokio::test]
async fn acts_are_refused_while_nothing_can_be_stored_and_nothing_is_lost() {
    let table = Table::new(2, None, &[("round_cap", "1")]).await;
    let mut first = table.join(0).await;
    let mut second = table.join(1).await;
    let turn = request(&mut first).await.turn;
    request(&mut second).await;
    table.store.fail_after(0);
    for _ in 0..3 {
        assert_eq!(
            table.act(0, turn, "pass").await,
            Err(Reason::StoreUnavailable)
        );
        assert_eq!(
            table.act(1, turn, "say 5").await,
            Err(Reason::StoreUnavailable)
        );
        assert_eq!(table.resign(0).await, Err(Reason::StoreUnavailable));
    }
    state(&mut first, proto::MatchState::Suspended).await;
    table.store.work();
    state(&mut first, proto::MatchState::Running).await;
    // What is open is asked again, and no second time.
    assert_eq!(request(&mut first).await.turn, turn);
    // What was refused was not done: the seat may say something else.
    table.act(1, turn, "pass").await.unwrap();
    table.act(0, turn, "pass").await.unwrap();
    let end = over(&mut first).await;
    assert_eq!(end.outcome.unwrap().rule, "MR-28");
    assert_eq!(over(&mut second).await.terminations, [0, 0]);
}

#[tokio::test]
async fn a_match_begins_as_soon_as_that_can_be_stored() {
    let table = Table::new(2, None, &[]).await;
    let mut first = table.join(0).await;
    table.store.fail_after(0);
    let _second = table.join(1).await;
    refused(&table.store, 2).await;
    assert_eq!(table.act(0, 1, "pass").await, Err(Reason::NotYourTurn));
    table.store.work();
    // Long before the limit for joining.
    let turn = request(&mut first).await.turn;
    table.act(0, turn, "pass").await.unwrap();
}

#[tokio::test]
async fn a_bundled_player_is_asked_again_and_not_at_once() {
    let table = Table::new(1, Some("solver"), &[("chips_to_win", "1")]).await;
    // The beginning is stored, the player's announcement is not.
    table.store.fail_after(1);
    let mut frames = table.join(0).await;
    let turn = request(&mut frames).await.turn;
    refused(&table.store, 1).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(
        table.store.refused() < 50,
        "{} times",
        table.store.refused()
    );
    table.store.work();
    // Or it was faster.
    let _ = table.act(0, turn, "pass").await;
    assert_eq!(over(&mut frames).await.outcome.unwrap().places, [2, 1]);
}

#[tokio::test]
async fn a_limit_that_passes_meanwhile_takes_effect_afterwards() {
    let table = Table::new(2, None, &[("race_limit", "50ms"), ("round_cap", "1")]).await;
    let mut first = table.join(0).await;
    let _second = table.join(1).await;
    request(&mut first).await;
    table.store.fail_after(0);
    refused(&table.store, 2).await;
    table.store.work();
    assert_eq!(update(&mut first).await, ["break"]);
    assert_eq!(over(&mut first).await.outcome.unwrap().rule, "MR-28");
}

#[tokio::test]
async fn a_seat_that_must_leave_leaves_once_that_can_be_stored() {
    let table = Table::new(3, None, &[]).await;
    let mut first = table.join(0).await;
    let mut second = table.join(1).await;
    let _third = table.join(2).await;
    let turn = request(&mut first).await.turn;
    table.store.fail_after(0);
    for _ in 0..3 {
        assert_eq!(table.act(0, turn, "end").await, Err(Reason::IllegalAction));
    }
    refused(&table.store, 2).await;
    table.store.work();
    request(&mut second).await;
    assert_eq!(update(&mut second).await, ["leave 0"]);
    assert_eq!(table.act(0, turn, "pass").await, Err(Reason::NotYourTurn));
    table.act(1, turn, "pass").await.unwrap();
}

#[tokio::test]
async fn a_turn_cannot_be_answered_before_it_is_asked() {
    let table = Table::new(2, None, &[]).await;
    let mut first = table.join(0).await;
    let _second = table.join(1).await;
    let turn = request(&mut first).await.turn;
    table.act(0, turn, "pass").await.unwrap();
    // The last pass opens the next race; while that is stored, a blind announcement arrives.
    table.store.slow.store(true, Ordering::SeqCst);
    let passed = table.send(1, turn, "pass").await;
    let blind = table.send(0, turn + 1, "say 50").await;
    while table.store.held.lock().unwrap().is_empty() {
        tokio::time::sleep(Duration::from_millis(1)).await;
    }
    table.store.slow.store(false, Ordering::SeqCst);
    for release in table.store.held.lock().unwrap().drain(..) {
        release.send(Ok(())).unwrap();
    }
    passed.await.unwrap().unwrap();
    let refused = blind.await.unwrap().unwrap_err();
    assert_eq!(refused.reason, Reason::WrongTurn);
    assert_eq!(request(&mut first).await.turn, turn + 1);
    table.act(0, turn + 1, "pass").await.unwrap();
}

/// Seat 0 is to show under a turn clock of 150 ms; the other two look on.
async fn showing() -> (Table, Outgoing<proto::PlayResponse>, u32) {
    let table = Table::made(3, None, &[], |request| {
        request.time_control = Some(proto::TimeControl {
            kind: Some(proto::time_control::Kind::TurnMillis(150)),
            ..Default::default()
        });
    });
    let table = table.await;
    let mut first = table.join(0).await;
    for seat in 1..3 {
        drop(table.join(seat).await);
    }
    let race = request(&mut first).await.turn;
    table.act(0, race, "say 5").await.unwrap();
    let show = request(&mut first).await;
    assert_eq!(show.stage, "show");
    (table, first, show.turn)
}

#[tokio::test]
async fn a_busy_room_flags_nobody_whose_act_arrived_in_time() {
    let (table, mut first, turn) = showing().await;
    // The room waits for the store while the act arrives, until long after its deadline.
    table.store.slow.store(true, Ordering::SeqCst);
    let (reply, resigned) = oneshot::channel();
    let token = table.tokens[2].clone();
    let resign = Command::Resign { token, reply };
    table.room.send(resign).await.unwrap();
    let shown = table.send(0, turn, "end").await;
    tokio::time::sleep(Duration::from_millis(400)).await;
    table.store.slow.store(false, Ordering::SeqCst);
    for release in table.store.held.lock().unwrap().drain(..) {
        release.send(Ok(())).unwrap();
    }
    resigned.await.unwrap().unwrap();
    let accepted = shown.await.unwrap().unwrap();
    assert!(accepted.elapsed_nanos < 150_000_000, "{accepted:?}");
    assert_eq!(request(&mut first).await.stage, "race");
}

#[tokio::test]
async fn clocks_stand_while_nothing_can_be_stored() {
    let (table, mut first, turn) = showing().await;
    table.store.fail_after(0);
    assert_eq!(
        table.act(0, turn, "end").await,
        Err(Reason::StoreUnavailable)
    );
    // Far longer than the turn has.
    tokio::time::sleep(Duration::from_millis(400)).await;
    table.store.work();
    state(&mut first, proto::MatchState::Running).await;
    let again = request(&mut first).await;
    assert_eq!(again.turn, turn);
    let left = again.clocks.unwrap().remaining_nanos.unwrap();
    assert!((1..=150_000_000).contains(&left), "{left}");
    table.act(0, turn, "end").await.unwrap();
}

#[tokio::test]
async fn a_player_that_was_busy_too_long_is_asked_in_the_next_race() {
    let limit = [("race_limit", "1s"), ("chips_to_win", "1")];
    let table = Table::new(1, Some("solver"), &limit).await;
    let (free, busy) = std::sync::mpsc::channel::<()>();
    table.pool.run(move || {
        // Ends when the sender is dropped.
        let _ = busy.recv();
    });
    let mut frames = table.join(0).await;
    request(&mut frames).await;
    // The only thread is busy, so the race ends before the player has begun.
    let told = update(&mut frames).await;
    assert_eq!(told[0], "break");
    drop(free);
    let told = update(&mut frames).await;
    assert!(told[0].starts_with("say "), "{told:?}");
    assert_eq!(over(&mut frames).await.outcome.unwrap().places, [2, 1]);
}

#[tokio::test]
async fn a_race_waits_for_a_player_that_has_no_thread_yet() {
    let table = Table::new(1, Some("solver"), &[]).await;
    let (free, busy) = std::sync::mpsc::channel::<()>();
    table.pool.run(move || {
        let _ = busy.recv();
    });
    let mut frames = table.join(0).await;
    let turn = request(&mut frames).await.turn;
    table.act(0, turn, "say 50").await.unwrap();
    let waiting = tokio::time::timeout(Duration::from_millis(100), update(&mut frames)).await;
    assert!(waiting.is_err(), "its time has not begun");
    drop(free);
    let told = update(&mut frames).await;
    assert!(told[0].starts_with("say "), "{told:?}");
}

#[tokio::test]
async fn mr_25_the_silence_of_one_seat_decides_nothing_before_a_bundled_player_has_chosen() {
    let limit = [("race_limit", "100ms")];
    let table = Table::timed(2, Some("solver"), &limit, true).await;
    let (free, busy) = std::sync::mpsc::channel::<()>();
    table.pool.run(move || {
        let _ = busy.recv();
    });
    let mut first = table.join(0).await;
    let mut second = table.join(1).await;
    let turn = request(&mut first).await.turn;
    // Far more than the solver needs, but within the limit.
    let (reply, answer) = oneshot::channel();
    let say = Command::Act {
        source: ActSource::Call {
            token: table.tokens[0].clone(),
            reply,
        },
        turn,
        act: 0,
        content: ActContent::Text("say 50".into()),
        effort: 90_000,
    };
    table.room.send(say).await.unwrap();
    answer.await.unwrap().unwrap();
    // The second seat is silent, and its silence becomes a pass.
    request(&mut second).await;
    assert_eq!(update(&mut second).await, ["pass"]);
    let early = tokio::time::timeout(Duration::from_millis(100), update(&mut first)).await;
    assert!(early.is_err(), "{early:?}");
    drop(free);
    let said = |kind| match kind {
        Kind::Update(update) => update.events.first().and_then(|event| event.actor),
        _ => None,
    };
    let actor = until(&mut first, said).await;
    assert_eq!(actor.kind, Some(proto::actor::Kind::Seat(2)));
}
