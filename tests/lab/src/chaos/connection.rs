//! Players that share a connection, and open it again whenever it is lost.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use botwerk_client::{ClientError, proto};
use botwerk_engine::StableRng;
use proto::play_response::Kind;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::context::{TrialContext, is_kill_related};
use super::fault::Violation;
use super::player::{ChaosClient, ScheduledSubmission};
use super::seat_log::PartKey;
use super::transport::{Transport, TransportKind};

/// The longest that a crew waits before it comes back, in microseconds.
const AWAY_MICROS: u64 = 15_000;

/// Players over one connection at a time.
pub(super) struct SharedConnection {
    way: TransportKind,
    context: Arc<TrialContext>,
    dice: StableRng,
    players: BTreeMap<u64, ChaosClient>,
    last: u64,
    new_clients: mpsc::UnboundedReceiver<ChaosClient>,
    /// Whether anybody may still come.
    open: bool,
}

/// Why a session has ended.
enum End {
    /// The connection is lost.
    Lost,
    /// Nobody plays any more and nobody will.
    AllFinished,
}

impl SharedConnection {
    pub(super) fn new(
        way: TransportKind,
        context: Arc<TrialContext>,
        dice: StableRng,
        new_clients: mpsc::UnboundedReceiver<ChaosClient>,
    ) -> Self {
        Self {
            way,
            context,
            dice,
            players: BTreeMap::new(),
            last: 0,
            new_clients,
            open: true,
        }
    }

    /// Plays until nobody comes any more. A fault ends it.
    pub(super) async fn run(mut self) {
        loop {
            if self.players.is_empty() {
                match self.new_clients.recv().await {
                    Some(player) => self.add(player),
                    None => return,
                };
            }
            self.context.wait_until_up().await;
            // Not all come back at the same moment.
            let away = Duration::from_micros(self.dice.below(AWAY_MICROS));
            tokio::time::sleep(away).await;
            match self.play().await {
                Ok(End::Lost) => {}
                Ok(End::AllFinished) => return,
                Err(fault) => return self.context.faults.report(fault),
            }
            for player in self.players.values_mut() {
                player.log.lost();
            }
        }
    }

    fn add(&mut self, player: ChaosClient) -> u64 {
        self.last += 1;
        self.players.insert(self.last, player);
        self.last
    }

    /// Plays over one connection.
    async fn play(&mut self) -> Result<End, Violation> {
        match Transport::open(self.way, &self.context.address).await {
            Ok(line) => self.play_on(line).await,
            Err(error) if is_kill_related(&error) => Ok(End::Lost),
            Err(error) => Err(Violation::general(format!("no connection: {error}"))),
        }
    }

    async fn play_on(&mut self, line: Transport) -> Result<End, Violation> {
        let mut session = Session {
            line,
            handles: BTreeMap::new(),
            due: Vec::new(),
        };
        for id in self.players.keys().copied().collect::<Vec<_>>() {
            if let Err(error) = session.join(self.player(id)).await {
                return lost(&error);
            }
        }
        while self.open || !self.players.is_empty() {
            let next = session.next_due();
            let done = tokio::select! {
                frame = session.line.next() => match frame {
                    Ok(Some(frame)) => self.hear(&mut session, frame)?,
                    Ok(None) => return Ok(End::Lost),
                    Err(error) => Err(error),
                },
                player = self.new_clients.recv(), if self.open => match player {
                    Some(player) => {
                        let id = self.add(player);
                        session.join(self.player(id)).await
                    }
                    None => {
                        self.open = false;
                        Ok(())
                    }
                },
                () = sleep_until(next), if next.is_some() => session.send_due(&mut self.players).await,
            };
            if let Err(error) = done {
                return lost(&error);
            }
        }
        Ok(End::AllFinished)
    }

    fn player(&mut self, id: u64) -> Option<&mut ChaosClient> {
        self.players.get_mut(&id)
    }

