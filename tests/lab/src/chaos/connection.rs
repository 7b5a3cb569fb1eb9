//! Seats that share a connection, which is reopened whenever it is lost.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use botwerk_client::{Client, ClientError, proto};
use botwerk_engine::StableRng;
use proto::play_response::Kind;
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::client::{ChaosClient, ScheduledSubmission};
use super::context::{TrialContext, is_kill_related, is_not_found};
use super::seat_log::PartKey;
use super::transport::{Transport, TransportKind};
use super::violation::Violation;

/// Maximum delay before a reconnect, in microseconds.
const MAX_RECONNECT_DELAY_MICROS: u64 = 15_000;

/// Seats over one connection at a time.
pub(super) struct SharedConnection {
    transport: TransportKind,
    context: Arc<TrialContext>,
    rng: StableRng,
    players: BTreeMap<u64, ChaosClient>,
    last_id: u64,
    new_clients: mpsc::UnboundedReceiver<ChaosClient>,
    /// Whether further clients may be added.
    is_accepting: bool,
}

/// Why a session has ended.
enum End {
    /// The connection is lost.
    Lost,
    /// All clients have finished and no more will be added.
    AllFinished,
}

impl SharedConnection {
    pub(super) fn new(
        transport: TransportKind,
        context: Arc<TrialContext>,
        rng: StableRng,
        new_clients: mpsc::UnboundedReceiver<ChaosClient>,
    ) -> Self {
        Self {
            transport,
            context,
            rng,
            players: BTreeMap::new(),
            last_id: 0,
            new_clients,
            is_accepting: true,
        }
    }

    /// Plays until all clients have finished and no more can be added, or until a violation.
    pub(super) async fn run(mut self) {
        loop {
            if self.players.is_empty() {
                match self.new_clients.recv().await {
                    Some(player) => self.add(player),
                    None => return,
                };
            }
            self.context.wait_until_up().await;
            // Connections are not all reopened at the same moment.
            let delay = Duration::from_micros(self.rng.below(MAX_RECONNECT_DELAY_MICROS));
            tokio::time::sleep(delay).await;
            match self.play().await {
                Ok(End::Lost) => {}
                Ok(End::AllFinished) => return,
                Err(violation) => return self.context.violations.report(violation),
            }
            for player in self.players.values_mut() {
                player.log.disconnect();
            }
        }
    }

    fn add(&mut self, player: ChaosClient) -> u64 {
        self.last_id += 1;
        self.players.insert(self.last_id, player);
        self.last_id
    }

    /// Plays over one connection.
    async fn play(&mut self) -> Result<End, Violation> {
        match Transport::open(self.transport, &self.context.address).await {
            Ok(transport) => self.play_on(transport).await,
            Err(error) if is_kill_related(&error) => Ok(End::Lost),
            Err(error) => Err(Violation::general(format!("cannot connect: {error}"))),
        }
    }

