//! One match, from its creation to the comparison of its record with the logs of its seats.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use botwerk_client::{ClientError, proto};
use botwerk_engine::RootSeed;
use proto::MatchState;
use tokio::sync::{mpsc, oneshot};

use super::audit::{self, AuditStats};
use super::client::ChaosClient;
use super::connection::SharedConnection;
use super::context::{TrialContext, is_not_found};
use super::durability_promise::Receipt;
use super::plan::{ChaosMatch, SeatOccupant, rng_for};
use super::seat_log::{FrameEffect, SeatLog};
use super::strategy::AgentStrategy;
use super::transport::{Transport, TransportKind};
use super::violation::Violation;

/// Interval at which the state of a match is polled.
const POLL_INTERVAL: Duration = Duration::from_millis(30);

/// The context of one match.
pub(super) struct MatchTrial<'a> {
    pub(super) context: &'a Arc<TrialContext>,
    /// Adds a client to the shared connection.
    pub(super) shared_clients: &'a mpsc::UnboundedSender<ChaosClient>,
    /// Folder of the records.
    pub(super) records: &'a Path,
}

/// A created match with the tokens of its remote seats.
struct CreatedMatch {
    name: String,
    tokens: Vec<proto::SeatToken>,
    /// When it was created.
    receipt: Receipt,
}