    /// Hands a frame to the player that it is for.
    fn hear(
        &mut self,
        session: &mut Session,
        frame: Kind,
    ) -> Result<Result<(), ClientError>, Violation> {
        if let Kind::Joined(joined) = &frame {
            let sits = |(_, player): &(&u64, &ChaosClient)| {
                player.log.name() == joined.r#match && player.log.seat() == joined.seat
            };
            let player = self.players.iter().find(sits);
            let (id, _) = player.ok_or_else(|| {
                Violation::of_match(&joined.r#match, "Joined for a seat that was not asked for")
            })?;
            session.handles.insert(joined.handle, *id);
        }
        let handle = handle_of(&frame);
        let Some(id) = session.handles.get(&handle).copied() else {
            return handle_unknown_handle(frame);
        };
        let Some(player) = self.players.get_mut(&id) else {
            // It has seen the end of its match.
            return Ok(Ok(()));
        };
        let due = player.handle_frame(frame, session.line.is_in_order())?;
        self.context
            .record_state(player.log.name(), player.log.state());
        session.plan(id, handle, due);
        if player.log.over().is_some()
            && let Some(player) = self.players.remove(&id)
        {
            player.finish();
        }
        Ok(Ok(()))
    }
}

/// What is known of one connection.
struct Session {
    line: Transport,
    handles: BTreeMap<u32, u64>,
    /// Acts that are to be sent, and when.
    due: Vec<(Instant, u64, u32, PartKey)>,
}

impl Session {
    async fn join(&mut self, player: Option<&mut ChaosClient>) -> Result<(), ClientError> {
        match player {
            Some(player) => self.line.join(player.join()).await,
            None => Ok(()),
        }
    }

    fn plan(&mut self, id: u64, handle: u32, due: Vec<ScheduledSubmission>) {
        let now = Instant::now();
        let due = due.into_iter();
        self.due
            .extend(due.map(|due| (now + due.pause, id, handle, due.key)));
    }

    fn next_due(&self) -> Option<Instant> {
        self.due.iter().map(|(at, ..)| *at).min()
    }

    /// Sends every act whose time has come.
    async fn send_due(
        &mut self,
        players: &mut BTreeMap<u64, ChaosClient>,
    ) -> Result<(), ClientError> {
        let now = Instant::now();
        let ripe = self.due.extract_if(.., |(at, ..)| *at <= now);
        for (_, id, handle, key) in ripe.collect::<Vec<_>>() {
            let deed = players.get_mut(&id).and_then(|p| p.log.send(key));
            let Some(deed) = deed else { continue };
            let act = proto::Submission {
                handle,
                turn: key.0,
                part: key.1,
                effort: deed.effort,
                text: deed.text.clone(),
                ..Default::default()
            };
            self.line.act(act).await?;
        }
        Ok(())
    }
}

fn lost(error: &ClientError) -> Result<End, Violation> {
    match error {
        error if is_kill_related(error) => Ok(End::Lost),
        // A seat of a match that has ended was looked at once more meanwhile.
        ClientError::Rejected { reason, .. } if reason == "REPLACED" => Ok(End::Lost),
        error => Err(Violation::general(format!("a stream was ended: {error}"))),
    }
}

/// A frame for no seat of this stream: the refusal of one.
fn handle_unknown_handle(frame: Kind) -> Result<Result<(), ClientError>, Violation> {
    match frame {
        Kind::Ping(_) => Ok(Ok(())),
        Kind::Rejected(proto::Rejected {
            error: Some(error), ..
        }) => Ok(Err(error.into())),
        frame => Err(Violation::general(format!("a frame for nobody: {frame:?}"))),
    }
}

fn handle_of(frame: &Kind) -> u32 {
    match frame {
        Kind::Joined(frame) => frame.handle,
        Kind::ActionRequest(frame) => frame.handle,
        Kind::Accepted(frame) => frame.handle,
        Kind::Rejected(frame) => frame.handle,
        Kind::Update(frame) => frame.handle,
        Kind::MatchOver(frame) => frame.handle,
        Kind::MatchStateChanged(frame) => frame.handle,
        Kind::Ping(_) => 0,
    }
}

async fn sleep_until(at: Option<Instant>) {
    if let Some(at) = at {
        tokio::time::sleep_until(at).await;
    }
}