    async fn play_on(&mut self, transport: Transport) -> Result<End, Violation> {
        let mut session = Session {
            transport,
            handles: BTreeMap::new(),
            due: Vec::new(),
        };
        for id in self.players.keys().copied().collect::<Vec<_>>() {
            self.remove_if_undone(id).await;
            if let Err(error) = session.join(self.player(id)).await {
                return lost(&error);
            }
        }
        while self.is_accepting || !self.players.is_empty() {
            let next = session.next_due();
            let done = tokio::select! {
                frame = session.transport.next() => match frame {
                    Ok(Some(frame)) => self.handle_frame(&mut session, frame)?,
                    Ok(None) => return Ok(End::Lost),
                    Err(error) => Err(error),
                },
                player = self.new_clients.recv(), if self.is_accepting => match player {
                    Some(player) => {
                        let id = self.add(player);
                        self.remove_if_undone(id).await;
                        session.join(self.player(id)).await
                    }
                    None => {
                        self.is_accepting = false;
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

    /// Removes a client if a power cut has undone its match. Whether it was allowed to is checked where the
    /// match was created.
    async fn remove_if_undone(&mut self, id: u64) {
        let Some(player) = self.players.get(&id) else {
            return;
        };
        if !player.log.must_reconcile() {
            return;
        }
        let name = player.log.name().to_owned();
        // If the server is down again, the stream is lost as well.
        let Ok(client) = Client::connect(&self.context.address).await else {
            return;
        };
        let mut matches = client.matches();
        let found = matches.get_match(proto::GetMatchRequest { name }).await;
        if let Err(error) = found
            && is_not_found(&error.into())
        {
            self.players.remove(&id);
        }
    }

    fn player(&mut self, id: u64) -> Option<&mut ChaosClient> {
        self.players.get_mut(&id)
    }

    /// Hands a frame to its client.
    fn handle_frame(
        &mut self,
        session: &mut Session,
        frame: Kind,
    ) -> Result<Result<(), ClientError>, Violation> {
        if let Kind::Joined(joined) = &frame {
            let is_seat = |(_, player): &(&u64, &ChaosClient)| {
                player.log.name() == joined.r#match && Some(player.log.seat()) == joined.seat
            };
            let player = self.players.iter().find(is_seat);
            let (id, _) = player.ok_or_else(|| {
                Violation::of_match(&joined.r#match, "Joined for a seat that was not requested")
            })?;
            session.handles.insert(joined.handle, *id);
        }
        let handle = handle_of(&frame);
        let Some(id) = session.handles.get(&handle).copied() else {
            return handle_unknown_handle(frame);
        };
        let Some(player) = self.players.get_mut(&id) else {
            // The client has received the end of its match.
            return Ok(Ok(()));
        };
        let due = player.handle_frame(frame, session.transport.is_in_order())?;
        self.context
            .record_state(player.log.name(), player.log.state());
        session.schedule(id, handle, due);
        if player.log.over().is_some()
            && let Some(player) = self.players.remove(&id)
        {
            if let Some(sent_at) = player.log.latest_accepted_sent_at() {
                self.context.promise.record_result(sent_at);
            }
            player.finish();
        }
        Ok(Ok(()))
    }
}

/// The state of one connection.
struct Session {
    transport: Transport,
    handles: BTreeMap<u32, u64>,
    /// Scheduled submissions: time, client, handle and part.
    due: Vec<(Instant, u64, u32, PartKey)>,
}

impl Session {
    async fn join(&mut self, player: Option<&mut ChaosClient>) -> Result<(), ClientError> {
        match player {
            Some(player) => self.transport.join(player.join()).await,
            None => Ok(()),
        }
    }

    fn schedule(&mut self, id: u64, handle: u32, due: Vec<ScheduledSubmission>) {
        let now = Instant::now();
        let due = due.into_iter();
        self.due
            .extend(due.map(|due| (now + due.delay, id, handle, due.key)));
    }

    fn next_due(&self) -> Option<Instant> {
        self.due.iter().map(|(at, ..)| *at).min()
    }

    /// Sends every submission that is due.
    async fn send_due(
        &mut self,
        players: &mut BTreeMap<u64, ChaosClient>,
    ) -> Result<(), ClientError> {
        let now = Instant::now();
        let due = self.due.extract_if(.., |(at, ..)| *at <= now);
        for (_, id, handle, key) in due.collect::<Vec<_>>() {
            let planned = players.get_mut(&id).and_then(|p| p.log.send(key));
            let Some(planned) = planned else { continue };
            let submission = proto::Submission {
                handle,
                turn: key.0,
                part: key.1,
                effort: planned.effort,
                text: planned.text.clone(),
                ..Default::default()
            };
            self.transport.submit(submission).await?;
        }
        Ok(())
    }
}

fn lost(error: &ClientError) -> Result<End, Violation> {
    match error {
        error if is_kill_related(error) => Ok(End::Lost),
        // The seat of an ended match was joined again by the comparison.
        ClientError::Rejected { reason, .. } if reason.name() == "REPLACED" => Ok(End::Lost),
        error => Err(Violation::general(format!("a stream was closed: {error}"))),
    }
}

/// Handles a frame without a known handle: the rejection of a join.
fn handle_unknown_handle(frame: Kind) -> Result<Result<(), ClientError>, Violation> {
    match frame {
        Kind::Rejected(proto::Rejected {
            error: Some(error), ..
        }) => Ok(Err(error.into())),
        frame => Err(Violation::general(format!(
            "a frame with an unknown handle: {frame:?}"
        ))),
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
    }
}

async fn sleep_until(at: Option<Instant>) {
    if let Some(at) = at {
        tokio::time::sleep_until(at).await;
    }
}