impl MatchTrial<'_> {
    /// Plays a match over as many runs of the server as it needs. Returns `None` if the server was
    /// killed before it returned the seat tokens, since the match cannot be played then, or if a power cut
    /// has undone the match, which it may before a result is reported.
    pub(super) async fn play(&self, plan: ChaosMatch) -> Result<Option<AuditStats>, Violation> {
        let Some(created) = self.create(&plan).await? else {
            return Ok(None);
        };
        let first_run = self.context.server_run().number;
        let receivers = self.connect_seats(&plan, &created)?;
        let Some(description) = self.poll_until_over(&created).await? else {
            self.context.forget(&created.name);
            return Ok(None);
        };
        let mut logs = Vec::new();
        for receiver in receivers {
            match receiver.await {
                Ok(log) => logs.push(log),
                // The seat has reported a violation itself.
                Err(_) if self.context.violations.is_any_found() => return Ok(None),
                Err(_) => {
                    let what = "a seat stopped before the end";
                    return Err(Violation::of_match(&created.name, what));
                }
            }
        }
        let last_run = self.context.server_run().number;
        for (token, log) in created.tokens.iter().zip(&mut logs) {
            self.resubscribe_and_compare(token, log).await?;
        }
        self.context.forget(&created.name);
        let text = self.context.call(|client| {
            let name = created.name.clone();
            async move { client.record(&name).await }
        });
        let text = text
            .await
            .map_err(|error| rejected(&created.name, &error))?;
        let file = self.records.join(created.name.replace('/', "-") + ".bwr");
        fs::write(&file, &text).map_err(|error| {
            let what = format!("{}: {error}", file.display());
            Violation::of_match(&created.name, what)
        })?;
        let kills = last_run + 1 - first_run;
        let input = audit::AuditInput {
            plan: &plan,
            description: &description,
            logs: &logs,
            kills,
        };
        audit::audit(&input, &text).map(Some)
    }

    async fn create(&self, plan: &ChaosMatch) -> Result<Option<CreatedMatch>, Violation> {
        let promise = &self.context.promise;
        let created = self.context.call(|client| {
            let request = plan.request.clone();
            let run = promise.run();
            async move {
                let created = client.matches().create_match(request).await?.into_inner();
                Ok((created, Receipt::now(run)))
            }
        });
        let (created, receipt) = created
            .await
            .map_err(|error| rejected(&plan.seed, &error))?;
        let name = created.r#match.unwrap_or_default().name;
        let is_remote = |occupant: &&SeatOccupant| matches!(occupant, SeatOccupant::Remote { .. });
        let has_all_tokens =
            created.seat_tokens.len() == plan.occupants.iter().filter(is_remote).count();
        Ok(has_all_tokens.then_some(CreatedMatch {
            name,
            tokens: created.seat_tokens,
            receipt,
        }))
    }

    /// Connects a client to each open seat. The receivers return the logs at the end.
    fn connect_seats(
        &self,
        plan: &ChaosMatch,
        created: &CreatedMatch,
    ) -> Result<Vec<oneshot::Receiver<SeatLog>>, Violation> {
        let mut receivers = Vec::new();
        for token in &created.tokens {
            let occupant = plan.occupants.get(token.seat as usize);
            let Some(SeatOccupant::Remote { transport, agent }) = occupant else {
                let what = format!("a token for seat {}, which an agent plays", token.seat);
                return Err(Violation::of_match(&created.name, what));
            };
            let purpose = format!("seat {}", token.seat);
            let seed = RootSeed::from_text(&format!("{}/{purpose}", plan.seed));
            let strategy = AgentStrategy::new(plan.game, agent, seed);
            let strategy = strategy.map_err(|what| Violation::of_match(&created.name, what))?;
            let (done, receiver) = oneshot::channel();
            let promise = Arc::clone(&self.context.promise);
            let log = SeatLog::new(&created.name, token.seat, promise)
                .of_match_created_in(created.receipt.run());
            let token = token.token.clone();
            let rng = rng_for(&plan.seed, &purpose);
            self.send(
                *transport,
                ChaosClient::new(log, Box::new(strategy), token, rng, done),
            );
            receivers.push(receiver);
        }
        Ok(receivers)
    }

    fn send(&self, transport: TransportKind, player: ChaosClient) {
        if transport == TransportKind::Shared {
            // The connection ends only with a violation, which ends the trials.
            let _ = self.shared_clients.send(player);
            return;
        }
        let (sender, new_clients) = mpsc::unbounded_channel();
        let rng = rng_for(player.log.name(), "connection");
        let connection =
            SharedConnection::new(transport, Arc::clone(self.context), rng, new_clients);
        let _ = sender.send(player);
        tokio::spawn(connection.run());
    }

    /// Polls the match until it has ended and checks that its events never become fewer, unless a power cut
    /// may have undone some. Returns `None` if a power cut has undone the match.
    async fn poll_until_over(
        &self,
        created: &CreatedMatch,
    ) -> Result<Option<proto::Match>, Violation> {
        let (name, promise) = (&created.name, &self.context.promise);
        let (mut last_count, mut last_receipt) = (0, created.receipt);
        loop {
            let seen = self.context.call(|client| {
                let request = proto::GetMatchRequest { name: name.into() };
                let run = promise.run();
                async move {
                    let seen = client.matches().get_match(request).await?.into_inner();
                    Ok((seen.r#match.unwrap_or_default(), Receipt::now(run)))
                }
            });
            let (seen, receipt) = match seen.await {
                Ok(seen) => seen,
                Err(error) if is_not_found(&error) && promise.may_be_undone(created.receipt) => {
                    promise.undone().matches.fetch_add(1, Ordering::Relaxed);
                    return Ok(None);
                }
                Err(error) => return Err(rejected(name, &error)),
            };
            if seen.event_count < last_count && !promise.may_be_undone(last_receipt) {
                let what = format!("has {} events after {last_count}", seen.event_count);
                return Err(Violation::of_match(name, what));
            }
            (last_count, last_receipt) = (seen.event_count, receipt);
            self.context.record_state(name, seen.state());
            match seen.state() {
                MatchState::Over => return Ok(Some(seen)),
                MatchState::Aborted => {
                    return Err(Violation::of_match(name, format!("was aborted: {seen:?}")));
                }
                _ => tokio::time::sleep(POLL_INTERVAL).await,
            }
        }
    }

    /// Receives all frames of a seat again, from the first to the last, and compares them with its log.
    async fn resubscribe_and_compare(
        &self,
        token: &proto::SeatToken,
        log: &mut SeatLog,
    ) -> Result<(), Violation> {
        let known = log.frames().len();
        loop {
            self.context.wait_until_up().await;
            match self.receive_all(token, log).await? {
                Ok(()) if log.frames().len() == known => return Ok(()),
                Ok(()) => {
                    let what = "did not receive every frame before the end";
                    return Err(log.violation(log.last(), what));
                }
                Err(error) if super::context::is_kill_related(&error) => log.disconnect(),
                Err(error) => return Err(rejected(log.name(), &error)),
            }
        }
    }

    async fn receive_all(
        &self,
        token: &proto::SeatToken,
        log: &mut SeatLog,
    ) -> Result<Result<(), ClientError>, Violation> {
        let transport = Transport::open(TransportKind::Own, &self.context.address).await;
        let mut transport = match transport {
            Ok(transport) => transport,
            Err(error) => return Ok(Err(error)),
        };
        log.join(0);
        let join = proto::Join {
            r#match: log.name().into(),
            seat_token: token.token.clone(),
            view_options: Some(proto::ViewOptions {
                include_legal_actions: false,
                include_text: true,
                ..Default::default()
            }),
            ..Default::default()
        };
        if let Err(error) = transport.join(join).await {
            return Ok(Err(error));
        }
        loop {
            let frame = match transport.next().await {
                Ok(Some(frame)) => frame,
                Ok(None) => {
                    return Ok(Err(ClientError::Unreachable(
                        "the stream was closed".into(),
                    )));
                }
                Err(error) => return Ok(Err(error)),
            };
            if log.handle_frame(frame, true)? == FrameEffect::Over {
                return log.settle().map(Ok);
            }
        }
    }
}

fn rejected(name: &str, error: &ClientError) -> Violation {
    Violation::of_match(name, format!("a call was rejected: {error}"))
}
